"""The journal in one SQLite file.

Durability ``disk`` flushes at each commit, so that an answered action survives power loss;
``process`` leaves that to the operating system and survives kill -9. A failed commit keeps nothing.
Only one process can open the journal of a folder. Reading does not change the file: it is opened
for writing when ``append`` is used first, after damage has been found and repaired.
"""

import os
import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import IO, Literal

from server.files import PRIVATE_FILE, create_private_file, write_durably
from server.journal import heads
from server.journal.base import (
    AppendCallback,
    JournalDamaged,
    JournalError,
    JournalNotWritable,
)
from server.journal.open_rooms import read_rooms
from server.journal.reader import APPLICATION_ID, JournalReader, connect_read_only
from server.journal.records import Entry, RoomEntry
from server.journal.recovery import recover, repair_damaged
from server.journal.salvage import FILE
from server.journal.schema import create_schema
from server.journal.tails import TailIndex
from server.journal.writers import DiskWriter, ProcessWriter

if sys.platform != "win32":
    import fcntl

__all__ = ["FILE", "LOCK", "Durability", "SqliteJournal", "open_lock"]

Durability = Literal["disk", "process"]
LOCK = "journal.lock"
NOT_WRITABLE_CODES = (10, 13)
"""Error codes of SQLite for a full or failing disk: IOERR, FULL."""
HEADS_SECONDS = 0.5
"""Minimum time between two writes of the heads; with the interval of the sweeps below a second."""


