"""Recovery before a server uses a journal: nothing for intact files, a clean file otherwise."""

from pathlib import Path

import pytest

from server.journal import heads
from server.journal.base import JournalError
from server.journal.heads import Heads, HeadTracker
from server.journal.recovery import (
    NO_HEADS,
    RECORDS_MISSING,
    load_heads,
    recover,
    repair,
    repair_damaged,
)
from server.journal.salvage import FILE
from server.journal.sqlite import SqliteJournal
from tests.harness.live_matches import write_matches_in_turn


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_matches_in_turn(tmp_path, 4, 40, finished=1)
    return tmp_path


def _overwrite_page(folder: Path, page: int) -> bytes:
    content = (folder / FILE).read_bytes()
    damaged = content[: page * 4096] + bytes(4096) + content[(page + 1) * 4096 :]
    (folder / FILE).write_bytes(damaged)
    return damaged


def test_recover_leaves_an_intact_journal_unchanged_and_continues_with_its_heads(
    folder: Path,
) -> None:
    before = (folder / FILE).read_bytes()
    recovery = recover(folder)
    assert (recovery.heads_problem, recovery.salvages) == ("", [])
    assert recovery.tracker.content() == (folder / heads.FILE).read_bytes()
    assert (folder / FILE).read_bytes() == before


def test_heads_older_than_the_journal_are_brought_up_to_date_with_its_later_rows(
    folder: Path,
) -> None:
    older = (folder / heads.FILE).read_bytes()
    journal = SqliteJournal(folder, "process", lambda _: None)
    (entry, *_) = journal.unfinished()
    journal.append([entry, entry], lambda _: None)
    journal.close()
    newer = (folder / heads.FILE).read_bytes()
    (folder / heads.FILE).write_bytes(older)
    assert recover(folder).tracker.content() == newer != older


def test_missing_heads_are_rebuilt_and_are_a_problem_only_for_a_marked_journal(
    folder: Path,
) -> None:
    before = (folder / heads.FILE).read_bytes()
    (folder / heads.FILE).unlink()
    recovery = recover(folder)
    assert recovery.heads_problem == NO_HEADS
    assert recovery.tracker.content() == before
    assert load_heads(folder, is_expected=False) == (None, "")


def test_journal_without_the_latest_records_of_its_heads_is_replaced_and_keeps_its_matches(
    folder: Path,
) -> None:
    content = heads.load(folder / heads.FILE)
    assert content is not None
    tracker = HeadTracker(content)
    for head in tracker.unfinished.values():
        head.records, head.row, head.hash = head.records + 2, head.row + 1000, b"x"
    (folder / heads.FILE).write_bytes(tracker.content())
    recovery = recover(folder)
    (done,) = recovery.salvages
    assert done.reason == RECORDS_MISSING
    assert {match.match: match.missing for match in done.incomplete} == {2: 2, 3: 2, 4: 2}
    assert all(match.is_kept for match in done.incomplete)
    assert recovery.tracker.damaged == []


def test_repair_damaged_replaces_the_file_and_lists_left_out_matches_with_their_players(
    folder: Path,
) -> None:
    pages = (folder / FILE).stat().st_size // 4096
    damaged_file = _overwrite_page(folder, pages * 2 // 3)
    recovery = repair_damaged(folder, HeadTracker(Heads()), "test")
    (done,) = recovery.salvages
    lost = [match for match in done.incomplete if not match.is_kept and not match.is_over]
    assert lost
    assert [match.match for match in recovery.tracker.damaged] == [match.match for match in lost]
    assert all(match.players for match in recovery.tracker.damaged)
    assert (folder / "damaged-1" / FILE).read_bytes() == damaged_file
    assert recover(folder).salvages == []


def test_recover_refuses_a_file_that_is_not_a_database_and_leaves_it_unchanged(
    tmp_path: Path,
) -> None:
    (tmp_path / FILE).write_bytes(b"a poem" * 1000)
    with pytest.raises(JournalError, match="cannot be used: file is not a database"):
        recover(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


def test_repair_raises_journal_error_with_the_reason_if_the_disk_is_full(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(folder: Path) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("server.journal.salvage.make_private_folder", fail)
    with pytest.raises(JournalError, match=r"is damaged \(test\), and the disk is full"):
        repair(folder, None, "test")
