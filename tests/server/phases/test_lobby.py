"""Phases "match" and "set-up": match list, joining, private rooms, new rooms."""

import pytest

from messages import (
    ActionValid,
    ChooseMatch,
    ChooseNickname,
    ErrorCode,
    LeaveMatch,
    Refusal,
    RequestRefresh,
    RoomUpdate,
    SelectMatch,
    SelectModeAndPlayers,
)
from server.effects import StartBot
from server.limits import Limits
from server.phases import lobby
from server.sessions import InLobby
from tests.harness.handler import HandlerHarness


def test_select_match_zero_starts_a_set_up_and_prompts_for_it() -> None:
    harness = HandlerHarness()
    ada = harness.connect_named("ada")
    harness.pop_received_types(ada)
    assert harness.send(ada, SelectMatch(0)) == ActionValid("Match selected with success")
    assert harness.pop_received_types(ada) == ["GenericMessage", "RequestSetUp"]


def test_refresh_lists_an_open_expert_room_as_text_and_as_data() -> None:
    harness = HandlerHarness()
    ada, bob = harness.connect_named("ada"), harness.connect_named("bob")
    harness.send(ada, SelectMatch(0))
    harness.send(ada, SelectModeAndPlayers(3, True))
    listed = harness.send(bob, RequestRefresh(id=9))
    assert isinstance(listed, ChooseMatch)
    assert listed.reply_to == 9
    assert listed.matches == ("1: Eriantys, expert, 1 of 3 seats taken, host ada",)
    (room,) = listed.rooms
    assert (room.match, room.game, room.mode, room.players) == (1, "eriantys", True, ("ada",))


def test_joining_player_is_announced_to_the_room_and_prompted_for_a_wizard() -> None:
    harness = HandlerHarness()
    ada, bob = harness.connect_named("ada"), harness.connect_named("bob")
    harness.send(ada, SelectMatch(0))
    harness.send(ada, SelectModeAndPlayers(3))
    harness.pop_received_types(bob)
    assert harness.send(bob, SelectMatch(1)) == ActionValid("Match selected with success")
    assert harness.received(ada, RoomUpdate)[-1].room.players == ("ada", "bob")
    expected = ["GenericMessage", "WaitForOtherPlayer", "RoomUpdate", "SelectWizard"]
    assert harness.pop_received_types(bob) == expected


def test_unknown_match_number_is_refused_and_another_can_be_chosen() -> None:
    harness = HandlerHarness()
    ada = harness.connect_named("ada")
    for number in (1, -1, 99, 2**31 - 1):
        assert harness.assert_refused(ada, SelectMatch(number)) == ErrorCode.CHOICENOTVALID
    assert isinstance(harness.send(ada, SelectMatch(0)), ActionValid)


def test_joining_a_full_room_is_refused() -> None:
    harness = HandlerHarness()
    host, bob, carl = (
        harness.connect_named("hosting"),
        harness.connect_named("bob"),
        harness.connect_named("carl"),
    )
    harness.send(host, SelectMatch(0))
    harness.send(host, SelectModeAndPlayers(2))
    harness.send(bob, SelectMatch(1))
    assert harness.assert_refused(carl, SelectMatch(1)) == ErrorCode.MATCHFULL


def test_joining_a_room_whose_last_seat_is_for_a_computer_player_is_refused() -> None:
    harness = HandlerHarness()
    host, bob = harness.connect_named("hosting"), harness.connect_named("bob")
    harness.send(host, SelectMatch(0))
    harness.send(host, SelectModeAndPlayers(2, bots=1))
    assert harness.assert_refused(bob, SelectMatch(1)) == ErrorCode.MATCHFULL


def test_match_in_progress_is_not_listed_and_joining_it_is_refused() -> None:
    harness = HandlerHarness()
    harness.start_match("ada", "bob")
    carl = harness.connect_named("carl")
    assert harness.received(carl, ChooseMatch)[-1].matches == ()
    assert harness.assert_refused(carl, SelectMatch(1)) == ErrorCode.CHOICENOTVALID


def test_private_room_is_not_listed_and_joined_only_with_its_code_in_any_case() -> None:
    harness = HandlerHarness()
    ada, bob = harness.connect_named("ada"), harness.connect_named("bob")
    harness.send(ada, SelectMatch(0))
    harness.send(ada, SelectModeAndPlayers(2, private=True))
    code = harness.received(ada, RoomUpdate)[-1].code
    assert code == "CODE1"
    listed = harness.send(bob, RequestRefresh())
    assert isinstance(listed, ChooseMatch)
    assert listed.matches == ()
    assert harness.assert_refused(bob, SelectMatch(1)) == ErrorCode.CHOICENOTVALID
    assert harness.assert_refused(bob, SelectMatch(0, "WRONG")) == ErrorCode.CHOICENOTVALID
    assert harness.assert_refused(bob, SelectMatch(1, "WRONG")) == ErrorCode.CHOICENOTVALID
    assert isinstance(harness.send(bob, SelectMatch(0, code.lower())), ActionValid)


