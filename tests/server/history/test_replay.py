"""Replay: matches are replayed record by record; an invalid record stops the replay."""

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
    Whispered,
    decode_record,
    make_entry,
    state_hash,
)
from server.rooms.chat import MAX_CHAT_LINES
from tests.harness.journalled import JournalledHarness
from tests.harness.memory_journal import MemoryJournal


@pytest.fixture(scope="module")
def records() -> list[AnyRecord]:
    """Records of a whole match of Eriantys."""
    harness = JournalledHarness(MemoryJournal())
    peers = harness.start_match("ada", "bob")
    harness.send(peers[0], SendChat("good luck"))
    harness.play_actions(peers, 1000)
    return [decode_record(entry.body) for entry in harness.journal.entries(1)]


def entries(records: list[AnyRecord]) -> list[Entry]:
    """Return the entries of these records, chained by their hashes."""
    last_hash, chained = NO_HASH, []
    for record in records:
        chained.append(make_entry(1, last_hash, record))
        last_hash = chained[-1].hash
    return chained


def _replay(records: list[AnyRecord]) -> Replay:
    return replay_entries(entries(records), GAMES)[1]


def test_whole_match_is_replayed_with_chat_and_is_over_only_with_its_final_record(
    records: list[AnyRecord],
) -> None:
    replay = _replay(records)
    assert (replay.is_over, replay.error, replay.records) == (True, "", len(records))
    assert replay.chat.lines_for(0) == [ChatMessage("ada", "good luck")]
    assert not _replay(records[:-1]).is_over


def test_muted_replay_has_no_messages_at_the_start_and_the_same_final_state(
    records: list[AnyRecord],
) -> None:
    assert Replay(1, GAMES).feed(entries(records)[0])
    muted = Replay(1, GAMES, muted=True)
    assert not muted.feed(entries(records)[0])
    for entry in entries(records)[1:]:
        muted.feed(entry)
    assert muted.match is not None
    assert isinstance(records[-1], Ended)
    assert state_hash(muted.match.state) == records[-1].state_hash


def test_only_latest_chat_lines_of_a_match_are_kept(records: list[AnyRecord]) -> None:
    texts = [str(number) for number in range(MAX_CHAT_LINES + 3)]
    chat_records: list[AnyRecord] = [Talked("ada", text) for text in texts]
    chat = _replay([records[0], *chat_records]).chat.lines_for(0)
    assert [line.text for line in chat] == texts[3:]


def test_private_line_of_a_record_is_kept_for_both_seats_and_a_wrong_seat_is_an_error(
    records: list[AnyRecord],
) -> None:
    replay = _replay([records[0], Whispered(0, 1, "between us"), Whispered(1, 1, "a note")])
    whisper, note = ChatMessage("ada", "between us", "bob"), ChatMessage("bob", "a note", "bob")
    assert [replay.chat.lines_for(seat) for seat in (0, 1, 2)] == [[whisper], [whisper, note], []]
    assert "record 2 is invalid" in _replay([records[0], Whispered(0, 7, "?")]).error


def _with_another_state(record: AnyRecord) -> AnyRecord:
    assert isinstance(record, Ended)
    return structs.replace(record, state_hash=b"another")


def _of_another_format(record: AnyRecord) -> AnyRecord:
    assert isinstance(record, Began)
    return structs.replace(record, format=FORMAT + 1)


@pytest.mark.parametrize(
    ("change", "expected_error"),
    [
        (lambda r: [*r[:-1], _with_another_state(r[-1])], "the final state differs"),
        (lambda r: [_of_another_format(r[0]), *r[1:]], f"it has format {FORMAT + 1}"),
        (lambda r: [*r, r[-1]], "it follows the final record"),
        (lambda r: r[1:], "must be the first record"),
        (lambda r: [r[0], *r], "must be the first record"),
        (lambda r: [r[0], r[-2]], "record 2 is invalid"),
    ],
    ids=["state", "format", "after", "no start", "two starts", "illegal"],
)
def test_invalid_record_is_named_in_the_error_of_the_replay(
    records: list[AnyRecord],
    change: Callable[[list[AnyRecord]], list[AnyRecord]],
    expected_error: str,
) -> None:
    assert expected_error in _replay(change(records)).error


def test_entry_with_wrong_hash_is_an_error_and_later_entries_are_ignored(
    records: list[AnyRecord],
) -> None:
    replay = Replay(1, GAMES)
    good = entries(records[:4])
    replay.feed(good[0])
    replay.feed(good[2])
    assert "record 2 is invalid: its hash does not match" in replay.error
    before = replay.records
    assert replay.feed(good[1]) == []
    assert replay.records == before


def test_mixed_entries_of_two_matches_are_replayed_separately(records: list[AnyRecord]) -> None:
    mine = entries(records[:3])
    other = [structs.replace(entry, match=2) for entry in entries(records[:2])]
    mixed = [mine[0], other[0], mine[1], other[1], mine[2]]
    found = replay_entries(mixed, GAMES)
    assert {number: replay.records for number, replay in found.items()} == {1: 3, 2: 2}
    assert not any(replay.error for replay in found.values())
