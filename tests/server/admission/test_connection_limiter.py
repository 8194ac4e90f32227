"""Which connections are counted, what is refused, and what is forgotten again."""

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
    limiter.enter(connection, address, now)
    return connection


def _spend(
    limiter: ConnectionLimiter, connection: LimitedConnection, times: int, now: float = 0.0
) -> int:
    """How many of so many messages are accepted."""
    accepted = 0
    for _ in range(times):
        if connection.prepaid < 1.0 and not connection.is_cut_off:
            with suppress(Refusal):
                limiter.check(connection, 1.0, now)
        if connection.prepaid >= 1.0:
            connection.prepaid -= 1.0
            accepted += 1
    return accepted


def test_trusted_guests_and_those_of_this_process_are_not_counted() -> None:
    limiter = ConnectionLimiter(SMALL)
    for address in ("127.0.0.1", "::1", "::ffff:127.0.0.1", "memory"):
        for _ in range(10):
            assert _enter(limiter, address).prepaid == inf
    assert limiter.addresses == {}
    stern = ConnectionLimiter(Limits(trusted_networks=()))
    assert _enter(stern, "127.0.0.1").prepaid == 0.0


def test_only_so_many_connections_come_from_one_address() -> None:
    limiter = ConnectionLimiter(SMALL)
    first = _enter(limiter)
    _enter(limiter), _enter(limiter)
    with pytest.raises(Refusal, match="close one"):
        _enter(limiter)
    _enter(limiter, "192.0.2.2")
    limiter.leave(first)
    assert limiter.addresses["192.0.2.1"].connections == 3, (
        "who was turned away is here until it is gone"
    )


def test_connections_that_come_too_fast_are_turned_away() -> None:
    limiter = ConnectionLimiter(SMALL)
    for _ in range(5):
        limiter.leave(_enter(limiter))
    with pytest.raises(Refusal, match="too fast"):
        _enter(limiter)
    _enter(limiter, now=1.0)


def test_a_connection_has_its_burst_and_then_its_rate() -> None:
    limiter = ConnectionLimiter(SMALL)
    guest = _enter(limiter)
    assert _spend(limiter, guest, 20) == 20
    with pytest.raises(Refusal, match="wait 1 s") as refused:
        limiter.check(guest, 1.0, 0.0)
    assert refused.value.code is ErrorCode.RATELIMITED
    assert _spend(limiter, guest, 11, now=1.0) == 10


def test_several_connections_share_what_their_address_has() -> None:
    limiter = ConnectionLimiter(SMALL)
    guests = [_enter(limiter) for _ in range(3)]
    assert sum(_spend(limiter, guest, 21) for guest in guests) == 40  # 100 less three connections


def test_who_does_not_listen_to_warnings_is_sent_away() -> None:
    limiter = ConnectionLimiter(SMALL)
    guest = _enter(limiter)
    _spend(limiter, guest, 22)
    assert not guest.is_cut_off
    _spend(limiter, guest, 1)
    assert guest.is_cut_off


def test_warnings_are_forgiven_with_time() -> None:
    limiter = ConnectionLimiter(SMALL)
    guest = _enter(limiter)
    for second in range(0, 100, 4):
        _spend(limiter, guest, 22, now=float(second))
        assert not guest.is_cut_off


def test_an_address_nobody_comes_from_is_forgotten() -> None:
    limiter = ConnectionLimiter(SMALL)
    for number in range(1000):
        limiter.leave(_enter(limiter, f"10.0.{number // 256}.{number % 256}"))
    here = _enter(limiter)
    limiter.sweep(0.5)
    assert len(limiter.addresses) == 1001, "its bucket is not full yet"
    limiter.sweep(1.0)
    assert list(limiter.addresses) == ["192.0.2.1"]
    limiter.leave(here)
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
def test_an_ipv6_network_of_64_bits_counts_as_one_address(address: str, counted: str) -> None:
    assert address_key(address) == counted


def test_a_network_has_its_addresses_and_no_others() -> None:
    networks = [parse_network("192.0.2.0/24"), parse_network("2001:db8::1")]
    assert is_in_networks("192.0.2.255", networks)
    assert is_in_networks("::ffff:192.0.2.1", networks)
    assert is_in_networks("2001:db8::1", networks)
    for stranger in ("192.0.3.0", "2001:db8::2", "memory", ""):
        assert not is_in_networks(stranger, networks)
