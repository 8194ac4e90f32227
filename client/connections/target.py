"""Connect to a server given by address, password and certificates.

The address selects the transport: ``HOST:PORT`` is the socket, ``PYRO:name@HOST:PORT`` is Pyro5.
"""

from pathlib import Path
from typing import NamedTuple, TypeAlias

from msgspec import structs

from client.connections.addresses import split_host
from client.connections.base import Connection
from client.connections.known_servers import KnownServers
from client.connections.tls import Identity, identify, verify_by_authority, verify_by_fingerprint
from messages.base import ClientMessage, ServerMessage
from messages.lobby import ChooseNickname


class Target(NamedTuple):
    """A server to connect to; the address is HOST:PORT or PYRO:name@HOST:PORT."""

    address: str
    password: str = ""
    tls: bool = False
    """True to use TLS and verify the certificate of the server."""
    ca: Path | None = None
    """File of trusted certificates; None for those of the system."""
    fingerprint: str = ""
    """Fingerprint of the server's key, which is verified instead of its certificate."""
    known_servers: KnownServers | None = None
    """Servers to trust by their stored key; None: a self-signed certificate is not trusted."""


Server: TypeAlias = str | Target
"""An address alone, or an address with password and certificates."""


class PasswordConnection:
    """A connection that adds the server's password to each ChooseNickname."""

    def __init__(self, inner: Connection, password: str) -> None:
        self._inner = inner
        self._password = password

    async def send(self, message: ClientMessage) -> None:
        """Send a message; add the password if it is a ChooseNickname. Raises ConnectionLost."""
        if isinstance(message, ChooseNickname):
            message = structs.replace(message, password=self._password)
        await self._inner.send(message)

    async def receive(self) -> ServerMessage:
        """Return the next message of the inner connection. Raises ConnectionLost."""
        return await self._inner.receive()

    async def close(self) -> None:
        """Close the inner connection."""
        await self._inner.close()


async def connect(server: Server) -> Connection:
    """Connect to a server over the transport that its address selects; use its password, if any.

    Raises CannotConnect or UntrustedServer; over Pyro5 also RateLimited if there are too many
    connections from this address.
    """
    target = Target(server) if isinstance(server, str) else server
    connection = await _open(target)
    return PasswordConnection(connection, target.password) if target.password else connection


async def _open(target: Target) -> Connection:
    """Connect over Pyro5 or the socket, with TLS if the target says so. Raises CannotConnect."""
    host, port = split_host(target.address)
    identity = await _identify(target, host, port) if target.tls else None
    # Transports are imported on first use: Pyro5 and the decoders of all messages are slow to load.
    if target.address.upper().startswith("PYRO:"):
        from client.connections.pyro import connect_pyro

        return await connect_pyro(target.address, identity)
    from client.connections.socket import connect_socket

    return await connect_socket(host, port, identity)


async def _identify(target: Target, host: str, port: int) -> Identity:
    """Return how to verify the server: by ``ca``, a fingerprint, its stored key or an authority.

    Without ``ca``, but with known servers, a new server is contacted, and its key or authority is
    stored. Raises CannotConnect, also if the server must not be trusted.
    """
    if target.ca is None and target.known_servers is not None:
        async with target.known_servers.lock:
            return await identify(host, port, target.fingerprint, target.known_servers)
    if target.ca is None and target.fingerprint:
        return verify_by_fingerprint(target.fingerprint)
    return verify_by_authority(target.ca)
