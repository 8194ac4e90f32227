"""A restart brings every unfinished match back as it was, and damage stays where it is."""

from typing import Any

import pytest
from msgspec import structs

from messages import (
    ChatMessage,
    ChooseNickname,
    ChooseWizard,
    ErrorCode,
    LeaveMatch,
    ListActions,
    Reconnect,
    SelectMatch,
    SelectModeAndPlayers,
    SendChat,
    SessionOpened,
    TurnReminder,
)
from messages.registry import GameView
from server.history.restore import restore
from server.journal.records import Entry, state_hash
from tests.harness.handler import HandlerHarness
from tests.harness.journalled import JournalledHarness
from tests.harness.memory_journal import MemoryJournal


@pytest.fixture
def harness() -> JournalledHarness:
    return JournalledHarness(MemoryJournal())


def _hashes(harness: HandlerHarness) -> dict[int, bytes]:
    return {
        n: state_hash(room.match.state) for n, room in harness.state.rooms.items() if room.match
    }


@pytest.mark.parametrize("expert", [False, True])
def test_every_match_is_back_with_the_state_it_had(
    harness: JournalledHarness, expert: bool
) -> None:
    for index in range(3):
        setup = SelectModeAndPlayers(2, expert)
        peers = harness.start_match(f"ada{index}", f"bob{index}", setup=setup)
        harness.play_actions(peers, 20 * index)
    before = _hashes(harness)
    assert len(before) == 3
    after = harness.restart()
    assert _hashes(after) == before
    assert after.damaged_matches == []


def test_a_player_takes_the_seat_back_and_goes_on(harness: JournalledHarness) -> None:
    peers = harness.start_match("ada", "bob")
    harness.play_actions(peers, 25)
    token = harness.received(peers[0], SessionOpened)[-1].token
    view = harness.state.rooms[1].match.view(0).view  # type: ignore[union-attr]
    after = harness.restart()
    ada = after.connect()
    assert isinstance(after.send(ada, Reconnect("ada", token)), SessionOpened)
    assert after.received(ada, GameView)[-1].view == view
    bob = after.connect()
    after.send(bob, Reconnect("bob", harness.received(peers[1], SessionOpened)[-1].token))
    after.play_actions([ada, bob], 1000)
    assert after.state.rooms == {}, "the match was played to its end"
    assert after.restart().state.rooms == {}


def test_a_token_that_was_replaced_before_the_restart_does_not_work(
    harness: JournalledHarness,
) -> None:
    ada, bob = harness.start_match("ada", "bob")
    old = harness.received(ada, SessionOpened)[-1].token
    harness.disconnect(ada)
    back = harness.connect()
    new = harness.send(back, Reconnect("ada", old))
    assert isinstance(new, SessionOpened)
    harness.play_actions([back, bob], 2)
    after = harness.restart()
    assert after.assert_refused(after.connect(), Reconnect("ada", old)) == ErrorCode.SESSIONUNKNOWN
    assert isinstance(after.send(after.connect(), Reconnect("ada", new.token)), SessionOpened)


def test_a_command_repeated_after_a_restart_has_no_second_effect(
    harness: JournalledHarness,
) -> None:
    peers = harness.start_match("ada", "bob")
    for peer in peers:
        legal: Any = harness.send(peer, ListActions())
        if legal.actions:
            action = structs.replace(legal.actions[0], id=41)
            answer = harness.send(peer, action)
            actor = peer
    name = "ada" if actor == peers[0] else "bob"
    before = _hashes(harness)
    after = harness.restart()
    back = after.connect()
    after.send(back, Reconnect(name, harness.received(actor, SessionOpened)[-1].token))
    assert after.send(back, action) == answer
    assert _hashes(after) == before


def test_talk_at_the_table_comes_back(harness: JournalledHarness) -> None:
    ada, _ = harness.start_match("ada", "bob")
    harness.send(ada, SendChat("see you tomorrow"))
    after = harness.restart()
    back = after.connect()
    after.send(back, Reconnect("ada", harness.received(ada, SessionOpened)[-1].token))
    assert after.received(back, ChatMessage) == [ChatMessage("ada", "see you tomorrow")]


