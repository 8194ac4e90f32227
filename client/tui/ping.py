"""Ask a server whether it is there, without a session: connect and disconnect."""

import asyncio
from time import perf_counter

from client.connections.addresses import parse_invitation, split_host
from client.connections.base import CannotConnect

TIMEOUT_SECONDS = 3.0


async def ping(address: str) -> float | None:
    """Return the seconds that connecting took; None if the server cannot be reached.

    None also if the text is no address. Only the port is tried, because the lists of a server are
    for players with a nickname.
    """
    try:
        host, port = split_host(parse_invitation(address).addresses[0])
        started = perf_counter()
        async with asyncio.timeout(TIMEOUT_SECONDS):
            _, writer = await asyncio.open_connection(host, port)
    except (CannotConnect, OSError, TimeoutError):
        return None
    seconds = perf_counter() - started
    writer.close()
    return seconds
