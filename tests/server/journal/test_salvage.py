"""Salvage keeps every readable match, shortens or leaves out the others, and says which."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from games.registry import GAMES
from server.history.archive import verify
from server.journal import heads
from server.journal.reader import open_reader
from server.journal.salvage import (
    CLEAN_FILE,
    FILE,
    Salvage,
    finish_replacement,
    has_rows,
    replace_damaged,
    salvage,
)
from tests.harness.live_matches import write_matches_in_turn
from tests.harness.snapshot_matches import read_for_restart, write_matches_with_snapshots


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    write_matches_in_turn(folder, 5, 30, finished=2)
    return folder


def _execute(folder: Path, statement: str) -> None:
    with closing(sqlite3.connect(folder / FILE)) as connection, connection:
        connection.execute("PRAGMA secure_delete=ON")
        connection.execute(statement)


def _salvage(folder: Path) -> Salvage:
    return salvage(folder / FILE, folder / "clean", heads.load(folder / heads.FILE))


def _verified(file: Path) -> dict[int, int]:
    """Return the number of records of each match; all must be intact."""
    with open_reader(file) as reader:
        verdicts = list(verify(reader, GAMES))
        assert reader.integrity_errors() == []
    assert [v.error for v in verdicts if v.error] == []
    return {v.match: v.records for v in verdicts}


def test_intact_journal_is_copied_completely_with_the_times_of_the_ends(folder: Path) -> None:
    _execute(folder, "UPDATE ended SET at = match * 100")
    before = (folder / FILE).read_bytes()
    result = _salvage(folder)
    assert result.incomplete == []
    assert result.older_missing == 0
    assert _verified(folder / "clean") == {1: 32, 2: 32, 3: 31, 4: 31, 5: 31}
    with open_reader(folder / "clean") as reader:
        assert list(reader.rows("SELECT match, at FROM ended")) == [(1, 100), (2, 200)]
    assert (folder / FILE).read_bytes() == before
    assert sorted(path.name for path in folder.iterdir() if "staging" in path.name) == []


def test_rows_keep_their_numbers_so_that_heads_stay_valid(folder: Path) -> None:
    _salvage(folder)
    with open_reader(folder / FILE) as damaged, open_reader(folder / "clean") as clean:
        query = "SELECT id, hash FROM journal ORDER BY id"
        assert list(damaged.rows(query)) == list(clean.rows(query))


@pytest.mark.parametrize(
    ("condition", "match", "readable", "missing", "is_kept"),
    [
        ("match = 3 AND id > 90", 3, 26, 5, True),
        ("match = 3 AND id BETWEEN 80 AND 82", 3, 15, 16, False),
        ("match = 3", 3, 0, 31, False),
        ("match = 1 AND last = 1", 1, 31, 1, False),
        ("match = 1 AND id = 1", 1, 0, 32, False),
    ],
)
def test_match_without_its_end_is_shortened_and_one_with_a_gap_is_left_out(
    folder: Path, condition: str, match: int, readable: int, missing: int, is_kept: bool
) -> None:
    _execute(folder, f"DELETE FROM journal WHERE {condition}")
    (found,) = _salvage(folder).incomplete
    assert (found.match, found.readable, found.is_kept) == (match, readable, is_kept)
    assert found.missing == missing
    records = _verified(folder / "clean")
    assert records.get(match, 0) == (readable if is_kept else 0)
    assert len(records) == (5 if is_kept else 4)


def test_changed_record_ends_its_chain(folder: Path) -> None:
    _execute(folder, "UPDATE journal SET body = x'00' WHERE id = 80")
    (found,) = _salvage(folder).incomplete
    assert (found.match, found.readable, found.is_kept) == (3, 15, False)
    assert found.players[0] == "player-3-0"
    assert "left out" in found.text


def test_finished_match_that_the_heads_do_not_list_is_counted(folder: Path) -> None:
    content = heads.load(folder / heads.FILE)
    assert content is not None
    content.recent = []
    _execute(folder, "DELETE FROM journal WHERE match = 1")
    result = salvage(folder / FILE, folder / "clean", content)
    assert result.older_missing == 1


def test_match_that_is_being_removed_is_not_salvaged(folder: Path) -> None:
    content = heads.load(folder / heads.FILE)
    assert content is not None
    content.removing, content.recent = content.recent[:1], content.recent[1:]
    content.finished -= 1
    result = salvage(folder / FILE, folder / "clean", content)
    assert _verified(folder / "clean").keys() == {2, 3, 4, 5}
    assert (result.incomplete, result.older_missing) == ([], 0)


def test_replacement_keeps_all_damaged_files_and_counts_its_folders(folder: Path) -> None:
    for number in (1, 2):
        before = (folder / FILE).read_bytes()
        result = replace_damaged(folder, None, "test", lambda done, total: None)
        assert result.kept_in == str(folder / f"damaged-{number}")
        assert (folder / f"damaged-{number}" / FILE).read_bytes() == before
        assert not (folder / f"damaged-{number}" / CLEAN_FILE).exists()
    assert (folder / "damaged-1" / heads.FILE).exists()
    assert _verified(folder / FILE).keys() == {1, 2, 3, 4, 5}


MOVES = [heads.FILE, f"{FILE}-wal", f"{FILE}-shm", FILE]


@pytest.mark.parametrize("moved", range(len(MOVES) + 1))
def test_interrupted_replacement_is_finished_after_any_move(folder: Path, moved: int) -> None:
    kept_in = folder / "damaged-1"
    kept_in.mkdir()
    salvage(folder / FILE, kept_in / CLEAN_FILE, None)
    for name in MOVES[1:3]:
        (folder / name).write_bytes(b"damaged")
    contents = {name: (folder / name).read_bytes() for name in MOVES}
    for name in MOVES[:moved]:
        shutil.move(folder / name, kept_in / name)
    finish_replacement(folder)
    assert {name: (kept_in / name).read_bytes() for name in MOVES} == contents
    assert _verified(folder / FILE).keys() == {1, 2, 3, 4, 5}
    finish_replacement(folder)
    assert _verified(folder / FILE).keys() == {1, 2, 3, 4, 5}


def test_incomplete_clean_file_is_ignored(folder: Path) -> None:
    before = (folder / FILE).read_bytes()
    (folder / "damaged-1").mkdir()
    (folder / "damaged-1" / f"{CLEAN_FILE}.new").write_bytes(b"half")
    finish_replacement(folder)
    assert (folder / FILE).read_bytes() == before


def test_file_without_rows_is_recognised(folder: Path) -> None:
    assert has_rows(folder / FILE)
    (folder / "text").write_text("not a journal" * 1000)
    assert not has_rows(folder / "text")


def test_number_of_a_match_that_is_left_out_is_not_used_again(folder: Path) -> None:
    _execute(folder, "DELETE FROM journal WHERE match = 5")
    _execute(folder, "UPDATE journal SET body = x'00' WHERE match = 4")
    replace_damaged(folder, heads.load(folder / heads.FILE), "test", lambda done, total: None)
    unfinished, _, last_match = read_for_restart(folder)
    assert {entry.match for entry in unfinished} == {3}
    assert last_match == 5


@pytest.fixture
def snapshots(tmp_path: Path) -> Path:
    """Return a folder with matches that have snapshots."""
    folder = tmp_path / "snapshots"
    folder.mkdir()
    write_matches_with_snapshots(folder)
    return folder


def test_matches_with_snapshots_are_kept_and_a_restart_reads_the_same_rows(
    snapshots: Path,
) -> None:
    before = read_for_restart(snapshots)
    assert [entry.is_snapshot for entry in before[0]][:2] == [True, True]
    result = replace_damaged(snapshots, None, "test", lambda done, total: None)
    assert [(match.is_kept, match.missing) for match in result.matches] == [(True, 0)] * 3
    assert [match.is_over for match in result.matches] == [True, False, False]
    assert read_for_restart(snapshots) == before
    assert _verified(snapshots / FILE).keys() == {1, 2, 3}


@pytest.mark.parametrize(
    ("statement", "is_kept"),
    [
        ("DELETE FROM journal WHERE match = 3 AND id = (SELECT MAX(id) FROM journal)", True),
        ("DELETE FROM journal WHERE match = 2 AND last = 2", False),
        ("UPDATE journal SET body = x'00' WHERE match = 3 AND last = 2", False),
    ],
)
def test_match_that_misses_a_snapshot_is_left_out_and_one_that_ends_early_continues(
    snapshots: Path, statement: str, is_kept: bool
) -> None:
    _execute(snapshots, statement)
    (found,) = _salvage(snapshots).incomplete
    assert found.is_kept == is_kept
    assert len(_verified(snapshots / "clean")) == (3 if is_kept else 2)


LAST_SNAPSHOT = "(SELECT MAX(id) FROM journal WHERE match = 3 AND last = 2)"


@pytest.mark.parametrize("heads_exist", [True, False])
@pytest.mark.parametrize(
    ("statement", "match", "kept"),
    [
        ("UPDATE journal SET body = x'00' WHERE id = 57", 3, 6),
        ("DELETE FROM journal WHERE match = 3 AND id < 58", 3, 6),
        ("DELETE FROM journal WHERE id = 4", 1, 2),
    ],
)
def test_match_with_damaged_early_records_is_kept_from_its_last_snapshot_on(
    snapshots: Path, statement: str, match: int, kept: int, heads_exist: bool
) -> None:
    before = read_for_restart(snapshots)
    _execute(snapshots, statement)
    if not heads_exist:
        (snapshots / heads.FILE).unlink()
    result = replace_damaged(snapshots, heads.load(snapshots / heads.FILE), "test", lambda *_: None)
    (found,) = result.incomplete
    assert (found.match, found.readable, found.is_kept) == (match, kept, True)
    assert found.starts_at_snapshot
    assert found.text.endswith(": kept from its last snapshot on")
    assert read_for_restart(snapshots) == before
    assert _verified(snapshots / FILE) == {1: 31, 2: 22, 3: 27}


@pytest.mark.parametrize(
    "later",
    [
        f"UPDATE journal SET body = x'00' WHERE id = {LAST_SNAPSHOT} + 2",
        "DELETE FROM journal WHERE id = (SELECT MAX(id) FROM journal)",
        f"UPDATE journal SET body = x'00' WHERE id = {LAST_SNAPSHOT}",
        f"UPDATE journal SET hash = zeroblob(32) WHERE id = {LAST_SNAPSHOT}",
    ],
)
def test_match_with_damaged_early_records_and_an_incomplete_end_is_left_out(
    snapshots: Path, later: str
) -> None:
    _execute(snapshots, "DELETE FROM journal WHERE match = 3 AND id = 57")
    _execute(snapshots, later)
    (found,) = _salvage(snapshots).incomplete
    assert (found.match, found.is_kept) == (3, False)
    assert _verified(snapshots / "clean").keys() == {1, 2}
