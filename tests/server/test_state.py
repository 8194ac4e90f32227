"""The registry: names, tokens and passwords, the list of matches, and the records of a room."""

import pytest

from messages import ChooseNickname, ErrorCode, LeaveMatch, Refusal, SelectMatch
from messages import SelectModeAndPlayers as SetUp
from server.effects import Outcome
from server.journal.records import Talked, chain_hash, decode_record
from server.state import BOT_NAMES, MAX_LISTED, ServerState, hash_secret
from tests.harness.handler import HandlerHarness


def open_room(harness: HandlerHarness, host: str, setup: SetUp) -> int:
    """The peer of a host who waits in a room."""
    peer = harness.connect_named(host)
    harness.assert_accepted(peer, SelectMatch(0))
    harness.assert_accepted(peer, setup)
    return peer


def test_bots_get_names_that_nobody_has() -> None:
    harness = HandlerHarness()
    harness.connect_named("Bianca-bot")
    names = [harness.state.next_bot_name() for _ in range(2 * len(BOT_NAMES) - 1)]
    assert names[0] == "Ugo-bot"
    assert names[len(BOT_NAMES) - 1] == "Bianca-bot2"
    assert len(set(names)) == len(names)


def test_without_a_password_any_word_is_right() -> None:
    state = HandlerHarness().state
    assert state.is_password("anything")
    state.password = hash_secret("secret")
    assert [state.is_password(word) for word in ("secret", "Secret", "")] == [True, False, False]


def test_a_session_ends_with_its_name() -> None:
    harness = HandlerHarness()
    peer = harness.state.peers[harness.connect_named("Ada")]
    assert peer.session is not None
    harness.state.end_session(peer.session)
    assert harness.state.sessions == {}
    harness.assert_accepted(peer.id, ChooseNickname("ada"))


def test_a_dialect_finds_only_its_own_disconnected_clients() -> None:
    harness = HandlerHarness()
    ada, _ = harness.start_match("ada", "bob")
    harness.state.sessions["ada"].dialect = "uno"
    assert not harness.state.can_return_by_name("ada", "uno")
    harness.disconnect(ada)
    assert harness.state.can_return_by_name("Ada", "uno")
    assert not harness.state.can_return_by_name("ada", "rummy")
    assert not harness.state.can_return_by_name("nobody", "uno")


def test_the_list_has_open_rooms_that_anybody_may_join() -> None:
    harness = HandlerHarness()
    open_room(harness, "ada", SetUp(3))
    open_room(harness, "bob", SetUp(2, private=True))
    open_room(harness, "eve", SetUp(2, bots=1))
    harness.start_match("fay", "gil")
    assert [room.host for room in harness.state.match_list().rooms] == ["ada"]
    listed = harness.state.match_list(watchable=True)
    assert [room.host for room in listed.playing] == ["fay"]
    assert listed.matches == ("1: Eriantys, 1 of 3 seats taken, host ada",)


def test_the_list_has_an_end() -> None:
    harness = HandlerHarness()
    for number in range(MAX_LISTED + 3):
        open_room(harness, f"host{number}", SetUp(2))
    assert len(harness.state.match_list().rooms) == MAX_LISTED


def test_matches_that_are_on_are_counted() -> None:
    harness = HandlerHarness()
    open_room(harness, "ada", SetUp(2))
    peers = harness.start_match("bob", "eve")
    assert harness.state.playing_count == 1
    harness.assert_accepted(peers[0], LeaveMatch())
    assert harness.state.playing_count == 0


@pytest.fixture
def journalled() -> ServerState:
    harness = HandlerHarness()
    harness.state.has_journal = True
    harness.start_match("ada", "bob")
    return harness.state


def test_records_of_a_room_are_chained(journalled: ServerState) -> None:
    (room,) = journalled.rooms.values()
    before, outcome = room.last_hash, Outcome()
    for text in ("one", "two"):
        journalled.journal(room, Talked("ada", text), outcome)
    first, second = outcome.entries
    assert decode_record(second.body) == Talked("ada", "two")
    assert first.hash == chain_hash(before, first.body)
    assert room.last_hash == second.hash == chain_hash(first.hash, second.body)


def test_without_a_journal_nothing_is_recorded(journalled: ServerState) -> None:
    (room,) = journalled.rooms.values()
    journalled.has_journal, outcome = False, Outcome()
    journalled.journal(room, Talked("ada", "one"), outcome)
    assert outcome.entries == []


def test_while_the_journal_fails_nothing_new_may_happen() -> None:
    state = HandlerHarness().state
    state.check_journal()
    state.set_journal_failing(True)
    with pytest.raises(Refusal) as refused:
        state.check_journal()
    assert refused.value.code is ErrorCode.NOTSAVED
    state.set_journal_failing(False)
    state.check_journal()
    assert state.reprompt_needed, "answers were refused, so prompts are sent again"
