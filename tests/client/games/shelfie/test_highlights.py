"""Test the scores and highlights of My Shelfie."""

from client.games.shelfie.goals import points_of
from client.games.shelfie.highlights import highlights, standings
from messages.shelfie.table import ShelfieEndTokenTaken, ShelfieResult, ShelfieTokenTaken
from tests.client.games.shelfie.tables import shelfie_view

VIEW = shelfie_view()


def who(seat: int) -> str:
    return ("You", "bob", "cyd")[seat]


def result(adjacency: int, personal: int = 0) -> ShelfieResult:
    return ShelfieResult((), 0, personal, adjacency, 0, adjacency + personal)


def test_standings_are_the_points_so_far() -> None:
    expected = [points_of(VIEW, seat).total for seat in range(len(VIEW.players))]
    assert [standing.score for standing in standings(VIEW)] == expected


def test_first_token_and_first_full_shelf_are_told() -> None:
    changes = [
        ShelfieTokenTaken(1, VIEW.goals[0], 8),
        ShelfieTokenTaken(0, VIEW.goals[0], 6),
        ShelfieEndTokenTaken(0),
    ]
    assert highlights(VIEW, who, changes) == [
        "bob met a common goal first: 8 points.",
        "You filled the shelf first.",
    ]


def test_best_groups_and_complete_secret_goals_are_told() -> None:
    over = shelfie_view(results=(result(5, personal=12), result(16)))
    assert highlights(over, who, []) == [
        "bob got 16 points for groups.",
        "You completed the secret goal.",
    ]
    assert highlights(shelfie_view(results=(result(9), result(9))), who, []) == []
