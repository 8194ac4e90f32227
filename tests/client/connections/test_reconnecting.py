"""The reconnecting connection, over fake connections with scripted messages."""

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
from messages.registry import LegalActions


class FakeConnection:
    """Delivers these messages, then breaks; ``answer`` is delivered after a Reconnect."""

    def __init__(self, *messages: ServerMessage, answer: ServerMessage | None = None) -> None:
        self._messages = list(messages)
        self._answer = answer
        self.sent: list[ClientMessage] = []
        self.closed = False

    async def send(self, message: ClientMessage) -> None:
        self.sent.append(message)
        if isinstance(message, Reconnect) and self._answer is not None:
            numbered = {**_fields(self._answer), "reply_to": message.id}
            self._messages.insert(0, type(self._answer)(**numbered))

    async def receive(self) -> ServerMessage:
        if not self._messages:
            raise ConnectionLost("broken")
        return self._messages.pop(0)

    async def close(self) -> None:
        self.closed = True

    def deliver(self, *messages: ServerMessage) -> None:
        """Add messages to deliver."""
        self._messages += messages


def _fields(message: ServerMessage) -> dict[str, Any]:
    return {name: getattr(message, name) for name in message.__struct_fields__}


class FakeServer:
    """Opens these connections in turn; None is an attempt that fails."""

    def __init__(self, *connections: FakeConnection | None) -> None:
        self._waiting = list(connections)
        self.pauses: list[float] = []

    async def open(self) -> FakeConnection:
        connection = self._waiting.pop(0) if self._waiting else None
        if connection is None:
            raise ConnectionLost("no server")
        return connection

    async def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)

    def reconnecting(self, first: FakeConnection, attempts: int = 5) -> ReconnectingConnection:
        return ReconnectingConnection(self.open, first, attempts=attempts, pause=self.pause)


async def receive_many(
    connection: ReconnectingConnection, count: int
) -> list[ServerMessage | ConnectionEvent]:
    return [await connection.receive() for _ in range(count)]


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


OPENED = SessionOpened("ada", "token-1")
RESUMED = SessionOpened("ada", "token-2")
SESSION_UNKNOWN = Error(ErrorCode.SESSIONUNKNOWN, "No such session.")
RATE_LIMITED = Error(ErrorCode.RATELIMITED, "You send too much; wait 1 s.")


def test_after_growing_pauses_session_is_resumed_and_unanswered_message_repeated() -> None:
    async def work() -> None:
        first, second = FakeConnection(OPENED), FakeConnection(answer=RESUMED)
        server = FakeServer(None, None, second)
        connection = server.reconnecting(first)
        assert await connection.receive() == OPENED
        await connection.send(SelectMatch(1))
        lost, opened, back = await receive_many(connection, 3)
        assert lost is ConnectionEvent.LOST
        assert isinstance(opened, SessionOpened)
        assert back is ConnectionEvent.RESTORED
        reconnect, again = second.sent
        assert isinstance(reconnect, Reconnect)
        assert reconnect.token == "token-1"
        assert again == first.sent[0]
        assert first.closed
        assert len(server.pauses) == 2
        assert server.pauses[0] <= server.pauses[1]

    run(work())


def test_unanswered_query_is_repeated_with_a_new_id_and_its_answer_has_the_first_id() -> None:
    """The server would repeat its answer to the old id, such as a view that is out of date."""

    async def work() -> None:
        first, second, third = (
            FakeConnection(OPENED),
            *(FakeConnection(answer=RESUMED) for _ in "ab"),
        )
        connection = FakeServer(second, third).reconnecting(first)
        await connection.receive()
        for query in (ListActions(id=5), SelectMatch(1, id=6)):
            await connection.send(query)
        await receive_many(connection, 6)  # lost, opened and restored, twice
        numbers = [message.id for fake in (second, third) for message in fake.sent[1:]]
        assert numbers[1::2] == [6, 6]
        assert len({5, *numbers[::2]}) == 3
        third.deliver(LegalActions((), reply_to=numbers[2]), LegalActions((), reply_to=numbers[2]))
        answer, later = await receive_many(connection, 2)
        assert answer == LegalActions((), reply_to=5)
        assert later == LegalActions((), reply_to=numbers[2])

    run(work())


def test_unknown_session_is_reported_as_refused_and_a_nickname_requested() -> None:
    async def work() -> None:
        connection = FakeServer(FakeConnection(answer=SESSION_UNKNOWN)).reconnecting(
            FakeConnection(OPENED)
        )
        messages = await receive_many(connection, 4)
        assert messages[1:] == [ConnectionEvent.LOST, ConnectionEvent.REFUSED, RequestNickname()]

    run(work())


