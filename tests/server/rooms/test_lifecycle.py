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
from tests.harness.handler import HandlerHarness


def _hosting(setup: SelectModeAndPlayers) -> tuple[HandlerHarness, int]:
    harness = HandlerHarness()
    ada = harness.connect_named("ada")
    harness.send(ada, SelectMatch(0))
    harness.send(ada, setup)
    return harness, ada


def _robot(harness: HandlerHarness, call: StartBot) -> int:
    robot = harness.connect(computer=True)
    harness.send(robot, ChooseNickname(call.nickname))
    harness.send(robot, SelectMatch(call.room))
    return robot


class TestTheHost:
    def test_adds_computer_players_by_strategy_and_name(self) -> None:
        harness, ada = _hosting(SelectModeAndPlayers(3))
        assert isinstance(harness.send(ada, AddComputerPlayer("random", "Hal-9000")), ActionValid)
        assert harness.started_bots == [StartBot("random", "eriantys", 1, "", "Hal-9000")]
        _robot(harness, harness.started_bots[0])
        room = harness.received(ada, RoomUpdate)[-1].room
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
        harness, ada = _hosting(SelectModeAndPlayers(3))
        assert harness.assert_refused(ada, asked) == code
        assert harness.started_bots == []

    def test_cannot_add_more_than_there_are_seats(self) -> None:
        harness, ada = _hosting(SelectModeAndPlayers(3))
        bob = harness.connect_named("bob")
        harness.send(bob, SelectMatch(1))
        harness.send(ada, AddComputerPlayer())
        assert harness.assert_refused(ada, AddComputerPlayer()) == ErrorCode.MATCHFULL
        assert (
            harness.assert_refused(harness.connect_named("eve"), SelectMatch(1))
            == ErrorCode.MATCHFULL
        )

    def test_starts_with_fewer_players_than_seats(self) -> None:
        harness, ada = _hosting(SelectModeAndPlayers(4))
        bob = harness.connect_named("bob")
        harness.send(bob, SelectMatch(1))
        harness.send(ada, ChooseWizard("KING"))
        assert harness.assert_refused(ada, StartMatch()) == ErrorCode.CHOICENOTVALID, (
            "bob is choosing"
        )
        harness.send(bob, ChooseWizard("SAGE"))
        assert harness.send(ada, StartMatch()) == ActionValid("The match starts")
        assert harness.received(bob, PlayersInfo)[0].player_nicknames == ("ada", "bob")

    def test_cannot_start_alone(self) -> None:
        harness, ada = _hosting(SelectModeAndPlayers(2))
        harness.send(ada, ChooseWizard("KING"))
        assert harness.assert_refused(ada, StartMatch()) == ErrorCode.CHOICENOTVALID

    def test_cannot_start_with_options_the_game_does_not_have(self) -> None:
        harness, ada = _hosting(SelectModeAndPlayers(3))
        bob = harness.connect_named("bob")
        harness.send(bob, SelectMatch(1))
        for peer, wizard in ((ada, "KING"), (bob, "SAGE")):
            harness.send(peer, ChooseWizard(wizard))
        assert harness.assert_refused(ada, StartMatch({"magic": 9})) == ErrorCode.CHOICENOTVALID
        assert isinstance(harness.send(ada, StartMatch()), ActionValid)

    def test_makes_the_table_larger_and_everybody_is_told(self) -> None:
        harness, ada = _hosting(SelectModeAndPlayers(2))
        harness.send(ada, ChooseWizard("KING"))
        assert isinstance(harness.send(ada, ChangeSeats(3)), ActionValid)
        bob, eve = harness.connect_named("bob"), harness.connect_named("eve")
        harness.send(bob, SelectMatch(1))
        assert harness.received(bob, RoomUpdate)[-1].room.number_of_players == 3
        harness.send(bob, ChooseWizard("SAGE"))
        assert harness.received(ada, PlayersInfo) == []
        assert isinstance(harness.send(eve, SelectMatch(1)), ActionValid)

    def test_starts_a_table_that_is_full_by_getting_smaller(self) -> None:
        harness, ada = _hosting(SelectModeAndPlayers(4, game="shelfie"))
        bob = harness.connect_named("bob")
        harness.send(bob, SelectMatch(1))
        assert isinstance(harness.send(ada, ChangeSeats(2)), ActionValid)
        assert harness.received(bob, PlayersInfo)[0].player_nicknames == ("ada", "bob")

    @pytest.mark.parametrize("seats", [-1, 0, 1, 2, 5])
    def test_takes_no_seat_from_anybody(self, seats: int) -> None:
        harness, ada = _hosting(SelectModeAndPlayers(4))
        harness.send(harness.connect_named("bob"), SelectMatch(1))
        harness.send(ada, AddComputerPlayer())
        assert harness.assert_refused(ada, ChangeSeats(seats)) == ErrorCode.CHOICENOTVALID
        assert harness.handler.state.rooms[1].setup.number_of_players == 4

    def test_is_the_only_one_who_may(self) -> None:
        harness, _ = _hosting(SelectModeAndPlayers(3))
        bob = harness.connect_named("bob")
        harness.send(bob, SelectMatch(1))
        for message in (AddComputerPlayer(), ChangeSeats(2), StartMatch()):
            assert harness.assert_refused(bob, message) == ErrorCode.NOTALLOWED

    def test_passes_the_right_on_when_leaving(self) -> None:
        harness, ada = _hosting(SelectModeAndPlayers(3))
        bob = harness.connect_named("bob")
        harness.send(bob, SelectMatch(1))
        harness.send(ada, LeaveMatch())
        assert isinstance(harness.send(bob, AddComputerPlayer()), ActionValid)


