import pytest

from client.games.uno.bot_cards import (
    color_of,
    favourite_color,
    is_wild,
    points_of,
    seat_beside,
    seated,
    symbol_of,
    without,
)
from messages.uno.table import UnoPlayerView
from tests.client.games.uno.tables import uno_view


@pytest.mark.parametrize(
    ("card", "color", "symbol", "points", "wild"),
    [
        ("RED 7", "RED", "7", 7, False),
        ("BLUE 0", "BLUE", "0", 0, False),
        ("GREEN DRAW_2", "GREEN", "DRAW_2", 20, False),
        ("YELLOW SKIP", "YELLOW", "SKIP", 20, False),
        ("WILD WILD", None, "WILD", 50, True),
        ("WILD DRAW_4", None, "DRAW_4", 50, True),
        ("RED WILD", "RED", "WILD", 50, True),
    ],
)
def test_a_card(card: str, color: str | None, symbol: str, points: int, wild: bool) -> None:
    assert color_of(card) == color
    assert symbol_of(card) == symbol
    assert points_of(card) == points
    assert is_wild(card) is wild


def test_one_of_two_equal_cards_leaves_the_hand() -> None:
    assert without(("RED 7", "RED 7", "BLUE 1"), "RED 7") == ["RED 7", "BLUE 1"]


def test_the_favourite_colour_is_held_most_and_the_first_on_a_tie() -> None:
    assert favourite_color(("BLUE 1", "BLUE 2", "RED 9", "WILD WILD")) == "BLUE"
    assert favourite_color(("BLUE 1", "YELLOW 2")) == "YELLOW"
    assert favourite_color(()) == "RED"


def test_neighbours_follow_the_direction_and_pass_over_empty_seats() -> None:
    view = uno_view(["RED 1"], 3, 4, 5)
    assert (seat_beside(view, 0, 1), seat_beside(view, 0, -1)) == (1, 3)
    gone = UnoPlayerView(cards=0, score=0, gone=True)
    view = uno_view(["RED 1"], 3, 4, 5, clockwise=False, players=(*view.players[:3], gone))
    assert seated(view) == [0, 1, 2]
    assert (seat_beside(view, 0, 1), seat_beside(view, 0, -1)) == (2, 1)
