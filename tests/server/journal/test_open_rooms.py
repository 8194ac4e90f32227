"""Rows of open rooms in the journal file."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import msgspec
import pytest

from messages import SelectModeAndPlayers
from server.journal.open_rooms import (
    FORMAT,
    SCHEMA,
    OpenRoom,
    RoomMember,
    decode_room,
    encode_room,
    read_rooms,
    store_rooms,
)
from server.journal.records import RoomEntry

ROOM = OpenRoom(
    setup=SelectModeAndPlayers(4, True),
    host="ada",
    members=(
        RoomMember("ada", b"hash", (b"older",), wizard="KING", is_undecided=True),
        RoomMember("Bianca-bot", b"", strategy="greedy"),
        RoomMember("carl", b"", dialect="shelfie"),
    ),
    opened_at=1_000,
    bot_seats=2,
    code="KITE",
    has_played=True,
    rate_limit_key="192.0.2.1",
    address="192.0.2.1",
    pairs=(("ada", "carl"),),
    kicked=(("eve", "192.0.2.9"),),
)


@pytest.fixture
def connection() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(SCHEMA)
        yield connection


def test_every_field_of_a_room_survives_the_encoding() -> None:
    assert decode_room(encode_room(ROOM)) == ROOM


def test_row_of_another_format_is_refused() -> None:
    body = encode_room(msgspec.structs.replace(ROOM, format=FORMAT + 1))
    with pytest.raises(msgspec.ValidationError, match="format 2 is not known"):
        decode_room(body)


@pytest.mark.parametrize("body", [b"", b"\xc1", encode_room(ROOM)[:-1], b"\x81\xa4host\x01"])
def test_damaged_row_is_refused(body: bytes) -> None:
    with pytest.raises(msgspec.MsgspecError):
        decode_room(body)


def test_row_is_replaced_and_removed_by_an_empty_body(connection: sqlite3.Connection) -> None:
    store_rooms(connection, [RoomEntry(2, b"two"), RoomEntry(1, b"one"), RoomEntry(2, b"second")])
    assert read_rooms(connection) == [RoomEntry(1, b"one"), RoomEntry(2, b"second")]
    store_rooms(connection, [RoomEntry(1, b""), RoomEntry(7, b"")])
    assert read_rooms(connection) == [RoomEntry(2, b"second")]


def test_file_of_an_older_version_has_no_rooms() -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        assert read_rooms(connection) == []


def test_row_of_another_type_is_left_out(connection: sqlite3.Connection) -> None:
    connection.execute("INSERT INTO open_rooms VALUES (1, 'text'), (2, NULL), (3, x'01')")
    assert read_rooms(connection) == [RoomEntry(3, b"\x01")]
