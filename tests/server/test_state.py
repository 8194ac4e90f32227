"""ServerState: the number of matches, and records of matches."""

import pytest

from messages import ErrorCode, LeaveMatch, Refusal, SelectMatch
from messages import SelectModeAndPlayers as SetUp
from server.effects import Outcome
from server.journal.records import Talked, chain_hash, decode_record
from server.state import ServerState
from tests.harness.handler import HandlerHarness


def open_room(harness: HandlerHarness, host: str, setup: SetUp) -> int:
    """Open a room and return the peer of its host."""
    peer = harness.connect_named(host)
    harness.assert_accepted(peer, SelectMatch(0))
    harness.assert_accepted(peer, setup)
    return peer


def test_match_count_ignores_open_rooms_and_ended_matches() -> None:
    harness = HandlerHarness()
    open_room(harness, "ada", SetUp(2))
    peers = harness.start_match("bob", "eve")
    assert harness.state.match_count == 1
    harness.assert_accepted(peers[0], LeaveMatch())
    assert harness.state.match_count == 0


@pytest.fixture
def journalled_state() -> ServerState:
    harness = HandlerHarness()
    harness.state.has_journal = True
    harness.start_match("ada", "bob")
    return harness.state


def test_journal_adds_entries_whose_hashes_are_chained(journalled_state: ServerState) -> None:
    (room,) = journalled_state.rooms.values()
    before, outcome = room.last_hash, Outcome()
    for text in ("one", "two"):
        journalled_state.journal(room, Talked("ada", text), outcome)
    first, second = outcome.entries
    assert decode_record(second.body) == Talked("ada", "two")
    assert first.hash == chain_hash(before, first.body)
    assert room.last_hash == second.hash == chain_hash(first.hash, second.body)


def test_journal_adds_no_entries_if_the_server_has_no_journal(
    journalled_state: ServerState,
) -> None:
    (room,) = journalled_state.rooms.values()
    journalled_state.has_journal, outcome = False, Outcome()
    journalled_state.journal(room, Talked("ada", "one"), outcome)
    assert outcome.entries == []


def test_check_journal_refuses_while_journal_fails_then_prompts_are_needed_again() -> None:
    state = HandlerHarness().state
    state.check_journal()
    state.set_journal_failing(True)
    with pytest.raises(Refusal) as refused:
        state.check_journal()
    assert refused.value.code is ErrorCode.NOTSAVED
    state.set_journal_failing(False)
    state.check_journal()
    assert state.reprompt_needed, "answers were refused, so prompts are sent again"
