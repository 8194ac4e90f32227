"""Codex Naturalis with players who are away: cases 25 to 28 of the digest, at a table."""

from typing import Any

from messages import (
    ActionValid,
    ChatMessage,
    ErrorCode,
    ListActions,
    MatchResumed,
    MatchSuspended,
    OtherPlayerWins,
    Reconnect,
    RequestView,
    SelectModeAndPlayers,
    SendChat,
    SessionOpened,
    YouWin,
)
from messages.codex.table import CodexView
from messages.registry import GameView, LegalActions
from tests.harness.handler import HandlerHarness


def seated(*names: str, **options: Any) -> tuple[HandlerHarness, list[int]]:
    harness = HandlerHarness()
    setup = SelectModeAndPlayers(len(names), game="codex", options=options)
    return harness, harness.start_match(*names, setup=setup)


def act(harness: HandlerHarness, peer: int) -> bool:
    """The first thing that the peer may do, if there is one."""
    legal = harness.send(peer, ListActions())
    assert isinstance(legal, LegalActions)
    return bool(legal.actions) and isinstance(harness.send(peer, legal.actions[0]), ActionValid)


def set_up(harness: HandlerHarness, peers: list[int]) -> tuple[int, list[int]]:
    """Everybody has decided: who is on turn, and the others in turn order."""
    for peer in peers:
        for _ in range(3):
            assert act(harness, peer)
        if seen(harness, peer).phase == "PLACE":
            break
    turn = seen(harness, peers[0]).turn
    assert turn is not None
    order = peers[turn:] + peers[:turn]
    return order[0], order[1:]


def seen(harness: HandlerHarness, peer: int) -> CodexView:
    answer = harness.send(peer, RequestView())
    assert isinstance(answer, GameView)
    assert isinstance(answer.view, CodexView)
    return answer.view


def back(harness: HandlerHarness, peer: int) -> int:
    opened = harness.received(peer, SessionOpened)[0]
    again = harness.connect()
    assert isinstance(harness.send(again, Reconnect(opened.nickname, opened.token)), SessionOpened)
    return again


def test_the_set_up_goes_on_without_somebody() -> None:
    harness, (ada, bob, eve) = seated("ada", "bob", "eve")
    harness.disconnect(ada)
    for peer in (bob, eve):
        assert [act(harness, peer) for _ in range(3)] == [True] * 3
    harness.tick(20.0)
    assert seen(harness, bob).phase == "PLACE"


def test_t25_a_card_is_drawn_for_somebody_who_is_away() -> None:
    harness, peers = seated("ada", "bob", "eve")
    away, others = set_up(harness, peers)
    assert act(harness, away)
    harness.disconnect(away)
    harness.tick(16.0)
    view = seen(harness, others[0])
    assert view.turn == view.seat
    assert len(seen(harness, back(harness, away)).hand) == 3


def test_t26_a_turn_of_somebody_away_is_skipped() -> None:
    harness, peers = seated("ada", "bob", "eve")
    away, others = set_up(harness, peers)
    harness.disconnect(away)
    harness.tick(16.0)
    view = seen(harness, others[0])
    assert view.turn == view.seat
    assert len(view.players[0].hand) == 3


def test_t27_alone_one_can_only_chat() -> None:
    harness, peers = seated("ada", "bob")
    stays, (away,) = set_up(harness, peers)
    harness.disconnect(away)
    harness.tick(1.0)
    assert harness.received(stays, MatchSuspended)[0].seconds_left == 120
    legal = harness.send(stays, ListActions())
    assert isinstance(legal, LegalActions)
    before = seen(harness, stays)
    assert harness.assert_refused(stays, legal.actions[0]) == ErrorCode.SUSPENDED
    assert isinstance(harness.send(stays, SendChat("anybody there?")), ActionValid)
    assert harness.received(stays, ChatMessage)
    assert seen(harness, stays) == before
    back(harness, away)
    assert harness.received(stays, MatchResumed)
    assert act(harness, stays)


def test_t28_the_one_who_stayed_wins_when_the_timer_is_over() -> None:
    harness, peers = seated("ada", "bob", suspension_seconds=90)
    stays, (away,) = set_up(harness, peers)
    harness.disconnect(away)
    harness.tick(90.0)
    assert not harness.received(stays, YouWin)
    harness.tick(3.0)
    assert harness.received(stays, YouWin)
    assert not harness.received(stays, OtherPlayerWins)
