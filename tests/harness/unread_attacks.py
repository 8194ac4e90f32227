"""Worker process with clients that send many requests and never read the answers.

It reads lines ``ATTACK SOCKET_PORT PYRO_PORT WEB_PORT``, with one of the names in ATTACKS, and
answers when all clients of the attack have sent their requests. They stay connected until the
process ends. It is a process of its own, so that its work does not delay the client that measures
pauses.
"""

import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import NamedTuple

from messages import ChooseNickname, RequestRefresh
from messages.codec import encode
from messages.framing import frame
from tests.harness.raw_clients import HELLO, remote_call
from tests.harness.web_server import PING, UPGRADE, client_frame, message_frame, request_bytes

CONNECTIONS_PER_ADDRESS = 10
REQUESTS = 75
"""RequestRefresh messages of a limited attacker: what the rate limit allows."""
TRUSTED_BYTES = 200_000
"""Bytes of requests of an attacker without a rate limit."""

Connections = Iterator[socket.socket]


def _connect(port: int, address: str = "127.0.0.1") -> socket.socket:
    """Connect from an address, with a small receive buffer."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.bind((address, 0))
    client.settimeout(30.0)
    client.connect(("127.0.0.1", port))
    return client


def _send_without_waiting(client: socket.socket, data: bytes) -> None:
    """Send as much as the buffers take now."""
    client.setblocking(False)
    with suppress(BlockingIOError, ConnectionError):
        client.send(data)


def _attack_from_addresses(socket_port: int, addresses: int) -> Connections:
    """Send requests on ten connections of each address, at the rate limit, and read nothing."""
    for number in range(addresses * CONNECTIONS_PER_ADDRESS):
        client = _connect(socket_port, f"127.0.1.{1 + number // CONNECTIONS_PER_ADDRESS}")
        client.sendall(frame(encode(ChooseNickname(f"mute{number:016}"))))
        client.sendall(frame(encode(RequestRefresh())) * REQUESTS)
        yield client


def _attack_from_loopback(socket_port: int) -> Connections:
    """Send requests without a rate limit on ten connections, and read nothing."""
    request = frame(encode(RequestRefresh()))
    clients = [_connect(socket_port) for _ in range(CONNECTIONS_PER_ADDRESS)]
    for number, client in enumerate(clients):
        client.sendall(frame(encode(ChooseNickname(f"mute{number:016}"))))
        _send_without_waiting(client, request * (TRUSTED_BYTES // len(request)))
        yield client


def _attack_pyro(pyro_port: int) -> Connections:
    """Call request_refresh and poll on 40 connections, open on 20 others, and read nothing."""
    for number in range(60):
        client = _connect(pyro_port)
        yield client
        client.sendall(HELLO)
        if number % 3 == 0:
            _send_without_waiting(client, remote_call("open") * 2000)
            continue
        client.sendall(remote_call("open"))
        data, part = b"", b"?"
        while b"\xd9\x2b" not in data[-45:] and part:
            data += (part := client.recv(65536))
        key = data[-43:].decode()
        client.sendall(remote_call("choose_nickname", key, f"mute{number:016}"))
        calls = remote_call("request_refresh", key) + remote_call("poll", key, 0, 0)
        _send_without_waiting(client, calls * (TRUSTED_BYTES // len(calls)))


def _open_web_socket(web_port: int, number: int, address: str) -> socket.socket:
    """Open a WebSocket and choose a nickname; the answers are not read."""
    client = _connect(web_port, address)
    client.sendall(request_bytes("/play", UPGRADE))
    client.recv(1)
    client.sendall(message_frame(ChooseNickname(f"mute{number:016}")))
    return client


def _attack_web_from_addresses(web_port: int, addresses: int) -> Connections:
    """Send requests on ten WebSockets of each address, at the rate limit, and read nothing."""
    for number in range(addresses * CONNECTIONS_PER_ADDRESS):
        address = f"127.0.1.{1 + number // CONNECTIONS_PER_ADDRESS}"
        client = _open_web_socket(web_port, number, address)
        client.sendall(message_frame(RequestRefresh()) * REQUESTS)
        yield client


def _attack_web(web_port: int) -> Connections:
    """Send requests without a rate limit on ten WebSockets, pings on ten others; read nothing."""
    request, ping = message_frame(RequestRefresh()), client_frame(b"x" * 125, PING)
    for number in range(2 * CONNECTIONS_PER_ADDRESS):
        client = _open_web_socket(web_port, number, "127.0.0.1")
        data = ping if number % 2 else request
        _send_without_waiting(client, data * (TRUSTED_BYTES // len(data)))
        yield client


class Ports(NamedTuple):
    """The ports of the attacked server."""

    socket: int
    pyro: int
    web: int


ATTACKS: dict[str, Callable[[Ports], Connections]] = {
    "1-address": lambda ports: _attack_from_addresses(ports.socket, 1),
    "4-addresses": lambda ports: _attack_from_addresses(ports.socket, 4),
    "16-addresses": lambda ports: _attack_from_addresses(ports.socket, 16),
    "trusted-loopback": lambda ports: _attack_from_loopback(ports.socket),
    "pyro-and-opens": lambda ports: _attack_pyro(ports.pyro),
    "web-16-addresses": lambda ports: _attack_web_from_addresses(ports.web, 16),
    "web-and-pings": lambda ports: _attack_web(ports.web),
}


def main() -> None:
    """Execute the attacks that are requested on standard input, until it is closed."""
    connections: list[socket.socket] = []
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    for line in sys.stdin:
        name, *ports = line.split()
        connections += ATTACKS[name](Ports(*map(int, ports)))
        sys.stdout.write("done\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
