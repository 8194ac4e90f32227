"""The set-up phase."""

import pytest

from messages import ActionValid, ErrorCode, LeaveMatch, SelectMatch, SelectModeAndPlayers
from server.effects import StartBot
from server.limits import Limits
from tests.harness.handler import House


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
    names = [lobby.computer_name() for _ in range(100)]
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
