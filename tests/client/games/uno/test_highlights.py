"""Test the scores and highlights of UNO."""

from client.games.highlights import Standing
from client.games.uno.highlights import highlights, standings
from messages.base import Change
from messages.uno.table import UnoCardsDrawn, UnoChallenged, UnoRoundEnded, UnoRoundStarted
from tests.client.games.uno.tables import uno_view

VIEW = uno_view(["RED 5"])
SECOND = UnoRoundStarted(2, 0, "RED 5", 7, 90)


def who(seat: int) -> str:
    return ("You", "bob", "cyd")[seat]


def test_standings_are_the_totals() -> None:
    assert standings(VIEW) == (Standing((0,), 0), Standing((1,), 10), Standing((2,), 20))


def test_best_round_needs_40_points() -> None:
    changes: list[Change] = [UnoRoundEnded(1, 30, (0, 0, 30)), SECOND]
    assert highlights(VIEW, who, changes) == []
    changes.append(UnoRoundEnded(0, 87, (0, 80, 7)))
    assert highlights(VIEW, who, changes) == ["Round 2: you won 87 points."]


def test_only_a_successful_challenge_is_told() -> None:
    changes: list[Change] = [UnoChallenged(1, 2, guilty=False), SECOND]
    assert highlights(VIEW, who, changes) == []
    changes.append(UnoChallenged(1, 0, guilty=True))
    assert highlights(VIEW, who, changes) == ["Round 2: bob caught you with a forbidden +4."]


def test_penalties_and_missed_calls_are_counted_apart() -> None:
    changes: list[Change] = [
        UnoCardsDrawn(2, 4, "PENALTY"),
        UnoCardsDrawn(2, 2, "PENALTY"),
        UnoCardsDrawn(1, 9, "CHOICE"),
        UnoCardsDrawn(0, 2, "MISSED_UNO"),
        UnoCardsDrawn(0, 2, "MISSED_UNO"),
    ]
    expected = ["cyd drew 6 penalty cards.", "You forgot to say UNO 2 times."]
    assert highlights(VIEW, who, changes) == expected
