"""Files of the user: private, locked while they change, and replaced at once."""

import os
from pathlib import Path

import pytest

from client.connections.private_files import open_locked, replace_file


def test_new_file_and_folder_are_private_and_an_append_keeps_the_content(tmp_path: Path) -> None:
    path = tmp_path / "config" / "file"
    mask = os.umask(0)
    try:
        for line in (b"one\n", b"two\n"):
            with open_locked(path) as file:
                file.write(line)
    finally:
        os.umask(mask)
    assert path.read_bytes() == b"one\ntwo\n"
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700


def test_replaced_file_is_private_and_has_only_the_new_content(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old and long")
    (tmp_path / "file.new").write_bytes(b"of a client that was killed")
    replace_file(path, b"new")
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


def test_old_content_is_kept_if_the_file_cannot_be_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(descriptor: int) -> None:
        raise OSError("the disk is full")

    path = tmp_path / "file"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="full"):
        replace_file(path, b"new")
    assert path.read_bytes() == b"old"
