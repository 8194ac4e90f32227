"""The evaluation of My Shelfie actions by the seat that may take them.

A tile is worth something beside tiles of its own type and in its place of the personal goal; in the
place of another tile it does harm. A step towards a common goal is worth a part of its next token.
Tiles to take are worth what they are in their best column and order.
"""

from collections.abc import Callable, Sequence
from itertools import combinations, permutations

from messages.registry import Action
from messages.shelfie.actions import SHELFIE_TILES, PlaceShelfieTiles, ShelfieGoal, TakeShelfieTiles
from messages.shelfie.table import ShelfieView

COLUMNS, ROWS = 5, 6
NEIGHBOUR = 1.0
WANTED = 2.0
IN_THE_WAY = -0.7
TILE = 0.1
"""A full shelf ends the game, so more tiles are better."""
COMMON = 1.5
"""The weight of a point of a common goal: its token is also one that nobody else gets."""
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
    """Facts that the evaluation of every action needs."""

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
        """Return the value of the tiles in a column, the first one lowest."""
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
        """Return the value of the progress towards common goals that are not met yet."""
        return COMMON * sum(
            [
                points * progress(goal, shelf, self._same_squares) ** NEAR
                for goal, points in self._common
            ]
        )


# --- progress towards the common goals ------------------------------------------------------------


SIZE = ROWS * COLUMNS
EMPTY = "."
Cells = tuple[int, ...]
Way = Callable[[str], float]

CORNERS: tuple[Cells, ...] = ((0, 4, 25, 29),)
DIAGONALS: tuple[Cells, ...] = tuple(
    tuple(range(start, start + 4 * by + 1, by)) for start, by in ((0, 6), (5, 6), (4, 4), (9, 4))
)
CROSSES: tuple[Cells, ...] = tuple(
    (at - 6, at - 4, at, at + 4, at + 6) for at in range(5, 25) if 0 < at % COLUMNS < 4
)
SQUARES: tuple[Cells, ...] = tuple(
    (at, at + 1, at + 5, at + 6) for at in range(25) if at % COLUMNS < 4
)
STAIRS = ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6), (5, 4, 3, 2, 1), (6, 5, 4, 3, 2))
UPRIGHT = [slice(column, SIZE, COLUMNS) for column in range(COLUMNS)]
ACROSS = [slice(start, start + COLUMNS) for start in range(0, SIZE, COLUMNS)]


def progress(goal: ShelfieGoal, shelf: str, same_squares: bool) -> float:
    """Return how much of a common goal is there, from 0 to 1.

    A shelf is a text of thirty signs, top row first, ``.`` for an empty place. Tiles never move
    again, so a pattern with a wrong tile in it counts for nothing.
    """
    return _squares(shelf, same_squares) if goal == "SQUARES" else WAYS[goal](shelf)


def _alike(shelf: str, cells: Cells) -> float:
    """Return the part of the cells filled with one type; 0 if they hold two types."""
    tiles = [tile for cell in cells if (tile := shelf[cell]) != EMPTY]
    return len(tiles) / len(cells) if tiles and tiles.count(tiles[0]) == len(tiles) else 0.0


def _best_of(patterns: Sequence[Cells]) -> Way:
    return lambda shelf: max([_alike(shelf, cells) for cells in patterns])


def _squares(shelf: str, same: bool) -> float:
    """Two squares that share no place, of one type where that is asked for."""
    parts = [(part, cells) for cells in SQUARES if (part := _alike(shelf, cells))]
    best = max(parts)[0] if parts else 0.0
    for (part, cells), (other, further) in combinations(parts, 2):
        if part + other > best and not {*cells} & {*further}:
            best = part + other if not same or _alike(shelf, cells + further) else best
    return best / 2


def _lines(lines: Sequence[slice], needed: int, fine: Callable[[str], bool]) -> Way:
    """Return a function for the fill level of the best lines that are still allowed."""

    def way(shelf: str) -> float:
        filled = sorted([_filled(shelf[line], fine) for line in lines])
        return sum(filled[-needed:]) / needed

    return way


def _filled(line: str, fine: Callable[[str], bool]) -> float:
    tiles = line.replace(EMPTY, "")
    return len(tiles) / len(line) if fine(tiles) else 0.0


def _few(tiles: str) -> bool:
    return len(set(tiles)) <= 3


def _different(tiles: str) -> bool:
    return len(set(tiles)) == len(tiles)


def _groups(size: int, needed: int) -> Way:
    """Groups of neighbours of one type; a larger one counts once."""

    def way(shelf: str) -> float:
        sizes = sorted([min(size, group) for group in _sizes(shelf)])
        return sum(sizes[-needed:]) / (size * needed)

    return way


def _sizes(shelf: str) -> list[int]:
    """Return the sizes of the groups."""
    left, sizes = {at for at in range(SIZE) if shelf[at] != EMPTY}, []
    while left:
        group = [left.pop()]
        for at in group:
            row = at // COLUMNS
            for near in (at - COLUMNS, at + COLUMNS, at - 1, at + 1):
                beside = abs(near - at) == COLUMNS or near // COLUMNS == row
                if near in left and beside and shelf[near] == shelf[at]:
                    left.remove(near)
                    group.append(near)
        sizes.append(len(group))
    return sizes


def _eight(shelf: str) -> float:
    return min(1.0, max([shelf.count(tile) for tile in SHELFIE_TILES]) / 8)


def _stairs(shelf: str) -> float:
    """A column that is too high for some stairs never gets lower."""
    heights = [ROWS - shelf[column].count(EMPTY) for column in UPRIGHT]
    ways = [steps for steps in STAIRS if all(map(int.__le__, heights, steps))]
    return max([sum(heights) / sum(steps) for steps in ways], default=0.0)


WAYS: dict[ShelfieGoal, Way] = {
    "PAIRS": _groups(2, 6),
    "FOURS": _groups(4, 4),
    "CORNERS": _best_of(CORNERS),
    "COLS3": _lines(UPRIGHT, 3, _few),
    "EIGHT": _eight,
    "DIAG": _best_of(DIAGONALS),
    "ROWS3": _lines(ACROSS, 4, _few),
    "COLS6": _lines(UPRIGHT, 2, _different),
    "ROWS5": _lines(ACROSS, 2, _different),
    "X": _best_of(CROSSES),
    "STAIRS": _stairs,
}
