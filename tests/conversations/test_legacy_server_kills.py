"""kill -9 of a server with legacy clients: they return by name and the match continues."""

import asyncio
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Protocol

import pytest

from games.registry import GAMES
from server.history.archive import verify
from server.journal.records import Began, Ended, decode_record
from server.journal.sqlite import SqliteJournal
from tests.harness.dialects.codex_client import CodexClient
from tests.harness.killable_server import KillableServer
from tests.harness.timeouts import within

KILLS_WITHIN_LINES = 160
"""All kills happen within this number of lines. A match has more lines, so no kill can hide its
last line: a finished match is not restored, and the client would wait for ever."""


class LegacyClient(Protocol):
    """A scripted client of a dialect that speaks in lines."""

    name: str
    winners: list[str] | None

    def hello(self) -> list[str]:
        """Return the first lines of a new connection."""

    def receive(self, text: str) -> list[str]:
        """Return the replies to a line."""


class KillScenario:
    """A match of legacy clients on a server that is killed repeatedly."""

    def __init__(self, server: KillableServer, dialect: str, clients: list[CodexClient]) -> None:
        self._server = server
        self._dialect = dialect
        self._clients = clients
        self._lines: Counter[str] = Counter()

    async def play(self, kills: int, seed: int) -> None:
        """Play until a player has won."""
        rng = Random(seed)
        clients = [asyncio.create_task(self._run_client(client)) for client in self._clients]
        for _ in range(kills):
            await within(self._wait_for_lines(rng.randint(1, KILLS_WITHIN_LINES // kills)))
            self._server.kill()
            await asyncio.to_thread(self._server.start)
            await within(self._wait_for_return())
        await within(asyncio.gather(*clients))

    async def _wait_for_lines(self, lines: int) -> None:
        """Wait until the clients have received this many more lines."""
        lines += self._lines.total()
        while self._lines.total() < lines:
            await asyncio.sleep(0.001)

    async def _wait_for_return(self) -> None:
        """Wait until every client has received its login and the state of the game."""
        before = self._lines.copy()
        while any(
            client.winners is None and self._lines[client.name] < before[client.name] + 2
            for client in self._clients
        ):
            await asyncio.sleep(0.001)

    async def _run_client(self, client: LegacyClient) -> None:
        while client.winners is None:
            with suppress(OSError):
                await self._run_connection(client)
            await asyncio.sleep(0.02)

    async def _run_connection(self, client: LegacyClient) -> None:
        """Open a connection and answer lines until it ends."""
        port = int(self._server.dialects[self._dialect])
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
        replies = client.hello()
        while client.winners is None:
            writer.write("".join(f"{line}\n" for line in replies).encode())
            text = await reader.readline()
            if not text.endswith(b"\n"):
                break
            replies = client.receive(text.decode())
            self._lines[client.name] += 1
        writer.close()


def _check_journal_and_clients(data: Path, clients: list[CodexClient]) -> None:
    """Check that the journal has one complete match, whose winners all clients received."""
    journal = SqliteJournal(data, "process", lambda _: None)
    assert [verified.error for verified in verify(journal, GAMES)] == [""]
    (number,) = journal.matches()
    records = [decode_record(entry.body) for entry in journal.entries(number)]
    began, ended = records[0], records[-1]
    journal.close()
    assert isinstance(began, Began)
    assert isinstance(ended, Ended)
    winners = [began.players[seat].name for seat in ended.winners]
    for client in clients:
        assert client.winners == winners
        assert client.violations == []
        assert client.kinds.count("UPDATE_AFTER_CONNECTION") > 1


def _kill_and_check(tmp_path: Path, players: int, kills: int) -> None:
    server = KillableServer(tmp_path, dialects={"codex": "0"})
    server.start()
    clients = [CodexClient(f"p{n}", n, players) for n in range(players)]
    try:
        asyncio.run(KillScenario(server, "codex", clients).play(kills, players))
    finally:
        server.kill()
    _check_journal_and_clients(tmp_path, clients)


def test_two_codex_clients_return_after_3_kills_and_the_match_ends_as_journalled(
    tmp_path: Path,
) -> None:
    _kill_and_check(tmp_path, 2, 3)


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4])
def test_codex_clients_return_after_20_kills_and_the_match_ends_as_journalled(
    tmp_path: Path, players: int
) -> None:
    _kill_and_check(tmp_path, players, 20)


def test_codex_client_joins_the_restored_room_of_a_host_who_has_not_returned(
    tmp_path: Path,
) -> None:
    server = KillableServer(tmp_path, dialects={"codex": "0"})
    server.start()
    try:
        asyncio.run(_join_restored_room(server))
    finally:
        server.kill()


async def _join_restored_room(server: KillableServer) -> None:
    """Kill the server while a host waits; the other client comes first, then the host."""
    ada, bob = CodexClient("ada", 1, 2), CodexClient("bob", 2, 2)
    await within(_play_until(server, ada, "SHOW_UPDATE_PLAYERS_IN_LOBBY", more_lines=1))
    server.kill()
    await asyncio.to_thread(server.start)
    playing = asyncio.create_task(_play_until(server, bob, "UPDATE_AFTER_CONNECTION"))
    while "RESULT_OF_LOGIN" not in bob.kinds:
        await asyncio.sleep(0.001)
    await within(_play_until(server, ada, "UPDATE_AFTER_CONNECTION"))
    await within(playing)


async def _play_until(
    server: KillableServer, client: CodexClient, kind: str, more_lines: int = 0
) -> None:
    """Connect and answer lines until one of this kind, and ``more_lines`` after it."""
    port = int(server.dialects["codex"])
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
    replies = client.hello()
    client.kinds.clear()
    while kind not in client.kinds or more_lines:
        more_lines -= kind in client.kinds
        writer.write("".join(f"{line}\n" for line in replies).encode())
        replies = client.receive((await reader.readline()).decode())
    writer.close()
