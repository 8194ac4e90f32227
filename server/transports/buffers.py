"""What the system itself keeps for a client that does not read."""

import asyncio
from socket import SO_SNDBUF, SOL_SOCKET

from server.limits import Limits


def bound_unsent(server: asyncio.Server, limits: Limits) -> None:
    """Every connection of this listener gets a send buffer about as large as its queue.

    Left alone it grows to some megabytes: a thousand guests who never read would take them all.
    The system doubles what it is told.
    """
    for listening in server.sockets:
        listening.setsockopt(SOL_SOCKET, SO_SNDBUF, limits.queue_bytes // 2)
