"""kill -9 under guests of an old dialect: they come back by name, and the match goes on."""

import asyncio
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

LINES = 160
"""All kills come within so many lines; a whole game has more, and who misses the very last line
because of a kill would wait in vain: a match that is over does not come back."""


class LegacyClient(Protocol):
    """A scripted client of a dialect that speaks in lines."""

    winners: list[str] | None

    def hello(self) -> list[str]:
        """The first lines of a new connection."""

    def receive(self, text: str) -> list[str]:
        """What the client says to a line."""


class KillScenario:
    """A game of old guests on a server that is killed again and again."""

    def __init__(self, server: KillableServer, dialect: str, clients: list[CodexClient]) -> None:
        self._server = server
        self._dialect = dialect
        self._clients = clients
        self._lines = 0

    async def play(self, kills: int, seed: int) -> None:
        """Until somebody has won."""
        chance = Random(seed)
        clients = [asyncio.create_task(self._run_client(client)) for client in self._clients]
        for _ in range(kills):
            await within(self._wait_for_lines(self._lines + chance.randint(1, LINES // kills)))
            self._server.kill()
            await asyncio.to_thread(self._server.start)
        await within(asyncio.gather(*clients))

    async def _wait_for_lines(self, lines: int) -> None:
        while self._lines < lines:
            await asyncio.sleep(0.001)

    async def _run_client(self, client: LegacyClient) -> None:
        while client.winners is None:
            with suppress(OSError):
                await self._run_connection(client)
            await asyncio.sleep(0.02)

    async def _run_connection(self, client: LegacyClient) -> None:
        """From a new connection to its end."""
        port = int(self._server.dialects[self._dialect])
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
        said = client.hello()
        while client.winners is None:
            writer.write("".join(f"{line}\n" for line in said).encode())
            text = await reader.readline()
            if not text.endswith(b"\n"):
                break
            said = client.receive(text.decode())
            self._lines += 1
        writer.close()


def _check(data: Path, clients: list[CodexClient]) -> None:
    """One match, told from its beginning to its end, with the winners that everybody heard."""
    journal = SqliteJournal(data, "process", lambda _: None)
    assert [found.error for found in verify(journal, GAMES)] == [""]
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
    _check(tmp_path, clients)


def test_old_guests_come_back_after_kills(tmp_path: Path) -> None:
    _kill_and_check(tmp_path, 2, 3)


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4])
def test_old_guests_come_back_after_many_kills(tmp_path: Path, players: int) -> None:
    _kill_and_check(tmp_path, players, 20)
