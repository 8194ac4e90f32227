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
from tests.harness.handler import House
from tests.harness.journalled import JournalledHouse
from tests.harness.memory_journal import MemoryJournal


@pytest.fixture
def house() -> JournalledHouse:
    return JournalledHouse(MemoryJournal())


def _hashes(house: House) -> dict[int, bytes]:
    return {n: state_hash(room.match.state) for n, room in house.state.rooms.items() if room.match}


@pytest.mark.parametrize("expert", [False, True])
def test_every_match_is_back_with_the_state_it_had(house: JournalledHouse, expert: bool) -> None:
    for index in range(3):
        setup = SelectModeAndPlayers(2, expert)
        peers = house.table(f"ada{index}", f"bob{index}", setup=setup)
        house.play(peers, 20 * index)
    before = _hashes(house)
    assert len(before) == 3
    after = house.restarted()
    assert _hashes(after) == before
    assert after.damaged == []


def test_a_player_takes_the_seat_back_and_goes_on(house: JournalledHouse) -> None:
    peers = house.table("ada", "bob")
    house.play(peers, 25)
    token = house.got(peers[0], SessionOpened)[-1].token
    view = house.state.rooms[1].match.view(0).view  # type: ignore[union-attr]
    after = house.restarted()
    ada = after.arrive()
    assert isinstance(after.say(ada, Reconnect("ada", token)), SessionOpened)
    assert after.got(ada, GameView)[-1].view == view
    bob = after.arrive()
    after.say(bob, Reconnect("bob", house.got(peers[1], SessionOpened)[-1].token))
    after.play([ada, bob], 1000)
    assert after.state.rooms == {}, "the match was played to its end"
    assert after.restarted().state.rooms == {}


def test_a_token_that_was_replaced_before_the_restart_does_not_work(house: JournalledHouse) -> None:
    ada, bob = house.table("ada", "bob")
    old = house.got(ada, SessionOpened)[-1].token
    house.depart(ada)
    back = house.arrive()
    new = house.say(back, Reconnect("ada", old))
    assert isinstance(new, SessionOpened)
    house.play([back, bob], 2)
    after = house.restarted()
    assert after.refused(after.arrive(), Reconnect("ada", old)) == ErrorCode.SESSIONUNKNOWN
    assert isinstance(after.say(after.arrive(), Reconnect("ada", new.token)), SessionOpened)


def test_a_command_repeated_after_a_restart_has_no_second_effect(house: JournalledHouse) -> None:
    peers = house.table("ada", "bob")
    for peer in peers:
        legal: Any = house.say(peer, ListActions())
        if legal.actions:
            action = structs.replace(legal.actions[0], id=41)
            answer = house.say(peer, action)
            actor = peer
    name = "ada" if actor == peers[0] else "bob"
    before = _hashes(house)
    after = house.restarted()
    back = after.arrive()
    after.say(back, Reconnect(name, house.got(actor, SessionOpened)[-1].token))
    assert after.say(back, action) == answer
    assert _hashes(after) == before


def test_talk_at_the_table_comes_back(house: JournalledHouse) -> None:
    ada, _ = house.table("ada", "bob")
    house.say(ada, SendChat("see you tomorrow"))
    after = house.restarted()
    back = after.arrive()
    after.say(back, Reconnect("ada", house.got(ada, SessionOpened)[-1].token))
    assert after.got(back, ChatMessage) == [ChatMessage("ada", "see you tomorrow")]


def test_clocks_stand_still_until_somebody_is_back(house: JournalledHouse) -> None:
    ada, bob = house.table("ada", "bob", setup=SelectModeAndPlayers(2, clock=60))
    after = house.restarted()
    before = _hashes(after)
    after.tick(10_000.0)
    assert _hashes(after) == before
    back = after.arrive()
    after.say(back, Reconnect("ada", house.got(ada, SessionOpened)[-1].token))
    other = after.arrive()
    after.say(other, Reconnect("bob", house.got(bob, SessionOpened)[-1].token))
    after.tick(35.0)
    assert after.got(back, TurnReminder) or after.got(other, TurnReminder)
    after.tick(30.0)
    assert _hashes(after) != before


def test_players_who_left_stay_gone(house: JournalledHouse) -> None:
    peers = house.table("ada", "bob", "eve")
    house.say(peers[1], LeaveMatch())
    after = house.restarted()
    assert after.state.sessions.keys() == {"ada", "eve"}
    assert after.state.rooms[1].members_by_seat[1] is None


def test_computer_players_are_called_back_with_tokens_of_their_own(house: JournalledHouse) -> None:
    ada = house.guest("ada")
    house.say(ada, SelectMatch(0))
    house.say(ada, SelectModeAndPlayers(2, bots=1))
    (call,) = house.calls
    robot = house.arrive(computer=True)
    house.say(robot, ChooseNickname(call.nickname))
    house.say(robot, SelectMatch(call.room))
    house.say(robot, ChooseWizard("SAGE"))
    house.say(ada, ChooseWizard("KING"))
    after = house.restarted()
    (again,) = after.calls_back
    assert (again.strategy, again.nickname) == ("greedy", call.nickname)
    back = after.arrive(computer=True)
    assert isinstance(after.say(back, Reconnect(again.nickname, again.token)), SessionOpened)


def test_new_matches_never_take_a_number_that_was_used(house: JournalledHouse) -> None:
    house.table("ada", "bob")
    after = house.restarted()
    after.table("eve", "fay")
    assert sorted(after.state.rooms) == [1, 2]


def test_an_empty_journal_brings_nothing_back() -> None:
    state = House().state
    assert restore(state, MemoryJournal()) == ([], [])
    assert (state.rooms, state.sessions) == ({}, {})


class TestDamage:
    @pytest.mark.parametrize("kind", ["changed", "lost", "swapped", "alien"])
    def test_stops_one_match_and_leaves_the_others_alone(
        self, house: JournalledHouse, kind: str
    ) -> None:
        for index in range(2):
            house.play(house.table(f"ada{index}", f"bob{index}"), 10)
        journal = MemoryJournal()
        entries = list(house.journal.unfinished())
        mine = [i for i, entry in enumerate(entries) if entry.match == 1]
        _damage(entries, mine[5], mine[6], kind)
        journal.append(entries, lambda _: None)
        after = JournalledHouse(journal)
        assert list(after.state.rooms) == [2]
        (replay,) = after.damaged
        assert replay.number == 1
        assert "record 6" in replay.damage


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
    house = JournalledHouse(MemoryJournal())
    asked = SelectModeAndPlayers(3, game="uno", clock=5, options={"max_idle_turns": 1})
    house.table("ada", "bob", "eve", setup=asked)
    house.tick(5.0)
    (before,) = house.state.rooms.values()
    (after,) = house.restarted().state.rooms.values()
    names = [member and member.name for member in before.members_by_seat]
    assert names.count(None) == 1
    assert [member and member.name for member in after.members_by_seat] == names
