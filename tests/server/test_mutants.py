"""Mutated frames and Pyro5 messages, one after the other, without a network: what each one costs.

Whatever comes, the answer is a message or a typed error, nothing of the inside shows, and no single
one keeps the loop busy for long.
"""

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from time import thread_time

import pytest

from messages import Error, ErrorCode
from messages.codec import decode_client
from messages.errors import ProtocolError
from messages.framing import Frames
from server.outgoing import Effect, Goodbye, Outgoing
from server.routes import pyro_wire as wire
from server.routes.pyro_methods import METHODS, read_message
from tests.helpers import House
from tests.server.routes.pyro_help import call_bytes
from tests.server.routes.test_socket_fuzz import mutated

SLOWEST = 0.02
COUNTS = [5_000, pytest.param(1_000_000, marks=pytest.mark.soak)]


@contextmanager
def _timing(slow: list[float]) -> Iterator[None]:
    start = thread_time()
    yield
    slow[0] = max(slow[0], thread_time() - start)


def _check_slowest(work: Callable[[list[float]], None]) -> None:
    """In processor time, because others use this machine; what is slow is slow again."""
    gc.collect()
    gc.disable()
    try:
        for _ in range(3):
            slow = [0.0]
            work(slow)
            sys.stderr.write(f"the slowest took {1000 * slow[0]:.2f} ms\n")
            if slow[0] < SLOWEST:
                return
    finally:
        gc.enable()
    raise AssertionError("one takes too long")


class Table:
    """Somebody at a table who says strange things, with a new connection whenever it is cut."""

    def __init__(self) -> None:
        self.house = House()
        self.house.table("ada", "bob")
        self.peer = self.house.arrive()

    def hear(self, data: bytes) -> None:
        """What the socket route does with these bytes."""
        handler = self.house.handler
        try:
            for payload in Frames(64 * 1024).feed(data):
                try:
                    effects = handler.receive(self.peer, decode_client(payload), 0.0)
                except ProtocolError as error:
                    effects = handler.malformed(self.peer, error, 0.0)
                self._check(effects)
        except ProtocolError as error:
            self._check(handler.malformed(self.peer, error, 0.0))

    def _check(self, effects: list[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, Goodbye) and effect.peer == self.peer:
                self.house.depart(self.peer)
                self.peer = self.house.arrive()
                self.house.boxes.clear()
            elif isinstance(effect, Outgoing) and isinstance(effect.message, Error):
                assert effect.message.error is not ErrorCode.INTERNALERROR
                assert "Traceback" not in effect.message.message
                assert ".py" not in effect.message.message


@pytest.mark.parametrize("count", COUNTS)
def test_frames(count: int) -> None:
    def work(slow: list[float]) -> None:
        table = Table()
        for data in mutated(count, 7):
            with _timing(slow):
                table.hear(data)
        assert table.house.log.entries == []

    _check_slowest(work)


def _mutated_calls(count: int) -> Iterator[bytes]:
    chance = Random(8)
    whole = [call_bytes(name, "key", *["x", 3, True, ["RED"], {"a": 1}]) for name in METHODS]
    for _ in range(count):
        data = bytearray(chance.choice(whole))
        for _ in range(chance.randint(1, 4)):
            at = chance.choice((chance.randrange(len(data)), chance.randrange(40, len(data))))
            data[at : at + chance.choice((1, 1, 3))] = chance.randbytes(chance.choice((0, 1, 1, 5)))
        if chance.random() < 0.8:
            data[12:16] = (len(data) - 40).to_bytes(4, "big")
        yield bytes(data)


def _call(data: bytes) -> str:
    """What the Pyro5 route reads out of these bytes."""
    requests = wire.Requests(64 * 1024)
    requests.accepted = wire.LATER
    try:
        for request in requests.feed(data):
            call = wire.read_call(request.payload)
            if call.method in METHODS:
                read_message(METHODS[call.method], call.args[1:], call.kwargs or {})
    except (wire.Refused, wire.Failed, ProtocolError) as error:
        return type(error).__name__
    return "read"


@pytest.mark.parametrize("count", COUNTS)
def test_calls(count: int) -> None:
    def work(slow: list[float]) -> None:
        seen = set()
        for data in _mutated_calls(count):
            with _timing(slow):
                seen.add(_call(data))
        assert {"Refused", "Failed", "ProtocolError"} <= seen

    _check_slowest(work)
