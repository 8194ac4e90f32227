"""Snapshots: taken after a number of records, with all that a restored match needs."""

from typing import Any

import pytest

from games.registry import GAMES
from messages import LeaveMatch, SelectMatch, SelectModeAndPlayers, SendChat, SessionOpened
from messages.lobby import AddComputerPlayer, ChooseNickname, WatchMatch
from server.journal.records import Acted, Snapshot, Talked, Whispered, decode_record, decode_state
from server.limits import Limits
from server.rooms import snapshots
from server.session_registry import hash_secret
from tests.harness.handler import HandlerHarness
from tests.harness.journalled import JournalledHarness
from tests.harness.memory_journal import MemoryJournal

EVERY = 10
LIMITS = Limits(snapshot_records=EVERY)


@pytest.fixture
def harness() -> JournalledHarness:
    return JournalledHarness(MemoryJournal(), LIMITS)


def _records(harness: JournalledHarness, match: int = 1) -> list[Any]:
    return [decode_record(entry.body) for entry in harness.journal.entries(match)]


def _snapshots(harness: JournalledHarness, match: int = 1) -> list[Snapshot]:
    return [record for record in _records(harness, match) if isinstance(record, Snapshot)]


def test_snapshot_follows_each_snapshot_records_records_of_its_match(
    harness: JournalledHarness,
) -> None:
    peers = harness.start_match("ada", "bob")
    others = harness.start_match("eve", "fay")
    harness.play_actions(peers, 3 * EVERY)
    harness.play_actions(others, EVERY - 2)
    kinds = [type(record) is Snapshot for record in _records(harness)]
    places = [index for index, is_snapshot in enumerate(kinds) if is_snapshot]
    assert places == [EVERY, 2 * EVERY + 1, 3 * EVERY + 2]
    assert [snapshot.records for snapshot in _snapshots(harness)] == places
    assert _snapshots(harness, 2) == []


def test_snapshot_of_every_game_has_the_state_and_the_last_changes_of_the_match() -> None:
    for name, game in GAMES.items():
        harness = JournalledHarness(MemoryJournal(), LIMITS)
        setup = SelectModeAndPlayers(2, game=name)
        harness.play_actions(harness.start_match("ada", "bob", setup=setup), EVERY - 1)
        match: Any = harness.state.rooms[1].match
        (snapshot,) = _snapshots(harness)
        assert decode_state(snapshot.match.state, game.state_type) == match.state
        assert (snapshot.match.seq, snapshot.match.steps) == (match.seq, EVERY - 1)
        assert snapshot.match == match.snapshot()
        assert snapshot.match.recent_changes


def test_snapshot_has_hashes_of_tokens_answers_with_an_id_chat_and_removed_seats(
    harness: JournalledHarness,
) -> None:
    ada, bob, _ = harness.start_match("ada", "bob", "eve")
    harness.send(harness.connect_named("gil"), WatchMatch(1))
    harness.send(ada, SendChat("good luck", id=7))
    harness.send(ada, SendChat("secret", "eve"))
    harness.send(bob, LeaveMatch())
    spectator = max(harness.state.peers)
    harness.send(spectator, SendChat("hello"))
    harness.play_actions([ada, spectator - 1], 2 * EVERY)
    snapshot = _snapshots(harness)[0]
    token = harness.received(ada, SessionOpened)[-1].token
    assert snapshot.seats[0].token_hash == hash_secret(token)
    assert snapshot.texts[snapshot.seats[0].answers[7]] == "Your message was sent"
    assert snapshot.chat == (Talked("ada", "good luck"), Whispered(0, 2, "secret"))
    assert [seat.is_removed for seat in snapshot.seats] == [False, True, False]
    assert token.encode() not in b"".join(entry.body for entry in harness.journal.entries(1))


def test_tokens_of_computer_players_are_not_in_a_snapshot(harness: JournalledHarness) -> None:
    ada = harness.connect_named("ada")
    harness.send(ada, SelectMatch(0))
    harness.send(ada, SelectModeAndPlayers(2, game="uno"))
    harness.send(ada, AddComputerPlayer("", "Robot"))
    bot = harness.connect(computer=True)
    harness.send(bot, ChooseNickname("Robot"))
    harness.send(bot, SelectMatch(1))
    harness.play_actions([ada, bot], EVERY)
    seats = _snapshots(harness)[0].seats
    assert [bool(seat.token_hash) for seat in seats] == [True, False]


def test_snapshot_that_cannot_be_taken_ends_only_its_match_with_a_valid_journal(
    harness: JournalledHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    peers = harness.start_match("ada", "bob")
    match: Any = harness.state.rooms[1].match
    harness.play_actions(peers, EVERY - 2)
    monkeypatch.setattr(type(match), "snapshot", lambda _: 1 / 0)
    harness.send(peers[0], SendChat("hello"))
    assert harness.state.rooms == {}
    assert harness.log.errors == ["room_work_failed"]
    assert [type(record) for record in _records(harness)].count(Acted) == EVERY - 2


def test_no_snapshot_is_due_without_a_journal() -> None:
    harness = HandlerHarness(LIMITS)
    ada, _ = harness.start_match("ada", "bob")
    for _ in range(2 * EVERY):
        harness.send(ada, SendChat("hello"))
    assert snapshots.take_due_rooms(harness.state) == []
