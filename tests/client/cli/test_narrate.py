"""A match narrated as text."""

import asyncio

import pytest

from client.bots import Create
from client.cli.narrate import narrate_match
from tests.client.conftest import Served


@pytest.mark.parametrize(("players", "expert"), [(2, False), (3, True), (4, False)])
def test_narration_goes_from_start_to_winner_without_you_in_lines_of_at_most_100_characters(
    served: Served, players: int, expert: bool
) -> None:
    lines: list[str] = []
    create = Create(players=players, mode=expert)
    asyncio.run(narrate_match(served.socket, create, lines.append))
    text = "\n".join(lines)
    assert lines[0].startswith("The match begins: Ada, Bruno")
    assert "Round 1 | planning" in text
    assert "Mother nature went" in text
    assert "(you)" not in text
    assert "You " not in text
    assert lines[-1].startswith(("The winner is ", "The winners are "))
    assert max(map(len, lines)) <= 100
