"""Anything at all, said to a real server with its journal on the disk, in both framings.

Every request has exactly one outcome and no connection is dropped, however odd it is; some guests
go without a word and come back. What was written down meanwhile can be played again.
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
LONG = 70_000
"""More bytes than a frame or a line can have."""


class FuzzClient:
    """A guest who reads everything and counts the outcomes."""

    def __init__(self, name: str, random: Random, *, framed: bool) -> None:
        self.name, self.framed, self._random = name, framed, random
        self.counts: Counter[str] = Counter()
        self._rooms: list[int] = []

    async def run(self, port: int, batches: int) -> None:
        await self._enter(port)
        for _ in range(batches):
            for answered in [self._send_random() for _ in range(BATCH)]:
                await within(self._until("return")) if answered else None
            if self._random.random() < 0.05:
                self._writer.transport.abort()
                await self._enter(port)
        self._write(b"sync")
        assert await within(self._until("return")) == "return|sync|false"
        self._writer.close()

    async def _enter(self, port: int) -> None:
        """The name may still belong to the connection that was lost just now."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", port, limit=2**18)
        done = ""
        while done != "return|login|true":
            self._write(f"login|{self.name}".encode())
            done = await within(self._until("return"))

    def _send_random(self) -> bool:
        """Say something; whether it has to be answered."""
        said = request(self._random, self._rooms)
        if not self.framed and self._random.random() < 0.002:
            said = b"x" * LONG
        self._write(said)
        return bool(said.strip())

    def _write(self, said: bytes) -> None:
        head = len(said).to_bytes(2, "big") if self.framed else b""
        self._writer.write(head + said + (b"" if self.framed else b"\n"))

    async def _until(self, name: str) -> str:
        while True:
            text = await self._message()
            found = text.partition("|")[0]
            assert found in KNOWN, text
            assert INTERNAL_ERROR_TEXT not in text
            self.counts[found] += 1
            if found == "serverVirtualView":
                listed = json.loads(text.split("|")[1])["virtualMatchList"]
                self._rooms = [int(room[0]) for room in listed]
            if found == name:
                return text

    async def _message(self) -> str:
        if self.framed:
            size = int.from_bytes(await self._reader.readexactly(2), "big")
            return (await self._reader.readexactly(size)).decode("utf-8", "surrogatepass")
        line = await self._reader.readuntil(b"\n")
        return line.decode().removesuffix("\n")


def fuzz(folder: Path, batches: int, seed: int) -> Counter[str]:
    """What four guests heard."""
    guests = [
        FuzzClient(name, Random(f"{seed} {name}"), framed=framed)
        for name, framed in (("ada", True), ("bert", False), ("cleo", True), ("dora", False))
    ]

    async def evening() -> None:
        settings = Settings(port=0, pyro_port=0, dialects={"shelfie": 0}, data=folder)
        async with running(settings, COMPUTERS) as addresses:
            port = int(addresses.dialects["shelfie"].rpartition(":")[2])
            await asyncio.gather(*(guest.run(port, batches) for guest in guests))

    asyncio.run(evening())
    return sum([guest.counts for guest in guests], Counter())


def check_journal(folder: Path) -> int:
    """How many matches were written down, each of them whole."""
    journal = SqliteJournal(folder, "process", lambda _: None)
    verdicts = list(verify(journal, GAMES))
    journal.close()
    assert [verdict for verdict in verdicts if verdict.error] == []
    return len(verdicts)


def test_anything_at_all_with_a_journal_behind(tmp_path: Path) -> None:
    counts = fuzz(tmp_path, 15, seed=1)
    assert counts["return"] >= 4 * 15 * BATCH * 0.9
    assert check_journal(tmp_path) >= 2


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2))
def test_a_hundred_thousand_requests_with_a_journal_behind(tmp_path: Path, seed: int) -> None:
    counts = fuzz(tmp_path, 700, seed)
    assert {"notifyEndMatch", "publicChat", "notifyStart"} <= counts.keys()
    assert check_journal(tmp_path) >= 10
