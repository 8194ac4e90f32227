"""Report an exception that is a defect of the program: one sentence, and a file with the details.

With TAVOLATA_TRACEBACK set, the traceback is shown instead.
"""

import os
import time
import traceback
from pathlib import Path

import typer

from client.cli.text import INTERNAL_ERROR, INTERNAL_ERROR_NOT_SAVED

ENVIRONMENT = "TAVOLATA_TRACEBACK"


def default_path() -> Path:
    """Return the path of the file of the last failures in the configuration directory."""
    return Path(typer.get_app_dir("tavolata")) / "failures.log"


def shows_traceback() -> bool:
    """Return whether the user wants to see tracebacks."""
    return bool(os.environ.get(ENVIRONMENT))


def report_failure(error: BaseException, path: Path) -> str:
    """Append the traceback to a file, private to the user; return the sentence for the user.

    If the file cannot be written, the sentence says how to see the traceback.
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
