"""Test nickname rules, views, ends of events and sessions without a token."""

from typing import Any

from msgspec.structs import replace

from games.registry import GAMES
from messages import (
    ActionValid,
    AddComputerPlayer,
    ChooseNickname,
    Message,
    PlayersInfo,
    Reconnect,
    SelectMatch,
    SelectModeAndPlayers,
    SessionOpened,
    StartMatch,
)
from messages.registry import GameView, UpdateMessage
from messages.uno.actions import DrawUnoCard
from server.admission.returns import address_hash
from server.delivery.hub import Hub
from server.dialects.base import LEGACY_CLIENT
from server.dialects.uno.wire import maybe_name
from server.effects import Send, StartBot
from server.handler import GameHandler
from server.history.restore import restore
from server.limits import Limits
from server.sessions import OUR_BOT, OUR_CLIENT
from server.state import ServerState
from server.transports.memory import MemoryPeer
from tests.harness.dialects.uno_server import RunScenario, UnoServer, scenario_runner
from tests.harness.handler import numbered_secrets

SETUP = SelectModeAndPlayers(4, game="uno", standing=True)


class RecordingOutbox:
    """An outbox that records messages and ends of events."""

    transport_name = "test"

    def __init__(self, hub: Hub, name: str, *, views: bool, dialect: str = "") -> None:
        self.events: list[list[Message]] = [[]]
        self._hub = hub
        kind = LEGACY_CLIENT if views else OUR_CLIENT
        client = replace(kind, nickname_rule=maybe_name, dialect=dialect)
        self.peer = hub.connect(self, "127.0.0.1", client=client)
        hub.register_event_outbox(self.peer, self)
        self.send(ChooseNickname(name))

    def send(self, *messages: Any) -> None:
        for message in messages:
            self._hub.receive(self.peer, message)

    def answer(self, message: Message) -> None:
        self.events[-1].append(message)

    def push(self, send: Send) -> None:
        self.events[-1] += send.messages

    def end_event(self) -> None:
        self.events.append([])

    def close(self) -> None:
        self.events.append([])

    @property
    def last_event_names(self) -> list[str]:
        """Return the names of the messages of the last event."""
        return [type(message).__name__ for message in self.events[-2]]


def _hub() -> Hub:
    state = ServerState(
        games=GAMES, limits=Limits(), secrets=numbered_secrets(), strategies={"uno": ("random",)}
    )
    return Hub(GameHandler(state), lambda: 0.0)


def _start_match(*, dialect: str = "") -> tuple[Hub, RecordingOutbox, RecordingOutbox]:
    """Return a hub with a match of a legacy client and an ordinary one."""
    hub = _hub()
    legacy, ordinary = (
        RecordingOutbox(hub, "o.", views=True, dialect=dialect),
        RecordingOutbox(hub, "new", views=False),
    )
    legacy.send(SelectMatch(0), SETUP)
    ordinary.send(SelectMatch(1))
    legacy.send(StartMatch())
    return hub, legacy, ordinary


def test_each_event_with_a_change_ends_with_a_view_for_a_legacy_client_but_not_for_others() -> None:
    _, legacy, ordinary = _start_match()
    assert legacy.last_event_names[-1] == "GameView"
    assert [m for m in ordinary.events[-2] if isinstance(m, GameView | PlayersInfo)]
    for outbox in (legacy, ordinary):
        outbox.send(DrawUnoCard())
    events = [event for event in legacy.events if any(isinstance(m, UpdateMessage) for m in event)]
    assert events
    assert all(isinstance(event[-1], GameView) for event in events)
    views = [
        message for event in ordinary.events for message in event if isinstance(message, GameView)
    ]
    assert len(views) == 1, "the ordinary client receives changes instead"


def test_end_event_is_not_called_for_a_peer_when_only_another_peer_received_messages() -> None:
    _, legacy, ordinary = _start_match()
    before = len(legacy.events)
    ordinary.send(Reconnect("nobody", "nothing"))
    assert len(legacy.events) == before


