"""Report failures of a command on stderr, in one sentence.

The details of an exception that is a defect of the program are saved in a file. With
TAVOLATA_TRACEBACK set, its traceback is shown instead.
"""

import os
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from client.cli.text import INTERNAL_ERROR, INTERNAL_ERROR_NOT_SAVED
from client.paths import config_file

ENVIRONMENT = "TAVOLATA_TRACEBACK"


def default_path() -> Path:
    """Return the path of the file of the last failures in the configuration directory."""
    return config_file("failures.log")


_writer: list[Callable[[str], None]] = []
"""The function that writes errors in place of ``write_error``; none by default."""


def use_error_writer(write: Callable[[str], None] | None) -> None:
    """Pass later errors of this command to a function, or with None write them to stderr."""
    _writer[:] = [write] if write is not None else []


def write_error(text: str) -> None:
    """Write a text and the end of the line to stderr, or pass it to the writer in use.

    A stderr that is closed or full is ignored: the exit status remains.
    """
    for write in _writer:
        write(text.removeprefix("tavolata: "))
        return
    with suppress(OSError, ValueError, AttributeError):  # AttributeError: stderr is None
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()


def shows_traceback() -> bool:
    """Return whether the user wants to see tracebacks."""
    return bool(os.environ.get(ENVIRONMENT))


def report_failure(error: BaseException, path: Path) -> str:
    """Append the traceback to a file, private to the user; return the sentence for the user.

    The sentence has the type and at most 200 characters of the error. If the file cannot be
    written, the sentence says how to see the traceback.
    """
    text = f"{type(error).__name__}: {' '.join(str(error).split())[:200]}".rstrip(": ")
    details = "".join(traceback.format_exception(error))
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with open(os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600), "a") as file:
            file.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')}\n{details}\n")
    except OSError:
        return INTERNAL_ERROR_NOT_SAVED.format(error=text)
    return INTERNAL_ERROR.format(error=text, file=path)
