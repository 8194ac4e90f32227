"""Restore: a restart restores every unfinished match; corrupted ones are left out."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import structs

from messages import (
    ChatMessage,
    ChooseNickname,
    ChoosePartner,
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
from server.journal.base import JournalDamaged
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
def test_three_matches_are_restored_with_their_states(
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


def test_players_reconnect_to_the_same_view_and_play_to_the_end_after_restart(
    harness: JournalledHarness,
) -> None:
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


def test_restart_keeps_the_partners_and_their_seats(harness: JournalledHarness) -> None:
    names = ("ada", "bob", "cyd", "dan")
    peers = [harness.connect_named(name) for name in names]
    harness.send(peers[0], SelectMatch(0))
    harness.send(peers[0], SelectModeAndPlayers(4))
    for peer in peers[1:]:
        harness.send(peer, SelectMatch(1))
    harness.send(peers[1], ChoosePartner("ada"))
    for peer, wizard in zip(peers, ("KING", "WITCH", "SAGE", "DRUID"), strict=True):
        harness.send(peer, ChooseWizard(wizard))
    before = harness.state.rooms[1]
    after = harness.restart().state.rooms[1]
    assert {"ada", "bob"} in map(set, after.info().teams)
    assert after.info().teams == before.info().teams
    assert [member.name for member in after.members] == [member.name for member in before.members]


def test_token_replaced_before_the_restart_is_refused_and_the_new_one_works(
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


def test_action_repeated_after_restart_gets_the_same_answer_and_has_no_effect(
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


def test_chat_is_restored_and_sent_at_reconnect(harness: JournalledHarness) -> None:
    ada, _ = harness.start_match("ada", "bob")
    harness.send(ada, SendChat("see you tomorrow"))
    after = harness.restart()
    back = after.connect()
    after.send(back, Reconnect("ada", harness.received(ada, SessionOpened)[-1].token))
    assert after.received(back, ChatMessage) == [ChatMessage("ada", "see you tomorrow")]


def test_private_chat_is_restored_for_sender_and_addressee_only(
    harness: JournalledHarness,
) -> None:
    setup = SelectModeAndPlayers(3, game="uno")
    peers = harness.start_match("ada", "bob", "eve", setup=setup)
    harness.send(peers[0], SendChat("between us", "bob"))
    after = harness.restart()
    lines = []
    for peer, name in zip(peers, ("ada", "bob", "eve"), strict=True):
        back = after.connect()
        after.send(back, Reconnect(name, harness.received(peer, SessionOpened)[-1].token))
        lines.append(after.received(back, ChatMessage))
    assert lines == [[ChatMessage("ada", "between us", "bob")]] * 2 + [[]]


def test_turn_clock_waits_after_restart_and_runs_when_the_players_are_back(
    harness: JournalledHarness,
) -> None:
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


def test_player_who_left_is_not_restored_and_the_seat_is_empty(harness: JournalledHarness) -> None:
    peers = harness.start_match("ada", "bob", "eve")
    harness.send(peers[1], LeaveMatch())
    after = harness.restart()
    assert after.state.sessions.keys() == {"ada", "eve"}
    assert after.state.rooms[1].members_by_seat[1] is None


def test_computer_player_is_started_again_with_a_token_that_resumes_its_session(
    harness: JournalledHarness,
) -> None:
    ada = harness.connect_named("ada")
    harness.send(ada, SelectMatch(0))
    harness.send(ada, SelectModeAndPlayers(2, bots=1))
    (start,) = harness.started_bots
    bot = harness.connect(computer=True)
    harness.send(bot, ChooseNickname(start.nickname))
    harness.send(bot, SelectMatch(start.room))
    harness.send(bot, ChooseWizard("SAGE"))
    harness.send(ada, ChooseWizard("KING"))
    after = harness.restart()
    (restored,) = after.restored_bots
    assert (restored.strategy, restored.nickname) == ("greedy", start.nickname)
    back = after.connect(computer=True)
    assert isinstance(after.send(back, Reconnect(restored.nickname, restored.token)), SessionOpened)


def test_match_numbers_are_not_reused_after_restart(harness: JournalledHarness) -> None:
    harness.start_match("ada", "bob")
    after = harness.restart()
    after.start_match("eve", "fay")
    assert sorted(after.state.rooms) == [1, 2]


def test_empty_journal_restores_nothing() -> None:
    state = HandlerHarness().state
    assert restore(state, MemoryJournal()) == ([], [], [])
    assert (state.rooms, state.sessions) == ({}, {})


class TestCorruptedEntries:
    @pytest.mark.parametrize("kind", ["changed", "removed", "swapped", "undecodable"])
    def test_keep_only_their_match_from_being_restored_and_are_reported(
        self, harness: JournalledHarness, kind: str
    ) -> None:
        for index in range(2):
            harness.play_actions(harness.start_match(f"ada{index}", f"bob{index}"), 10)
        journal = MemoryJournal()
        entries = list(harness.journal.unfinished())
        mine = [i for i, entry in enumerate(entries) if entry.match == 1]
        _corrupt(entries, mine[5], mine[6], kind)
        journal.append(entries, lambda _: None)
        after = JournalledHarness(journal)
        assert list(after.state.rooms) == [2]
        (replay,) = after.damaged_matches
        assert replay.number == 1
        assert "record 6" in replay.error


def _corrupt(entries: list[Entry], index: int, after: int, kind: str) -> None:
    if kind == "changed":
        body = entries[index].body
        entries[index] = structs.replace(entries[index], body=body[:-1] + bytes([body[-1] ^ 1]))
    elif kind == "removed":
        del entries[index]
    elif kind == "swapped":
        entries[index], entries[after] = entries[after], entries[index]
    else:
        entries[index] = structs.replace(entries[index], body=b"\xc1")


def test_seat_that_the_rules_of_uno_removed_is_empty_after_restart() -> None:
    harness = JournalledHarness(MemoryJournal())
    setup = SelectModeAndPlayers(3, game="uno", clock=5, options={"max_idle_turns": 1})
    harness.start_match("ada", "bob", "eve", setup=setup)
    harness.tick(5.0)
    (before,) = harness.state.rooms.values()
    (after,) = harness.restart().state.rooms.values()
    names = [member and member.name for member in before.members_by_seat]
    assert names.count(None) == 1
    assert [member and member.name for member in after.members_by_seat] == names


def test_state_does_not_change_if_damage_is_found_while_results_are_read(
    harness: JournalledHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged() -> Iterator[tuple[Entry, Entry]]:
        raise JournalDamaged("malformed")

    harness.start_match("ada", "bob")
    monkeypatch.setattr(harness.journal, "results", damaged)
    after = HandlerHarness()
    with pytest.raises(JournalDamaged):
        restore(after.state, harness.journal)
    assert (after.state.rooms, after.state.sessions) == ({}, {})
