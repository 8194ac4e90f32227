"""Hashes of addresses, and return codes of seats."""

from server.admission.returns import address_hash, is_same_code, return_code
from server.session_registry import hash_secret


def test_address_hash_is_equal_for_one_ipv6_network_and_differs_from_a_token_of_the_text() -> None:
    assert address_hash("2001:db8::1") == address_hash("2001:db8::2")
    assert address_hash("192.0.2.1") == address_hash("::ffff:192.0.2.1")
    assert address_hash("192.0.2.1") != address_hash("192.0.2.2")
    assert address_hash("192.0.2.1") != hash_secret("192.0.2.1")


def test_return_code_differs_by_seat_and_seed_and_is_compared_in_any_letter_case() -> None:
    codes = {return_code(seed, seat) for seed in (b"one", b"two") for seat in range(5)}
    assert len(codes) == 10
    assert all(len(code) == 6 and code.isalnum() and code.isupper() for code in codes)
    assert is_same_code("K7Q2XM", "k7q2xm")
    assert not is_same_code("K7Q2XM", "K7Q2X")
    assert not is_same_code("K7Q2XM", "K7Q2X\udc00")


def test_no_code_is_accepted_if_the_match_has_none() -> None:
    assert not is_same_code("", "")
    assert not is_same_code("", "K7Q2XM")
