"""Questions whose answer is typed without being shown, such as a password, in the line client.

The line after a question answers it and is not executed as a command.
"""

import asyncio
from collections.abc import Callable


class SecretQuestion:
    """At most one pending question at a time; ``write`` shows its text."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._answer: asyncio.Future[str] | None = None
        self.on_change: Callable[[], None] = lambda: None
        """Called when a question begins, so that the prompt can be drawn again."""

    @property
    def is_pending(self) -> bool:
        """True while a question waits for its answer."""
        return self._answer is not None and not self._answer.done()

    async def ask(self, text: str) -> str:
        """Show a text and return the next line; empty if the user types nothing.

        ``on_change`` is called when the question becomes pending.
        """
        self._write(text)
        self._answer = asyncio.get_running_loop().create_future()
        self.on_change()
        return await self._answer

    def answer(self, line: str) -> None:
        """Answer the pending question; there must be one."""
        assert self._answer is not None
        self._answer.set_result(line)
