"""Rooms: rights of the host, standing rooms, turn clocks, seats removed by the rules."""

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


def _open_room(setup: SelectModeAndPlayers) -> tuple[HandlerHarness, int]:
    harness = HandlerHarness()
    ada = harness.connect_named("ada")
    harness.send(ada, SelectMatch(0))
    harness.send(ada, setup)
    return harness, ada


def _connect_bot(harness: HandlerHarness, start: StartBot) -> int:
    bot = harness.connect(computer=True)
    harness.send(bot, ChooseNickname(start.nickname))
    harness.send(bot, SelectMatch(start.room))
    return bot


class TestHost:
    def test_adds_a_computer_player_by_strategy_and_name_who_takes_a_bot_seat(self) -> None:
        harness, ada = _open_room(SelectModeAndPlayers(3))
        assert isinstance(harness.send(ada, AddComputerPlayer("random", "Hal-9000")), ActionValid)
        assert harness.started_bots == [StartBot("random", "eriantys", 1, "", "Hal-9000")]
        _connect_bot(harness, harness.started_bots[0])
        room = harness.received(ada, RoomUpdate)[-1].room
        assert (room.players, room.bots) == (("ada", "Hal-9000"), 1)

    @pytest.mark.parametrize(
        ("message", "code"),
        [
            (AddComputerPlayer("psychic"), ErrorCode.CHOICENOTVALID),
            (AddComputerPlayer(name="ada"), ErrorCode.DUPLICATENICKNAME),
            (AddComputerPlayer(name="!"), ErrorCode.INVALIDNICKNAME),
        ],
    )
    def test_gets_refusal_for_unknown_strategy_and_taken_or_invalid_bot_name(
        self, message: AddComputerPlayer, code: ErrorCode
    ) -> None:
        harness, ada = _open_room(SelectModeAndPlayers(3))
        assert harness.assert_refused(ada, message) == code
        assert harness.started_bots == []

    def test_cannot_add_a_bot_to_a_full_room_which_nobody_can_join(self) -> None:
        harness, ada = _open_room(SelectModeAndPlayers(3))
        bob = harness.connect_named("bob")
        harness.send(bob, SelectMatch(1))
        harness.send(ada, AddComputerPlayer())
        assert harness.assert_refused(ada, AddComputerPlayer()) == ErrorCode.MATCHFULL
        assert (
            harness.assert_refused(harness.connect_named("eve"), SelectMatch(1))
            == ErrorCode.MATCHFULL
        )

    def test_starts_with_fewer_players_than_seats_once_all_have_wizards(self) -> None:
        harness, ada = _open_room(SelectModeAndPlayers(4))
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
        harness, ada = _open_room(SelectModeAndPlayers(2))
        harness.send(ada, ChooseWizard("KING"))
        assert harness.assert_refused(ada, StartMatch()) == ErrorCode.CHOICENOTVALID

    def test_cannot_start_with_unknown_options_but_then_without(self) -> None:
        harness, ada = _open_room(SelectModeAndPlayers(3))
        bob = harness.connect_named("bob")
        harness.send(bob, SelectMatch(1))
        for peer, wizard in ((ada, "KING"), (bob, "SAGE")):
            harness.send(peer, ChooseWizard(wizard))
        assert harness.assert_refused(ada, StartMatch({"magic": 9})) == ErrorCode.CHOICENOTVALID
        assert isinstance(harness.send(ada, StartMatch()), ActionValid)

    def test_adds_a_seat_so_that_the_match_waits_for_a_third_player(self) -> None:
        harness, ada = _open_room(SelectModeAndPlayers(2))
        harness.send(ada, ChooseWizard("KING"))
        assert isinstance(harness.send(ada, ChangeSeats(3)), ActionValid)
        bob, eve = harness.connect_named("bob"), harness.connect_named("eve")
        harness.send(bob, SelectMatch(1))
        assert harness.received(bob, RoomUpdate)[-1].room.number_of_players == 3
        harness.send(bob, ChooseWizard("SAGE"))
        assert harness.received(ada, PlayersInfo) == []
        assert isinstance(harness.send(eve, SelectMatch(1)), ActionValid)

    def test_starts_a_shelfie_match_by_removing_the_free_seats(self) -> None:
        harness, ada = _open_room(SelectModeAndPlayers(4, game="shelfie"))
        bob = harness.connect_named("bob")
        harness.send(bob, SelectMatch(1))
        assert isinstance(harness.send(ada, ChangeSeats(2)), ActionValid)
        assert harness.received(bob, PlayersInfo)[0].player_nicknames == ("ada", "bob")

    @pytest.mark.parametrize("seats", [-1, 0, 1, 2, 5])
    def test_cannot_remove_taken_seats_or_exceed_the_seats_of_the_game(self, seats: int) -> None:
        harness, ada = _open_room(SelectModeAndPlayers(4))
        harness.send(harness.connect_named("bob"), SelectMatch(1))
        harness.send(ada, AddComputerPlayer())
        assert harness.assert_refused(ada, ChangeSeats(seats)) == ErrorCode.CHOICENOTVALID
        assert harness.handler.state.rooms[1].setup.number_of_players == 4

    def test_rights_are_refused_to_another_member(self) -> None:
        harness, _ = _open_room(SelectModeAndPlayers(3))
        bob = harness.connect_named("bob")
        harness.send(bob, SelectMatch(1))
        for message in (AddComputerPlayer(), ChangeSeats(2), StartMatch()):
            assert harness.assert_refused(bob, message) == ErrorCode.NOTALLOWED

    def test_who_leaves_is_followed_by_the_next_member_with_the_same_rights(self) -> None:
        harness, ada = _open_room(SelectModeAndPlayers(3))
        bob = harness.connect_named("bob")
        harness.send(bob, SelectMatch(1))
        harness.send(ada, LeaveMatch())
        assert isinstance(harness.send(bob, AddComputerPlayer()), ActionValid)


