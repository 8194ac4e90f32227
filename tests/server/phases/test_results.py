"""The result of a match waits for a player who was away when it ended."""

import pytest

from messages import (
    ActionValid,
    ChooseNickname,
    Error,
    ErrorCode,
    LeaveMatch,
    Message,
    Reconnect,
    RequestRefresh,
    SessionOpened,
)
from server.limits import Limits
from tests.harness.handler import House


@pytest.fixture
def house() -> House:
    return House(Limits(away_seconds=60))


def _won_while_away(house: House) -> None:
    """Ada's connection is lost, and bob leaves: ada has won."""
    ada, bob = house.table("ada", "bob")
    house.depart(ada)
    house.say(bob, LeaveMatch())


def _return(house: House) -> tuple[int, Message]:
    peer = house.arrive()
    house.names(peer)
    return peer, house.say(peer, Reconnect("ada", "token-1"))


def test_who_comes_back_after_the_end_hears_it_and_is_at_the_list(house: House) -> None:
    _won_while_away(house)
    peer, answer = _return(house)
    assert isinstance(answer, SessionOpened)
    names = house.names(peer)
    assert names[0] == "PlayersInfo"
    assert names[-4:] == ["GameView", "YouWin", "FinalScores", "ChooseMatch"]


def test_who_is_lost_after_the_end_hears_it_again(house: House) -> None:
    ada, bob = house.table("ada", "bob")
    house.say(bob, LeaveMatch())
    house.depart(ada)
    peer, _ = _return(house)
    assert house.names(peer)[-3:] == ["YouWin", "FinalScores", "ChooseMatch"]


def test_who_asked_for_another_match_knows_the_result(house: House) -> None:
    ada, bob = house.table("ada", "bob")
    house.say(bob, LeaveMatch())
    house.say(ada, RequestRefresh())
    house.depart(ada)
    _, answer = _return(house)
    assert isinstance(answer, Error)
    assert answer.error is ErrorCode.SESSIONUNKNOWN


def test_a_name_that_waits_for_a_result_only_is_free_for_who_asks(house: House) -> None:
    _won_while_away(house)
    assert isinstance(house.say(house.arrive(), ChooseNickname("ada")), ActionValid)


def test_a_result_does_not_wait_for_ever(house: House) -> None:
    _won_while_away(house)
    for _ in range(13):
        house.tick(5)
    assert "ada" not in house.state.sessions
    assert house.state.disconnected_sessions == {}
