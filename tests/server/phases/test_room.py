"""The wizard phase, and the start of a match."""

from typing import Any

import pytest

from messages import (
    ActionValid,
    AddComputerPlayer,
    ChangeSeats,
    ChooseWizard,
    Error,
    ErrorCode,
    LeaveMatch,
    Message,
    PlayersInfo,
    Refusal,
    RoomUpdate,
    SelectMatch,
    SelectModeAndPlayers,
    SelectWizard,
    StartMatch,
)
from server.phases import room
from server.sessions import InRoom
from tests.harness.handler import House


def _two_waiting(players: int = 2) -> tuple[House, int, int]:
    house = House()
    ada, bob = house.guest("ada"), house.guest("bob")
    house.say(ada, SelectMatch(0))
    house.say(ada, SelectModeAndPlayers(players))
    house.say(bob, SelectMatch(1))
    return house, ada, bob


def test_a_wizard_is_taken_once() -> None:
    house, ada, bob = _two_waiting()
    text = "You have been successfully associated with the wizard that you chose"
    assert house.say(ada, ChooseWizard("KING")) == ActionValid(text)
    error = house.say(bob, ChooseWizard("KING"))
    assert isinstance(error, Error)
    assert error.error is ErrorCode.CHOICENOTVALID
    assert house.say(bob, ChooseWizard("witch")) == ActionValid(text)


def test_after_a_choice_that_is_not_free_the_question_comes_again() -> None:
    house, ada, bob = _two_waiting()
    house.say(ada, ChooseWizard("KING"))
    house.names(bob)
    house.say(bob, ChooseWizard("GANDALF"))
    assert house.got(bob, SelectWizard) == [SelectWizard(("WITCH", "SAGE", "DRUID"))]


def test_everybody_at_the_table_sees_who_took_which() -> None:
    house, ada, bob = _two_waiting()
    house.say(ada, ChooseWizard("KING"))
    assert house.got(bob, RoomUpdate)[-1].room.wizards == {"ada": "KING"}


def test_a_choice_can_be_changed_until_the_start() -> None:
    house, ada, bob = _two_waiting()
    house.say(ada, ChooseWizard("KING"))
    house.say(ada, ChooseWizard("SAGE"))
    house.say(bob, ChooseWizard("KING"))
    assert house.got(bob, PlayersInfo)[0].map_player_wizard == {"ada": "SAGE", "bob": "KING"}


def test_the_match_starts_with_the_document_s_messages_in_order() -> None:
    house = House()
    ada, bob = house.table("ada", "bob", setup=SelectModeAndPlayers(2, True))
    for peer in (ada, bob):
        names = house.names(peer)
        start = names.index("PlayersInfo")
        view = names.index("GameView")
        assert names[start : start + 5] == [
            "PlayersInfo",
            "MatchCreated",
            "SetUpSchoolStudent",
            "SetUpSchoolStudent",
            "SetUpCharacterCard",
        ]
        assert set(names[start + 5 : view]) == {"UpdateMessage"}, "the first round begins"
        assert names[view + 1 :] in (["YourTurn", "SelectAssistantCard"], ["IsTurnOfPlayer"])


def test_one_who_leaves_before_the_start_frees_seat_and_wizard() -> None:
    house, ada, bob = _two_waiting()
    house.say(ada, ChooseWizard("KING"))
    house.say(ada, LeaveMatch())
    assert house.got(bob, RoomUpdate)[-1].room.players == ("bob",)
    assert house.got(bob, RoomUpdate)[-1].room.host == "bob", "the host's place passes on"
    carl = house.guest("carl")
    house.say(carl, SelectMatch(1))
    assert "KING" in house.got(carl, SelectWizard)[-1].available_wizards


def test_a_table_without_people_vanishes() -> None:
    house, ada, bob = _two_waiting()
    house.say(ada, LeaveMatch())
    house.say(bob, LeaveMatch())
    assert house.state.rooms == {}
    assert house.state.open_rooms == {}


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (room.add_bot, AddComputerPlayer()),
        (room.resize, ChangeSeats(2)),
        (room.start, StartMatch()),
    ],
)
def test_only_the_host_may_add_bots_change_seats_and_start(ask: Any, message: Message) -> None:
    house, _, bob = _two_waiting(3)
    member = house.state_of(bob, InRoom)
    with pytest.raises(Refusal, match="Only the host of this match may do that; ask ada"):
        ask(house.state, house.state.peers[bob], member, message)
    assert (member.room.bot_seats, member.room.setup.number_of_players) == (0, 3)
    assert member.room.match is None


def test_the_host_may_change_the_seats() -> None:
    house, ada, _ = _two_waiting(3)
    host = house.state_of(ada, InRoom)
    outcome = room.resize(house.state, house.state.peers[ada], host, ChangeSeats(4))
    assert outcome.answer == ActionValid("The table has changed its size")
    assert host.room.setup.number_of_players == 4
