"""A backup is a complete snapshot, also while the journal is written."""

import stat
from pathlib import Path

import pytest

from games.registry import GAMES
from server.history.archive import verify
from server.journal import backup, tails
from server.journal.backup import back_up
from server.journal.base import JournalError
from server.journal.reader import open_reader
from server.journal.records import Entry
from server.journal.sqlite import FILE, SqliteJournal
from tests.harness.live_matches import write_matches_in_turn
from tests.harness.snapshot_matches import read_for_restart, write_matches_with_snapshots


def _ignore(done: int, total: int) -> None:
    pass


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    write_matches_in_turn(folder, 3, 60, finished=1)
    return folder


def test_backup_is_one_private_file_with_all_matches_and_needs_no_heads(
    folder: Path, tmp_path: Path
) -> None:
    target = tmp_path / "copy.sqlite"
    assert back_up(folder / FILE, target, _ignore) == 184
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.sqlite", "data"]
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    with open_reader(target) as reader:
        assert [v.error for v in verify(reader, GAMES)] == ["", "", ""]
        assert not reader.has_heads_mark()


def test_writes_during_a_backup_neither_restart_it_nor_get_into_the_copy(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "PAGES_PER_STEP", 1)
    journal = SqliteJournal(folder, "process", lambda _: None)
    append, steps = journal.append, list[tuple[int, int]]()

    def write(done: int, total: int) -> None:
        steps.append((done, total))
        assert append([Entry(9, b"x" * 500, b"h" * 16)] * 20, lambda _: None)

    assert back_up(folder / FILE, tmp_path / "copy", write) == 184
    journal.close()
    assert [done for done, _ in steps] == list(range(1, steps[0][1] + 1))
    with open_reader(tmp_path / "copy") as reader:
        assert reader.matches() == [1, 2, 3]


def test_existing_file_is_not_replaced(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "copy").write_text("precious")
    with pytest.raises(JournalError, match="exists; choose another name"):
        back_up(folder / FILE, tmp_path / "copy", _ignore)
    assert (tmp_path / "copy").read_text() == "precious"


def test_missing_folder_of_the_target_is_reported(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="cannot be written: No such file"):
        back_up(folder / FILE, tmp_path / "missing" / "copy", _ignore)


def test_damaged_journal_gives_no_backup(folder: Path, tmp_path: Path) -> None:
    content = (folder / FILE).read_bytes()
    (folder / FILE).write_bytes(content[: 5 * 4096] + bytes(4096) + content[6 * 4096 :])
    with pytest.raises(JournalError, match="is damaged"):
        back_up(folder / FILE, tmp_path / "copy", _ignore)
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


def test_restart_from_a_backup_reads_the_same_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tails, "STORE_ROWS", 20)
    source, restored = tmp_path / "source", tmp_path / "restored"
    source.mkdir()
    restored.mkdir()
    write_matches_with_snapshots(source)
    write_matches_in_turn(source, 5, 60)
    back_up(source / FILE, restored / FILE, _ignore)
    with open_reader(restored / FILE) as reader:
        assert reader.value("SELECT COUNT(*) FROM tails") == 1
    assert read_for_restart(restored) == read_for_restart(source)
