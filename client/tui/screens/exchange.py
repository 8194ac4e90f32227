"""Prepares a conversation for its server, and sends and receives its messages in two tasks."""

import asyncio
from collections.abc import Callable
from time import monotonic

from client.connections import NotifyingConnection
from client.tui.console import cancel_tasks
from client.tui.conversation import Conversation
from client.tui.message_ids import Replies
from client.tui.start_page import StartChoice


def prepare_conversation(conversation: Conversation, choice: StartChoice, address: str) -> None:
    """Set the first command, the address and the tutorial of a new conversation from a choice.

    A lesson creates a table with one easy computer player. A server in this process has no address
    for friends, unless a table is hosted. A client that knows its address for friends keeps it. On
    a server with friends new tables are standing: the screen starts them, and they stay for a
    rematch.
    """
    dialogue = conversation.client.lobby
    dialogue.first_line = choice.line
    if choice.kind == "learn":
        conversation.client.start_tutorial(choice.game)
    dialogue.is_local = choice.kind in ("play", "learn")
    if not dialogue.is_local:
        dialogue.address = dialogue.address or address
        dialogue.opens_standing = True


class Exchange:
    """The messages between a conversation and its server."""

    def __init__(self, connection: NotifyingConnection, conversation: Conversation) -> None:
        self._connection = connection
        self._conversation = conversation
        self._queue: asyncio.Queue[Replies] = asyncio.Queue()

    def queue(self, replies: Replies) -> None:
        """Queue messages to be sent in order, without blocking."""
        self._queue.put_nowait(replies)

    async def run(self, on_message: Callable[[], None]) -> None:
        """Send and receive until the user quits; ``on_message`` is called after each message.

        When the server has ended, this waits until the user quits, because the last page stays. In
        line mode ``on_message`` is not called, and the exchange ends with the server. Raises
        ConnectionLost if the connection fails.
        """
        sender = asyncio.create_task(self._send())
        receiver = asyncio.create_task(self._receive(on_message))
        try:
            done, _ = await asyncio.wait((sender, receiver), return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
            if not self._conversation.is_in_lines:
                await sender
        finally:
            await cancel_tasks(sender, receiver)

    async def _receive(self, on_message: Callable[[], None]) -> None:
        """Process messages and queue the replies until the user quits or the server ends.

        Raises ConnectionLost.
        """
        conversation = self._conversation
        while not (conversation.client.is_finished or conversation.has_server_ended):
            message = await self._connection.receive()
            self.queue(conversation.on_message(message, monotonic()))
            if not conversation.is_in_lines:
                on_message()

    async def _send(self) -> None:
        """Send queued messages in order until the user has quit and Quit is sent.

        Raises ConnectionLost.
        """
        while not (self._conversation.client.is_finished and self._queue.empty()):
            for message in await self._queue.get():
                await self._connection.send(message)