def test_clocks_stand_still_until_somebody_is_back(harness: JournalledHarness) -> None:
    ada, bob = harness.start_match("ada", "bob", setup=SelectModeAndPlayers(2, clock=60))
    after = harness.restart()
    before = _hashes(after)
    after.tick(10_000.0)
    assert _hashes(after) == before
    back = after.connect()
    after.send(back, Reconnect("ada", harness.received(ada, SessionOpened)[-1].token))
    other = after.connect()
    after.send(other, Reconnect("bob", harness.received(bob, SessionOpened)[-1].token))
    after.tick(35.0)
    assert after.received(back, TurnReminder) or after.received(other, TurnReminder)
    after.tick(30.0)
    assert _hashes(after) != before


def test_players_who_left_stay_gone(harness: JournalledHarness) -> None:
    peers = harness.start_match("ada", "bob", "eve")
    harness.send(peers[1], LeaveMatch())
    after = harness.restart()
    assert after.state.sessions.keys() == {"ada", "eve"}
    assert after.state.rooms[1].members_by_seat[1] is None


def test_computer_players_are_called_back_with_tokens_of_their_own(
    harness: JournalledHarness,
) -> None:
    ada = harness.connect_named("ada")
    harness.send(ada, SelectMatch(0))
    harness.send(ada, SelectModeAndPlayers(2, bots=1))
    (call,) = harness.started_bots
    robot = harness.connect(computer=True)
    harness.send(robot, ChooseNickname(call.nickname))
    harness.send(robot, SelectMatch(call.room))
    harness.send(robot, ChooseWizard("SAGE"))
    harness.send(ada, ChooseWizard("KING"))
    after = harness.restart()
    (again,) = after.restored_bots
    assert (again.strategy, again.nickname) == ("greedy", call.nickname)
    back = after.connect(computer=True)
    assert isinstance(after.send(back, Reconnect(again.nickname, again.token)), SessionOpened)


def test_new_matches_never_take_a_number_that_was_used(harness: JournalledHarness) -> None:
    harness.start_match("ada", "bob")
    after = harness.restart()
    after.start_match("eve", "fay")
    assert sorted(after.state.rooms) == [1, 2]


def test_an_empty_journal_brings_nothing_back() -> None:
    state = HandlerHarness().state
    assert restore(state, MemoryJournal()) == ([], [])
    assert (state.rooms, state.sessions) == ({}, {})


class TestDamage:
    @pytest.mark.parametrize("kind", ["changed", "lost", "swapped", "alien"])
    def test_stops_one_match_and_leaves_the_others_alone(
        self, harness: JournalledHarness, kind: str
    ) -> None:
        for index in range(2):
            harness.play_actions(harness.start_match(f"ada{index}", f"bob{index}"), 10)
        journal = MemoryJournal()
        entries = list(harness.journal.unfinished())
        mine = [i for i, entry in enumerate(entries) if entry.match == 1]
        _damage(entries, mine[5], mine[6], kind)
        journal.append(entries, lambda _: None)
        after = JournalledHarness(journal)
        assert list(after.state.rooms) == [2]
        (replay,) = after.damaged_matches
        assert replay.number == 1
        assert "record 6" in replay.error


def _damage(entries: list[Entry], at: int, after: int, kind: str) -> None:
    if kind == "changed":
        body = entries[at].body
        entries[at] = structs.replace(entries[at], body=body[:-1] + bytes([body[-1] ^ 1]))
    elif kind == "lost":
        del entries[at]
    elif kind == "swapped":
        entries[at], entries[after] = entries[after], entries[at]
    else:
        entries[at] = structs.replace(entries[at], body=b"\xc1")


def test_a_seat_the_rules_took_away_stays_empty() -> None:
    harness = JournalledHarness(MemoryJournal())
    asked = SelectModeAndPlayers(3, game="uno", clock=5, options={"max_idle_turns": 1})
    harness.start_match("ada", "bob", "eve", setup=asked)
    harness.tick(5.0)
    (before,) = harness.state.rooms.values()
    (after,) = harness.restart().state.rooms.values()
    names = [member and member.name for member in before.members_by_seat]
    assert names.count(None) == 1
    assert [member and member.name for member in after.members_by_seat] == names
