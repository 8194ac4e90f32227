"""Input and output of the line-by-line client: a terminal with completion, or a pipe.

On a terminal a line is taken when it is typed. On a pipe lines come all at once, so each one waits
until the client is ready for it; the end of the pipe means ``quit``.
"""

import asyncio
import os
import sys
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TextIO

import typer

from client.connections import ConnectionEvent, ConnectionLost, NotifyingConnection
from client.tui.line_client import LineClient, Replies
from messages.text import visible

Reader = Callable[[], Awaitable[str | None]]
"""The next line; None at the end of the input."""


async def run_line_client(connection: NotifyingConnection, client: LineClient) -> None:
    """Play until the person leaves, or the server for good. Raises ConnectionLost on a loss."""
    changed = asyncio.Event()
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        await _converse(connection, client, _pipe_reader(client, changed), changed)
        return
    from client.tui.terminal import steady_output, terminal_reader  # slow to import

    with steady_output(client.color):
        await _converse(connection, client, terminal_reader(client), changed)


def wants_color() -> bool:
    """Whether there is a terminal with colours and nobody who said NO_COLOR."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not plain


async def _converse(
    connection: NotifyingConnection, client: LineClient, read: Reader, changed: asyncio.Event
) -> None:
    work = (_listen(connection, client, changed), _type(connection, client, read))
    tasks = [asyncio.create_task(coroutine) for coroutine in work]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    except ConnectionLost:
        if not client.finished:  # after a goodbye it is no loss
            raise
    except asyncio.CancelledError:
        with suppress(ConnectionLost):
            await _send(connection, client.typed("quit"))
        raise
    finally:
        await end_tasks(*tasks)
        await connection.close()


async def _listen(
    connection: NotifyingConnection, client: LineClient, changed: asyncio.Event
) -> None:
    while not client.finished:
        message = await connection.receive()
        await _send(connection, client.heard(message))
        changed.set()
        if message is ConnectionEvent.ENDED:
            return


async def _type(connection: NotifyingConnection, client: LineClient, read: Reader) -> None:
    while not client.finished:
        line = await read()
        await _send(connection, client.typed("quit" if line is None else line))


async def _send(connection: NotifyingConnection, messages: Replies) -> None:
    for message in messages:
        await connection.send(message)


async def end_tasks(*tasks: asyncio.Task[None]) -> None:
    """Cancel the tasks and wait until they have ended."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _pipe_reader(client: LineClient, changed: asyncio.Event) -> Reader:
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
