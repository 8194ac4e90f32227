"""Phases "turn" and "watch": actions, legal actions, and views."""

from messages import (
    ActionValid,
    ChooseNickname,
    Error,
    ErrorCode,
    ListActions,
    MatchSuspended,
    RequestHint,
    RequestView,
    SelectMatch,
    SelectModeAndPlayers,
    WatchMatch,
)
from messages.eriantys.actions import PlayAssistantCard
from messages.registry import Action, AnyView, GameView, Hint, LegalActions, UpdateMessage
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


def test_hint_is_made_from_the_view_and_the_actions_of_the_own_seat_and_changes_nothing() -> None:
    asked: list[tuple[AnyView, tuple[Action, ...]]] = []

    def suggest(view: AnyView, actions: tuple[Action, ...]) -> Action:
        asked.append((view, actions))
        return actions[-1]

    harness = HandlerHarness()
    harness.state.suggest = suggest
    active, other = _active_and_other(harness, harness.start_match("ada", "bob"))
    legal, before = harness.send(active, ListActions()), harness.send(active, RequestView())
    assert isinstance(legal, LegalActions)
    assert isinstance(before, GameView)
    hint = harness.send(active, RequestHint(id=7))
    assert hint == Hint(legal.actions[-1], reply_to=7)
    assert asked == [(before.view, legal.actions)]
    assert harness.send(active, RequestView()) == before
    assert harness.send(other, RequestHint(id=7)) == Hint(None, reply_to=7)
    assert len(asked) == 1


def test_hints_are_for_players_only() -> None:
    harness = HandlerHarness()
    harness.start_match("ada", "bob")
    wes = harness.connect_named("wes")
    assert harness.assert_refused(wes, RequestHint()) == ErrorCode.UNEXPECTEDMESSAGE
    harness.send(wes, WatchMatch(1))
    assert harness.assert_refused(wes, RequestHint()) == ErrorCode.UNEXPECTEDMESSAGE


def test_a_flood_of_hints_is_rate_limited() -> None:
    harness = HandlerHarness()
    peer = harness.connect(address="192.0.2.1")
    harness.assert_accepted(peer, ChooseNickname("ada"))
    harness.assert_accepted(peer, SelectMatch(0))
    harness.assert_accepted(peer, SelectModeAndPlayers(2, game="uno"))
    harness.assert_accepted(harness.connect_named("bob"), SelectMatch(1))
    answers = [harness.send(peer, RequestHint()) for _ in range(12)]
    refused = [answer for answer in answers if isinstance(answer, Error)]
    assert len(refused) >= 3
    assert {answer.error for answer in refused} == {ErrorCode.RATELIMITED}
