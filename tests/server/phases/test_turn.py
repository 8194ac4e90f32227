"""Phases "turn" and "watch": actions, legal actions, and views."""

from messages import (
    ActionValid,
    Error,
    ErrorCode,
    ListActions,
    MatchSuspended,
    RequestView,
    WatchMatch,
)
from messages.eriantys.actions import PlayAssistantCard
from messages.registry import GameView, LegalActions, UpdateMessage
from messages.uno.actions import DrawUnoCard
from server.phases import turn
from tests.harness.handler import HandlerHarness


def _active_and_other(harness: HandlerHarness, peers: list[int]) -> tuple[int, int]:
    ada, bob = peers
    legal = harness.send(ada, ListActions())
    assert isinstance(legal, LegalActions)
    return (ada, bob) if legal.actions else (bob, ada)


def test_accepted_action_is_confirmed_and_both_players_get_the_same_changes() -> None:
    harness = HandlerHarness()
    active, other = _active_and_other(harness, harness.start_match("ada", "bob"))
    answer = harness.send(active, PlayAssistantCard(3, id=5))
    assert answer == ActionValid("You played the assistant card selected", reply_to=5)
    assert harness.received(active, UpdateMessage) == harness.received(other, UpdateMessage)


def test_list_actions_is_empty_for_a_player_who_is_not_active() -> None:
    harness = HandlerHarness()
    _, other = _active_and_other(harness, harness.start_match("ada", "bob"))
    assert harness.send(other, ListActions(id=2)) == LegalActions((), reply_to=2)


def test_requested_view_equals_the_view_sent_at_the_start() -> None:
    harness = HandlerHarness()
    ada, _ = harness.start_match("ada", "bob")
    answer = harness.send(ada, RequestView(id=4))
    assert isinstance(answer, GameView)
    assert answer.reply_to == 4
    assert answer.view == harness.received(ada, GameView)[-1].view


def test_actions_are_refused_but_listed_while_the_match_is_suspended() -> None:
    harness = HandlerHarness()
    active, other = _active_and_other(harness, harness.start_match("ada", "bob"))
    harness.disconnect(other)
    harness.tick(1.0)
    assert harness.received(active, MatchSuspended)
    answer = harness.send(active, PlayAssistantCard(3))
    assert answer == Error(ErrorCode.SUSPENDED, turn.SUSPENDED)
    assert isinstance(harness.send(active, ListActions()), LegalActions)


def test_uno_action_in_an_eriantys_match_is_refused_on_turn_or_not() -> None:
    harness = HandlerHarness()
    for peer in harness.start_match("ada", "bob"):
        assert harness.assert_refused(peer, DrawUnoCard()) == ErrorCode.UNEXPECTEDMESSAGE


def test_spectator_who_requests_a_view_gets_that_without_a_seat() -> None:
    harness = HandlerHarness()
    harness.start_match("ada", "bob")
    wes = harness.connect_named("wes")
    harness.send(wes, WatchMatch(1))
    view = harness.send(wes, RequestView(id=5))
    assert isinstance(view, GameView)
    assert view.reply_to == 5
    assert view.view.seat is None
