"""TailIndex: the ids of the rows that a restart reads from the journal file.

These are, of each unfinished match, the row of its last snapshot and all rows after it, and of the
last finished matches the final snapshot and the last row, which hold their results. An index
of SQLite over all rows would change another page for each match at each commit, which delays
players. The ids are kept in memory instead and stored from time to time, together with the last id
they cover; at the start only the rows after that id are scanned. Rows of a program that does not
know this index are therefore found, too.
"""

import sqlite3
from array import array
from collections import deque
from collections.abc import Iterator

import msgspec
from msgspec import Struct

MAX_RESULTS = 4096
"""Maximum number of finished matches whose rows are kept for their results."""
STORE_ROWS = 8192
"""Minimum number of new rows after which the index is stored; a start scans them in 10 ms."""
FINAL_ROW = 1
SNAPSHOT_ROW = 2
"""Values of the column ``last``; 0 for all other rows."""
SCHEMA = "CREATE TABLE IF NOT EXISTS tails (id INTEGER PRIMARY KEY CHECK (id = 1), body BLOB);"
LOAD = "SELECT body FROM tails WHERE id = 1"
SCAN = "SELECT id, match, last FROM journal WHERE id > ? ORDER BY id"
LAST_ID = "SELECT MAX(id) FROM journal"
_STORE = "INSERT OR REPLACE INTO tails (id, body) VALUES (1, ?)"


class StoredTails(Struct, frozen=True):
    """The stored form; each value of ``tails`` is an array of 64-bit ids."""

    last_id: int
    last_match: int
    tails: dict[int, bytes]
    results: list[tuple[int, int]] = []


class TailIndex:
    """The ids by match, in the order of writing.

    The writer adds rows itself, because that is fastest: an ordinary row of a known match to its
    ids in ``by_match``, all others with ``add_row``.
    """

    def __init__(self) -> None:
        self.by_match: dict[int, array[int]] = {}
        """The ids of the rows of each unfinished match."""
        self.last_id = 0
        self.last_match = 0
        """The highest match number, 0 if there is none."""
        self.store_at = STORE_ROWS
        """The id from which on ``store`` is to be called."""
        self._results: deque[tuple[int, int]] = deque(maxlen=MAX_RESULTS)

    @classmethod
    def load(cls, connection: sqlite3.Connection) -> "TailIndex":
        """Read the stored index and scan the rows after it. Raises sqlite3.Error.

        A stored index that cannot be read or decoded, or covers rows that do not exist, is ignored.
        """
        index = cls()
        (last_id,) = connection.execute(LAST_ID).fetchone()
        if body := _read_stored(connection):
            index._use_stored(body, last_id or 0)
        for row_id, match, kind in connection.execute(SCAN, (index.last_id,)):
            index.add_row(row_id, match, kind)
        return index

    @classmethod
    def maybe_load(cls, connection: sqlite3.Connection) -> "TailIndex | None":
        """Return the index of a file; None if the rows to scan cannot be read."""
        try:
            return cls.load(connection)
        except (sqlite3.DatabaseError, TypeError):  # TypeError: damaged values of a row
            return None

    def results(self) -> Iterator[tuple[int, int]]:
        """Yield the ids of the final snapshot and the last row of finished matches, newest first.

        A match whose last row does not follow a snapshot has no result to keep.
        """
        yield from reversed(self._results)

    def store(self, connection: sqlite3.Connection) -> None:
        """Store the index in the file, and set ``store_at`` for the next time.

        That is after as many rows as there are ids, so storing costs little per row. A failure is
        ignored: the start scans more rows then.
        """
        tails = {match: tail.tobytes() for match, tail in self.by_match.items()}
        stored = StoredTails(self.last_id, self.last_match, tails, list(self._results))
        size = sum(map(len, self.by_match.values()))
        self.store_at = self.last_id + max(STORE_ROWS, size)
        try:
            connection.execute(_STORE, (msgspec.msgpack.encode(stored),))
        except sqlite3.Error:
            return

    def keep_number(self, connection: sqlite3.Connection, match: int) -> None:
        """Store the index before a match is removed, if no unfinished match has a higher number.

        Otherwise ``last_match`` could be lower after the next start, and the number used again.
        """
        if match > max(self.by_match, default=0):
            self.store(connection)

    def add_row(self, row_id: int, match: int, kind: int) -> None:
        """Add one row; a snapshot replaces the earlier rows of its match, a final row removes all.

        A final row right after a snapshot is kept as a result. Rows must be added in the order of
        their ids.
        """
        self.last_id = row_id
        self.last_match = max(self.last_match, match)
        if kind == FINAL_ROW:
            tail = self.by_match.pop(match, None)
            if tail is not None and len(tail) == 1:
                self._results.append((tail[0], row_id))
        elif kind == SNAPSHOT_ROW or match not in self.by_match:
            self.by_match[match] = array("q", (row_id,))
        else:
            self.by_match[match].append(row_id)

    def _use_stored(self, body: bytes, last_id: int) -> None:
        """Adopt a stored index unless it is invalid or covers rows after ``last_id``.

        ``last_id`` is the last id in the file. The index must be empty; it stays so if nothing is
        adopted.
        """
        try:
            stored = msgspec.msgpack.decode(body, type=StoredTails)
            tails = {match: array("q", ids) for match, ids in stored.tails.items()}
        except (msgspec.MsgspecError, ValueError):
            return
        if stored.last_id <= last_id:
            self.last_id, self.last_match, self.by_match = stored.last_id, stored.last_match, tails
            self._results.extend(stored.results)
            self.store_at = stored.last_id + STORE_ROWS


def store_last_match(connection: sqlite3.Connection, match: int) -> None:
    """Store the number of the last match, so that numbers up to it are not used again.

    It replaces the stored index by an empty one, so that the next start scans all rows. The caller
    must commit. Raises sqlite3.Error.
    """
    stored = StoredTails(0, match, {})
    connection.execute(_STORE, (msgspec.msgpack.encode(stored),))


def _read_stored(connection: sqlite3.Connection) -> bytes:
    """Return the stored form; nothing if there is none or that part of the file is damaged.

    A file of an earlier version does not have the table.
    """
    try:
        row = connection.execute(LOAD).fetchone()
    except sqlite3.DatabaseError:
        return b""
    return row[0] if row is not None and isinstance(row[0], bytes) else b""
