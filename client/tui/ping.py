"""Ask a server whether it is there, and how many tables and people it has, without a session."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib import import_module
from time import perf_counter
from typing import NamedTuple

from msgspec import UNSET

from client.connections.addresses import PYRO, parse_invitation, split_host
from client.connections.base import CannotConnect, Connection, ConnectionLost
from client.connections.target import connect
from messages import RequestNickname

CONNECT_SECONDS = 3.0
GREETING_SECONDS = 3.0


class Pong(NamedTuple):
    """The answer to a ping; the numbers are None if the server did not say them."""

    seconds: float
    rooms: int | None = None
    people: int | None = None
    needs_password: bool = False


async def ping(address: str) -> Pong | None:
    """Connect, read the greeting and disconnect; None if the server cannot be reached.

    None also if the text is no address; of several addresses only the first is tried. A server that
    sends no greeting, as one with TLS, has a result without numbers.
    """
    try:
        target = parse_invitation(address).addresses[0]
        started = perf_counter()
        async with asyncio.timeout(CONNECT_SECONDS):
            if target.startswith(PYRO):
                await _prepare_pyro(target)
            connection = await connect(target)
    except (CannotConnect, OSError, UnicodeError):  # a time-out is an OSError
        return None
    seconds = perf_counter() - started
    async with _closing(connection):
        return _read(await _maybe_greeting(connection), seconds)


async def _prepare_pyro(address: str) -> None:
    """Try the port, and import the transport in a thread, because the screen must not wait.

    A thread that connects over Pyro5 cannot be cancelled, so it is started only if the port
    answers. Raises CannotConnect, OSError, or UnicodeError for an invalid host name.
    """
    _, writer = await asyncio.open_connection(*split_host(address))
    writer.close()
    await asyncio.to_thread(import_module, "client.connections.pyro")


@asynccontextmanager
async def _closing(connection: Connection) -> AsyncIterator[None]:
    """Close the connection at exit."""
    try:
        yield
    finally:
        await connection.close()


async def _maybe_greeting(connection: Connection) -> RequestNickname | None:
    """Return the first message; None if it is another one or does not come."""
    with suppress(ConnectionLost, TimeoutError):
        async with asyncio.timeout(GREETING_SECONDS):
            message = await connection.receive()
            return message if isinstance(message, RequestNickname) else None
    return None


def _read(greeting: RequestNickname | None, seconds: float) -> Pong:
    """Return the answer to a ping with what a greeting says; without one only the time."""
    if greeting is None:
        return Pong(seconds)
    rooms = None if greeting.rooms is UNSET else greeting.rooms
    people = None if greeting.people is UNSET else greeting.people
    return Pong(seconds, rooms, people, needs_password=greeting.password is True)
