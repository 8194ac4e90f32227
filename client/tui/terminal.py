"""The line client on a terminal: a prompt with completion and a status line below it."""

import os
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stdout

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.patch_stdout import StdoutProxy

from client.tui.line_client import LineClient
from client.tui.questions import SecretQuestion
from client.tui.text import passwords, screen

WRITE_INTERVAL_SECONDS = 0.01
"""Lines written within this time are drawn together, which avoids flicker."""


class _History(InMemoryHistory):
    """The lines typed before, without the answers to secret questions."""

    def __init__(self, question: SecretQuestion) -> None:
        super().__init__()
        self._question = question

    def append_string(self, string: str) -> None:
        """Add a line, unless it answers a secret question."""
        if not self._question.is_pending:
            super().append_string(string)


class _Completer(Completer):
    """Completes the words of a typed line with those that the line client knows."""

    def __init__(self, client: LineClient, question: SecretQuestion) -> None:
        self._client = client
        self._question = question

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """Yield the completions that may replace the last word before the cursor.

        There are none while a secret question is pending.
        """
        if self._question.is_pending:
            return
        typed = document.text_before_cursor
        start = -len(typed.split(" ")[-1])
        for word in self._client.list_completions(typed):
            yield Completion(word, start_position=start)


def terminal_reader(
    client: LineClient, question: SecretQuestion
) -> Callable[[], Awaitable[str | None]]:
    """Return a function that reads a line; at the end of input or on Ctrl+C it returns None.

    Its prompt completes words on Tab and shows the status of the model in a line below. While a
    secret question is pending, the typed letters are hidden and not remembered; a new question
    redraws the prompt.
    """
    session: PromptSession[str] = PromptSession(
        lambda: passwords.PROMPT if question.is_pending else "> ",
        completer=_Completer(client, question),
        complete_while_typing=False,
        bottom_toolbar=lambda: screen.status_line(client.model),
        is_password=Condition(lambda: question.is_pending),
        history=_History(question),
    )
    question.on_change = session.app.invalidate

    async def read() -> str | None:
        try:
            return await session.prompt_async()
        except (EOFError, KeyboardInterrupt):
            return None

    return read


@contextmanager
def output_above_prompt() -> Iterator[None]:
    """Redirect stdout in this context so that output appears above the line that is being typed.

    Escape sequences are replaced. At the end the blocking mode of stdin is restored.
    """
    stdin = sys.stdin.fileno()
    was_blocking = os.get_blocking(stdin)
    try:
        proxy = StdoutProxy(sleep_between_writes=WRITE_INTERVAL_SECONDS)
        with proxy, redirect_stdout(proxy):
            yield
    finally:
        # The event loop leaves stdin non-blocking, which would break the shell.
        os.set_blocking(stdin, was_blocking)
