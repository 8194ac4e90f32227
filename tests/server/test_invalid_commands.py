"""Commands that are repeated, reordered, stale or sent from the wrong seat change nothing.

Each sequence is a few honest commands at a table and a few mangled ones between them. What the
rules think of a mangled action is asked of the pure game, not of the server; everything else is
compared before and after: state, journal, letter boxes, names, seats.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from typing import Any, NamedTuple

import pytest
from msgspec import UNSET, structs

from messages import (
    ActionValid,
    AddComputerPlayer,
    ChangeSeats,
    ChooseNickname,
    ChooseWizard,
    Error,
    ErrorCode,
    Message,
    Reconnect,
    Refusal,
    SelectMatch,
    SelectModeAndPlayers,
    SessionOpened,
    StartMatch,
)
from messages.eriantys.actions import ChooseCloud, PlayAssistantCard
from messages.uno.actions import DrawUnoCard, SayUno
from server.match import Match
from tests.harness.journalled import JournalledHarness
from tests.harness.memory_journal import MemoryJournal
from tests.harness.server_model import snapshot

NAMES = ("ada", "bob", "eve", "fay")
PER_TABLE = 25
"""Sequences at one table, if its match lasts that long."""
REMEMBERED = 20
"""How many of a player's commands may be repeated: well below what a server remembers."""

OUT_OF_PHASE: tuple[Any, ...] = (
    ChooseNickname("zoe"),
    SelectMatch(0),
    SelectModeAndPlayers(2),
    ChooseWizard("KING"),
    StartMatch(),
    AddComputerPlayer(),
    ChangeSeats(2),
)
OF_THE_OTHER_GAME: dict[str, tuple[Any, ...]] = {
    "eriantys": (DrawUnoCard(), SayUno()),
    "uno": (PlayAssistantCard(1), ChooseCloud(0)),
}


class Command(NamedTuple):
    """Something a player said, and what the direct answer was."""

    name: str
    message: Any
    answer: Message


class MatchHarness:
    """A match with its players, what they said so far, and the means to mangle it."""

    def __init__(self, game: str, rng: Random) -> None:
        self.rng = rng
        self.house = JournalledHarness(MemoryJournal())
        self.ids = count(1)
        self.said: dict[str, deque[Command]] = defaultdict(lambda: deque(maxlen=REMEMBERED))
        self.peers: dict[str, int] = {}
        self.tokens: dict[str, str] = {}
        self.stranger = self.house.connect()
        self.mangled = 0
        self._sit_down(_set_up(game, rng))

    def _sit_down(self, set_up: SelectModeAndPlayers) -> None:
        """Every command of the way to the match is said twice, and has one effect."""
        names = NAMES[: set_up.number_of_players]
        for name in names:
            self.peers[name] = self.house.connect()
            self.twice(name, ChooseNickname("?"), Error)
            self.twice(name, ChooseNickname(name))
            self.tokens[name] = self.house.received(self.peers[name], SessionOpened)[0].token
        self.twice(names[0], SelectMatch(0))
        self.twice(names[0], set_up)
        for name in names[1:]:
            self.twice(name, SelectMatch(1))
        for name, wizard in zip(names, self.room.game.wizards, strict=False):
            self.twice(name, ChooseWizard(wizard))
        assert self.match

    def twice(self, name: str, message: Any, kind: type[Message] = ActionValid) -> None:
        """Say it under a new number, and again; then repeat something older, too."""
        assert isinstance(self.send(name, message), kind)
        self.repeat(self.said[name][-1])
        self.repeat(self.said[name][0])

    @property
    def room(self) -> Any:
        return self.house.state.rooms[1]

    @property
    def match(self) -> Match:
        match = self.room.match
        assert isinstance(match, Match)
        return match

    @property
    def over(self) -> bool:
        return not self.house.state.rooms

    def send(self, name: str, message: Any) -> Message:
        """Under a new number; the answer carries it."""
        numbered = structs.replace(message, id=next(self.ids))
        answer: Any = self.house.send(self.peers[name], numbered)
        assert answer.reply_to == numbered.id
        self.said[name].append(Command(name, numbered, answer))
        return answer  # type: ignore[no-any-return]

    def reconnect(self, name: str) -> None:
        """The player goes on at a new connection."""
        self.peers[name] = self.house.connect()
        opened = self.send(name, Reconnect(name, self.tokens[name]))
        assert isinstance(opened, SessionOpened)
        self.tokens[name] = opened.token

    def act(self, seat: int, action: Any) -> None:
        """An action that must be accepted."""
        answer = self.send(NAMES[seat], action)
        assert isinstance(answer, ActionValid), (action, answer)

    def legal(self) -> tuple[int, Any]:
        """A seat that is waited for, and something it may do."""
        seat = min(self.match.waiting)
        return seat, self.rng.choice(self.match.legal(seat))

    def harmless(self, peer: int, message: Any) -> Message:
        """Say something that must change nothing and be heard by nobody else."""
        before = snapshot(self.house)
        answer = self.house.send(peer, message)
        assert snapshot(self.house) == before, message
        self.mangled += 1
        return answer

    def refused(self, peer: int, message: Any) -> Error:
        """Something harmless to which the answer is an error with a code and a sentence."""
        if self.rng.random() < 0.5:
            message = structs.replace(message, id=next(self.ids))
        error = self.harmless(peer, message)
        assert isinstance(error, Error), (message, error)
        assert isinstance(error.error, ErrorCode)
        assert error.message.endswith(".")
        assert error.reply_to == message.id
        if message.id is not UNSET:
            assert self.harmless(peer, message) == error
        return error

    def repeat(self, command: Command) -> None:
        """The same again gets the same answer."""
        assert self.harmless(self.peers[command.name], command.message) == command.answer


