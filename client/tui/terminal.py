"""The line-by-line client at a terminal: a prompt with completion and a line of status below it."""

import os
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stdout

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.patch_stdout import StdoutProxy

from client.tui.line_client import LineClient
from client.tui.text import screen

WRITE_SECONDS = 0.01
"""Lines that come within this time are drawn together: less flicker, and nobody notices."""


class _Completer(Completer):
    def __init__(self, client: LineClient) -> None:
        self._client = client

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """The words that may come next."""
        typed = document.text_before_cursor
        start = -len(typed.split(" ")[-1])
        for word in self._client.completions(typed):
            yield Completion(word, start_position=start)


def terminal_reader(client: LineClient) -> Callable[[], Awaitable[str | None]]:
    """Asks for the next line; None at the end of the input."""
    session: PromptSession[str] = PromptSession(
        "> ",
        completer=_Completer(client),
        complete_while_typing=False,
        bottom_toolbar=lambda: screen.status(client.model),
    )

    async def read() -> str | None:
        try:
            return await session.prompt_async()
        except (EOFError, KeyboardInterrupt):
            return None

    return read


@contextmanager
def steady_output(color: bool) -> Iterator[None]:
    """What is written while somebody types goes above the line being typed.

    Only with colours escape sequences get through; what people wrote is cleaned before.
    """
    keyboard = sys.stdin.fileno()
    blocking = os.get_blocking(keyboard)
    try:
        proxy = StdoutProxy(sleep_between_writes=WRITE_SECONDS, raw=color)
        with proxy, redirect_stdout(proxy):
            yield
    finally:
        os.set_blocking(keyboard, blocking)  # event loops forget to, and the shell reads it next
