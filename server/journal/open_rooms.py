"""Open rooms in the journal file: one row per room, replaced with each change.

A room has no history to replay, so it is not a match with records: its row has all that a restart
needs. The row is removed when the match starts or the room closes.
"""

import sqlite3
from collections.abc import Iterable

import msgspec
from msgspec import Struct

from messages import SelectModeAndPlayers
from server.journal.records import RoomEntry

FORMAT = 1
SCHEMA = "CREATE TABLE IF NOT EXISTS open_rooms (number INTEGER PRIMARY KEY, body BLOB);"
_STORE = "INSERT OR REPLACE INTO open_rooms (number, body) VALUES (?, ?)"
_REMOVE = "DELETE FROM open_rooms WHERE number = ?"


class RoomMember(Struct, frozen=True, omit_defaults=True):
    """A member of an open room; ``strategy`` is empty for people."""

    name: str
    token_hash: bytes
    previous_token_hashes: tuple[bytes, ...] = ()
    strategy: str = ""
    dialect: str = ""
    wizard: str = ""
    is_undecided: bool = False


class OpenRoom(Struct, frozen=True, omit_defaults=True):
    """A room without a match."""

    setup: SelectModeAndPlayers
    host: str
    members: tuple[RoomMember, ...]
    opened_at: int
    """Seconds since 1970."""
    bot_seats: int = 0
    """Seats of computer players, with those that have not joined yet."""
    code: str = ""
    has_played: bool = False
    rate_limit_key: str = ""
    address: str = ""
    pairs: tuple[tuple[str, str], ...] = ()
    """Nicknames of members who chose each other as partners."""
    kicked: tuple[tuple[str, str], ...] = ()
    """``name_key`` and rate limit key of players who cannot come back."""
    format: int = FORMAT


encode_room = msgspec.msgpack.Encoder().encode
_decoder = msgspec.msgpack.Decoder(OpenRoom)


def decode_room(body: bytes) -> OpenRoom:
    """Decode the row of a room. Raises MsgspecError if it is damaged or has another format."""
    room = _decoder.decode(body)
    if room.format != FORMAT:
        raise msgspec.ValidationError(f"format {room.format} is not known")
    return room


def store_rooms(connection: sqlite3.Connection, entries: Iterable[RoomEntry]) -> None:
    """Write the rows of rooms, or remove those without a body. Raises sqlite3.Error."""
    for entry in entries:
        if entry.body:
            connection.execute(_STORE, (entry.match, entry.body))
        else:
            connection.execute(_REMOVE, (entry.match,))


def read_rooms(connection: sqlite3.Connection) -> list[RoomEntry]:
    """Return all rows, the lowest number first; none if the file has no such table.

    Unreadable rows are left out: rooms are less important than matches.
    """
    try:
        rows = connection.execute("SELECT number, body FROM open_rooms ORDER BY number").fetchall()
    except sqlite3.Error:
        return []
    return [RoomEntry(number, bytes(body)) for number, body in rows if isinstance(body, bytes)]