def _set_up(game: str, rng: Random) -> SelectModeAndPlayers:
    options: dict[str, Any] = {}
    if game == "uno":
        mode = rng.choice(("normal", "progressive", "seven_o", "jump_in"))
        options = {"mode": mode, "target_score": rng.choice((1, 200))}
    return SelectModeAndPlayers(rng.randint(2, 4), rng.random() < 0.5, game, options)


# Ways of mangling


def _repeated(table: MatchHarness) -> None:
    name = table.rng.choice([name for name in table.said if table.said[name]])
    table.repeat(table.rng.choice(table.said[name]))


def _same_number_for_something_else(table: MatchHarness) -> None:
    """The first command of a number counts, whatever comes under it later."""
    name = table.rng.choice(list(table.said))
    command = table.rng.choice(table.said[name])
    _, action = table.legal()
    other = structs.replace(action, id=command.message.id)
    assert table.harmless(table.peers[name], other) == command.answer


def _stale(table: MatchHarness) -> None:
    """Something said long ago, now under a new number."""
    name = table.rng.choice(list(table.said))
    message = table.rng.choice(table.said[name]).message
    if type(message) not in table.match.game.actions:
        message = structs.replace(message, id=UNSET)
        assert table.refused(table.peers[name], message).error is ErrorCode.UNEXPECTEDMESSAGE
    elif _against_the_rules(table.match, NAMES.index(name), message):
        table.refused(table.peers[name], structs.replace(message, id=UNSET))


def _reordered(table: MatchHarness) -> None:
    """The next three actions, the last one first; in the right order they are welcome."""
    ahead = list(_ahead(table, 3))
    for seat, action, _ in reversed(ahead[1:]):
        if _against_the_rules(table.match, seat, action):
            table.refused(table.peers[NAMES[seat]], action)
    for seat, action, state in ahead:
        match = table.match
        table.act(seat, action)
        assert match.state == state


def _wrong_seat(table: MatchHarness) -> None:
    seat, action = table.legal()
    other = table.rng.choice([s for s in table.match.seats if s != seat])
    if _against_the_rules(table.match, other, action):
        table.refused(table.peers[NAMES[other]], action)


