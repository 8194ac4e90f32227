"""Matches outside a running server: verify a journal, export a match, verify an export.

An export has one JSON line per record: the record in readable form, its encoded bytes and its hash.
It can be verified without the journal it came from.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import NamedTuple

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from games.base import AnyGame
from server.history.replay import Replay, replay_entries
from server.history.replay_file import NoReplay, replay_file
from server.journal.base import EntrySource
from server.journal.records import FINAL_RECORDS, AnyRecord, Began, Entry, Snapshot, decode_record


class Verdict(NamedTuple):
    """The result of verifying one match; ``error`` is empty if it is intact.

    ``other_rules`` says that the match has other rules than this program, so that only the hashes
    of its records were checked; otherwise it is empty.
    """

    match: int
    game: str
    records: int
    is_over: bool
    error: str
    other_rules: str = ""


class Line(Struct, frozen=True, omit_defaults=True, rename="camel"):
    """One line of an export; ``seed_hash`` is the commitment published at the start.

    ``replay``, in the last line of a finished match, is its replay file for the page.
    """

    match: int
    record: AnyRecord
    body: bytes
    hash: bytes
    seed_hash: str = ""
    replay: Raw | UnsetType = UNSET


def verify(journal: EntrySource, games: Mapping[str, AnyGame]) -> Iterator[Verdict]:
    """Replay every match of a journal, by number, and yield a verdict for each."""
    for number in journal.matches():
        yield _make_verdict(replay_match(journal.entries(number), number, games))


def replay_match(entries: Iterable[Entry], number: int, games: Mapping[str, AnyGame]) -> Replay:
    """Replay the match with this number; the replay has an error if no entry belongs to it."""
    replay = replay_entries(entries, games).get(number)
    return replay or Replay(number, games, error="there is no such match")


def _make_verdict(replay: Replay) -> Verdict:
    """Return the verdict about a replay; the game is "?" if the start of the match is missing."""
    game = replay.began.setup.game if replay.began else "?"
    facts = (replay.number, game, replay.records, replay.is_over)
    return (
        Verdict(*facts, "", replay.error) if replay.other_rules else Verdict(*facts, replay.error)
    )


def export(journal: EntrySource, number: int, games: Mapping[str, AnyGame]) -> Iterator[str]:
    """Yield the JSON lines of a match; none if the journal does not have it.

    The last line of a finished match includes its replay file, unless a record is invalid. Raises
    MsgspecError if a record cannot be decoded.
    """
    entries = list(journal.entries(number))
    yield from export_entries(entries[:-1])
    for entry in entries[-1:]:
        yield _encode_line(entry, _maybe_replay_file(entries, games))


def _maybe_replay_file(entries: list[Entry], games: Mapping[str, AnyGame]) -> Raw | UnsetType:
    """Return the replay file of a match; UNSET if it has no result or an invalid record."""
    try:
        return Raw(replay_file(entries, entries[0].match, games))
    except NoReplay:
        return UNSET


def export_entries(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield a JSON line for each entry. Raises MsgspecError if one cannot be decoded."""
    return map(_encode_line, entries)


def _encode_line(entry: Entry, replay: Raw | UnsetType = UNSET) -> str:
    """Return the JSON line of an entry. Raises MsgspecError if it cannot be decoded."""
    record = decode_record(entry.body)
    commitment = seed_commitment(record.seed) if isinstance(record, Began) else ""
    line = Line(entry.match, record, entry.body, entry.hash, commitment, replay)
    return escape_unprintable(msgspec.json.encode(line).decode())


def read_export(lines: Iterable[str]) -> list[Entry]:
    """Return the entries of an export; empty lines are skipped. Hashes are not checked here.

    Raises ValueError if a line cannot be read, or its readable record or seed hash was changed.
    """
    try:
        return [_decode_line(line) for line in lines if line.strip()]
    except msgspec.MsgspecError as error:
        raise ValueError(str(error)) from None


def verify_export(lines: Iterable[str], games: Mapping[str, AnyGame]) -> Verdict:
    """Verify hashes, seed commitment and every step of an export; empty lines are skipped.

    A replay file in its last line must be that of its records. Return a verdict with an error, for
    match 0, if a line cannot be read or there is none.
    """
    lines = [line for line in lines if line.strip()]
    try:
        entries = read_export(lines)
    except ValueError as error:
        return Verdict(0, "?", 0, False, f"this is not a complete export: {error}")
    if not entries:
        return Verdict(0, "?", 0, False, "the file is empty")
    verdict = _make_verdict(replay_match(entries, entries[0].match, games))
    if not (verdict.error or verdict.other_rules) and _has_other_replay_file(
        lines[-1], entries, games
    ):
        return verdict._replace(error="its replay file differs from its records")
    return verdict


def _has_other_replay_file(text: str, entries: list[Entry], games: Mapping[str, AnyGame]) -> bool:
    """Return whether a line of an export has a replay file that the entries do not lead to."""
    replay = msgspec.json.decode(text, type=Line).replay
    if replay is UNSET:
        return False
    expected = _maybe_replay_file(entries, games)
    return expected is UNSET or msgspec.json.decode(replay) != msgspec.json.decode(expected)


def seed_commitment(seed: bytes) -> str:
    """Return the hash that the server publishes as ``seedHash`` when a match starts."""
    return sha256(seed).hexdigest()


def escape_unprintable(text: str) -> str:
    """Return JSON with its unprintable characters escaped, so that it cannot control a terminal."""
    return "".join(char if char.isprintable() else json.dumps(char)[1:-1] for char in text)


def _decode_line(text: str) -> Entry:
    """Decode one line of an export to an entry; the hash of the entry is not checked here.

    Raises MsgspecError if the line cannot be decoded, and ValueError if its readable record or its
    seed commitment was changed.
    """
    line = msgspec.json.decode(text, type=Line)
    record = decode_record(line.body)
    if record != line.record:
        raise ValueError("a readable record differs from its encoded bytes")
    if isinstance(record, Began) and line.seed_hash != seed_commitment(record.seed):
        raise ValueError("the seed does not match its published hash")
    kind = type(record)
    return Entry(line.match, line.body, line.hash, kind in FINAL_RECORDS, kind is Snapshot)
