"""The journal in one SQLite file.

Durability ``disk`` flushes at each commit, so that an answered action survives power loss;
``process`` leaves that to the operating system and survives kill -9. A failed commit keeps nothing.
Only one process can open the journal of a folder.
"""

import sqlite3
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Literal

from server.journal.base import AppendCallback, JournalError
from server.journal.records import FORMAT, Entry
from server.journal.tails import FINAL_ROW, SCHEMA, SNAPSHOT_ROW, TailIndex
from server.journal.writers import DiskWriter, ProcessWriter

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
_SELECT = "SELECT match, body, hash, last FROM journal"
SELECT_ROW = f"{_SELECT} WHERE id = ?"


class SqliteJournal:
    """A journal in ``folder``. Raises JournalError if it is in use or cannot be read.

    ``call`` schedules a function on the event loop's thread (loop.call_soon_threadsafe).
    """

    def __init__(
        self, folder: Path, durability: Durability, call: Callable[[Callable[[], None]], object]
    ) -> None:
        self._path = folder / FILE
        self._lock = _open_lock(folder / LOCK)
        self._reader = self._connect()
        try:
            self._prepare(self._reader)
            self._tails = _maybe_tails(self._reader)
        except JournalError:
            self._reader.close()
            self._lock.close()
            raise
        self._writer: ProcessWriter | DiskWriter
        if durability == "process":
            self._writer = ProcessWriter(self._connect, self._tails)
        else:
            self._writer = DiskWriter(self._connect, call, self._tails)
        self.append: Callable[[list[Entry], AppendCallback], bool | None] = self._writer.append
        self.flush_threshold = self._writer.flush_threshold

    def unfinished(self) -> Iterator[Entry]:
        """Return the entries of unfinished matches from their last snapshots on, match by match.

        If the file is so damaged that the index could not be read, return all their entries.
        """
        if self._tails is not None:
            for ids in self._tails.by_match.values():
                for row_id in ids:
                    yield from map(_entry_from_row, self._reader.execute(SELECT_ROW, (row_id,)))
            return
        rows = self._reader.execute(
            f"{_SELECT} WHERE match NOT IN (SELECT match FROM journal WHERE last = 1) ORDER BY id"
        )
        yield from map(_entry_from_row, rows)

    def entries(self, match: int) -> Iterator[Entry]:
        """Return all entries of one match, in the order of writing; none if it is unknown."""
        return map(
            _entry_from_row,
            self._reader.execute(f"{_SELECT} WHERE match = ? ORDER BY id", (match,)),
        )

    def results(self) -> Iterator[tuple[Entry, Entry]]:
        """Return the final snapshot and the last entry of finished matches, the newest first."""
        for ids in self._tails.results() if self._tails is not None else ():
            rows = [self._reader.execute(SELECT_ROW, (row_id,)).fetchone() for row_id in ids]
            if None not in rows:
                yield _entry_from_row(rows[0]), _entry_from_row(rows[1])

    def last_match(self) -> int:
        """Return the highest match number, 0 if there is none."""
        if self._tails is not None:
            return self._tails.last_match
        return max(self.matches(), default=0)

    def matches(self) -> list[int]:
        """Return the numbers of all matches, ascending."""
        rows = self._reader.execute("SELECT DISTINCT match FROM journal ORDER BY match")
        return [number for (number,) in rows]

    def close(self) -> None:
        """Finish pending writes, close the file and release the lock."""
        self._writer.close()
        self._reader.close()
        self._lock.close()

    def _connect(self) -> sqlite3.Connection:
        """Open a connection to the file, without implicit transactions, for use in any thread.

        Raises JournalError if the file cannot be opened.
        """
        try:
            return sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
        except sqlite3.Error as error:
            raise JournalError(f"{self._path} cannot be opened: {error}.") from None

    def _prepare(self, connection: sqlite3.Connection) -> None:
        """Turn on SQLite's write-ahead log and create the schema if needed.

        Raises JournalError if the file has another format or cannot be used.
        """
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if version not in (0, FORMAT):
                text = f"{self._path} has format {version}; this program reads format {FORMAT}."
                raise JournalError(text)
            connection.executescript(_SCHEMA + SCHEMA + f"PRAGMA user_version={FORMAT};")
        except sqlite3.Error as error:
            raise JournalError(f"{self._path} cannot be used: {error}.") from None


def _open_lock(path: Path) -> IO[bytes]:
    """Open and lock a file, because two servers would corrupt the journal; no lock on Windows.

    Raises JournalError if another server has the lock or the file cannot be opened.
    """
    try:
        file = path.open("ab")
        if sys.platform != "win32":
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        text = f"{path.parent} is in use by another server: stop it, or use a copy."
        raise JournalError(text) from None
    except OSError as error:
        raise JournalError(f"{path.parent} cannot be used for data: {error.strerror}.") from None
    return file


def _maybe_tails(connection: sqlite3.Connection) -> TailIndex | None:
    """Return the index of the rows that a restart reads; None if the file is damaged there."""
    try:
        return TailIndex.load(connection)
    except sqlite3.DatabaseError:
        return None


def _entry_from_row(row: tuple[int, bytes, bytes, int]) -> Entry:
    """Return a row of ``_SELECT`` as an entry."""
    return Entry(row[0], row[1], row[2], row[3] == FINAL_ROW, row[3] == SNAPSHOT_ROW)
