"""Heads follow the journal, survive in their file and show what is missing."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from server.files import write_durably
from server.journal import heads
from server.journal.heads import (
    FILE,
    RECENT,
    Heads,
    HeadsDamaged,
    HeadTracker,
    add_to_sum,
    find_losses,
    load,
    player_names,
    scan,
)
from server.journal.reader import open_reader
from server.journal.records import Entry
from server.journal.sqlite import FILE as JOURNAL
from server.journal.sqlite import SqliteJournal
from tests.harness.live_matches import write_matches_in_turn
from tests.harness.snapshot_matches import (
    AFTER_A_SNAPSHOT,
    AT_A_SNAPSHOT,
    FINISHED,
    write_matches_with_snapshots,
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_matches_in_turn(tmp_path, 4, 20, finished=2)
    return tmp_path


def _load(folder: Path) -> Heads:
    loaded = load(folder / FILE)
    assert loaded is not None
    return loaded


def _execute(folder: Path, statement: str) -> None:
    with closing(sqlite3.connect(folder / JOURNAL)) as connection, connection:
        connection.execute(statement)


def _losses(folder: Path, *, thorough: bool = False) -> dict[int, int]:
    with open_reader(folder / JOURNAL) as reader:
        losses = find_losses(_load(folder), reader, thorough=thorough)
    return {loss.match: loss.missing for loss in losses}


def test_file_written_at_close_equals_a_scan_of_the_journal(folder: Path) -> None:
    with open_reader(folder / JOURNAL) as reader:
        assert _load(folder) == scan(reader)
        assert find_losses(_load(folder), reader, thorough=True) == []
    found = {head.match: head.records for head in _load(folder).unfinished}
    assert found == {3: 21, 4: 21}
    assert _load(folder).unfinished[0].players[0] == "player-3-0"


def test_sweep_writes_the_heads_of_written_entries_and_not_more_often_than_needed(
    tmp_path: Path,
) -> None:
    journal = SqliteJournal(tmp_path, "process", lambda _: None)
    append = journal.append
    for now in range(1, 4):
        append([Entry(1, b"x", b"h%d" % now)], lambda _: None)
        journal.sweep(now)
        journal.sweep(now + 0.1)
        assert journal._heads_write is not None
        journal._heads_write.result()
        assert [head.records for head in _load(tmp_path).unfinished] == [now]
    before = (tmp_path / FILE).stat().st_mtime_ns
    journal.sweep(10)
    journal.sweep(20)
    assert (tmp_path / FILE).stat().st_mtime_ns == before, "nothing has changed"
    journal.close()


def test_failed_write_of_the_heads_is_raised_and_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = SqliteJournal(tmp_path, "process", lambda _: None)
    journal.append([Entry(1, b"x", b"h")], lambda _: None)
    with monkeypatch.context() as patch:
        patch.setattr("server.journal.sqlite.write_durably", _fail)
        journal.sweep(1)
        assert journal._heads_write is not None
        journal._heads_write.exception()
    with pytest.raises(OSError, match="no space"):
        journal.sweep(2)
    journal.sweep(3)
    assert journal._heads_write is not None
    journal._heads_write.result()
    assert len(_load(tmp_path).unfinished) == 1
    journal.close()


def test_failed_first_write_of_the_heads_is_ignored_and_repeated_by_the_next_sweep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = SqliteJournal(tmp_path, "process", lambda _: None)
    with monkeypatch.context() as patch:
        patch.setattr("server.journal.sqlite.write_durably", _fail)
        assert journal.writer is not None
    assert load(tmp_path / FILE) is None
    journal.sweep(1)
    assert journal._heads_write is not None
    journal._heads_write.result()
    assert _load(tmp_path) == Heads()
    journal.close()


def _fail(file: Path, content: bytes) -> None:
    raise OSError("no space left")


def test_deleted_rows_are_found_with_their_number(folder: Path) -> None:
    _execute(folder, "DELETE FROM journal WHERE match = 3 AND id > 50")
    _execute(folder, "DELETE FROM journal WHERE match = 1")
    _execute(folder, "DELETE FROM journal WHERE match = 2 AND last = 1")
    assert _losses(folder) == {3: 15, 1: 22, 2: 1}


def test_deleted_early_rows_are_found_by_a_thorough_search(folder: Path) -> None:
    """A replay from a snapshot does not need them, so that it has no error."""
    _execute(folder, "DELETE FROM journal WHERE match = 3 AND id < 50")
    _execute(folder, "DELETE FROM journal WHERE match = 1 AND id = 2")
    assert _losses(folder) == {}
    assert _losses(folder, thorough=True) == {3: 5, 1: 1}


def test_finished_match_that_is_not_listed_is_missed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heads, "RECENT", 1)
    with open_reader(folder / JOURNAL) as reader:
        tracker = HeadTracker(scan(reader))
    tracker.add([])
    write_durably(folder / FILE, tracker.content())
    assert [head.match for head in _load(folder).recent] == [2]
    assert _losses(folder, thorough=True) == {}
    _execute(folder, "UPDATE journal SET hash = x'00' WHERE match = 1 AND last = 1")
    assert _losses(folder) == {}
    assert _losses(folder, thorough=True) == {0: 0}
    _execute(folder, "DELETE FROM journal WHERE match = 1")
    assert _losses(folder) == {0: 1}


def test_match_that_is_being_removed_is_not_missed(folder: Path) -> None:
    tracker = HeadTracker(_load(folder))
    (first, _) = _load(folder).recent
    tracker.remove(first.match, first.row, first.hash)
    tracker.remove(first.match, first.row, first.hash)
    write_durably(folder / FILE, tracker.content())
    assert _losses(folder, thorough=True) == {}
    _execute(folder, "DELETE FROM journal WHERE match = 1 AND id < 10")
    assert _losses(folder, thorough=True) == {}
    _execute(folder, "DELETE FROM journal WHERE match = 1")
    assert _losses(folder, thorough=True) == {}


def test_number_of_listed_finished_matches_is_bounded() -> None:
    tracker = HeadTracker(Heads())
    for match in range(1, RECENT + 50):
        tracker.add([Entry(match, b"x", b"h" * 16), Entry(match, b"y", b"i" * 16, last=True)])
    assert list(tracker.recent) == list(range(50, RECENT + 50))
    assert tracker.unfinished == {}
    assert len(tracker.content()) < 100_000


def test_sum_does_not_depend_on_the_order_and_can_be_taken_back() -> None:
    empty = bytes(16)
    one = add_to_sum(empty, 1, b"a")
    both = add_to_sum(one, 2, b"b")
    assert both == add_to_sum(add_to_sum(empty, 2, b"b"), 1, b"a")
    assert add_to_sum(both, 2, b"b", sign=-1) == one != both


def test_file_with_any_changed_or_missing_byte_is_refused(folder: Path) -> None:
    file = folder / FILE
    content = file.read_bytes()
    for index in range(len(content)):
        changed = bytes([content[index] ^ 1])
        file.write_bytes(content[:index] + changed + content[index + 1 :])
        with pytest.raises(HeadsDamaged, match="is damaged"):
            load(file)
        file.write_bytes(content[:index])
        with pytest.raises(HeadsDamaged, match="is damaged"):
            load(file)
    file.unlink()
    assert load(file) is None


def test_unreadable_first_record_has_no_names() -> None:
    assert player_names(b"not a record") == ()


def test_snapshots_are_records_and_do_not_end_their_match(tmp_path: Path) -> None:
    write_matches_with_snapshots(tmp_path)
    loaded = _load(tmp_path)
    with open_reader(tmp_path / JOURNAL) as reader:
        assert loaded == scan(reader)
        counts = {match: len(list(reader.entries(match))) for match in reader.matches()}
        (*_, last) = reader.entries(AT_A_SNAPSHOT)
    assert last.is_snapshot
    assert {head.match: head.records for head in loaded.unfinished} == {
        match: counts[match] for match in (AT_A_SNAPSHOT, AFTER_A_SNAPSHOT)
    }
    assert [(head.match, head.records) for head in loaded.recent] == [(FINISHED, counts[FINISHED])]
    assert player_names(last.body) == ("cid", "dan")
    _execute(tmp_path, f"DELETE FROM journal WHERE match = {AT_A_SNAPSHOT} AND last = 2")
    assert _losses(tmp_path) == {AT_A_SNAPSHOT: 2}
