"""Input and output of the line client: a terminal with completion, or a pipe.

On a terminal a line is processed as soon as it is typed. On a pipe all lines arrive at once, so
each one waits until the client accepts it; the end of the input means ``quit``.
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
from client.tui.line_client import LineClient
from client.tui.message_ids import Replies
from client.tui.questions import SecretQuestion
from messages.text import visible

Reader = Callable[[], Awaitable[str | None]]
"""Returns the next line, or None at the end of the input."""


async def run_line_client(
    connection: NotifyingConnection, client: LineClient, question: SecretQuestion | None = None
) -> None:
    """Play until the user quits or the server ends for good, then close the connection.

    On a terminal the user types at a prompt. Otherwise lines are read from stdin, and ``leave`` and
    ``quit`` are not confirmed. While ``question`` is pending, the next line is its answer. If this
    task is cancelled, Quit is sent first. Raises ConnectionLost if the connection fails for
    good.
    """
    message_received = asyncio.Event()
    question = question or SecretQuestion(write)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        client.asks_before_leaving = False
        question.on_change = message_received.set
        reader = _pipe_reader(client, message_received, question)
        reader = answering_reader(question, reader)
        await _run_until_finished(connection, client, reader, message_received)
        return
    from client.tui.terminal import output_above_prompt, terminal_reader  # slow to import

    with output_above_prompt():
        reader = answering_reader(question, terminal_reader(client, question))
        await _run_until_finished(connection, client, reader, message_received)


def answering_reader(question: SecretQuestion, read: Reader) -> Reader:
    """Return a reader that passes lines to a pending question and returns the others."""

    async def read_command() -> str | None:
        while (line := await read()) is not None and question.is_pending:
            question.answer(line)
        return line

    return read_command


def is_dumb_terminal() -> bool:
    """Return whether the terminal cannot move its cursor, so that only lines can be written."""
    return os.environ.get("TERM") == "dumb"


async def _run_until_finished(
    connection: NotifyingConnection,
    client: LineClient,
    read: Reader,
    message_received: asyncio.Event,
) -> None:
    """Process messages and input until one of them ends, then close the connection.

    If this task is cancelled, send Quit first. Raises ConnectionLost, except after the user has
    quit.
    """
    work = (
        _process_messages(connection, client, message_received),
        _process_input(connection, client, read),
    )
    tasks = [asyncio.create_task(coroutine) for coroutine in work]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    except ConnectionLost:
        if not client.is_finished:  # after Quit the server closes the connection
            raise
    except asyncio.CancelledError:
        with suppress(ConnectionLost):
            await _send(connection, client.quit())
        raise
    finally:
        await cancel_tasks(*tasks)
        await connection.close()


async def _process_messages(
    connection: NotifyingConnection, client: LineClient, message_received: asyncio.Event
) -> None:
    """Pass messages to the client and send its replies, until the user quits or the server ends.

    Each message sets ``message_received``. Raises ConnectionLost.
    """
    while not client.is_finished:
        message = await connection.receive()
        await _send(connection, client.on_message(message))
        message_received.set()
        if message is ConnectionEvent.ENDED:
            return


async def _process_input(connection: NotifyingConnection, client: LineClient, read: Reader) -> None:
    """Pass typed lines to the client and send its replies until it has finished.

    The end of the input is passed as ``quit``. Raises ConnectionLost.
    """
    while not client.is_finished:
        line = await read()
        await _send(connection, client.quit() if line is None else client.on_line(line))


async def _send(connection: NotifyingConnection, messages: Replies) -> None:
    """Send messages in order. Raises ConnectionLost."""
    for message in messages:
        await connection.send(message)


async def cancel_tasks(*tasks: asyncio.Task[None]) -> None:
    """Cancel the tasks and wait until they have ended; their exceptions are discarded."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _pipe_reader(
    client: LineClient, message_received: asyncio.Event, question: SecretQuestion
) -> Reader:
    """Return a reader of stdin that holds each line back until the client accepts it.

    After each event ``message_received`` the client is asked again. The end of input is not held
    back, nor is the answer to a question.
    """
    lines = _read_lines_in_thread(sys.stdin)

    async def read() -> str | None:
        line = await lines.get()
        while line is not None and not question.is_pending and not client.accepts(line):
            message_received.clear()
            await message_received.wait()
        return line

    return read


def _read_lines_in_thread(stream: TextIO) -> asyncio.Queue[str | None]:
    """Start a thread that reads a stream; return a queue of its lines, with None at the end.

    A thread is needed because a pipe may stay silent for ever and a file cannot be polled.
    """
    loop = asyncio.get_running_loop()
    lines: asyncio.Queue[str | None] = asyncio.Queue()

    def enqueue(line: str | None) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(lines.put_nowait, line)

    def read() -> None:
        for line in stream:
            enqueue(line.rstrip("\n"))
        enqueue(None)

    threading.Thread(target=read, daemon=True).start()
    return lines


def write(line: str) -> None:
    """Write one line to stdout without its control characters."""
    typer.echo(visible(line))
