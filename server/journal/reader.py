"""Reads the entries of a journal file, also of one that another process writes.

A read-only connection never changes the file or its write-ahead log, so a damaged file stays as it
is. Damage raises JournalDamaged.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from server.journal.base import JournalDamaged, JournalError
from server.journal.records import FORMAT, Entry
from server.journal.tails import FINAL_ROW, SNAPSHOT_ROW, TailIndex

DAMAGE_CODES = (10, 11, 26)
"""Error codes of SQLite: IOERR, CORRUPT, NOTADB."""
SHARED_MEMORY_CODES = (4618, 4874, 5386)
"""Error codes of SQLite: IOERR_SHMOPEN, IOERR_SHMSIZE, IOERR_SHMMAP."""
APPLICATION_ID = 0x5461766F
"""Marks a file that is accompanied by a file of heads."""
_SELECT = "SELECT match, body, hash, last FROM journal"
SELECT_ROW = f"{_SELECT} WHERE id = ?"
_COUNT_MISTYPED = (
    "SELECT COUNT(*) FROM journal WHERE typeof(match) != 'integer' "
    "OR typeof(body) != 'blob' OR typeof(hash) != 'blob'"
)
_SMALL_TABLES = {
    "over": f"SELECT COUNT(*) FROM journal INDEXED BY over WHERE last = {FINAL_ROW}",
    "ended": "SELECT COUNT(*) FROM ended",
}
"""A query for each name that reads all pages of this index or table."""


class JournalReader:
    """Reads a journal through a connection of SQLite.

    With ``tails``, the index of the file, a restart reads only the rows that it needs.
    """

    def __init__(self, connection: sqlite3.Connection, tails: TailIndex | None = None) -> None:
        self.connection = connection
        self.tails = tails

    def unfinished(self) -> Iterator[Entry]:
        """Yield the entries of unfinished matches from their last snapshots on, match by match.

        Without the index, yield all their entries in the order of writing. Raises JournalDamaged.
        """
        if self.tails is None:
            over = f"SELECT match FROM journal WHERE last = {FINAL_ROW}"
            yield from self._entries(f"{_SELECT} WHERE match NOT IN ({over}) ORDER BY id")
            return
        for ids in self.tails.by_match.values():
            for row in ids:
                yield from self._entries(SELECT_ROW, row)

    def results(self) -> Iterator[tuple[Entry, Entry]]:
        """Yield the final snapshot and the last entry of finished matches, the newest first.

        Matches that were removed are left out. Without the index, yield nothing. Raises
        JournalDamaged.
        """
        for snapshot_row, last_row in self.tails.results() if self.tails is not None else ():
            snapshots = list(self._entries(SELECT_ROW, snapshot_row))
            if snapshots and snapshots[0].is_snapshot:
                yield from zip(snapshots, self._entries(SELECT_ROW, last_row), strict=False)

    def last_match(self) -> int:
        """Return the highest match number, 0 if there is none.

        Without the index all rows are read, and matches that were removed do not count. Raises
        JournalDamaged.
        """
        if self.tails is not None:
            return self.tails.last_match
        return max(self.matches(), default=0)

    def entries(self, match: int) -> Iterator[Entry]:
        """Return all entries of one match, in the order of writing; none if it is unknown.

        The iterator raises JournalDamaged.
        """
        return self._entries(f"{_SELECT} WHERE match = ? ORDER BY id", match)

    def finished_entries(self, match: int, max_rows: int) -> list[Entry]:
        """Return the entries of a finished match; none if it is unknown or not finished.

        Only the ``max_rows`` rows up to its final record are searched: without the first entries
        the match is older. Raises JournalDamaged.
        """
        final = (
            f"SELECT MAX(id) FROM journal INDEXED BY over WHERE match = ? AND last = {FINAL_ROW}"
        )
        row = self.value(final, match)
        if row is None:
            return []
        where = "WHERE match = ? AND id > ? AND id <= ? ORDER BY id"
        return list(self._entries(f"{_SELECT} {where}", match, row - max_rows, row))

    def entries_after(self, row: int) -> Iterator[Entry]:
        """Return all entries after a row, in the order of writing.

        The iterator raises JournalDamaged.
        """
        return self._entries(f"{_SELECT} WHERE id > ? ORDER BY id", row)

    def matches(self) -> list[int]:
        """Return the numbers of all matches, ascending. Raises JournalDamaged."""
        rows = self.rows("SELECT DISTINCT match FROM journal ORDER BY match")
        return [number for (number,) in rows]

    def integrity_errors(self, check: str = "integrity_check(20)") -> list[str]:
        """Return what SQLite's check of the whole file finds; nothing if the file is intact.

        An interrupted check finds nothing.
        """
        try:
            found = [text for (text,) in self.rows(f"PRAGMA {check}")]
        except JournalDamaged as error:
            return [str(error)]
        except sqlite3.OperationalError as error:
            return [] if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT else [str(error)]
        return [] if found == ["ok"] else [line for text in found for line in text.splitlines()]

    def count_mistyped_rows(self) -> int:
        """Return the number of rows with a value of another type, which SQLite's check accepts.

        Reading such a row raises JournalDamaged. Raises JournalDamaged if the file is damaged.
        """
        return int(self.value(_COUNT_MISTYPED)) if self.has_table() else 0

    def has_table(self) -> bool:
        """Return whether the file has the table of the journal; a new file does not.

        Raises JournalDamaged.
        """
        return bool(list(self.rows("SELECT 1 FROM sqlite_master WHERE name = 'journal'")))

    def check_small_tables(self) -> None:
        """Read the index of finished matches and the times of their ends, only to find damage.

        Raises JournalDamaged. Both are small, and the writer needs them. One that does not exist,
        as in a file of an earlier version, is skipped.
        """
        present = {name for (name,) in self.rows("SELECT name FROM sqlite_master")}
        for name, query in _SMALL_TABLES.items():
            if name in present:
                self.value(query)

    def has_heads_mark(self) -> bool:
        """Return whether the database is marked as a journal that has a file of heads.

        The file of heads is not looked for; if it is missing, it was lost. Raises JournalDamaged.
        """
        return bool(self.value("PRAGMA application_id") == APPLICATION_ID)

    def check_format(self) -> None:
        """Raise JournalError if the file has another format than this program writes.

        Format 0, that of a new file, is accepted. Raises JournalDamaged if it cannot be read.
        """
        version = self.value("PRAGMA user_version")
        if version not in (0, FORMAT):
            text = f"The journal has format {version}; this program reads format {FORMAT}."
            raise JournalError(text)

    def value(self, query: str, *values: Any) -> Any:
        """Return the value of a query that has one row with one column. Raises JournalDamaged."""
        ((value,),) = self.rows(query, *values)
        return value

    def rows(self, query: str, *values: Any) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of a query. Raises JournalDamaged if the file is damaged.

        Other errors of SQLite are raised unchanged.
        """
        try:
            yield from self.connection.execute(query, values)
        except sqlite3.DatabaseError as error:
            if (getattr(error, "sqlite_errorcode", 0) & 0xFF) in DAMAGE_CODES:
                raise JournalDamaged(str(error)) from None
            raise

    def _entries(self, query: str, *values: int) -> Iterator[Entry]:
        """Yield the entries of a query that selects the columns of ``_SELECT``.

        Raises JournalDamaged if the file is damaged or a value has another type.
        """
        for match, body, entry_hash, last in self.rows(query, *values):
            if type(match) is not int or type(body) is not bytes or type(entry_hash) is not bytes:
                raise JournalDamaged("a row has a value of another type")
            yield entry_from_columns(match, body, entry_hash, last)