def _add_computer_players() -> tuple[Hub, list[StartBot]]:
    """Return a hub and its requested computer players: R1 of a legacy host, R2 of another one."""
    hub = _hub()
    calls: list[StartBot] = []
    hub.start_bot = calls.append
    legacy, ordinary = (
        RecordingOutbox(hub, "old", views=True),
        RecordingOutbox(hub, "new", views=False),
    )
    for number, outbox in enumerate((legacy, ordinary), 1):
        outbox.send(SelectMatch(0), SETUP, AddComputerPlayer(name=f"R{number}"))
    return hub, calls


def test_names_of_computer_players_are_lowered_by_the_nickname_rule_of_the_host() -> None:
    _, calls = _add_computer_players()
    assert [call.nickname for call in calls] == ["r1", "r2"]


def test_computer_player_may_choose_its_lowered_name() -> None:
    hub, _ = _add_computer_players()
    robot = MemoryPeer(hub, lambda _: [], lambda call: call(), OUR_BOT)
    assert robot
    computer = max(hub.handler.state.peers)
    outcome = hub.handler.receive(computer, ChooseNickname("r1"), 0.0)
    assert isinstance(outcome.answer, ActionValid)


def test_session_of_a_connected_legacy_client_cannot_be_resumed_with_its_token() -> None:
    _, legacy, ordinary = _start_match()
    (opened,) = [m for event in legacy.events for m in event if isinstance(m, SessionOpened)]
    before = len(ordinary.events)
    ordinary.send(Reconnect(opened.nickname, opened.token))
    assert "Error" in [type(m).__name__ for m in ordinary.events[before - 1]]


def _can_resume(hub: Hub, name: str, token: str = "", **settings: Any) -> bool:
    """Return whether a new client can resume the session of this name."""
    returned = RecordingOutbox(hub, "", **settings)
    returned.send(Reconnect(name, token))
    return any(isinstance(m, GameView) for event in returned.events for m in event)


def test_disconnected_client_resumes_with_its_name_over_its_dialect_and_stores_its_address() -> (
    None
):
    hub, legacy, _ = _start_match(dialect="chess")
    assert not _can_resume(hub, "o.", views=True, dialect="chess"), "the client is still connected"
    hub.disconnect(legacy.peer)
    assert _can_resume(hub, "o.", views=True, dialect="chess")
    (room,) = hub.handler.state.rooms.values()
    stored = [member.token_hash == address_hash("127.0.0.1") for member in room.members]
    assert stored == [True, False]


def test_name_resumes_only_over_the_dialect_of_the_session_even_with_the_token() -> None:
    hub, legacy, ordinary = _start_match(dialect="chess")
    (opened,) = [m for event in legacy.events for m in event if isinstance(m, SessionOpened)]
    hub.disconnect(legacy.peer)
    hub.disconnect(ordinary.peer)
    assert not _can_resume(hub, "new", views=True, dialect="chess"), "a client of the socket"
    assert not _can_resume(hub, "o.", views=True, dialect="go"), "the session of another dialect"
    assert not _can_resume(hub, "o.", views=False), "resuming over the socket"
    assert not _can_resume(hub, "o.", opened.token, views=False), "not even with the token"
    assert not _can_resume(hub, "nobody", views=True, dialect="chess")
    assert _can_resume(hub, "o.", views=True, dialect="chess")


def test_uno_clients_and_their_room_are_removed_by_the_first_tick_after_a_restart() -> None:
    async def scenario(server: UnoServer) -> None:
        alice, _ = await server.start_match("alice", "bob")
        await alice.sync("SM|and then the power failed")
        assert server.journal is not None
        state = ServerState(
            games=GAMES, limits=Limits(), secrets=numbered_secrets(), has_journal=True
        )
        assert restore(state, server.journal) == ([], [], [])
        assert {"alice", "bob"} == state.sessions.keys()
        assert any(outcome.entries for outcome in GameHandler(state).tick(1.0))
        assert not state.sessions
        assert not state.rooms

    scenario_runner(written=True)(scenario)


def test_disconnected_uno_client_is_removed_at_once_and_the_game_of_two_ends(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        alice, bob = await server.start_match("alice", "bob")
        bob.reset()
        await alice.read_until("GE|")
        assert server.server_state.sessions.keys() == {"alice"}
        assert not server.server_state.disconnected_sessions

    run_scenario(scenario)