class TestStandingRoom:
    def _two_members(self) -> tuple[HandlerHarness, int, int]:
        harness, ada = _open_room(SelectModeAndPlayers(2, name="main", standing=True))
        bob = harness.connect_named("bob")
        harness.send(bob, SelectMatch(1))
        harness.send(ada, ChooseWizard("KING"))
        harness.send(bob, ChooseWizard("SAGE"))
        return harness, ada, bob

    def test_is_started_when_full_only_by_start_match_of_the_host(self) -> None:
        harness, ada, bob = self._two_members()
        assert harness.received(bob, PlayersInfo) == []
        harness.send(ada, StartMatch())
        assert harness.received(bob, PlayersInfo)

    def test_is_closed_during_the_match_and_then_listed_and_joined_with_free_wizards(self) -> None:
        harness, ada, bob = self._two_members()
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


class TestTurnClock:
    @pytest.mark.parametrize("seconds", [1, 4, 3601, -60])
    def test_set_up_with_clock_out_of_range_is_refused(self, seconds: int) -> None:
        harness = HandlerHarness()
        ada = harness.connect_named("ada")
        harness.send(ada, SelectMatch(0))
        message = SelectModeAndPlayers(2, clock=seconds)
        assert harness.assert_refused(ada, message) == ErrorCode.CHOICENOTVALID

    def test_reminds_only_the_active_player_at_half_time_and_then_the_rules_decide(self) -> None:
        harness = HandlerHarness()
        peers = harness.start_match("ada", "bob", setup=SelectModeAndPlayers(2, clock=60))
        active = _active_peer(harness, peers)
        harness.tick(31.0)
        assert [r.seconds_left for r in harness.received(active, TurnReminder)] == [30]
        other = next(p for p in peers if p != active)
        assert harness.received(other, TurnReminder) == []
        changes = len(harness.received(other, UpdateMessage))
        harness.tick(30.0)
        assert len(harness.received(other, UpdateMessage)) > changes
        assert _active_peer(harness, peers) == other

    def test_expiries_alone_end_the_match_and_its_clock(self) -> None:
        harness = HandlerHarness()
        peers = harness.start_match("ada", "bob", setup=SelectModeAndPlayers(2, clock=5))
        for _ in range(200):
            harness.tick(5.0)
        assert harness.received(peers[0], FinalScores)
        assert harness.state.rooms_with_clock == {}

    def test_match_without_clock_waits_for_the_active_player(self) -> None:
        harness = HandlerHarness()
        peers = harness.start_match("ada", "bob")
        active = _active_peer(harness, peers)
        harness.tick(10_000.0)
        assert _active_peer(harness, peers) == active


