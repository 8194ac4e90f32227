"""Addresses of this machine: whether others can reach them, and the names for a certificate."""

import socket
from ipaddress import ip_address

ALL_INTERFACES = ("", "0.0.0.0", "::")
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1")
DOCUMENTATION_ADDRESS = ("192.0.2.1", 9)
"""An unassigned address (RFC 5737); nothing is ever sent there."""


def is_loopback(host: str) -> bool:
    """Return whether a server that listens on ``host`` is reachable from this machine only.

    False for a host name that cannot be resolved.
    """
    if host in ALL_INTERFACES:
        return False
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return False
    return all(ip_address(str(row[4][0]).partition("%")[0]).is_loopback for row in found)


def outbound_address() -> str:
    """Return the address of this machine's default interface, or loopback without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(DOCUMENTATION_ADDRESS)  # selects the interface; UDP sends nothing yet
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def certificate_names(host: str) -> list[str]:
    """Return the names and addresses by which clients reach a server that listens on ``host``.

    The loopback names are always among them. For all interfaces, the host name and the address of
    the default interface follow, otherwise ``host``.
    """
    own = [socket.gethostname(), outbound_address()] if host in ALL_INTERFACES else [host]
    return list(dict.fromkeys((*LOOPBACK_NAMES, *own)))
