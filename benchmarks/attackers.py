"""Attacking clients: `python -m benchmarks.attackers [NICENESS]`.

Attackers connect from 127.0.1.1 and the following addresses, which the attacked server does not
trust. Each input line KIND TRANSPORT PORT COUNT SECONDS is one attack; the output line is JSON with
the counted events. The transport `tls` is a TLS port of either kind, and only the TLS handshake is
attacked. NICENESS is 19 where the delays of other clients are measured on the same core, so that
the attackers' own work does not look like a delay of the server.

    silent, header, body, drip    send nothing or part of a message, and do not complete it;
    later                         the same after one complete message;
    handshake                     complete the handshake of the transport, then send nothing;
    slow                          all kinds above together;
    nonreading                    send requests and never read an answer;
    flood                         send as fast as possible, and reconnect when disconnected;
    cycles                        connect and close, CYCLES times each, from an address each.
"""

import asyncio
import os
import socket
import ssl
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from time import monotonic
from typing import NamedTuple

from benchmarks.servers import print_json
from messages import ChooseNickname, Heartbeat, ListPlayers, Message
from messages.codec import encode
from messages.framing import frame
from tests.harness.raw_clients import HELLO, remote_call
from tests.harness.web_server import UPGRADE, message_frame, request_bytes

PER_ADDRESS = 10
"""A small number, so that non-reading attackers stay below the rate limit of an address."""
START_INTERVAL_SECONDS = 0.001
"""Seconds between two connections: all attackers are connected within half a second."""
REQUEST_INTERVAL_SECONDS = 0.06
"""Seconds between two requests of a non-reading attacker: just below the rate limit."""
CYCLES = 60
"""Connections of one attacker of the kind cycles; the rate limit accepts all of them."""
SMALL_BUFFER = 4096
KEY_LENGTH = 43
"""Number of characters of a session key."""


class WireMessages(NamedTuple):
    """Encoded messages that attackers send on a transport."""

    first: bytes
    """A valid first message, of which slow attackers send a part."""
    handshake: bytes
    heartbeat: bytes


