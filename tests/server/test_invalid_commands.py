"""Commands that are repeated, reordered, stale or sent from the wrong seat change nothing.

Each sequence consists of some valid commands and some invalid ones between them. The pure game, not
the server, decides whether an action is legal. State, journal, sent messages, names and seats are
compared before and after each invalid command.
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
    ChoosePartner,
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
SEQUENCES_PER_MATCH = 25
"""Maximum number of sequences in one match."""
REMEMBERED_COMMANDS = 20
"""Number of a player's commands that may be repeated; the server remembers more answers."""

OUT_OF_PHASE: tuple[Any, ...] = (
    ChooseNickname("zoe"),
    SelectMatch(0),
    SelectModeAndPlayers(2),
    ChooseWizard("KING"),
    ChoosePartner("bob"),
    StartMatch(),
    AddComputerPlayer(),
    ChangeSeats(2),
)
OTHER_GAME_ACTIONS: dict[str, tuple[Any, ...]] = {
    "eriantys": (DrawUnoCard(), SayUno()),
    "uno": (PlayAssistantCard(1), ChooseCloud(0)),
}


class Command(NamedTuple):
    """A command of a player, with its answer."""

    name: str
    message: Any
    answer: Message


class MatchHarness:
    """A match with its players and the commands they have sent."""

    def __init__(self, game: str, rng: Random) -> None:
        self.rng = rng
        self.harness = JournalledHarness(MemoryJournal())
        self.ids = count(1)
        self.commands: dict[str, deque[Command]] = defaultdict(
            lambda: deque(maxlen=REMEMBERED_COMMANDS)
        )
        self.peers: dict[str, int] = {}
        self.tokens: dict[str, str] = {}
        self.unnamed_peer = self.harness.connect()
        self.invalid_sent = 0
        self._start_match(_random_setup(game, rng))

    def _start_match(self, setup: SelectModeAndPlayers) -> None:
        """Start a match; every command is sent twice and must have one effect."""
        names = NAMES[: setup.number_of_players]
        for name in names:
            self.peers[name] = self.harness.connect()
            self.send_twice(name, ChooseNickname("?"), Error)
            self.send_twice(name, ChooseNickname(name))
            self.tokens[name] = self.harness.received(self.peers[name], SessionOpened)[0].token
        self.send_twice(names[0], SelectMatch(0))
        self.send_twice(names[0], setup)
        for name in names[1:]:
            self.send_twice(name, SelectMatch(1))
        for name, wizard in zip(names, self.room.game.wizards, strict=False):
            self.send_twice(name, ChooseWizard(wizard))
        assert self.match

    def send_twice(self, name: str, message: Any, kind: type[Message] = ActionValid) -> None:
        """Send a message with a new id, repeat it, and repeat the oldest remembered command."""
        assert isinstance(self.send(name, message), kind)
        self.repeat(self.commands[name][-1])
        self.repeat(self.commands[name][0])

    @property
    def room(self) -> Any:
        return self.harness.state.rooms[1]

    @property
    def match(self) -> Match:
        match = self.room.match
        assert isinstance(match, Match)
        return match

    @property
    def is_over(self) -> bool:
        return not self.harness.state.rooms

    def send(self, name: str, message: Any) -> Message:
        """Send a message with a new id; check that the answer has the id."""
        numbered = structs.replace(message, id=next(self.ids))
        answer: Any = self.harness.send(self.peers[name], numbered)
        assert answer.reply_to == numbered.id
        self.commands[name].append(Command(name, numbered, answer))
        return answer  # type: ignore[no-any-return]

    def reconnect(self, name: str) -> None:
        """Resume the session of a player on a new connection."""
        self.peers[name] = self.harness.connect()
        answer = self.send(name, Reconnect(name, self.tokens[name]))
        assert isinstance(answer, SessionOpened)
        self.tokens[name] = answer.token

    def act(self, seat: int, action: Any) -> None:
        """Send an action that must be accepted."""
        answer = self.send(NAMES[seat], action)
        assert isinstance(answer, ActionValid), (action, answer)

    def legal(self) -> tuple[int, Any]:
        """Return a seat that the match waits for, and a legal action."""
        seat = min(self.match.waiting)
        return seat, self.rng.choice(self.match.legal(seat))

    def send_without_effect(self, peer: int, message: Any) -> Message:
        """Send a message that must change nothing and reach no other client; return the answer."""
        before = snapshot(self.harness)
        answer = self.harness.send(peer, message)
        assert snapshot(self.harness) == before, message
        self.invalid_sent += 1
        return answer

    def assert_refused(self, peer: int, message: Any) -> Error:
        """Check that a message has no effect and gets an error with code and text."""
        if self.rng.random() < 0.5:
            message = structs.replace(message, id=next(self.ids))
        error = self.send_without_effect(peer, message)
        assert isinstance(error, Error), (message, error)
        assert isinstance(error.error, ErrorCode)
        assert error.message.endswith(".")
        assert error.reply_to == message.id
        if message.id is not UNSET:
            assert self.send_without_effect(peer, message) == error
        return error

    def repeat(self, command: Command) -> None:
        """Check that a repeated command gets the same answer."""
        assert self.send_without_effect(self.peers[command.name], command.message) == command.answer


