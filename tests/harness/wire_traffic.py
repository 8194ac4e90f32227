"""Measure what an example client sends and receives in one match, with a proxy."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from client.cli.wire import forward_and_print


class Traffic(NamedTuple):
    """Messages and bytes of a connection in both directions, and its printed lines."""

    messages_to_server: int
    bytes_to_server: int
    messages_to_client: int
    bytes_to_client: int
    lines: tuple[str, ...]


async def measure(server_port: int, play: Callable[[int], Awaitable[None]]) -> Traffic:
    """Run ``play`` with the port of a proxy; return the traffic of its first connection."""
    lines: list[str] = []
    printed = asyncio.Event()

    def print_line(line: str) -> None:
        lines.append(line)
        printed.set()

    async def wait_for(text: str) -> str:
        while not (found := [line for line in lines if text in line]):
            printed.clear()
            await printed.wait()
        return found[0]

    proxy = asyncio.create_task(forward_and_print(0, "127.0.0.1", server_port, print_line))
    try:
        listening = await wait_for("listening on")
        await play(int(listening.split(",")[0].rpartition(":")[2]))
        end = await wait_for("#1 closed: ")
    finally:
        proxy.cancel()
        await asyncio.gather(proxy, return_exceptions=True)
    totals = re.findall(r"(\d+) messages, (\d+) B", end)
    (sent, sent_bytes), (received, received_bytes) = [map(int, total) for total in totals]
    return Traffic(sent, sent_bytes, received, received_bytes, tuple(lines))
