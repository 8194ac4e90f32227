"""Salvage: a clean journal file from what is readable in a damaged one.

The index of tails is not copied; the next start makes it from the rows.

A match is readable as far as its hash chain goes. A match that ends early is kept and continues
from its last record. A match with a gap is kept from its last snapshot on, if nothing is lost after
it. Any other match with a gap before later records, or a finished one whose end is lost, is left
out. The damaged files are moved, unchanged, to a folder ``damaged-1``, ``damaged-2``, …
"""

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count, groupby
from operator import itemgetter
from pathlib import Path

from msgspec import MsgspecError

from server.files import create_private_file, make_private_folder, sync_file, sync_folder
from server.journal import heads as heads_file
from server.journal.base import JournalError
from server.journal.heads import Head, Heads, player_names
from server.journal.pages import Progress, Row, read_rows
from server.journal.reader import JournalReader, connect_read_only
from server.journal.records import NO_HASH, Snapshot, chain_hash, decode_record
from server.journal.schema import INSERT, NOW, create_schema, record_missing_ends
from server.journal.tails import FINAL_ROW, SNAPSHOT_ROW, store_last_match

FILE = "journal.sqlite"
FOLDER = "damaged-{number}"
CLEAN_FILE = "clean.sqlite"
"""Name of the clean file in the folder until it replaces the damaged one."""
_STAGING = """
PRAGMA journal_mode=OFF;
PRAGMA synchronous=OFF;
CREATE TABLE found (id INTEGER, match INTEGER, body BLOB, hash BLOB, last INTEGER);
"""


@dataclass(frozen=True)
class SalvagedMatch:
    """A match that was found or is missing, and whether it is in the clean file."""

    match: int
    readable: int
    """Records that were found, from the first on, without a gap."""
    missing: int
    """Records that are known to be missing or cannot be used."""
    is_kept: bool
    is_over: bool = False
    players: tuple[str, ...] = ()
    starts_at_snapshot: bool = False
    """True if records are lost that precede the last snapshot, and nothing after it."""

    @property
    def text(self) -> str:
        """A description for reports."""
        if not self.missing:
            return f"{self.readable} records, complete"
        fate = "kept up to the last readable one" if self.is_kept else "left out"
        fate = "kept from its last snapshot on" if self.starts_at_snapshot else fate
        return f"{self.readable} records readable, {self.missing} missing or unusable: {fate}"


@dataclass
class Salvage:
    """The result of a salvage."""

    reason: str = ""
    """Why the file had to be replaced; empty if it did not."""
    kept_in: str = ""
    """Path of the folder with the damaged files."""
    matches: list[SalvagedMatch] = field(default_factory=list)
    older_missing: int = 0
    """Finished matches that are missing and that the heads do not list."""
    now: int = 0
    """Time of the salvage in seconds since 1970."""

    @property
    def incomplete(self) -> list[SalvagedMatch]:
        """The matches with missing records."""
        return [match for match in self.matches if match.missing]


def _ignore_progress(done: int, total: int) -> None:
    """Show no progress."""


def salvage(
    source: Path, target: Path, heads: Heads | None, progress: Progress = _ignore_progress
) -> Salvage:
    """Write a clean journal from the readable rows of another file, which is not changed.

    Return what became of each match; with heads also what is missing. ``target`` must not exist. A
    source that does not exist has no rows. Raises OSError if a file cannot be read or written; then
    an incomplete target stays.
    """
    staging_file = target.with_name(f"{target.name}.staging")
    for file in (staging_file, target):
        create_private_file(file)
    staging, clean = sqlite3.connect(staging_file), sqlite3.connect(target)
    try:
        staging.executescript(_STAGING)
        rows = read_rows(source, progress) if source.exists() else iter(())
        staging.executemany("INSERT INTO found VALUES (?, ?, ?, ?, ?)", _storable(rows))
        create_schema(clean)
        result = Salvage(matches=list(_copy_matches(staging, clean, heads)))
        store_last_match(clean, max((match.match for match in result.matches), default=0))
        _copy_end_times(source, clean)
        record_missing_ends(clean)
        clean.commit()
        ((result.now,),) = clean.execute(NOW)
    except sqlite3.Error as error:
        raise OSError(f"cannot write {target}: {error}") from None
    finally:
        staging.close()
        clean.close()
        staging_file.unlink()
    sync_file(target)
    if heads is not None:
        found = sum(match.is_over and match.is_kept for match in result.matches)
        listed = sum(match.is_over and not match.is_kept for match in result.matches)
        result.older_missing = max(0, heads.finished - found - listed)
    return result


def has_rows(file: Path) -> bool:
    """Return whether a file has at least one readable row. Raises OSError."""
    return next(read_rows(file), None) is not None


def replace_damaged(folder: Path, heads: Heads | None, reason: str, progress: Progress) -> Salvage:
    """Replace the journal of a folder by a clean one and keep the damaged files.

    The first unused folder ``damaged-NUMBER`` is created for them. After an interruption,
    ``finish_replacement`` completes the replacement if the clean file is complete. Raises OSError.
    """
    kept_in = next(
        path for number in count(1) if not (path := folder / FOLDER.format(number=number)).exists()
    )
    make_private_folder(kept_in)
    unfinished_file = kept_in / f"{CLEAN_FILE}.new"
    result = salvage(folder / FILE, unfinished_file, heads, progress)
    unfinished_file.replace(kept_in / CLEAN_FILE)
    sync_folder(kept_in)
    finish_replacement(folder)
    result.reason, result.kept_in = reason, str(kept_in)
    return result


