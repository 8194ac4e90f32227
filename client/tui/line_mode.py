"""The line client as the continuation of a full screen, in the same conversation.

The connection, the session and the client stay the same; only input and output change. Lines that
are written before the full screen has left the terminal are kept until then.
"""

import asyncio
from collections.abc import Callable
from time import monotonic

from client.tui.console import answering_reader, cancel_tasks, write
from client.tui.conversation import Conversation
from client.tui.message_ids import Replies
from client.tui.questions import SecretQuestion
from client.tui.terminal import output_above_prompt, terminal_reader


class LineMode:
    """Reads lines from the terminal and writes what a conversation writes, once it runs.

    ``queue_send`` queues messages to be sent. From its creation on, the conversation writes lines.
    """

    def __init__(self, conversation: Conversation, queue_send: Callable[[Replies], None]) -> None:
        self._conversation = conversation
        self._queue_send = queue_send
        self._kept: list[str] | None = []
        """The lines for later; None as soon as the terminal can be written to."""
        self.question = SecretQuestion(self.write)
        conversation.continue_in_lines(self.write)

    def write(self, line: str) -> None:
        """Write a line to the terminal, or keep it while the full screen has the terminal."""
        if self._kept is None:
            write(line)
        else:
            self._kept.append(line)

    async def run(self, conversation_task: "asyncio.Task[None]") -> None:
        """Write the kept lines, then read lines until the conversation or the server has ended.

        The end of the input quits without a confirmation. Exceptions of the task are not raised.
        """
        with output_above_prompt():
            kept, self._kept = self._kept or [], None
            for line in kept:
                write(line)
            if self._conversation.has_server_ended:
                return
            reading = asyncio.create_task(self._read_lines())
            try:
                await asyncio.wait(
                    {reading, conversation_task}, return_when=asyncio.FIRST_COMPLETED
                )
                await asyncio.wait({conversation_task})
            finally:
                await cancel_tasks(reading)

    async def _read_lines(self) -> None:
        """Execute typed lines and queue their messages until the client has finished.

        The end of the input quits without a confirmation.
        """
        client = self._conversation.client
        read = answering_reader(self.question, terminal_reader(client, self.question))
        while not client.is_finished:
            line = await read()
            replies = (
                client.quit() if line is None else self._conversation.on_line(line, monotonic())
            )
            self._queue_send(replies)
