"""Retention exports old finished matches, then removes them; everything else stays."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from client.__main__ import run
from games.registry import GAMES
from server.history.archive import verify_export
from server.journal import heads
from server.journal.base import JournalError
from server.journal.reader import open_reader
from server.journal.sqlite import FILE, SqliteJournal
from server.operations import retention
from server.operations.retention import FOLDER, Retention
from tests.harness.live_matches import write_matches_in_turn
from tests.harness.snapshot_matches import read_for_restart, write_matches_with_snapshots

DAY = 86_400


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder whose matches 1 and 2 ended 100 days ago, match 3 a moment ago."""
    write_matches_in_turn(tmp_path, 5, 40, finished=3)
    _execute(tmp_path, f"UPDATE ended SET at = at - {100 * DAY} WHERE match < 3")
    return tmp_path


def _execute(folder: Path, statement: str) -> None:
    with closing(sqlite3.connect(folder / FILE)) as connection, connection:
        connection.execute(statement)


def _open(folder: Path) -> SqliteJournal:
    journal = SqliteJournal(folder, "process", lambda call: call())
    assert journal.writer
    return journal


def _sweep_until(journal: SqliteJournal, done: Callable[[], bool], days: float = 90) -> Retention:
    """Sweep with passing time until the condition holds; each step waits for its thread."""
    work = Retention(journal, days * DAY)
    for now in count():
        journal.sweep(now)
        work.sweep(now)
        for future in (work._search, work._heads_write):
            if future is not None:
                future.exception()
        if done():
            work.close()
            return work
    raise AssertionError


def _matches(folder: Path) -> list[int]:
    with open_reader(folder / FILE) as reader:
        return reader.matches()


def test_old_finished_matches_are_exported_and_removed_in_small_steps(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "ROWS_PER_SWEEP", 7)
    journal = _open(folder)
    work = _sweep_until(journal, lambda: _matches(folder) == [3, 4, 5])
    assert work.take_removed() == [1, 2]
    assert (work.take_removed(), work.take_problems()) == ([], [])
    journal.close()
    for match in (1, 2):
        lines = (folder / FOLDER / f"match-{match}.jsonl").read_text().splitlines()
        verdict = verify_export(lines, GAMES)
        assert (verdict.match, verdict.records, verdict.error) == (match, 42, "")
    assert sorted(path.name for path in (folder / FOLDER).iterdir()) == [
        "match-1.jsonl",
        "match-2.jsonl",
    ]


def test_removed_matches_are_neither_missing_nor_listed_for_ever(folder: Path) -> None:
    journal = _open(folder)
    _sweep_until(journal, lambda: _matches(folder) == [3, 4, 5])
    assert set(journal.recovery.tracker.removing) == {1, 2}
    _sweep_until(journal, lambda: not journal.recovery.tracker.removing)
    journal.close()
    loaded = heads.load(folder / heads.FILE)
    assert loaded is not None
    assert (loaded.finished, loaded.removing) == (1, [])
    assert run(["verify", "--data", str(folder)]) == 0


def test_interrupted_removal_is_no_damage_and_continues_after_a_restart(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "ROWS_PER_SWEEP", 7)
    journal = _open(folder)
    _sweep_until(journal, lambda: len(list(journal.entries(1))) < 42)
    journal.close()
    assert 0 < len(list(_open_entries(folder, 1))) < 42
    assert run(["verify", "--data", str(folder)]) == 0
    exported = (folder / FOLDER / "match-1.jsonl").read_bytes()
    journal = _open(folder)
    assert journal.recovery.salvages == []
    _sweep_until(journal, lambda: _matches(folder) == [3, 4, 5])
    journal.close()
    assert (folder / FOLDER / "match-1.jsonl").read_bytes() == exported


def _open_entries(folder: Path, match: int) -> list[object]:
    with open_reader(folder / FILE) as reader:
        return list(reader.entries(match))


def test_damaged_match_is_reported_once_and_stays(folder: Path) -> None:
    _execute(folder, "UPDATE journal SET body = x'00' WHERE match = 1 AND id = 20")
    journal = _open(folder)
    work = _sweep_until(journal, lambda: _matches(folder) == [1, 3, 4, 5])
    assert work.take_problems() == ["match 1 is damaged; run tavolata verify"]
    journal.close()
    assert not (folder / FOLDER / "match-1.jsonl").exists()


@pytest.mark.parametrize(
    "error", [JournalError("too many files"), sqlite3.OperationalError("busy")]
)
def test_journal_that_cannot_be_opened_for_a_search_is_reported_and_searched_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(file: Path) -> None:
        raise error

    journal = _open(folder)
    with monkeypatch.context() as patch:
        patch.setattr(retention, "open_reader", fail)
        work = Retention(journal, 90 * DAY)
        work.sweep(0)
        assert work._search is not None
        work._search.exception()
        work.sweep(1)
    assert work.take_problems() == [str(error)]
    work.close()
    journal.close()


def test_export_that_cannot_be_written_keeps_the_match(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(file: Path, content: bytes) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(retention, "write_durably", fail)
    journal = _open(folder)
    problems: list[str] = []
    work = Retention(journal, 90 * DAY)
    for now in (0.0, 1.0, 100.0, 101.0):
        work.sweep(now)
        if work._search is not None:
            work._search.result()
        problems += work.take_problems()
    work.close()
    journal.close()
    assert problems == ["no space left"]
    assert _matches(folder) == [1, 2, 3, 4, 5]


def test_match_with_the_latest_row_stays_because_row_numbers_are_not_used_again(
    tmp_path: Path,
) -> None:
    write_matches_in_turn(tmp_path, 2, 20, finished=2)
    _execute(tmp_path, "UPDATE ended SET at = 0")
    journal = _open(tmp_path)
    _sweep_until(journal, lambda: _matches(tmp_path) == [2])
    work = Retention(journal, 0)
    for now in range(0, 300, 10):
        work.sweep(now)
        if work._search is not None:
            work._search.result()
    work.close()
    assert _matches(tmp_path) == [2]
    journal.close()


def test_match_with_snapshots_is_exported_and_the_index_of_tails_stays_valid(
    tmp_path: Path,
) -> None:
    write_matches_with_snapshots(tmp_path)
    unfinished, results, _ = read_for_restart(tmp_path)
    assert len(results) == 1
    _execute(tmp_path, "UPDATE ended SET at = 0")
    journal = _open(tmp_path)
    _sweep_until(journal, lambda: _matches(tmp_path) == [2, 3])
    journal.close()
    lines = (tmp_path / FOLDER / "match-1.jsonl").read_text().splitlines()
    assert sum('"kind":"Snapshot"' in line for line in lines) > 1
    assert verify_export(lines, GAMES).error == ""
    assert read_for_restart(tmp_path) == (unfinished, [], 3)
    assert run(["verify", "--data", str(tmp_path)]) == 0


def test_number_of_a_removed_match_is_not_used_again(tmp_path: Path) -> None:
    write_matches_in_turn(tmp_path, 2, 20, finished=1)
    (tmp_path / heads.FILE).unlink()
    _execute(tmp_path, "UPDATE journal SET match = 9 WHERE match = 1")
    _execute(tmp_path, "UPDATE ended SET match = 9, at = 0")
    journal = _open(tmp_path)
    _sweep_until(journal, lambda: _matches(tmp_path) == [2])
    journal.close()
    assert read_for_restart(tmp_path)[2] == 9
