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
from tests.harness.handler import HandlerHarness


def test_zero_makes_a_new_match() -> None:
    harness = HandlerHarness()
    ada = harness.connect_named("ada")
    harness.pop_received_types(ada)
    assert harness.send(ada, SelectMatch(0)) == ActionValid("Match selected with success")
    assert harness.pop_received_types(ada) == ["GenericMessage", "RequestSetUp"]


def test_an_open_match_is_listed_as_text_and_as_data() -> None:
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


def test_a_guest_joins_and_everybody_at_the_table_learns_it() -> None:
    harness = HandlerHarness()
    ada, bob = harness.connect_named("ada"), harness.connect_named("bob")
    harness.send(ada, SelectMatch(0))
    harness.send(ada, SelectModeAndPlayers(3))
    harness.pop_received_types(bob)
    assert harness.send(bob, SelectMatch(1)) == ActionValid("Match selected with success")
    assert harness.received(ada, RoomUpdate)[-1].room.players == ("ada", "bob")
    expected = ["GenericMessage", "WaitForOtherPlayer", "RoomUpdate", "SelectWizard"]
    assert harness.pop_received_types(bob) == expected


def test_an_unknown_number_is_not_a_valid_choice() -> None:
    harness = HandlerHarness()
    ada = harness.connect_named("ada")
    for number in (1, -1, 99, 2**31 - 1):
        assert harness.assert_refused(ada, SelectMatch(number)) == ErrorCode.CHOICENOTVALID
    assert isinstance(harness.send(ada, SelectMatch(0)), ActionValid)


def test_a_full_table_is_refused() -> None:
    harness = HandlerHarness()
    host, bob, carl = (
        harness.connect_named("host"),
        harness.connect_named("bob"),
        harness.connect_named("carl"),
    )
    harness.send(host, SelectMatch(0))
    harness.send(host, SelectModeAndPlayers(2))
    harness.send(bob, SelectMatch(1))
    assert harness.assert_refused(carl, SelectMatch(1)) == ErrorCode.MATCHFULL


def test_seats_promised_to_computer_players_are_not_for_guests() -> None:
    harness = HandlerHarness()
    host, bob = harness.connect_named("host"), harness.connect_named("bob")
    harness.send(host, SelectMatch(0))
    harness.send(host, SelectModeAndPlayers(2, bots=1))
    assert harness.assert_refused(bob, SelectMatch(1)) == ErrorCode.MATCHFULL


def test_a_match_that_plays_is_neither_listed_nor_joined() -> None:
    harness = HandlerHarness()
    harness.start_match("ada", "bob")
    carl = harness.connect_named("carl")
    assert harness.received(carl, ChooseMatch)[-1].matches == ()
    assert harness.assert_refused(carl, SelectMatch(1)) == ErrorCode.CHOICENOTVALID


def test_a_private_match_is_not_listed_and_needs_its_code() -> None:
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
    harness = HandlerHarness()
    ada = harness.connect_named("ada")
    harness.send(ada, SelectMatch(0))
    assert harness.assert_refused(ada, asked) == ErrorCode.CHOICENOTVALID
    assert harness.state.rooms == {}
    created = harness.send(ada, SelectModeAndPlayers(2))
    assert created == ActionValid("Match created with success")


def test_computer_players_are_called_for_their_seats() -> None:
    harness = HandlerHarness()
    ada = harness.connect_named("ada")
    harness.send(ada, SelectMatch(0))
    harness.send(ada, SelectModeAndPlayers(4, bots=2, private=True))
    assert harness.started_bots == [
        StartBot("greedy", "eriantys", 1, "CODE1", "Bianca-bot"),
        StartBot("greedy", "eriantys", 1, "CODE1", "Ugo-bot"),
    ]


def test_computer_names_are_never_promised_twice() -> None:
    lobby = HandlerHarness().state
    names = [lobby.next_bot_name() for _ in range(100)]
    assert len(set(names)) == 100


def test_there_is_a_limit_of_matches() -> None:
    harness = HandlerHarness(Limits(matches=1))
    for name in ("ada", "bob"):
        harness.send(harness.connect_named(name), SelectMatch(0))
    assert isinstance(harness.send(1, SelectModeAndPlayers(2)), ActionValid)
    assert harness.assert_refused(2, SelectModeAndPlayers(2)) == ErrorCode.SERVERFULL


def test_leaving_the_set_up_goes_back_to_the_list() -> None:
    harness = HandlerHarness()
    ada = harness.connect_named("ada")
    harness.send(ada, SelectMatch(0))
    harness.pop_received_types(ada)
    assert harness.send(ada, LeaveMatch()) == ActionValid("You left the match")
    assert harness.pop_received_types(ada) == ["ChooseMatch"]
    assert harness.assert_refused(ada, SelectModeAndPlayers(2)) == ErrorCode.UNEXPECTEDMESSAGE


@pytest.mark.parametrize("message", [SelectMatch(-1), SelectMatch(99), SelectMatch(0, "WRONG")])
def test_a_refused_choice_leaves_the_guest_in_the_lobby(message: SelectMatch) -> None:
    harness = HandlerHarness()
    ada = harness.connect_named("ada")
    before = harness.session_state(ada, InLobby)
    with pytest.raises(Refusal):
        lobby.select_match(harness.state, harness.state.peers[ada], before, message)
    assert harness.session_state(ada, InLobby) is before
