"""The commands verify, backup and repair on real data folders."""

import re
import shutil
import sqlite3
from contextlib import closing
from glob import glob
from pathlib import Path

import pytest

from client.__main__ import run
from client.errors import ExitWithMessage
from server.history.archive import Verdict
from server.journal.heads import Loss
from server.journal.sqlite import FILE, SqliteJournal
from server.maintenance import _add_losses, back_up_folder, open_journal, repair_folder
from tests.harness.killable_server import KillableServer
from tests.harness.live_matches import write_matches_in_turn
from tests.harness.plain_clients import SocketClient
from tests.harness.snapshot_matches import write_matches_with_snapshots

OPERATING = Path(__file__).parents[2] / "docs" / "operating.md"


def _ignore(done: int, total: int) -> None:
    pass


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    write_matches_in_turn(folder, 4, 60, finished=1)
    return folder


def _damage(folder: Path) -> bytes:
    """Overwrite a page in the middle; return the content of the damaged file."""
    content = (folder / FILE).read_bytes()
    page = len(content) // 4096 // 2
    damaged = content[: page * 4096] + bytes(4096) + content[(page + 1) * 4096 :]
    (folder / FILE).write_bytes(damaged)
    return damaged


def _run(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str]:
    status = run([str(word) for word in words])
    captured = capsys.readouterr()
    return status, captured.out + captured.err


