"""Whole matches of clients of the Codex dialect."""

import asyncio
from contextlib import suppress

from tests.harness.dialects.codex_client import CodexClient
from tests.harness.dialects.codex_server import CodexInn
from tests.harness.timeouts import within


async def converse(port: int, client: CodexClient, lines: int = 10**9) -> None:
    """Play until the game is over, or until so many lines have come, and go without a word."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
    try:
        said = client.hello()
        while client.winners is None and lines:
            writer.write("".join(f"{line}\n" for line in said).encode())
            text = await within(reader.readline())
            assert text, "the server ended the connection"
            said = client.receive(text.decode())
            lines -= 1
    finally:
        writer.transport.abort()
        with suppress(OSError):
            await writer.wait_closed()


async def arrived(inn: CodexInn, number: int) -> None:
    """So many guests have a name, and the table of the first one is open."""
    while len(inn.lobby.sessions) < number or not inn.lobby.rooms:
        await asyncio.sleep(0)


async def gone(inn: CodexInn, name: str) -> None:
    """The server has noticed that the guest went."""
    while name in inn.lobby.sessions and inn.lobby.sessions[name].peer is not None:
        await asyncio.sleep(0)


def check(*clients: CodexClient) -> None:
    for client in clients:
        assert client.complaints == []
        assert client.winners
    assert len({tuple(client.winners or ()) for client in clients}) == 1
