"""One match: a game, its state, and the messages for each seat. It knows seats, not connections.

``seq`` counts the changes of the match. A change has the same number for every seat that may see
it; all other messages carry the number of the last change before them.
"""

from collections import deque
from collections.abc import Iterator
from itertools import chain, starmap
from typing import Any, TypeAlias

from msgspec import UNSET, Struct
from msgspec.structs import replace

from games.base import AnyGame, Result, Seating, Step, no_redaction
from games.rng import Rng
from messages.base import Change, ClientMessage, Seat, ServerMessage
from messages.errors import ErrorCode, Refusal
from messages.lobby import SelectModeAndPlayers
from messages.play import FinalScores, IsTurnOfPlayer, YourTurn
from messages.registry import GameView, UpdateMessage
from server.admission.returns import return_code
from server.journal.records import MatchSnapshot, decode_state, encode_state
from server.results import final_scores, result_messages, seeded_mark, with_setup

RECENT_CHANGES = 48
"""Changes kept for players who reconnect; a full view is shorter than more changes."""

SeatMessages: TypeAlias = tuple[tuple[Seat, ...] | None, tuple[ServerMessage, ...]]
"""Messages for some seats, or for all seats (None). A plain tuple, because that is fastest."""


class MatchStep(Struct, frozen=True, gc=False):
    """The effects of one step of a match."""

    messages: list[SeatMessages]
    seats_to_prompt: tuple[Seat, ...]
    """The seats with a new decision to make, and the seat that acted."""
    removed_seats: tuple[Seat, ...]
    """The seats that the rules removed from the match."""
    result: Result | None
    """The result of the match, or None while it is in progress."""
    has_new_turn: bool
    """True if a new turn started."""


