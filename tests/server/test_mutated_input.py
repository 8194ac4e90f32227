"""Mutated frames, Pyro5 messages and web frames, without a network.

The answer is always a message or a typed error without internal details, and no single input
blocks the event loop for long.
"""

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from random import Random
from time import thread_time

import pytest

from games.registry import GAMES
from messages import Error, ErrorCode, Message, SelectModeAndPlayers
from messages.base import members
from messages.codec import decode_client
from messages.errors import ProtocolError
from messages.framing import FrameDecoder
from messages.registry import AnyClientMessage
from server.effects import Outcome
from server.transports.pyro import wire
from server.transports.pyro.methods import DO, METHODS, read_action, read_message
from server.transports.web.frames import FrameParser
from server.transports.web.wire import WEB_WIRE
from tests.games.random_messages import random_message
from tests.harness.handler import HandlerHarness
from tests.harness.mutations import SEEDS, mutated
from tests.harness.pyro import call_bytes
from tests.harness.web_mutations import mutated_frames

MAX_SECONDS = 0.02
COUNTS = [5_000, pytest.param(1_000_000, marks=pytest.mark.soak)]


@contextmanager
def _measure_slowest(slowest: list[float]) -> Iterator[None]:
    start = thread_time()
    yield
    slowest[0] = max(slowest[0], thread_time() - start)


def _check_duration(work: Callable[[list[float]], None]) -> None:
    """Check that no input takes longer than MAX_SECONDS of processor time, in one of three runs."""
    gc.collect()
    gc.disable()
    try:
        for _ in range(3):
            slowest = [0.0]
            work(slowest)
            sys.stderr.write(f"slowest input: {1000 * slowest[0]:.2f} ms\n")
            if slowest[0] < MAX_SECONDS:
                return
    finally:
        gc.enable()
    raise AssertionError("an input takes too long")


class MutationTarget:
    """A player who sends mutated input; a new match starts when the old one has ended."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._rng = Random(9)
        self.failures: list[str] = []
        self._start_match()

    def _start_match(self) -> None:
        self.harness = HandlerHarness()
        self._peers = self.harness.start_match(
            "ada", "bob", setup=SelectModeAndPlayers(2, game=self._game)
        )
        self._is_closed = False

    def receive(self, data: bytes) -> None:
        """Handle these bytes as the socket transport does."""
        handler, peer = self.harness.handler, self._peers[0]
        try:
            for payload in FrameDecoder(64 * 1024).iter_payloads(data):
                try:
                    outcome = handler.receive(peer, decode_client(payload), 0.0)
                except ProtocolError as error:
                    outcome = handler.malformed(peer, error, 0.0)
                self._check(outcome)
        except ProtocolError as error:
            self._check(handler.malformed(peer, error, 0.0))

    def play_action(self) -> None:
        """Play a legal action, so that mutated input arrives in many positions."""
        room = next(iter(self.harness.state.rooms.values()), None)
        if self._is_closed or room is None or room.match is None:
            self.failures += self.harness.log.errors
            self._start_match()
            return
        match = room.match
        seat = self._rng.choice(sorted(match.waiting))
        action = self._rng.choice(match.legal(seat))
        self._check(self.harness.handler.receive(self._peers[seat], action, 0.0))

    def _check(self, outcome: Outcome) -> None:
        self._is_closed |= bool(outcome.closes)
        sent = [message for send in outcome.sends for message in send.messages]
        for error in (m for m in (outcome.answer, *sent) if isinstance(m, Error)):
            assert error.error is not ErrorCode.INTERNALERROR
            assert "Traceback" not in error.message
            assert ".py" not in error.message


def _unusual_messages() -> list[Message]:
    """Return messages of every class with random contents."""
    rng, made = Random(6), list[Message](SEEDS)
    texts = ("ada", "bob", "RED", "ISLAND", "KING")
    for kind in members(AnyClientMessage):
        with suppress(NotImplementedError):  # a message with a map; SEEDS has one
            made += [random_message(kind, rng, texts) for _ in range(10)]
    return made


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("count", COUNTS)
def test_mutated_frames_cause_no_internal_or_logged_error_and_no_long_computation(
    game: str, count: int
) -> None:
    unusual = _unusual_messages()

    def work(slowest: list[float]) -> None:
        match_harness = MutationTarget(game)
        for number, data in enumerate(mutated(count // len(GAMES), 7, unusual)):
            with _measure_slowest(slowest):
                match_harness.receive(data)
            if not number % 16:
                match_harness.play_action()
        assert match_harness.failures + match_harness.harness.log.errors == []

    _check_duration(work)


def _mutated_calls(count: int) -> Iterator[bytes]:
    rng = Random(8)
    valid_calls = [call_bytes(name, "key", *["x", 3, True, ["RED"], {"a": 1}]) for name in METHODS]
    valid_calls += [call_bytes(DO, "key", {"type": "MoveMotherNature", "steps": 2})] * 9
    for _ in range(count):
        data = bytearray(rng.choice(valid_calls))
        for _ in range(rng.randint(1, 4)):
            start = rng.choice((rng.randrange(len(data)), rng.randrange(40, len(data))))
            data[start : start + rng.choice((1, 1, 3))] = rng.randbytes(rng.choice((0, 1, 1, 5)))
        if rng.random() < 0.8:
            data[12:16] = (len(data) - 40).to_bytes(4, "big")
        yield bytes(data)


def _read_request(request: wire.Request) -> None:
    call = wire.read_call(request.payload)
    message: object = None
    if call.method in METHODS:
        _, message = read_message(METHODS[call.method], call)
    elif call.method == DO:
        _, message = read_action(call)
    if isinstance(message, ProtocolError):
        raise message


def _parse(data: bytes) -> str:
    """Parse these bytes as the Pyro5 transport does; return the kind of result."""
    requests = wire.RequestParser(64 * 1024)
    requests.accepted = wire.CALL_TYPES
    try:
        for request in requests.feed(data):
            _read_request(request)
    except (wire.ConnectionRefused, wire.CallFailed, ProtocolError) as error:
        return type(error).__name__
    return "read"


@pytest.mark.parametrize("count", COUNTS)
def test_mutated_pyro_calls_are_read_or_get_each_kind_of_typed_error_quickly(count: int) -> None:
    def work(slowest: list[float]) -> None:
        results = set()
        for data in _mutated_calls(count):
            with _measure_slowest(slowest):
                results.add(_parse(data))
        assert {"ConnectionRefused", "CallFailed", "ProtocolError"} <= results

    _check_duration(work)


def _parse_web(data: bytes) -> str:
    """Parse these bytes as the web transport does; return the kind of the last result."""
    result = "incomplete"
    try:
        for payload in FrameParser(64 * 1024, lambda opcode, payload: None).iter_payloads(data):
            WEB_WIRE.decode(payload)
            result = "read"
    except ProtocolError as error:
        return type(error).__name__
    return result


@pytest.mark.parametrize("count", COUNTS)
def test_mutated_web_frames_are_read_or_get_each_kind_of_typed_error_quickly(count: int) -> None:
    def work(slowest: list[float]) -> None:
        results = set()
        for data in mutated_frames(count, 14):
            with _measure_slowest(slowest):
                results.add(_parse_web(data))
        assert {"read", "incomplete", "ProtocolError", "FrameError"} <= results

    _check_duration(work)
