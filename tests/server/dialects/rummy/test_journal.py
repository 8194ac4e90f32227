"""Nonsense in Rummy's old dialect, said to a real server with its journal on the disk.

The server makes no mistake, a stranger can always come in, and what was written down can be played
again. Who is sent away for what was said comes back under the next name.
"""

import asyncio
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from structlog.testing import capture_logs

from games.registry import GAMES
from server.app import Settings, running
from server.cli import COMPUTERS
from server.history.archive import verify
from server.journal.sqlite import SqliteJournal
from server.operations.config import make_settings
from tests.harness.dialects.rummy_frames import random_frame
from tests.harness.timeouts import within

GUESTS = 4
SENSIBLE = (
    *(("OK", word) for word in ("connected", "begun", "move received", "ending", "ping")),
    *(("OK", word) for word in ("CONNECT", "BEGIN", "MOVE", "END")),
    *(("BEGIN", "Start"), ("TURN", "new turn: DRAW STOCK"), ("TURN", "T"), ("ERR", "Resend MOVE")),
)
SETTINGS = {"autostart": 2, "max_players": 3, "target": 1}


class FuzzClient:
    """One after the other, guests who say anything; half of them speak the later profile."""

    def __init__(self, number: int, seed: int) -> None:
        self._random = Random(f"{seed} {number}")
        self._key = "Type" if number % 2 else "Message Type"
        self._name = f"n{number}"
        self.entered = 0

    async def run(self, port: int, visits: int) -> None:
        for visit in range(visits):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(self._frame("CONNECT", "IP Address: 127.0.0.1", f"{self._name}.{visit}"))
            with suppress(OSError):
                self.entered += b": OK\n" in await within(reader.readline())
                for _ in range(self._random.randrange(1, 40)):
                    writer.write(self._random_frame())
                    await writer.drain()
            writer.close() if self._random.random() < 0.5 else writer.transport.abort()
            with suppress(OSError):
                await writer.wait_closed()

    def _random_frame(self) -> bytes:
        if self._random.random() < 0.5:
            return self._frame(*self._random.choice(SENSIBLE), self._name)
        return random_frame(self._random)

    def _frame(self, kind: str, body: str, sender: str) -> bytes:
        return f"{self._key}: {kind}\nSender: {sender}\n\n{body}\n\n".encode()


def fuzz(folder: Path, visits: int, seed: int) -> int:
    """How many came in."""
    guests = [FuzzClient(number, seed) for number in range(GUESTS)]

    async def evening() -> None:
        settings = Settings(
            port=0,
            pyro_port=0,
            dialects={"rummy": 0},
            dialect_settings=make_settings({"rummy": SETTINGS}),
            data=folder,
        )
        async with running(settings, COMPUTERS) as addresses:
            port = int(addresses.dialects["rummy"].rpartition(":")[2])
            await asyncio.gather(*(guest.run(port, visits) for guest in guests))

    with capture_logs() as logs:
        asyncio.run(evening())
    assert [entry for entry in logs if entry["log_level"] == "error"] == []
    return sum(guest.entered for guest in guests)


def check_journal(folder: Path) -> int:
    """How many matches were written down, each of them whole."""
    journal = SqliteJournal(folder, "process", lambda _: None)
    verdicts = list(verify(journal, GAMES))
    journal.close()
    assert [verdict for verdict in verdicts if verdict.error] == []
    return len(verdicts)


def test_nonsense_with_a_journal_behind(tmp_path: Path) -> None:
    assert fuzz(tmp_path, 15, seed=1) > 0
    assert check_journal(tmp_path) > 0


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
def test_much_nonsense_with_a_journal_behind(tmp_path: Path, seed: int) -> None:
    assert fuzz(tmp_path, 400, seed) > 20
    assert check_journal(tmp_path) > 20
