"""Input and output of the line-by-line client: a terminal with completion, or a pipe.

On a terminal a line is taken when it is typed. On a pipe lines come all at once, so each one waits
until the client is ready for it; the end of the pipe means ``quit``.
"""

import asyncio
import os
import sys
import threading
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stdout
from typing import TextIO

import typer
from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.patch_stdout import StdoutProxy

from client.connections import Connection, ConnectionLost
from client.tui.phrases import screen
from client.tui.plain import PlainClient, Replies
from messages.text import visible

WRITE_SECONDS = 0.01
"""Lines that come within this time are drawn together: less flicker, and nobody notices."""

Reader = Callable[[], Awaitable[str | None]]
"""The next line; None at the end of the input."""


async def play_plain(connection: Connection, client: PlainClient) -> None:
    """Play until the person leaves. Raises ConnectionLost when the server goes first."""
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    changed = asyncio.Event()
    with _steady_output(terminal):
        read = _terminal_reader(client) if terminal else _pipe_reader(client, changed)
        await _converse(connection, client, read, changed)


async def _converse(
    connection: Connection, client: PlainClient, read: Reader, changed: asyncio.Event
) -> None:
    listening = asyncio.create_task(_listen(connection, client, changed))
    typing = asyncio.create_task(_type(connection, client, read))
    try:
        done, _ = await asyncio.wait((listening, typing), return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    except ConnectionLost:
        if not client.finished:  # after a goodbye it is no loss
            raise
    except asyncio.CancelledError:
        await _say_goodbye(connection, client)
        raise
    finally:
        await _end(listening, typing)
        await connection.close()


async def _listen(connection: Connection, client: PlainClient, changed: asyncio.Event) -> None:
    while not client.finished:
        message = await connection.receive()
        await _send(connection, client.heard(message))
        changed.set()


async def _type(connection: Connection, client: PlainClient, read: Reader) -> None:
    while not client.finished:
        line = await read()
        await _send(connection, client.typed("quit" if line is None else line))


async def _send(connection: Connection, messages: Replies) -> None:
    for message in messages:
        await connection.send(message)


async def _say_goodbye(connection: Connection, client: PlainClient) -> None:
    try:
        await _send(connection, client.typed("quit"))
    except ConnectionLost:
        return


async def _end(*tasks: asyncio.Task[None]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


# A terminal.


class _Completer(Completer):
    def __init__(self, client: PlainClient) -> None:
        self._client = client

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """The words that may come next."""
        typed = document.text_before_cursor
        start = -len(typed.split(" ")[-1])
        for word in self._client.completions(typed):
            yield Completion(word, start_position=start)


def _terminal_reader(client: PlainClient) -> Reader:
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
def _steady_output(terminal: bool) -> Iterator[None]:
    """What is written while somebody types goes above the line being typed."""
    if not terminal:
        yield
        return
    keyboard = sys.stdin.fileno()
    blocking = os.get_blocking(keyboard)
    try:
        with StdoutProxy(sleep_between_writes=WRITE_SECONDS) as proxy, redirect_stdout(proxy):
            yield
    finally:
        os.set_blocking(keyboard, blocking)  # event loops forget to, and the shell reads it next


# A pipe.


def _pipe_reader(client: PlainClient, changed: asyncio.Event) -> Reader:
    lines = _lines_of(sys.stdin)

    async def read() -> str | None:
        line = await lines.get()
        while line is not None and not client.takes(line):
            changed.clear()
            await changed.wait()
        return line

    return read


def _lines_of(stream: TextIO) -> asyncio.Queue[str | None]:
    """Read in a thread of its own: a pipe may be silent for ever, and a file cannot be polled."""
    loop = asyncio.get_running_loop()
    lines: asyncio.Queue[str | None] = asyncio.Queue()

    def put(line: str | None) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(lines.put_nowait, line)

    def read() -> None:
        for line in stream:
            put(line.rstrip("\n"))
        put(None)

    threading.Thread(target=read, daemon=True).start()
    return lines


def write(line: str) -> None:
    """One line for the person; nothing in it can command the terminal, wherever it came from."""
    typer.echo(visible(line))