def _random_setup(game: str, rng: Random) -> SelectModeAndPlayers:
    options: dict[str, Any] = {}
    if game == "uno":
        mode = rng.choice(("normal", "progressive", "seven_o", "jump_in"))
        options = {"mode": mode, "target_score": rng.choice((1, 200))}
    return SelectModeAndPlayers(rng.randint(2, 4), rng.random() < 0.5, game, options)


# Kinds of invalid commands


def _repeat_a_command(scenario: MatchHarness) -> None:
    name = scenario.rng.choice([name for name in scenario.commands if scenario.commands[name]])
    scenario.repeat(scenario.rng.choice(scenario.commands[name]))


def _reuse_an_id(scenario: MatchHarness) -> None:
    """Send another action with a used id; it must get the answer of the first command."""
    name = scenario.rng.choice(list(scenario.commands))
    command = scenario.rng.choice(scenario.commands[name])
    _, action = scenario.legal()
    other = structs.replace(action, id=command.message.id)
    assert scenario.send_without_effect(scenario.peers[name], other) == command.answer


def _send_stale_command(scenario: MatchHarness) -> None:
    """Send an old command without an id."""
    name = scenario.rng.choice(list(scenario.commands))
    message = scenario.rng.choice(scenario.commands[name]).message
    if type(message) not in scenario.match.game.actions:
        message = structs.replace(message, id=UNSET)
        assert (
            scenario.assert_refused(scenario.peers[name], message).error
            is ErrorCode.UNEXPECTEDMESSAGE
        )
    elif _is_refused_by_rules(scenario.match, NAMES.index(name), message):
        scenario.assert_refused(scenario.peers[name], structs.replace(message, id=UNSET))


def _send_reordered_actions(scenario: MatchHarness) -> None:
    """Send the next three actions in reverse order, then in the right order."""
    next_actions = list(_next_actions(scenario, 3))
    for seat, action, _ in reversed(next_actions[1:]):
        if _is_refused_by_rules(scenario.match, seat, action):
            scenario.assert_refused(scenario.peers[NAMES[seat]], action)
    for seat, action, state in next_actions:
        match = scenario.match
        scenario.act(seat, action)
        assert match.state == state


def _send_from_wrong_seat(scenario: MatchHarness) -> None:
    seat, action = scenario.legal()
    other = scenario.rng.choice([s for s in scenario.match.seats if s != seat])
    if _is_refused_by_rules(scenario.match, other, action):
        scenario.assert_refused(scenario.peers[NAMES[other]], action)


def _send_action_of_other_game(scenario: MatchHarness) -> None:
    action = scenario.rng.choice(OTHER_GAME_ACTIONS[scenario.match.game.name])
    error = scenario.assert_refused(scenario.rng.choice(list(scenario.peers.values())), action)
    assert error.error is ErrorCode.UNEXPECTEDMESSAGE


def _send_in_wrong_phase(scenario: MatchHarness) -> None:
    peer = scenario.rng.choice(list(scenario.peers.values()))
    error = scenario.assert_refused(peer, scenario.rng.choice(OUT_OF_PHASE))
    assert error.error is ErrorCode.UNEXPECTEDMESSAGE


