"""Codex Naturalis with absent players: cases 25 to 28 of the written rules."""

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


def start_match(*names: str, **options: Any) -> tuple[HandlerHarness, list[int]]:
    harness = HandlerHarness()
    setup = SelectModeAndPlayers(len(names), game="codex", options=options)
    return harness, harness.start_match(*names, setup=setup)


def act(harness: HandlerHarness, peer: int) -> bool:
    """Send the first legal action of the peer, if there is one; return whether there was."""
    legal = harness.send(peer, ListActions())
    assert isinstance(legal, LegalActions)
    return bool(legal.actions) and isinstance(harness.send(peer, legal.actions[0]), ActionValid)


def finish_set_up(harness: HandlerHarness, peers: list[int]) -> tuple[int, list[int]]:
    """Make all set-up choices; return the active peer, and the others in turn order."""
    for peer in peers:
        for _ in range(3):
            assert act(harness, peer)
        if view_of(harness, peer).phase == "PLACE":
            break
    turn = view_of(harness, peers[0]).turn
    assert turn is not None
    order = peers[turn:] + peers[:turn]
    return order[0], order[1:]


def view_of(harness: HandlerHarness, peer: int) -> CodexView:
    answer = harness.send(peer, RequestView())
    assert isinstance(answer, GameView)
    assert isinstance(answer.view, CodexView)
    return answer.view


def reconnect(harness: HandlerHarness, peer: int) -> int:
    opened = harness.received(peer, SessionOpened)[0]
    new_peer = harness.connect()
    assert isinstance(
        harness.send(new_peer, Reconnect(opened.nickname, opened.token)), SessionOpened
    )
    return new_peer


def test_set_up_ends_although_a_player_is_disconnected() -> None:
    harness, (ada, bob, eve) = start_match("ada", "bob", "eve")
    harness.disconnect(ada)
    for peer in (bob, eve):
        assert [act(harness, peer) for _ in range(3)] == [True] * 3
    harness.tick(20.0)
    assert view_of(harness, bob).phase == "PLACE"


def test_case_25_absent_player_who_has_placed_gets_a_card_and_the_turn_ends() -> None:
    harness, peers = start_match("ada", "bob", "eve")
    away, others = finish_set_up(harness, peers)
    assert act(harness, away)
    harness.disconnect(away)
    harness.tick(16.0)
    view = view_of(harness, others[0])
    assert view.turn == view.seat
    assert len(view_of(harness, reconnect(harness, away)).hand) == 3


def test_case_26_turn_of_an_absent_player_who_has_not_placed_is_skipped() -> None:
    harness, peers = start_match("ada", "bob", "eve")
    away, others = finish_set_up(harness, peers)
    harness.disconnect(away)
    harness.tick(16.0)
    view = view_of(harness, others[0])
    assert view.turn == view.seat
    assert len(view.players[0].hand) == 3


def test_case_27_sole_remaining_player_can_chat_but_acts_only_after_the_other_returns() -> None:
    harness, peers = start_match("ada", "bob")
    remaining, (away,) = finish_set_up(harness, peers)
    harness.disconnect(away)
    harness.tick(1.0)
    assert harness.received(remaining, MatchSuspended)[0].seconds_left == 120
    legal = harness.send(remaining, ListActions())
    assert isinstance(legal, LegalActions)
    before = view_of(harness, remaining)
    assert harness.assert_refused(remaining, legal.actions[0]) == ErrorCode.SUSPENDED
    assert isinstance(harness.send(remaining, SendChat("anybody there?")), ActionValid)
    assert harness.received(remaining, ChatMessage)
    assert view_of(harness, remaining) == before
    reconnect(harness, away)
    assert harness.received(remaining, MatchResumed)
    assert act(harness, remaining)


def test_case_28_sole_remaining_player_wins_only_after_suspension_seconds() -> None:
    harness, peers = start_match("ada", "bob", suspension_seconds=90)
    remaining, (away,) = finish_set_up(harness, peers)
    harness.disconnect(away)
    harness.tick(90.0)
    assert not harness.received(remaining, YouWin)
    harness.tick(3.0)
    assert harness.received(remaining, YouWin)
    assert not harness.received(remaining, OtherPlayerWins)
