"""A server, and what one has to know to be let in: its password, and whose certificates count."""

import ssl
from pathlib import Path
from typing import NamedTuple, TypeAlias

from msgspec import structs

from client.connections import text
from client.connections.base import CannotConnect, Connection
from messages.base import ClientMessage, ServerMessage
from messages.lobby import ChooseNickname


class Target(NamedTuple):
    """An address (HOST:PORT or PYRO:name@HOST:PORT) with more than itself."""

    address: str
    password: str = ""
    tls: bool = False
    """Whether the server must show a certificate."""
    ca: Path | None = None
    """Certificates that vouch for the server's; None: those of this system."""


Server: TypeAlias = str | Target
"""How a server is named: most need nothing but an address."""


def trust(target: Target) -> ssl.SSLContext | None:
    """How the socket verifies the server; None: not at all. Raises CannotConnect."""
    if not target.tls:
        return None
    try:
        return ssl.create_default_context(cafile=target.ca)
    except (OSError, ValueError):
        raise CannotConnect(text.NO_CERTIFICATES.format(file=target.ca)) from None


class Introduced:
    """A connection that says the server's password whenever a nickname is chosen."""

    def __init__(self, inner: Connection, password: str) -> None:
        self._inner = inner
        self._password = password

    async def send(self, message: ClientMessage) -> None:
        """See Connection."""
        if isinstance(message, ChooseNickname):
            message = structs.replace(message, password=self._password)
        await self._inner.send(message)

    async def receive(self) -> ServerMessage:
        """See Connection."""
        return await self._inner.receive()

    async def close(self) -> None:
        """See Connection."""
        await self._inner.close()
