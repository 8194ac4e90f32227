"""How good a My Shelfie action looks to the seat that may take it.

A tile is worth something beside tiles of its own type and in its place of the personal goal; in the
place of another tile it does harm. A step towards a common goal is worth a part of its next token.
Tiles to take are worth what they are in their best column and order.
"""

from collections.abc import Sequence
from itertools import permutations

from client.games.shelfie.bots_goals import progress
from messages.registry import Action
from messages.shelfie.actions import PlaceShelfieTiles, TakeShelfieTiles
from messages.shelfie.table import ShelfieView

COLUMNS, ROWS = 5, 6
NEIGHBOUR = 1.0
WANTED = 2.0
IN_THE_WAY = -0.7
TILE = 0.1
"""A full shelf ends the game, so more tiles are better."""
COMMON = 1.5
"""What a point of a common goal weighs: its token is also one that nobody else gets."""
NEAR = 3
"""The last steps to a common goal are worth more than the first: its progress to this power."""


def evaluate(view: ShelfieView, actions: Sequence[Action]) -> list[float]:
    """One value for each action; only comparisons between them matter."""
    desk = Desk(view)
    known: dict[str, float] = {}
    values = []
    for action in actions:
        match action:
            case TakeShelfieTiles():
                tiles = "".join(sorted(view.board[c // 10][c % 10] for c in action.cells))
                if tiles not in known:
                    known[tiles] = desk.best(tiles)
                values.append(known[tiles])
            case PlaceShelfieTiles():
                order = action.order or range(len(view.hand))
                tiles = "".join(view.hand[place] for place in order)
                values.append(desk.worth(action.column, tiles))
            case _:
                values.append(0.0)
    return values


class Desk:
    """What one decision looks at again and again."""

    def __init__(self, view: ShelfieView) -> None:
        assert view.seat is not None
        player = view.players[view.seat]
        self._shelf = "".join(player.shelf)
        self._goal = "".join(view.personal)
        self._heights = [ROWS - self._shelf[c::COLUMNS].count(".") for c in range(COLUMNS)]
        self._same_squares = view.squares_same_type
        self._common = [
            (goal, stack[0])
            for goal, stack, taken in zip(view.goals, view.stacks, player.tokens, strict=True)
            if stack and not taken
        ]
        self._before = self._hope(self._shelf)

    def best(self, tiles: str) -> float:
        """The worth of the tiles in the best column and order; they fit into one of them."""
        columns = [c for c in range(COLUMNS) if self._heights[c] + len(tiles) <= ROWS]
        orders = {"".join(order) for order in permutations(tiles)}
        return max([self.worth(column, order) for column in columns for order in orders])

    def worth(self, column: int, tiles: str) -> float:
        """What the tiles are worth when they fall into the column, the first one lowest."""
        total = TILE * len(tiles) - self._before
        lowest = (ROWS - 1 - self._heights[column]) * COLUMNS + column
        shelf = self._shelf
        for place, tile in zip(range(lowest, -1, -COLUMNS), tiles, strict=False):
            total += NEIGHBOUR * self._beside(shelf, place).count(tile)
            wanted = self._goal[place]
            if wanted != ".":
                total += WANTED if wanted == tile else IN_THE_WAY
            shelf = shelf[:place] + tile + shelf[place + 1 :]
        return total + self._hope(shelf)

    @staticmethod
    def _beside(shelf: str, place: int) -> str:
        """The tiles below, to the left and to the right."""
        start, column = place - place % COLUMNS, place % COLUMNS
        row = shelf[start : start + COLUMNS]
        return (
            shelf[place + COLUMNS :][:1] + row[max(0, column - 1) : column] + row[column + 1 :][:1]
        )

    def _hope(self, shelf: str) -> float:
        """What the common goals that are still to be met promise."""
        return COMMON * sum(
            [
                points * progress(goal, shelf, self._same_squares) ** NEAR
                for goal, points in self._common
            ]
        )
