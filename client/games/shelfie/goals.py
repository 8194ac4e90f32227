"""Points of a My Shelfie shelf: groups, the secret goal, and progress towards the common goals.

The client computes them for drawings and previews; only the server decides.
"""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

from client.games.shelfie.bots import (
    COLUMN_SLICES,
    CORNERS,
    CROSSES,
    DIAGONALS,
    EMPTY,
    ROW_SLICES,
    ROWS,
    SQUARES,
    STAIRS,
    Cells,
    group_sizes,
)
from client.games.shelfie.mirror import drop_tiles
from messages.base import Seat
from messages.shelfie.actions import SHELFIE_TILES, ShelfieGoal
from messages.shelfie.table import ShelfieView

GROUP_POINTS = (0, 0, 0, 2, 3, 5, 8)
"""Points by the size of a group; larger groups get the last value."""
SECRET_POINTS = (0, 1, 2, 4, 6, 9, 12)
"""Points by the number of tiles of the secret goal that are in place."""
SECRET_TILES = 6
END_POINTS = 1

Rows = tuple[str, ...]


class Progress(NamedTuple):
    """The reached part of a common goal, and the part that it needs."""

    have: int
    need: int

    @property
    def is_met(self) -> bool:
        """True if the goal is met."""
        return self.have >= self.need


# --- common goals ---------------------------------------------------------------------------------


def goal_progress(goal: ShelfieGoal, shelf: Rows, same_squares: bool) -> Progress:
    """Return the progress of a shelf towards a common goal.

    ``same_squares`` demands one type for both SQUARES.
    """
    tiles = "".join(shelf)
    if goal == "SQUARES":
        return Progress(_count_squares(tiles, same_squares), 2)
    count, need = _COUNTS[goal]
    return Progress(count(tiles), need)


def _group_counter(size: int) -> Callable[[str], int]:
    """Return a function that counts the groups of at least ``size`` tiles."""
    return lambda tiles: sum(group >= size for group in group_sizes(tiles))


def _best_equal(patterns: Sequence[Cells]) -> Callable[[str], int]:
    """Return a function for the largest number of equal tiles in one of the patterns."""
    return lambda tiles: max(_most_equal([tiles[cell] for cell in cells]) for cells in patterns)


def _most_equal(tiles: Sequence[str]) -> int:
    """Return how often the most frequent tile occurs; empty places do not count."""
    return max(tiles.count(tile) for tile in SHELFIE_TILES)


def _count_full(lines: Sequence[slice], types: Sequence[int]) -> Callable[[str], int]:
    """Return a function that counts the full lines whose number of types is in ``types``."""
    return lambda tiles: sum(
        EMPTY not in tiles[line] and len(set(tiles[line])) in types for line in lines
    )


def _count_squares(tiles: str, same: bool) -> int:
    """Return the number of squares of equal tiles without a common place, at most 2.

    If ``same``, two squares must have one type; otherwise they count as one.
    """
    full = [cells for cells in SQUARES if _most_equal([tiles[cell] for cell in cells]) == 4]
    pairs = combinations(full, 2)
    is_pair = any(
        not {*one} & {*other} and (not same or tiles[one[0]] == tiles[other[0]])
        for one, other in pairs
    )
    return 2 if is_pair else min(1, len(full))


def _best_stairs(tiles: str) -> int:
    """Return how many columns have exactly the height that the best of the stairs needs."""
    heights = [ROWS - tiles[column].count(EMPTY) for column in COLUMN_SLICES]
    return max(sum(map(int.__eq__, heights, steps)) for steps in STAIRS)


_COUNTS: dict[ShelfieGoal, tuple[Callable[[str], int], int]] = {
    "PAIRS": (_group_counter(2), 6),
    "FOURS": (_group_counter(4), 4),
    "CORNERS": (_best_equal(CORNERS), 4),
    "COLS3": (_count_full(COLUMN_SLICES, (1, 2, 3)), 3),
    "EIGHT": (_most_equal, 8),
    "DIAG": (_best_equal(DIAGONALS), 5),
    "ROWS3": (_count_full(ROW_SLICES, (1, 2, 3)), 4),
    "COLS6": (_count_full(COLUMN_SLICES, (6,)), 2),
    "ROWS5": (_count_full(ROW_SLICES, (5,)), 2),
    "X": (_best_equal(CROSSES), 5),
    "STAIRS": (_best_stairs, 5),
}


