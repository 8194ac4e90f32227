"""Test the exchange of messages between a conversation and a server."""

import asyncio

import pytest

from client.connections import ConnectionLost
from client.tui.conversation import Conversation
from client.tui.screens.exchange import Exchange
from messages import ChooseMatch, ChooseNickname, Quit, RequestNickname, ServerMessage
from tests.harness.fake_connection import FakeServer
from tests.harness.timeouts import within


class FailingServer(FakeServer):
    """A connection that is lost after its messages."""

    async def receive(self) -> ServerMessage:
        if self.empty:
            raise ConnectionLost("gone")
        return await super().receive()


def test_replies_and_queued_messages_are_sent_in_order_until_the_user_quits() -> None:
    async def run() -> None:
        server = FakeServer(RequestNickname(), ChooseMatch(()))
        conversation = Conversation("ada")
        exchange = Exchange(server, conversation)
        phases: list[str] = []

        def on_message() -> None:
            phases.append(conversation.model.phase)
            if conversation.model.phase == "match":
                exchange.queue(conversation.on_line("quit", 0.0))

        await exchange.run(on_message)
        assert phases == ["nickname", "match"]
        assert server.received == [ChooseNickname("ada"), Quit()]

    asyncio.run(within(run()))


def test_lost_connection_ends_the_exchange_with_its_error() -> None:
    async def run() -> None:
        exchange = Exchange(FailingServer(RequestNickname()), Conversation())
        with pytest.raises(ConnectionLost, match="gone"):
            await exchange.run(lambda: None)

    asyncio.run(within(run()))
