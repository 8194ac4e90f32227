"""Render My Shelfie as text of at most 80 columns: living room, shelves beside it, goals.

A tile is a letter. In the living room upper case means that it has a free side, lower case that it
is enclosed; marked tiles are in brackets. On the own shelf lower-case letters in empty places show
the personal goal.
"""

from collections.abc import Sequence

from client.games import text as shared
from client.games.shelfie import text as phrases
from client.games.shelfie.text import tile_names
from messages.shelfie.actions import ShelfieGoal
from messages.shelfie.table import ShelfieView

SHELF_WIDTH = 11
"""Columns of a shelf and of the name above it."""


def render(view: ShelfieView, names: Sequence[str]) -> list[str]:
    """Render the whole table: living room, shelves, goals and hand."""
    left = _render_living_room(view)
    right = _render_shelves(view, names)
    table = [f"{room} {shelf}".rstrip() for room, shelf in zip(left, right, strict=True)]
    return [render_headline(view), *table, *render_goal_lines(view), *render_hand(view)]


def count_free_places(shelf: Sequence[str], column: int) -> int:
    """Count the free places of a column."""
    return sum(row[column] == "." for row in shelf)


def render_headline(view: ShelfieView) -> str:
    """Return the size of the bag, and whether it is the last round or the end."""
    parts = ["My Shelfie", phrases.BAG.format(count=view.bag)]
    if view.step == "OVER":
        parts.append(shared.OVER)
    elif any(player.end_token for player in view.players):
        parts.append("the last round")
    return " | ".join(parts)


def _render_living_room(view: ShelfieView) -> list[str]:
    """Return a line with the column numbers, then nine rows with their letters."""
    numbers = "".join(f" {number} " for number in range(1, 10))
    rows = [
        f" {phrases.ROW_LETTERS[row]} "
        + "".join(_render_cell(view, row, column) for column in range(9))
        for row in range(9)
    ]
    return [f"   {numbers}", *rows]


def _render_cell(view: ShelfieView, row: int, column: int) -> str:
    """Return three characters for a cell; blank for a cell that is not part of the living room.

    An enclosed tile is in lower case; a marked one is in brackets while tiles are chosen.
    """
    tile = view.board[row][column]
    if tile == " ":
        return "   "
    marked = view.step == "PICK" and 10 * row + column in view.picked
    letter = tile if has_free_side(view, row, column) else tile.lower()
    return f"[{letter}]" if marked else f" {letter} "


def has_free_side(view: ShelfieView, row: int, column: int) -> bool:
    """Return whether a side of the cell is at the edge or next to an empty cell."""
    around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return any(not (0 <= r < 9 and 0 <= c < 9) or view.board[r][c] in " ." for r, c in around)


def _render_shelves(view: ShelfieView, names: Sequence[str]) -> list[str]:
    """Return the shelves side by side in ten lines, as many as the living room has."""
    columns = [_render_shelf(view, seat, names) for seat in range(len(view.players))]
    return ["".join(parts) for parts in zip(*columns, strict=True)]


def _render_shelf(view: ShelfieView, seat: int, names: Sequence[str]) -> list[str]:
    """Return name, rows, tokens and result of one shelf.

    The own one shows the personal goal until the end of the match. ``>`` marks the turn, ``*`` the
    own shelf.
    """
    player, own = view.players[seat], seat == view.seat
    name = shared.seat_name(names, seat)[: SHELF_WIDTH - 1]
    sign = ">" if view.turn == seat else "*" if own else " "
    goal = view.personal if own and view.step != "OVER" else ()
    rows = [
        " " + render_shelf_row(row, goal[number] if goal else "") + " "
        for number, row in enumerate(player.shelf)
    ]
    points = f"  = {view.results[seat].total}" if view.results else ""
    below = ["  1 2 3 4 5", _tokens_text(view, seat), points]
    return [
        f" {sign}{name:<{SHELF_WIDTH - 1}}",
        *rows,
        *(f"{line:<{SHELF_WIDTH + 1}}" for line in below),
    ]


def render_shelf_row(row: str, goal: str) -> str:
    """Return a row of a shelf; empty places show the tile of the personal goal in lower case.

    ``goal`` is the same row of the goal; empty to show none.
    """
    letters = [
        wanted.lower() if tile == "." and wanted != "." else tile
        for tile, wanted in zip(row, goal or row, strict=True)
    ]
    return "".join(f" {tile}" for tile in letters)


def _tokens_text(view: ShelfieView, seat: int) -> str:
    """Return the points of the tokens of a player as ``8 + end 1``, or that the player has left."""
    player = view.players[seat]
    if player.gone:
        return "  has left"
    tokens = [str(points) for points in player.tokens if points]
    return f"  {' + '.join([*tokens, *(['end 1'] if player.end_token else [])])}"


