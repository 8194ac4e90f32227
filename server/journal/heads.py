"""Heads: the latest record of each match, kept outside the database.

A database that lost its write-ahead log, or rows at its end, is valid for SQLite and for the hash
chains. The file of heads shows what is missing. It has all unfinished matches and the RECENT
latest finished ones; the others are covered by their number and a sum of their hashes.

The file is written about once per second and may therefore be older than the database, but never
newer. It has two lines: JSON, and the hash of the first line.
"""

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from server.journal.reader import JournalReader, placeholders
from server.journal.records import HASH_BYTES, Began, Entry, Snapshot, decode_record
from server.journal.tails import FINAL_ROW

FILE = "journal.heads"
RECENT = 1000
"""Number of finished matches that are listed one by one; keeps the file below 100 KB for them."""
_SUM_MODULUS = 1 << (8 * HASH_BYTES)


class HeadsDamaged(Exception):
    """Raised when the file of heads cannot be used; ``str()`` says why."""


class Head(Struct, gc=False):
    """The latest record of a match: its number in the match, its row in the file and its hash."""

    match: int
    records: int
    row: int
    hash: bytes
    is_over: bool = False
    players: tuple[str, ...] = ()
    """Nicknames; empty for a finished match."""


class DamagedMatch(Struct, frozen=True):
    """A match that could not be restored; ``since`` is in seconds since 1970."""

    match: int
    players: tuple[str, ...]
    since: int


class Heads(Struct, kw_only=True):
    """The content of the file."""

    last_row: int = 0
    """The latest row of the journal that is covered."""
    finished: int = 0
    """Number of finished matches, without those in ``removing``."""
    finished_sum: bytes = bytes(HASH_BYTES)
    """Sum of the hashes of their final records; see ``add_to_sum``."""
    unfinished: list[Head] = []
    recent: list[Head] = []
    removing: list[Head] = []
    """Finished matches that are being removed: their rows may be present, or some, or none."""
    damaged: list[DamagedMatch] = []


class Loss(NamedTuple):
    """A match with missing records; match 0 stands for finished matches that are not listed."""

    match: int
    missing: int
    text: str


class HeadTracker:
    """Keeps the heads of a journal up to date in memory; ``content`` returns the file to write.

    Any thread appends written batches to ``written``; ``apply_written`` applies them.
    """

    def __init__(self, heads: Heads) -> None:
        self.unfinished = {head.match: head for head in heads.unfinished}
        self.recent = {head.match: head for head in heads.recent}
        self.removing = {head.match: head for head in heads.removing}
        self.damaged = heads.damaged
        self.written: list[list[Entry]] = []
        """Batches that were written to the journal and not applied to the heads yet."""
        self.ended: list[int] = []
        """Matches that have ended and whose time of end is not in the journal yet."""
        self._last_row, self._finished = heads.last_row, heads.finished
        self._sum = heads.finished_sum

    def apply_written(self) -> bool:
        """Apply the batches written since the last call; return whether there were any."""
        batches, count = self.written, len(self.written)
        for batch in batches[:count]:
            self.add(batch)
        del batches[:count]
        return count > 0

    def add(self, entries: Iterable[Entry]) -> None:
        """Apply entries to the heads of their matches, in the order of their rows.

        They must be the entries of the rows right after the last covered one, because row ids are
        counted here. A final entry finishes its match: its head becomes a recent one, and
        ``ended``, number and sum of finished matches include it.
        """
        unfinished, row = self.unfinished, self._last_row
        for entry in entries:
            row += 1
            head = unfinished.get(entry.match)
            if head is None:
                head = Head(entry.match, 0, row, entry.hash, False, player_names(entry.body))
                unfinished[entry.match] = head
            head.records += 1
            head.row = row
            head.hash = entry.hash
            if entry.last:
                self._finish(head)
        self._last_row = row

    def remove(self, match: int, final_row: int, final_hash: bytes) -> None:
        """Record that the rows of a finished match will be removed from the journal.

        Its absence is no loss from now on: it leaves ``recent``, the number and the sum of finished
        matches. A repeated call does nothing. The match must have been counted as finished.
        """
        if match not in self.removing:
            self.recent.pop(match, None)
            self.removing[match] = Head(match, 0, final_row, final_hash, True)
            self._finished -= 1
            self._sum = add_to_sum(self._sum, match, final_hash, sign=-1)

    def content(self) -> bytes:
        """Return the encoded content of the file of heads, with its checksum."""
        heads = Heads(
            last_row=self._last_row,
            finished=self._finished,
            finished_sum=self._sum,
            unfinished=list(self.unfinished.values()),
            recent=list(self.recent.values()),
            removing=list(self.removing.values()),
            damaged=self.damaged,
        )
        line = msgspec.json.encode(heads)
        return line + b"\n" + _checksum(line) + b"\n"

    def _finish(self, head: Head) -> None:
        """Move the head of a match that is over to the recent ones, and add it to number and sum.

        Its nicknames are dropped, and it is added to ``ended``. The oldest recent head beyond
        RECENT is dropped.
        """
        del self.unfinished[head.match]
        head.is_over, head.players = True, ()
        self.recent[head.match] = head
        if len(self.recent) > RECENT:
            del self.recent[next(iter(self.recent))]
        self.ended.append(head.match)
        self._finished += 1
        self._sum = add_to_sum(self._sum, head.match, head.hash)


def add_to_sum(total: bytes, match: int, final_hash: bytes, sign: int = 1) -> bytes:
    """Return the sum with a finished match added, or subtracted if ``sign`` is -1.

    The order in which matches are added does not matter.
    """
    digest = blake2b(match.to_bytes(8, "big") + final_hash, digest_size=HASH_BYTES).digest()
    value = int.from_bytes(total, "big") + sign * int.from_bytes(digest, "big")
    return (value % _SUM_MODULUS).to_bytes(HASH_BYTES, "big")


