"""Addresses of this machine: loopback or not, and the names in a certificate."""

import socket

import pytest

from server.transports.addresses import certificate_names, is_loopback, outbound_address


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1.2.3", "::1", "localhost"])
def test_loopback_address_is_reachable_from_this_machine_only(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize(
    "host", ["", "0.0.0.0", "::", "0", "192.0.2.1", "2001:db8::1", "nowhere.invalid", "a" * 70]
)
def test_wildcard_other_and_unknown_addresses_are_not_loopback(host: str) -> None:
    assert not is_loopback(host)


def test_names_for_one_address_are_that_address_and_loopback() -> None:
    assert certificate_names("192.0.2.7") == ["localhost", "127.0.0.1", "::1", "192.0.2.7"]
    assert certificate_names("127.0.0.1") == ["localhost", "127.0.0.1", "::1"]


@pytest.mark.parametrize("host", ["", "0.0.0.0", "::"])
def test_names_for_all_interfaces_include_host_name_and_outbound_address(host: str) -> None:
    assert {socket.gethostname(), outbound_address(), "localhost"} <= set(certificate_names(host))
    assert host not in certificate_names(host)