class TestSeatRemovedByRules:
    """UNO removes players who are idle for several turns (UNO 10.4)."""

    SETUP = SelectModeAndPlayers(
        3, game="uno", clock=5, options={"max_idle_turns": 1}, absent="skip"
    )

    def test_is_announced_and_returns_the_player_to_the_lobby_while_others_continue(self) -> None:
        harness = HandlerHarness()
        peers = harness.start_match("ada", "bob", "eve", setup=self.SETUP)
        active = _active_peer(harness, peers)
        name = harness.state.peers[active].session.name  # type: ignore[union-attr]
        others = [peer for peer in peers if peer != active]
        harness.tick(5.0)
        assert harness.pop_received_types(active)[-1] == "ChooseMatch"
        for peer in others:
            assert harness.received(peer, PlayerStatus) == [PlayerStatus(name, "gone")]
        assert harness.assert_refused(active, ListActions()) == ErrorCode.UNEXPECTEDMESSAGE
        assert isinstance(harness.send(active, SelectMatch(0)), ActionValid)
        (room,) = harness.state.rooms.values()
        assert room.host.name != name
        assert [member.name for member in room.people] == [
            n for n in ("ada", "bob", "eve") if n != name
        ]
        assert _active_peer(harness, others) in others, "the others continue"

    def test_ends_session_of_disconnected_player(self) -> None:
        harness = HandlerHarness()
        peers = harness.start_match("ada", "bob", "eve", setup=self.SETUP)
        active = _active_peer(harness, peers)
        key = harness.state.peers[active].session.key  # type: ignore[union-attr]
        harness.disconnect(active)
        harness.tick(5.0)
        assert key not in harness.state.sessions
        assert key not in harness.state.disconnected_sessions

    def test_ends_a_match_of_two_and_reopens_their_standing_room_for_the_winner(self) -> None:
        harness = HandlerHarness()
        setup = structs.replace(self.SETUP, number_of_players=2, standing=True)
        ada, bob = harness.start_match("ada", "bob", setup=setup)
        harness.send(ada, StartMatch())
        active = _active_peer(harness, [ada, bob])
        harness.tick(5.0)
        other = bob if active == ada else ada
        for peer in (ada, bob):
            assert len(harness.received(peer, FinalScores)) == 1
        assert harness.pop_received_types(active)[-1] == "ChooseMatch"
        assert harness.pop_received_types(other)[-1] == "RoomUpdate", "the room is open again"
        (room,) = harness.state.open_rooms.values()
        assert [member.peer for member in room.members] == [other]

    def test_of_computer_player_is_free_and_can_be_joined_in_a_standing_room(self) -> None:
        setup = structs.replace(self.SETUP, number_of_players=2, bots=1, standing=True)
        harness, ada = _open_room(setup)
        bot = _connect_bot(harness, harness.started_bots[0])
        harness.send(ada, StartMatch())
        while _active_peer(harness, [ada, bot]) != bot:
            actions: Any = harness.send(ada, ListActions())
            harness.send(ada, actions.actions[0])
        harness.tick(5.0)
        (room,) = harness.state.open_rooms.values()
        assert (room.free_seats, room.bot_seats) == (1, 0)
        assert isinstance(harness.send(harness.connect_named("bob"), SelectMatch(1)), ActionValid)

    def test_closes_the_room_if_only_a_computer_player_is_left(self) -> None:
        harness, ada = _open_room(structs.replace(self.SETUP, number_of_players=2, bots=1))
        bot = _connect_bot(harness, harness.started_bots[0])
        while _active_peer(harness, [ada, bot]) != ada:
            actions: Any = harness.send(bot, ListActions())
            harness.send(bot, actions.actions[0])
        harness.tick(5.0)
        assert harness.pop_received_types(ada)[-1] == "ChooseMatch"
        assert harness.state.rooms == {}


def _active_peer(harness: HandlerHarness, peers: list[int]) -> int:
    """Return the peer that has a legal action."""
    for peer in peers:
        answer: Any = harness.send(peer, ListActions())
        assert isinstance(answer, LegalActions)
        if answer.actions:
            return peer
    raise AssertionError("no peer has a legal action")


def test_start_if_ready_does_nothing_without_all_members_and_their_wizards() -> None:
    harness, _ = _open_room(SelectModeAndPlayers(2))
    (room,) = harness.state.rooms.values()
    outcome = Outcome()
    assert not lifecycle.start_if_ready(harness.state, room, outcome)
    harness.send(harness.connect_named("bob"), SelectMatch(1))
    assert not lifecycle.start_if_ready(harness.state, room, outcome), "nobody has a wizard"
    assert (room.match, outcome.sends, outcome.entries) == (None, [], [])


def test_close_idle_closes_only_the_room_that_is_too_old_and_tells_its_member() -> None:
    harness, ada = _open_room(SelectModeAndPlayers(2))
    harness.tick(100.0)
    bob = harness.connect_named("bob")
    harness.send(bob, SelectMatch(0))
    harness.send(bob, SelectModeAndPlayers(2))
    harness.state.now = harness.state.limits.open_room_seconds
    outcome = Outcome()
    lifecycle.close_expired(harness.state, outcome)
    assert list(harness.state.rooms) == [2]
    assert {peer for send in outcome.sends for peer in send.peers} == {ada}