def load(file: Path) -> Heads | None:
    """Read the file and verify its checksum; return None if there is no file.

    Raises HeadsDamaged if it cannot be read, its checksum is wrong or its content has another form.
    """
    try:
        line, checksum, rest = file.read_bytes().split(b"\n")
        if rest or checksum != _checksum(line):
            raise HeadsDamaged(f"{file.name} is damaged")
        return msgspec.json.decode(line, type=Heads)
    except FileNotFoundError:
        return None
    except (OSError, ValueError):  # msgspec's errors are ValueErrors
        raise HeadsDamaged(f"{file.name} is damaged") from None


def scan(reader: JournalReader) -> Heads:
    """Compute the heads of a journal from all its rows. Raises JournalDamaged.

    Of finished matches the RECENT latest are listed; number and sum cover all of them. Matches that
    are being removed, or are damaged, are not known.
    """
    unfinished: list[Head] = []
    finished: list[Head] = []
    heads = reader.rows("SELECT match, COUNT(*), MAX(id), hash, last FROM journal GROUP BY match")
    for match, records, row, last_hash, last in heads:
        head = Head(match, records, row, last_hash, last == FINAL_ROW)
        (finished if head.is_over else unfinished).append(head)
    for head in unfinished:
        head.players = next((player_names(e.body) for e in reader.entries(head.match)), ())
    finished.sort(key=lambda head: head.row)
    total = bytes(HASH_BYTES)
    for head in finished:
        total = add_to_sum(total, head.match, head.hash)
    return Heads(
        last_row=reader.value("SELECT MAX(id) FROM journal") or 0,
        finished=len(finished),
        finished_sum=total,
        unfinished=unfinished,
        recent=finished[-RECENT:],
    )


def find_losses(heads: Heads, reader: JournalReader, *, thorough: bool = False) -> list[Loss]:
    """Return which matches of the heads miss records in the journal.

    Finished matches that are not listed are one loss, of match 0. ``thorough`` also counts the
    records of each match and compares the hashes of all finished ones. Raises JournalDamaged.
    """
    if not reader.has_table():
        losses = [_make_loss(head, 0) for head in (*heads.unfinished, *heads.recent)]
        return [*losses, *_older_losses(heads.finished - len(heads.recent))]
    losses = list(_missing_heads(heads, reader))
    if thorough:
        losses += _missing_earlier_records(heads, reader, {loss.match for loss in losses})
    lost = {loss.match for loss in losses}
    finals = (
        f"FROM journal WHERE last = {FINAL_ROW} AND id <= ? "
        f"AND match NOT IN ({placeholders(heads.removing)})"
    )
    values = (heads.last_row, *(head.match for head in heads.removing))
    found = reader.value(f"SELECT COUNT(*) {finals}", *values)
    lost_recent = sum(head.match in lost for head in heads.recent)
    older = _older_losses(heads.finished - lost_recent - found)
    if thorough and not losses and not older:
        total = bytes(HASH_BYTES)
        for match, final_hash in reader.rows(f"SELECT match, hash {finals}", *values):
            total = add_to_sum(total, match, final_hash)
        if total != heads.finished_sum:
            older = [Loss(0, 0, "a finished match was changed or replaced")]
    return [*losses, *older]


def _missing_heads(heads: Heads, reader: JournalReader) -> Iterator[Loss]:
    """Yield a loss for each unfinished or recent match whose latest record is not in its row.

    Raises JournalDamaged.
    """
    for head in (*heads.unfinished, *heads.recent):
        stored = list(reader.rows("SELECT match, hash FROM journal WHERE id = ?", head.row))
        if stored != [(head.match, head.hash)]:
            query = "SELECT COUNT(*) FROM journal WHERE match = ? AND id <= ?"
            yield _make_loss(head, reader.value(query, head.match, head.row))


def _missing_earlier_records(heads: Heads, reader: JournalReader, lost: set[int]) -> Iterator[Loss]:
    """Yield a loss for each match that is not in ``lost`` and misses records before its latest.

    ``lost`` must contain every match that ``_missing_heads`` yields, because a match without any
    row would raise KeyError. Raises JournalDamaged.
    """
    query = "SELECT match, COUNT(*) FROM journal WHERE id <= ? GROUP BY match"
    stored = dict(reader.rows(query, heads.last_row))
    for head in (*heads.unfinished, *heads.recent):
        if head.match not in lost and stored[head.match] < head.records:
            yield _make_loss(head, stored[head.match])


def _make_loss(head: Head, stored: int) -> Loss:
    """Return the loss of a match of which ``stored`` records are left.

    At least one record counts as missing, because the latest one is not in its row.
    """
    missing = max(head.records - stored, 1)
    text = f"{missing} of {head.records} records are missing"
    return Loss(head.match, missing, text if stored else f"all {missing} records are missing")


def _older_losses(count: int) -> list[Loss]:
    """Return the loss of finished matches that are not listed; nothing if none is missing."""
    return [Loss(0, count, f"{count} older finished matches are missing")] if count > 0 else []


def player_names(body: bytes) -> tuple[str, ...]:
    """Return the nicknames of the people in the first record of a match, or in a snapshot.

    There are none if the record is unreadable or another one.
    """
    try:
        record = decode_record(body)
    except msgspec.MsgspecError:
        return ()
    began = record.began if isinstance(record, Snapshot) else record
    players = began.players if isinstance(began, Began) else ()
    return tuple(player.name for player in players if not player.strategy)


def _checksum(line: bytes) -> bytes:
    """Return the hash of the first line, as hexadecimal digits."""
    return blake2b(line, digest_size=HASH_BYTES).hexdigest().encode()
