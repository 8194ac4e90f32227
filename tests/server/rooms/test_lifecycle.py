"""Tables: the host and what a host may do, standing tables, the turn clock in a match."""

from typing import Any

import pytest
from msgspec import structs

from messages import (
    ActionValid,
    AddComputerPlayer,
    ChangeSeats,
    ChooseMatch,
    ChooseNickname,
    ChooseWizard,
    ErrorCode,
    FinalScores,
    LeaveMatch,
    ListActions,
    PlayersInfo,
    PlayerStatus,
    RequestRefresh,
    RoomUpdate,
    SelectMatch,
    SelectModeAndPlayers,
    SelectWizard,
    StartMatch,
    TurnReminder,
)
from messages.registry import LegalActions, UpdateMessage
from server.effects import Outcome, StartBot
from server.rooms import lifecycle
from tests.harness.handler import House


def _hosting(setup: SelectModeAndPlayers) -> tuple[House, int]:
    house = House()
    ada = house.guest("ada")
    house.say(ada, SelectMatch(0))
    house.say(ada, setup)
    return house, ada


def _robot(house: House, call: StartBot) -> int:
    robot = house.arrive(computer=True)
    house.say(robot, ChooseNickname(call.nickname))
    house.say(robot, SelectMatch(call.room))
    return robot


class TestTheHost:
    def test_adds_computer_players_by_strategy_and_name(self) -> None:
        house, ada = _hosting(SelectModeAndPlayers(3))
        assert isinstance(house.say(ada, AddComputerPlayer("random", "Hal-9000")), ActionValid)
        assert house.calls == [StartBot("random", "eriantys", 1, "", "Hal-9000")]
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

    def test_makes_the_table_larger_and_everybody_is_told(self) -> None:
        house, ada = _hosting(SelectModeAndPlayers(2))
        house.say(ada, ChooseWizard("KING"))
        assert isinstance(house.say(ada, ChangeSeats(3)), ActionValid)
        bob, eve = house.guest("bob"), house.guest("eve")
        house.say(bob, SelectMatch(1))
        assert house.got(bob, RoomUpdate)[-1].room.number_of_players == 3
        house.say(bob, ChooseWizard("SAGE"))
        assert house.got(ada, PlayersInfo) == []
        assert isinstance(house.say(eve, SelectMatch(1)), ActionValid)

    def test_starts_a_table_that_is_full_by_getting_smaller(self) -> None:
        house, ada = _hosting(SelectModeAndPlayers(4, game="shelfie"))
        bob = house.guest("bob")
        house.say(bob, SelectMatch(1))
        assert isinstance(house.say(ada, ChangeSeats(2)), ActionValid)
        assert house.got(bob, PlayersInfo)[0].player_nicknames == ("ada", "bob")

    @pytest.mark.parametrize("seats", [-1, 0, 1, 2, 5])
    def test_takes_no_seat_from_anybody(self, seats: int) -> None:
        house, ada = _hosting(SelectModeAndPlayers(4))
        house.say(house.guest("bob"), SelectMatch(1))
        house.say(ada, AddComputerPlayer())
        assert house.refused(ada, ChangeSeats(seats)) == ErrorCode.CHOICENOTVALID
        assert house.handler.state.rooms[1].setup.number_of_players == 4

    def test_is_the_only_one_who_may(self) -> None:
        house, _ = _hosting(SelectModeAndPlayers(3))
        bob = house.guest("bob")
        house.say(bob, SelectMatch(1))
        for message in (AddComputerPlayer(), ChangeSeats(2), StartMatch()):
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
        assert house.state.rooms_with_clock == {}

    def test_stands_still_where_there_is_none(self) -> None:
        house = House()
        peers = house.table("ada", "bob")
        slow = _asked(house, peers)
        house.tick(10_000.0)
        assert _asked(house, peers) == slow


