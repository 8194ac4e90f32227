"""Ask a server whether it is there, without a session: connect and disconnect."""

import asyncio
from time import perf_counter

from client.games.parsing import CommandError
from client.tui.invitations import parse_invitation

TIMEOUT_SECONDS = 3.0


async def ping(address: str) -> float | None:
    """Return the seconds that connecting took; None if the server cannot be reached.

    None also if the text is no address. Only the port is tried, because the lists of a server are
    for players with a nickname.
    """
    try:
        reachable = parse_invitation(address).address
        host, _, port = reachable.rpartition("@")[2].rpartition(":")
        started = perf_counter()
        async with asyncio.timeout(TIMEOUT_SECONDS):
            _, writer = await asyncio.open_connection(host.strip("[]"), int(port))
    except (CommandError, OSError, TimeoutError):
        return None
    seconds = perf_counter() - started
    writer.close()
    return seconds
