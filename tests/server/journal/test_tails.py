"""TailIndex: a restart reads the last snapshot of each unfinished match and the rows after it."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from server.journal import heads, tails
from server.journal.reader import SELECT_ROW, open_reader
from server.journal.records import Entry
from server.journal.sqlite import FILE, SqliteJournal
from server.journal.tails import STORE_ROWS, TailIndex

ROWS = 3 * STORE_ROWS // 2


def _open(folder: Path) -> SqliteJournal:
    return SqliteJournal(folder, "process", lambda work: work())


def _append(journal: SqliteJournal, *entries: Entry) -> None:
    for start in range(0, len(entries), 1000):
        assert journal.append(list(entries[start : start + 1000]), lambda _: None)


def _entry(match: int, number: int, **flags: bool) -> Entry:
    return Entry(match, b"%d-%d" % (match, number), b"h", **flags)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A journal of three matches, one finished, with a stored index and rows after it."""
    journal = _open(tmp_path)
    _append(journal, _entry(1, 1), _entry(2, 1), _entry(3, 1))
    _append(journal, *(_entry(1, number) for number in range(2, ROWS)))
    _append(journal, _entry(1, ROWS, is_snapshot=True), _entry(1, ROWS + 1))
    _append(journal, _entry(2, 2, last=True))
    journal.close()
    return tmp_path


@pytest.fixture
def connection(folder: Path) -> Any:
    connection = sqlite3.connect(folder / FILE, isolation_level=None)
    yield connection
    connection.close()


EXPECTED = [_entry(1, ROWS, is_snapshot=True), _entry(1, ROWS + 1), _entry(3, 1)]


def _unfinished(folder: Path) -> list[Entry]:
    journal = _open(folder)
    found = list(journal.unfinished())
    assert journal.last_match() == 3
    journal.close()
    return found


def test_index_is_stored_and_only_rows_after_it_are_scanned(connection: sqlite3.Connection) -> None:
    scanned: list[int] = []

    def noted(row_id: int) -> int:
        scanned.append(row_id)
        return row_id

    connection.create_function("noted", 1, noted)

    class Tracing:
        """A connection that notes the ids of scanned rows."""

        def execute(self, sql: str, *parameters: Any) -> Any:
            return connection.execute(sql.replace("SELECT id,", "SELECT noted(id),"), *parameters)

    index = TailIndex.load(Tracing())  # type: ignore[arg-type]
    assert 0 < len(scanned) < ROWS - STORE_ROWS + 2000
    assert {match: len(ids) for match, ids in index.by_match.items()} == {1: 2, 3: 1}


@pytest.mark.parametrize("sql", [tails.SCAN, SELECT_ROW])
def test_rows_are_searched_by_primary_key(connection: sqlite3.Connection, sql: str) -> None:
    plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}", (1,))]
    assert len(plan) == 1
    assert plan[0].startswith("SEARCH journal USING INTEGER PRIMARY KEY")


@pytest.mark.parametrize(
    "damage",
    [
        "SELECT 1",
        "DROP TABLE tails",
        "UPDATE tails SET body = x'c1'",
        "UPDATE tails SET body = x'83a76c6173745f6964'",
        "DELETE FROM tails",
    ],
)
def test_missing_or_damaged_index_is_replaced_by_a_scan(
    folder: Path, connection: sqlite3.Connection, damage: str
) -> None:
    connection.execute(damage)
    assert _unfinished(folder) == EXPECTED


def test_rows_written_without_the_index_are_found(
    folder: Path, connection: sqlite3.Connection
) -> None:
    insert = "INSERT INTO journal (match, body, hash, last) VALUES (?, ?, ?, ?)"
    connection.execute(insert, (3, b"3-2", b"h", 0))
    connection.execute(insert, (1, b"1-end", b"h", 1))
    assert _unfinished(folder) == [_entry(3, 1), _entry(3, 2)]


def test_index_that_covers_deleted_rows_is_ignored(
    folder: Path, connection: sqlite3.Connection
) -> None:
    connection.execute("DELETE FROM journal WHERE id > ?", (STORE_ROWS // 2,))
    (folder / heads.FILE).unlink()  # otherwise the rows are missing, and the file is replaced
    numbers = [entry.body for entry in _unfinished(folder) if entry.match == 1]
    assert len(numbers) == STORE_ROWS // 2 - 2


def test_failed_store_of_the_index_does_not_fail_the_write(
    folder: Path, connection: sqlite3.Connection
) -> None:
    connection.execute(
        "CREATE TRIGGER no BEFORE INSERT ON tails BEGIN SELECT RAISE(ABORT, 'no room'); END"
    )
    journal = _open(folder)
    more = [_entry(3, number) for number in range(2, 2 * STORE_ROWS)]
    _append(journal, *more)
    journal.close()
    assert _unfinished(folder) == [*EXPECTED, *more]


def test_index_on_damaged_pages_is_replaced_by_a_scan_and_the_rest_of_the_file_is_used(
    folder: Path, connection: sqlite3.Connection
) -> None:
    ((page,),) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'tails'")
    connection.close()
    with (folder / FILE).open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(bytes(4096))
    assert _unfinished(folder) == EXPECTED


def test_index_is_none_if_its_rows_cannot_be_read(
    folder: Path, connection: sqlite3.Connection
) -> None:
    connection.execute("DELETE FROM tails")
    ((page,),) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'journal'")
    connection.close()
    with (folder / FILE).open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(bytes(4096))
    with open_reader(folder / FILE) as reader:
        assert TailIndex.maybe_load(reader.connection) is None
