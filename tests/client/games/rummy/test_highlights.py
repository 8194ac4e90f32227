"""Test the scores and highlights of Rummy 500."""

from client.games.rummy.highlights import highlights, standings
from messages.base import Change
from messages.rummy.table import (
    RummyDiscardTaken,
    RummyMeldLaid,
    RummyRoundEnded,
    RummyRoundStarted,
)
from tests.client.games.rummy.tables import rummy_view

VIEW = rummy_view(["5H"])


def who(seat: int) -> str:
    return ("You", "bob", "cyd")[seat]


def test_standings_are_the_totals() -> None:
    assert [s.score for s in standings(VIEW)] == [player.score for player in VIEW.players]


def test_best_and_worst_round_are_told_with_their_numbers() -> None:
    changes: list[Change] = [RummyRoundEnded((20, 15, 0), (0, 0, 0))]
    assert highlights(VIEW, who, changes) == []
    changes += [RummyRoundStarted(2, 0, "5H", 7, 30), RummyRoundEnded((-45, 95, 10), (45, 0, 0))]
    assert highlights(VIEW, who, changes) == [
        "Round 2: bob scored 95 points.",
        "Round 2: you lost 45 points.",
    ]


def test_large_take_and_long_meld_need_four_and_five_cards() -> None:
    run = ("5H", "6H", "7H", "8H", "9H")
    changes: list[Change] = [RummyDiscardTaken(1, run[:3]), RummyMeldLaid(0, 1, run[:4])]
    assert highlights(VIEW, who, changes) == []
    changes += [RummyDiscardTaken(1, run[:4]), RummyMeldLaid(0, 2, run)]
    assert highlights(VIEW, who, changes) == [
        "bob took 4 discards at once.",
        "You laid 5H 6H 7H 8H 9H in one meld.",
    ]