def _client_hello() -> bytes:
    """Return the bytes of a TLS ClientHello."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = ssl.create_default_context().wrap_bio(incoming, outgoing, server_hostname="localhost")
    with suppress(ssl.SSLWantReadError):
        client.do_handshake()
    return outgoing.read()


def _socket_frame(message: Message) -> bytes:
    """Return the frame of a message on the socket."""
    return frame(encode(message))


WIRES = {
    "socket": WireMessages(
        _socket_frame(ChooseNickname("attacker")), b"", _socket_frame(Heartbeat())
    ),
    "pyro": WireMessages(HELLO, HELLO, remote_call("heartbeat", "k" * KEY_LENGTH)),
    "web": WireMessages(
        request_bytes("/play", UPGRADE),
        request_bytes("/play", UPGRADE),
        message_frame(Heartbeat()),
    ),
    "tls": WireMessages(_client_hello(), b"", b""),
}
PARTIAL_MESSAGES: dict[str, Callable[[WireMessages], bytes]] = {
    "silent": lambda wire: b"",
    "header": lambda wire: wire.first[:2],
    "body": lambda wire: wire.first[:-5],
    "drip": lambda wire: wire.first[:1],
    "later": lambda wire: wire.heartbeat + wire.heartbeat[:3],
    "handshake": lambda wire: b"",
}
KINDS_WITH_HANDSHAKE = ("later", "handshake")
_ALL_KINDS = tuple(PARTIAL_MESSAGES)
SLOW_KINDS = {
    "socket": _ALL_KINDS[:5],
    "pyro": _ALL_KINDS,
    "web": _ALL_KINDS,
    "tls": _ALL_KINDS[:4],
}


class Attacker(NamedTuple):
    """One attacker; all attackers of an attack share ``counts``."""

    kind: str
    transport: str
    port: int
    number: int
    counts: Counter[str]

    @property
    def wire(self) -> WireMessages:
        """Messages of the transport."""
        return WIRES[self.transport]

    def create_socket(self) -> socket.socket:
        """Return a socket with a small receive buffer, bound to the address of the attacker."""
        connection = socket.socket()
        connection.setblocking(False)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
        per_address = 1 if self.kind == "cycles" else PER_ADDRESS
        connection.bind((f"127.0.1.{1 + self.number // per_address}", 0))
        return connection

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[socket.socket]:
        """Connect for the duration of the block, and update the longest lifetime of a connection.

        The end of the connection ends the block without an error.
        """
        started_at = monotonic()
        with self.create_socket() as connection:
            loop = asyncio.get_running_loop()
            await loop.sock_connect(connection, ("127.0.0.1", self.port))
            self.counts["connections"] += 1
            try:
                with suppress(ConnectionError):
                    yield connection
            finally:
                taken = round(1000 * (monotonic() - started_at))
                self.counts["longest ms"] = max(self.counts["longest ms"], taken)


async def _shake_hands(attacker: Attacker, connection: socket.socket) -> None:
    """Complete the handshake of the transport, if it has one; a WebSocket waits for the answer."""
    loop = asyncio.get_running_loop()
    await loop.sock_sendall(connection, attacker.wire.handshake)
    if attacker.transport == "web":
        await loop.sock_recv(connection, 65536)


async def _slow(attacker: Attacker) -> None:
    """Send part of a message, or one byte per second, until the server closes the connection."""
    loop = asyncio.get_running_loop()
    async with attacker.connection() as connection:
        if attacker.kind in KINDS_WITH_HANDSHAKE:
            await _shake_hands(attacker, connection)
        await loop.sock_sendall(connection, PARTIAL_MESSAGES[attacker.kind](attacker.wire))
        rest = iter(attacker.wire.first[1:])
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(1.0):
                    if not await loop.sock_recv(connection, 65536):
                        break
            if attacker.kind == "drip":
                await loop.sock_sendall(connection, bytes([next(rest)]))
    attacker.counts["disconnected"] += 1


async def _never_read(attacker: Attacker) -> None:
    """Request long answers without reading them; only the key of a Pyro5 session is read."""
    loop = asyncio.get_running_loop()
    async with attacker.connection() as connection:
        # The port makes the name unique: sessions of earlier attackers may still exist.
        name = f"mute{connection.getsockname()[1]:08}{attacker.number:08}"
        if attacker.transport == "pyro":
            await loop.sock_sendall(connection, HELLO + remote_call("open"))
            key = await _read_key(connection)
            choose_name, request = (
                remote_call("choose_nickname", key, name),
                remote_call("list_players", key),
            )
        else:
            await _shake_hands(attacker, connection)
            to_frame = message_frame if attacker.transport == "web" else _socket_frame
            choose_name, request = to_frame(ChooseNickname(name)), to_frame(ListPlayers())
        await loop.sock_sendall(connection, choose_name)
        while True:
            await loop.sock_sendall(connection, request)
            await asyncio.sleep(REQUEST_INTERVAL_SECONDS)
    attacker.counts["disconnected"] += 1


async def _read_key(connection: socket.socket) -> str:
    """Return the session key, which ends the answer to open()."""
    data = b""
    while len(data) < KEY_LENGTH or data[-KEY_LENGTH - 2 : -KEY_LENGTH] != b"\xd9\x2b":
        part = await asyncio.get_running_loop().sock_recv(connection, 65536)
        if not part:
            raise ConnectionError
        data += part
    return data[-KEY_LENGTH:].decode()


async def _flood(attacker: Attacker) -> None:
    """Send as fast as possible, and reconnect when disconnected."""
    while True:
        with suppress(ConnectionError):
            async with attacker.connection() as connection:
                await _send_flood(attacker, connection)
        await asyncio.sleep(0.05)


async def _send_flood(attacker: Attacker, connection: socket.socket) -> None:
    loop, data = asyncio.get_running_loop(), b"?"
    await _shake_hands(attacker, connection)
    while data:
        await loop.sock_sendall(connection, attacker.wire.heartbeat * 200)
        await asyncio.sleep(0)
        with suppress(BlockingIOError):
            data = connection.recv(65536)
            attacker.counts["rate limited"] += data.count(b"RATELIMITED")


async def _cycle(attacker: Attacker, seconds: float) -> None:
    """Connect and close CYCLES times, evenly distributed over the time."""
    started_at = monotonic()
    for number in range(CYCLES):
        due_at = started_at + number * seconds / CYCLES
        await asyncio.sleep(max(0.0, due_at - monotonic()))
        with suppress(ConnectionError):
            async with attacker.connection():
                pass


def _attack_functions(
    kind: str, transport: str, seconds: float
) -> list[tuple[str, Callable[[Attacker], Awaitable[None]]]]:
    if kind == "slow":
        return [(slow_kind, _slow) for slow_kind in SLOW_KINDS[transport]]
    if kind == "cycles":
        return [(kind, partial(_cycle, seconds=seconds))]
    return [(kind, {"nonreading": _never_read, "flood": _flood}.get(kind, _slow))]


async def run_attack(
    kind: str, transport: str, port: int, count: int, seconds: float
) -> Counter[str]:
    """Run attackers until ``seconds`` after the last has started; return the counted events."""
    counts: Counter[str] = Counter()
    functions = _attack_functions(kind, transport, seconds)
    attacks = list[asyncio.Future[None]]()
    for index in range(count):
        attacker_kind, attack = functions[index % len(functions)]
        attacker = Attacker(attacker_kind, transport, port, index, counts)
        attacks.append(asyncio.ensure_future(attack(attacker)))
        await asyncio.sleep(START_INTERVAL_SECONDS)
    _, running = await asyncio.wait(attacks, timeout=seconds)
    counts["still connected"] = len(running)
    for task in running:
        task.cancel()
    failures = await asyncio.gather(*attacks, return_exceptions=True)
    counts["failed"] = sum(isinstance(failure, Exception) for failure in failures)
    return counts


def main() -> None:
    """Answer the lines of the standard input."""
    os.nice(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    print_json(ready=True)
    for line in sys.stdin:
        kind, transport, port, count, seconds = line.split()
        print_json(
            **asyncio.run(run_attack(kind, transport, int(port), int(count), float(seconds)))
        )


if __name__ == "__main__":
    main()
