"""Tables: the host and what a host may do, standing tables, the turn clock in a match."""

from typing import Any

import pytest

from messages import (
    ActionValid,
    AddComputerPlayer,
    ChooseMatch,
    ChooseNickname,
    ChooseWizard,
    ErrorCode,
    FinalScores,
    LeaveMatch,
    LegalActions,
    ListActions,
    PlayersInfo,
    RequestRefresh,
    RoomUpdate,
    SelectMatch,
    SelectModeAndPlayers,
    SelectWizard,
    StartMatch,
    TurnReminder,
    UpdateMessage,
)
from server.outgoing import CallComputer
from tests.helpers import House


def _hosting(setup: SelectModeAndPlayers) -> tuple[House, int]:
    house = House()
    ada = house.guest("ada")
    house.say(ada, SelectMatch(0))
    house.say(ada, setup)
    return house, ada


def _robot(house: House, call: CallComputer) -> int:
    robot = house.arrive(computer=True)
    house.say(robot, ChooseNickname(call.name))
    house.say(robot, SelectMatch(call.match))
    return robot


class TestTheHost:
    def test_adds_computer_players_by_strategy_and_name(self) -> None:
        house, ada = _hosting(SelectModeAndPlayers(3))
        assert isinstance(house.say(ada, AddComputerPlayer("random", "Hal-9000")), ActionValid)
        assert house.calls == [CallComputer("random", 1, "", "Hal-9000")]
        _robot(house, house.calls[0])
        room = house.got(ada, RoomUpdate)[-1].room
        assert (room.players, room.bots) == (("ada", "Hal-9000"), 1)

    @pytest.mark.parametrize(
        ("asked", "code"),
        [
            (AddComputerPlayer("psychic"), ErrorCode.CHOICENOTVALID),
            (AddComputerPlayer(name="ada"), ErrorCode.DUPLICATENICKNAME),
            (AddComputerPlayer(name="!"), ErrorCode.INVALIDNICKNAME),
        ],
    )
    def test_is_told_what_is_wrong(self, asked: AddComputerPlayer, code: ErrorCode) -> None:
        house, ada = _hosting(SelectModeAndPlayers(3))
        assert house.refused(ada, asked) == code
        assert house.calls == []

    def test_cannot_add_more_than_there_are_seats(self) -> None:
        house, ada = _hosting(SelectModeAndPlayers(3))
        bob = house.guest("bob")
        house.say(bob, SelectMatch(1))
        house.say(ada, AddComputerPlayer())
        assert house.refused(ada, AddComputerPlayer()) == ErrorCode.MATCHFULL
        assert house.refused(house.guest("eve"), SelectMatch(1)) == ErrorCode.MATCHFULL

    def test_starts_with_fewer_players_than_seats(self) -> None:
        house, ada = _hosting(SelectModeAndPlayers(4))
        bob = house.guest("bob")
        house.say(bob, SelectMatch(1))
        house.say(ada, ChooseWizard("KING"))
        assert house.refused(ada, StartMatch()) == ErrorCode.CHOICENOTVALID, "bob is choosing"
        house.say(bob, ChooseWizard("SAGE"))
        assert house.say(ada, StartMatch()) == ActionValid("The match starts")
        assert house.got(bob, PlayersInfo)[0].player_nicknames == ("ada", "bob")

    def test_cannot_start_alone(self) -> None:
        house, ada = _hosting(SelectModeAndPlayers(2))
        house.say(ada, ChooseWizard("KING"))
        assert house.refused(ada, StartMatch()) == ErrorCode.CHOICENOTVALID

    def test_cannot_start_with_options_the_game_does_not_have(self) -> None:
        house, ada = _hosting(SelectModeAndPlayers(3))
        bob = house.guest("bob")
        house.say(bob, SelectMatch(1))
        for peer, wizard in ((ada, "KING"), (bob, "SAGE")):
            house.say(peer, ChooseWizard(wizard))
        assert house.refused(ada, StartMatch({"magic": 9})) == ErrorCode.CHOICENOTVALID
        assert isinstance(house.say(ada, StartMatch()), ActionValid)

    def test_is_the_only_one_who_may(self) -> None:
        house, _ = _hosting(SelectModeAndPlayers(3))
        bob = house.guest("bob")
        house.say(bob, SelectMatch(1))
        for message in (AddComputerPlayer(), StartMatch()):
            assert house.refused(bob, message) == ErrorCode.NOTALLOWED

    def test_passes_the_right_on_when_leaving(self) -> None:
        house, ada = _hosting(SelectModeAndPlayers(3))
        bob = house.guest("bob")
        house.say(bob, SelectMatch(1))
        house.say(ada, LeaveMatch())
        assert isinstance(house.say(bob, AddComputerPlayer()), ActionValid)