def finish_replacement(folder: Path) -> None:
    """Move the damaged files away and the clean file in, if a clean file is complete.

    The heads are moved away too. The log is moved before the database, because SQLite would apply
    it to the clean file. Raises OSError.
    """
    for clean in sorted(folder.glob(f"{FOLDER.format(number='*')}/{CLEAN_FILE}")):
        for name in (heads_file.FILE, f"{FILE}-wal", f"{FILE}-shm", FILE):
            if (folder / name).exists() and not (clean.parent / name).exists():
                (folder / name).replace(clean.parent / name)
        sync_folder(clean.parent)
        clean.replace(folder / FILE)
        sync_folder(folder)


def _storable(rows: Iterable[Row]) -> Iterator[Row]:
    """Yield the rows whose id and match number are positive and not too large for SQLite.

    Damage can change these numbers; all other rows are dropped.
    """
    return (row for row in rows if 0 < row.id < 1 << 63 and 0 < row.match < 1 << 63)


def _copy_matches(
    staging: sqlite3.Connection, clean: sqlite3.Connection, heads: Heads | None
) -> Iterator[SalvagedMatch]:
    """Copy the matches that can be kept to the clean file; yield what became of each match.

    Matches of the heads without any row are yielded as missing. Matches that the retention was
    removing, and rows that belong to no match, are skipped.
    """
    known = {h.match: h for h in (*heads.unfinished, *heads.recent)} if heads else {}
    removed = {head.match for head in heads.removing} if heads else set()
    query = "SELECT DISTINCT id, match, body, hash, last FROM found ORDER BY match, id"
    for match, found in groupby(map(Row._make, staging.execute(query)), itemgetter(1)):
        if match not in removed:
            rows, head = list(found), known.pop(match, None)
            chain = _follow_chain(rows, NO_HASH)
            result = _assess_chain(match, rows, chain, head)
            if not result.is_kept and (tail := _find_tail(rows, head)):
                result, chain = _assess_tail(match, tail), tail
            if result.is_kept:
                clean.executemany(INSERT, chain)
            if chain or result.missing > len(rows):  # otherwise only garbage in a free page
                yield result
    for head in known.values():
        yield SalvagedMatch(head.match, 0, head.records, False, head.is_over, head.players)


def _follow_chain(rows: Iterable[Row], last_hash: bytes) -> list[Row]:
    """Return the rows of a match that continue the chain of a hash, up to the final record.

    Rows that do not continue it are skipped, so the result may have gaps in its ids.
    """
    chain: list[Row] = []
    for row in rows:
        if chain_hash(last_hash, row.body) == row.hash:
            chain.append(row)
            last_hash = row.hash
            if row.last == FINAL_ROW:
                break
    return chain


def _find_tail(rows: list[Row], head: Head | None) -> list[Row]:
    """Return the last snapshot of a match and the rows after it; empty unless all are intact.

    The latest record that is known of the match must be among them.
    """
    for index in range(len(rows) - 1, -1, -1):
        snapshot = _maybe_snapshot(rows[index])
        if snapshot is not None:
            tail = _follow_chain(rows[index:], snapshot.previous_hash)
            is_complete = tail[-1].id == max(row.id for row in rows)
            return tail if is_complete and _is_current(tail, head) else []
    return []


def _maybe_snapshot(row: Row) -> Snapshot | None:
    """Return the snapshot in a row; None if the row has none, or a damaged one."""
    if row.last != SNAPSHOT_ROW:
        return None
    try:
        record = decode_record(row.body)
    except MsgspecError:
        return None
    if not isinstance(record, Snapshot):
        return None
    return record if chain_hash(record.previous_hash, row.body) == row.hash else None


def _is_current(tail: list[Row], head: Head | None) -> bool:
    """Return whether the rows contain the latest record of a head; True without a head."""
    return head is None or any(row.hash == head.hash for row in tail)


def _assess_tail(match: int, tail: list[Row]) -> SalvagedMatch:
    """Return the result for a match of which only the tail, from its last snapshot on, is kept.

    All rows must be intact, which is not checked, and the first must be a snapshot. All records
    before it count as missing.
    """
    snapshot = _maybe_snapshot(tail[0])
    assert snapshot is not None
    is_over, names = tail[-1].last == FINAL_ROW, player_names(tail[0].body)
    return SalvagedMatch(match, len(tail), snapshot.records, True, is_over, names, True)


def _assess_chain(
    match: int, rows: list[Row], chain: list[Row], head: Head | None
) -> SalvagedMatch:
    """Return whether the readable chain of a match is kept, and how many records are missing.

    A chain up to the final record is complete and kept. Any other is kept if it is not empty, the
    match is not over and no row follows the chain.
    """
    last_row = chain[-1].id if chain else 0
    unusable = len({row.id for row in rows if row.id > last_row})
    missing = max(unusable, (head.records if head else 0) - len(chain))
    is_complete = bool(chain) and chain[-1].last == FINAL_ROW
    is_over = is_complete or (head is not None and head.is_over)
    if is_complete:
        missing = 0
    is_kept = is_complete or (bool(chain) and not unusable and not is_over)
    players = head.players if head else ()
    if chain and not is_over:
        players = players or player_names(chain[0].body)
    return SalvagedMatch(match, len(chain), missing, is_kept, is_over, players)


def _copy_end_times(source: Path, clean: sqlite3.Connection) -> None:
    """Copy the times at which matches of the clean file ended.

    Nothing is copied if the source does not exist or SQLite cannot read the times.
    """
    if not source.exists():
        return
    connection = connect_read_only(source)
    try:
        rows = list(JournalReader(connection).rows("SELECT match, at FROM ended"))
        finished = "EXISTS (SELECT 1 FROM journal WHERE last = 1 AND match = ?1)"
        clean.executemany(f"INSERT INTO ended SELECT ?1, ?2 WHERE {finished}", rows)
    except (sqlite3.Error, JournalError):
        return
    finally:
        connection.close()
