"""Matches outside of a running server: verify a journal, export a match, verify an export.

An export is JSON lines, one per record: the record to read, and its bytes with their chain of
hashes to check. Anybody who has this program can verify it without the journal it came from.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import NamedTuple

import msgspec
from msgspec import Struct

from games.base import AnyGame
from server.history.replay import Replay, replay_entries
from server.journal.base import Journal
from server.journal.records import FINAL_RECORDS, AnyRecord, Began, Entry, decode_record


class Verdict(NamedTuple):
    """How the replay of one match went; ``damage`` is empty when every hash fits."""

    match: int
    game: str
    records: int
    is_over: bool
    error: str


class Line(Struct, frozen=True, omit_defaults=True, rename="camel"):
    """One line of an export; ``seed_hash`` is what was published when the match started."""

    match: int
    record: AnyRecord
    body: bytes
    hash: bytes
    seed_hash: str = ""


def verify(journal: Journal, games: Mapping[str, AnyGame]) -> Iterator[Verdict]:
    """Play every match of a journal again and compare all hashes."""
    for number in journal.matches():
        yield verdict(replay_match(journal.entries(number), number, games))


def replay_match(entries: Iterable[Entry], number: int, games: Mapping[str, AnyGame]) -> Replay:
    """One match, played again."""
    replay = replay_entries(entries, games).get(number)
    return replay or Replay(number, games, error="there is no such match")


def verdict(replay: Replay) -> Verdict:
    """What there is to say about a match that was played again."""
    game = replay.began.asked.game if replay.began else "?"
    return Verdict(replay.number, game, replay.records, replay.is_over, replay.error)


def export(journal: Journal, number: int) -> Iterator[str]:
    """A match as JSON lines."""
    for entry in journal.entries(number):
        record = decode_record(entry.body)
        promise = seed_commitment(record.seed) if isinstance(record, Began) else ""
        line = Line(entry.match, record, entry.body, entry.hash, promise)
        yield _printable(msgspec.json.encode(line).decode())


def verify_export(lines: Iterable[str], games: Mapping[str, AnyGame]) -> Verdict:
    """Check an export: its chain of hashes, its seed, and every step of the game."""
    try:
        entries = [_entry(line) for line in lines if line.strip()]
    except (msgspec.MsgspecError, ValueError) as error:
        return Verdict(0, "?", 0, False, f"this is not a whole export: {error}")
    if not entries:
        return Verdict(0, "?", 0, False, "the file is empty")
    return verdict(replay_match(entries, entries[0].match, games))


def seed_commitment(seed: bytes) -> str:
    """What the server publishes as ``seedHash`` when a match starts."""
    return sha256(seed).hexdigest()


def _printable(text: str) -> str:
    """The same JSON, but nothing in it commands a terminal, whoever wrote the journal."""
    return "".join(char if char.isprintable() else json.dumps(char)[1:-1] for char in text)


def _entry(text: str) -> Entry:
    line = msgspec.json.decode(text, type=Line)
    record = decode_record(line.body)
    if record != line.record:
        raise ValueError("a record was changed for reading")
    if isinstance(record, Began) and line.seed_hash != seed_commitment(record.seed):
        raise ValueError("the seed is not the one that was promised")
    return Entry(line.match, line.body, line.hash, type(record) in FINAL_RECORDS)
