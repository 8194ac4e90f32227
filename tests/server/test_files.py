"""Files of the data folder are private from their creation and replaced durably."""

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from client.__main__ import run
from server.files import (
    create_private_file,
    exposed_paths,
    make_private_folder,
    sync_folder,
    write_durably,
)
from tests.harness.killable_server import KillableServer
from tests.harness.plain_clients import SocketClient

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX permissions")


@pytest.fixture(autouse=True)
def _permissive_umask() -> Iterator[None]:
    """Let new files be readable by everybody unless their mode says otherwise."""
    previous = os.umask(0)
    yield
    os.umask(previous)


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_new_folder_and_new_files_are_private(tmp_path: Path) -> None:
    folder = tmp_path / "parent" / "data"
    make_private_folder(folder)
    create_private_file(folder / "empty")
    write_durably(folder / "full", b"content")
    assert _mode(folder) == 0o700
    assert [_mode(folder / name) for name in ("empty", "full")] == [0o600, 0o600]
    assert list(exposed_paths(folder)) == []


def test_existing_folder_and_file_are_kept(tmp_path: Path) -> None:
    tmp_path.chmod(0o750)
    (tmp_path / "file").write_text("content")
    make_private_folder(tmp_path)
    create_private_file(tmp_path / "file")
    assert _mode(tmp_path) == 0o750
    assert (tmp_path / "file").read_text() == "content"


def test_exposed_folder_and_its_exposed_files_are_found_with_a_remedy(tmp_path: Path) -> None:
    create_private_file(tmp_path / "private")
    (tmp_path / "open").write_text("")
    tmp_path.chmod(0o755)
    assert list(exposed_paths(tmp_path)) == [
        (tmp_path, f"chmod 700 {tmp_path}"),
        (tmp_path / "open", f"chmod 600 {tmp_path / 'open'}"),
    ]
    tmp_path.chmod(0o700)
    assert list(exposed_paths(tmp_path)) == []


def test_durable_write_syncs_the_file_before_it_gets_its_name_and_the_folder_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, calls = tmp_path / "file", list[str]()
    file.write_bytes(b"old")
    sync = os.fsync

    def record(descriptor: int) -> None:
        kind = "folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "file"
        calls.append(f"{kind} {file.read_bytes().decode()}")
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", record)
    write_durably(file, b"new")
    assert calls == ["file old", "folder new"]
    sync_folder(tmp_path)
    assert os.listdir(tmp_path) == ["file"]


def test_failed_durable_write_keeps_the_old_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(descriptor: int) -> None:
        raise OSError("no space left")

    file = tmp_path / "file"
    write_durably(file, b"old")
    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="no space"):
        write_durably(file, b"new")
    assert file.read_bytes() == b"old"


def test_all_files_of_a_running_server_are_private(tmp_path: Path) -> None:
    data = tmp_path / "data"
    server = KillableServer(data)
    server.start()
    try:
        with closing(SocketClient(server.addresses[0])) as client:
            client.send("ChooseNickname", nickname="ada")
            while client.receive()["type"] != "ChooseMatch":
                continue
            assert run(["admin", "ban", "name", "eve", "--data", str(data)]) == 0
        assert run(["backup", str(tmp_path / "copy.sqlite"), "--data", str(data)]) == 0
        names = {path.name for path in data.iterdir()}
        modes = {path.name: oct(_mode(path)) for path in data.iterdir() if _mode(path) & 0o077}
    finally:
        server.kill()
    assert _mode(data) == 0o700
    assert modes == {}
    assert names >= {
        *("journal.sqlite", "journal.sqlite-wal", "journal.sqlite-shm", "journal.lock"),
        *("journal.heads", "bans.txt", "admin.sock"),
    }
    assert _mode(tmp_path / "copy.sqlite") == 0o600
