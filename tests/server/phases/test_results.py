"""The result of a match is kept for players who were disconnected when it ended."""

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


def _win_while_disconnected(harness: HandlerHarness) -> None:
    """Disconnect ada and let bob leave, so that ada wins."""
    ada, bob = harness.start_match("ada", "bob")
    harness.disconnect(ada)
    harness.send(bob, LeaveMatch())


def _reconnect(harness: HandlerHarness) -> tuple[int, Message]:
    peer = harness.connect()
    harness.pop_received_types(peer)
    return peer, harness.send(peer, Reconnect("ada", "token-1"))


def test_player_disconnected_at_the_end_gets_view_result_and_match_list_at_reconnect(
    harness: HandlerHarness,
) -> None:
    _win_while_disconnected(harness)
    peer, answer = _reconnect(harness)
    assert isinstance(answer, SessionOpened)
    names = harness.pop_received_types(peer)
    assert names[0] == "PlayersInfo"
    assert names[-4:] == ["GameView", "YouWin", "FinalScores", "ChooseMatch"]


def test_player_disconnected_just_after_the_end_gets_the_result_again_at_reconnect(
    harness: HandlerHarness,
) -> None:
    ada, bob = harness.start_match("ada", "bob")
    harness.send(bob, LeaveMatch())
    harness.disconnect(ada)
    peer, _ = _reconnect(harness)
    assert harness.pop_received_types(peer)[-3:] == ["YouWin", "FinalScores", "ChooseMatch"]


def test_session_is_not_kept_for_its_result_after_requesting_the_match_list(
    harness: HandlerHarness,
) -> None:
    ada, bob = harness.start_match("ada", "bob")
    harness.send(bob, LeaveMatch())
    harness.send(ada, RequestRefresh())
    harness.disconnect(ada)
    _, answer = _reconnect(harness)
    assert isinstance(answer, Error)
    assert answer.error is ErrorCode.SESSIONUNKNOWN


def test_nickname_of_a_session_kept_only_for_its_result_can_be_chosen(
    harness: HandlerHarness,
) -> None:
    _win_while_disconnected(harness)
    assert isinstance(harness.send(harness.connect(), ChooseNickname("ada")), ActionValid)


def test_session_kept_for_its_result_ends_after_reconnect_seconds(harness: HandlerHarness) -> None:
    _win_while_disconnected(harness)
    for _ in range(13):
        harness.tick(5)
    assert "ada" not in harness.state.sessions
    assert harness.state.disconnected_sessions == {}