def test_repair_replaces_a_damaged_journal_and_reports_every_match(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damaged_file = _damage(folder)
    status, report = _run(capsys, "repair", "--data", folder)
    assert status == 0
    *matches, numbers, kept = report.splitlines()
    assert matches
    assert all(re.match(r"match \d: \d+ records readable, \d+ missing", line) for line in matches)
    assert numbers == f"{4 - len(matches)} matches complete, 0 shortened, {len(matches)} left out"
    assert kept == f"{folder / 'damaged-1'} has the damaged files, unchanged"
    assert (folder / "damaged-1" / FILE).read_bytes() == damaged_file
    status, report = _run(capsys, "verify", "--data", folder)
    assert status == 0
    assert f"{folder / 'damaged-1'} has a damaged journal from earlier" in report


def test_repair_with_output_leaves_the_folder_as_it_is(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damaged_file = _damage(folder)
    output = tmp_path / "clean.sqlite"
    status, report = _run(capsys, "repair", "--data", folder, "--output", output)
    assert status == 0
    assert f"{output} is the clean journal" in report
    assert (folder / FILE).read_bytes() == damaged_file
    assert not (folder / "damaged-1").exists()
    assert "exists" in _run(capsys, "repair", "--data", folder, "--output", output)[1]


def test_repair_of_an_intact_journal_changes_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (folder / FILE).read_bytes()
    assert _run(capsys, "repair", "--data", folder) == (
        0,
        f"{folder / FILE} is intact; nothing was changed\n",
    )
    assert (folder / FILE).read_bytes() == before


def test_early_records_that_are_missing_are_reported_and_repaired(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_matches_with_snapshots(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE)) as connection, connection:
        connection.execute("DELETE FROM journal WHERE match = 3 AND id < 75")
    status, report = _run(capsys, "verify", "--data", tmp_path)
    assert (status, "match 3: eriantys, 27 records, damaged: 21 of 27" in report) == (1, True)
    status, report = _run(capsys, "repair", "--data", tmp_path)
    assert report.splitlines()[:2] == [
        "match 3: 6 records readable, 21 missing or unusable: kept from its last snapshot on",
        "2 matches complete, 1 shortened, 0 left out",
    ]
    assert _run(capsys, "verify", "--data", tmp_path)[0] == 0
    assert _run(capsys, "export", "3", "--data", tmp_path)[0] == 0
    assert _run(capsys, "replay", "3", "--data", tmp_path)[0] == 0


def test_progress_of_a_repair_ends_with_the_last_page(folder: Path) -> None:
    _damage(folder)
    steps: list[tuple[int, int]] = []
    repair_folder(folder, None, lambda done, total: steps.append((done, total)))
    assert steps[-1][0] == steps[-1][1]


@pytest.mark.parametrize("command", ["verify", "repair", "backup"])
def test_folder_without_a_journal_is_refused_with_one_line(
    tmp_path: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = [tmp_path / "copy"] if command == "backup" else []
    status, text = _run(capsys, command, *file, "--data", tmp_path)
    assert (status, text) == (1, f"tavolata: there is no journal in {tmp_path}\n")


@pytest.mark.parametrize("command", ["verify", "repair"])
def test_folder_of_a_running_server_is_refused_with_one_line(
    folder: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = SqliteJournal(folder, "process", lambda _: None)
    status, text = _run(capsys, command, "--data", folder)
    journal.close()
    assert status == 1
    assert "in use by another server" in text
    assert text.count("\n") == 1


def test_reading_a_damaged_journal_fails_with_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _damage(folder)
    for command in ("export", "replay"):
        status, text = _run(capsys, command, "3", "--data", folder)
        assert status == 1
        assert "damaged" in text.splitlines()[-1]
        assert "Traceback" not in text


@pytest.mark.parametrize("change", ["body = 'x'", "hash = 'x'", "match = 'x'", "body = NULL"])
def test_row_with_a_value_of_another_type_is_reported_and_repaired(
    folder: Path, change: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(folder / FILE)) as connection, connection:
        connection.execute(f"UPDATE journal SET {change} WHERE id = 20")
    status, text = _run(capsys, "verify", "--data", folder)
    assert status == 1
    assert "the database is damaged: rows with a value of another type: 1\n" in text
    assert "4 matches, 1 damaged" in text
    status, text = _run(capsys, "repair", "--data", folder)
    assert status == 0
    assert "3 matches complete, 0 shortened, 1 left out" in text
    status, text = _run(capsys, "verify", "--data", folder)
    assert (status, text.splitlines()[-1]) == (0, "3 matches, 0 damaged")


@pytest.mark.parametrize("words", ["export --all", "verify", "backup copy", "repair"])
def test_journal_that_cannot_be_opened_is_refused_with_one_line(
    tmp_path: Path,
    words: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / FILE).mkdir()
    status, text = _run(capsys, *words.split(), "--data", tmp_path)
    assert status == 1
    assert text.startswith(f"tavolata: {tmp_path / FILE} cannot be opened: ")
    assert text.count("\n") == 1


def test_journal_of_a_later_format_is_refused(folder: Path) -> None:
    with closing(sqlite3.connect(folder / FILE)) as connection, connection:
        connection.execute("PRAGMA user_version=99")
    with pytest.raises(ExitWithMessage, match="has format 99"), open_journal(folder):
        raise AssertionError("it was opened")


def test_backup_of_an_existing_target_is_refused(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "copy").touch()
    with pytest.raises(ExitWithMessage, match="exists"):
        back_up_folder(folder, tmp_path / "copy", _ignore)


def test_restore_procedure_of_the_documentation_brings_back_the_matches_of_a_backup(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Follow docs/operating.md: back up a running server, replace its journal by the copy."""
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite"
    server = KillableServer(data)
    server.start()
    try:
        client = SocketClient(server.addresses[0])
        client.send("ChooseNickname", nickname="ada")
        client.send("SelectMatch", match=0)
        client.send("SelectModeAndPlayers", number_of_players=2, game="uno", bots=1)
        token = ""
        while (message := client.receive())["type"] != "YourTurn":
            token = message["token"] if message["type"] == "SessionOpened" else token
        status, text = _run(capsys, "backup", copy, "--data", data)
        client.close()
    finally:
        server.kill()
    assert (status, text.split(": ")[0]) == (0, str(copy))
    other_files = [data / "bans.txt", data / "tls-key.pem"]
    for path in other_files:
        path.write_text("name eve\n")
    for line in _procedure():
        words = line.replace("FOLDER", str(data)).replace("FILE", str(copy)).split()
        _follow(words)
    assert [path.read_text() for path in other_files] == ["name eve\n"] * 2
    assert (data / "before-restore" / FILE).exists()
    server.start()
    try:
        client = SocketClient(server.addresses[0])
        client.send("Reconnect", nickname="ada", token=token, last_seq=0)
        while (message := client.receive())["type"] not in ("GameView", "Error"):
            continue
        client.close()
    finally:
        server.kill()
    assert message["type"] == "GameView"


def _procedure() -> list[str]:
    """Return the commands of the restore procedure in the documentation."""
    section = OPERATING.read_text(encoding="utf-8").split("### Restoring a backup")[1]
    return section.split("```sh")[1].split("```")[0].strip().splitlines()


def _follow(words: list[str]) -> None:
    """Execute a command of the procedure: mv, mkdir, cp or tavolata verify."""
    match words:
        case ["mv", pattern, target]:
            for source in glob(pattern):
                shutil.move(source, target)
        case ["mkdir", "-m", mode, folder]:
            Path(folder).mkdir(mode=int(mode, 8))
        case ["cp", source, target]:
            shutil.copy(source, target)
        case ["tavolata", *arguments]:
            assert run(arguments) == 0
        case _:
            raise AssertionError(words)


def test_loss_of_a_match_with_an_error_of_its_own_is_reported_once() -> None:
    damaged = Verdict(3, "uno", 5, False, "its hash is wrong")
    losses = [
        Loss(3, 2, "2 records are missing"),
        Loss(4, 5, "it is missing"),
        Loss(0, 1, "older ones"),
    ]
    verification = _add_losses([damaged], losses)
    assert verification.verdicts == [damaged, Verdict(4, "?", 0, False, "it is missing")]
    assert verification.problems == ["older ones"]