def test_spectator_who_has_not_left_watches_again_in_a_new_session() -> None:
    async def work(*before: ClientMessage) -> list[ClientMessage]:
        second = FakeConnection(RESUMED, ChooseMatch(()), answer=SESSION_UNKNOWN)
        connection = FakeServer(second).reconnecting(FakeConnection(OPENED))
        await connection.receive()
        for message in before:
            await connection.send(message)
        await receive_many(connection, 5)
        return [structs.replace(m, id=UNSET) for m in second.sent[1:]]

    assert asyncio.run(work(WatchMatch(7))) == [WatchMatch(7)]
    assert asyncio.run(work(WatchMatch(7), LeaveMatch())) == []
    assert asyncio.run(work()) == []


def test_connection_lost_before_a_new_session_is_restored_without_repeating_the_nickname() -> None:
    async def work() -> None:
        third = FakeConnection(RequestNickname(), ActionValid("Welcome"))
        connection = FakeServer(FakeConnection(answer=SESSION_UNKNOWN), None, third).reconnecting(
            FakeConnection(OPENED)
        )
        await receive_many(connection, 4)
        await connection.send(ChooseNickname("ada"))
        messages = await receive_many(connection, 3)
        assert messages == [ConnectionEvent.LOST, ConnectionEvent.RESTORED, RequestNickname()]
        await connection.send(ChooseNickname("ada"))
        assert [type(message) for message in third.sent] == [ChooseNickname]
        assert await connection.receive() == ActionValid("Welcome")

    run(work())


def test_message_sent_while_disconnected_is_sent_after_reconnect() -> None:
    async def work() -> None:
        second = FakeConnection(answer=RESUMED)
        connection = FakeServer(second).reconnecting(FakeConnection(OPENED))
        await receive_many(connection, 2)
        await connection.send(SelectMatch(7))
        assert second.sent == []
        await receive_many(connection, 2)
        assert [type(message) for message in second.sent] == [Reconnect, SelectMatch]

    run(work())


def test_connection_lost_before_the_first_session_is_an_error() -> None:
    async def work() -> None:
        connection = FakeServer(FakeConnection(answer=RESUMED)).reconnecting(
            FakeConnection(RequestNickname())
        )
        await connection.receive()
        with pytest.raises(ConnectionLost, match="broken"):
            await connection.receive()

    run(work())


def test_reconnecting_stops_after_too_many_attempts() -> None:
    async def work() -> None:
        connection = FakeServer().reconnecting(FakeConnection(OPENED), attempts=3)
        await receive_many(connection, 2)
        with pytest.raises(ConnectionLost, match="could not be reached again"):
            await connection.receive()

    run(work())


@pytest.mark.parametrize("final", [True, False])
def test_connection_ends_after_a_final_message_and_reconnects_after_another(final: bool) -> None:
    async def work() -> None:
        stop_message = GenericMessage("The server stops now.", final)
        connection = FakeServer(FakeConnection(answer=RESUMED)).reconnecting(
            FakeConnection(OPENED, stop_message)
        )
        assert await receive_many(connection, 2) == [OPENED, stop_message]
        if final:
            assert await connection.receive() is ConnectionEvent.ENDED
            with pytest.raises(ConnectionLost, match="broken"):
                await connection.receive()
        else:
            assert await connection.receive() is ConnectionEvent.LOST

    run(work())


def test_client_whose_session_continues_elsewhere_is_told_and_does_not_reconnect() -> None:
    async def work() -> None:
        superseded = Error(ErrorCode.SUPERSEDED, "You are connected from somewhere else now.")
        server = FakeServer(FakeConnection(answer=RESUMED))
        connection = server.reconnecting(FakeConnection(OPENED, superseded))
        await connection.receive()
        for _ in range(2):
            with pytest.raises(ConnectionLost):
                await connection.receive()
        assert await server.open()

    run(work())


def test_rate_limited_reconnect_is_tried_again_with_the_same_token() -> None:
    async def work() -> None:
        limited, second = FakeConnection(answer=RATE_LIMITED), FakeConnection(answer=RESUMED)
        server = FakeServer(limited, second)
        connection = server.reconnecting(FakeConnection(OPENED))
        received = await receive_many(connection, 4)
        assert received[1] is ConnectionEvent.LOST
        assert received[3] is ConnectionEvent.RESTORED
        assert limited.closed
        assert len(server.pauses) == 1
        for attempt in (limited, second):
            (reconnect,) = attempt.sent
            assert isinstance(reconnect, Reconnect)
            assert reconnect.token == "token-1"

    run(work())
