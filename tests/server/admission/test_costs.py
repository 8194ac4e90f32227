"""What messages cost."""

from messages.registry import CLIENT_MESSAGES
from server.admission.costs import COSTS, DEFAULT_COST
from server.limits import DEFAULT_LIMITS


def test_only_client_messages_have_a_price() -> None:
    assert set(COSTS) <= set(CLIENT_MESSAGES.values())


def test_everything_named_costs_more_than_a_move_and_can_be_paid() -> None:
    assert all(DEFAULT_COST < cost <= DEFAULT_LIMITS.commands_burst for cost in COSTS.values())
