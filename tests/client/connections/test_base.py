"""What has arrived is kept until it is received, also across a cancelled wait and the end."""

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


class QueueConnection(BufferedConnection):
    def deliver(self, *messages: ServerMessage) -> None:
        self._inbox.extend(messages)
        self._wake_receiver()

    def end(self, reason: str) -> None:
        self._end(reason)


ONE, TWO = GenericMessage("one"), GenericMessage("two")


def test_messages_are_received_in_order_before_the_end_is_reported() -> None:
    async def receive_all() -> list[ServerMessage]:
        inbox = QueueConnection()
        inbox.deliver(ONE, TWO)
        inbox.end("The server has stopped.")
        inbox.end("A second reason does not count.")
        received = [await inbox.receive(), await inbox.receive()]
        with pytest.raises(ConnectionLost, match=r"^The server has stopped\.$"):
            await inbox.receive()
        return received

    assert asyncio.run(within(receive_all())) == [ONE, TWO]


@pytest.mark.parametrize("reason", ["", "The server has stopped."])
def test_a_waiting_receiver_wakes_up(reason: str) -> None:
    async def wait() -> ServerMessage:
        inbox = QueueConnection()
        waiting = asyncio.create_task(inbox.receive())
        await asyncio.sleep(0)
        assert not waiting.done()
        inbox.end(reason) if reason else inbox.deliver(ONE)
        return await waiting

    if reason:
        with pytest.raises(ConnectionLost, match=reason):
            asyncio.run(within(wait()))
    else:
        assert asyncio.run(within(wait())) == ONE


def test_a_cancelled_wait_loses_nothing() -> None:
    async def cancel_and_receive() -> ServerMessage:
        inbox = QueueConnection()
        waiting = asyncio.create_task(inbox.receive())
        await asyncio.sleep(0)
        waiting.cancel()
        inbox.deliver(ONE)
        with pytest.raises(asyncio.CancelledError):
            await waiting
        return await inbox.receive()

    assert asyncio.run(within(cancel_and_receive())) == ONE


def test_whoever_reports_errors_to_the_user_sees_all_of_them() -> None:
    assert issubclass(ConnectionLost, UserError)
    assert issubclass(CannotConnect, ConnectionLost)
    assert issubclass(RateLimited, CannotConnect)