# --- points ---------------------------------------------------------------------------------------


def group_points(shelf: Rows) -> int:
    """Return the points of all groups of a shelf."""
    return sum(points_of_group(size) for size in group_sizes("".join(shelf)))


def points_of_group(size: int) -> int:
    """Return the points of a group of this size; none below three tiles."""
    return GROUP_POINTS[min(size, len(GROUP_POINTS) - 1)]


def secret_count(shelf: Rows, goal: Rows) -> int:
    """Return how many tiles of the secret goal are in place; 0 without a goal."""
    pairs = zip("".join(shelf), "".join(goal), strict=False)
    return sum(tile == wanted != EMPTY for tile, wanted in pairs)


class Points(NamedTuple):
    """The points of a player that the reader knows, by their source."""

    common: int
    groups: int
    secret: int | None
    """None if the secret goal is not known."""
    end: int

    @property
    def total(self) -> int:
        """The sum of all points; a secret goal that is not known counts 0."""
        return self.common + self.groups + (self.secret or 0) + self.end


def points_of(view: ShelfieView, seat: Seat) -> Points:
    """Return the points of a player so far, or the result after the end of the match.

    The points of the secret goal are None for other players.
    """
    if view.results:
        result = view.results[seat]
        return Points(result.common, result.adjacency, result.personal, result.end)
    player = view.players[seat]
    secret = None
    if seat == view.seat:
        secret = SECRET_POINTS[min(SECRET_TILES, secret_count(player.shelf, view.personal))]
    end = END_POINTS if player.end_token else 0
    return Points(sum(player.tokens), group_points(player.shelf), secret, end)


class Gain(NamedTuple):
    """The effect of tiles in a column of the own shelf."""

    shelf: Rows
    group: int
    """The size of the largest group with one of the tiles."""
    groups: int
    """More points for groups."""
    secret: int
    """More points for the secret goal."""
    common: tuple[int, ...]
    """The tokens of common goals that are met now."""
    end: int

    @property
    def total(self) -> int:
        """All points together."""
        return self.groups + self.secret + sum(self.common) + self.end


def gain_of(view: ShelfieView, column: int, tiles: str) -> Gain:
    """Return the effect of tiles in a column that has room for them, the first one lowest.

    It has the new shelf, the largest group of the tiles, and the points for groups, secret goal,
    common goals and the first full shelf. The reader must be a player.
    """
    assert view.seat is not None
    player = view.players[view.seat]
    after = drop_tiles(player.shelf, column, tiles)
    secrets = [secret_count(shelf, view.personal) for shelf in (player.shelf, after)]
    before_secret, after_secret = [SECRET_POINTS[min(SECRET_TILES, n)] for n in secrets]
    is_first_full = not any(EMPTY in row for row in after) and not any(
        other.end_token for other in view.players
    )
    return Gain(
        after,
        _largest_group(after, column, len(tiles)),
        group_points(after) - group_points(player.shelf),
        after_secret - before_secret,
        _new_tokens(view, after),
        END_POINTS if is_first_full else 0,
    )


def _new_tokens(view: ShelfieView, after: Rows) -> tuple[int, ...]:
    """Return the top tokens of goals that the shelf meets and the reader has no token of yet."""
    assert view.seat is not None
    taken = view.players[view.seat].tokens
    return tuple(
        stack[0]
        for goal, stack, token in zip(view.goals, view.stacks, taken, strict=True)
        if stack and not token and goal_progress(goal, after, view.squares_same_type).is_met
    )


def _largest_group(shelf: Rows, column: int, count: int) -> int:
    """Return the size of the largest group with one of the ``count`` highest tiles of a column."""
    top = sum(row[column] == EMPTY for row in shelf)
    return max(_group_at(shelf, row, column) for row in range(top, top + count))


def _group_at(shelf: Rows, row: int, column: int) -> int:
    """Return the size of the group that contains a place."""
    tile, found = shelf[row][column], [(row, column)]
    for r, c in found:
        for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
            inside = 0 <= near[0] < len(shelf) and 0 <= near[1] < len(shelf[0])
            if inside and near not in found and shelf[near[0]][near[1]] == tile:
                found.append(near)
    return len(found)
