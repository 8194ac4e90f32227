"""Which route an address means: ``HOST:PORT`` is the socket, ``PYRO:name@HOST:PORT`` is Pyro5."""

from client.connections.base import CannotConnect, Connection
from client.connections.socket import connect_socket


async def connect(server: str) -> Connection:
    """A connection to the server at this address, by the route the address names."""
    if server.upper().startswith("PYRO:"):
        from client.connections.pyro import connect_pyro  # Pyro5 is slow to import

        return await connect_pyro(server)
    host, port = _host_and_port(server)
    return await connect_socket(host, port)


def _host_and_port(server: str) -> tuple[str, int]:
    host, _, port = server.rpartition(":")
    if not host or not (port.isascii() and port.isdigit()) or not 0 < int(port) < 65536:
        raise CannotConnect(
            f"{server!r} is no server address: use HOST:PORT or PYRO:tavolata@HOST:PORT."
        )
    return host.removeprefix("[").removesuffix("]"), int(port)
