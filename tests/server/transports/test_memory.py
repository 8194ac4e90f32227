"""The memory transport: when messages of computer players are processed."""

import asyncio
from collections.abc import Callable, Iterable

from messages import (
    ChooseMatch,
    ChooseNickname,
    Message,
    Quit,
    RequestNickname,
    SelectMatch,
    SendChat,
)
from messages.registry import AnyClientMessage
from server.delivery.hub import Hub
from server.transports.memory import Delay, MemoryPeer
from tests.harness.handler import HandlerHarness
from tests.harness.memory_connection import MemoryConnection


def create_hub() -> Hub:
    return Hub(HandlerHarness().handler, lambda: 0.0)


def names(messages: Iterable[Message]) -> list[str]:
    return [type(message).__name__ for message in messages]


class RecordingBot:
    """Chooses a nickname when it is requested, and records all messages."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.received: list[Message] = []

    def on_message(self, message: Message) -> list[AnyClientMessage]:
        self.received.append(message)
        return [ChooseNickname(self.name)] if isinstance(message, RequestNickname) else []


def test_peer_joins_immediately_and_processes_later_messages_in_one_scheduled_callback() -> None:
    hub, bot = create_hub(), RecordingBot("hal")
    scheduled: list[Callable[[], None]] = []
    MemoryPeer(hub, bot.on_message, scheduled.append)
    joined = ["RequestNickname", "ActionValid", "SessionOpened", "ChooseMatch"]
    assert names(bot.received) == joined
    assert not scheduled
    asyncio.run(_chat(hub))
    assert names(bot.received) == joined, (
        "messages are not processed inside the event of another client"
    )
    (callback,) = scheduled
    callback()
    assert names(bot.received) == [*joined, "ChatMessage", "ChatMessage"]


async def _chat(hub: Hub) -> None:
    ada = MemoryConnection(hub)
    await ada.send(ChooseNickname("ada"))
    await ada.send(SendChat("one"))
    await ada.send(SendChat("two"))


def test_delayed_messages_are_processed_one_delay_after_each_arrived() -> None:
    hub, bot = create_hub(), RecordingBot("hal")
    soon: list[Callable[[], None]] = []
    later: list[tuple[float, Callable[[], None]]] = []
    seconds = [1.0]
    delay = Delay(lambda *call: later.append(call), lambda peer: seconds[0])
    MemoryPeer(hub, bot.on_message, soon.append, delay=delay)
    joined = len(bot.received)
    asyncio.run(_chat(hub))
    assert not soon
    assert [wait for wait, _ in later] == [1.0, 1.0]
    assert len(bot.received) == joined
    later[0][1]()
    assert names(bot.received[joined:]) == ["ChatMessage"]
    later[1][1]()
    assert names(bot.received[joined:]) == ["ChatMessage", "ChatMessage"]


def test_message_without_delay_is_processed_soon_with_all_that_were_delayed_before() -> None:
    hub, bot = create_hub(), RecordingBot("hal")
    soon: list[Callable[[], None]] = []
    later: list[tuple[float, Callable[[], None]]] = []
    waits = [1.0, 0.0]
    delay = Delay(lambda *call: later.append(call), lambda peer: waits.pop(0))
    MemoryPeer(hub, bot.on_message, soon.append, delay=delay)
    joined = len(bot.received)
    asyncio.run(_chat(hub))
    (callback,) = soon
    callback()
    assert names(bot.received[joined:]) == ["ChatMessage", "ChatMessage"]
    ((_, delayed),) = later
    delayed()
    assert len(bot.received) == joined + 2


def test_replies_after_quit_are_ignored_and_the_peer_is_removed_later() -> None:
    hub = create_hub()
    scheduled: list[Callable[[], None]] = []

    def on_message(message: Message) -> list[AnyClientMessage]:
        if isinstance(message, RequestNickname):
            return [ChooseNickname("hal")]
        return [Quit(), SelectMatch(0)] if isinstance(message, ChooseMatch) else []

    MemoryPeer(hub, on_message, scheduled.append)
    assert hub.handler.counts.received == 2, "nothing is sent after Quit"
    assert hub.handler.state.peers
    while scheduled:
        scheduled.pop(0)()
    assert not hub.handler.state.peers
