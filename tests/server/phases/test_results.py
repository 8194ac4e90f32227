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
from tests.harness.handler import HandlerHarness


@pytest.fixture
def harness() -> HandlerHarness:
    return HandlerHarness(Limits(reconnect_seconds=60))


def _won_while_away(harness: HandlerHarness) -> None:
    """Ada's connection is lost, and bob leaves: ada has won."""
    ada, bob = harness.start_match("ada", "bob")
    harness.disconnect(ada)
    harness.send(bob, LeaveMatch())


def _return(harness: HandlerHarness) -> tuple[int, Message]:
    peer = harness.connect()
    harness.pop_received_types(peer)
    return peer, harness.send(peer, Reconnect("ada", "token-1"))


def test_who_comes_back_after_the_end_hears_it_and_is_at_the_list(harness: HandlerHarness) -> None:
    _won_while_away(harness)
    peer, answer = _return(harness)
    assert isinstance(answer, SessionOpened)
    names = harness.pop_received_types(peer)
    assert names[0] == "PlayersInfo"
    assert names[-4:] == ["GameView", "YouWin", "FinalScores", "ChooseMatch"]


def test_who_is_lost_after_the_end_hears_it_again(harness: HandlerHarness) -> None:
    ada, bob = harness.start_match("ada", "bob")
    harness.send(bob, LeaveMatch())
    harness.disconnect(ada)
    peer, _ = _return(harness)
    assert harness.pop_received_types(peer)[-3:] == ["YouWin", "FinalScores", "ChooseMatch"]


def test_who_asked_for_another_match_knows_the_result(harness: HandlerHarness) -> None:
    ada, bob = harness.start_match("ada", "bob")
    harness.send(bob, LeaveMatch())
    harness.send(ada, RequestRefresh())
    harness.disconnect(ada)
    _, answer = _return(harness)
    assert isinstance(answer, Error)
    assert answer.error is ErrorCode.SESSIONUNKNOWN


def test_a_name_that_waits_for_a_result_only_is_free_for_who_asks(harness: HandlerHarness) -> None:
    _won_while_away(harness)
    assert isinstance(harness.send(harness.connect(), ChooseNickname("ada")), ActionValid)


def test_a_result_does_not_wait_for_ever(harness: HandlerHarness) -> None:
    _won_while_away(harness)
    for _ in range(13):
        harness.tick(5)
    assert "ada" not in harness.state.sessions
    assert harness.state.disconnected_sessions == {}
