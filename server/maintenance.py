"""Work on a data folder for the commands of an operator: verify, back up, repair.

Verifying and reading change nothing. Verifying and repairing need a folder that no server uses.
"""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from client.errors import ExitWithMessage
from games.base import AnyGame
from server.files import write_durably
from server.history.archive import Verdict, verify
from server.journal import heads as heads_file
from server.journal.backup import back_up
from server.journal.base import JournalDamaged, JournalError
from server.journal.heads import Heads, HeadTracker, Loss
from server.journal.pages import Progress
from server.journal.reader import JournalReader, open_reader
from server.journal.recovery import RECORDS_MISSING, load_heads, repair_damaged
from server.journal.salvage import FOLDER, Salvage, finish_replacement, salvage
from server.journal.sqlite import FILE, LOCK, open_lock

MAX_ERRORS = 5
"""Number of errors of the database that are shown."""


@dataclass
class Verification:
    """The result of `verify`: a verdict per match, and problems that concern no single match."""

    verdicts: list[Verdict]
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def damaged(self) -> int:
        """The number of damaged matches."""
        return sum(bool(verdict.error) for verdict in self.verdicts)

    @property
    def is_intact(self) -> bool:
        """True if nothing is damaged or missing."""
        return not self.damaged and not self.problems

    def lines(self) -> Iterator[str]:
        """Yield the lines of the report: each match, notes, problems and the numbers."""
        for v in self.verdicts:
            state = "damaged: " + v.error if v.error else "over" if v.is_over else "unfinished"
            rules = f"; {v.other_rules}: hashes are correct" if v.other_rules else ""
            yield f"match {v.match}: {v.game}, {v.records} records, {state}{rules}"
        yield from self.notes
        yield from self.problems
        others = sum(bool(verdict.other_rules) for verdict in self.verdicts)
        text = f", {others} with other rules, of which only the hashes were checked"
        yield f"{len(self.verdicts)} matches, {self.damaged} damaged{text if others else ''}"


@contextmanager
def open_journal(data: Path) -> Iterator[JournalReader]:
    """Open the journal of a folder for reading, also while a server uses it; close it at the end.

    Raises ExitWithMessage if there is none, if it cannot be opened, or if damage is found.
    """
    if not (data / FILE).exists():
        raise ExitWithMessage(f"there is no journal in {data}")
    with _open_for_reading(data / FILE) as reader:
        try:
            reader.check_format()
            has_table = reader.has_table()
        except JournalError as error:
            raise ExitWithMessage(f"{data / FILE} cannot be used: {error}") from None
        if not has_table:
            raise ExitWithMessage(f"there is no match in {data}")
        try:
            yield reader
        except JournalDamaged as error:
            text = f"the journal is damaged ({error}); tavolata repair saves what is readable"
            raise ExitWithMessage(text) from None


@contextmanager
def _open_for_reading(file: Path) -> Iterator[JournalReader]:
    """Open an existing journal file for reading; close it at the end.

    Raises ExitWithMessage if it cannot be opened.
    """
    with ExitStack() as stack:
        try:
            reader = stack.enter_context(open_reader(file))
        except JournalError as error:
            raise ExitWithMessage(str(error)) from None
        yield reader


def verify_folder(data: Path, games: Mapping[str, AnyGame]) -> Verification:
    """Check the database, the heads and every match of a folder, and change nothing.

    The damaged journals of earlier repairs are listed as notes. Raises ExitWithMessage if there is
    neither journal nor heads, or if the journal is in use, cannot be opened or has another format.
    """
    with _locked(data, needs_file=not (data / heads_file.FILE).exists(), for_reading=True):
        errors, heads, problem = _inspect(data)
        problems = [f"the database is damaged: {error}" for error in errors[:MAX_ERRORS]]
        problems += [f"{problem}, so that missing records cannot be noticed"] if problem else []
        if errors or not (data / FILE).exists():
            result = _verify_readable(data / FILE, heads, games)
        else:
            with open_reader(data / FILE) as reader:
                result = _verify_intact(reader, heads, games)
    result.problems = [*problems, *result.problems]
    result.notes = [
        f"{folder} has a damaged journal from earlier"
        for folder in sorted(data.glob(FOLDER.format(number="*")))
    ]
    return result


def back_up_folder(data: Path, target: Path, progress: Progress) -> int:
    """Copy the journal of a folder, also while a server uses it; return its number of records.

    Raises ExitWithMessage if there is no journal or the copy cannot be made.
    """
    if not (data / FILE).exists():
        raise ExitWithMessage(f"there is no journal in {data}")
    try:
        return back_up(data / FILE, target, progress)
    except JournalError as error:
        raise ExitWithMessage(str(error)) from None


def repair_folder(data: Path, output: Path | None, progress: Progress) -> list[str]:
    """Replace a damaged journal by a clean one, or write one to ``output``; return the report.

    An intact journal is not replaced. Raises ExitWithMessage if ``output`` exists, the folder is in
    use or a file cannot be read or written.
    """
    with _locked(data, needs_file=not (data / heads_file.FILE).exists()):
        try:
            finish_replacement(data)
            errors, heads, _ = _inspect(data)
            if output is not None:
                if output.exists():
                    raise ExitWithMessage(f"{output} exists; choose another name")
                done = salvage(data / FILE, output, heads, progress)
                return [*_report_lines(done), f"{output} is the clean journal"]
            reason = errors[0] if errors else _missing_reason(data, heads)
            if not reason:
                return [f"{data / FILE} is intact; nothing was changed"]
            recovery = repair_damaged(data, HeadTracker(heads or Heads()), reason, progress)
            write_durably(data / heads_file.FILE, recovery.tracker.content())
        except (JournalError, OSError) as error:
            raise ExitWithMessage(str(error)) from None
    (done,) = recovery.salvages
    return [*_report_lines(done), f"{done.kept_in} has the damaged files, unchanged"]


