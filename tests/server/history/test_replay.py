"""A match is followed record by record; whatever does not fit stops it with a sentence."""

from collections.abc import Callable

import pytest
from msgspec import structs

from games.registry import GAMES
from messages import ChatMessage, SendChat
from server.history.replay import Replay, replay_entries
from server.journal.records import (
    FORMAT,
    NO_HASH,
    AnyRecord,
    Began,
    Ended,
    Entry,
    Talked,
    decode_record,
    make_entry,
    state_hash,
)
from server.rooms.room import CHAT_LINES
from tests.harness.journalled import JournalledHarness
from tests.harness.memory_journal import MemoryJournal


@pytest.fixture(scope="module")
def records() -> list[AnyRecord]:
    """A whole match of Eriantys."""
    harness = JournalledHarness(MemoryJournal())
    peers = harness.start_match("ada", "bob")
    harness.send(peers[0], SendChat("good luck"))
    harness.play_actions(peers, 1000)
    return [decode_record(entry.body) for entry in harness.journal.entries(1)]


def entries(records: list[AnyRecord]) -> list[Entry]:
    """These records, correctly chained."""
    chain, made = NO_HASH, []
    for record in records:
        made.append(make_entry(1, chain, record))
        chain = made[-1].hash
    return made


def follow(records: list[AnyRecord]) -> Replay:
    return replay_entries(entries(records), GAMES)[1]


def test_a_whole_match_is_followed_to_its_end(records: list[AnyRecord]) -> None:
    replay = follow(records)
    assert (replay.is_over, replay.error, replay.records) == (True, "", len(records))
    assert replay.chat == [ChatMessage("ada", "good luck")]
    assert not follow(records[:-1]).is_over


def test_messages_are_those_of_the_match_unless_they_are_not_wanted(
    records: list[AnyRecord],
) -> None:
    assert Replay(1, GAMES).feed(entries(records)[0])
    quiet = Replay(1, GAMES, quiet=True)
    assert not quiet.feed(entries(records)[0])
    for entry in entries(records)[1:]:
        quiet.feed(entry)
    assert quiet.match is not None
    assert isinstance(records[-1], Ended)
    assert state_hash(quiet.match.state) == records[-1].state_hash


def test_only_the_last_lines_of_chat_are_kept(records: list[AnyRecord]) -> None:
    talk: list[AnyRecord] = [Talked("ada", str(number)) for number in range(CHAT_LINES + 3)]
    chat = follow([records[0], *talk]).chat
    assert [line.text for line in chat] == [str(number) for number in range(3, CHAT_LINES + 3)]


def _with_another_state(record: AnyRecord) -> AnyRecord:
    assert isinstance(record, Ended)
    return structs.replace(record, state_hash=b"another")


def _of_another_format(record: AnyRecord) -> AnyRecord:
    assert isinstance(record, Began)
    return structs.replace(record, format=FORMAT + 1)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda r: [*r[:-1], _with_another_state(r[-1])], "the last state is not the one"),
        (lambda r: [_of_another_format(r[0]), *r[1:]], f"it has format {FORMAT + 1}"),
        (lambda r: [*r, r[-1]], "it follows the final record"),
        (lambda r: r[1:], "must be the first record"),
        (lambda r: [r[0], *r], "must be the first record"),
        (lambda r: [r[0], r[-2]], "record 2 is invalid"),
    ],
    ids=["state", "format", "after", "no beginning", "two beginnings", "illegal"],
)
def test_records_that_do_not_fit_are_damage(
    records: list[AnyRecord], change: Callable[[list[AnyRecord]], list[AnyRecord]], why: str
) -> None:
    assert why in follow(change(records)).error


def test_nothing_is_followed_after_damage(records: list[AnyRecord]) -> None:
    replay = Replay(1, GAMES)
    good = entries(records[:4])
    replay.feed(good[0])
    replay.feed(good[2])
    assert "record 2 is invalid: its hash does not match" in replay.error
    before = replay.records
    assert replay.feed(good[1]) == []
    assert replay.records == before


def test_matches_in_one_journal_are_told_apart(records: list[AnyRecord]) -> None:
    mine = entries(records[:3])
    other = [structs.replace(entry, match=2) for entry in entries(records[:2])]
    mixed = [mine[0], other[0], mine[1], other[1], mine[2]]
    found = replay_entries(mixed, GAMES)
    assert {number: replay.records for number, replay in found.items()} == {1: 3, 2: 2}
    assert not any(replay.error for replay in found.values())
