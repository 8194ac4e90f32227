"""Test random messages to a real server with the Rummy dialect and a journal on disk.

The server logs no error, new clients can always connect, and the journal can be replayed. Each
client connects again under a new name.
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

CLIENTS = 4
READABLE = (
    *(("OK", text) for text in ("connected", "begun", "move received", "ending", "ping")),
    *(("OK", text) for text in ("CONNECT", "BEGIN", "MOVE", "END")),
    *(("BEGIN", "Start"), ("TURN", "new turn: DRAW STOCK"), ("TURN", "T"), ("ERR", "Resend MOVE")),
)
SETTINGS = {"autostart": 2, "max_players": 3, "target": 1}


class FuzzClient:
    """Connects repeatedly and sends random messages; odd numbers use the later profile."""

    def __init__(self, number: int, seed: int) -> None:
        self._random = Random(f"{seed} {number}")
        self._key = "Type" if number % 2 else "Message Type"
        self._name = f"n{number}"
        self.entered = 0

    async def run(self, port: int, connections: int) -> None:
        for index in range(connections):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(self._frame("CONNECT", "IP Address: 127.0.0.1", f"{self._name}.{index}"))
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
            return self._frame(*self._random.choice(READABLE), self._name)
        return random_frame(self._random)

    def _frame(self, kind: str, body: str, sender: str) -> bytes:
        return f"{self._key}: {kind}\nSender: {sender}\n\n{body}\n\n".encode()


def fuzz(folder: Path, connections: int, seed: int) -> int:
    """Run the clients; return how many CONNECTs were accepted."""
    clients = [FuzzClient(number, seed) for number in range(CLIENTS)]

    async def run_server() -> None:
        settings = Settings(
            port=0,
            pyro_port=0,
            dialects={"rummy": 0},
            dialect_settings=make_settings({"rummy": SETTINGS}),
            data=folder,
        )
        async with running(settings, COMPUTERS) as addresses:
            port = int(addresses.dialects["rummy"].rpartition(":")[2])
            await asyncio.gather(*(client.run(port, connections) for client in clients))

    with capture_logs() as logs:
        asyncio.run(run_server())
    assert [entry for entry in logs if entry["log_level"] == "error"] == []
    return sum(client.entered for client in clients)


def check_journal(folder: Path) -> int:
    """Verify all matches in the journal and return their number."""
    journal = SqliteJournal(folder, "process", lambda _: None)
    verdicts = list(verify(journal, GAMES))
    journal.close()
    assert [verdict for verdict in verdicts if verdict.error] == []
    return len(verdicts)


def test_random_messages_cause_no_logged_error_and_leave_a_journal_that_replays(
    tmp_path: Path,
) -> None:
    assert fuzz(tmp_path, 15, seed=1) > 0
    assert check_journal(tmp_path) > 0


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
def test_random_messages_of_1600_connections_log_no_error_and_leave_a_journal_that_replays(
    tmp_path: Path, seed: int
) -> None:
    assert fuzz(tmp_path, 400, seed) > 20
    assert check_journal(tmp_path) > 20
