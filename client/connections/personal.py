"""Connections of people: everything that a person would otherwise have to start again for.

Several addresses are tried in order. A server that uses TLS is contacted with TLS, also if nobody
has said so. Sessions are stored and resumed, a missing password is asked for, and a table that was
requested is entered at once.
"""

import asyncio
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from client.connections.addresses import ServerAddress, parse_addresses, split_host
from client.connections.base import (
    CannotConnect,
    Connection,
    ConnectionLost,
    NotifyingConnection,
    UntrustedServer,
)
from client.connections.passwords import AskPassword, PasswordPromptConnection
from client.connections.reconnecting import ReconnectingConnection
from client.connections.recording import RecordingConnection
from client.connections.seating import SeatingConnection, TableRequest
from client.connections.sessions import SessionStore
from client.connections.target import Target, connect
from client.connections.tls import format_address
from messages.base import ClientMessage, ServerMessage

GREETING_SECONDS = 2.0
"""Time without a greeting after which TLS is tried; a server with TLS waits for the client."""


class Person(NamedTuple):
    """The user of a client: where the sessions are stored, and how to ask a question."""

    ask: AskPassword
    store: SessionStore | None = None
    request: TableRequest | None = None
    """The table to enter; None: the lobby is shown."""


async def connect_person(target: Target, person: Person) -> NotifyingConnection:
    """Connect to the first reachable address of a target, which may have several.

    Raises CannotConnect with all reasons if none is reachable. It is raised before any attempt if
    one address is invalid: otherwise a mistake in a later address would not be noticed until that
    address is needed. UntrustedServer is raised at once, without trying the other addresses.
    """
    reasons: list[str] = []
    for address in parse_addresses(target.address):
        try:
            return await _connect_to(_with_address(target, address), person)
        except UntrustedServer:
            raise
        except CannotConnect as error:
            reasons.append(str(error))
    raise CannotConnect(" ".join(reasons))


def _with_address(target: Target, address: ServerAddress) -> Target:
    """Return the target with one address; with TLS if the target, address or an entry says so.

    The entry is that of a known server, whose key was stored at an earlier connection.
    Raises CannotConnect if the file of known servers cannot be used.
    """
    known = target.known_servers
    has_entry = known is not None and bool(known.find(format_address(*split_host(address.address))))
    tls = target.tls or address.tls or has_entry
    return target._replace(address=address.address, tls=tls)


async def _connect_to(target: Target, person: Person) -> NotifyingConnection:
    """Connect to one address, with automatic reconnection and a question for the password.

    Sessions are recorded if the person has a store, and the table of the person's request is
    entered. Raises CannotConnect.
    """
    password = target.password  # it is added by the connection that can also ask for it
    first, target = await _open(target._replace(password=""))
    connection: NotifyingConnection = ReconnectingConnection(partial(connect, target), first)
    connection = PasswordPromptConnection(connection, password, person.ask)
    if person.store is not None:
        connection = RecordingConnection(connection, person.store, target.address, tls=target.tls)
    return SeatingConnection(connection, person.request) if person.request else connection


async def _open(target: Target) -> tuple[Connection, Target]:
    """Connect and wait for the greeting; try TLS if that fails or takes too long.

    With ``target.tls`` only TLS is used, without waiting. Return the connection and the target that
    was used. Raises CannotConnect.
    """
    if target.tls:
        return await connect(target), target
    plain: Connection | None = None
    reason: ConnectionLost | None = None
    try:
        plain = await connect(target)
        async with asyncio.timeout(GREETING_SECONDS):
            return GreetedConnection(plain, await plain.receive()), target
    except TimeoutError:
        pass
    except ConnectionLost as error:
        reason = error
    return await _try_tls(target, plain, reason)


async def _try_tls(
    target: Target, plain: Connection | None, reason: ConnectionLost | None
) -> tuple[Connection, Target]:
    """Connect with TLS; if that fails, return the plain connection, which has not greeted yet.

    After a success the plain connection is closed. Raises CannotConnect with the first ``reason``
    if both have failed, and UntrustedServer.
    """
    with_tls = target._replace(tls=True)
    try:
        encrypted = await connect(with_tls)
    except UntrustedServer:
        raise
    except ConnectionLost:
        if plain is None or reason is not None:
            raise CannotConnect(str(reason)) from None
        return plain, target
    if plain is not None:
        with suppress(ConnectionLost):
            await plain.close()
    return encrypted, with_tls


class GreetedConnection:
    """A connection whose first message was received already; it is delivered again."""

    def __init__(self, inner: Connection, greeting: ServerMessage) -> None:
        self._inner = inner
        self._greeting: ServerMessage | None = greeting

    async def send(self, message: ClientMessage) -> None:
        """Send a message. Raises ConnectionLost."""
        await self._inner.send(message)

    async def receive(self) -> ServerMessage:
        """Return the greeting, later the next message. Raises ConnectionLost."""
        if self._greeting is not None:
            greeting, self._greeting = self._greeting, None
            return greeting
        return await self._inner.receive()

    async def close(self) -> None:
        """Close the inner connection."""
        await self._inner.close()
