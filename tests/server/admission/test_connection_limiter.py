"""ConnectionLimiter: counted connections, refusals, and removed addresses."""

from contextlib import suppress
from math import inf

import pytest

from messages import ErrorCode
from messages.errors import Refusal
from server.admission.connection_limiter import (
    ConnectionLimiter,
    LimitedConnection,
    address_key,
    is_in_networks,
    parse_network,
)
from server.limits import Limits

SMALL = Limits(
    connections_per_address=3,
    commands_per_second=10.0,
    commands_burst=20.0,
    address_per_second=20.0,
    address_burst=100.0,
    rate_limit_warnings=2,
    rate_limit_warnings_per_second=0.5,
)


def _enter(
    limiter: ConnectionLimiter, address: str = "192.0.2.1", now: float = 0.0
) -> LimitedConnection:
    connection = LimitedConnection()
    limiter.register(connection, address, now)
    return connection


def _spend(
    limiter: ConnectionLimiter, connection: LimitedConnection, times: int, now: float = 0.0
) -> int:
    """Send messages that cost 1 and return how many are accepted."""
    accepted = 0
    for _ in range(times):
        if connection.prepaid < 1.0 and not connection.is_cut_off:
            with suppress(Refusal):
                limiter.check(connection, 1.0, now)
        if connection.prepaid >= 1.0:
            connection.prepaid -= 1.0
            accepted += 1
    return accepted


def test_trusted_and_in_process_connections_are_exempt_unless_no_network_is_trusted() -> None:
    limiter = ConnectionLimiter(SMALL)
    for address in ("127.0.0.1", "::1", "::ffff:127.0.0.1", "memory"):
        for _ in range(10):
            assert _enter(limiter, address).prepaid == inf
    assert limiter.addresses == {}
    strict = ConnectionLimiter(Limits(trusted_networks=()))
    assert _enter(strict, "127.0.0.1").prepaid == 0.0


def test_connection_above_the_limit_of_its_address_is_refused_but_counted() -> None:
    limiter = ConnectionLimiter(SMALL)
    first = _enter(limiter)
    _enter(limiter), _enter(limiter)
    with pytest.raises(Refusal, match=r"has 3 connections.*connections_per_address"):
        _enter(limiter)
    _enter(limiter, "192.0.2.2")
    limiter.unregister(first)
    assert limiter.addresses["192.0.2.1"].connections == 3, (
        "rejected connections count until they leave"
    )


def test_an_address_has_32_connections_by_default_and_a_trusted_one_more() -> None:
    limiter = ConnectionLimiter(Limits())
    for _ in range(32):
        _enter(limiter)
        _enter(limiter, "127.0.0.1")
    with pytest.raises(Refusal, match="has 32 connections") as refused:
        _enter(limiter)
    assert refused.value.code is ErrorCode.SERVERFULL
    _enter(limiter, "127.0.0.1")


def test_connection_that_comes_too_fast_is_refused_until_a_second_later() -> None:
    limiter = ConnectionLimiter(SMALL)
    for _ in range(5):
        limiter.unregister(_enter(limiter))
    with pytest.raises(Refusal, match="too fast"):
        _enter(limiter)
    _enter(limiter, now=1.0)


def test_connection_can_spend_its_burst_then_is_refused_and_can_spend_its_rate() -> None:
    limiter = ConnectionLimiter(SMALL)
    connection = _enter(limiter)
    assert _spend(limiter, connection, 20) == 20
    with pytest.raises(Refusal, match="wait 1 s") as refused:
        limiter.check(connection, 1.0, 0.0)
    assert refused.value.code is ErrorCode.RATELIMITED
    assert _spend(limiter, connection, 11, now=1.0) == 10


def test_connections_share_the_bucket_of_their_address() -> None:
    limiter = ConnectionLimiter(SMALL)
    connections = [_enter(limiter) for _ in range(3)]
    assert (
        sum(_spend(limiter, connection, 21) for connection in connections) == 40
    )  # 100 less three connections


def test_connection_is_cut_off_after_too_many_refusals() -> None:
    limiter = ConnectionLimiter(SMALL)
    connection = _enter(limiter)
    _spend(limiter, connection, 22)
    assert not connection.is_cut_off
    _spend(limiter, connection, 1)
    assert connection.is_cut_off


def test_connection_refused_twice_every_four_seconds_is_not_cut_off() -> None:
    limiter = ConnectionLimiter(SMALL)
    connection = _enter(limiter)
    for second in range(0, 100, 4):
        _spend(limiter, connection, 22, now=float(second))
        assert not connection.is_cut_off


def test_sweep_removes_addresses_without_connections_whose_bucket_is_full() -> None:
    limiter = ConnectionLimiter(SMALL)
    for number in range(1000):
        limiter.unregister(_enter(limiter, f"10.0.{number // 256}.{number % 256}"))
    connected = _enter(limiter)
    limiter.sweep(0.5)
    assert len(limiter.addresses) == 1001, "its bucket is not full yet"
    limiter.sweep(1.0)
    assert list(limiter.addresses) == ["192.0.2.1"]
    limiter.unregister(connected)
    limiter.sweep(100.0)
    assert limiter.addresses == {}


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("memory", "memory"),
        ("", ""),
    ],
)
def test_address_key_is_the_64_bit_network_of_ipv6_and_else_the_plain_address(
    address: str, counted: str
) -> None:
    assert address_key(address) == counted


def test_is_in_networks_matches_contained_addresses_only() -> None:
    networks = [parse_network("192.0.2.0/24"), parse_network("2001:db8::1")]
    assert is_in_networks("192.0.2.255", networks)
    assert is_in_networks("::ffff:192.0.2.1", networks)
    assert is_in_networks("2001:db8::1", networks)
    for other_address in ("192.0.3.0", "2001:db8::2", "memory", ""):
        assert not is_in_networks(other_address, networks)
