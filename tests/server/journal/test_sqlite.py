"""Every journal keeps the same promises."""

import queue
import sqlite3
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from server.journal.base import Journal, JournalError
from server.journal.records import Entry
from server.journal.sqlite import FILE, SqliteJournal
from server.journal.writers import ROWS_PER_INSERT
from tests.harness.memory_journal import MemoryJournal
from tests.harness.timeouts import GIVE_UP_SECONDS

ONE = Entry(1, b"one", b"h1")
TWO = Entry(2, b"two", b"h2")
MORE = Entry(1, b"more", b"h3")
END = Entry(1, b"end", b"h4", last=True)


class Loop:
    """Stands for the event loop: what the journal's thread hands over is run here."""

    def __init__(self) -> None:
        self.calls: queue.Queue[Callable[[], None]] = queue.Queue()

    def run_until(self, condition: Callable[[], bool]) -> None:
        while not condition():
            self.calls.get(timeout=GIVE_UP_SECONDS)()


@pytest.fixture
def loop() -> Loop:
    return Loop()


@pytest.fixture(params=["memory", "disk", "process"])
def journal(request: pytest.FixtureRequest, tmp_path: Path, loop: Loop) -> Iterator[Journal]:
    made: Journal
    if request.param == "memory":
        made = MemoryJournal()
    else:
        made = SqliteJournal(tmp_path, request.param, loop.calls.put)
    yield made
    made.close()


def _write(journal: Journal, loop: Loop, *entries: Entry) -> bool:
    done: list[bool] = []
    kept = journal.append(list(entries), done.append)
    if kept is None:
        loop.run_until(lambda: bool(done))
        return done[0]
    assert not done
    return kept


def test_what_was_written_is_read_in_order(journal: Journal, loop: Loop) -> None:
    assert _write(journal, loop, ONE, TWO)
    assert _write(journal, loop, MORE)
    assert list(journal.entries(1)) == [ONE, MORE]
    assert list(journal.entries(2)) == [TWO]
    assert list(journal.unfinished()) == [ONE, TWO, MORE]
    assert journal.matches() == [1, 2]


def test_a_match_with_an_end_is_finished(journal: Journal, loop: Loop) -> None:
    _write(journal, loop, ONE, TWO, MORE, END)
    assert list(journal.unfinished()) == [TWO]
    assert list(journal.entries(1)) == [ONE, MORE, END]
    assert journal.matches() == [1, 2]


def _note(order: list[int], number: int, kept: bool) -> None:
    order.append(number)


def test_writes_finish_in_the_order_they_were_asked_for(journal: Journal, loop: Loop) -> None:
    order: list[int] = []
    for number in range(100):
        done = partial(_note, order, number)
        if journal.append([Entry(number, b"x", b"")], done) is not None:
            order.append(number)
    loop.run_until(lambda: len(order) == 100)
    assert order == list(range(100))
    assert [entry.match for entry in journal.unfinished()] == list(range(100))


@pytest.mark.parametrize(
    "number",
    [1, ROWS_PER_INSERT - 1, ROWS_PER_INSERT, ROWS_PER_INSERT + 1, 3 * ROWS_PER_INSERT + 7],
)
def test_a_write_of_any_size_is_kept_whole(journal: Journal, loop: Loop, number: int) -> None:
    entries = [Entry(n, b"b%d" % n, b"h%d" % n, last=n % 3 == 0) for n in range(number)]
    assert _write(journal, loop, *entries)
    assert [entry for n in range(number) for entry in journal.entries(n)] == entries
    assert list(journal.unfinished()) == [entry for entry in entries if not entry.last]


class TestSqlite:
    def test_a_new_start_finds_everything(self, tmp_path: Path, loop: Loop) -> None:
        first = SqliteJournal(tmp_path, "process", loop.calls.put)
        _write(first, loop, ONE, TWO)
        first.close()
        second = SqliteJournal(tmp_path, "disk", loop.calls.put)
        assert list(second.unfinished()) == [ONE, TWO]
        second.close()

    def test_closing_finishes_what_was_asked_for(self, tmp_path: Path, loop: Loop) -> None:
        journal = SqliteJournal(tmp_path, "process", loop.calls.put)
        for _ in range(500):
            journal.append([ONE], lambda _: None)
        journal.close()
        with sqlite3.connect(tmp_path / FILE) as connection:
            assert connection.execute("SELECT COUNT(*) FROM journal").fetchone() == (500,)
        connection.close()

    def test_a_write_that_fails_is_reported_and_nothing_of_it_is_kept(
        self, tmp_path: Path, loop: Loop
    ) -> None:
        journal = SqliteJournal(tmp_path, "process", loop.calls.put)
        blocker = sqlite3.connect(tmp_path / FILE, isolation_level=None)
        blocker.execute(
            "CREATE TRIGGER no BEFORE INSERT ON journal WHEN NEW.match = 2 "
            "BEGIN SELECT RAISE(ABORT, 'no room'); END"
        )
        assert not _write(journal, loop, ONE, TWO)
        assert list(journal.unfinished()) == []
        blocker.execute("DROP TRIGGER no")
        assert _write(journal, loop, ONE, TWO)
        assert list(journal.unfinished()) == [ONE, TWO]
        blocker.close()
        journal.close()

    def test_another_format_is_refused_in_one_sentence(self, tmp_path: Path, loop: Loop) -> None:
        with sqlite3.connect(tmp_path / FILE) as connection:
            connection.execute("PRAGMA user_version=99")
        connection.close()
        with pytest.raises(JournalError, match="has format 99"):
            SqliteJournal(tmp_path, "process", loop.calls.put)

    def test_a_file_that_is_something_else_is_refused(self, tmp_path: Path, loop: Loop) -> None:
        (tmp_path / FILE).write_bytes(b"not a database, but a poem" * 100)
        with pytest.raises(JournalError, match="cannot be used"):
            SqliteJournal(tmp_path, "process", loop.calls.put)

    def test_two_servers_cannot_use_one_folder(self, tmp_path: Path, loop: Loop) -> None:
        first = SqliteJournal(tmp_path, "process", loop.calls.put)
        with pytest.raises(JournalError, match="in use by another server"):
            SqliteJournal(tmp_path, "process", loop.calls.put)
        first.close()
        SqliteJournal(tmp_path, "process", loop.calls.put).close()

    def test_a_folder_that_cannot_be_written_is_refused(self, tmp_path: Path, loop: Loop) -> None:
        with pytest.raises(JournalError, match="cannot be used for data"):
            SqliteJournal(tmp_path / "missing", "process", loop.calls.put)
