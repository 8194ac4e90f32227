"""One match: a game, its state, and the messages for each seat. Knows seats, not connections.

``seq`` counts the changes of the match. A change has the same number for every seat that may see
it; prompts and announcements carry the number of the last change before them.
"""

from collections import deque
from collections.abc import Iterator
from hashlib import sha256
from itertools import chain, starmap
from typing import Any, TypeAlias

from msgspec import UNSET, Struct
from msgspec.structs import replace

from games.base import AnyGame, Result, Step, Table, public
from games.rng import Rng
from messages.base import Change, ClientMessage, Seat, ServerMessage
from messages.errors import ErrorCode, Refusal
from messages.lobby import PlayersInfo
from messages.play import FinalScores, IsTurnOfPlayer, OtherPlayerWins, YourTurn, YouWin
from messages.registry import GameView, UpdateMessage

RECENT_CHANGES = 48
"""Changes kept for players who return soon; after more than that a full view is shorter."""

SeatMessages: TypeAlias = tuple[tuple[Seat, ...] | None, tuple[ServerMessage, ...]]
"""Messages for some seats, or for all of them (None). A bare tuple: every move makes several."""


class MatchStep(Struct, frozen=True, gc=False):
    """Everything that one step of a match caused."""

    messages: list[SeatMessages]
    seats_to_prompt: tuple[Seat, ...]
    """The seats that have a new decision to make, and the seat that acted."""
    removed_seats: tuple[Seat, ...]
    """The seats that the rules took out of the match."""
    result: Result | None
    """The end of the match, or None while it goes on."""
    has_new_turn: bool
    """Whether the messages announce whose turn it is."""


