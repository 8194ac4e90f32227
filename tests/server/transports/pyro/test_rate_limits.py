"""Limits of calls and connections over Pyro5; trusted networks are exempt."""

import pytest
from Pyro5 import errors, protocol

from server.limits import Limits
from tests.harness.pyro import PyroServer, call_bytes, message_bytes, running, wait_until

STRICT = Limits(
    trusted_networks=(),
    commands_burst=30.0,
    commands_per_second=0.001,
    rate_limit_warnings=3,
    rate_limit_warnings_per_second=0.001,
    connections_per_address=2,
)
"""Buckets hardly refill during a test, even on a slow machine."""


def _kinds(data: bytes) -> list[int]:
    """Return the types of the complete messages in these bytes."""
    kinds = []
    while data:
        header = protocol.ReceivingMessage(data[:40])
        kinds.append(header.type)
        data = data[40 + header.annotations_size + header.data_size :]
    return kinds


def test_flooding_calls_get_three_rate_limited_answers_and_then_a_disconnection() -> None:
    with running(limits=STRICT) as server, server.connect().handshake() as wire:
        answers = [wire.call("poll", "no key") for _ in range(29)]
        assert {answer["error"] for answer in answers} == {"SESSIONUNKNOWN"}
        refused = [wire.call("poll", "no key") for _ in range(3)]
        assert {answer["error"] for answer in refused} == {"RATELIMITED"}
        assert "wait" in refused[0]["message"]
        wire.send(call_bytes("poll", "no key") * 50)
        assert _kinds(wire.read_to_end()) == [protocol.MSG_RESULT]


def test_pings_above_the_burst_are_not_answered_and_disconnect() -> None:
    with running(limits=STRICT) as server, server.connect().handshake() as wire:
        wire.send(message_bytes(protocol.MSG_PING, b"ping", serializer=42) * 100)
        assert _kinds(wire.read_to_end()) == [protocol.MSG_PING] * 29


def test_third_connection_of_an_address_is_refused_until_the_others_are_closed() -> None:
    with running(limits=STRICT) as server:
        first, second, third = (
            server.connect().handshake(),
            server.connect().handshake(),
            server.proxy(),
        )
        with first, second, third, pytest.raises(errors.CommunicationError, match="close"):
            third.open()
        wait_until(lambda: not _limiter_connections(server), "the connections are forgotten")
        with server.proxy() as again:
            assert isinstance(again.open(), str)


def _limiter_connections(server: PyroServer) -> int:
    return server.run_on_loop(
        lambda: sum(p.connections for p in server.transport.limiter.addresses.values())
    )


def test_500_calls_from_a_trusted_network_are_not_rate_limited() -> None:
    with (
        running(limits=Limits(commands_burst=10.0)) as server,
        server.connect().handshake() as wire,
    ):
        for _ in range(500):
            assert wire.call("poll", "no key")["error"] == "SESSIONUNKNOWN"
