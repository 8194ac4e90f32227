"""The commands verify and export leave a data folder as it is."""

import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from client.__main__ import run
from server.journal.sqlite import FILE, LOCK
from tests.harness.killable_server import KillableServer
from tests.harness.privileges import unprivileged_user

JOURNAL = Path(__file__).parents[1] / "recordings" / "data" / "journal-format-1.sqlite"
COMMANDS = [("verify",), ("export", "1"), ("export", "--all", "--format", "matches")]


def _content(folder: Path) -> dict[str, bytes]:
    """Return the files by name; readers leave marks in the shared memory of SQLite."""
    files = (path for path in folder.iterdir() if path.is_file())
    return {p.name: b"" if p.name.endswith("-shm") else p.read_bytes() for p in files}


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Return a folder that other accounts reach; those of ``tmp_path`` are private."""
    with TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.mark.parametrize("words", COMMANDS)
def test_folder_of_a_backup_gets_no_lock_file_and_may_be_read_only(
    open_folder: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    data = open_folder
    shutil.copy(JOURNAL, data / FILE)
    before = _content(data)
    assert run([*words, "--data", str(data)]) == 0
    assert _content(data) == before
    (data / FILE).chmod(0o444)
    data.chmod(0o555)
    with unprivileged_user():
        assert run([*words, "--data", str(data)]) == 0
    data.chmod(0o755)
    assert capsys.readouterr().err == ""


def test_folder_of_a_killed_server_is_not_changed_and_one_in_use_is_not_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = KillableServer(tmp_path)
    server.start()
    assert run(["verify", "--data", str(tmp_path)]) == 1
    assert "in use by another server" in capsys.readouterr().err
    assert server.process is not None
    server.process.send_signal(signal.SIGSTOP)
    server.kill()
    before = _content(tmp_path)
    assert LOCK in before
    assert run(["verify", "--data", str(tmp_path)]) == 0
    assert _content(tmp_path) == before
