"""Run complete matches of clients of the Codex dialect."""

import asyncio
from contextlib import suppress

from tests.harness.dialects.codex_client import CodexClient
from tests.harness.dialects.codex_server import CodexServer
from tests.harness.timeouts import within


async def run_client(port: int, client: CodexClient, lines: int = 10**9) -> None:
    """Play until the match ends or this many lines have arrived, then abort the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
    try:
        requests = client.hello()
        while client.winners is None and lines:
            writer.write("".join(f"{line}\n" for line in requests).encode())
            text = await within(reader.readline())
            assert text, "the server ended the connection"
            requests = client.receive(text.decode())
            lines -= 1
    finally:
        writer.transport.abort()
        with suppress(OSError):
            await writer.wait_closed()


async def wait_for_sessions(server: CodexServer, number: int) -> None:
    """Wait until there are this many sessions, and a room."""
    while len(server.server_state.sessions) < number or not server.server_state.rooms:
        await asyncio.sleep(0)


async def wait_until_disconnected(server: CodexServer, name: str) -> None:
    """Wait until the server has noticed that the client has disconnected."""
    while (
        name in server.server_state.sessions and server.server_state.sessions[name].peer is not None
    ):
        await asyncio.sleep(0)


def check_winners(*clients: CodexClient) -> None:
    """Assert that all clients agree on the winners and saw no violations."""
    for client in clients:
        assert client.violations == []
        assert client.winners
    assert len({tuple(client.winners or ()) for client in clients}) == 1
