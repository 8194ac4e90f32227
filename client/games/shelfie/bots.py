"""The evaluation function of My Shelfie for the ``greedy`` strategy.

The value of a placement is a weighted sum of neighbours of the same type, places of the personal
goal that are filled or blocked, and progress towards the common goals. The value of tiles to take
is the value of their best placement.
"""

from collections.abc import Callable, Sequence
from itertools import combinations, permutations

from messages.registry import Action
from messages.shelfie.actions import SHELFIE_TILES, PlaceShelfieTiles, ShelfieGoal, TakeShelfieTiles
from messages.shelfie.table import ShelfieView

COLUMNS, ROWS = 5, 6
NEIGHBOUR_WEIGHT = 1.0
"""Value of each neighbour of the same type."""
PERSONAL_GOAL_VALUE = 2.0
"""Value of a tile that matches its place in the personal goal."""
BLOCKED_GOAL_VALUE = -0.7
"""Value of another tile in a place of the personal goal."""
TILE_WEIGHT = 0.1
"""Value of each tile, because a full shelf ends the game."""
COMMON_GOAL_WEIGHT = 1.5
"""Weight of a point of a common goal; above 1 because nobody else gets this token."""
PROGRESS_EXPONENT = 3
"""Exponent of the progress, so that the last steps to a goal count more than the first."""


