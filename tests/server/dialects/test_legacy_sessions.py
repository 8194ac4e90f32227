"""What the old dialects need of the server in general: names, views, settling, no way back."""

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
from server.delivery.hub import Hub
from server.dialects.base import LEGACY_CLIENT
from server.dialects.uno.wire import maybe_name
from server.effects import Send, StartBot
from server.handler import GameHandler
from server.history.restore import restore
from server.journal.records import NO_HASH
from server.limits import Limits
from server.sessions import OUR_BOT, OUR_CLIENT
from server.state import ServerState
from server.transports.memory import MemoryPeer
from tests.harness.dialects.uno_server import RunScenario, UnoServer, scenario_runner
from tests.harness.handler import numbered_secrets

TABLE = SelectModeAndPlayers(4, game="uno", standing=True)


class RecordingOutbox:
    """An outbox that notes where events end."""

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
    def last(self) -> list[str]:
        """The last event, by the names of its messages."""
        return [type(message).__name__ for message in self.events[-2]]


def _hub() -> Hub:
    lobby = ServerState(GAMES, Limits(), numbered_secrets(), {"uno": ("random",)})
    return Hub(GameHandler(lobby), lambda: 0.0)


def _table(*, dialect: str = "") -> tuple[Hub, RecordingOutbox, RecordingOutbox]:
    """An old guest and a new one at a table that has begun."""
    hub = _hub()
    old, new = (
        RecordingOutbox(hub, "o.", views=True, dialect=dialect),
        RecordingOutbox(hub, "new", views=False),
    )
    old.send(SelectMatch(0), TABLE)
    new.send(SelectMatch(1))
    old.send(StartMatch())
    return hub, old, new


def test_a_view_ends_every_event_of_a_match_for_who_wants_it() -> None:
    _, old, new = _table()
    assert old.last[-1] == "GameView"
    assert [m for m in new.events[-2] if isinstance(m, GameView | PlayersInfo)]
    for box in (old, new):
        box.send(DrawUnoCard())
    events = [event for event in old.events if any(isinstance(m, UpdateMessage) for m in event)]
    assert events
    assert all(isinstance(event[-1], GameView) for event in events)
    views = [message for event in new.events for message in event if isinstance(message, GameView)]
    assert len(views) == 1, "the others follow the changes"


def test_only_those_are_settled_who_were_told_something() -> None:
    _, old, new = _table()
    before = len(old.events)
    new.send(Reconnect("nobody", "nothing"))
    assert len(old.events) == before


def test_the_host_s_rule_is_for_the_names_of_computer_players_too() -> None:
    hub = _hub()
    calls: list[StartBot] = []
    hub.start_bot = calls.append
    old, new = RecordingOutbox(hub, "old", views=True), RecordingOutbox(hub, "new", views=False)
    for number, box in enumerate((old, new), 1):
        box.send(SelectMatch(0), TABLE, AddComputerPlayer(name=f"R{number}"))
    assert [call.nickname for call in calls] == ["r1", "r2"]
    robot = MemoryPeer(hub, lambda _: [], lambda work: work(), OUR_BOT)
    assert robot
    computer = max(hub.handler.state.peers)
    outcome = hub.handler.receive(computer, ChooseNickname("r1"), 0.0)
    assert isinstance(outcome.answer, ActionValid)


def test_nobody_comes_back_to_the_seat_of_an_old_guest() -> None:
    _, old, new = _table()
    (opened,) = [m for event in old.events for m in event if isinstance(m, SessionOpened)]
    before = len(new.events)
    new.send(Reconnect(opened.nickname, opened.token))
    assert "Error" in [type(m).__name__ for m in new.events[before - 1]]


def _comes_back(hub: Hub, name: str, token: str = "", **settings: Any) -> bool:
    """Whether somebody gets the seat of this name."""
    late = RecordingOutbox(hub, "", **settings)
    late.send(Reconnect(name, token))
    return any(isinstance(m, GameView) for event in late.events for m in event)


def test_where_a_dialect_says_so_its_guests_come_back_by_name() -> None:
    hub, old, _ = _table(dialect="chess")
    assert not _comes_back(hub, "o.", views=True, dialect="chess"), "the guest is still here"
    hub.disconnect(old.peer)
    assert _comes_back(hub, "o.", views=True, dialect="chess")
    (room,) = hub.handler.state.rooms.values()
    assert [member.token_hash == NO_HASH for member in room.members] == [True, False]


def test_a_name_alone_opens_no_seat_of_another_route() -> None:
    hub, old, new = _table(dialect="chess")
    (opened,) = [m for event in old.events for m in event if isinstance(m, SessionOpened)]
    hub.disconnect(old.peer)
    hub.disconnect(new.peer)
    assert not _comes_back(hub, "new", views=True, dialect="chess"), "a guest of the socket"
    assert not _comes_back(hub, "o.", views=True, dialect="go"), "a guest of another dialect"
    assert not _comes_back(hub, "o.", views=False), "a guest of the socket as an old one"
    assert not _comes_back(hub, "o.", opened.token, views=False), "not even with the token"
    assert not _comes_back(hub, "nobody", views=True, dialect="chess")
    assert _comes_back(hub, "o.", views=True, dialect="chess")


def test_after_a_restart_nobody_waits_for_guests_who_cannot_come_back() -> None:
    async def scenario(server: UnoServer) -> None:
        alice, _ = await server.start_match("alice", "bob")
        await alice.sync("SM|and then the power failed")
        assert server.journal is not None
        lobby = ServerState(GAMES, Limits(), numbered_secrets(), has_journal=True)
        assert restore(lobby, server.journal) == ([], [])
        assert {"alice", "bob"} == lobby.sessions.keys()
        assert any(outcome.entries for outcome in GameHandler(lobby).tick(1.0))
        assert not lobby.sessions
        assert not lobby.rooms

    scenario_runner(written=True)(scenario)


def test_an_old_guest_who_goes_is_gone_at_once(play: RunScenario) -> None:
    async def scenario(server: UnoServer) -> None:
        alice, bob = await server.start_match("alice", "bob")
        bob.reset()
        await alice.read_until("GE|")
        assert server.server_state.sessions.keys() == {"alice"}
        assert not server.server_state.disconnected_sessions

    play(scenario)
