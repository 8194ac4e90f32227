"""Records: the facts about a match in the journal, from its start to its end.

Records are tagged maps in msgpack. Each one is chained to its predecessor in the match by a hash,
so that changed, missing or added records are detected. ``FORMAT`` is the version of the encoding;
files with another version are refused. Encoded names must not change.

A snapshot contains all that the records before it lead to. A restart reads only the last snapshot
of a match and the records after it.
"""

from functools import lru_cache
from hashlib import blake2b
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, field

from messages import SelectModeAndPlayers
from messages.registry import Action, BoardChange

S = TypeVar("S", bound=Struct)

FORMAT = 1
NO_HASH = b""
HASH_BYTES = 16


class Record(Struct, frozen=True, gc=False, tag=True, tag_field="kind"):
    """One fact about a match."""


class Player(Struct, frozen=True):
    """A player at the start of a match; ``strategy`` is empty for people.

    ``dialect`` is set if this player resumes the session without a token, in that dialect; then
    ``token_hash`` is the hash of the player's address.
    """

    name: str
    wizard: str
    token_hash: bytes
    strategy: str = ""
    dialect: str = ""


class Began(Record, frozen=True, omit_defaults=True):
    """The match started; seed, set-up and players determine its first state."""

    format: int
    setup: SelectModeAndPlayers = field(name="asked")
    players: tuple[Player, ...]
    host: str
    code: str
    seed: bytes
    started_at: int = field(name="at")
    """Seconds since 1970, for lists of matches."""
    rules_version: int = field(name="rules", default=1)
    """``Game.rules_version`` of the rules of the match. Version 1 is not encoded, so that records
    of earlier programs keep their bytes."""


class Acted(Record, frozen=True, omit_defaults=True):
    """An action of a seat was accepted.

    ``milliseconds`` is the time since ``Began.started_at``, also in TimedOut and Left. It is None
    in records of earlier versions, which are encoded without it as before.
    """

    seat: int
    action: Action
    milliseconds: int | None = field(name="ms", default=None)


class TimedOut(Record, frozen=True, omit_defaults=True):
    """The rules decided for a seat because its time was over or its player absent."""

    seat: int
    milliseconds: int | None = field(name="ms", default=None)


class Left(Record, frozen=True, omit_defaults=True):
    """A seat was given up."""

    seat: int
    milliseconds: int | None = field(name="ms", default=None)


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


ChatRecord = Talked | Whispered


class Ended(Record, frozen=True):
    """The match is over; ``state_hash`` is the hash of its last state."""

    winners: tuple[int, ...]
    reason: str
    state_hash: bytes
    ended_at: int = field(name="at", default=0)
    """Seconds since 1970; 0 in records of earlier versions."""


class Abandoned(Record, frozen=True):
    """The match was closed without a result: all players left, or it failed."""

    reason: str


class MatchSnapshot(Struct, frozen=True):
    """The part of a snapshot that a match consists of; ``state`` is the encoded state.

    ``recent_changes`` is empty after the end of the match, where a full view replaces them.
    """

    state: bytes
    steps: int
    seq: int
    turns: tuple[int, ...]
    recent_changes: tuple[BoardChange, ...] = field(name="changes")


class SeatSnapshot(Struct, frozen=True):
    """The session of a seat in a snapshot: its tokens and cached answers.

    ``answers`` has for each message id the index of the text of ActionValid in ``Snapshot.texts``.
    """

    token_hash: bytes = field(name="token")
    previous_token_hashes: tuple[bytes, ...] = field(name="previous", default=())
    answers: dict[int, int] = {}
    is_removed: bool = field(name="removed", default=False)
    """True if the seat was given up; then it has no tokens and answers."""


class Snapshot(Record, frozen=True):
    """Everything that the ``records`` records before this one lead to."""

    previous_hash: bytes = field(name="previous")
    """The hash of the record before, so that the snapshot can be checked without it."""
    records: int
    began: Began
    match: MatchSnapshot
    seats: tuple[SeatSnapshot, ...]
    texts: tuple[str, ...]
    chat: tuple[ChatRecord, ...]
    """The chat lines that players may be sent after a reconnect, in their order."""


AnyRecord = (
    Began | Acted | TimedOut | Left | Resumed | Talked | Whispered | Ended | Abandoned | Snapshot
)
FINAL_RECORDS = (Ended, Abandoned)
"""Records after which a match has no more records."""

_decoder: msgspec.msgpack.Decoder[AnyRecord] = msgspec.msgpack.Decoder(AnyRecord)
encode_record = msgspec.msgpack.Encoder().encode
decode_record = _decoder.decode


class Entry(Struct, frozen=True, gc=False):
    """An encoded record with its hash; ``last`` marks the final record of a match.

    ``is_snapshot`` marks a snapshot, so that it is recognised even if its body is damaged.
    """

    match: int
    body: bytes
    hash: bytes
    last: bool = False
    is_snapshot: bool = False


class RoomEntry(Entry, frozen=True, gc=False):
    """The row of an open room with the number ``match``; an empty body removes it.

    It is no record of a match and has no hash, see ``open_rooms.py``.
    """

    hash: bytes = NO_HASH


def chain_hash(previous_hash: bytes, body: bytes) -> bytes:
    """Return the hash of an encoded record, chained to the hash of its predecessor."""
    return blake2b(previous_hash + body, digest_size=HASH_BYTES).digest()


def make_entry(match: int, previous_hash: bytes, record: AnyRecord) -> Entry:
    """Encode a record and return its entry, chained to the hash of its predecessor in the match.

    ``previous_hash`` is NO_HASH for the first record; ``last`` is set for a final record.
    """
    body = encode_record(record)
    digest = blake2b(previous_hash + body, digest_size=HASH_BYTES).digest()
    kind = type(record)
    return Entry(match, body, digest, kind in FINAL_RECORDS, kind is Snapshot)


def state_hash(state: Any) -> bytes:
    """Return the hash of the encoded state of a game."""
    return blake2b(encode_state(state), digest_size=HASH_BYTES).digest()


encode_state = msgspec.msgpack.Encoder().encode
"""Return the encoded state of a game."""


def decode_state(encoded: bytes, state_type: type[S]) -> S:
    """Decode the state of a game strictly.

    Raises MsgspecError for another type, and for missing or unknown fields: a state that would not
    be encoded to the same bytes again was written by another version of the rules.
    """
    state: S = _state_decoder(state_type).decode(encoded)
    if encode_state(state) != encoded:
        raise msgspec.ValidationError(f"the state is not a {state_type.__name__} of these rules")
    return state


@lru_cache(maxsize=64)
def _state_decoder(state_type: type[S]) -> msgspec.msgpack.Decoder[S]:
    """Return the decoder for states of this type."""
    return msgspec.msgpack.Decoder(state_type)
