"""Two ways to write to the file: at once, and in a thread.

``ProcessWriter`` commits on the event loop, at least once per turn: without a flush that takes a
few microseconds per action, less than handing them to a thread and back. Many entries of one turn
are written in portions: what a thousand moves caused would be out of the processor's cache before
it is sent. ``DiskWriter`` is for commits that wait for the disk; the write-ahead queue gathers the
next entries meanwhile, so that one flush serves all who wait.
"""

import sqlite3
import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial

from server.journal.base import AppendCallback
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

    def append(self, entries: list[Entry], done: AppendCallback) -> bool | None:
        """See Journal."""
        return _commit(self._connection, entries)

    def close(self) -> None:
        """See Journal."""
        self._connection.close()


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
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="journal")

    def append(self, entries: list[Entry], done: AppendCallback) -> bool | None:
        """See Journal."""
        # The executor logs what a callback raises; without one an error would go unnoticed.
        self._thread.submit(self._write, entries, done).add_done_callback(Future.result)
        return None

    def close(self) -> None:
        """See Journal."""
        self._thread.shutdown()
        self._connection.close()

    def _write(self, entries: list[Entry], done: AppendCallback) -> None:
        self._call(partial(done, _commit(self._connection, entries)))


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
