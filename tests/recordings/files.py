"""All recordings: their files, and the functions that make them."""

import shutil
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from server.journal.backup import back_up
from tests.harness.journals import FILE, FORMAT, describe
from tests.recordings import dialects, transports
from tests.recordings.matches import play_matches, resume_matches

FOLDER = Path(__file__).parent / "data"
JOURNAL = FOLDER / f"journal-format-{FORMAT}.sqlite"
UNTIMED_JOURNAL = FOLDER / "journal-format-1-untimed.sqlite"
"""Written before steps had times; it is never recorded again."""

Make = Callable[[bool], str]
"""Returns the text of a recording; with True, every message in full instead of hashes."""


def _matches(full: bool) -> str:
    with TemporaryDirectory() as folder:
        return play_matches(Path(folder), full=full)


def _restart(full: bool) -> str:
    with TemporaryDirectory() as folder:
        shutil.copy(JOURNAL, Path(folder) / FILE)
        return resume_matches(Path(folder), full=full)


TEXTS: dict[str, Make] = {
    "matches": _matches,
    f"journal-format-{FORMAT}": lambda full: describe(JOURNAL),
    "journal-format-1-untimed": lambda full: describe(UNTIMED_JOURNAL),
    "restart": _restart,
    "socket": transports.socket_conversation,
    "socket-limits": transports.socket_limits,
    "socket-times": transports.socket_times,
    "pyro": transports.pyro_conversation,
    "pyro-limits": transports.pyro_limits,
    "dialect-uno": dialects.uno_conversation,
    "dialect-codex": dialects.codex_conversation,
    "dialect-shelfie": dialects.shelfie_conversation,
    "dialect-rummy": dialects.rummy_conversation,
}
"""By name, in the order of recording."""


def path_of(name: str) -> Path:
    """Return the file of a recorded text."""
    return FOLDER / f"{name}.txt"


def record_journal() -> None:
    """Play the matches and replace the recorded journal, which has no file of heads beside it."""
    with TemporaryDirectory() as folder:
        play_matches(Path(folder))
        JOURNAL.unlink(missing_ok=True)
        back_up(Path(folder) / FILE, JOURNAL, lambda done, total: None)
