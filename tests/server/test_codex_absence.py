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
from tests.harness.handler import House


def seated(*names: str, **options: Any) -> tuple[House, list[int]]:
    house = House()
    setup = SelectModeAndPlayers(len(names), game="codex", options=options)
    return house, house.table(*names, setup=setup)


def act(house: House, peer: int) -> bool:
    """The first thing that the peer may do, if there is one."""
    legal = house.say(peer, ListActions())
    assert isinstance(legal, LegalActions)
    return bool(legal.actions) and isinstance(house.say(peer, legal.actions[0]), ActionValid)


def set_up(house: House, peers: list[int]) -> tuple[int, list[int]]:
    """Everybody has decided: who is on turn, and the others in turn order."""
    for peer in peers:
        for _ in range(3):
            assert act(house, peer)
        if seen(house, peer).phase == "PLACE":
            break
    turn = seen(house, peers[0]).turn
    assert turn is not None
    order = peers[turn:] + peers[:turn]
    return order[0], order[1:]


def seen(house: House, peer: int) -> CodexView:
    answer = house.say(peer, RequestView())
    assert isinstance(answer, GameView)
    assert isinstance(answer.view, CodexView)
    return answer.view


def back(house: House, peer: int) -> int:
    opened = house.got(peer, SessionOpened)[0]
    again = house.arrive()
    assert isinstance(house.say(again, Reconnect(opened.nickname, opened.token)), SessionOpened)
    return again


def test_the_set_up_goes_on_without_somebody() -> None:
    house, (ada, bob, eve) = seated("ada", "bob", "eve")
    house.depart(ada)
    for peer in (bob, eve):
        assert [act(house, peer) for _ in range(3)] == [True] * 3
    house.tick(20.0)
    assert seen(house, bob).phase == "PLACE"


def test_t25_a_card_is_drawn_for_somebody_who_is_away() -> None:
    house, peers = seated("ada", "bob", "eve")
    away, others = set_up(house, peers)
    assert act(house, away)
    house.depart(away)
    house.tick(16.0)
    view = seen(house, others[0])
    assert view.turn == view.seat
    assert len(seen(house, back(house, away)).hand) == 3


def test_t26_a_turn_of_somebody_away_is_skipped() -> None:
    house, peers = seated("ada", "bob", "eve")
    away, others = set_up(house, peers)
    house.depart(away)
    house.tick(16.0)
    view = seen(house, others[0])
    assert view.turn == view.seat
    assert len(view.players[0].hand) == 3


def test_t27_alone_one_can_only_chat() -> None:
    house, peers = seated("ada", "bob")
    stays, (away,) = set_up(house, peers)
    house.depart(away)
    house.tick(1.0)
    assert house.got(stays, MatchSuspended)[0].seconds_left == 120
    legal = house.say(stays, ListActions())
    assert isinstance(legal, LegalActions)
    before = seen(house, stays)
    assert house.refused(stays, legal.actions[0]) == ErrorCode.SUSPENDED
    assert isinstance(house.say(stays, SendChat("anybody there?")), ActionValid)
    assert house.got(stays, ChatMessage)
    assert seen(house, stays) == before
    back(house, away)
    assert house.got(stays, MatchResumed)
    assert act(house, stays)


def test_t28_the_one_who_stayed_wins_when_the_timer_is_over() -> None:
    house, peers = seated("ada", "bob", suspension_seconds=90)
    stays, (away,) = set_up(house, peers)
    house.depart(away)
    house.tick(90.0)
    assert not house.got(stays, YouWin)
    house.tick(3.0)
    assert house.got(stays, YouWin)
    assert not house.got(stays, OtherPlayerWins)
