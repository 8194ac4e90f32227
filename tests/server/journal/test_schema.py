"""The tables of the journal: each finished match has the time of its end."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from server.journal.records import Entry
from server.journal.schema import INSERT, NOW, create_schema, record_ends, record_missing_ends
from server.journal.sqlite import FILE, SqliteJournal

OLD_FILE = Path(__file__).parent / "format-1.sqlite"


@pytest.fixture
def connection() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:")) as connection:
        create_schema(connection)
        yield connection


def _ended(connection: sqlite3.Connection) -> dict[int, int]:
    return dict(connection.execute("SELECT match, at FROM ended"))


def _now(connection: sqlite3.Connection) -> int:
    return int(connection.execute(NOW).fetchone()[0])


def test_end_is_noted_once_with_the_time(connection: sqlite3.Connection) -> None:
    before = _now(connection)
    record_ends(connection, [7, 8])
    assert _ended(connection).keys() == {7, 8}
    assert before <= _ended(connection)[7] <= _now(connection)
    connection.execute("UPDATE ended SET at = 5")
    record_ends(connection, [7])
    assert _ended(connection) == {7: 5, 8: 5}


def test_only_missing_ends_of_finished_matches_are_set(connection: sqlite3.Connection) -> None:
    for row, (match, last) in enumerate([(1, 1), (2, 0), (3, 1)], 1):
        connection.execute(INSERT, (row, match, b"body", b"hash", last))
    connection.execute("INSERT INTO ended VALUES (1, 5)")
    before = _now(connection)
    record_missing_ends(connection)
    assert _ended(connection).keys() == {1, 3}
    assert _ended(connection)[1] == 5
    assert _ended(connection)[3] >= before


def test_matches_of_an_older_file_count_as_ended_now(tmp_path: Path) -> None:
    file = shutil.copy(OLD_FILE, tmp_path / "file")
    with closing(sqlite3.connect(file)) as connection:
        before = _now(connection)
        create_schema(connection)
        assert _ended(connection).keys() == {1}
        assert _ended(connection)[1] >= before


def test_running_journal_notes_the_end_of_a_match_at_the_next_sweep_or_at_its_end(
    tmp_path: Path,
) -> None:
    journal = SqliteJournal(tmp_path, "process", lambda _: None)
    append = journal.append
    append([Entry(1, b"x", b"h", last=True), Entry(2, b"x", b"h")], lambda _: None)
    journal.sweep(1)
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        assert _ended(connection).keys() == {1}
    append([Entry(2, b"y", b"i", last=True)], lambda _: None)
    journal.close()
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        assert _ended(connection).keys() == {1, 2}
