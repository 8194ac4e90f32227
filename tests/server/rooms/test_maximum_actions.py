"""A match that reaches ``actions_per_match`` ends without a winner."""

import pytest

from games.registry import GAMES
from messages import (
    ActionValid,
    ChooseMatch,
    FinalScores,
    GenericMessage,
    RequestRefresh,
    RoomUpdate,
    SelectModeAndPlayers,
    StartMatch,
    WatchMatch,
)
from server.history.archive import verify
from server.journal.records import Abandoned, decode_record
from server.limits import Limits
from tests.harness.journalled import JournalledHarness
from tests.harness.memory_journal import MemoryJournal

MAXIMUM = 12
TEXT = "This match has reached 12 actions, the maximum, and ends without a winner."


@pytest.fixture
def harness() -> JournalledHarness:
    return JournalledHarness(MemoryJournal(), Limits(actions_per_match=MAXIMUM, snapshot_records=5))


def test_last_action_is_accepted_then_all_are_told_and_return_to_the_lobby(
    harness: JournalledHarness,
) -> None:
    peers = harness.start_match("ada", "bob", setup=SelectModeAndPlayers(2, game="uno"))
    spectator = harness.connect_named("eve")
    harness.send(spectator, WatchMatch(1))
    harness.play_actions(peers, MAXIMUM - 1)
    assert harness.state.rooms
    harness.play_actions(peers, 1)
    assert harness.state.rooms == {}
    for peer in (*peers, spectator):
        assert harness.received(peer, GenericMessage)[-1].msg == TEXT
        assert harness.received(peer, FinalScores) == []
        assert harness.received(peer, ChooseMatch)
        assert isinstance(harness.send(peer, RequestRefresh()), ChooseMatch)


def test_record_of_the_end_is_valid_and_the_match_is_not_restored(
    harness: JournalledHarness,
) -> None:
    peers = harness.start_match("ada", "bob", setup=SelectModeAndPlayers(2, game="uno"))
    harness.play_actions(peers, MAXIMUM)
    *_, last = harness.journal.entries(1)
    assert decode_record(last.body) == Abandoned("the maximum number of actions")
    (verdict,) = verify(harness.journal, GAMES)
    assert (verdict.is_over, verdict.error) == (True, "")
    assert harness.restart().state.rooms == {}


def test_actions_before_a_restart_and_time_outs_count(harness: JournalledHarness) -> None:
    setup = SelectModeAndPlayers(2, game="uno", clock=5, options={"max_idle_turns": 0})
    peers = harness.start_match("ada", "bob", setup=setup)
    harness.play_actions(peers, MAXIMUM - 3)
    match = harness.restart().state.rooms[1].match
    assert match is not None
    assert match.steps == MAXIMUM - 3
    harness.tick(30.0)
    assert harness.state.rooms == {}


def test_standing_room_is_open_again(harness: JournalledHarness) -> None:
    setup = SelectModeAndPlayers(2, game="uno", standing=True)
    peers = harness.start_match("ada", "bob", setup=setup)
    assert isinstance(harness.send(peers[0], StartMatch()), ActionValid)
    harness.play_actions(peers, MAXIMUM)
    assert list(harness.state.open_rooms) == [1]
    assert harness.received(peers[1], RoomUpdate)