def _send_from_unnamed_peer(scenario: MatchHarness) -> None:
    error = scenario.assert_refused(scenario.unnamed_peer, scenario.legal()[1])
    assert error.error is ErrorCode.UNEXPECTEDMESSAGE


def _send_from_replaced_connection(scenario: MatchHarness) -> None:
    """Check that input on a replaced connection, and its end, have no effect."""
    seat, action = scenario.legal()
    name = NAMES[seat]
    old, token = scenario.peers[name], scenario.tokens[name]
    scenario.reconnect(name)
    error = scenario.assert_refused(old, action)
    assert error.error is ErrorCode.UNEXPECTEDMESSAGE
    wrong = Reconnect(name, token)
    assert isinstance(scenario.send(name, action), ActionValid)
    assert scenario.assert_refused(old, wrong).error is ErrorCode.SESSIONUNKNOWN
    before = snapshot(scenario.harness)
    scenario.harness.disconnect(old)
    assert snapshot(scenario.harness) == before


INVALID_COMMANDS: tuple[Callable[[MatchHarness], None], ...] = (
    *(
        _repeat_a_command,
        _reuse_an_id,
        _send_stale_command,
        _send_reordered_actions,
        _send_from_wrong_seat,
    ),
    *(
        _send_action_of_other_game,
        _send_in_wrong_phase,
        _send_from_unnamed_peer,
        _send_from_replaced_connection,
    ),
)


def _is_refused_by_rules(match: Match, seat: int, action: Any) -> bool:
    """Return whether the pure game refuses this action now."""
    if seat not in match.game.active(match.state):
        return True
    try:
        match.game.apply(match.state, seat, action)
    except Refusal:
        return True
    return False


def _next_actions(scenario: MatchHarness, number: int) -> Iterator[tuple[int, Any, Any]]:
    """Yield this number of future actions, each with its seat and the resulting state."""
    game, state = scenario.match.game, scenario.match.state
    for _ in range(number):
        if game.result(state) is not None:
            return
        seat = min(game.waiting(state))
        action = scenario.rng.choice(game.legal(state, seat))
        state = game.apply(state, seat, action).state
        yield seat, action, state


def _play_sequences(game: str, seed: str, number: int) -> Iterator[MatchHarness]:
    """Play this number of sequences; yield the harness after each."""
    rng = Random(f"{game} {seed}")
    scenario = MatchHarness(game, rng)
    for index in range(number):
        if scenario.is_over or index % SEQUENCES_PER_MATCH == 0:
            scenario = MatchHarness(game, rng)
        before = scenario.invalid_sent
        _play_sequence(scenario)
        assert scenario.invalid_sent > before
        yield scenario


def _play_sequence(scenario: MatchHarness) -> None:
    """Send some valid actions, then invalid commands, at least one of them."""
    for _ in range(scenario.rng.randrange(3)):
        if not scenario.is_over:
            scenario.act(*scenario.legal())
    _repeat_a_command(scenario)
    for send_invalid in scenario.rng.choices(INVALID_COMMANDS, k=scenario.rng.randint(1, 4)):
        if not scenario.is_over:
            send_invalid(scenario)


@pytest.mark.parametrize("game", ["eriantys", "uno"])
def test_invalid_commands_get_an_error_or_the_stored_answer_and_change_nothing(game: str) -> None:
    assert sum(1 for _ in _play_sequences(game, "short", 750)) == 750


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("game", ["eriantys", "uno"])
def test_invalid_commands_get_an_error_or_the_stored_answer_in_long_runs(
    game: str, part: int
) -> None:
    assert sum(1 for _ in _play_sequences(game, f"soak {part}", 1000)) == 1000


@pytest.mark.parametrize("game", ["eriantys", "uno"])
@pytest.mark.parametrize("send_invalid", INVALID_COMMANDS)
def test_each_kind_of_invalid_command_is_sent_in_some_match(
    game: str, send_invalid: Callable[[MatchHarness], None]
) -> None:
    rng = Random(f"{game} {send_invalid.__name__}")
    matches_with_invalid = 0
    for _ in range(6):
        scenario = MatchHarness(game, rng)
        before = scenario.invalid_sent
        for _ in range(3):
            scenario.act(*scenario.legal())
            if not scenario.is_over:
                send_invalid(scenario)
        matches_with_invalid += scenario.invalid_sent > before
    assert matches_with_invalid
