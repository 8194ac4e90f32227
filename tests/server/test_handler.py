"""GameHandler: one answer each, repeated ids, lost players, and what happens when a game breaks."""

from dataclasses import replace
from typing import Any

import pytest
from msgspec import NODEFAULT
from msgspec.structs import fields

from games.base import Step
from games.registry import GAMES
from messages import (
    ActionValid,
    ChooseMatch,
    ChooseNickname,
    Error,
    ErrorCode,
    FinalScores,
    LeaveMatch,
    ProtocolError,
    RequestNickname,
    RequestRefresh,
    RequestView,
    SelectMatch,
    SelectModeAndPlayers,
    YouWin,
)
from messages.eriantys.actions import ChooseCloud, MoveMotherNature
from messages.registry import CLIENT_MESSAGES
from server.handler import GameHandler
from server.limits import Limits
from tests.harness.handler import House, legal_action, turn_holder


def test_two_handlers_in_one_process_are_independent() -> None:
    for handler in [GameHandler(House().state) for _ in range(2)]:
        peer, outcome = handler.connected("127.0.0.1", 0.0)
        assert outcome.sends[0].messages == (RequestNickname(),)
        answer = handler.receive(peer, ChooseNickname("ada"), 0.0).answer
        assert isinstance(answer, ActionValid)
        assert handler.counts.received == 1


def test_a_move_out_of_turn_is_refused_with_the_name_of_who_has_it() -> None:
    house = House()
    peers = house.table("ada", "bob")
    active, waiting = turn_holder(house, peers)
    name = {peers[0]: "ada", peers[1]: "bob"}[active]
    error = house.say(waiting, legal_action(house, active))
    assert isinstance(error, Error)
    assert error.error is ErrorCode.NOTYOURTURN
    assert name in error.message


def test_a_move_the_rules_refuse_says_why() -> None:
    house = House()
    active, _ = turn_holder(house, house.table("ada", "bob"))
    assert house.refused(active, MoveMotherNature(1)) == ErrorCode.ACTIONNONVALID
    assert house.refused(active, ChooseCloud(-5)) == ErrorCode.ACTIONNONVALID


def test_lobby_messages_are_unexpected_in_a_match() -> None:
    house = House()
    ada, _ = house.table("ada", "bob")
    for message in (SelectMatch(0), ChooseNickname("eve"), SelectModeAndPlayers(2)):
        assert house.refused(ada, message) == ErrorCode.UNEXPECTEDMESSAGE


def test_every_readable_message_gets_exactly_one_answer_in_every_phase() -> None:
    samples: list[Any] = [
        cls(*["x" if "str" in str(t) else 1 for t in _required(cls)])
        for cls in CLIENT_MESSAGES.values()
        if cls.__name__ != "Quit"
    ]
    for stage in range(4):
        for sample in samples:
            house = House()
            peer = house.arrive()
            if stage:
                house.say(peer, ChooseNickname("ada"))
            if stage > 1:
                house.say(peer, SelectMatch(0))
            if stage > 2:
                house.say(peer, SelectModeAndPlayers(2))
            house.say(peer, sample)  # say() asserts the one answer


def _required(cls: Any) -> list[Any]:
    return [
        f.type for f in fields(cls) if f.default is NODEFAULT and f.default_factory is NODEFAULT
    ]


def test_a_repeated_id_gets_the_same_answer_and_has_no_second_effect() -> None:
    house = House()
    peers = house.table("ada", "bob")
    active, waiting = turn_holder(house, peers)
    action = type(legal_action(house, active))(*_fields(legal_action(house, active)), id=77)
    first = house.say(active, action)
    assert isinstance(first, ActionValid)
    told = len(house.boxes[waiting])
    assert house.say(active, action) == first
    assert len(house.boxes[waiting]) == told


def _fields(action: Any) -> list[Any]:
    return [getattr(action, name) for name in action.__struct_fields__ if name != "id"]


def test_a_repeated_id_of_a_refusal_is_refused_again() -> None:
    house = House()
    ada = house.guest("ada")
    first = house.say(ada, SelectMatch(5, id=3))
    assert isinstance(first, Error)
    assert house.say(ada, SelectMatch(0, id=3)) == first
    assert isinstance(house.say(ada, SelectMatch(0, id=4)), ActionValid)


def test_only_the_last_answers_are_remembered() -> None:
    house = House(Limits(remembered_answers=4))
    ada = house.guest("ada")
    for number in range(1, 50):
        house.say(ada, RequestRefresh(id=number))
    assert list(house.state.sessions["ada"].answers) == [46, 47, 48, 49]


