"""Ports for servers that are stopped and started again on the same port."""

import socket
from random import SystemRandom

FIRST, LAST = 15_000, 32_000
"""Below the range that the system uses for outgoing connections and for port 0."""


def free_port() -> str:
    """Return a free port outside the range from which the system assigns ports."""
    rng = SystemRandom()
    while True:
        port = rng.randrange(FIRST, LAST)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return str(port)