def entry_from_columns(match: int, body: bytes, entry_hash: bytes, last: int) -> Entry:
    """Return the entry of a row; ``last`` is FINAL_ROW, SNAPSHOT_ROW or neither.

    The body is not decoded.
    """
    return Entry(match, body, entry_hash, last == FINAL_ROW, last == SNAPSHOT_ROW)


def connect_read_only(file: Path) -> sqlite3.Connection:
    """Open a read-only connection to an existing file, for use in any thread.

    Raises JournalError if there is no such file or it cannot be opened. Damage is not detected yet.
    """
    uri = f"{file.resolve().as_uri()}?mode=ro"
    try:
        connection = _connect(uri)
        if _needs_shared_memory(connection) and not _is_open(file):
            connection.close()
            connection = _connect(f"{uri}&immutable=1")
        return connection
    except sqlite3.Error as error:
        raise JournalError(f"{file} cannot be opened: {error}.") from None


def _connect(uri: str) -> sqlite3.Connection:
    """Open a connection without implicit transactions, for use in any thread."""
    return sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)


def _needs_shared_memory(connection: sqlite3.Connection) -> bool:
    """Return whether reading fails because the shared memory of the file cannot be created.

    Its file needs 32 KB, which a full disk does not have.
    """
    try:
        connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
    except sqlite3.Error as error:
        return getattr(error, "sqlite_errorcode", 0) in SHARED_MEMORY_CODES
    return False


def _is_open(file: Path) -> bool:
    """Return whether a process may be writing to the file, or a write-ahead log belongs to it.

    Then the file alone is not the whole journal.
    """
    log = file.with_name(f"{file.name}-wal")
    return log.exists() and log.stat().st_size > 0


@contextmanager
def open_reader(file: Path) -> Iterator[JournalReader]:
    """Open an existing journal file for reading, without its index; close it at the end.

    Raises JournalError if it cannot be opened.
    """
    connection = connect_read_only(file)
    try:
        yield JournalReader(connection)
    finally:
        connection.close()


def placeholders(values: Iterable[object]) -> str:
    """Return a question mark for each value, separated by commas, for a list in a query."""
    return ", ".join("?" for _ in values)
