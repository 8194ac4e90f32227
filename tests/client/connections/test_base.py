"""Messages are buffered until they are received, also after a cancelled receive and the end."""

import asyncio

import pytest

from client.connections.base import (
    BufferedConnection,
    CannotConnect,
    ConnectionLost,
    RateLimited,
)
from client.errors import UserError
from messages import GenericMessage, ServerMessage
from tests.harness.timeouts import within


class FakeConnection(BufferedConnection):
    def deliver(self, *messages: ServerMessage) -> None:
        self._inbox.extend(messages)
        self._wake_receiver()

    def end(self, reason: str) -> None:
        self._end(reason)


ONE, TWO = GenericMessage("one"), GenericMessage("two")


def test_messages_are_received_in_order_before_the_first_reason_of_the_end_is_raised() -> None:
    async def receive_all() -> list[ServerMessage]:
        connection = FakeConnection()
        connection.deliver(ONE, TWO)
        connection.end("The server has stopped.")
        connection.end("A second reason does not count.")
        received = [await connection.receive(), await connection.receive()]
        with pytest.raises(ConnectionLost, match=r"^The server has stopped\.$"):
            await connection.receive()
        return received

    assert asyncio.run(within(receive_all())) == [ONE, TWO]


@pytest.mark.parametrize("reason", ["", "The server has stopped."])
def test_waiting_receiver_gets_the_message_or_the_end(reason: str) -> None:
    async def wait() -> ServerMessage:
        connection = FakeConnection()
        waiting = asyncio.create_task(connection.receive())
        await asyncio.sleep(0)
        assert not waiting.done()
        connection.end(reason) if reason else connection.deliver(ONE)
        return await waiting

    if reason:
        with pytest.raises(ConnectionLost, match=reason):
            asyncio.run(within(wait()))
    else:
        assert asyncio.run(within(wait())) == ONE


def test_cancelled_receive_loses_no_message() -> None:
    async def cancel_and_receive() -> ServerMessage:
        connection = FakeConnection()
        waiting = asyncio.create_task(connection.receive())
        await asyncio.sleep(0)
        waiting.cancel()
        connection.deliver(ONE)
        with pytest.raises(asyncio.CancelledError):
            await waiting
        return await connection.receive()

    assert asyncio.run(within(cancel_and_receive())) == ONE


def test_connection_errors_are_user_errors() -> None:
    assert issubclass(ConnectionLost, UserError)
    assert issubclass(CannotConnect, ConnectionLost)
    assert issubclass(RateLimited, CannotConnect)
