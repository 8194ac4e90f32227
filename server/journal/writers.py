"""Two ways to write to the file: at once, and in a thread.

``ProcessWriter`` commits on the event loop, at least once per turn: without a flush that takes a
few microseconds per action, less than handing them to a thread and back. Many entries of one turn
are written in portions: what a thousand moves caused would be out of the processor's cache before
it is sent. ``DiskWriter`` is for commits that wait for the disk: while one is under way the next
gathers, so that one flush serves all who wait.
"""

import queue
import sqlite3
import sys
import threading
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from server.journal.base import Done
from server.journal.records import Entry

LOG_PAGES = 256
"""Pages of SQLite's log (1 MB) that are moved into the file at a time; without a flush that takes
a fraction of a millisecond, a longer log would make the table wait."""

ROWS_PER_INSERT = 32
"""Entries that are worth a write: few enough that all they caused is still in the cache."""
_INSERTS = [
    "INSERT INTO journal (match, body, hash, last) VALUES " + ", ".join(["(?, ?, ?, ?)"] * rows)
    for rows in range(ROWS_PER_INSERT + 1)
]
"""One statement for so many rows: a third less than as many statements for one row."""

Connect = Callable[[], sqlite3.Connection]


class ProcessWriter:
    """What it has written survives kill -9, not a power cut."""

    flush_threshold = ROWS_PER_INSERT

    def __init__(self, connect: Connect) -> None:
        self._connection = connect()
        self._connection.execute("PRAGMA synchronous=OFF")
        self._connection.execute(f"PRAGMA wal_autocheckpoint={LOG_PAGES}")

    def append(self, entries: list[Entry], done: Done) -> bool | None:
        """See Journal."""
        return _commit(self._connection, entries)

    def close(self) -> None:
        """See Journal."""
        self._connection.close()


class _Write(NamedTuple):
    entries: list[Entry]
    done: Done


class DiskWriter:
    """What it has written survives a power cut.

    ``call`` calls a function on the event loop's thread.
    """

    flush_threshold = sys.maxsize
    """As many as possible: every flush costs the same."""

    def __init__(self, connect: Connect, call: Callable[[Callable[[], None]], object]) -> None:
        self._connection = connect()
        self._connection.execute("PRAGMA synchronous=FULL")
        self._call = call
        self._queue: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def append(self, entries: list[Entry], done: Done) -> bool | None:
        """See Journal."""
        self._queue.put(_Write(entries, done))
        return None

    def close(self) -> None:
        """See Journal."""
        self._queue.put(None)
        self._thread.join()
        self._connection.close()

    def _run(self) -> None:
        while (batch := self._next_batch()) is not None:
            entries = [entry for write in batch for entry in write.entries]
            self._call(partial(_finish, batch, _commit(self._connection, entries)))

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


def _finish(batch: list[_Write], safe: bool) -> None:
    for write in batch:
        write.done(safe)


def _insert(connection: sqlite3.Connection, entries: list[Entry]) -> None:
    values: list[int | bytearray] = []
    for entry in entries:
        # SQLite asks around how to adapt a bool, and even bytes; a bytearray it takes as it is.
        values += (entry.match, bytearray(entry.body), bytearray(entry.hash), +entry.last)
    connection.execute(_INSERTS[len(entries)], values)


def _commit(connection: sqlite3.Connection, entries: list[Entry]) -> bool:
    """All entries are kept, or none of them."""
    try:
        if len(entries) <= ROWS_PER_INSERT:  # one statement is a transaction of its own
            _insert(connection, entries)
            return True
        connection.execute("BEGIN")
        for start in range(0, len(entries), ROWS_PER_INSERT):
            _insert(connection, entries[start : start + ROWS_PER_INSERT])
        connection.execute("COMMIT")
    except sqlite3.Error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        return False
    return True
