"""One match: a game, its state, and what each seat is told. Knows seats, not connections.

``seq`` counts the changes of the match. A change has the same number for every seat that may see
it; prompts and announcements carry the number of the last change before them.
"""

from collections import deque
from collections.abc import Iterator
from hashlib import sha256
from itertools import chain, starmap
from typing import Any, TypeAlias

from msgspec import UNSET
from msgspec.structs import replace

from games.base import AnyGame, Result, Step, Table, public
from games.rng import Rng
from messages import (
    Change,
    ClientMessage,
    ErrorCode,
    FinalScores,
    IsTurnOfPlayer,
    OtherPlayerWins,
    PlayersInfo,
    Refusal,
    Seat,
    ServerMessage,
    YourTurn,
    YouWin,
)
from messages.registry import GameView, UpdateMessage
from server.resume import CatchUp, decide

KEPT_CHANGES = 48
"""Changes kept for those who come back soon; after more than that a fresh view is shorter."""


Said: TypeAlias = tuple[tuple[Seat, ...] | None, tuple[ServerMessage, ...]]
"""Messages for some seats, or for all of them (None). A bare tuple: every move makes several."""


class Match:
    """Everything that happens goes through ``act`` and ``leave``; both return what is said."""

    __slots__ = (
        *("_asked", "_begun", "_opening", "_quiet", "_recent", "_seed", "_turns"),
        *("fresh", "game", "gone", "result", "seats", "seq", "state", "table"),
    )

    def __init__(self, game: AnyGame, options: Any, table: Table, seed: bytes) -> None:
        self.game = game
        self.table = table
        self.seats = range(len(table.nicknames))
        """All seats, also of players who are gone."""
        self._seed = seed
        step: Step[Any] = game.start(len(table.nicknames), options, Rng(seed))
        self.state = step.state
        self._begun = step.changes
        self.seq = len(step.changes)
        self.result: Result | None = game.result(self.state)
        """The end of the match, or None while it goes on."""
        self._turns = step.turns
        self.fresh = step.turns
        """The seats whose decision is a new one since the last step."""
        self.gone: tuple[Seat, ...] = ()
        """The seats that the rules took from the table in the last step."""
        self._asked: list[ServerMessage | None] = [None for _ in self.seats]
        """What each seat was last asked, and need not be asked again."""
        self._recent: deque[Change] = deque(maxlen=KEPT_CHANGES)
        """The last one has the number ``seq``."""
        self._quiet = False
        self._opening = tuple(map(self._committed, game.opening(self.state, table)))

    @property
    def waiting(self) -> frozenset[Seat]:
        """For whom the table waits."""
        return self.game.waiting(self.state)

    def opening(self) -> list[Said]:
        """What is said at the start: the table, what the set-up did, each seat's view, the turn."""
        said: list[Said] = [(None, tuple([replace(message, seq=0) for message in self._opening]))]
        said += [s for seq, change in enumerate(self._begun, 1) for s in self._update(seq, change)]
        said += [((seat,), (self.view(seat),)) for seat in self.seats]
        said += self._announce(self._turns)
        said += self._prompts(self._turns)
        return said

    def resume(self, seat: Seat, cursor: int = 0, *, same_match: bool = False) -> list[Said]:
        """What a returning seat is told: what it missed, whose turn it is, its question."""
        how = decide(
            cursor,
            self.seq,
            self._oldest,
            len(self._begun),
            in_match=True,
            same_match=same_match,
        )
        if how is CatchUp.UPDATES:
            told = self._missed(seat, cursor)
        else:
            told = [*map(self._numbered, self._opening), self.view(seat)]
        if self.result is None:
            told += [self._turn_message(turn, seat) for turn in self._turns]
            later = [s for s in self._prompts((seat,)) if s[0] == (seat,)]
        else:
            later = [s for s in self._farewell(self.result) if s[0] is None or seat in s[0]]
        return [((seat,), tuple(told)), *later]

    @property
    def turns(self) -> tuple[str, ...]:
        """The names of those who have the turn."""
        return tuple(self.table.nicknames[seat] for seat in self._turns)

    def watched(self, cursor: int | None) -> list[ServerMessage]:
        """What a watcher is told who knows everything up to the cursor; None: nothing yet."""
        if cursor is None or cursor + 1 < self._oldest:
            told = [*map(self._numbered, self._opening), self.view(None)]
        else:
            told = self._missed(None, cursor)
        return told + ([] if self.result is None else [self._final_scores(self.result)])

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
        """All that the seat knows now."""
        view = self.game.view(self.state, seat)
        return GameView(view, seq=self.seq)

    def legal(self, seat: Seat) -> tuple[Any, ...]:
        """What the seat may do now."""
        return self.game.legal(self.state, seat)

    def act(self, seat: Seat, action: ClientMessage) -> list[Said]:
        """Follow an action. Raises Refusal and changes nothing if it is not this seat's to take."""
        try:
            step = self.game.apply(self.state, seat, action)
        except Refusal as refusal:
            if refusal.code is ErrorCode.NOTYOURTURN and self.result is None:
                raise Refusal(refusal.code, self._wait_sentence()) from None
            raise
        return self._follow(step, (seat,))

    def ask(self) -> list[Said]:
        """The questions that are open now, once more."""
        return [] if self.result else self._prompts(tuple(self.seats))

    def leave(self, seat: Seat) -> list[Said]:
        """The seat is given up for good."""
        return self._follow(self.game.leave(self.state, seat), ())

    def timeout(self, seat: Seat) -> list[Said]:
        """The seat's time is over; the game goes on in its own way."""
        return self._follow(self.game.timeout(self.state, seat), (seat,))

    def hush(self) -> None:
        """Say nothing from now on: what is played again was said long ago."""
        self._quiet = True

    def speak(self) -> None:
        """Go on as if every question up to now had been asked aloud."""
        self._quiet = False
        prompt, state = self.game.prompt, self.state
        active = self.game.active(state)
        self._asked = [prompt(state, seat) if seat in active else None for seat in self.seats]

    def _follow(self, step: Step[Any], actors: tuple[Seat, ...]) -> list[Said]:
        self.state = step.state
        self.result = self.game.result(step.state)
        self.fresh = actors + step.turns
        self.gone = step.gone
        if step.turns:
            self._turns = step.turns
        self.seq += len(step.changes)
        self._recent.extend(step.changes)
        return [] if self._quiet else self._words(step.changes, step.turns)

    def _words(self, changes: tuple[Change, ...], turns: tuple[Seat, ...]) -> list[Said]:
        """What everybody is told of a step."""
        said: list[Said]
        numbered = enumerate(changes, self.seq + 1 - len(changes))
        if self.game.redact is public:
            said = [(None, tuple([UpdateMessage(change, seq=seq) for seq, change in numbered]))]
        else:
            said = list(chain.from_iterable(starmap(self._update, numbered)))
        if turns:
            said += self._announce(turns)
            self._asked = [None for _ in self.seats]  # clients forget their questions here too
        result = self.result
        if result is not None:
            said += self._farewell(result)
        else:
            said += self._prompts(self.fresh)
        return said

    def _update(self, seq: int, change: Change) -> Iterator[Said]:
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

    def _announce(self, turns: tuple[Seat, ...]) -> list[Said]:
        said: list[Said] = []
        for turn in turns:
            others = tuple([seat for seat in self.seats if seat != turn])
            said.append(((turn,), (YourTurn(seq=self.seq),)))
            said.append((others, (IsTurnOfPlayer(self.table.nicknames[turn], seq=self.seq),)))
        return said

    def _turn_message(self, turn: Seat, seat: Seat) -> ServerMessage:
        if turn == seat:
            return YourTurn(seq=self.seq)
        return IsTurnOfPlayer(self.table.nicknames[turn], seq=self.seq)

    def _prompts(self, always: tuple[Seat, ...]) -> list[Said]:
        """The question of every active seat: when it is new, and after the seat's own step."""
        said: list[Said] = []
        active, asked = self.game.active(self.state), self._asked
        for seat in self.seats:
            prompt = self.game.prompt(self.state, seat) if seat in active else None
            if prompt is not None and (seat in always or prompt != asked[seat]):
                said.append(((seat,), (replace(prompt, seq=self.seq),)))
            asked[seat] = prompt
        return said

    def _farewell(self, result: Result) -> Iterator[Said]:
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

    def _committed(self, message: ServerMessage) -> ServerMessage:
        """Publish the hash of the seed at the start, so that nobody can choose it afterwards."""
        if not isinstance(message, PlayersInfo):
            return message
        return replace(message, seed_hash=sha256(self._seed).hexdigest())

    def _wait_sentence(self) -> str:
        names = " and ".join(self.table.nicknames[seat] for seat in self._turns)
        return f"Wait for your turn: it is the turn of {names}." if names else "Nothing is asked."

    def _numbered(self, message: ServerMessage) -> ServerMessage:
        return message if message.seq is not UNSET else replace(message, seq=self.seq)
