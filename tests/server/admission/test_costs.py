"""Costs of messages and of their answers."""

from typing import Any

from messages import (
    ActionValid,
    ChooseMatch,
    ChooseNickname,
    Error,
    ErrorCode,
    Heartbeat,
    LeaveMatch,
    OnlinePlayer,
    PlayersOnline,
    RequestRefresh,
    SelectMatch,
)
from messages import SelectModeAndPlayers as SetUp
from messages.registry import CLIENT_MESSAGES, GameView, LegalActions
from messages.uno.actions import DrawUnoCard
from server.admission.costs import COSTS, DEFAULT_COST, LISTED_COST, VIEW_COST, answer_cost
from server.limits import DEFAULT_LIMITS, Limits
from tests.client.games.eriantys.tables import full_view
from tests.harness.handler import HandlerHarness
from tests.harness.table_messages import room


def test_only_client_messages_have_costs() -> None:
    assert set(COSTS) <= set(CLIENT_MESSAGES.values())


def test_listed_costs_are_above_default_and_within_burst() -> None:
    assert all(DEFAULT_COST < cost <= DEFAULT_LIMITS.commands_burst for cost in COSTS.values())


def test_answer_costs_follow_the_number_of_entries() -> None:
    assert answer_cost(ActionValid("ok")) == 0
    assert answer_cost(ChooseMatch((), (room(),) * 2, playing=(room(),))) == 3 * LISTED_COST
    assert answer_cost(PlayersOnline((OnlinePlayer("ada", "lobby"),) * 5)) == 5 * LISTED_COST
    assert answer_cost(GameView(full_view())) == VIEW_COST
    many, one = LegalActions((DrawUnoCard(),) * 100), LegalActions((DrawUnoCard(),))
    assert answer_cost(many) == 100 * answer_cost(one)


def _crowded_lobby() -> tuple[HandlerHarness, int]:
    """Return a server with 50 open rooms, and a peer of another address in the lobby."""
    harness = HandlerHarness(Limits(open_rooms_per_address=50))
    for number in range(50):
        host = harness.connect_named(f"host{number}")
        harness.send(host, SelectMatch(0))
        harness.send(host, SetUp(2))
    peer = harness.connect(address="192.0.2.1")
    harness.assert_accepted(peer, ChooseNickname("ada"))
    return harness, peer


def _count_accepted(harness: HandlerHarness, peer: int, *messages: Any) -> int:
    """Send the messages again and again until one is refused; return how often all were sent."""
    for number in range(1000):
        for message in messages:
            if isinstance(harness.send(peer, message), Error):
                return number
    raise AssertionError("no message was refused")


def test_requests_for_a_full_list_use_up_the_burst_also_if_an_answer_is_repeated() -> None:
    harness, peer = _crowded_lobby()
    assert _count_accepted(harness, peer, RequestRefresh()) < 40
    harness.now += 4.0
    harness.assert_accepted(peer, RequestRefresh(id=1))
    assert _count_accepted(harness, peer, Heartbeat(id=1)) < 40
    harness.now += 4.0
    assert harness.send(peer, Heartbeat()) == Heartbeat()
    assert _count_accepted(harness, peer, SelectMatch(0), LeaveMatch()) < 30
    harness.now += 1.0
    assert harness.assert_refused(peer, RequestRefresh("chess")) == ErrorCode.CHOICENOTVALID
