"""Two writers for the journal file: one on the event loop's thread, one in a thread of its own.

``ProcessWriter`` commits without a flush, which takes several microseconds per action: less than
handing entries to a thread and back. Its batches are small, so that the effects of a batch are
still in the processor's cache when they are sent. ``DiskWriter`` waits for the disk in a thread;
meanwhile the write-ahead queue collects the next batch, so that one flush serves many clients.
"""

import sqlite3
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial

from server.journal.base import AppendCallback
from server.journal.open_rooms import store_rooms
from server.journal.records import Entry, RoomEntry
from server.journal.schema import record_ends
from server.journal.tails import SNAPSHOT_ROW, TailIndex

CHECKPOINT_PAGES = 256
"""Pages (1 MB) of SQLite's write-ahead log that start a checkpoint. It takes a fraction of a
millisecond; a longer log would delay players."""

ROWS_PER_INSERT = 32
"""Maximum number of rows per statement, and the flush threshold of ProcessWriter."""
_INSERTS = [
    "INSERT INTO journal (match, body, hash, last) VALUES " + ", ".join(["(?, ?, ?, ?)"] * rows)
    for rows in range(ROWS_PER_INSERT + 1)
]
"""INSERT statements by number of rows; one statement is a third faster than one per row."""

Connect = Callable[[], sqlite3.Connection]
OnWritten = Callable[[list[Entry]], None]
"""Called with each batch that was written, on the thread of the writer."""


class ProcessWriter:
    """Writes on the calling thread; entries survive kill -9, but not a power cut."""

    flush_threshold = ROWS_PER_INSERT

    def __init__(self, connect: Connect, on_written: OnWritten, tails: TailIndex | None) -> None:
        self.last_error = ""
        """Why the last write that failed did."""
        self._connection = connect()
        self._on_written, self._tails = on_written, tails
        self._connection.execute("PRAGMA synchronous=OFF")
        self._connection.execute(f"PRAGMA wal_autocheckpoint={CHECKPOINT_PAGES}")

    def append(self, entries: list[Entry], done: AppendCallback) -> bool | None:
        """Write all entries now, or none of them; return whether they were written.

        ``done`` is not called.
        """
        error = _commit(self._connection, entries, self._tails, self._on_written)
        if error is None:
            return True
        self.last_error = str(error)
        return False

    def record_ends(self, matches: Sequence[int]) -> None:
        """Record that matches have ended now; a failure is corrected at the next start."""
        _record_ends(self._connection, matches)

    def delete(self, rows: Sequence[int], ended_match: int = 0) -> None:
        """Delete rows by their ids now; then, if given, the time at which a match ended.

        The number of that match is not used again. A failure is ignored.
        """
        _delete(self._connection, rows, ended_match, self._tails)

    def close(self) -> None:
        """Close the connection to the file."""
        self._connection.close()


class DiskWriter:
    """Writes in a thread of its own; entries survive a power cut.

    ``call`` schedules a function on the event loop's thread.
    """

    flush_threshold = sys.maxsize
    """No threshold: every flush costs the same, so batches are as large as possible."""

    def __init__(
        self,
        connect: Connect,
        call: Callable[[Callable[[], None]], object],
        on_written: OnWritten,
        tails: TailIndex | None,
    ) -> None:
        self.last_error = ""
        """Why the last write that failed did."""
        self._connection = connect()
        self._on_written, self._tails = on_written, tails
        self._connection.execute("PRAGMA synchronous=FULL")
        self._call = call
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="journal")

    def append(self, entries: list[Entry], done: AppendCallback) -> bool | None:
        """Write the entries in the thread and return None at once.

        Afterwards ``done`` is called on the event loop with whether they were written.
        """
        # Future.result raises an unexpected error again, and the executor logs it.
        self._thread.submit(self._write, entries, done).add_done_callback(Future.result)
        return None

    def record_ends(self, matches: Sequence[int]) -> None:
        """Record that matches have ended like ProcessWriter, but in the thread.

        The time is that of the write, after the pending ones.
        """
        note = self._thread.submit(_record_ends, self._connection, matches)
        note.add_done_callback(Future.result)

    def delete(self, rows: Sequence[int], ended_match: int = 0) -> None:
        """Delete rows like ProcessWriter, but in the thread, after the pending writes."""
        deletion = self._thread.submit(_delete, self._connection, rows, ended_match, self._tails)
        deletion.add_done_callback(Future.result)

    def close(self) -> None:
        """Wait for pending writes, then close the connection to the file."""
        self._thread.shutdown()
        self._connection.close()

    def _write(self, entries: list[Entry], done: AppendCallback) -> None:
        """Write the entries, on the writer's thread, then schedule ``done`` on the event loop.

        ``done`` receives whether they were written; ``_on_written`` is called only if they were.
        """
        error = _commit(self._connection, entries, self._tails, self._on_written)
        if error is not None:
            self.last_error = str(error)
        self._call(partial(done, error is None))


