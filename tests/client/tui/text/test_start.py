"""Test the texts of the start screen that are computed."""

import pytest

from client.tui.text import start


@pytest.mark.parametrize(
    ("days", "text"),
    [(-1, ""), (0.2, "today"), (1.5, "yesterday"), (5, "last week"), (40, "earlier")],
)
def test_last_use_is_told_in_days(days: float, text: str) -> None:
    assert start.last_used(days) == text


def test_answer_of_a_server_is_told_in_milliseconds() -> None:
    assert start.reachable(0.0001) == "answers, 1 ms"
    assert start.reachable(0.25) == "answers, 250 ms"