def render_personal_goal(view: ShelfieView) -> list[str]:
    """Return the own secret goal as a shelf, and the number of its tiles in place.

    There are no lines for a spectator.
    """
    if view.seat is None:
        return []
    shelf = view.players[view.seat].shelf
    pairs = zip("".join(view.personal), "".join(shelf), strict=True)
    matching = sum(wanted == tile != "." for wanted, tile in pairs)
    return [
        *(f"  {' '.join(row)}" for row in view.personal),
        phrases.PERSONAL_PROGRESS.format(count=matching),
    ]


def render_own_shelf(view: ShelfieView) -> list[str]:
    """Return the own shelf, and the number of tiles that fit into one column, at most three.

    There are no lines for a spectator.
    """
    if view.seat is None:
        return []
    shelf = view.players[view.seat].shelf
    limit = min(3, max(count_free_places(shelf, column) for column in range(5)))
    rows = [f"  {' '.join(row)}" for row in shelf]
    return [*rows, "  1 2 3 4 5", phrases.ROOM_AT_ONCE.format(count=limit)]


def render_stats(view: ShelfieView, names: Sequence[str]) -> list[str]:
    """Return a line for each player: name, filled places, first player, tokens."""
    return [
        _player_stats(view, seat, shared.seat_name(names, seat))
        for seat in range(len(view.players))
    ]


def _player_stats(view: ShelfieView, seat: int, name: str) -> str:
    """Return name, filled places, first player and tokens of a player in one line."""
    filled = sum(tile != "." for row in view.players[seat].shelf for tile in row)
    first = ", first player" if seat == view.first else ""
    return f"  {name:<20} {filled:>2} of 30 places{first}{_tokens_text(view, seat)}".rstrip()


def render_end_token(view: ShelfieView, names: Sequence[str]) -> list[str]:
    """Return a line that says who has the end token, if anybody, and what follows from it."""
    for seat, player in enumerate(view.players):
        if player.end_token:
            text = phrases.HAD_END_TOKEN if view.step == "OVER" else phrases.HAS_END_TOKEN
            return [text.format(name=shared.seat_name(names, seat))]
    return [phrases.NO_END_TOKEN]


def render_hand(view: ShelfieView) -> list[str]:
    """Return a line with the tiles that are taken and not placed yet, of any player.

    There are no lines if no tiles are taken.
    """
    if not view.hand:
        return []
    whose = "Your hand" if view.turn == view.seat else "In the hand"
    return [f"{whose}, lowest first: {tile_names(view.hand)}"]


# --- common goals ---------------------------------------------------------------------------------


GOAL_WIDTH = 36
"""Columns of the drawing of one goal."""

GOAL_DRAWINGS: dict[ShelfieGoal, str] = {
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
"""An example for each goal: equal numbers are tiles of one type, ``#`` is any tile."""
ONE_TYPE_SQUARES = GOAL_DRAWINGS["SQUARES"].replace("2", "1")
"""The example for SQUARES if both squares must have the same type."""


def render_goal_lines(view: ShelfieView) -> list[str]:
    """Return a line for each common goal with the points of its next token."""
    return [
        f"Goal: {phrases.GOAL_TEXTS[goal]} ({_next_token_text(view, goal, number)})"
        for number, goal in enumerate(view.goals)
    ]


def _next_token_text(view: ShelfieView, goal: ShelfieGoal, number: int) -> str:
    """Return the points of the next token of a goal, or that none are left.

    ``number`` is the index of the goal. For SQUARES the text also says if both squares need one
    type.
    """
    type_note = "of one type, " if goal == "SQUARES" and view.squares_same_type else ""
    stack = view.stacks[number]
    return f"{type_note}{stack[0]} points" if stack else f"{type_note}no points left"


def draw_goals(view: ShelfieView) -> list[str]:
    """Return the lines of the common goals, then their drawings side by side and a legend.

    There are no lines without goals.
    """
    if not view.goals:
        return []
    drawings = [goal_example(view, goal) for goal in view.goals]
    rows = [
        "".join(f"  {' '.join(row):<{GOAL_WIDTH}}" for row in line)
        for line in zip(*drawings, strict=True)
    ]
    return [*render_goal_lines(view), "", *(row.rstrip() for row in rows), phrases.GOAL_LEGEND]


def goal_example(view: ShelfieView, goal: ShelfieGoal) -> list[str]:
    """Return the rows of the example for a goal; SQUARES depends on the rules of the match."""
    same = goal == "SQUARES" and view.squares_same_type
    return (ONE_TYPE_SQUARES if same else GOAL_DRAWINGS[goal]).split()
