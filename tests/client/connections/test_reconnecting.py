"""A connection that comes back by itself, over connections that say what the test wrote."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest
from msgspec import UNSET, structs

from client.connections.base import ConnectionEvent, ConnectionLost
from client.connections.reconnecting import ReconnectingConnection
from messages import (
    ActionValid,
    ChooseMatch,
    ChooseNickname,
    ClientMessage,
    Error,
    ErrorCode,
    GenericMessage,
    LeaveMatch,
    ListActions,
    Reconnect,
    RequestNickname,
    SelectMatch,
    ServerMessage,
    SessionOpened,
    WatchMatch,
)


class Scripted:
    """Says these messages, then breaks; the answer to Reconnect is sent when it is said."""

    def __init__(self, *messages: ServerMessage, answer: ServerMessage | None = None) -> None:
        self._messages = list(messages)
        self._answer = answer
        self.heard: list[ClientMessage] = []
        self.closed = False

    async def send(self, message: ClientMessage) -> None:
        self.heard.append(message)
        if isinstance(message, Reconnect) and self._answer is not None:
            numbered = {**_fields(self._answer), "reply_to": message.id}
            self._messages.insert(0, type(self._answer)(**numbered))

    async def receive(self) -> ServerMessage:
        if not self._messages:
            raise ConnectionLost("broken")
        return self._messages.pop(0)

    async def close(self) -> None:
        self.closed = True


def _fields(message: ServerMessage) -> dict[str, Any]:
    return {name: getattr(message, name) for name in message.__struct_fields__}


class Server:
    """Gives out the connections in turn; None is a server that is not there."""

    def __init__(self, *connections: Scripted | None) -> None:
        self._waiting = list(connections)
        self.pauses: list[float] = []

    async def open(self) -> Scripted:
        connection = self._waiting.pop(0) if self._waiting else None
        if connection is None:
            raise ConnectionLost("nobody there")
        return connection

    async def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)

    def lasting(self, first: Scripted, attempts: int = 5) -> ReconnectingConnection:
        return ReconnectingConnection(self.open, first, attempts=attempts, pause=self.pause)


async def heard(
    connection: ReconnectingConnection, count: int
) -> list[ServerMessage | ConnectionEvent]:
    return [await connection.receive() for _ in range(count)]


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


OPENED = SessionOpened("ada", "token-1")
AGAIN = SessionOpened("ada", "token-2")
UNKNOWN = Error(ErrorCode.SESSIONUNKNOWN, "No such session.")


def test_the_seat_is_taken_back_and_what_has_no_answer_is_said_again() -> None:
    async def work() -> None:
        first, second = Scripted(OPENED), Scripted(answer=AGAIN)
        server = Server(None, None, second)
        connection = server.lasting(first)
        assert await connection.receive() == OPENED
        await connection.send(ListActions())
        lost, opened, back = await heard(connection, 3)
        assert lost is ConnectionEvent.LOST
        assert isinstance(opened, SessionOpened)
        assert back is ConnectionEvent.RESTORED
        reconnect, again = second.heard
        assert isinstance(reconnect, Reconnect)
        assert reconnect.token == "token-1"
        assert again == first.heard[0]
        assert first.closed
        assert len(server.pauses) == 2
        assert server.pauses[0] <= server.pauses[1]

    run(work())


def test_a_seat_that_is_gone_means_to_begin_anew() -> None:
    async def work() -> None:
        connection = Server(Scripted(answer=UNKNOWN)).lasting(Scripted(OPENED))
        messages = await heard(connection, 4)
        assert messages[1:] == [ConnectionEvent.LOST, ConnectionEvent.REFUSED, RequestNickname()]

    run(work())


def test_who_watched_asks_to_watch_again_where_nobody_knows_them() -> None:
    async def work(*before: ClientMessage) -> list[ClientMessage]:
        again = Scripted(AGAIN, ChooseMatch(()), answer=UNKNOWN)
        connection = Server(again).lasting(Scripted(OPENED))
        await connection.receive()
        for message in before:
            await connection.send(message)
        await heard(connection, 5)
        return [structs.replace(m, id=UNSET) for m in again.heard[1:]]

    assert asyncio.run(work(WatchMatch(7))) == [WatchMatch(7)]
    assert asyncio.run(work(WatchMatch(7), LeaveMatch())) == []
    assert asyncio.run(work()) == []


def test_lost_again_before_there_is_a_new_name() -> None:
    async def work() -> None:
        third = Scripted(RequestNickname(), ActionValid("Welcome"))
        connection = Server(Scripted(answer=UNKNOWN), None, third).lasting(Scripted(OPENED))
        await heard(connection, 4)
        await connection.send(ChooseNickname("ada"))
        messages = await heard(connection, 3)
        assert messages == [ConnectionEvent.LOST, ConnectionEvent.RESTORED, RequestNickname()]
        await connection.send(ChooseNickname("ada"))
        assert [type(message) for message in third.heard] == [ChooseNickname]
        assert await connection.receive() == ActionValid("Welcome")

    run(work())


def test_what_is_said_meanwhile_waits() -> None:
    async def work() -> None:
        second = Scripted(answer=AGAIN)
        connection = Server(second).lasting(Scripted(OPENED))
        await heard(connection, 2)
        await connection.send(SelectMatch(7))
        assert second.heard == []
        await heard(connection, 2)
        assert [type(message) for message in second.heard] == [Reconnect, SelectMatch]

    run(work())


def test_a_first_connection_that_fails_is_an_error() -> None:
    async def work() -> None:
        connection = Server(Scripted(answer=AGAIN)).lasting(Scripted(RequestNickname()))
        await connection.receive()
        with pytest.raises(ConnectionLost, match="broken"):
            await connection.receive()

    run(work())


def test_at_some_point_it_gives_up() -> None:
    async def work() -> None:
        connection = Server().lasting(Scripted(OPENED), attempts=3)
        await heard(connection, 2)
        with pytest.raises(ConnectionLost, match="could not be reached again"):
            await connection.receive()

    run(work())


@pytest.mark.parametrize("final", [True, False])
def test_only_a_server_that_goes_for_good_is_not_waited_for(final: bool) -> None:
    async def work() -> None:
        goodbye = GenericMessage("The server stops now.", final)
        connection = Server(Scripted(answer=AGAIN)).lasting(Scripted(OPENED, goodbye))
        assert await heard(connection, 2) == [OPENED, goodbye]
        if final:
            assert await connection.receive() is ConnectionEvent.ENDED
            with pytest.raises(ConnectionLost, match="broken"):
                await connection.receive()
        else:
            assert await connection.receive() is ConnectionEvent.LOST

    run(work())
