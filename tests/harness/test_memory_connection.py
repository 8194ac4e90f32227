import asyncio

import pytest

from messages import Heartbeat, Message, Quit
from server.delivery.hub import Hub
from tests.harness.handler import HandlerHarness
from tests.harness.memory_connection import MemoryConnection


def names(messages: list[Message]) -> list[str]:
    return [type(message).__name__ for message in messages]


def test_memory_connection_answers_and_after_quit_raises_connection_reset() -> None:
    async def scenario() -> None:
        hub = Hub(HandlerHarness().handler, lambda: 0.0)
        ada = MemoryConnection(hub)
        await ada.send(Heartbeat())
        assert names([await ada.receive(), await ada.receive()]) == ["RequestNickname", "Heartbeat"]
        await ada.send(Quit())
        assert names([await ada.receive()]) == ["ActionValid"]
        assert not hub.handler.state.peers
        for _ in range(2):
            with pytest.raises(ConnectionResetError):
                await ada.receive()

    asyncio.run(scenario())
