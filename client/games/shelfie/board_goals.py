"""The common goals of My Shelfie as small drawings of a shelf.

Equal numbers are tiles of one type, ``#`` is any tile; each drawing is one way of many.
"""

from client.games.shelfie import text_typing as own
from client.games.shelfie.text_words import GOAL_WORDS
from messages.shelfie.actions import ShelfieGoal
from messages.shelfie.table import ShelfieView

WIDTH = 36
"""Columns of one goal beside another."""

DRAWINGS: dict[ShelfieGoal, str] = {
    "PAIRS": "11.2. ...2. 33.4. ...4. 5..66 5....",
    "FOURS": "1..22 1..22 1.... 1.33. 4433. 44...",
    "CORNERS": "1...1 ..... ..... ..... ..... 1...1",
    "SQUARES": "11... 11... ..... ...22 ...22 .....",
    "COLS3": "1.3.5 2.3.1 3.3.5 1.4.1 1.4.5 2.3.6",
    "EIGHT": "1.1.. ..1.1 ..... 1...1 ..1.. ....1",
    "DIAG": "1.... .1... ..1.. ...1. ....1 .....",
    "ROWS3": "..... 12312 44556 ..... 11111 32123",
    "COLS6": "1.2.. 2.3.. 3.4.. 4.5.. 5.6.. 6.1..",
    "ROWS5": "..... 12345 ..... ..... 23456 .....",
    "X": "..... 1.1.. .1... 1.1.. ..... .....",
    "STAIRS": "..... #.... ##... ###.. ####. #####",
}
ONE_TYPE = DRAWINGS["SQUARES"].replace("2", "1")
"""The squares where both have to be of one type."""


def words(view: ShelfieView) -> list[str]:
    """Each common goal with the points that are next."""
    return [
        f"Goal: {GOAL_WORDS[goal]} ({_next(view, goal, number)})"
        for number, goal in enumerate(view.goals)
    ]


def _next(view: ShelfieView, goal: ShelfieGoal, number: int) -> str:
    alike = "of one type, " if goal == "SQUARES" and view.squares_same_type else ""
    stack = view.stacks[number]
    return f"{alike}{stack[0]} points" if stack else f"{alike}no points left"


def drawn(view: ShelfieView) -> list[str]:
    """The goals in words, and side by side as drawings."""
    if not view.goals:
        return []
    drawings = [_drawing(view, goal) for goal in view.goals]
    rows = [
        "".join(f"  {' '.join(row):<{WIDTH}}" for row in line)
        for line in zip(*drawings, strict=True)
    ]
    return [*words(view), "", *(row.rstrip() for row in rows), own.GOAL_KEY]


def _drawing(view: ShelfieView, goal: ShelfieGoal) -> list[str]:
    same = goal == "SQUARES" and view.squares_same_type
    return (ONE_TYPE if same else DRAWINGS[goal]).split()
