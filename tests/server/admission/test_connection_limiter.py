"""The door: who is counted, as which address, what is refused, and what is forgotten again."""

from contextlib import suppress
from math import inf

import pytest

from messages import ErrorCode
from messages.errors import Refusal
from server.admission.connection_limiter import Door, Visitor, lies_in, network, place
from server.limits import Limits

SMALL = Limits(
    connections_per_address=3,
    commands_per_second=10.0,
    commands_burst=20.0,
    address_per_second=20.0,
    address_burst=100.0,
    warnings=2,
    warnings_per_second=0.5,
)


def _enter(door: Door, address: str = "192.0.2.1", now: float = 0.0) -> Visitor:
    visitor = Visitor()
    door.enter(visitor, address, now)
    return visitor


def _spend(door: Door, visitor: Visitor, times: int, now: float = 0.0) -> int:
    """How many of so many messages are accepted."""
    accepted = 0
    for _ in range(times):
        if visitor.credit < 1.0 and not visitor.sent_away:
            with suppress(Refusal):
                door.check(visitor, 1.0, now)
        if visitor.credit >= 1.0:
            visitor.credit -= 1.0
            accepted += 1
    return accepted


def test_trusted_guests_and_those_of_this_process_are_not_counted() -> None:
    door = Door(SMALL)
    for address in ("127.0.0.1", "::1", "::ffff:127.0.0.1", "memory"):
        for _ in range(10):
            assert _enter(door, address).credit == inf
    assert door.places == {}
    stern = Door(Limits(trusted=()))
    assert _enter(stern, "127.0.0.1").credit == 0.0


def test_only_so_many_connections_come_from_one_address() -> None:
    door = Door(SMALL)
    first = _enter(door)
    _enter(door), _enter(door)
    with pytest.raises(Refusal, match="close one"):
        _enter(door)
    _enter(door, "192.0.2.2")
    door.leave(first)
    assert door.places["192.0.2.1"].connections == 3, "who was turned away is here until it is gone"


def test_connections_that_come_too_fast_are_turned_away() -> None:
    door = Door(SMALL)
    for _ in range(5):
        door.leave(_enter(door))
    with pytest.raises(Refusal, match="too fast"):
        _enter(door)
    _enter(door, now=1.0)


def test_a_connection_has_its_burst_and_then_its_rate() -> None:
    door = Door(SMALL)
    guest = _enter(door)
    assert _spend(door, guest, 20) == 20
    with pytest.raises(Refusal, match="wait 1 s") as refused:
        door.check(guest, 1.0, 0.0)
    assert refused.value.code is ErrorCode.RATELIMITED
    assert _spend(door, guest, 11, now=1.0) == 10


def test_several_connections_share_what_their_address_has() -> None:
    door = Door(SMALL)
    guests = [_enter(door) for _ in range(3)]
    assert sum(_spend(door, guest, 21) for guest in guests) == 40  # 100 less three connections


def test_who_does_not_listen_to_warnings_is_sent_away() -> None:
    door = Door(SMALL)
    guest = _enter(door)
    _spend(door, guest, 22)
    assert not guest.sent_away
    _spend(door, guest, 1)
    assert guest.sent_away


def test_warnings_are_forgiven_with_time() -> None:
    door = Door(SMALL)
    guest = _enter(door)
    for second in range(0, 100, 4):
        _spend(door, guest, 22, now=float(second))
        assert not guest.sent_away


def test_an_address_nobody_comes_from_is_forgotten() -> None:
    door = Door(SMALL)
    for number in range(1000):
        door.leave(_enter(door, f"10.0.{number // 256}.{number % 256}"))
    here = _enter(door)
    door.sweep(0.5)
    assert len(door.places) == 1001, "its bucket is not full yet"
    door.sweep(1.0)
    assert list(door.places) == ["192.0.2.1"]
    door.leave(here)
    door.sweep(100.0)
    assert door.places == {}


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
def test_one_house_is_one_place(address: str, counted: str) -> None:
    assert place(address) == counted


def test_a_network_has_its_addresses_and_no_others() -> None:
    networks = [network("192.0.2.0/24"), network("2001:db8::1")]
    assert lies_in("192.0.2.255", networks)
    assert lies_in("::ffff:192.0.2.1", networks)
    assert lies_in("2001:db8::1", networks)
    for stranger in ("192.0.3.0", "2001:db8::2", "memory", ""):
        assert not lies_in(stranger, networks)
