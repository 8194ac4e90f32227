"""Records: encoding, and entries chained by hashes."""

import msgspec
import pytest
from msgspec import Struct

from messages import SelectModeAndPlayers
from messages.eriantys.actions import MoveMotherNature
from server.journal.records import (
    FORMAT,
    HASH_BYTES,
    NO_HASH,
    Abandoned,
    Acted,
    AnyRecord,
    Began,
    Ended,
    Left,
    Player,
    Resumed,
    Talked,
    TimedOut,
    Whispered,
    chain_hash,
    decode_record,
    encode_record,
    make_entry,
    state_hash,
)

PLAYERS = (Player("ada", "KING", b"token"), Player("greedy", "SAGE", b"", "greedy", "uno"))
SETUP = SelectModeAndPlayers(2, options={"target": 200})
RECORDS: list[AnyRecord] = [
    Began(FORMAT, SETUP, PLAYERS, "ada", "CODE", b"seed", 1_700_000_000),
    Acted(1, MoveMotherNature(3, id=7)),
    Acted(0, MoveMotherNature(1), 0),
    TimedOut(0, 1500),
    Left(1, 86_400_000),
    Resumed(0, b"other token"),
    Talked("ada", "hello"),
    Whispered(0, 1, "between us"),
    Ended((0,), "All towers are built.", b"hash"),
    Abandoned("everybody left"),
]

each_record = pytest.mark.parametrize("record", RECORDS, ids=lambda record: type(record).__name__)


@each_record
def test_record_survives_encoding_and_names_its_kind(record: AnyRecord) -> None:
    body = encode_record(record)
    assert decode_record(body) == record
    assert msgspec.msgpack.decode(body)["kind"] == type(record).__name__


def test_step_without_time_is_encoded_as_by_versions_that_had_none() -> None:
    action = {"type": "MoveMotherNature", "steps": 3}
    for record, old in (
        (Acted(1, MoveMotherNature(3)), {"kind": "Acted", "seat": 1, "action": action}),
        (TimedOut(0), {"kind": "TimedOut", "seat": 0}),
        (Left(1), {"kind": "Left", "seat": 1}),
    ):
        assert encode_record(record) == msgspec.msgpack.encode(old)
        assert decode_record(msgspec.msgpack.encode(old)) == record


@each_record
def test_entry_has_match_and_encoded_record_and_is_last_for_final_records_only(
    record: AnyRecord,
) -> None:
    entry = make_entry(5, NO_HASH, record)
    assert (entry.match, entry.body) == (5, encode_record(record))
    assert entry.last == isinstance(record, Ended | Abandoned)


def test_hash_of_an_entry_depends_on_the_previous_hash_and_its_record() -> None:
    first = make_entry(1, NO_HASH, RECORDS[0])
    second = make_entry(1, first.hash, RECORDS[1])
    assert second.hash == chain_hash(first.hash, second.body)
    assert len(second.hash) == HASH_BYTES
    assert make_entry(1, NO_HASH, RECORDS[1]).hash != second.hash
    assert make_entry(1, first.hash, RECORDS[2]).hash != second.hash


class State(Struct, frozen=True):
    turn: int


def test_only_equal_states_have_equal_hashes() -> None:
    assert state_hash(State(1)) == state_hash(State(1))
    assert state_hash(State(1)) != state_hash(State(2))
