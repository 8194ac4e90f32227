"""Test the texts of the start screen that are computed."""

import pytest

from client.tui.ping import Pong
from client.tui.text import start


@pytest.mark.parametrize(
    ("days", "text"),
    [(-1, ""), (0.2, "today"), (1.5, "yesterday"), (5, "last week"), (40, "earlier")],
)
def test_last_use_is_told_in_days(days: float, text: str) -> None:
    assert start.last_used(days) == text


@pytest.mark.parametrize(
    ("pong", "text"),
    [
        (Pong(0.0001), "answers, 1 ms"),
        (Pong(0.25, needs_password=True), "answers, 250 ms, password"),
        (Pong(0.25, 3, 9), "3 tables, 9 people"),
        (Pong(0.25, 1, 1), "1 table, 1 person"),
    ],
)
def test_answer_of_a_server_has_its_numbers_or_the_milliseconds(pong: Pong, text: str) -> None:
    assert start.reachable(pong) == text
