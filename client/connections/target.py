"""The server to connect to: address, password, certificates, and the route its address names.

``HOST:PORT`` is the socket, ``PYRO:name@HOST:PORT`` is Pyro5.
"""

import ssl
from pathlib import Path
from typing import NamedTuple, TypeAlias

from msgspec import structs

from client.connections import text
from client.connections.base import CannotConnect, Connection
from client.connections.socket import connect_socket
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
        raise CannotConnect(text.BAD_CERTIFICATE_FILE.format(file=target.ca)) from None


class PasswordConnection:
    """A connection that says the server's password whenever a nickname is chosen."""

    def __init__(self, inner: Connection, password: str) -> None:
        self._inner = inner
        self._password = password

    async def send(self, message: ClientMessage) -> None:
        if isinstance(message, ChooseNickname):
            message = structs.replace(message, password=self._password)
        await self._inner.send(message)

    async def receive(self) -> ServerMessage:
        return await self._inner.receive()

    async def close(self) -> None:
        await self._inner.close()


async def connect(server: Server) -> Connection:
    """A connection to the server at this address, by the route the address names."""
    target = Target(server) if isinstance(server, str) else server
    connection = await _connect(target)
    return PasswordConnection(connection, target.password) if target.password else connection


async def _connect(target: Target) -> Connection:
    host, port = _host_and_port(target.address)
    trusted = trust(target)
    if target.address.upper().startswith("PYRO:"):
        from client.connections.pyro import connect_pyro, use_tls  # Pyro5 is slow to import

        if trusted is not None:
            use_tls(target.ca)
        return await connect_pyro(target.address)
    return await connect_socket(host, port, trusted)


def _host_and_port(server: str) -> tuple[str, int]:
    host, _, port = server.rpartition("@")[2].rpartition(":")
    if not host or not (port.isascii() and port.isdigit()) or not 0 < int(port) < 65536:
        raise CannotConnect(text.BAD_ADDRESS.format(address=server))
    return host.removeprefix("[").removesuffix("]"), int(port)
