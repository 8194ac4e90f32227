"""All journals fulfil the interface; SQLite files survive restarts and refuse misuse."""

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


class FakeLoop:
    """Runs the callbacks that the thread of the journal schedules on the event loop."""

    def __init__(self) -> None:
        self.calls: queue.Queue[Callable[[], None]] = queue.Queue()

    def run_until(self, condition: Callable[[], bool]) -> None:
        while not condition():
            self.calls.get(timeout=GIVE_UP_SECONDS)()


@pytest.fixture
def loop() -> FakeLoop:
    return FakeLoop()


@pytest.fixture(params=["memory", "disk", "process"])
def journal(request: pytest.FixtureRequest, tmp_path: Path, loop: FakeLoop) -> Iterator[Journal]:
    made: Journal
    if request.param == "memory":
        made = MemoryJournal()
    else:
        made = SqliteJournal(tmp_path, request.param, loop.calls.put)
    yield made
    made.close()


def _write(journal: Journal, loop: FakeLoop, *entries: Entry) -> bool:
    done: list[bool] = []
    is_written = journal.append(list(entries), done.append)
    if is_written is None:
        loop.run_until(lambda: bool(done))
        return done[0]
    assert not done
    return is_written


def test_entries_are_read_by_match_or_all_unfinished_match_by_match(
    journal: Journal, loop: FakeLoop
) -> None:
    assert _write(journal, loop, ONE, TWO)
    assert _write(journal, loop, MORE)
    assert list(journal.entries(1)) == [ONE, MORE]
    assert list(journal.entries(2)) == [TWO]
    assert list(journal.unfinished()) == [ONE, MORE, TWO]
    assert (journal.matches(), journal.last_match()) == ([1, 2], 2)


def test_only_the_last_snapshot_of_an_unfinished_match_and_later_entries_are_unfinished(
    journal: Journal, loop: FakeLoop
) -> None:
    first, second = Entry(1, b"s1", b"h", is_snapshot=True), Entry(1, b"s2", b"i", is_snapshot=True)
    assert _write(journal, loop, ONE, TWO, first, MORE, second)
    assert _write(journal, loop, MORE, TWO)
    assert list(journal.unfinished()) == [second, MORE, TWO, TWO]
    assert list(journal.entries(1)) == [ONE, first, MORE, second, MORE]
    assert _write(journal, loop, END)
    assert list(journal.unfinished()) == [TWO, TWO]
    assert journal.last_match() == 2


def test_match_with_last_entry_is_not_unfinished_but_keeps_its_entries(
    journal: Journal, loop: FakeLoop
) -> None:
    _write(journal, loop, ONE, TWO, MORE, END)
    assert list(journal.unfinished()) == [TWO]
    assert list(journal.entries(1)) == [ONE, MORE, END]
    assert journal.matches() == [1, 2]


def _append_number(order: list[int], number: int, is_written: bool) -> None:
    order.append(number)


def test_hundred_appends_are_done_and_read_in_their_order(journal: Journal, loop: FakeLoop) -> None:
    order: list[int] = []
    for number in range(100):
        done = partial(_append_number, order, number)
        if journal.append([Entry(number, b"x", b"")], done) is not None:
            order.append(number)
    loop.run_until(lambda: len(order) == 100)
    assert order == list(range(100))
    assert [entry.match for entry in journal.unfinished()] == list(range(100))


@pytest.mark.parametrize(
    "entry_count",
    [1, ROWS_PER_INSERT - 1, ROWS_PER_INSERT, ROWS_PER_INSERT + 1, 3 * ROWS_PER_INSERT + 7],
)
def test_batches_around_the_rows_per_insert_are_written_completely(
    journal: Journal, loop: FakeLoop, entry_count: int
) -> None:
    entries = [Entry(n, b"b%d" % n, b"h%d" % n, last=n % 3 == 0) for n in range(entry_count)]
    assert _write(journal, loop, *entries)
    assert [entry for n in range(entry_count) for entry in journal.entries(n)] == entries
    assert list(journal.unfinished()) == [entry for entry in entries if not entry.last]


class TestSqlite:
    def test_entries_survive_a_restart_with_another_durability(
        self, tmp_path: Path, loop: FakeLoop
    ) -> None:
        first = SqliteJournal(tmp_path, "process", loop.calls.put)
        _write(first, loop, ONE, TWO)
        first.close()
        second = SqliteJournal(tmp_path, "disk", loop.calls.put)
        assert list(second.unfinished()) == [ONE, TWO]
        second.close()

    def test_close_finishes_pending_writes(self, tmp_path: Path, loop: FakeLoop) -> None:
        journal = SqliteJournal(tmp_path, "process", loop.calls.put)
        for _ in range(500):
            journal.append([ONE], lambda _: None)
        journal.close()
        with sqlite3.connect(tmp_path / FILE) as connection:
            assert connection.execute("SELECT COUNT(*) FROM journal").fetchone() == (500,)
        connection.close()

    def test_failed_write_is_reported_keeps_nothing_and_can_be_repeated(
        self, tmp_path: Path, loop: FakeLoop
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

    def test_file_of_a_later_format_is_refused(self, tmp_path: Path, loop: FakeLoop) -> None:
        with sqlite3.connect(tmp_path / FILE) as connection:
            connection.execute("PRAGMA user_version=99")
        connection.close()
        with pytest.raises(JournalError, match="has format 99"):
            SqliteJournal(tmp_path, "process", loop.calls.put)

    def test_file_that_is_not_a_database_is_refused(self, tmp_path: Path, loop: FakeLoop) -> None:
        (tmp_path / FILE).write_bytes(b"not a database, but a poem" * 100)
        with pytest.raises(JournalError, match="cannot be used"):
            SqliteJournal(tmp_path, "process", loop.calls.put)

    def test_folder_is_refused_to_a_second_journal_until_the_first_is_closed(
        self, tmp_path: Path, loop: FakeLoop
    ) -> None:
        first = SqliteJournal(tmp_path, "process", loop.calls.put)
        with pytest.raises(JournalError, match="in use by another server"):
            SqliteJournal(tmp_path, "process", loop.calls.put)
        first.close()
        SqliteJournal(tmp_path, "process", loop.calls.put).close()

    def test_missing_folder_is_refused(self, tmp_path: Path, loop: FakeLoop) -> None:
        with pytest.raises(JournalError, match="cannot be used for data"):
            SqliteJournal(tmp_path / "missing", "process", loop.calls.put)