class TestAStandingTable:
    def _seated(self) -> tuple[HandlerHarness, int, int]:
        harness, ada = _hosting(SelectModeAndPlayers(2, name="main", standing=True))
        bob = harness.connect_named("bob")
        harness.send(bob, SelectMatch(1))
        harness.send(ada, ChooseWizard("KING"))
        harness.send(bob, ChooseWizard("SAGE"))
        return harness, ada, bob

    def test_waits_for_its_host_even_when_it_is_full(self) -> None:
        harness, ada, bob = self._seated()
        assert harness.received(bob, PlayersInfo) == []
        harness.send(ada, StartMatch())
        assert harness.received(bob, PlayersInfo)

    def test_is_open_again_after_the_end(self) -> None:
        harness, ada, bob = self._seated()
        harness.send(ada, StartMatch())
        eve = harness.connect_named("eve")
        assert harness.assert_refused(eve, SelectMatch(1)) == ErrorCode.CHOICENOTVALID
        harness.send(bob, LeaveMatch())
        assert harness.received(ada, FinalScores)
        assert harness.pop_received_types(ada)[-2:] == ["RoomUpdate", "SelectWizard"]
        listed = harness.send(eve, RequestRefresh())
        assert isinstance(listed, ChooseMatch)
        assert listed.matches == ("1: Eriantys (main), 1 of 2 seats taken, host ada",)
        harness.send(eve, SelectMatch(1))
        assert harness.received(eve, SelectWizard)[-1].available_wizards[0] == "KING"


class TestTheClock:
    @pytest.mark.parametrize("seconds", [1, 4, 3601, -60])
    def test_has_sensible_bounds(self, seconds: int) -> None:
        harness = HandlerHarness()
        ada = harness.connect_named("ada")
        harness.send(ada, SelectMatch(0))
        asked = SelectModeAndPlayers(2, clock=seconds)
        assert harness.assert_refused(ada, asked) == ErrorCode.CHOICENOTVALID

    def test_reminds_and_then_goes_on_in_the_game_s_own_way(self) -> None:
        harness = HandlerHarness()
        peers = harness.start_match("ada", "bob", setup=SelectModeAndPlayers(2, clock=60))
        slow = _asked(harness, peers)
        harness.tick(31.0)
        assert [r.seconds_left for r in harness.received(slow, TurnReminder)] == [30]
        other = next(p for p in peers if p != slow)
        assert harness.received(other, TurnReminder) == []
        changes = len(harness.received(other, UpdateMessage))
        harness.tick(30.0)
        assert len(harness.received(other, UpdateMessage)) > changes
        assert _asked(harness, peers) == other

    def test_alone_plays_a_match_to_its_end(self) -> None:
        harness = HandlerHarness()
        peers = harness.start_match("ada", "bob", setup=SelectModeAndPlayers(2, clock=5))
        for _ in range(200):
            harness.tick(5.0)
        assert harness.received(peers[0], FinalScores)
        assert harness.state.rooms_with_clock == {}

    def test_stands_still_where_there_is_none(self) -> None:
        harness = HandlerHarness()
        peers = harness.start_match("ada", "bob")
        slow = _asked(harness, peers)
        harness.tick(10_000.0)
        assert _asked(harness, peers) == slow


