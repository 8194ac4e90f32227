"""Files of the user that several clients may write at the same time, and that nobody else may read.

A client locks a file while it changes it, so no change of another client is lost.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


@contextmanager
def open_locked(path: Path) -> Iterator[FileIO]:
    """Open a file for reading and appending, and lock it until exit; wait for other clients.

    File and folder are created with permissions for this user only. Raises OSError. Windows has no
    such lock; there an append is still one write.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    flags = os.O_CREAT | os.O_APPEND | os.O_RDWR
    with open(os.open(path, flags, 0o600), "r+b", buffering=0) as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)  # released when the file is closed
        yield file


def replace_file(path: Path, content: bytes) -> None:
    """Replace the content of a file at once: readers see the old content or the new one.

    The caller holds the lock of another file beside it. Raises OSError; then the old file is kept.
    """
    temporary = path.with_name(f"{path.name}.new")
    temporary.unlink(missing_ok=True)  # of a client that was killed
    with open(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)
