"""How good a My Shelfie action looks to the seat that may take it.

A tile is worth something beside tiles of its own type and in its place of the personal goal; in the
place of another tile it does harm. Tiles to take are worth what they are in their best column and
order. Common goals come by themselves or not at all.
"""

from collections.abc import Sequence
from itertools import permutations

from messages import Action, PlaceShelfieTiles, ShelfieView, TakeShelfieTiles

Grid = tuple[str, ...]

NEIGHBOUR = 1.0
WANTED = 2.0
IN_THE_WAY = -0.7
TILE = 0.1
"""A full shelf ends the game, so more tiles are better."""


def evaluate(view: ShelfieView, actions: Sequence[Action]) -> list[float]:
    """One value for each action; only comparisons between them matter."""
    assert view.seat is not None
    shelf = view.players[view.seat].shelf
    known: dict[str, float] = {}
    values = []
    for action in actions:
        match action:
            case TakeShelfieTiles():
                tiles = "".join(sorted(view.board[c // 10][c % 10] for c in action.cells))
                if tiles not in known:
                    known[tiles] = _best(shelf, view.personal, tiles)
                values.append(known[tiles])
            case PlaceShelfieTiles():
                order = action.order or range(len(view.hand))
                tiles = "".join(view.hand[place] for place in order)
                values.append(worth(shelf, view.personal, action.column, tiles))
            case _:
                values.append(0.0)
    return values


def _best(shelf: Grid, goal: Grid, tiles: str) -> float:
    """The worth of the tiles in the best column and order; they fit into one of them."""
    columns = [c for c in range(len(shelf[0])) if _height(shelf, c) + len(tiles) <= len(shelf)]
    orders = {"".join(order) for order in permutations(tiles)}
    return max(worth(shelf, goal, column, order) for column in columns for order in orders)


def worth(shelf: Grid, goal: Grid, column: int, tiles: str) -> float:
    """What the tiles are worth when they fall into the column, the first one lowest."""
    lowest = len(shelf) - 1 - _height(shelf, column)
    below = shelf[lowest + 1][column] if lowest + 1 < len(shelf) else ""
    total = TILE * len(tiles)
    for row, tile in zip(range(lowest, -1, -1), tiles, strict=False):
        beside = (below, *shelf[row][max(0, column - 1) : column], *shelf[row][column + 1 :][:1])
        total += NEIGHBOUR * beside.count(tile)
        wanted = goal[row][column]
        if wanted != ".":
            total += WANTED if wanted == tile else IN_THE_WAY
        below = tile
    return total


def _height(shelf: Grid, column: int) -> int:
    return sum(row[column] != "." for row in shelf)
