"""The match and set-up phases: the list, joining, private rooms, new rooms."""

import pytest

from messages import (
    ActionValid,
    ChooseMatch,
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
from tests.harness.handler import House


def test_zero_makes_a_new_match() -> None:
    house = House()
    ada = house.guest("ada")
    house.names(ada)
    assert house.say(ada, SelectMatch(0)) == ActionValid("Match selected with success")
    assert house.names(ada) == ["GenericMessage", "RequestSetUp"]


def test_an_open_match_is_listed_as_text_and_as_data() -> None:
    house = House()
    ada, bob = house.guest("ada"), house.guest("bob")
    house.say(ada, SelectMatch(0))
    house.say(ada, SelectModeAndPlayers(3, True))
    listed = house.say(bob, RequestRefresh(id=9))
    assert isinstance(listed, ChooseMatch)
    assert listed.reply_to == 9
    assert listed.matches == ("1: Eriantys, expert, 1 of 3 seats taken, host ada",)
    (room,) = listed.rooms
    assert (room.match, room.game, room.mode, room.players) == (1, "eriantys", True, ("ada",))


def test_a_guest_joins_and_everybody_at_the_table_learns_it() -> None:
    house = House()
    ada, bob = house.guest("ada"), house.guest("bob")
    house.say(ada, SelectMatch(0))
    house.say(ada, SelectModeAndPlayers(3))
    house.names(bob)
    assert house.say(bob, SelectMatch(1)) == ActionValid("Match selected with success")
    assert house.got(ada, RoomUpdate)[-1].room.players == ("ada", "bob")
    expected = ["GenericMessage", "WaitForOtherPlayer", "RoomUpdate", "SelectWizard"]
    assert house.names(bob) == expected


def test_an_unknown_number_is_not_a_valid_choice() -> None:
    house = House()
    ada = house.guest("ada")
    for number in (1, -1, 99, 2**31 - 1):
        assert house.refused(ada, SelectMatch(number)) == ErrorCode.CHOICENOTVALID
    assert isinstance(house.say(ada, SelectMatch(0)), ActionValid)


def test_a_full_table_is_refused() -> None:
    house = House()
    host, bob, carl = house.guest("host"), house.guest("bob"), house.guest("carl")
    house.say(host, SelectMatch(0))
    house.say(host, SelectModeAndPlayers(2))
    house.say(bob, SelectMatch(1))
    assert house.refused(carl, SelectMatch(1)) == ErrorCode.MATCHFULL


def test_seats_promised_to_computer_players_are_not_for_guests() -> None:
    house = House()
    host, bob = house.guest("host"), house.guest("bob")
    house.say(host, SelectMatch(0))
    house.say(host, SelectModeAndPlayers(2, bots=1))
    assert house.refused(bob, SelectMatch(1)) == ErrorCode.MATCHFULL


def test_a_match_that_plays_is_neither_listed_nor_joined() -> None:
    house = House()
    house.table("ada", "bob")
    carl = house.guest("carl")
    assert house.got(carl, ChooseMatch)[-1].matches == ()
    assert house.refused(carl, SelectMatch(1)) == ErrorCode.CHOICENOTVALID


def test_a_private_match_is_not_listed_and_needs_its_code() -> None:
    house = House()
    ada, bob = house.guest("ada"), house.guest("bob")
    house.say(ada, SelectMatch(0))
    house.say(ada, SelectModeAndPlayers(2, private=True))
    code = house.got(ada, RoomUpdate)[-1].code
    assert code == "CODE1"
    listed = house.say(bob, RequestRefresh())
    assert isinstance(listed, ChooseMatch)
    assert listed.matches == ()
    assert house.refused(bob, SelectMatch(1)) == ErrorCode.CHOICENOTVALID
    assert house.refused(bob, SelectMatch(0, "WRONG")) == ErrorCode.CHOICENOTVALID
    assert house.refused(bob, SelectMatch(1, "WRONG")) == ErrorCode.CHOICENOTVALID
    assert isinstance(house.say(bob, SelectMatch(0, code.lower())), ActionValid)


@pytest.mark.parametrize(
    "asked",
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
def test_what_the_game_does_not_have_is_refused_and_may_be_asked_again(
    asked: SelectModeAndPlayers,
) -> None:
    house = House()
    ada = house.guest("ada")
    house.say(ada, SelectMatch(0))
    assert house.refused(ada, asked) == ErrorCode.CHOICENOTVALID
    assert house.state.rooms == {}
    created = house.say(ada, SelectModeAndPlayers(2))
    assert created == ActionValid("Match created with success")


def test_computer_players_are_called_for_their_seats() -> None:
    house = House()
    ada = house.guest("ada")
    house.say(ada, SelectMatch(0))
    house.say(ada, SelectModeAndPlayers(4, bots=2, private=True))
    assert house.calls == [
        StartBot("greedy", "eriantys", 1, "CODE1", "Bianca-bot"),
        StartBot("greedy", "eriantys", 1, "CODE1", "Ugo-bot"),
    ]


def test_computer_names_are_never_promised_twice() -> None:
    lobby = House().state
    names = [lobby.next_bot_name() for _ in range(100)]
    assert len(set(names)) == 100


def test_there_is_a_limit_of_matches() -> None:
    house = House(Limits(matches=1))
    for name in ("ada", "bob"):
        house.say(house.guest(name), SelectMatch(0))
    assert isinstance(house.say(1, SelectModeAndPlayers(2)), ActionValid)
    assert house.refused(2, SelectModeAndPlayers(2)) == ErrorCode.SERVERFULL


def test_leaving_the_set_up_goes_back_to_the_list() -> None:
    house = House()
    ada = house.guest("ada")
    house.say(ada, SelectMatch(0))
    house.names(ada)
    assert house.say(ada, LeaveMatch()) == ActionValid("You left the match")
    assert house.names(ada) == ["ChooseMatch"]
    assert house.refused(ada, SelectModeAndPlayers(2)) == ErrorCode.UNEXPECTEDMESSAGE


@pytest.mark.parametrize("message", [SelectMatch(-1), SelectMatch(99), SelectMatch(0, "WRONG")])
def test_a_refused_choice_leaves_the_guest_in_the_lobby(message: SelectMatch) -> None:
    house = House()
    ada = house.guest("ada")
    before = house.state_of(ada, InLobby)
    with pytest.raises(Refusal):
        lobby.select_match(house.state, house.state.peers[ada], before, message)
    assert house.state_of(ada, InLobby) is before
