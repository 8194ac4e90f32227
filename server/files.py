"""Files of the data folder: private from their creation, and replaced durably.

The data folder holds seeds of running matches, so no other account may read it.
"""

import os
from collections.abc import Iterator
from pathlib import Path

PRIVATE_FILE = 0o600
PRIVATE_FOLDER = 0o700
OTHERS = 0o077
"""Permissions of the group and of all other accounts."""


def make_private_folder(folder: Path) -> None:
    """Create a folder that only this user may open; an existing one is not changed.

    Missing parents are created with the usual permissions. Raises OSError.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)


def create_private_file(file: Path) -> None:
    """Create an empty file that only this user may read; do nothing if the file exists.

    Raises OSError.
    """
    os.close(os.open(file, os.O_CREAT | os.O_WRONLY, PRIVATE_FILE))


def write_durably(file: Path, content: bytes) -> None:
    """Replace a file, which only this user may read then, and wait until it is on the disk.

    After a crash the file has the old or the new content, never a part. Raises OSError.
    """
    new_file = file.with_name(f"{file.name}.new")
    new_file.unlink(missing_ok=True)  # an old one may have other permissions
    descriptor = os.open(new_file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE_FILE)
    with open(descriptor, "wb") as opened:
        opened.write(content)
        opened.flush()
        os.fsync(opened.fileno())
    new_file.replace(file)
    sync_folder(file.parent)


def sync_file(file: Path) -> None:
    """Wait until the content of a file is on the disk. Raises OSError."""
    _sync(file, os.O_RDWR)


def sync_folder(folder: Path) -> None:
    """Wait until new names in a folder are on the disk; does nothing on Windows. Raises OSError."""
    if os.name != "nt":
        _sync(folder, os.O_RDONLY)


def _sync(path: Path, flags: int) -> None:
    """Open a file or folder and flush it to the disk. Raises OSError."""
    descriptor = os.open(path, flags)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def exposed_paths(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield the folder and its files that other accounts may open, each with the remedy.

    Files of a private folder cannot be reached, so only an exposed folder is examined further.
    """
    if not _is_exposed(folder):
        return
    yield folder, f"chmod 700 {folder}"
    for path in sorted(folder.iterdir()):
        if path.is_file() and _is_exposed(path):
            yield path, f"chmod 600 {path}"


def _is_exposed(path: Path) -> bool:
    """Return whether the group or another account has a permission on this path."""
    return os.name != "nt" and bool(path.stat().st_mode & OTHERS)