@contextmanager
def _locked(data: Path, *, needs_file: bool = True, for_reading: bool = False) -> Iterator[None]:
    """Lock a data folder for the duration of the block.

    ``for_reading`` creates no file: a folder without a lock file is not in use.

    Raises ExitWithMessage if a server uses it or, with ``needs_file``, if it has no journal.
    """
    if needs_file and not (data / FILE).exists():
        raise ExitWithMessage(f"there is no journal in {data}")
    if for_reading and not (data / LOCK).exists():
        yield
        return
    try:
        lock = open_lock(data, for_reading=for_reading)
    except JournalError as error:
        raise ExitWithMessage(str(error)) from None
    try:
        yield
    finally:
        lock.close()


def _inspect(data: Path) -> tuple[list[str], Heads | None, str]:
    """Return the errors of the database, the heads (or None), and the problem with the heads.

    A missing or damaged file is an error, too. Raises ExitWithMessage for a journal of another
    format, or one that cannot be opened.
    """
    file = data / FILE
    if not file.exists():
        return [f"{FILE} is missing"], *load_heads(data, is_expected=True)
    with _open_for_reading(file) as reader:
        try:
            reader.check_format()
            is_expected = reader.has_heads_mark()
        except JournalDamaged as error:
            return [str(error)], *load_heads(data, is_expected=False)
        except JournalError as error:
            raise ExitWithMessage(str(error)) from None
        return _find_errors(reader), *load_heads(data, is_expected=is_expected)


def _find_errors(reader: JournalReader) -> list[str]:
    """Return what SQLite's check of the file finds or, if that is nothing, rows of wrong types."""
    errors = reader.integrity_errors()
    if not errors and (count := reader.count_mistyped_rows()):
        errors = [f"rows with a value of another type: {count}"]
    return errors


def _missing_reason(data: Path, heads: Heads | None) -> str:
    """Return why an intact database must be replaced: records are missing; empty if none are.

    Without heads it is empty, because a loss cannot be noticed.
    """
    if heads is None:
        return ""
    with open_reader(data / FILE) as reader:
        return RECORDS_MISSING if heads_file.find_losses(heads, reader, thorough=True) else ""


def _verify_intact(
    reader: JournalReader, heads: Heads | None, games: Mapping[str, AnyGame]
) -> Verification:
    """Verify all matches of a journal that SQLite can read, and compare it with the heads.

    Matches that the retention was removing are left out. A file without tables has no matches.
    """
    verdicts = list(verify(reader, games)) if reader.has_table() else []
    if heads is None:
        return Verification(verdicts)
    removing = {head.match for head in heads.removing}
    losses = heads_file.find_losses(heads, reader, thorough=True)
    return _add_losses([v for v in verdicts if v.match not in removing], losses)


def _verify_readable(file: Path, heads: Heads | None, games: Mapping[str, AnyGame]) -> Verification:
    """Verify what is readable in a damaged journal, in a temporary copy.

    Matches with missing records count as damaged. Raises OSError.
    """
    with TemporaryDirectory() as folder:
        clean = Path(folder) / FILE
        done = salvage(file, clean, heads)
        with open_reader(clean) as reader:
            verdicts = list(verify(reader, games))
    losses = [Loss(match.match, match.missing, match.text) for match in done.incomplete]
    if done.older_missing:
        losses.append(Loss(0, done.older_missing, _older_text(done)))
    return _add_losses(verdicts, losses)


def _add_losses(verdicts: list[Verdict], losses: list[Loss]) -> Verification:
    """Return the verdicts with the losses of their matches; an error of a verdict comes first.

    Losses of matches without a verdict become verdicts of their own; that of match 0 is a problem.
    """
    texts = {loss.match: loss.text for loss in losses}
    losses_found = [texts.pop(verdict.match, "") for verdict in verdicts]
    found = [
        verdict._replace(error=verdict.error or loss)
        for verdict, loss in zip(verdicts, losses_found, strict=True)
    ]
    problems = [texts.pop(0)] if 0 in texts else []
    lost = [Verdict(match, "?", 0, False, text) for match, text in texts.items()]
    return Verification(sorted(found + lost), problems)


def _report_lines(done: Salvage) -> Iterator[str]:
    """Yield the report about a salvage: incomplete matches, missing older ones, the numbers."""
    for match in done.incomplete:
        yield f"match {match.match}: {match.text}"
    if done.older_missing:
        yield _older_text(done)
    complete = len(done.matches) - len(done.incomplete)
    kept = sum(match.is_kept for match in done.incomplete)
    left_out = len(done.incomplete) - kept
    yield f"{complete} matches complete, {kept} shortened, {left_out} left out"


def _older_text(done: Salvage) -> str:
    """Return the text about finished matches that the heads do not list."""
    return f"{done.older_missing} older finished matches are missing"
