"""Ports for servers that are stopped and started again on the same port."""

import socket
from random import SystemRandom

FIRST, LAST = 15_000, 32_000
"""Below the ports that the system gives to outgoing connections and to servers on port 0."""


def free_port() -> str:
    """Return a port that nobody uses, and that the system gives to nobody in the meantime."""
    chance = SystemRandom()
    while True:
        port = chance.randrange(FIRST, LAST)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return str(port)
