"""File descriptors: one for each connection, and some for health, admin and journal."""

import os
import sys

import structlog

if sys.platform != "win32":
    import resource

RESERVED = 24
"""Descriptors that clients cannot take: for health, metrics, the admin socket, replays, a new
certificate, the heads of the journal, and clients that are being refused."""
REFUSED = 8
"""Of these, the descriptors of clients that are being refused and can read why; further clients are
disconnected at once."""
OTHERS = 64
"""Descriptors of a server besides its connections: journal, listening sockets, libraries."""
FEWER_CLIENTS = "further clients are refused; health, metrics and tavolata admin still answer"
RAISE_LIMIT = "LimitNOFILE={needed} in the systemd unit, or ulimit -n {needed} before the start"


def prepare(connections: int) -> int:
    """Raise the soft limit of open files for so many connections; warn if it stays too low.

    Return the number of the first descriptor that clients cannot take; sys.maxsize on Windows.
    """
    if sys.platform == "win32":
        return sys.maxsize
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = connections + OTHERS
    if soft != resource.RLIM_INFINITY and soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        if soft < needed:
            structlog.get_logger().warning(
                "open_files_limit_too_low",
                open_files_limit=soft,
                needed_open_files=needed,
                connections=connections,
                effect=FEWER_CLIENTS,
                remedy=RAISE_LIMIT.format(needed=needed),
            )
    return sys.maxsize if soft == resource.RLIM_INFINITY else max(1, soft - RESERVED)


def is_low(first_reserved: int) -> bool:
    """Return whether all descriptors below ``first_reserved`` are in use.

    The system gives each new descriptor the lowest free number.
    """
    try:
        descriptor = os.open(os.devnull, os.O_RDONLY)
    except OSError:
        return True
    os.close(descriptor)
    return descriptor >= first_reserved
