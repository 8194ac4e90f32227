"""Both ways of writing: what is answered is in the file, and the log beside it stays small."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

from server.journal.records import Entry
from server.journal.sqlite import FILE, SqliteJournal
from server.journal.writers import LOG_PAGES

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
    assert journal.append(ENTRIES, done.append) is True
    assert not done, "there is nothing to wait for"
    assert _count(tmp_path) == 50
    journal.close()


def test_the_log_stays_small_while_writing_goes_on(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path, "process", _nobody)
    log = tmp_path / f"{FILE}-wal"
    for _ in range(1000):
        journal.append(ENTRIES, lambda _: None)
        assert log.stat().st_size < 3 * 4096 * LOG_PAGES
    journal.close()
    assert _count(tmp_path) == 50_000
