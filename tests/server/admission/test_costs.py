"""Costs of messages."""

from messages.registry import CLIENT_MESSAGES
from server.admission.costs import COSTS, DEFAULT_COST
from server.limits import DEFAULT_LIMITS


def test_only_client_messages_have_costs() -> None:
    assert set(COSTS) <= set(CLIENT_MESSAGES.values())


def test_listed_costs_are_above_default_and_within_burst() -> None:
    assert all(DEFAULT_COST < cost <= DEFAULT_LIMITS.commands_burst for cost in COSTS.values())
