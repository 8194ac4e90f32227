"""What a match is on disk: its beginning, then everything that happened to it, in order.

Records are tagged maps in msgpack. Each one is chained to the one before it in its match, so that
a record that was changed, lost or added shows. ``FORMAT`` names this way of writing; a file with
another number is refused, and tests keep an old file readable.
"""

from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import Struct

from messages import SelectModeAndPlayers
from messages.registry import Action

FORMAT = 1
NO_HASH = b""
HASH_BYTES = 16


class Record(Struct, frozen=True, gc=False, tag=True, tag_field="kind"):
    """One thing that happened to a match."""


class Player(Struct, frozen=True):
    """Who sat down; ``strategy`` is empty for people.

    ``dialect`` is the old one by which this player comes back with the name alone, if there is one.
    """

    name: str
    wizard: str
    token_hash: bytes
    strategy: str = ""
    dialect: str = ""


class Began(Record, frozen=True):
    """The match starts: with this the same game can be played again on any machine."""

    format: int
    asked: SelectModeAndPlayers
    players: tuple[Player, ...]
    host: str
    code: str
    seed: bytes
    at: int
    """Seconds since 1970, for people who list matches."""


class Acted(Record, frozen=True):
    """A seat did something that was accepted."""

    seat: int
    action: Action


class TimedOut(Record, frozen=True):
    """A seat's time for a decision was over."""

    seat: int


class Left(Record, frozen=True):
    """A seat was given up for good."""

    seat: int


class Resumed(Record, frozen=True):
    """A player came back; the token changed."""

    seat: int
    token_hash: bytes


class Talked(Record, frozen=True):
    """Somebody said something to the whole table."""

    sender: str
    text: str


class Ended(Record, frozen=True):
    """The match is over; ``state_hash`` is that of its last state."""

    winners: tuple[int, ...]
    reason: str
    state_hash: bytes


class Abandoned(Record, frozen=True):
    """The match was given up without an end: everybody left, or it was broken."""

    reason: str


AnyRecord = Began | Acted | TimedOut | Left | Resumed | Talked | Ended | Abandoned
FINAL_RECORDS = (Ended, Abandoned)

_decoder: msgspec.msgpack.Decoder[AnyRecord] = msgspec.msgpack.Decoder(AnyRecord)
encode_record = msgspec.msgpack.Encoder().encode
decode_record = _decoder.decode


class Entry(Struct, frozen=True, gc=False):
    """A record as it is written; ``last``: nothing comes after it in its match."""

    match: int
    body: bytes
    hash: bytes
    last: bool = False


def chain_hash(before: bytes, body: bytes) -> bytes:
    """The hash of a record, given the hash of the one before it."""
    return blake2b(before + body, digest_size=HASH_BYTES).digest()


def make_entry(match: int, before: bytes, record: AnyRecord) -> Entry:
    """The entry of a record, given the hash of the one before it in its match."""
    body = encode_record(record)
    digest = blake2b(before + body, digest_size=HASH_BYTES).digest()
    return Entry(match, body, digest, type(record) in FINAL_RECORDS)


def state_hash(state: Any) -> bytes:
    """The hash of a game's state."""
    return blake2b(msgspec.msgpack.encode(state), digest_size=HASH_BYTES).digest()
