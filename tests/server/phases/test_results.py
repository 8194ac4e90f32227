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


def test_reconnect_after_the_end_sends_result_and_match_list(harness: HandlerHarness) -> None:
    _win_while_disconnected(harness)
    peer, answer = _reconnect(harness)
    assert isinstance(answer, SessionOpened)
    names = harness.pop_received_types(peer)
    assert names[0] == "PlayersInfo"
    assert names[-4:] == ["GameView", "YouWin", "FinalScores", "ChooseMatch"]


def test_disconnect_after_the_end_repeats_the_result(harness: HandlerHarness) -> None:
    ada, bob = harness.start_match("ada", "bob")
    harness.send(bob, LeaveMatch())
    harness.disconnect(ada)
    peer, _ = _reconnect(harness)
    assert harness.pop_received_types(peer)[-3:] == ["YouWin", "FinalScores", "ChooseMatch"]


def test_requesting_the_list_proves_that_the_result_arrived(harness: HandlerHarness) -> None:
    ada, bob = harness.start_match("ada", "bob")
    harness.send(bob, LeaveMatch())
    harness.send(ada, RequestRefresh())
    harness.disconnect(ada)
    _, answer = _reconnect(harness)
    assert isinstance(answer, Error)
    assert answer.error is ErrorCode.SESSIONUNKNOWN


def test_nickname_kept_only_for_a_result_is_free(harness: HandlerHarness) -> None:
    _win_while_disconnected(harness)
    assert isinstance(harness.send(harness.connect(), ChooseNickname("ada")), ActionValid)


def test_result_is_dropped_after_reconnect_seconds(harness: HandlerHarness) -> None:
    _win_while_disconnected(harness)
    for _ in range(13):
        harness.tick(5)
    assert "ada" not in harness.state.sessions
    assert harness.state.disconnected_sessions == {}
