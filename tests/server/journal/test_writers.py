"""Writers: entries are in the file when an append is done; the write-ahead log stays small."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

from server.journal.records import Entry
from server.journal.sqlite import FILE, SqliteJournal
from server.journal.writers import CHECKPOINT_PAGES

ENTRIES = [Entry(number, b"x" * 200, b"h" * 16) for number in range(50)]


def _unexpected_call(call: Callable[[], None]) -> None:
    raise AssertionError("nothing may be scheduled on the loop")


def _count_rows(folder: Path) -> int:
    connection = sqlite3.connect(folder / FILE)
    (count,) = connection.execute("SELECT COUNT(*) FROM journal").fetchone()
    connection.close()
    return int(count)


def test_process_writer_has_written_when_append_returns_without_callback(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path, "process", _unexpected_call)
    done: list[bool] = []
    assert journal.append(ENTRIES, done.append) is True
    assert not done, "the callback is not used"
    assert _count_rows(tmp_path) == 50
    journal.close()


def test_write_ahead_log_stays_small_during_1000_appends(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path, "process", _unexpected_call)
    log = tmp_path / f"{FILE}-wal"
    for _ in range(1000):
        journal.append(ENTRIES, lambda _: None)
        assert log.stat().st_size < 3 * 4096 * CHECKPOINT_PAGES
    journal.close()
    assert _count_rows(tmp_path) == 50_000