def evaluate(view: ShelfieView, actions: Sequence[Action]) -> list[float]:
    """Return the heuristic value of each action; only comparisons between values matter.

    Tiles to take have the value of their best placement; marking and sorting have the value 0. The
    view must be that of a player.
    """
    evaluator = ShelfEvaluator(view)
    values_by_tiles: dict[str, float] = {}
    values = []
    for action in actions:
        match action:
            case TakeShelfieTiles():
                tiles = "".join(sorted(view.board[c // 10][c % 10] for c in action.cells))
                if tiles not in values_by_tiles:
                    values_by_tiles[tiles] = evaluator.best_value(tiles)
                values.append(values_by_tiles[tiles])
            case PlaceShelfieTiles():
                order = action.order or range(len(view.hand))
                tiles = "".join(view.hand[index] for index in order)
                values.append(evaluator.placement_value(action.column, tiles))
            case _:
                values.append(0.0)
    return values


class ShelfEvaluator:
    """Evaluates placements on the own shelf of a view."""

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
        self._before = self._goal_value(self._shelf)

    def best_value(self, tiles: str) -> float:
        """Return the value of the tiles in the best column and order.

        At least one column must have room for them.
        """
        columns = [c for c in range(COLUMNS) if self._heights[c] + len(tiles) <= ROWS]
        orders = {"".join(order) for order in permutations(tiles)}
        return max([self.placement_value(column, order) for column in columns for order in orders])

    def placement_value(self, column: int, tiles: str) -> float:
        """Return the gain of the shelf from these tiles in a column; the first tile is lowest.

        Neighbours of the same type, the personal goal and the progress towards common goals count;
        a wrong tile on a place of the personal goal is a loss.
        """
        total = TILE_WEIGHT * len(tiles) - self._before
        lowest = (ROWS - 1 - self._heights[column]) * COLUMNS + column
        shelf = self._shelf
        for cell, tile in zip(range(lowest, -1, -COLUMNS), tiles, strict=False):
            total += NEIGHBOUR_WEIGHT * self._adjacent_tiles(shelf, cell).count(tile)
            wanted = self._goal[cell]
            if wanted != ".":
                total += PERSONAL_GOAL_VALUE if wanted == tile else BLOCKED_GOAL_VALUE
            shelf = shelf[:cell] + tile + shelf[cell + 1 :]
        return total + self._goal_value(shelf)

    @staticmethod
    def _adjacent_tiles(shelf: str, cell: int) -> str:
        """Return the tiles below, to the left and to the right of a cell, also empty places.

        Above a cell that is just filled there is no tile.
        """
        start, column = cell - cell % COLUMNS, cell % COLUMNS
        row = shelf[start : start + COLUMNS]
        return (
            shelf[cell + COLUMNS :][:1] + row[max(0, column - 1) : column] + row[column + 1 :][:1]
        )

    def _goal_value(self, shelf: str) -> float:
        """Return the value of the progress towards common goals.

        Goals whose token the player has, or without a token left, do not count.
        """
        return COMMON_GOAL_WEIGHT * sum(
            [
                points * goal_progress(goal, shelf, self._same_squares) ** PROGRESS_EXPONENT
                for goal, points in self._common
            ]
        )


# --- progress towards the common goals ------------------------------------------------------------


CELL_COUNT = ROWS * COLUMNS
EMPTY = "."
Cells = tuple[int, ...]
GoalProgress = Callable[[str], float]

CORNERS: tuple[Cells, ...] = ((0, 4, 25, 29),)
DIAGONALS: tuple[Cells, ...] = tuple(
    tuple(range(start, start + 4 * step + 1, step))
    for start, step in ((0, 6), (5, 6), (4, 4), (9, 4))
)
CROSSES: tuple[Cells, ...] = tuple(
    (cell - 6, cell - 4, cell, cell + 4, cell + 6)
    for cell in range(5, 25)
    if 0 < cell % COLUMNS < 4
)
SQUARES: tuple[Cells, ...] = tuple(
    (cell, cell + 1, cell + 5, cell + 6) for cell in range(25) if cell % COLUMNS < 4
)
STAIRS = ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6), (5, 4, 3, 2, 1), (6, 5, 4, 3, 2))
COLUMN_SLICES = [slice(column, CELL_COUNT, COLUMNS) for column in range(COLUMNS)]
ROW_SLICES = [slice(start, start + COLUMNS) for start in range(0, CELL_COUNT, COLUMNS)]


def goal_progress(goal: ShelfieGoal, shelf: str, same_squares: bool) -> float:
    """Return the progress towards a common goal, from 0 to 1.

    A shelf is a string of thirty tiles, top row first, with ``.`` for an empty place. A pattern
    with a wrong tile in it counts 0, because tiles never move again. ``same_squares`` demands one
    type for both SQUARES.
    """
    if goal == "SQUARES":
        return _squares_progress(shelf, same_squares)
    return PROGRESS_BY_GOAL[goal](shelf)


def _uniform_share(shelf: str, cells: Cells) -> float:
    """Return the share of the cells that are filled with one type.

    It is 0 if they hold two types or no tiles.
    """
    tiles = [tile for cell in cells if (tile := shelf[cell]) != EMPTY]
    return len(tiles) / len(cells) if tiles and tiles.count(tiles[0]) == len(tiles) else 0.0


def _best_pattern_progress(patterns: Sequence[Cells]) -> GoalProgress:
    """Return a function that returns the progress of the most complete of these patterns."""
    return lambda shelf: max([_uniform_share(shelf, cells) for cells in patterns])


def _squares_progress(shelf: str, same: bool) -> float:
    """Return the progress of the best two squares without a common cell, of one type if ``same``.

    One complete square counts one half.
    """
    parts = [(part, cells) for cells in SQUARES if (part := _uniform_share(shelf, cells))]
    best = max(parts)[0] if parts else 0.0
    for (part, cells), (other, other_cells) in combinations(parts, 2):
        if part + other > best and not {*cells} & {*other_cells}:
            best = part + other if not same or _uniform_share(shelf, cells + other_cells) else best
    return best / 2


def _lines_progress(
    lines: Sequence[slice], needed: int, is_allowed: Callable[[str], bool]
) -> GoalProgress:
    """Return a function for the average fill level of the ``needed`` fullest lines.

    ``lines`` are slices of a shelf. Lines whose tiles are not allowed count 0.
    """

    def progress_of(shelf: str) -> float:
        filled = sorted([_fill_level(shelf[line], is_allowed) for line in lines])
        return sum(filled[-needed:]) / needed

    return progress_of


def _fill_level(line: str, is_allowed: Callable[[str], bool]) -> float:
    """Return the share of a line that is filled; 0 if its tiles are not allowed."""
    tiles = line.replace(EMPTY, "")
    return len(tiles) / len(line) if is_allowed(tiles) else 0.0


def _has_at_most_3_types(tiles: str) -> bool:
    """Return whether the tiles have at most three types."""
    return len(set(tiles)) <= 3


def _has_no_duplicates(tiles: str) -> bool:
    """Return whether all tiles have different types."""
    return len(set(tiles)) == len(tiles)


def _groups_progress(size: int, needed: int) -> GoalProgress:
    """Return a function for the progress towards ``needed`` groups of at least ``size`` tiles.

    Each of the largest groups counts with up to ``size`` tiles.
    """

    def progress_of(shelf: str) -> float:
        sizes = sorted([min(size, group) for group in group_sizes(shelf)])
        return sum(sizes[-needed:]) / (size * needed)

    return progress_of


def group_sizes(shelf: str) -> list[int]:
    """Return the sizes of all groups of tiles of one type that touch at their sides."""
    unvisited, sizes = {cell for cell in range(CELL_COUNT) if shelf[cell] != EMPTY}, []
    while unvisited:
        group = [unvisited.pop()]
        for cell in group:
            row = cell // COLUMNS
            for neighbour in (cell - COLUMNS, cell + COLUMNS, cell - 1, cell + 1):
                is_adjacent = abs(neighbour - cell) == COLUMNS or neighbour // COLUMNS == row
                if neighbour in unvisited and is_adjacent and shelf[neighbour] == shelf[cell]:
                    unvisited.remove(neighbour)
                    group.append(neighbour)
        sizes.append(len(group))
    return sizes


def _eight_progress(shelf: str) -> float:
    """Return the progress towards eight tiles of one type, from 0 to 1."""
    return min(1.0, max([shelf.count(tile) for tile in SHELFIE_TILES]) / 8)


def _stairs_progress(shelf: str) -> float:
    """Return the progress towards the best stairs that no column exceeds.

    It is 0 if a column is too high for all of them.
    """
    heights = [ROWS - shelf[column].count(EMPTY) for column in COLUMN_SLICES]
    possible = [steps for steps in STAIRS if all(map(int.__le__, heights, steps))]
    return max([sum(heights) / sum(steps) for steps in possible], default=0.0)


PROGRESS_BY_GOAL: dict[ShelfieGoal, GoalProgress] = {
    "PAIRS": _groups_progress(2, 6),
    "FOURS": _groups_progress(4, 4),
    "CORNERS": _best_pattern_progress(CORNERS),
    "COLS3": _lines_progress(COLUMN_SLICES, 3, _has_at_most_3_types),
    "EIGHT": _eight_progress,
    "DIAG": _best_pattern_progress(DIAGONALS),
    "ROWS3": _lines_progress(ROW_SLICES, 4, _has_at_most_3_types),
    "COLS6": _lines_progress(COLUMN_SLICES, 2, _has_no_duplicates),
    "ROWS5": _lines_progress(ROW_SLICES, 2, _has_no_duplicates),
    "X": _best_pattern_progress(CROSSES),
    "STAIRS": _stairs_progress,
}
