"""The connection that stores the session of its client and resumes a stored one."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from client.connections import ConnectionEvent
from client.connections.recording import RecordingConnection
from client.connections.sessions import SessionStore, StoredSession, load_sessions
from client.connections.text import SEAT_GIVEN_UP
from messages import (
    ActionValid,
    ChooseMatch,
    ChooseNickname,
    ClientMessage,
    Error,
    ErrorCode,
    FinalScores,
    GenericMessage,
    PlayersInfo,
    Quit,
    Reconnect,
    RequestNickname,
    RoomInfo,
    RoomUpdate,
    SessionOpened,
)
from messages.base import ServerMessage
from tests.harness.fake_connection import FakeServer

ADA = StoredSession("there:1", "ada", "token-1", "uno", ("ada", "anna"))


@pytest.fixture
def store(tmp_path: Path) -> SessionStore:
    return SessionStore(tmp_path / "sessions.json", clock=lambda: 7.0)


def _room(*players: str) -> RoomUpdate:
    return RoomUpdate(RoomInfo(1, "uno", False, {}, players, 2, 0, players[0], False, "open"))


def _stored_after(store: SessionStore, *received: ServerMessage) -> tuple[StoredSession, ...]:
    """Return the file after a connection has delivered these messages."""

    async def work() -> None:
        connection = RecordingConnection(FakeServer(*received), store, "there:1")
        for _ in received:
            await connection.receive()

    asyncio.run(work())
    return load_sessions(store.path)


OPENED = SessionOpened("ada", "token-1")
STARTED = PlayersInfo(player_nicknames=("anna", "ada"), number_of_players=2, match=1, game="uno")


@pytest.mark.parametrize(
    ("received", "game", "players"),
    [
        ((OPENED,), "", ()),
        ((OPENED, _room("ada")), "uno", ("ada",)),
        ((OPENED, STARTED), "uno", ("anna", "ada")),
        ((OPENED, STARTED, ChooseMatch(())), "", ()),
        ((OPENED, STARTED, FinalScores(("ada",), {"ada": 1}, "done", "00")), "", ()),
        ((OPENED, _room("anna", "bob")), "", ()),
    ],
)
def test_connection_stores_the_token_and_the_table_of_a_player_but_not_of_a_spectator(
    store: SessionStore, received: tuple[ServerMessage, ...], game: str, players: tuple[str, ...]
) -> None:
    (session,) = _stored_after(store, *received)
    assert session == StoredSession("there:1", "ada", "token-1", game, players, 7.0)


class ScriptedServer(FakeServer):
    """Answers each message with the next of these answers; records messages with their ids."""

    def __init__(self, *answers: ServerMessage) -> None:
        super().__init__(RequestNickname())
        self._answers = list(answers)
        self.sent: list[ClientMessage] = []

    async def send(self, message: ClientMessage) -> None:
        self.sent.append(message)
        if self._answers:
            self.push(structs.replace(self._answers.pop(0), reply_to=message.id))


def _choose(
    store: SessionStore, server: ScriptedServer, received: int
) -> list[ServerMessage | ConnectionEvent]:
    """Choose the nickname ada with the id 5; return this number of messages."""

    async def work() -> list[ServerMessage | ConnectionEvent]:
        connection = RecordingConnection(server, store, "there:1")
        await connection.receive()
        await connection.send(ChooseNickname("ada", id=5))
        return [await connection.receive() for _ in range(received)]

    return asyncio.run(work())


def test_nickname_with_a_stored_session_resumes_it_and_stores_the_new_token(
    store: SessionStore,
) -> None:
    store.save(ADA)
    server = ScriptedServer(SessionOpened("ada", "token-2"))
    assert _choose(store, server, 1) == [SessionOpened("ada", "token-2", reply_to=5)]
    assert server.sent == [Reconnect("ada", "token-1", 0, id=5)]
    (session,) = load_sessions(store.path)
    assert (session.token, session.game) == ("token-2", "uno")


@pytest.mark.parametrize("game", ["", "uno"])
def test_session_that_the_server_does_not_know_is_removed_and_the_nickname_chosen(
    store: SessionStore, game: str
) -> None:
    """The answer to the second message has the id of the first, which the caller knows."""
    store.save(structs.replace(ADA, game=game))
    server = ScriptedServer(Error(ErrorCode.SESSIONUNKNOWN, "unknown"), ActionValid("welcome"))
    told = [GenericMessage(SEAT_GIVEN_UP)] if game else []
    assert _choose(store, server, 1 + len(told)) == [*told, ActionValid("welcome", reply_to=5)]
    _, again = server.sent
    assert isinstance(again, ChooseNickname)
    assert again.id != 5
    assert load_sessions(store.path) == ()


def test_nickname_without_a_stored_session_on_this_server_is_sent_unchanged(
    store: SessionStore,
) -> None:
    store.save(structs.replace(ADA, address="elsewhere:1"))
    server = ScriptedServer(ActionValid("welcome"))
    _choose(store, server, 1)
    assert server.sent == [ChooseNickname("ada", id=5)]


def test_new_token_after_a_lost_connection_replaces_the_old_one(store: SessionStore) -> None:
    (session,) = _stored_after(store, OPENED, STARTED, SessionOpened("ada", "token-2"))
    assert (session.token, session.game) == ("token-2", "uno")


def test_session_is_removed_after_quit(store: SessionStore) -> None:
    async def work() -> None:
        connection = RecordingConnection(FakeServer(OPENED), store, "there:1")
        await connection.receive()
        assert load_sessions(store.path)
        await connection.send(Quit())

    asyncio.run(work())
    assert load_sessions(store.path) == ()


@pytest.mark.parametrize(
    ("events", "is_stored"),
    [
        ([ConnectionEvent.LOST], True),
        ([ConnectionEvent.LOST, ConnectionEvent.RESTORED], False),
    ],
)
def test_quit_removes_the_session_except_while_disconnected(
    store: SessionStore, events: list[ConnectionEvent], is_stored: bool
) -> None:
    """The server never receives Quit while disconnected, and keeps the seat."""
    remaining = list(events)

    class Losing(FakeServer):
        async def receive(self) -> Any:
            return remaining.pop(0) if self.empty else await super().receive()

    async def work() -> None:
        connection = RecordingConnection(Losing(OPENED), store, "there:1")
        await connection.receive()
        for event in events:
            assert await connection.receive() is event
        await connection.send(Quit())

    asyncio.run(work())
    assert bool(load_sessions(store.path)) == is_stored


def test_session_is_removed_when_it_is_refused_after_a_lost_connection(store: SessionStore) -> None:
    class Refusing(FakeServer):
        async def receive(self) -> Any:
            return ConnectionEvent.REFUSED if self.empty else await super().receive()

    async def work() -> None:
        connection = RecordingConnection(Refusing(OPENED), store, "there:1")
        await connection.receive()
        assert load_sessions(store.path)
        assert await connection.receive() is ConnectionEvent.REFUSED

    asyncio.run(work())
    assert load_sessions(store.path) == ()