class TestASeatTheRulesTakeAway:
    """UNO does so with who does not play for some turns (UNO 10.4)."""

    ASKED = SelectModeAndPlayers(
        3, game="uno", clock=5, options={"max_idle_turns": 1}, absent="skip"
    )

    def test_frees_its_owner_like_one_who_left(self) -> None:
        house = House()
        peers = house.table("ada", "bob", "eve", setup=self.ASKED)
        slow = _asked(house, peers)
        name = house.state.peers[slow].session.name  # type: ignore[union-attr]
        others = [peer for peer in peers if peer != slow]
        house.tick(5.0)
        assert house.names(slow)[-1] == "ChooseMatch"
        for peer in others:
            assert house.got(peer, PlayerStatus) == [PlayerStatus(name, "gone")]
        assert house.refused(slow, ListActions()) == ErrorCode.UNEXPECTEDMESSAGE
        assert isinstance(house.say(slow, SelectMatch(0)), ActionValid)
        (room,) = house.state.rooms.values()
        assert room.host.name != name
        assert [member.name for member in room.people] == [
            n for n in ("ada", "bob", "eve") if n != name
        ]
        assert _asked(house, others) in others, "the others play on"

    def test_frees_the_name_of_who_is_not_even_here(self) -> None:
        house = House()
        peers = house.table("ada", "bob", "eve", setup=self.ASKED)
        slow = _asked(house, peers)
        key = house.state.peers[slow].session.key  # type: ignore[union-attr]
        house.depart(slow)
        house.tick(5.0)
        assert key not in house.state.sessions
        assert key not in house.state.disconnected_sessions

    def test_ends_the_match_of_the_last_two(self) -> None:
        house = House()
        asked = structs.replace(self.ASKED, number_of_players=2, standing=True)
        ada, bob = house.table("ada", "bob", setup=asked)
        house.say(ada, StartMatch())
        slow = _asked(house, [ada, bob])
        house.tick(5.0)
        other = bob if slow == ada else ada
        for peer in (ada, bob):
            assert len(house.got(peer, FinalScores)) == 1
        assert house.names(slow)[-1] == "ChooseMatch"
        assert house.names(other)[-1] == "RoomUpdate", "the table is open again"
        (room,) = house.state.open_rooms.values()
        assert [member.peer for member in room.members] == [other]

    def test_of_a_computer_is_a_free_seat_of_a_standing_table_again(self) -> None:
        asked = structs.replace(self.ASKED, number_of_players=2, bots=1, standing=True)
        house, ada = _hosting(asked)
        robot = _robot(house, house.calls[0])
        house.say(ada, StartMatch())
        while _asked(house, [ada, robot]) != robot:
            actions: Any = house.say(ada, ListActions())
            house.say(ada, actions.actions[0])
        house.tick(5.0)
        (room,) = house.state.open_rooms.values()
        assert (room.free_seats, room.bot_seats) == (1, 0)
        assert isinstance(house.say(house.guest("bob"), SelectMatch(1)), ActionValid)

    def test_closes_a_table_where_only_computers_are_left(self) -> None:
        house, ada = _hosting(structs.replace(self.ASKED, number_of_players=2, bots=1))
        robot = _robot(house, house.calls[0])
        while _asked(house, [ada, robot]) != ada:
            actions: Any = house.say(robot, ListActions())
            house.say(robot, actions.actions[0])
        house.tick(5.0)
        assert house.names(ada)[-1] == "ChooseMatch"
        assert house.state.rooms == {}


def _asked(house: House, peers: list[int]) -> int:
    """The peer of whom something is asked."""
    for peer in peers:
        answer: Any = house.say(peer, ListActions())
        assert isinstance(answer, LegalActions)
        if answer.actions:
            return peer
    raise AssertionError("nobody is asked")


def test_a_room_does_not_start_before_everybody_is_ready() -> None:
    house, _ = _hosting(SelectModeAndPlayers(2))
    (room,) = house.state.rooms.values()
    outcome = Outcome()
    assert not lifecycle.start_if_ready(house.state, room, outcome)
    house.say(house.guest("bob"), SelectMatch(1))
    assert not lifecycle.start_if_ready(house.state, room, outcome), "nobody has a wizard"
    assert (room.match, outcome.sends, outcome.entries) == (None, [], [])


def test_rooms_that_wait_too_long_are_closed_the_oldest_first() -> None:
    house, ada = _hosting(SelectModeAndPlayers(2))
    house.tick(100.0)
    bob = house.guest("bob")
    house.say(bob, SelectMatch(0))
    house.say(bob, SelectModeAndPlayers(2))
    house.state.now = house.state.limits.lobby_seconds
    outcome = Outcome()
    lifecycle.close_idle(house.state, outcome)
    assert list(house.state.rooms) == [2]
    assert {peer for send in outcome.sends for peer in send.peers} == {ada}
