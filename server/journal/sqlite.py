"""The journal in one SQLite file: one writer thread, one commit for all that waits.

``disk`` flushes at each commit, so that an answered action survives power loss; ``process`` leaves
that to the operating system and survives kill -9. When a commit fails, all writes that wait are
told so and nothing of them is kept.
"""

import queue
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import IO, Literal, NamedTuple

from server.journal.base import Done, JournalDamaged
from server.journal.records import FORMAT, Entry

if sys.platform != "win32":
    import fcntl

Durability = Literal["disk", "process"]
FILE = "journal.sqlite"
LOCK = "journal.lock"
_SCHEMA = """
CREATE TABLE IF NOT EXISTS journal
    (id INTEGER PRIMARY KEY, match INTEGER, body BLOB, hash BLOB, last INTEGER);
CREATE INDEX IF NOT EXISTS over ON journal (match) WHERE last = 1;
"""
_INSERT = "INSERT INTO journal (match, body, hash, last) VALUES (?, ?, ?, ?)"
_SELECT = "SELECT match, body, hash, last FROM journal"


class _Write(NamedTuple):
    entries: list[Entry]
    done: Done


class SqliteJournal:
    """``call`` brings a function to the event loop's thread (loop.call_soon_threadsafe)."""

    def __init__(
        self, folder: Path, durability: Durability, call: Callable[[Callable[[], None]], object]
    ) -> None:
        self._path = folder / FILE
        self._durability = durability
        self._call = call
        self._queue: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        self._lock = _locked(folder / LOCK)
        self._reader = self._connect()
        try:
            self._prepare(self._reader)
        except JournalDamaged:
            self._reader.close()
            self._lock.close()
            raise
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def write(self, entries: list[Entry], done: Done) -> None:
        """See Journal."""
        self._queue.put(_Write(entries, done))

    def unfinished(self) -> Iterator[Entry]:
        """See Journal."""
        rows = self._reader.execute(
            f"{_SELECT} WHERE match NOT IN (SELECT match FROM journal WHERE last = 1) ORDER BY id"
        )
        return map(_entry, rows)

    def entries(self, match: int) -> Iterator[Entry]:
        """See Journal."""
        return map(_entry, self._reader.execute(f"{_SELECT} WHERE match = ? ORDER BY id", (match,)))

    def matches(self) -> list[int]:
        """See Journal."""
        rows = self._reader.execute("SELECT DISTINCT match FROM journal ORDER BY match")
        return [number for (number,) in rows]

    def close(self) -> None:
        """See Journal."""
        self._queue.put(None)
        self._thread.join()
        self._reader.close()
        self._lock.close()

    def _connect(self) -> sqlite3.Connection:
        try:
            return sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
        except sqlite3.Error as error:
            raise JournalDamaged(f"{self._path} cannot be opened: {error}.") from None

    def _prepare(self, connection: sqlite3.Connection) -> None:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if version not in (0, FORMAT):
                text = f"{self._path} has format {version}; this program reads format {FORMAT}."
                raise JournalDamaged(text)
            connection.executescript(_SCHEMA + f"PRAGMA user_version={FORMAT};")
        except sqlite3.Error as error:
            raise JournalDamaged(f"{self._path} cannot be used: {error}.") from None

    # The writer thread.

    def _run(self) -> None:
        connection = self._connect()
        level = "FULL" if self._durability == "disk" else "OFF"
        connection.execute(f"PRAGMA synchronous={level}")
        while (batch := self._next_batch()) is not None:
            self._call(partial(_finish, batch, _commit(connection, batch)))
        connection.close()

    def _next_batch(self) -> list[_Write] | None:
        """Everything that waits, at least one write; None at the end."""
        first = self._queue.get()
        if first is None:
            return None
        batch = [first]
        while not self._queue.empty():
            more = self._queue.get()
            if more is None:
                self._queue.put(None)
                break
            batch.append(more)
        return batch


def _locked(path: Path) -> IO[bytes]:
    """A file only one process can hold; two servers on one journal would spoil it."""
    try:
        file = path.open("ab")
        if sys.platform != "win32":
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise JournalDamaged(f"{path.parent} is in use by another server.") from None
    except OSError as error:
        raise JournalDamaged(f"{path.parent} cannot be used for data: {error.strerror}.") from None
    return file


def _finish(batch: list[_Write], safe: bool) -> None:
    for write in batch:
        write.done(safe)


def _entry(row: tuple[int, bytes, bytes, int]) -> Entry:
    return Entry(row[0], row[1], row[2], bool(row[3]))


def _commit(connection: sqlite3.Connection, batch: list[_Write]) -> bool:
    entries = [entry for write in batch for entry in write.entries]
    try:
        connection.execute("BEGIN")
        connection.executemany(_INSERT, entries)
        connection.execute("COMMIT")
    except sqlite3.Error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        return False
    return True