def _insert(connection: sqlite3.Connection, entries: list[Entry]) -> int:
    """Insert at most ROWS_PER_INSERT entries with one statement; return the id of the last row.

    Raises sqlite3.Error.
    """
    values: list[int | bytearray] = []
    for entry in entries:
        # sqlite3 searches adapters for bool and bytes, but not for int and bytearray: faster.
        kind = SNAPSHOT_ROW if entry.is_snapshot else +entry.last
        values += (entry.match, bytearray(entry.body), bytearray(entry.hash), kind)
    return connection.execute(_INSERTS[len(entries)], values).lastrowid or 0


def _record_ends(connection: sqlite3.Connection, matches: Sequence[int]) -> None:
    """Record that matches, at least one, have ended now; ignore a failure.

    A time that is recorded already stays.
    """
    with suppress(sqlite3.Error):
        record_ends(connection, matches)


def _delete(
    connection: sqlite3.Connection, rows: Sequence[int], ended_match: int, tails: TailIndex | None
) -> None:
    """Delete rows by their ids and overwrite their content; ignore a failure.

    ``ended_match`` is the match that these rows end, or 0. Its row in ``ended`` is deleted too, and
    its number is kept in ``tails`` if it could be used again otherwise.
    """
    if ended_match and tails is not None:
        tails.keep_number(connection, ended_match)
    with suppress(sqlite3.Error):
        connection.execute("PRAGMA secure_delete=ON")
        marks = ", ".join("?" for _ in rows)
        connection.execute(f"DELETE FROM journal WHERE id IN ({marks})", rows)
        if ended_match:
            connection.execute("DELETE FROM ended WHERE match = ?", (ended_match,))


def _commit(
    connection: sqlite3.Connection,
    entries: list[Entry],
    tails: TailIndex | None,
    on_written: OnWritten,
) -> sqlite3.Error | None:
    """Write all entries in one transaction; return None if it worked.

    Those of matches are then added to ``tails`` and passed to ``on_written``. Any SQLite error
    rolls the transaction back and is returned.
    """
    last_id = 0
    records = [entry for entry in entries if type(entry) is Entry]
    try:
        if len(records) == len(entries) <= ROWS_PER_INSERT:
            last_id = _insert(connection, records)  # one statement is a transaction of its own
        else:
            connection.execute("BEGIN")
            store_rooms(connection, [entry for entry in entries if type(entry) is RoomEntry])
            for start in range(0, len(records), ROWS_PER_INSERT):
                last_id = _insert(connection, records[start : start + ROWS_PER_INSERT])
            connection.execute("COMMIT")
    except sqlite3.Error as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        return error
    if not records:
        return None
    if tails is not None:
        _add_to_tails(tails, records, last_id)
        if last_id >= tails.store_at:
            tails.store(connection)
    on_written(records)
    return None


def _add_to_tails(tails: TailIndex, entries: list[Entry], last_id: int) -> None:
    """Add written entries to the index; their ids are consecutive up to ``last_id``.

    ``tails.last_id`` is set.
    """
    by_match = tails.by_match
    for row_id, entry in enumerate(entries, last_id + 1 - len(entries)):
        tail = by_match.get(entry.match)
        if tail is None or entry.last or entry.is_snapshot:
            kind = SNAPSHOT_ROW if entry.is_snapshot else +entry.last
            tails.add_row(row_id, entry.match, kind)
        else:
            tail.append(row_id)  # the most frequent case
    tails.last_id = last_id
