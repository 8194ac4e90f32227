"""The turn and watch phases: actions, what may be done now, and the whole view."""

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
from tests.harness.handler import House


def _asked(house: House, peers: list[int]) -> tuple[int, int]:
    ada, bob = peers
    legal = house.say(ada, ListActions())
    assert isinstance(legal, LegalActions)
    return (ada, bob) if legal.actions else (bob, ada)


def test_an_action_is_confirmed_in_the_document_s_words_and_told_to_all() -> None:
    house = House()
    active, other = _asked(house, house.table("ada", "bob"))
    answer = house.say(active, PlayAssistantCard(3, id=5))
    assert answer == ActionValid("You played the assistant card selected", reply_to=5)
    assert house.got(active, UpdateMessage) == house.got(other, UpdateMessage)


def test_only_the_seat_that_is_asked_has_legal_actions() -> None:
    house = House()
    _, other = _asked(house, house.table("ada", "bob"))
    assert house.say(other, ListActions(id=2)) == LegalActions((), reply_to=2)


def test_the_view_that_was_asked_for_is_the_one_that_was_sent() -> None:
    house = House()
    ada, _ = house.table("ada", "bob")
    answer = house.say(ada, RequestView(id=4))
    assert isinstance(answer, GameView)
    assert answer.reply_to == 4
    assert answer.view == house.got(ada, GameView)[-1].view


def test_nothing_is_played_while_the_match_is_suspended() -> None:
    house = House()
    active, other = _asked(house, house.table("ada", "bob"))
    house.depart(other)
    house.tick(1.0)
    assert house.got(active, MatchSuspended)
    answer = house.say(active, PlayAssistantCard(3))
    assert answer == Error(ErrorCode.SUSPENDED, turn.SUSPENDED)
    assert isinstance(house.say(active, ListActions()), LegalActions)


def test_an_action_of_another_game_is_unexpected() -> None:
    house = House()
    for peer in house.table("ada", "bob"):
        assert house.refused(peer, DrawUnoCard()) == ErrorCode.UNEXPECTEDMESSAGE


def test_the_view_of_no_seat_is_the_direct_answer() -> None:
    house = House()
    house.table("ada", "bob")
    wes = house.guest("wes")
    house.say(wes, WatchMatch(1))
    view = house.say(wes, RequestView(id=5))
    assert isinstance(view, GameView)
    assert view.reply_to == 5
    assert view.view.seat is None
