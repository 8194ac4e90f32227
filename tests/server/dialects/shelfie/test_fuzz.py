"""Test random requests to a real server with a journal on disk, in both framings.

Every request has exactly one result, and no connection is closed. Some clients disconnect and log
in again. The journal can be replayed afterwards.
"""

import asyncio
import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from games.registry import GAMES
from server.app import Settings, running
from server.cli import COMPUTERS
from server.handler import INTERNAL_ERROR_TEXT
from server.history.archive import verify
from server.journal.sqlite import SqliteJournal
from tests.harness.dialects.shelfie_client import KNOWN
from tests.harness.dialects.shelfie_requests import request
from tests.harness.timeouts import within

BATCH = 40
TOO_LONG_BYTES = 70_000
"""More bytes than a frame or a line may have."""


class FuzzClient:
    """Sends random requests and counts the answers."""

    def __init__(self, name: str, random: Random, *, framed: bool) -> None:
        self.name, self.framed, self._random = name, framed, random
        self.counts: Counter[str] = Counter()
        self._rooms: list[int] = []

    async def run(self, port: int, batches: int) -> None:
        await self._connect_and_log_in(port)
        for _ in range(batches):
            for answered in [self._send_random() for _ in range(BATCH)]:
                await within(self._read_until("return")) if answered else None
            if self._random.random() < 0.05:
                self._writer.transport.abort()
                await self._connect_and_log_in(port)
        self._write(b"sync")
        assert await within(self._read_until("return")) == "return|sync|false"
        self._writer.close()

    async def _connect_and_log_in(self, port: int) -> None:
        """Log in, repeatedly while the name belongs to the connection that has just ended."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", port, limit=2**18)
        result = ""
        while result != "return|login|true":
            self._write(f"login|{self.name}".encode())
            result = await within(self._read_until("return"))

    def _send_random(self) -> bool:
        """Send a random request; return whether it must be answered."""
        data = request(self._random, self._rooms)
        if not self.framed and self._random.random() < 0.002:
            data = b"x" * TOO_LONG_BYTES
        self._write(data)
        return bool(data.strip())

    def _write(self, data: bytes) -> None:
        head = len(data).to_bytes(2, "big") if self.framed else b""
        self._writer.write(head + data + (b"" if self.framed else b"\n"))

    async def _read_until(self, name: str) -> str:
        while True:
            text = await self._read_message()
            kind = text.partition("|")[0]
            assert kind in KNOWN, text
            assert INTERNAL_ERROR_TEXT not in text
            self.counts[kind] += 1
            if kind == "serverVirtualView":
                listed = json.loads(text.split("|")[1])["virtualMatchList"]
                self._rooms = [int(room[0]) for room in listed]
            if kind == name:
                return text

    async def _read_message(self) -> str:
        if self.framed:
            size = int.from_bytes(await self._reader.readexactly(2), "big")
            return (await self._reader.readexactly(size)).decode("utf-8", "surrogatepass")
        line = await self._reader.readuntil(b"\n")
        return line.decode().removesuffix("\n")


def fuzz(folder: Path, batches: int, seed: int) -> Counter[str]:
    """Run four clients; return how often each message was received."""
    clients = [
        FuzzClient(name, Random(f"{seed} {name}"), framed=framed)
        for name, framed in (("ada", True), ("bert", False), ("cleo", True), ("dora", False))
    ]

    async def run_server() -> None:
        settings = Settings(port=0, pyro_port=0, dialects={"shelfie": 0}, data=folder)
        async with running(settings, COMPUTERS) as addresses:
            port = int(addresses.dialects["shelfie"].rpartition(":")[2])
            await asyncio.gather(*(client.run(port, batches) for client in clients))

    asyncio.run(run_server())
    return sum([client.counts for client in clients], Counter())


def check_journal(folder: Path) -> int:
    """Verify all matches in the journal and return their number."""
    journal = SqliteJournal(folder, "process", lambda _: None)
    verdicts = list(verify(journal, GAMES))
    journal.close()
    assert [verdict for verdict in verdicts if verdict.error] == []
    return len(verdicts)


def test_random_requests_and_reconnects_are_answered_and_leave_a_journal_that_replays(
    tmp_path: Path,
) -> None:
    counts = fuzz(tmp_path, 15, seed=1)
    assert counts["return"] >= 4 * 15 * BATCH * 0.9
    assert check_journal(tmp_path) >= 2


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2))
def test_112000_random_requests_are_answered_end_matches_and_leave_a_journal_that_replays(
    tmp_path: Path, seed: int
) -> None:
    counts = fuzz(tmp_path, 700, seed)
    assert {"notifyEndMatch", "publicChat", "notifyStart"} <= counts.keys()
    assert check_journal(tmp_path) >= 10
