"""Records: the facts about a match in the journal, from its start to its end.

Records are tagged maps in msgpack. Each one is chained to its predecessor in the match by a hash,
so that changed, missing or added records are detected. ``FORMAT`` is the version of the encoding;
files with another version are refused. Encoded names must not change.
"""

from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import Struct, field

from messages import SelectModeAndPlayers
from messages.registry import Action

FORMAT = 1
NO_HASH = b""
HASH_BYTES = 16


class Record(Struct, frozen=True, gc=False, tag=True, tag_field="kind"):
    """One fact about a match."""


class Player(Struct, frozen=True):
    """A player at the start of a match; ``strategy`` is empty for people.

    ``dialect`` is set if this player resumes the session by nickname alone, in that dialect.
    """

    name: str
    wizard: str
    token_hash: bytes
    strategy: str = ""
    dialect: str = ""


class Began(Record, frozen=True):
    """The match started; seed, set-up and players determine its first state."""

    format: int
    setup: SelectModeAndPlayers = field(name="asked")
    players: tuple[Player, ...]
    host: str
    code: str
    seed: bytes
    started_at: int = field(name="at")
    """Seconds since 1970, for lists of matches."""


class Acted(Record, frozen=True):
    """An action of a seat was accepted."""

    seat: int
    action: Action


class TimedOut(Record, frozen=True):
    """The rules decided for a seat because its time was over or its player absent."""

    seat: int


class Left(Record, frozen=True):
    """A seat was given up."""

    seat: int


class Resumed(Record, frozen=True):
    """A player reconnected and got a new token."""

    seat: int
    token_hash: bytes


class Talked(Record, frozen=True):
    """A player sent a chat line to the whole room."""

    sender: str
    text: str


class Whispered(Record, frozen=True):
    """A player sent a private chat line to another player of the match."""

    seat: int
    to: int
    text: str


class Ended(Record, frozen=True):
    """The match is over; ``state_hash`` is the hash of its last state."""

    winners: tuple[int, ...]
    reason: str
    state_hash: bytes


class Abandoned(Record, frozen=True):
    """The match was closed without a result: all players left, or it failed."""

    reason: str


AnyRecord = Began | Acted | TimedOut | Left | Resumed | Talked | Whispered | Ended | Abandoned
FINAL_RECORDS = (Ended, Abandoned)
"""Records after which a match has no more records."""

_decoder: msgspec.msgpack.Decoder[AnyRecord] = msgspec.msgpack.Decoder(AnyRecord)
encode_record = msgspec.msgpack.Encoder().encode
decode_record = _decoder.decode


class Entry(Struct, frozen=True, gc=False):
    """An encoded record with its hash; ``last`` marks the final record of a match."""

    match: int
    body: bytes
    hash: bytes
    last: bool = False


def chain_hash(previous_hash: bytes, body: bytes) -> bytes:
    """Return the hash of an encoded record, chained to the hash of its predecessor."""
    return blake2b(previous_hash + body, digest_size=HASH_BYTES).digest()


def make_entry(match: int, previous_hash: bytes, record: AnyRecord) -> Entry:
    """Encode a record and return its entry, chained to the hash of its predecessor in the match.

    ``previous_hash`` is NO_HASH for the first record; ``last`` is set for a final record.
    """
    body = encode_record(record)
    digest = blake2b(previous_hash + body, digest_size=HASH_BYTES).digest()
    return Entry(match, body, digest, type(record) in FINAL_RECORDS)


def state_hash(state: Any) -> bytes:
    """Return the hash of the encoded state of a game."""
    return blake2b(msgspec.msgpack.encode(state), digest_size=HASH_BYTES).digest()