class TestAStandingTable:
    def _seated(self) -> tuple[House, int, int]:
        house, ada = _hosting(SelectModeAndPlayers(2, name="main", standing=True))
        bob = house.guest("bob")
        house.say(bob, SelectMatch(1))
        house.say(ada, ChooseWizard("KING"))
        house.say(bob, ChooseWizard("SAGE"))
        return house, ada, bob

    def test_waits_for_its_host_even_when_it_is_full(self) -> None:
        house, ada, bob = self._seated()
        assert house.got(bob, PlayersInfo) == []
        house.say(ada, StartMatch())
        assert house.got(bob, PlayersInfo)

    def test_is_open_again_after_the_end(self) -> None:
        house, ada, bob = self._seated()
        house.say(ada, StartMatch())
        eve = house.guest("eve")
        assert house.refused(eve, SelectMatch(1)) == ErrorCode.CHOICENOTVALID
        house.say(bob, LeaveMatch())
        assert house.got(ada, FinalScores)
        assert house.names(ada)[-2:] == ["RoomUpdate", "SelectWizard"]
        listed = house.say(eve, RequestRefresh())
        assert isinstance(listed, ChooseMatch)
        assert listed.matches == ("1: Eriantys (main), 1 of 2 seats taken, host ada",)
        house.say(eve, SelectMatch(1))
        assert house.got(eve, SelectWizard)[-1].available_wizards[0] == "KING"


class TestTheClock:
    @pytest.mark.parametrize("seconds", [1, 4, 3601, -60])
    def test_has_sensible_bounds(self, seconds: int) -> None:
        house = House()
        ada = house.guest("ada")
        house.say(ada, SelectMatch(0))
        asked = SelectModeAndPlayers(2, clock=seconds)
        assert house.refused(ada, asked) == ErrorCode.CHOICENOTVALID

    def test_reminds_and_then_goes_on_in_the_game_s_own_way(self) -> None:
        house = House()
        peers = house.table("ada", "bob", setup=SelectModeAndPlayers(2, clock=60))
        slow = _asked(house, peers)
        house.tick(31.0)
        assert [r.seconds_left for r in house.got(slow, TurnReminder)] == [30]
        other = next(p for p in peers if p != slow)
        assert house.got(other, TurnReminder) == []
        changes = len(house.got(other, UpdateMessage))
        house.tick(30.0)
        assert len(house.got(other, UpdateMessage)) > changes
        assert _asked(house, peers) == other

    def test_alone_plays_a_match_to_its_end(self) -> None:
        house = House()
        peers = house.table("ada", "bob", setup=SelectModeAndPlayers(2, clock=5))
        for _ in range(200):
            house.tick(5.0)
        assert house.got(peers[0], FinalScores)
        assert house.lobby.clocked_rooms == {}

    def test_stands_still_where_there_is_none(self) -> None:
        house = House()
        peers = house.table("ada", "bob")
        slow = _asked(house, peers)
        house.tick(10_000.0)
        assert _asked(house, peers) == slow


def _asked(house: House, peers: list[int]) -> int:
    """The peer of whom something is asked."""
    for peer in peers:
        answer: Any = house.say(peer, ListActions())
        assert isinstance(answer, LegalActions)
        if answer.actions:
            return peer
    raise AssertionError("nobody is asked")
