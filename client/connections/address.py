"""Which route an address means: ``HOST:PORT`` is the socket, ``PYRO:name@HOST:PORT`` is Pyro5."""

from client.connections import text
from client.connections.base import CannotConnect, Connection
from client.connections.socket import connect_socket
from client.connections.target import Introduced, Server, Target, trust


async def connect(server: Server) -> Connection:
    """A connection to the server at this address, by the route the address names."""
    target = Target(server) if isinstance(server, str) else server
    connection = await _connect(target)
    return Introduced(connection, target.password) if target.password else connection


async def _connect(target: Target) -> Connection:
    host, port = _host_and_port(target.address)
    if target.address.upper().startswith("PYRO:"):
        from client.connections.pyro import connect_pyro, use_tls  # Pyro5 is slow to import

        if target.tls:
            use_tls(target)
        return await connect_pyro(target.address)
    return await connect_socket(host, port, trust(target))


def _host_and_port(server: str) -> tuple[str, int]:
    host, _, port = server.rpartition("@")[2].rpartition(":")
    if not host or not (port.isascii() and port.isdigit()) or not 0 < int(port) < 65536:
        raise CannotConnect(text.NO_ADDRESS.format(address=server))
    return host.removeprefix("[").removesuffix("]"), int(port)