class Match:
    """Starts a game; ``act``, ``leave`` and ``timeout`` each advance it by one step.

    ``result`` is the end of the match, or None while it goes on.
    """

    __slots__ = (
        *("_last_prompts", "_muted", "_recent", "_seed", "_start_changes", "_start_messages"),
        *("_turns", "game", "result", "seats", "seq", "state", "table"),
    )

    def __init__(self, game: AnyGame, options: Any, table: Table, seed: bytes) -> None:
        self.game = game
        self.table = table
        self.seats = range(len(table.nicknames))
        """All seats, including those of players who left."""
        self._seed = seed
        step: Step[Any] = game.start(len(table.nicknames), options, Rng(seed))
        self.state = step.state
        self._start_changes = step.changes
        self.seq = len(step.changes)
        self.result: Result | None = game.result(self.state)
        self._turns = step.turns
        self._last_prompts: list[ServerMessage | None] = [None for _ in self.seats]
        """The prompt that each seat was sent last; it is not sent again."""
        self._recent: deque[Change] = deque(maxlen=RECENT_CHANGES)
        """The last one has the number ``seq``."""
        self._muted = False
        self._start_messages = tuple(map(self._with_seed_hash, game.opening(self.state, table)))

    @property
    def waiting(self) -> frozenset[Seat]:
        """The seats that have to decide before the match can go on."""
        return self.game.waiting(self.state)

    def opening_step(self) -> MatchStep:
        """The first step: players, changes of the set-up, each seat's view, turn and prompts."""
        start = tuple([replace(message, seq=0) for message in self._start_messages])
        messages: list[SeatMessages] = [(None, start)]
        messages += chain.from_iterable(starmap(self._update, enumerate(self._start_changes, 1)))
        messages += [((seat,), (self.view(seat),)) for seat in self.seats]
        messages += self._announce(self._turns)
        messages += self._prompts(self._turns)
        return MatchStep(messages, self._turns, (), self.result, True)

    def resume(
        self, seat: Seat, cursor: int = 0, *, same_match: bool = False
    ) -> list[SeatMessages]:
        """Messages for a returning player: what was missed, whose turn it is, the open prompt.

        ``cursor`` is the last change the player received; it counts only in the ``same_match``.
        """
        if same_match and self._has_changes_since(cursor):
            missed = self._missed(seat, cursor)
        else:
            missed = [*map(self._numbered, self._start_messages), self.view(seat)]
        if self.result is None:
            turns = self._announce(self._turns)
            missed += [m for seats, messages in turns if seat in (seats or ()) for m in messages]
            later = [s for s in self._prompts((seat,)) if s[0] == (seat,)]
        else:
            results = self._result_messages(self.result)
            later = [s for s in results if s[0] is None or seat in s[0]]
        return [((seat,), tuple(missed)), *later]

    def _has_changes_since(self, cursor: int) -> bool:
        """Whether every change after the cursor is kept.

        False for a cursor that is not of this match, and for one within the changes of the start:
        those are sent before the first view and are useless without it.
        """
        return len(self._start_changes) < cursor <= self.seq and self._oldest <= cursor + 1

    @property
    def turns(self) -> tuple[str, ...]:
        """The nicknames of the players who have the turn."""
        return tuple(self.table.nicknames[seat] for seat in self._turns)

    def public_messages(self, cursor: int | None) -> list[ServerMessage]:
        """Messages for spectators who have everything up to the cursor (None: nothing yet)."""
        if cursor is None or cursor + 1 < self._oldest:
            messages = [*map(self._numbered, self._start_messages), self.view(None)]
        else:
            messages = self._missed(None, cursor)
        return messages + ([] if self.result is None else [self._final_scores(self.result)])

    @property
    def _oldest(self) -> int:
        """The number of the oldest change that is still kept."""
        return self.seq + 1 - len(self._recent)

    def _missed(self, seat: Seat | None, cursor: int) -> list[ServerMessage]:
        redact = self.game.redact
        return [
            UpdateMessage(seen, seq=seq)
            for seq, change in enumerate(self._recent, self._oldest)
            if seq > cursor and (seen := redact(change, seat)) is not None
        ]

    def view(self, seat: Seat | None) -> GameView:
        """Everything the seat may know now; None is a spectator."""
        view = self.game.view(self.state, seat)
        return GameView(view, seq=self.seq)

    def legal(self, seat: Seat) -> tuple[Any, ...]:
        """What the seat may do now."""
        return self.game.legal(self.state, seat)

    def confirm(self, action: ClientMessage) -> str:
        """Return the text of ActionValid for an accepted action."""
        return self.game.confirm(action)

    def act(self, seat: Seat, action: ClientMessage) -> MatchStep:
        """Apply an action. Raises Refusal and changes nothing if the rules do not allow it."""
        try:
            step = self.game.apply(self.state, seat, action)
        except Refusal as refusal:
            if refusal.code is ErrorCode.NOTYOURTURN and self.result is None:
                raise Refusal(refusal.code, self._wait_sentence()) from None
            raise
        return self._apply_step(step, (seat, *step.turns))

    def open_prompts(self) -> list[SeatMessages]:
        """The prompts that are open now, to be sent again."""
        return [] if self.result else self._prompts(tuple(self.seats))

    def leave(self, seat: Seat) -> MatchStep:
        """Give up the seat for good."""
        step = self.game.leave(self.state, seat)
        return self._apply_step(step, step.turns)

    def timeout(self, seat: Seat) -> MatchStep:
        """Go on without the seat's decision, as the game defines it."""
        step = self.game.timeout(self.state, seat)
        return self._apply_step(step, (seat, *step.turns))

    def mute(self) -> None:
        """Make no messages from now on: while a match is replayed nobody needs them."""
        self._muted = True

    def unmute(self) -> None:
        """Make messages again, as if every prompt so far had been sent."""
        self._muted = False
        prompt, state = self.game.prompt, self.state
        active = self.game.active(state)
        self._last_prompts = [
            prompt(state, seat) if seat in active else None for seat in self.seats
        ]

    def _apply_step(self, step: Step[Any], to_prompt: tuple[Seat, ...]) -> MatchStep:
        self.state = step.state
        result = self.result = self.game.result(step.state)
        if step.turns:
            self._turns = step.turns
        self.seq += len(step.changes)
        self._recent.extend(step.changes)
        messages = [] if self._muted else self._step_messages(step, to_prompt)
        return MatchStep(messages, to_prompt, step.gone, result, bool(step.turns))

    def _step_messages(self, step: Step[Any], to_prompt: tuple[Seat, ...]) -> list[SeatMessages]:
        messages: list[SeatMessages]
        numbered = enumerate(step.changes, self.seq + 1 - len(step.changes))
        if self.game.redact is public:
            messages = [(None, tuple([UpdateMessage(change, seq=seq) for seq, change in numbered]))]
        else:
            messages = list(chain.from_iterable(starmap(self._update, numbered)))
        if step.turns:
            messages += self._announce(step.turns)
            self._last_prompts = [None for _ in self.seats]  # clients drop their prompts here too
        if self.result is not None:
            messages += self._result_messages(self.result)
        else:
            messages += self._prompts(to_prompt)
        return messages

    def _update(self, seq: int, change: Change) -> Iterator[SeatMessages]:
        """The change as each seat may see it; one message for all seats that see the same."""
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

    def _announce(self, turns: tuple[Seat, ...]) -> list[SeatMessages]:
        messages: list[SeatMessages] = []
        for turn in turns:
            others = tuple([seat for seat in self.seats if seat != turn])
            messages.append(((turn,), (YourTurn(seq=self.seq),)))
            messages.append((others, (IsTurnOfPlayer(self.table.nicknames[turn], seq=self.seq),)))
        return messages

    def _prompts(self, always: tuple[Seat, ...]) -> list[SeatMessages]:
        """The prompt of every active seat, if it is new or the seat is one of ``always``."""
        messages: list[SeatMessages] = []
        active, last = self.game.active(self.state), self._last_prompts
        for seat in self.seats:
            prompt = self.game.prompt(self.state, seat) if seat in active else None
            if prompt is not None and (seat in always or prompt != last[seat]):
                messages.append(((seat,), (replace(prompt, seq=self.seq),)))
            last[seat] = prompt
        return messages

    def _result_messages(self, result: Result) -> Iterator[SeatMessages]:
        names = self.table.nicknames
        losers = tuple(seat for seat in self.seats if seat not in result.winners)
        yield (result.winners, (YouWin(seq=self.seq),))
        winners = [OtherPlayerWins(names[winner], seq=self.seq) for winner in result.winners]
        yield (losers, tuple(winners))
        yield (None, (self._final_scores(result),))

    def _final_scores(self, result: Result) -> FinalScores:
        names = self.table.nicknames
        return FinalScores(
            winners=tuple(names[seat] for seat in result.winners),
            scores=dict(zip(names, result.scores, strict=True)),
            reason=result.reason,
            seed=self._seed.hex(),
            seq=self.seq,
        )

    def _with_seed_hash(self, message: ServerMessage) -> ServerMessage:
        """Publish the hash of the seed at the start, so that nobody can choose it afterwards."""
        if not isinstance(message, PlayersInfo):
            return message
        return replace(message, seed_hash=sha256(self._seed).hexdigest())

    def _wait_sentence(self) -> str:
        names = " and ".join(self.turns)
        return f"Wait for your turn: it is the turn of {names}." if names else "Nothing is asked."

    def _numbered(self, message: ServerMessage) -> ServerMessage:
        return message if message.seq is not UNSET else replace(message, seq=self.seq)