@pytest.mark.parametrize(
    "setup",
    [
        SelectModeAndPlayers(1),
        SelectModeAndPlayers(5),
        SelectModeAndPlayers(-2),
        SelectModeAndPlayers(2, game="chess"),
        SelectModeAndPlayers(2, bots=2),
        SelectModeAndPlayers(2, bots=-1),
        SelectModeAndPlayers(2, options={"colour": "mauve"}),
    ],
)
def test_invalid_set_up_is_refused_without_a_room_and_a_valid_one_can_follow(
    setup: SelectModeAndPlayers,
) -> None:
    harness = HandlerHarness()
    ada = harness.connect_named("ada")
    harness.send(ada, SelectMatch(0))
    assert harness.assert_refused(ada, setup) == ErrorCode.CHOICENOTVALID
    assert harness.state.rooms == {}
    created = harness.send(ada, SelectModeAndPlayers(2))
    assert created == ActionValid("Match created with success")


def test_set_up_of_a_private_room_starts_its_computer_players_with_the_code() -> None:
    harness = HandlerHarness()
    ada = harness.connect_named("ada")
    harness.send(ada, SelectMatch(0))
    harness.send(ada, SelectModeAndPlayers(4, bots=2, private=True))
    assert harness.started_bots == [
        StartBot("greedy", "eriantys", 1, "CODE1", "Bianca-bot"),
        StartBot("greedy", "eriantys", 1, "CODE1", "Ugo-bot"),
    ]


def test_set_up_starts_its_computer_player_under_a_name_that_is_not_banned() -> None:
    harness = HandlerHarness()
    harness.state.bans.add("name", "Bianca-bot")
    ada = harness.connect_named("ada")
    harness.send(ada, SelectMatch(0))
    harness.assert_accepted(ada, SelectModeAndPlayers(2, bots=1))
    assert [bot.nickname for bot in harness.started_bots] == ["Ugo-bot"]


def test_computer_player_whose_name_was_banned_meanwhile_joins_and_the_match_starts() -> None:
    harness = HandlerHarness()
    ada = harness.connect_named("ada")
    harness.send(ada, SelectMatch(0))
    harness.send(ada, SelectModeAndPlayers(2, game="uno", bots=1))
    (start,) = harness.started_bots
    harness.state.bans.add("name", start.nickname)
    bot = harness.connect(computer=True)
    harness.assert_accepted(bot, ChooseNickname(start.nickname))
    harness.assert_accepted(bot, SelectMatch(start.room))
    assert harness.state.rooms[start.room].match is not None


def test_hundred_bot_names_are_unique() -> None:
    state = HandlerHarness().state
    names = [state.next_bot_name() for _ in range(100)]
    assert len(set(names)) == 100


def test_set_up_above_the_limit_of_matches_is_refused() -> None:
    harness = HandlerHarness(Limits(matches=1))
    for name in ("ada", "bob"):
        harness.send(harness.connect_named(name), SelectMatch(0))
    assert isinstance(harness.send(1, SelectModeAndPlayers(2)), ActionValid)
    assert harness.assert_refused(2, SelectModeAndPlayers(2)) == ErrorCode.SERVERFULL


def test_leaving_the_set_up_sends_the_match_list_and_set_ups_are_refused_then() -> None:
    harness = HandlerHarness()
    ada = harness.connect_named("ada")
    harness.send(ada, SelectMatch(0))
    harness.pop_received_types(ada)
    assert harness.send(ada, LeaveMatch()) == ActionValid("You left the match")
    assert harness.pop_received_types(ada) == ["ChooseMatch"]
    assert harness.assert_refused(ada, SelectModeAndPlayers(2)) == ErrorCode.UNEXPECTEDMESSAGE


@pytest.mark.parametrize("message", [SelectMatch(-1), SelectMatch(99), SelectMatch(0, "WRONG")])
def test_refused_match_number_or_code_keeps_the_session_in_the_lobby(message: SelectMatch) -> None:
    harness = HandlerHarness()
    ada = harness.connect_named("ada")
    before = harness.session_state(ada, InLobby)
    with pytest.raises(Refusal):
        lobby.select_match(harness.state, harness.state.peers[ada], before, message)
    assert harness.session_state(ada, InLobby) is before