class TestASeatTheRulesTakeAway:
    """UNO does so with who does not play for some turns (UNO 10.4)."""

    ASKED = SelectModeAndPlayers(
        3, game="uno", clock=5, options={"max_idle_turns": 1}, absent="skip"
    )

    def test_frees_its_owner_like_one_who_left(self) -> None:
        harness = HandlerHarness()
        peers = harness.start_match("ada", "bob", "eve", setup=self.ASKED)
        slow = _asked(harness, peers)
        name = harness.state.peers[slow].session.name  # type: ignore[union-attr]
        others = [peer for peer in peers if peer != slow]
        harness.tick(5.0)
        assert harness.pop_received_types(slow)[-1] == "ChooseMatch"
        for peer in others:
            assert harness.received(peer, PlayerStatus) == [PlayerStatus(name, "gone")]
        assert harness.assert_refused(slow, ListActions()) == ErrorCode.UNEXPECTEDMESSAGE
        assert isinstance(harness.send(slow, SelectMatch(0)), ActionValid)
        (room,) = harness.state.rooms.values()
        assert room.host.name != name
        assert [member.name for member in room.people] == [
            n for n in ("ada", "bob", "eve") if n != name
        ]
        assert _asked(harness, others) in others, "the others play on"

    def test_frees_the_name_of_who_is_not_even_here(self) -> None:
        harness = HandlerHarness()
        peers = harness.start_match("ada", "bob", "eve", setup=self.ASKED)
        slow = _asked(harness, peers)
        key = harness.state.peers[slow].session.key  # type: ignore[union-attr]
        harness.disconnect(slow)
        harness.tick(5.0)
        assert key not in harness.state.sessions
        assert key not in harness.state.disconnected_sessions

    def test_ends_the_match_of_the_last_two(self) -> None:
        harness = HandlerHarness()
        asked = structs.replace(self.ASKED, number_of_players=2, standing=True)
        ada, bob = harness.start_match("ada", "bob", setup=asked)
        harness.send(ada, StartMatch())
        slow = _asked(harness, [ada, bob])
        harness.tick(5.0)
        other = bob if slow == ada else ada
        for peer in (ada, bob):
            assert len(harness.received(peer, FinalScores)) == 1
        assert harness.pop_received_types(slow)[-1] == "ChooseMatch"
        assert harness.pop_received_types(other)[-1] == "RoomUpdate", "the table is open again"
        (room,) = harness.state.open_rooms.values()
        assert [member.peer for member in room.members] == [other]

    def test_of_a_computer_is_a_free_seat_of_a_standing_table_again(self) -> None:
        asked = structs.replace(self.ASKED, number_of_players=2, bots=1, standing=True)
        harness, ada = _hosting(asked)
        robot = _robot(harness, harness.started_bots[0])
        harness.send(ada, StartMatch())
        while _asked(harness, [ada, robot]) != robot:
            actions: Any = harness.send(ada, ListActions())
            harness.send(ada, actions.actions[0])
        harness.tick(5.0)
        (room,) = harness.state.open_rooms.values()
        assert (room.free_seats, room.bot_seats) == (1, 0)
        assert isinstance(harness.send(harness.connect_named("bob"), SelectMatch(1)), ActionValid)

    def test_closes_a_table_where_only_computers_are_left(self) -> None:
        harness, ada = _hosting(structs.replace(self.ASKED, number_of_players=2, bots=1))
        robot = _robot(harness, harness.started_bots[0])
        while _asked(harness, [ada, robot]) != ada:
            actions: Any = harness.send(robot, ListActions())
            harness.send(robot, actions.actions[0])
        harness.tick(5.0)
        assert harness.pop_received_types(ada)[-1] == "ChooseMatch"
        assert harness.state.rooms == {}


def _asked(harness: HandlerHarness, peers: list[int]) -> int:
    """The peer of whom something is asked."""
    for peer in peers:
        answer: Any = harness.send(peer, ListActions())
        assert isinstance(answer, LegalActions)
        if answer.actions:
            return peer
    raise AssertionError("nobody is asked")


def test_a_room_does_not_start_before_everybody_is_ready() -> None:
    harness, _ = _hosting(SelectModeAndPlayers(2))
    (room,) = harness.state.rooms.values()
    outcome = Outcome()
    assert not lifecycle.start_if_ready(harness.state, room, outcome)
    harness.send(harness.connect_named("bob"), SelectMatch(1))
    assert not lifecycle.start_if_ready(harness.state, room, outcome), "nobody has a wizard"
    assert (room.match, outcome.sends, outcome.entries) == (None, [], [])


def test_rooms_that_wait_too_long_are_closed_the_oldest_first() -> None:
    harness, ada = _hosting(SelectModeAndPlayers(2))
    harness.tick(100.0)
    bob = harness.connect_named("bob")
    harness.send(bob, SelectMatch(0))
    harness.send(bob, SelectModeAndPlayers(2))
    harness.state.now = harness.state.limits.open_room_seconds
    outcome = Outcome()
    lifecycle.close_idle(harness.state, outcome)
    assert list(harness.state.rooms) == [2]
    assert {peer for send in outcome.sends for peer in send.peers} == {ada}
