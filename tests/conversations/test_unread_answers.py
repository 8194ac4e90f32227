"""Clients that send many requests and never read: pauses of another client, memory, SIGTERM.

A server process is attacked over its wire from several addresses. Each test prints its figures.
"""

import asyncio
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, perf_counter
from typing import NamedTuple

import pytest

from messages import ChooseNickname, Heartbeat, RequestRefresh, SelectMatch, SelectModeAndPlayers
from messages.codec import encode
from messages.framing import MAX_SERVER_FRAME, FrameDecoder, frame
from messages.registry import AnyClientMessage
from tests.harness.raw_clients import HELLO, remote_call

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(sys.platform != "linux", reason="needs all of 127.0.0.0/8"),
]
ROOT = Path(__file__).parents[2]
LIMITS = ("trusted_networks=127.0.0.1", "unread_seconds=60", "message_seconds=60")
"""Clients from 127.0.0.1 are trusted. Attackers stay connected until SIGTERM, so that the server
has to end their connections."""
ROOMS = 200
CONNECTIONS_PER_ADDRESS = 10
REQUESTS = 75
"""RequestRefresh messages of a limited attacker: what the rate limit allows."""
TRUSTED_BYTES = 200_000
"""Bytes of requests of an attacker without a rate limit."""
ATTACK_SECONDS = 5.0
"""Time that is measured without attackers, and after all of them have sent their requests."""
MAX_PAUSE_SECONDS = 0.1
BUSY_FACTOR = 4.0
"""Allowed delay on a busy machine, in multiples of the longest pause without attackers."""
MAX_GROWTH_BYTES = 32 * 1024 * 1024
MAX_STOP_SECONDS = 5.0


