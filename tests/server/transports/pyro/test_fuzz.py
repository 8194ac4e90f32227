"""Thousands of mutated messages, while another client is served."""

import asyncio
import gc
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from Pyro5 import protocol

from messages import ProtocolError
from messages.registry import AnyClientMessage
from server.effects import PeerId
from server.limits import Limits
from tests.harness.pyro import (
    MSGPACK,
    FakeHub,
    PyroServer,
    call_bytes,
    connect_bytes,
    message_bytes,
    running,
    wait_until,
)
from tests.harness.timeouts import GIVE_UP_SECONDS

LIMITS = Limits(connections=200)
MEGABYTE = 1024 * 1024


class NonRecordingHub(FakeHub):
    """Records nothing, so that growing memory is due to the transport."""

    def receive(self, peer: PeerId, message: AnyClientMessage) -> None:
        super().receive(peer, message)
        self.received.clear()

    def malformed(self, peer: PeerId, error: ProtocolError) -> None:
        super().malformed(peer, error)
        self.protocol_errors.clear()

    def disconnect(self, peer: PeerId) -> None:
        super().disconnect(peer)
        self.disconnected.clear()


def valid_messages(key: str) -> list[bytes]:
    """Return one message of each kind."""
    calls: list[tuple[str, tuple[Any, ...]]] = [
        ("open", ()),
        ("poll", (key, 0, 0)),
        ("close", ("x",)),
        ("choose_nickname", (key, "ada")),
        ("select_mode_and_players", (key, 2, True, "eriantys", {"a": 1, "b": "c"}, False, 0)),
        ("move_student", (key, "ISLAND", "RED", 3)),
        ("use_character_card", (key, "JESTER", None, None, ["RED"], ["BLUE"])),
        ("heartbeat", (key,)),
        ("nothing", ({"__class__": "Pyro5.core.URI", "state": []},)),
    ]
    messages = [call_bytes(name, *args) for name, args in calls]
    messages.append(message_bytes(protocol.MSG_PING, b"ping", serializer=42))
    messages.append(call_bytes("get_metadata", "tavolata", target="Pyro.Daemon"))
    messages.append(call_bytes("heartbeat", key, ABCD=b"annotation"))
    payload = MSGPACK.dumps(["tavolata", "heartbeat", [key], {"id": 3, "reply_to": None}])
    return [*messages, message_bytes(protocol.MSG_INVOKE, payload)]


def mutated(data: bytes, rng: random.Random) -> bytes:
    """Return the message with one to three random changes."""
    changed = bytearray(data)
    for _ in range(rng.randrange(1, 4)):
        start = rng.randrange(len(changed)) if changed else 0
        match rng.randrange(6):
            case 0:
                changed[start : start + 1] = rng.randbytes(1)
            case 1:
                changed[start:start] = rng.randbytes(rng.randrange(1, 9))
            case 2:
                del changed[start : start + rng.randrange(1, 9)]
            case 3:
                del changed[start:]
            case 4 if len(changed) > 40:
                body = rng.randrange(40, len(changed))
                changed[body : body + 1] = rng.randbytes(1)
            case _:
                field = rng.choice([6, 7, 8, 9, 11, 14, 15, 18, 19])
                changed[field : field + 1] = rng.randbytes(1)
    return bytes(changed)


@contextmanager
def served_client(server: PyroServer) -> Iterator[list[int]]:
    """Run a client that calls repeatedly; yield a list with the number of correct answers."""
    answered = [0]
    stop_requested = threading.Event()

    def call_repeatedly() -> None:
        with server.proxy() as proxy:
            key = proxy.open()
            while not stop_requested.is_set():
                assert proxy.heartbeat(key)["type"] == "Heartbeat"
                answered[0] += 1

    thread = threading.Thread(target=call_repeatedly)
    thread.start()
    try:
        yield answered
    finally:
        stop_requested.set()
        thread.join(GIVE_UP_SECONDS)
    assert not thread.is_alive()


def attack(server: PyroServer, count: int, seed: int) -> None:
    """Send mutated messages, each on its own connection, some with a mutated handshake."""
    rng = random.Random(seed)
    with server.proxy() as proxy:
        messages = valid_messages(proxy.open())
    for _ in range(count):
        data = mutated(rng.choice(messages), rng)
        with server.connect() as wire:
            if rng.randrange(10):
                wire.send(connect_bytes() + data)
            else:
                wire.send(mutated(connect_bytes(), rng) + data)
            wire.sock.shutdown(1)
            wire.read_to_end()


def resident_bytes() -> int:
    """Return the resident memory in bytes; 0 if the system does not report it."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4096
    except OSError:
        return 0


def fuzz(count: int, seed: int) -> None:
    crashes = list[object]()
    with running(NonRecordingHub(), LIMITS) as server:
        loop = server.run_on_loop(asyncio.get_running_loop)
        loop.set_exception_handler(lambda _, context: crashes.append(context))
        attack(server, 300, seed)  # whatever is loaded late is loaded now
        with served_client(server) as answered:
            wait_until(lambda: answered[0] > 0)
            gc.collect()
            before, first = resident_bytes(), answered[0]
            attack(server, count, seed + 1)
            gc.collect()
            assert resident_bytes() - before < 30 * MEGABYTE
            wait_until(lambda: answered[0] > first + 10)
        wait_until(lambda: server.run_on_loop(lambda: len(server.transport.connections)) == 0)
        assert server.run_on_loop(lambda: len(server.transport.calls._peers)) <= LIMITS.connections
    assert crashes == [], "an exception in the transport also closes a connection"


def test_2500_mutated_messages_crash_nothing_and_another_client_is_served() -> None:
    fuzz(2500, seed=1)


@pytest.mark.soak
def test_100_000_mutated_messages_crash_nothing_and_another_client_is_served() -> None:
    fuzz(100_000, seed=2)