def test_unreadable_messages_are_answered_and_too_many_in_a_row_end_the_connection() -> None:
    house = House(Limits(malformed_messages=3))
    peer = house.arrive()
    error = ProtocolError(ErrorCode.MALFORMEDMESSAGE, "No.", 9)
    for _ in range(2):
        assert house.handler.malformed(peer, error, 0.0).closes == []
    house.say(peer, ChooseNickname("ada"))
    for _ in range(2):
        assert house.handler.malformed(peer, error, 0.0).closes == []
    outcome = house.handler.malformed(peer, error, 0.0)
    assert outcome.answer == Error(error.code, error.text, reply_to=9)
    assert outcome.closes == [peer]


def test_a_full_server_says_so_and_hangs_up() -> None:
    house = House(Limits(connections=1))
    house.arrive()
    second = house.arrive()
    assert [e.error for e in house.got(second, Error)] == [ErrorCode.SERVERFULL]
    assert house.ended == [second]


def test_a_seat_is_given_up_when_its_owner_stays_away() -> None:
    house = House()
    ada, bob = house.table("ada", "bob")
    house.depart(ada)
    house.tick(59.0)
    assert not house.got(bob, YouWin)
    house.tick(2.0)
    assert house.got(bob, YouWin)
    assert house.state.sessions.keys() == {"bob"}
    assert house.state.rooms == {}
    assert house.state.disconnected_sessions == {}


def test_when_nobody_comes_back_the_table_is_cleared_in_the_end() -> None:
    house = House(Limits(abandon_seconds=500.0))
    for peer in house.table("ada", "bob"):
        house.depart(peer)
    house.tick(499.0)
    assert house.state.rooms
    house.tick(2.0)
    assert (house.state.rooms, house.state.sessions) == ({}, {})
    assert house.state.disconnected_sessions == {}
    assert house.state.peers == {}


def test_a_match_whose_last_person_leaves_ends_for_the_computer_players_too() -> None:
    house = House()
    ada = house.guest("ada")
    house.say(ada, SelectMatch(0))
    house.say(ada, SelectModeAndPlayers(2, bots=1))
    robot = house.arrive(computer=True)
    house.say(robot, ChooseNickname("robot"))
    house.say(robot, SelectMatch(1))
    house.names(robot)
    house.say(ada, LeaveMatch())
    assert house.names(robot)[-1] == "ChooseMatch"
    assert house.state.rooms == {}


class TestABrokenGame:
    """A planted fault in one match must not be felt outside of it."""

    @pytest.fixture
    def house(self) -> House:
        def broken(state: Any, seat: int, action: Any) -> Step[Any]:
            if state.expert:
                raise ZeroDivisionError("planted")
            return GAMES["eriantys"].apply(state, seat, action)

        def broken_leave(state: Any, seat: int) -> Step[Any]:
            raise ZeroDivisionError("planted")

        game = replace(GAMES["eriantys"], apply=broken, leave=broken_leave)
        return House(games={"eriantys": game})

    def test_ends_alone_with_an_internal_error_to_everybody_in_it(self, house: House) -> None:
        other = house.table("eve", "fay")
        peers = house.table("ada", "bob", setup=SelectModeAndPlayers(2, True))
        active, waiting = turn_holder(house, peers)
        error = house.say(active, legal_action(house, active))
        assert isinstance(error, Error)
        assert error.error is ErrorCode.INTERNALERROR
        assert "planted" not in error.message
        assert [e.error for e in house.got(waiting, Error)] == [ErrorCode.INTERNALERROR]
        assert all(house.names(peer)[-1] == "ChooseMatch" for peer in peers)
        assert isinstance(house.say(active, SelectMatch(0)), ActionValid)
        assert house.log.entries == ["a message failed"]
        living, _ = turn_holder(house, other)
        assert isinstance(house.say(living, legal_action(house, living)), ActionValid)

    def test_ends_also_when_somebody_s_leaving_breaks_it(self, house: House) -> None:
        ada, bob = house.table("ada", "bob")
        house.depart(ada)
        house.tick(61.0)
        assert [e.error for e in house.got(bob, Error)] == [ErrorCode.INTERNALERROR]
        assert house.got(bob, ChooseMatch)
        assert house.state.rooms == {}


def test_a_whole_match_ends_with_scores_and_the_list_of_matches() -> None:
    house = House()
    peers = house.table("ada", "bob")
    for _ in range(2000):
        if not house.state.rooms:
            break
        active, _ = turn_holder(house, peers)
        house.say(active, legal_action(house, active))
    scores = [house.got(peer, FinalScores)[0] for peer in peers]
    assert scores[0] == scores[1]
    winners = {peers[("ada", "bob").index(name)] for name in scores[0].winners}
    assert {peer for peer in peers if house.got(peer, YouWin)} == winners
    assert all(house.names(peer)[-1] == "ChooseMatch" for peer in peers)
    assert house.refused(peers[0], RequestView()) == ErrorCode.UNEXPECTEDMESSAGE