class SqliteJournal:
    """A journal in ``folder``, which is locked, checked and repaired first.

    Raises JournalError if it is in use or cannot be read.

    ``call`` schedules a function on the event loop's thread (loop.call_soon_threadsafe).
    """

    def __init__(
        self, folder: Path, durability: Durability, call: Callable[[Callable[[], None]], object]
    ) -> None:
        self.folder, self._path = folder, folder / FILE
        self._durability, self._call = durability, call
        self._writer: ProcessWriter | DiskWriter | None = None
        self._reader: JournalReader
        self._heads_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="heads")
        self._heads_write: Future[None] | None = None
        self._heads_written_at = float("-inf")
        self._heads_dirty = False
        self._lock = open_lock(folder)
        try:
            self.recovery = recover(folder)
            create_private_file(self._path)
            self._open_reader()
        except (JournalError, OSError) as error:
            self._lock.close()
            if isinstance(error, OSError):
                raise JournalError(f"{self._path} cannot be used: {error.strerror}.") from None
            raise

    @property
    def append(self) -> Callable[[list[Entry], AppendCallback], bool | None]:
        """The function that appends entries, see Journal; opens the file for writing.

        Raises JournalError if the file cannot be opened.
        """
        return self.writer.append

    @property
    def last_error(self) -> str:
        """Why the last write that failed did; empty before."""
        return self._writer.last_error if self._writer is not None else ""

    @property
    def flush_threshold(self) -> int:
        """Number of pending entries at which to write without waiting for more.

        Opens the file for writing at first use. Raises JournalError.
        """
        return self.writer.flush_threshold

    @property
    def writer(self) -> ProcessWriter | DiskWriter:
        """The writer; at first use the file is opened for writing and its heads are written.

        From then on the reader uses a connection for writing, too. Raises JournalError if the file
        cannot be opened, and JournalNotWritable if a later call may succeed; a failure to write the
        heads is ignored, and ``sweep`` repeats it.
        """
        if self._writer is None:
            connection = self._connect()
            self._prepare(connection)
            self._reader.connection.close()
            tails = self._reader.tails
            self._reader = JournalReader(connection, tails)
            self._start_heads(connection)
            on_written = self.recovery.tracker.written.append
            if self._durability == "process":
                self._writer = ProcessWriter(self._connect, on_written, tails)
            else:
                self._writer = DiskWriter(self._connect, self._call, on_written, tails)
        return self._writer

    def unfinished(self) -> Iterator[Entry]:
        """Return the entries of unfinished matches from their last snapshots on, see Journal.

        If the file is so damaged that its index could not be read, return all their entries.
        """
        return self._reader.unfinished()

    def results(self) -> Iterator[tuple[Entry, Entry]]:
        """Return the final snapshot and the last entry of finished matches, see Journal.

        The newest come first. Without an index of the file there are none.
        """
        return self._reader.results()

    def open_rooms(self) -> list[RoomEntry]:
        """Return the rows of open rooms, the lowest number first; none if they are damaged."""
        return read_rooms(self._reader.connection)

    def last_match(self) -> int:
        """Return the highest match number, 0 if there is none."""
        return self._reader.last_match()

    def entries(self, match: int) -> Iterator[Entry]:
        """Return all entries of one match, in the order of writing; none if it is unknown."""
        return self._reader.entries(match)

    def matches(self) -> list[int]:
        """Return the numbers of all matches, ascending."""
        return self._reader.matches()

    def check_integrity(self) -> None:
        """Let SQLite check the whole file, see Journal. Raises JournalDamaged."""
        errors = self._reader.integrity_errors("quick_check(1)")
        if errors:
            raise JournalDamaged(errors[0])

    def repair(self, reason: str) -> None:
        """Replace the file, in which damage was found, by a clean one; before ``append`` is used.

        The damaged files are kept, ``recovery`` is replaced, and the clean file is opened for
        reading. Raises JournalError.
        """
        self._reader.connection.close()
        tracker = self.recovery.tracker
        self.recovery = repair_damaged(self.folder, tracker, reason)
        self._open_reader()

    def delete(self, rows: Sequence[int], ended_match: int = 0) -> None:
        """Delete rows by their ids, and the time at which a match ended; ignore a failure.

        Opens the file for writing at first use. With durability ``disk`` it happens later, in the
        thread of the writer.
        """
        self.writer.delete(rows, ended_match)

    def sweep(self, now: float) -> None:
        """Write the heads in a thread if they have changed; called several times per second.

        Writes are at least HEADS_SECONDS apart. The times of ended matches are recorded too. Raises
        OSError if the last write of the heads failed; the next call repeats it.
        """
        has_changed = self.recovery.tracker.apply_written()
        self._heads_dirty = has_changed or self._heads_dirty
        self._record_ends()
        if self._heads_write is not None and self._heads_write.done():
            done, self._heads_write = self._heads_write, None
            if done.exception() is not None:
                self._heads_dirty = True
                done.result()
        is_due = now - self._heads_written_at >= HEADS_SECONDS
        if self._heads_dirty and self._heads_write is None and is_due:
            self.write_heads()
            self._heads_written_at = now

    def write_heads(self) -> Future[None]:
        """Start to write the heads in a thread; return the future of the write.

        The future has the OSError of a failed write. The heads count as unchanged from now on.
        """
        content = self.recovery.tracker.content()
        self._heads_dirty = False
        self._heads_write = self._heads_thread.submit(
            write_durably, self.folder / heads.FILE, content
        )
        return self._heads_write

    def close(self) -> None:
        """Finish pending writes, write the heads, close the file and release the lock.

        A journal that was only read is not changed.
        """
        self._heads_thread.shutdown()
        if self._writer is not None:
            # Entries that the thread of the writer still holds get their times at the next start.
            self.recovery.tracker.apply_written()
            self._record_ends()
            self._writer.close()
            self.recovery.tracker.apply_written()
        self._reader.connection.close()
        if self._writer is not None:
            with suppress(OSError):  # heads that are older than the journal are valid
                write_durably(self.folder / heads.FILE, self.recovery.tracker.content())
        self._lock.close()

    def _record_ends(self) -> None:
        """Record the times of matches that have ended since the last call, in the journal.

        Without a writer they wait for a later call.
        """
        tracker = self.recovery.tracker
        if tracker.ended and self._writer is not None:
            self._writer.record_ends(tracker.ended)
            tracker.ended = []

    def _open_reader(self) -> None:
        """Open the file for reading and load its index; a new file gets its tables first.

        The reader has no index if the rows to scan cannot be read. Raises JournalError.
        """
        self._reader = JournalReader(connect_read_only(self._path))
        if not self._reader.has_table():
            self._reader.connection.close()
            connection = self._connect()
            self._prepare(connection)
            self._reader = JournalReader(connection)
        self._reader.tails = TailIndex.maybe_load(self._reader.connection)

    def _start_heads(self, connection: sqlite3.Connection) -> None:
        """Write the heads and mark the file, which must have heads from now on.

        If the heads cannot be written, the file is not marked and ``sweep`` repeats the write. A
        failure to mark the file is ignored.
        """
        try:
            write_durably(self.folder / heads.FILE, self.recovery.tracker.content())
        except OSError:
            self._heads_dirty = True
            return
        with suppress(sqlite3.Error):
            connection.execute(f"PRAGMA application_id={APPLICATION_ID}")

    def _connect(self) -> sqlite3.Connection:
        """Open a connection to the file, without implicit transactions, for use in any thread.

        Raises JournalError if the file cannot be opened.
        """
        try:
            return sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
        except sqlite3.Error as error:
            raise JournalError(f"{self._path} cannot be opened: {error}.") from None

    def _prepare(self, connection: sqlite3.Connection) -> None:
        """Turn on SQLite's write-ahead log, create missing tables and record missing times of ends.

        Closes the connection and raises JournalError if the file cannot be used, JournalNotWritable
        if the disk is full or fails.
        """
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            create_schema(connection)
        except sqlite3.Error as error:
            connection.close()
            is_disk = getattr(error, "sqlite_errorcode", 0) & 0xFF in NOT_WRITABLE_CODES
            kind = JournalNotWritable if is_disk else JournalError
            raise kind(f"{self._path} cannot be used: {error}.") from None


def open_lock(folder: Path, *, for_reading: bool = False) -> IO[bytes]:
    """Lock a data folder, because two servers would corrupt the journal; no lock on Windows.

    Return the lock file; closing it releases the lock. It is created if it is missing, but not
    ``for_reading``, which allows other readers. Raises JournalError if a server has the lock or the
    file cannot be opened.
    """
    try:
        flags = os.O_RDONLY if for_reading else os.O_CREAT | os.O_RDWR | os.O_APPEND
        descriptor = os.open(folder / LOCK, flags, PRIVATE_FILE)
        file = open(descriptor, "rb" if for_reading else "ab")  # noqa: SIM115 - holds the lock
        if sys.platform != "win32":
            kind = fcntl.LOCK_SH if for_reading else fcntl.LOCK_EX
            fcntl.flock(file, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        text = f"{folder} is in use by another server: stop it, or use a copy."
        raise JournalError(text) from None
    except OSError as error:
        raise JournalError(f"{folder} cannot be used for data: {error.strerror}.") from None
    return file