class Match:
    """A game in progress; ``act``, ``leave`` and ``timeout`` each advance it by one step.

    ``result`` is None until the match is over.
    """

    __slots__ = (
        *("_last_prompts", "_muted", "_recent", "_seed", "_seeded", "_start_changes"),
        *(
            "_start_messages",
            "_turns",
            "game",
            "result",
            "seating",
            "seats",
            "seq",
            "state",
            "steps",
        ),
    )

    def __init__(
        self,
        game: AnyGame,
        options: Any,
        seating: Seating,
        seed: bytes,
        setup: SelectModeAndPlayers | None = None,
    ) -> None:
        self.game = game
        self.seating = seating
        self.seats = range(len(seating.nicknames))
        """All seats, including those of players who left."""
        self._seed = seed
        self._seeded = seeded_mark(setup)
        step: Step[Any] = game.start(len(seating.nicknames), options, Rng(seed))
        self.state = step.state
        self._start_changes = step.changes
        self.seq = len(step.changes)
        self.steps = 0
        """The number of steps after the opening step."""
        self.result: Result | None = game.result(self.state)
        self._turns = step.turns
        self._last_prompts: list[ServerMessage | None] = [None for _ in self.seats]
        """The last prompt sent to each seat; an equal prompt is not sent again."""
        self._recent: deque[Change] = deque(maxlen=RECENT_CHANGES)
        """The most recent changes; the last one has the number ``seq``."""
        self._muted = False
        opening = game.opening(self.state, seating)
        self._start_messages = tuple(with_setup(message, seed, setup) for message in opening)

    @property
    def waiting(self) -> frozenset[Seat]:
        """The seats that must decide before the match can continue."""
        return self.game.waiting(self.state)

    @property
    def interrupters(self) -> frozenset[Seat]:
        """The seats that may act although the match does not wait for them, or perhaps may.

        The set does not depend on hidden cards, so that the reaction time does not show them.
        """
        game, state = self.game, self.state
        return (game.active(state) | game.maybe_active(state)) - game.waiting(state)

    def opening_step(self) -> MatchStep:
        """Return the step that starts the match; its prompts count as sent.

        Its messages are those of the game's opening, such as the players, then the changes of the
        set-up, the view of each seat, turns and prompts.
        """
        start = tuple([replace(message, seq=0) for message in self._start_messages])
        messages: list[SeatMessages] = [(None, start)]
        messages += chain.from_iterable(
            starmap(self._change_messages, enumerate(self._start_changes, 1))
        )
        messages += [((seat,), (self.view(seat),)) for seat in self.seats]
        messages += self._turn_messages(self._turns)
        messages += self._take_new_prompts(self._turns)
        return MatchStep(messages, self._turns, (), self.result, True)

    def resume_messages(
        self, seat: Seat, cursor: int = 0, *, same_match: bool = False
    ) -> list[SeatMessages]:
        """Return the messages for a player who reconnects.

        They are the missed changes, or start messages and a full view if those are not kept; then
        turn and prompt, or the result. ``cursor`` is the number of the last change the client
        received; it is valid only if the client was connected to this match (``same_match``). The
        current prompts of all seats count as sent afterwards.
        """
        if same_match and self._has_changes_since(cursor):
            missed = self._changes_since(seat, cursor)
        else:
            missed = [*map(self._with_seq, self._start_messages), self.view(seat)]
        if self.result is None:
            turns = self._turn_messages(self._pending_turns)
            missed += [m for seats, messages in turns if seat in (seats or ()) for m in messages]
            later = [s for s in self._take_new_prompts((seat,)) if s[0] == (seat,)]
        else:
            results = self._result_messages(self.result)
            later = [s for s in results if s[0] is None or seat in s[0]]
        return [((seat,), tuple(missed)), *later]

    def _has_changes_since(self, cursor: int) -> bool:
        """Return whether all changes after the cursor are kept.

        False for a cursor beyond this match, and for one within the changes of the set-up, because
        those precede the first view and are useless without it.
        """
        return len(self._start_changes) < cursor <= self.seq and self._oldest_seq <= cursor + 1

    @property
    def turn_names(self) -> tuple[str, ...]:
        """The nicknames of the players whose turn it is."""
        return tuple(self.seating.nicknames[seat] for seat in self._pending_turns)

    @property
    def _pending_turns(self) -> tuple[Seat, ...]:
        """The seats whose turn it is.

        If several seats have the turn at the same time, only those that must still decide.
        """
        if len(self._turns) == 1:
            return self._turns
        waiting = self.waiting
        return tuple([seat for seat in self._turns if seat in waiting])

    def public_messages(self, cursor: int | None) -> list[ServerMessage]:
        """Return the public changes after the cursor, for spectators; None: they know nothing.

        With None, or if changes are no longer kept, the start messages and a full view are
        returned instead. After the end of the match the final scores follow.
        """
        if cursor is None or cursor + 1 < self._oldest_seq:
            messages = [*map(self._with_seq, self._start_messages), self.view(None)]
        else:
            messages = self._changes_since(None, cursor)
        if self.result is not None:
            messages.append(self._final_scores(self.result))
        return messages

    @property
    def _oldest_seq(self) -> int:
        """The number of the oldest change that is kept."""
        return self.seq + 1 - len(self._recent)

    def _changes_since(self, seat: Seat | None, cursor: int) -> list[ServerMessage]:
        """Return an UpdateMessage for each kept change after the cursor, redacted for the seat.

        Changes that the seat may not know are left out. A seat of None is a spectator.
        """
        redact = self.game.redact
        return [
            UpdateMessage(seen, seq=seq)
            for seq, change in enumerate(self._recent, self._oldest_seq)
            if seq > cursor and (seen := redact(change, seat)) is not None
        ]

    def view(self, seat: Seat | None) -> GameView:
        """Return a message with everything the seat may know now; None is a spectator."""
        view = self.game.view(self.state, seat)
        return GameView(view, seq=self.seq)

    def legal(self, seat: Seat) -> tuple[Any, ...]:
        """Return the legal actions of the seat; none if it may not act now."""
        return self.game.legal(self.state, seat)

    def confirm(self, action: ClientMessage) -> str:
        """Return the text of ActionValid for an accepted action."""
        return self.game.confirm(action)

    def act(self, seat: Seat, action: ClientMessage) -> MatchStep:
        """Apply an action of the seat and return its step.

        Raises Refusal, and changes nothing, if the action is not legal. NOTYOURTURN names the
        players with the turn, unless the match is over.
        """
        try:
            step = self.game.apply(self.state, seat, action)
        except Refusal as refusal:
            if refusal.code is ErrorCode.NOTYOURTURN and self.result is None:
                raise Refusal(refusal.code, self._wait_text()) from None
            raise
        return self._apply_step(step, (seat, *step.turns))

    def open_prompts(self) -> list[SeatMessages]:
        """Return the open prompts of all seats, also those already sent; none after the end.

        They count as sent afterwards.
        """
        return [] if self.result else self._take_new_prompts(tuple(self.seats))

    def leave(self, seat: Seat) -> MatchStep:
        """Remove the seat from the match for good and return the step that follows by the rules."""
        step = self.game.leave(self.state, seat)
        return self._apply_step(step, step.turns)

    def timeout(self, seat: Seat) -> MatchStep:
        """Decide for the seat as the rules define for a time-out, and return the step."""
        step = self.game.timeout(self.state, seat)
        return self._apply_step(step, (seat, *step.turns))

    def mute(self) -> None:
        """Make no messages in later steps: a replay does not need them and is faster without."""
        self._muted = True

    def unmute(self) -> None:
        """Make messages again; all open prompts count as sent."""
        self._muted = False
        prompt, state = self.game.prompt, self.state
        active = self.game.active(state)
        self._last_prompts = [
            prompt(state, seat) if seat in active else None for seat in self.seats
        ]

    def snapshot(self) -> MatchSnapshot:
        """Return the state, counters, turns and recent changes, from which ``load`` continues.

        The recent changes of a match that has ended are left out.
        """
        state = encode_state(self.state)
        changes = tuple(self._recent) if self.result is None else ()
        return MatchSnapshot(state, self.steps, self.seq, self._turns, changes)

    def load(self, snapshot: MatchSnapshot) -> None:
        """Continue from a snapshot of this match. Raises MsgspecError for a state of other rules.

        The prompts must be set afterwards, with ``unmute``.
        """
        self.state = decode_state(snapshot.state, self.game.state_type)
        self.result = self.game.result(self.state)
        self.steps, self.seq, self._turns = snapshot.steps, snapshot.seq, snapshot.turns
        self._recent = deque(snapshot.recent_changes, maxlen=RECENT_CHANGES)

    def _apply_step(self, step: Step[Any], to_prompt: tuple[Seat, ...]) -> MatchStep:
        """Adopt the state of a step, count the step and its changes, and return its effects.

        The game computes the result from the state. The changes are kept for clients that return,
        and the turns are replaced if the step has any. ``to_prompt`` are the seats whose prompt is
        sent even if it is not new. While muted, no messages are made.
        """
        self.state = step.state
        result = self.result = self.game.result(step.state)
        if step.turns:
            self._turns = step.turns
        self.steps += 1
        self.seq += len(step.changes)
        self._recent.extend(step.changes)
        messages = [] if self._muted else self._step_messages(step, to_prompt)
        return MatchStep(messages, to_prompt, step.removed_seats, result, bool(step.turns))

    def _step_messages(self, step: Step[Any], to_prompt: tuple[Seat, ...]) -> list[SeatMessages]:
        """Return the changes of a step, then its turns, if new, then the result or the prompts.

        ``seq`` and ``result`` must already include the step. Changes are redacted for each seat.
        After a new turn the prompts of all active seats are sent, otherwise those of seats in
        ``to_prompt`` and new ones. These prompts count as sent afterwards.
        """
        messages: list[SeatMessages]
        numbered = enumerate(step.changes, self.seq + 1 - len(step.changes))
        if self.game.redact is no_redaction:
            messages = [(None, tuple([UpdateMessage(change, seq=seq) for seq, change in numbered]))]
        else:
            messages = list(chain.from_iterable(starmap(self._change_messages, numbered)))
        if step.turns:
            messages += self._turn_messages(step.turns)
            # Clients discard their prompts when a turn starts, so all are sent again.
            self._last_prompts = [None for _ in self.seats]
        if self.result is not None:
            messages += self._result_messages(self.result)
        else:
            messages += self._take_new_prompts(to_prompt)
        return messages

    def _change_messages(self, seq: int, change: Change) -> Iterator[SeatMessages]:
        """Yield the change as each seat may see it; nothing for seats that may not see it.

        Seats that see the same object share a message; None stands for all seats.
        """
        redact = self.game.redact
        seen = [redact(change, seat) for seat in self.seats]
        if all(part is change for part in seen):
            yield (None, (UpdateMessage(change, seq=seq),))
            return
        groups: dict[int, tuple[Change, list[Seat]]] = {}
        for seat, part in enumerate(seen):
            if part is not None:
                groups.setdefault(id(part), (part, []))[1].append(seat)
        for part, seats in groups.values():
            yield (tuple(seats), (UpdateMessage(part, seq=seq),))

    def _turn_messages(self, turns: tuple[Seat, ...]) -> list[SeatMessages]:
        """Return YourTurn for each of these seats, and IsTurnOfPlayer per turn for all others.

        Seats that decide at the same time are told only their own turn.
        """
        messages: list[SeatMessages] = []
        others = tuple([seat for seat in self.seats if seat not in turns])
        for turn in turns:
            messages.append(((turn,), (YourTurn(seq=self.seq),)))
            messages.append((others, (IsTurnOfPlayer(self.seating.nicknames[turn], seq=self.seq),)))
        return messages

    def _take_new_prompts(self, always: tuple[Seat, ...]) -> list[SeatMessages]:
        """Return the prompts of active seats that are new or belong to seats in ``always``.

        All current prompts count as sent afterwards.
        """
        messages: list[SeatMessages] = []
        active, last = self.game.active(self.state), self._last_prompts
        for seat in self.seats:
            prompt = self.game.prompt(self.state, seat) if seat in active else None
            if prompt is not None and (seat in always or prompt != last[seat]):
                messages.append(((seat,), (replace(prompt, seq=self.seq),)))
            last[seat] = prompt
        return messages

    def _result_messages(self, result: Result) -> Iterator[SeatMessages]:
        """Return the messages about the result for all seats; the seed is revealed."""
        return result_messages(self._final_scores(result), result, self.seating)

    def _final_scores(self, result: Result) -> FinalScores:
        """Return the scores of the result with the seed."""
        return final_scores(result, self.seating, self._seed, self.seq, self._seeded)

    def return_code(self, seat: Seat) -> str:
        """Return the secret code with which the player of this seat returns without a token.

        It is empty if the host chose the seed, because the code follows from the seed.
        """
        return "" if self._seeded else return_code(self._seed, seat)

    def _wait_text(self) -> str:
        """Return the text for a player without the turn, with the names of those who have it.

        If nobody has the turn, it says so.
        """
        names = " and ".join(self.turn_names)
        return f"Wait for your turn: it is the turn of {names}." if names else "Nothing is asked."

    def _with_seq(self, message: ServerMessage) -> ServerMessage:
        """Return the message with the current ``seq``; unchanged if it already has a number."""
        return message if message.seq is not UNSET else replace(message, seq=self.seq)
