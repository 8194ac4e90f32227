"""A small model of the house: who sits where, whose token works, what state each match has.

It knows the pure games and nothing of the server. What it says is compared with the server.
"""

from dataclasses import dataclass, field
from typing import Any

from games.base import AnyGame
from games.registry import GAMES
from games.rng import Rng
from messages import Message, Refusal, SelectModeAndPlayers
from server.journal.records import (
    Abandoned,
    AnyRecord,
    Ended,
    Left,
    TimedOut,
    state_hash,
)
from tests.harness.journalled import JournalledHouse

OLD_TOKENS = 8
"""This many tokens before the last one work until a new one has arrived."""
PATIENCE = 15.0
"""Nothing is done without somebody who was away for less than that."""


@dataclass
class Person:
    """Somebody with a name. ``kept_old`` are the older tokens the journal knows."""

    name: str
    peer: int | None
    token: str
    old: tuple[str, ...] = ()
    kept_old: tuple[str, ...] = ()
    used: list[str] = field(default_factory=list)
    """Tokens that were replaced."""
    phase: str = "match"
    table: int = 0
    away_since: float = 0.0
    result: bool = False
    """Whether the last match ended and no other was asked for since."""
    last: tuple[Any, Message] | None = None
    """The last numbered command and its answer."""
    last_action: tuple[Any, Message] | None = None
    """The same for actions of the match that goes on: this one survives a crash."""


@dataclass
class Board:
    """A table, and once everybody has come its match."""

    number: int
    asked: SelectModeAndPlayers
    members: list[str | None]
    wizards: dict[str, str] = field(default_factory=dict)
    seed: bytes = b""
    state: Any = None
    events: list[tuple[str, int, Any]] = field(default_factory=list)
    talk: list[tuple[str, str]] = field(default_factory=list)

    @property
    def game(self) -> AnyGame:
        return GAMES[self.asked.game]

    @property
    def names(self) -> list[str]:
        return [name for name in self.members if name is not None]

    @property
    def ready(self) -> bool:
        full = len(self.members) == self.asked.number_of_players
        return full and (not self.game.wizards or len(self.wizards) == len(self.members))

    def start(self, seed: bytes) -> None:
        """The first state; everything after it follows from ``events``."""
        self.seed = seed
        options = self.game.options(self.asked.mode, self.asked.options)
        self.state = self.game.start(len(self.members), options, Rng(seed)).state

    def follow(self, kind: str, seat: int, action: Any = None) -> tuple[int, ...]:
        """One more event: act, leave or timeout. The seats that the rules took are returned."""
        self.events.append((kind, seat, action))
        if kind == "act":
            step = self.game.apply(self.state, seat, action)
        elif kind == "leave":
            step = self.game.leave(self.state, seat)
        else:
            step = self.game.timeout(self.state, seat)
        self.state = step.state
        return step.gone

    def played_again(self) -> bytes:
        """The hash of the state that the recorded events lead to from the seed."""
        again = Board(self.number, self.asked, list(self.members))
        again.start(self.seed)
        for event in self.events:
            again.follow(*event)
        return state_hash(again.state)

    def refuses(self, seat: int, action: Any) -> bool:
        """Whether the rules say no to this action now."""
        if seat not in self.game.active(self.state):
            return True
        try:
            self.game.apply(self.state, seat, action)
        except Refusal:
            return True
        return False


