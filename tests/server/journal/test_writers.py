"""Both ways of writing: what is answered is in the file, and the log beside it stays small."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from server.journal import writers
from server.journal.records import Entry
from server.journal.sqlite import FILE, SqliteJournal

ENTRIES = [Entry(number, b"x" * 200, b"h" * 16) for number in range(50)]


def _nobody(call: Callable[[], None]) -> None:
    raise AssertionError("nothing has to be brought to the loop")


def _count(folder: Path) -> int:
    connection = sqlite3.connect(folder / FILE)
    (count,) = connection.execute("SELECT COUNT(*) FROM journal").fetchone()
    connection.close()
    return int(count)


def test_at_once_means_that_it_is_written_when_the_call_returns(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path, "process", _nobody)
    done: list[bool] = []
    journal.write(ENTRIES, done.append)
    assert done == [True]
    assert _count(tmp_path) == 50
    journal.close()


def test_the_log_stays_small_while_writing_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writers, "TIDY_ENTRIES", 500)
    journal = SqliteJournal(tmp_path, "process", _nobody)
    log = tmp_path / f"{FILE}-wal"
    sizes = []
    for _ in range(2000):
        journal.write(ENTRIES, lambda _: None)
        sizes.append(log.stat().st_size)
    journal.close()
    assert _count(tmp_path) == 100_000
    written = (tmp_path / FILE).stat().st_size
    assert written > 20_000_000
    assert max(sizes) < 2 * 4096 * (4000 + 500)  # a page of the log is a bit more than one of 4096


def test_a_log_that_cannot_be_moved_is_left_for_later(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path, "process", _nobody)
    connection = sqlite3.connect(tmp_path / FILE)
    connection.close()
    with pytest.raises(sqlite3.ProgrammingError):
        connection.execute("SELECT 1")
    assert writers._moved(connection) == (0, 0)
    journal.close()
