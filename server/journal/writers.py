"""Two ways to write to the file: at once, and in a thread.

``AtOnce`` commits on the event loop, once per tick: without a flush that is a few microseconds per
action, less than to hand them to a thread and back. What may take longer, moving pages from the
log into the file, is done beside it in a thread. ``InThread`` is for commits that wait for the
disk: while one is under way the next gathers, so that one flush serves all who wait.
"""

import queue
import sqlite3
import threading
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from server.journal.base import Done
from server.journal.records import Entry

TIDY_ENTRIES = 4000
"""Written entries after which the log is moved into the file: about two megabytes."""
TIDY_ROUNDS = 3
"""One round moves what was there, the next what came meanwhile; then the log starts anew."""
MOST_PAGES = 4000
"""Pages of a log (16 MB) after which writing itself stops for the few milliseconds a move takes;
only where there is never a moment's peace does it come to that."""

_INSERT = "INSERT INTO journal (match, body, hash, last) VALUES (?, ?, ?, ?)"

Connect = Callable[[], sqlite3.Connection]


class AtOnce:
    """Survives kill -9, not a power cut."""

    def __init__(self, connect: Connect) -> None:
        self._connection = connect()
        self._connection.execute("PRAGMA synchronous=OFF")
        self._connection.execute("PRAGMA wal_autocheckpoint=0")
        self._untidy = 0
        self._tidier = _Tidier(connect)

    def write(self, entries: list[Entry], done: Done) -> None:
        """See Journal."""
        safe = _commit(self._connection, entries)
        self._untidy += len(entries)
        if self._untidy >= TIDY_ENTRIES:
            self._tidy()
        done(safe)

    def _tidy(self) -> None:
        self._untidy = 0
        if self._tidier.pages > MOST_PAGES:
            self._tidier.pages, _ = _moved(self._connection)
        else:
            self._tidier.ask()

    def close(self) -> None:
        """See Journal."""
        self._tidier.close()
        self._connection.close()


class _Tidier:
    """Moves the log into the file when asked to; writing goes on meanwhile."""

    def __init__(self, connect: Connect) -> None:
        self.pages = 0
        """The size of the log when it was last seen."""
        self._connect = connect
        self._wanted: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def ask(self) -> None:
        self._wanted.put(True)

    def close(self) -> None:
        self._wanted.put(False)
        self._thread.join()

    def _run(self) -> None:
        connection = self._connect()
        while self._wanted.get():
            for _ in range(TIDY_ROUNDS):
                self.pages, moved = _moved(connection)
                if self.pages == moved:
                    break
        connection.close()


class _Write(NamedTuple):
    entries: list[Entry]
    done: Done


class InThread:
    """Survives a power cut. ``call`` brings a function to the event loop's thread."""

    def __init__(self, connect: Connect, call: Callable[[Callable[[], None]], object]) -> None:
        self._connection = connect()
        self._connection.execute("PRAGMA synchronous=FULL")
        self._call = call
        self._queue: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def write(self, entries: list[Entry], done: Done) -> None:
        """See Journal."""
        self._queue.put(_Write(entries, done))

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


def _commit(connection: sqlite3.Connection, entries: list[Entry]) -> bool:
    """All entries are kept, or none of them."""
    try:
        connection.execute("BEGIN")
        connection.executemany(_INSERT, entries)
        connection.execute("COMMIT")
    except sqlite3.Error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        return False
    return True


def _moved(connection: sqlite3.Connection) -> tuple[int, int]:
    """Move the log into the file: its pages, and how many of them were moved.

    Trouble here is no trouble for what is written: it stays in the log.
    """
    try:
        _, pages, moved = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    except sqlite3.Error:
        return 0, 0
    return pages, moved
