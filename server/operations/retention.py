"""Retention: finished matches are exported and removed from the journal after some time.

A thread finds the matches and writes their exports. Then the heads record that the matches will be
removed, so that their absence is not reported as a loss. Only after that their rows are deleted, a
part in each sweep. An interruption at any point is continued after a restart.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import NamedTuple

import msgspec

from server.files import make_private_folder, write_durably
from server.history.archive import export_entries
from server.journal.base import JournalError
from server.journal.reader import JournalReader, entry_from_columns, open_reader, placeholders
from server.journal.records import NO_HASH, Entry, chain_hash
from server.journal.sqlite import FILE, SqliteJournal

FOLDER = "exports"
NAME = "match-{match}.jsonl"
SEARCH_SECONDS = 60.0
"""Time between two searches for old matches."""
MATCHES_PER_SEARCH = 50
ROWS_PER_SWEEP = 200
"""Rows that are deleted in one sweep, which takes about a millisecond."""
RECORDS_PER_PAUSE = 20


class ExpiredMatch(NamedTuple):
    """A match whose export is written; its rows are to be deleted."""

    match: int
    final_row: int
    final_hash: bytes
    rows: list[int]


class _Search(NamedTuple):
    """The result of a search."""

    expired: list[ExpiredMatch]
    problems: list[str]
    gone: list[int]
    """Matches of which no row is left."""


class Retention:
    """Exports and removes matches that ended more than ``seconds`` ago.

    ``pause`` is called in the thread of the exports, so that it does not delay the event loop.
    """

    def __init__(
        self, journal: SqliteJournal, seconds: float, pause: Callable[[], None] = lambda: None
    ) -> None:
        self.folder = journal.folder / FOLDER
        self._journal, self._seconds, self._pause = journal, seconds, pause
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="retention")
        self._search: Future[_Search] | None = None
        self._searched_at = float("-inf")
        self._heads_write: Future[None] | None = None
        self._expired: list[ExpiredMatch] = []
        self._removed: list[int] = []
        self._problems: list[str] = []
        self._known_problems: set[str] = set()
        self._is_closing = False

    def sweep(self, now: float) -> None:
        """Do the next step: start or take a search, wait for the heads, or delete some rows.

        Called several times per second; a search starts every SEARCH_SECONDS.
        """
        if self._search is not None:
            if self._search.done():
                self._take_search(self._search)
        elif self._heads_write is not None:
            self._check_heads_write(self._heads_write)
        elif self._expired:
            self._delete_rows()
        elif now - self._searched_at >= SEARCH_SECONDS:
            self._searched_at = now
            removing = set(self._journal.recovery.tracker.removing)
            self._search = self._thread.submit(self._find_expired, removing)

    def take_removed(self) -> list[int]:
        """Return the numbers of the matches that were removed since the last call, each once."""
        removed, self._removed = self._removed, []
        return removed

    def take_problems(self) -> list[str]:
        """Return the new reasons, each once, why matches could not be removed."""
        problems, self._problems = self._problems, []
        return problems

    def close(self) -> None:
        """Wait for the thread and stop; an incomplete removal continues after the next start."""
        self._is_closing = True
        self._thread.shutdown()

    def _take_search(self, search: Future[_Search]) -> None:
        """Take the result of a search: add its problems, mark expired matches in the heads.

        The heads are written before anything is deleted. Matches that are already gone are
        forgotten there. A full result causes another search at once.
        """
        self._search = None
        self._expired, problems, gone = search.result()
        self._add_problems(problems)
        for number in gone:
            self._journal.recovery.tracker.removing.pop(number, None)
        if len(self._expired) == MATCHES_PER_SEARCH:
            self._searched_at = float("-inf")  # there may be more
        for match, final_row, final_hash, _ in self._expired:
            self._journal.recovery.tracker.remove(match, final_row, final_hash)
        if self._expired or gone:
            self._heads_write = self._journal.write_heads()

    def _check_heads_write(self, write: Future[None]) -> None:
        """Let the removal continue when the heads are written; start to write again if that failed.

        Do nothing while the write is in progress.
        """
        if write.done():
            failed = write.exception() is not None
            self._heads_write = self._journal.write_heads() if failed else None

    def _delete_rows(self) -> None:
        """Delete the next ROWS_PER_SWEEP rows of the first expired match, its final row last.

        A match without rows left counts as removed.
        """
        match = self._expired[0]
        rows = match.rows[:ROWS_PER_SWEEP]
        del match.rows[:ROWS_PER_SWEEP]
        self._journal.delete(rows, 0 if match.rows else match.match)
        if not match.rows:
            del self._expired[0]
            self._removed.append(match.match)

    def _add_problems(self, problems: list[str]) -> None:
        """Keep the problems that were not reported before."""
        self._problems += [text for text in problems if text not in self._known_problems]
        self._known_problems.update(problems)

    def _find_expired(self, removing: set[int]) -> _Search:
        """Export the oldest expired matches, in the thread, and return what to delete.

        ``removing`` are matches whose removal began earlier; they are not exported again. Failures
        are returned as problems.
        """
        found = _Search([], [], [])
        try:
            make_private_folder(self.folder)
            with open_reader(self._journal.folder / FILE) as reader:
                finals = dict(_find_finals(reader, self._seconds, removing))
                found.gone.extend(removing - finals.keys())
                for match, rows in _rows_by_match(reader, finals).items():
                    if match not in removing and not self._export(match, rows):
                        found.problems.append(f"match {match} is damaged; run tavolata verify")
                        continue
                    ids = [row for row, _ in rows]
                    found.expired.append(ExpiredMatch(match, *finals[match], ids))
        except (OSError, JournalError, sqlite3.Error) as error:
            found.problems.append(str(error))
        return found

    def _export(self, match: int, rows: list[tuple[int, Entry]]) -> bool:
        """Check the hash chain of a match and write its export, with pauses; return True.

        Return False, and write nothing, if a hash is wrong or a record cannot be decoded. Raises
        OSError if the file cannot be written.
        """
        entries = [entry for _, entry in rows]
        last_hash = NO_HASH
        for entry in entries:
            if chain_hash(last_hash, entry.body) != entry.hash:
                return False
            last_hash = entry.hash
        lines: list[str] = []
        try:
            export = export_entries(entries)
            while some := list(islice(export, RECORDS_PER_PAUSE)):
                lines += some
                if not self._is_closing:
                    self._pause()
        except msgspec.MsgspecError:
            return False
        content = "".join(f"{line}\n" for line in lines).encode()
        write_durably(self.folder / NAME.format(match=match), content)
        return True


def _find_finals(
    reader: JournalReader, seconds: float, removing: set[int]
) -> Iterator[tuple[int, tuple[int, bytes]]]:
    """Yield match, final row and final hash of matches that ended long ago or are being removed.

    Of the former, only the MATCHES_PER_SEARCH oldest. The match with the latest row is left out,
    because its row number must not be used again. Raises JournalDamaged.
    """
    query = (
        "SELECT match FROM ended WHERE at <= CAST(strftime('%s', 'now') AS INTEGER) - ? "
        "ORDER BY at LIMIT ?"
    )
    ended = reader.rows(query, seconds, MATCHES_PER_SEARCH)
    matches = list({*removing, *(match for (match,) in ended)})
    finals = (
        "SELECT match, id, hash FROM journal WHERE last = 1 "
        f"AND match IN ({placeholders(matches)}) AND id < (SELECT MAX(id) FROM journal)"
    )
    for match, row, final_hash in reader.rows(finals, *matches):
        yield match, (row, final_hash)


def _rows_by_match(
    reader: JournalReader, finals: dict[int, tuple[int, bytes]]
) -> dict[int, list[tuple[int, Entry]]]:
    """Return row numbers and entries of matches, in order, read in one scan of the oldest rows.

    Raises JournalDamaged.
    """
    rows: dict[int, list[tuple[int, Entry]]] = defaultdict(list)
    if not finals:
        return rows
    query = (
        "SELECT id, match, body, hash, last FROM journal "
        f"WHERE id <= ? AND match IN ({placeholders(finals)}) ORDER BY id"
    )
    last_row = max(row for row, _ in finals.values())
    for row, match, body, entry_hash, last in reader.rows(query, last_row, *finals):
        rows[match].append((row, entry_from_columns(match, body, entry_hash, last)))
    return rows
