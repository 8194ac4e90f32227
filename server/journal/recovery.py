"""Recovery: what is checked and repaired before a server uses a journal.

The file is compared with the heads. If it is damaged, or if records are missing, a clean file takes
its place (see ``salvage``) and everything that is lost is reported.
"""

from dataclasses import dataclass, field
from pathlib import Path

from server.journal import heads as heads_file
from server.journal.base import JournalDamaged, JournalError
from server.journal.heads import DamagedMatch, Heads, HeadsDamaged, HeadTracker
from server.journal.pages import MAGIC, Progress
from server.journal.reader import open_reader
from server.journal.salvage import FILE, Salvage, finish_replacement, has_rows, replace_damaged

NO_HEADS = f"{heads_file.FILE} is missing"
RECORDS_MISSING = "records are missing"


def _ignore_progress(done: int, total: int) -> None:
    """Show no progress."""


@dataclass
class Recovery:
    """The result of a recovery, with the tracker of the heads to continue with."""

    tracker: HeadTracker
    heads_problem: str = ""
    """Why missing records could not be noticed; empty if they could."""
    salvages: list[Salvage] = field(default_factory=list)


def load_heads(folder: Path, *, is_expected: bool) -> tuple[Heads | None, str]:
    """Return the heads of a folder, or None, and the problem with them, or an empty text.

    ``is_expected`` says that the journal had a file of heads, so that a missing one is a problem.
    """
    try:
        heads = heads_file.load(folder / heads_file.FILE)
    except HeadsDamaged as error:
        return None, str(error)
    return heads, NO_HEADS if heads is None and is_expected else ""


def recover(folder: Path) -> Recovery:
    """Compare the journal of a folder with its heads; replace it if it is damaged or lacks records.

    The folder must be locked. A replacement that was interrupted is finished first. The damaged
    files are kept in a folder of their own. Damaged heads are only reported, and computed again.
    Raises JournalError or OSError if the file is not a journal or cannot be replaced.
    """
    finish_replacement(folder)
    file = folder / FILE
    try:
        heads, problem, reason = _inspect(folder)
    except JournalDamaged as error:
        _check_salvageable(file, error)
        heads, problem = load_heads(folder, is_expected=False)
        reason = str(error)
    recovery = Recovery(HeadTracker(Heads()), problem)
    if reason:
        recovery.salvages.append(repair(folder, heads, reason))
    recovery.tracker = _make_head_tracker(folder, None if reason else heads)
    for done in recovery.salvages:
        recovery.tracker.damaged = [*(heads.damaged if heads else []), *_lost_matches(done)]
    return recovery


def repair(
    folder: Path, heads: Heads | None, reason: str, progress: Progress = _ignore_progress
) -> Salvage:
    """Replace the journal of a folder by a clean one and keep the damaged files.

    The folder must be locked. Raises JournalError if a file cannot be read or written.
    """
    try:
        return replace_damaged(folder, heads, reason, progress)
    except OSError as error:
        raise JournalError(f"{folder / FILE} is damaged ({reason}), and {error}.") from None


def repair_damaged(
    folder: Path, tracker: HeadTracker, reason: str, progress: Progress = _ignore_progress
) -> Recovery:
    """Replace a journal in which damage was found after ``recover``. Raises JournalError.

    The result has a new tracker, computed from the clean file. It keeps the damaged matches of
    ``tracker`` and adds those that are lost now.
    """
    heads, problem = load_heads(folder, is_expected=False)
    done = repair(folder, heads, reason, progress)
    damaged = [*tracker.damaged, *_lost_matches(done)]
    recovery = Recovery(_make_head_tracker(folder, None), problem, [done])
    recovery.tracker.damaged = damaged
    return recovery


def _inspect(folder: Path) -> tuple[Heads | None, str, str]:
    """Return the heads (or None), the problem with them, and the reason to replace the journal.

    The texts are empty if there is none. A missing journal must be replaced if heads list matches.
    Raises JournalDamaged, or JournalError for a file of another format.
    """
    file = folder / FILE
    if not file.exists():
        heads, problem = load_heads(folder, is_expected=False)
        has_matches = heads is not None and bool(heads.unfinished or heads.finished)
        return heads, problem, f"{FILE} is missing" if has_matches else ""
    with open_reader(file) as reader:
        reader.check_format()
        reader.check_small_tables()
        heads, problem = load_heads(folder, is_expected=reader.has_heads_mark())
        losses = heads_file.find_losses(heads, reader) if heads else []
    return heads, problem, RECORDS_MISSING if losses else ""


def _check_salvageable(file: Path, error: JournalDamaged) -> None:
    """Raise JournalError unless the file is a database or has rows of a journal.

    ``error`` is the damage that was found. Raises OSError if the file cannot be opened.
    """
    with file.open("rb") as opened:
        is_database = opened.read(len(MAGIC)) == MAGIC
    if not is_database and not has_rows(file):
        raise JournalError(f"{file} cannot be used: {error}.")


def _make_head_tracker(folder: Path, heads: Heads | None) -> HeadTracker:
    """Return a tracker for the journal as it is now: the heads and the rows after them.

    Without heads all rows are read; without a journal the tracker is empty. Damage that is found
    here is ignored: it is found again when the matches are read, and repaired then. Raises
    JournalError if the file cannot be opened.
    """
    file = folder / FILE
    if not file.exists():
        return HeadTracker(Heads())
    try:
        with open_reader(file) as reader:
            if not reader.has_table():
                return HeadTracker(Heads())
            tracker = HeadTracker(heads or heads_file.scan(reader))
            if heads:
                tracker.add(reader.entries_after(heads.last_row))
            return tracker
    except JournalDamaged:
        return HeadTracker(heads or Heads())


def _lost_matches(done: Salvage) -> list[DamagedMatch]:
    """Return the unfinished matches that a salvage left out."""
    return [
        DamagedMatch(match.match, match.players, done.now)
        for match in done.incomplete
        if not match.is_kept and not match.is_over
    ]