class Model:
    """All people and tables."""

    def __init__(self) -> None:
        self.people: dict[str, Person] = {}
        self.boards: dict[int, Board] = {}
        self.began: list[int] = []
        self._next = 1

    def board(self, person: Person) -> Board:
        """Where somebody sits."""
        return self.boards[person.table]

    def seat(self, person: Person) -> int:
        """The place of somebody at the table."""
        return self.board(person).members.index(person.name)

    def taken(self, name: str) -> bool:
        """Whether nobody else may have this name; a result alone does not keep it."""
        person = self.people.get(name)
        return person is not None and (person.peer is not None or person.table != 0)

    # The way to a match

    def create(self, person: Person, asked: SelectModeAndPlayers, seeds: list[bytes]) -> None:
        """A new table."""
        self.boards[self._next] = Board(self._next, asked, [])
        self.join(person, self._next, seeds)
        self._next += 1

    def join(self, person: Person, number: int, seeds: list[bytes]) -> None:
        """A seat at an open table."""
        self.boards[number].members.append(person.name)
        person.table, person.phase = number, "wizard"
        self._start_if_ready(self.boards[number], seeds)

    def choose(self, person: Person, wizard: str, seeds: list[bytes]) -> None:
        """A wizard nobody else has."""
        self.board(person).wizards[person.name] = wizard
        self._start_if_ready(self.board(person), seeds)

    def _start_if_ready(self, board: Board, seeds: list[bytes]) -> None:
        if not board.ready:
            return
        board.start(seeds[-1])
        self.began.append(board.number)
        for name in board.names:
            person = self.people[name]
            person.phase, person.kept_old, person.last_action = "turn", (), None
            person.result = False

    # What happens in a match

    def act(self, person: Person, action: Any) -> None:
        """An accepted action."""
        person.kept_old = ()
        self._follow(self.board(person), "act", self.seat(person), action)

    def leave(self, person: Person) -> None:
        """Somebody gives up the seat."""
        if person.phase != "setup":
            board, seat = self.board(person), self.seat(person)
            self._stand_up(person)
            self._seat_is_free(board, seat)
        person.phase = "match"

    def _seat_is_free(self, board: Board, seat: int) -> None:
        name = board.members[seat]
        if board.state is None:
            board.members.pop(seat)
            board.wizards.pop(name or "", None)
        else:
            board.members[seat] = None
        if not board.names:
            self.close(board)
        elif board.state is not None:
            self._follow(board, "leave", seat)

    def _follow(self, board: Board, kind: str, seat: int, action: Any = None) -> None:
        """Who loses a seat by the rules has no result to wait for."""
        for gone in board.follow(kind, seat, action):
            if (name := board.members[gone]) is not None:
                board.members[gone] = None
                self._stand_up(self.people[name])
                if self.people[name].peer is None:
                    del self.people[name]
        if board.names:
            self._close_if_over(board)
        else:
            self.close(board)

    def _close_if_over(self, board: Board) -> None:
        if board.game.result(board.state) is not None:
            for name in board.names:
                self.people[name].result = True
            self.close(board)

    def close(self, board: Board) -> None:
        """The table is no more; a result waits for those who are not there, nothing else does."""
        self.boards.pop(board.number, None)
        for name in board.names:
            person = self.people[name]
            self._stand_up(person)
            if person.peer is None and not person.result:
                del self.people[name]

    def _stand_up(self, person: Person) -> None:
        person.table, person.phase, person.last_action = 0, "match", None

    # Coming and going

    def cut(self, person: Person, now: float) -> None:
        """A connection is lost; a seat or a result waits for its owner, a mere name does not."""
        person.peer, person.away_since = None, now
        if not person.table and not person.result:
            del self.people[person.name]

    def returned(self, person: Person, peer: int, token: str) -> None:
        """Somebody is back with a new token."""
        person.used.append(person.token)
        person.old = (*person.old, person.token)[-OLD_TOKENS:]
        if person.phase == "turn":
            person.kept_old = (*person.kept_old, person.token)[-OLD_TOKENS:]
        person.token, person.peer = token, peer

    def passed(self, records: list[tuple[int, AnyRecord]], now: float) -> None:
        """Time has passed, and this was written down meanwhile."""
        for number, record in records:
            board = self.boards.get(number)
            if isinstance(record, Left) and board is not None:
                self._gave_up(board, record.seat, now)
            elif isinstance(record, TimedOut) and board is not None:
                assert record.seat in board.game.waiting(board.state)
                self._follow(board, "timeout", record.seat)
            elif isinstance(record, Abandoned) and board is not None:
                assert all(self.people[name].peer is None for name in board.names)
                self.close(board)
            else:
                assert isinstance(record, Ended | Abandoned), record

    def _gave_up(self, board: Board, seat: int, now: float) -> None:
        person = self.people.pop(board.members[seat] or "")
        assert person.peer is None, "nobody who is there loses a seat"
        assert now - person.away_since >= PATIENCE
        self._seat_is_free(board, seat)

    def forgotten(self, names: set[str], now: float) -> None:
        """These names are free again; nobody sat in a match."""
        for name in names:
            person = self.people.pop(name)
            assert person.peer is None
            assert now - person.away_since >= PATIENCE
            assert person.phase != "turn"
            if person.table:
                board = self.boards[person.table]
                self._seat_is_free(board, board.members.index(name))

    def crash(self) -> None:
        """Only matches are kept, and what is known about the people in them."""
        self.boards = {n: board for n, board in self.boards.items() if board.state is not None}
        self._next = max(self.began, default=0) + 1
        self.people = {n: person for n, person in self.people.items() if person.phase == "turn"}
        for person in self.people.values():
            person.peer, person.away_since = None, 0.0
            person.old, person.last = person.kept_old, person.last_action


def picture(house: JournalledHouse) -> tuple[object, ...]:
    """All that a command without effect must leave alone. States are frozen values."""
    lobby = house.state
    return (
        {n: (room.info(), room.chain, _states(room)) for n, room in lobby.rooms.items()},
        {name: (s.state.phase, s.peer, s.seat, s.token_hash) for name, s in lobby.sessions.items()},
        {peer: len(box) for peer, box in house.boxes.items() if box},
        len(house.journal._entries),
        tuple(house.ended),
    )


def _states(room: Any) -> tuple[int, int] | None:
    return (id(room.match.state), room.match.seq) if room.match else None
