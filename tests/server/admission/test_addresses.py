"""Which addresses count as one, and which lie in a network."""

import pytest

from server.admission.addresses import lies_in, network, place


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