class AttackedServer(NamedTuple):
    process: "subprocess.Popen[str]"
    ports: dict[str, int]

    def memory(self) -> int:
        """Return the resident memory in bytes."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def connect(self, transport: str, address: str = "127.0.0.1") -> socket.socket:
        """Connect from an address, with a small receive buffer."""
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.bind((address, 0))
        client.settimeout(30.0)
        client.connect(("127.0.0.1", self.ports[transport]))
        return client


class HonestClient:
    """A client that sends Heartbeat and RequestRefresh in turn and measures the answers."""

    def __init__(self, server: AttackedServer) -> None:
        self._socket = socket.create_connection(("127.0.0.1", server.ports["socket"]), 30.0)
        self._frames = FrameDecoder(MAX_SERVER_FRAME)
        self._names: list[bytes] = []
        self._ask(ChooseNickname("honest"), b"ChooseMatch")

    def longest_pause(self, is_over: Callable[[], bool], on_step: Callable[[], None]) -> float:
        """Send messages until it is over; return the longest time until two answers arrived.

        ``on_step`` is called after each pair of messages. Ends ATTACK_SECONDS later.
        """
        end, longest = monotonic() + ATTACK_SECONDS, 0.0
        while monotonic() < end:
            if not is_over():
                end = monotonic() + ATTACK_SECONDS
            start = perf_counter()
            self._ask(Heartbeat(), b"Heartbeat")
            self._ask(RequestRefresh(), b"ChooseMatch")
            longest = max(longest, perf_counter() - start)
            on_step()
        return longest

    def close(self) -> None:
        self._socket.close()

    def _ask(self, message: AnyClientMessage, answer: bytes) -> None:
        """Send a message and wait for a message of this type."""
        self._socket.sendall(frame(encode(message)))
        while True:
            payloads = self._frames.feed(self._socket.recv(1 << 20))
            if any(answer in payload[:40] for payload in payloads):
                return


@contextmanager
def _server() -> Iterator[AttackedServer]:
    options = [part for limit in LIMITS for part in ("--limit", limit)]
    command = [sys.executable, "-m", "server", "--port", "0", "--pyro-port", "0", *options]
    with subprocess.Popen(
        [*command, "--durability", "none"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            ports = [int(process.stdout.readline().rpartition(":")[2]) for _ in range(2)]
            yield AttackedServer(process, dict(zip(("socket", "pyro"), ports, strict=True)))
        finally:
            process.kill()


async def _open_rooms(server: AttackedServer) -> list[asyncio.StreamWriter]:
    """Open rooms with long names; return their connections."""

    async def open_room(number: int) -> asyncio.StreamWriter:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.ports["socket"])
        for message in (
            ChooseNickname(f"host{number:016}"),
            SelectMatch(0),
            SelectModeAndPlayers(4, game="eriantys", name="x" * 60),
        ):
            writer.write(frame(encode(message)))
        while b"RoomUpdate" not in await reader.read(65536):
            pass
        reader.set_exception(ConnectionError())
        return writer

    return [await open_room(number) for number in range(ROOMS)]


# --- attacks --------------------------------------------------------------------------------------


def _send_without_waiting(client: socket.socket, data: bytes) -> None:
    """Send as much as the buffers take now."""
    client.setblocking(False)
    with suppress(BlockingIOError, ConnectionError):
        client.send(data)


def _attack_from_addresses(server: AttackedServer, addresses: int) -> list[socket.socket]:
    """Send requests on ten connections of each address, at the rate limit, and read nothing."""
    clients = []
    for number in range(addresses * CONNECTIONS_PER_ADDRESS):
        address = f"127.0.1.{1 + number // CONNECTIONS_PER_ADDRESS}"
        client = server.connect("socket", address)
        client.sendall(frame(encode(ChooseNickname(f"mute{number:016}"))))
        client.sendall(frame(encode(RequestRefresh())) * REQUESTS)
        clients.append(client)
    return clients


def _attack_from_loopback(server: AttackedServer) -> list[socket.socket]:
    """Send requests without a rate limit on ten connections, and read nothing."""
    request = frame(encode(RequestRefresh()))
    clients = [server.connect("socket") for _ in range(CONNECTIONS_PER_ADDRESS)]
    for number, client in enumerate(clients):
        client.sendall(frame(encode(ChooseNickname(f"mute{number:016}"))))
        _send_without_waiting(client, request * (TRUSTED_BYTES // len(request)))
    return clients


def _attack_pyro(server: AttackedServer) -> list[socket.socket]:
    """Call request_refresh and poll on 40 connections, open on 20 others, and read nothing."""
    clients = []
    for number in range(60):
        client = server.connect("pyro")
        clients.append(client)
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
    return clients


ATTACKS: dict[str, Callable[[AttackedServer], list[socket.socket]]] = {
    "1 address": lambda server: _attack_from_addresses(server, 1),
    "4 addresses": lambda server: _attack_from_addresses(server, 4),
    "16 addresses": lambda server: _attack_from_addresses(server, 16),
    "trusted loopback": _attack_from_loopback,
    "pyro and opens": _attack_pyro,
}


class Figures(NamedTuple):
    """Figures of an attack; times in seconds, memory in bytes."""

    pause: float
    pause_without_attack: float
    growth: int
    stop: float


def _measure(attack: Callable[[AttackedServer], list[socket.socket]]) -> Figures:
    """Attack a server with rooms, measure another client meanwhile, then stop the server."""
    with _server() as server, asyncio.Runner() as runner:
        rooms = runner.run(_open_rooms(server))
        honest = HonestClient(server)
        without = honest.longest_pause(lambda: True, lambda: None)
        before, peak, clients = server.memory(), 0, list[socket.socket]()

        def sample() -> None:
            nonlocal peak
            peak = max(peak, server.memory())

        attacker = threading.Thread(target=lambda: clients.extend(attack(server)))
        attacker.start()
        pause = honest.longest_pause(lambda: not attacker.is_alive(), sample)
        start = perf_counter()
        server.process.terminate()
        assert server.process.wait(60.0) == 0
        stop = perf_counter() - start
        honest.close()
        for client in clients:
            client.close()
        for writer in rooms:
            writer.close()
        assert clients, "the attack failed"
        return Figures(pause, without, peak - before, stop)


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS.keys())
def test_unread_answers_cause_no_long_pause_little_memory_and_no_late_stop(
    attack: Callable[[AttackedServer], list[socket.socket]], request: pytest.FixtureRequest
) -> None:
    figures = _measure(attack)
    sys.stderr.write(
        f"{request.node.callspec.id}: longest pause {1e3 * figures.pause:.0f} ms "
        f"({1e3 * figures.pause_without_attack:.0f} ms without attack), memory "
        f"+{figures.growth / 2**20:.1f} MiB, stopped in {figures.stop:.2f} s\n"
    )
    allowed = max(MAX_PAUSE_SECONDS, BUSY_FACTOR * figures.pause_without_attack)
    assert figures.pause <= allowed
    assert figures.growth <= MAX_GROWTH_BYTES
    assert figures.stop <= MAX_STOP_SECONDS + BUSY_FACTOR * figures.pause_without_attack
