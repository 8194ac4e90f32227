"""Clients that send many requests and never read: pauses of another client, memory, SIGTERM.

A server process is attacked over its wire from several addresses. Each test prints its figures.
"""

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, perf_counter
from typing import NamedTuple

import pytest

from messages import ChooseNickname, Heartbeat, RequestRefresh, SelectMatch, SelectModeAndPlayers
from messages.codec import encode
from messages.framing import MAX_SERVER_FRAME, FrameDecoder, frame
from messages.registry import AnyClientMessage
from tests.harness.processes import Worker, core_clock
from tests.harness.unread_attacks import ATTACKS

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(sys.platform != "linux", reason="needs all of 127.0.0.0/8"),
]
ROOT = Path(__file__).parents[2]
LIMITS = ("trusted_networks=127.0.0.1", "unread_seconds=60", "message_seconds=60")
"""Clients from 127.0.0.1 are trusted. Attackers stay connected until SIGTERM, so that the server
has to end their connections."""
ROOMS = 200
ATTACK_SECONDS = 5.0
"""Time that is measured without attackers, and after all of them have sent their requests."""
MAX_PAUSE_SECONDS = 0.1
"""Maximum pause of another client, without the time that it and the server wait for a core."""
MAX_GROWTH_BYTES = 32 * 1024 * 1024
MAX_STOP_SECONDS = 5.0


class AttackedServer(NamedTuple):
    process: "subprocess.Popen[str]"
    ports: dict[str, int]

    def memory(self) -> int:
        """Return the resident memory in bytes."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")


class HonestClient:
    """A client that sends Heartbeat and RequestRefresh in turn and measures the answers."""

    def __init__(self, server: AttackedServer) -> None:
        self._socket = socket.create_connection(("127.0.0.1", server.ports["socket"]), 30.0)
        self._frames = FrameDecoder(MAX_SERVER_FRAME)
        self._clock = core_clock(server.process.pid)
        self._ask(ChooseNickname("honest"), b"ChooseMatch")

    def longest_pause(self, is_over: Callable[[], bool], on_step: Callable[[], None]) -> float:
        """Send messages until it is over; return the longest time until two answers arrived.

        ``on_step`` is called after each pair of messages. Ends ATTACK_SECONDS later.
        """
        end, longest = monotonic() + ATTACK_SECONDS, 0.0
        while monotonic() < end:
            if not is_over():
                end = monotonic() + ATTACK_SECONDS
            start = self._clock()
            self._ask(Heartbeat(), b"Heartbeat")
            self._ask(RequestRefresh(), b"ChooseMatch")
            longest = max(longest, self._clock() - start)
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
    command = [
        sys.executable,
        "-m",
        "server",
        "--port",
        "0",
        "--pyro-port",
        "0",
        "--web-port",
        "0",
        *options,
    ]
    with subprocess.Popen(
        [*command, "--durability", "none"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            ports = [int(process.stdout.readline().rpartition(":")[2]) for _ in range(3)]
            yield AttackedServer(process, dict(zip(("socket", "pyro", "web"), ports, strict=True)))
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


class Figures(NamedTuple):
    """Figures of an attack; times in seconds, memory in bytes."""

    pause: float
    pause_without_attack: float
    growth: int
    stop: float


def _measure(attack: str) -> Figures:
    """Attack a server with rooms, measure another client meanwhile, then stop the server."""
    command = ["-m", "tests.harness.unread_attacks"]
    with _server() as server, Worker(command, None) as attackers, asyncio.Runner() as runner:
        rooms = runner.run(_open_rooms(server))
        honest = HonestClient(server)
        without = honest.longest_pause(lambda: True, lambda: None)
        before, memory = server.memory(), list[int]()
        with ThreadPoolExecutor(1) as pool:
            line = " ".join([attack, *map(str, server.ports.values())])
            attacked = pool.submit(attackers.request, line)
            pause = honest.longest_pause(attacked.done, lambda: memory.append(server.memory()))
        assert attacked.result() == "done"
        start = perf_counter()
        server.process.terminate()
        assert server.process.wait(60.0) == 0
        stop = perf_counter() - start
        honest.close()
        for writer in rooms:
            writer.close()
        return Figures(pause, without, max(memory) - before, stop)


@pytest.mark.parametrize("attack", ATTACKS)
def test_unread_answers_cause_no_long_pause_little_memory_and_no_late_stop(attack: str) -> None:
    figures = _measure(attack)
    sys.stderr.write(
        f"{attack}: longest pause {1e3 * figures.pause:.0f} ms "
        f"({1e3 * figures.pause_without_attack:.0f} ms without attack), memory "
        f"+{figures.growth / 2**20:.1f} MiB, stopped in {figures.stop:.2f} s\n"
    )
    assert figures.pause <= MAX_PAUSE_SECONDS
    assert figures.growth <= MAX_GROWTH_BYTES
    assert figures.stop <= MAX_STOP_SECONDS
