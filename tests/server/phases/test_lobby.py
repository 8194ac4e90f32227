"""The match phase: the list, joining, private tables."""

from messages import (
    ActionValid,
    ChooseMatch,
    ErrorCode,
    RequestRefresh,
    RoomUpdate,
    SelectMatch,
    SelectModeAndPlayers,
)
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