def _wrong_game(table: MatchHarness) -> None:
    action = table.rng.choice(OF_THE_OTHER_GAME[table.match.game.name])
    error = table.refused(table.rng.choice(list(table.peers.values())), action)
    assert error.error is ErrorCode.UNEXPECTEDMESSAGE


def _wrong_phase(table: MatchHarness) -> None:
    peer = table.rng.choice(list(table.peers.values()))
    error = table.refused(peer, table.rng.choice(OUT_OF_PHASE))
    assert error.error is ErrorCode.UNEXPECTEDMESSAGE


def _from_a_stranger(table: MatchHarness) -> None:
    error = table.refused(table.stranger, table.legal()[1])
    assert error.error is ErrorCode.UNEXPECTEDMESSAGE


def _from_an_old_connection(table: MatchHarness) -> None:
    """The player is at a new connection; what the old one still sends does nothing, nor its end."""
    seat, action = table.legal()
    name = NAMES[seat]
    old, token = table.peers[name], table.tokens[name]
    table.reconnect(name)
    error = table.refused(old, action)
    assert error.error is ErrorCode.UNEXPECTEDMESSAGE
    wrong = Reconnect(name, token)
    assert isinstance(table.send(name, action), ActionValid)
    assert table.refused(old, wrong).error is ErrorCode.SESSIONUNKNOWN
    before = snapshot(table.house)
    table.house.disconnect(old)
    assert snapshot(table.house) == before


MANGLED: tuple[Callable[[MatchHarness], None], ...] = (
    *(_repeated, _same_number_for_something_else, _stale, _reordered, _wrong_seat),
    *(_wrong_game, _wrong_phase, _from_a_stranger, _from_an_old_connection),
)


def _against_the_rules(match: Match, seat: int, action: Any) -> bool:
    """Whether the pure game refuses this action now."""
    if seat not in match.game.active(match.state):
        return True
    try:
        match.game.apply(match.state, seat, action)
    except Refusal:
        return True
    return False


def _ahead(table: MatchHarness, number: int) -> Iterator[tuple[int, Any, Any]]:
    """So many actions to come, each with its seat and the state it will lead to."""
    game, state = table.match.game, table.match.state
    for _ in range(number):
        if game.result(state) is not None:
            return
        seat = min(game.waiting(state))
        action = table.rng.choice(game.legal(state, seat))
        state = game.apply(state, seat, action).state
        yield seat, action, state


def _sequences(game: str, seed: str, number: int) -> Iterator[MatchHarness]:
    """Play so many sequences; each gives the table after it."""
    rng = Random(f"{game} {seed}")
    table = MatchHarness(game, rng)
    for index in range(number):
        if table.over or index % PER_TABLE == 0:
            table = MatchHarness(game, rng)
        before = table.mangled
        _sequence(table)
        assert table.mangled > before
        yield table


def _sequence(table: MatchHarness) -> None:
    """Some honest actions, then mangled ones; the first of them is always possible."""
    for _ in range(table.rng.randrange(3)):
        if not table.over:
            table.act(*table.legal())
    _repeated(table)
    for mangle in table.rng.choices(MANGLED, k=table.rng.randint(1, 4)):
        if not table.over:
            mangle(table)


@pytest.mark.parametrize("game", ["eriantys", "uno"])
def test_mangled_commands_change_nothing(game: str) -> None:
    assert sum(1 for _ in _sequences(game, "short", 750)) == 750


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("game", ["eriantys", "uno"])
def test_mangled_commands_change_nothing_20_000_times(game: str, part: int) -> None:
    assert sum(1 for _ in _sequences(game, f"soak {part}", 1000)) == 1000


@pytest.mark.parametrize("game", ["eriantys", "uno"])
@pytest.mark.parametrize("mangle", MANGLED)
def test_each_way_of_mangling_is_met(game: str, mangle: Callable[[MatchHarness], None]) -> None:
    rng = Random(f"{game} {mangle.__name__}")
    met = 0
    for _ in range(6):
        table = MatchHarness(game, rng)
        before = table.mangled
        for _ in range(3):
            table.act(*table.legal())
            if not table.over:
                mangle(table)
        met += table.mangled > before
    assert met
