"""Draw the living room and the shelves of My Shelfie with spans, with tiles of several sizes.

A tile is a letter: in the living room a capital letter has a free side, a small one is enclosed. On
the own shelf a small letter is a place of the secret goal.
"""

from collections.abc import Sequence
from typing import NamedTuple

from client.games import text as shared
from client.games.drawing import (
    Drawing,
    Line,
    Marks,
    Names,
    Span,
    Zone,
    change_sign,
    fit,
    in_zone,
    key_label,
    pad,
    plain,
)
from client.games.shelfie.board import count_free_places, has_free_side
from client.games.shelfie.goals import points_of
from client.games.shelfie.interaction import ordered_tiles, shelf_zone, tile_zone
from client.games.shelfie.mirror import drop_tiles
from client.games.shelfie.text import COLUMN_NUMBERS, ROW_LETTERS, TILE_COLORS
from messages.base import Seat
from messages.shelfie.actions import PlaceShelfieTiles, TakeShelfieTiles
from messages.shelfie.table import ShelfieView

SHELF_COLUMNS = 5
TAKE_ROW, TAKE_CELLS = 8, 3
"""The row of the living room whose first cells are never used; the numbers to take are there."""
BAG_ROW, BAG_COLUMN = 0, 6


class Tile(NamedTuple):
    """The size of a tile; with an edge a line of half blocks is below it."""

    columns: int
    lines: int
    gap: int
    has_edge: bool = False

    @property
    def step(self) -> int:
        """Columns from one tile to the next."""
        return self.columns + self.gap


SMALL, MEDIUM, LARGE = Tile(3, 1, 0), Tile(3, 1, 1, True), Tile(6, 3, 1)


class Look(NamedTuple):
    """The text of a cell in three columns, its role and zone; a raised tile has an edge."""

    text: str
    role: str = "text"
    zone: Zone | None = None
    raised: bool = False


def _cell_lines(look: Look, tile: Tile) -> list[Line]:
    """Return the lines of one cell with the gap on its right.

    Chips and tints fill all lines of the cell, other roles only the middle one. The edge below is
    blank unless the look is raised.
    """
    text, role, zone, raised = look
    filler = role if role.startswith(("chip:", "tint:")) else "text"
    blank = Span(" " * tile.columns, filler, zone)
    middle = Span(f"{text:^{tile.columns}}", role, zone)
    rows = [blank] * (tile.lines // 2) + [middle]
    rows += [blank] * (tile.lines - len(rows))
    if tile.has_edge:
        color = role.partition(":")[2].partition("+")[0]
        edge = "▀" * tile.columns if raised else " " * tile.columns
        rows.append(Span(edge, f"ink:{color}" if raised else "text", zone))
    gap = Span(" " * tile.gap, "text", zone)
    return [(row, gap) if tile.gap else (row,) for row in rows]


def _grid_row(looks: Sequence[Look], tile: Tile) -> Drawing:
    """Return a row of cells side by side."""
    cells = [_cell_lines(look, tile) for look in looks]
    return [tuple(span for part in parts for span in part) for parts in zip(*cells, strict=True)]


# --- the living room ------------------------------------------------------------------------------


def room_columns(tile: Tile) -> int:
    """Return the width of the living room."""
    return 2 + 9 * tile.step


def draw_room(view: ShelfieView, tile: Tile, marks: Marks, *, numbers: bool = True) -> Drawing:
    """Return the living room with letters for its rows and, if requested, column numbers.

    It includes the size of the bag and, while the reader picks, the numbers to take. All lines have
    the width of the room.
    """
    keys = [f"{number:^{tile.columns}}" + " " * tile.gap for number in COLUMN_NUMBERS]
    head = plain("  " + "".join(keys), "muted")
    lines: Drawing = [head] if numbers else []
    narrowed = _is_narrowed(view, marks)
    for row in range(9):
        looks = [_room_look(view, row, column, marks, narrowed) for column in range(9)]
        for number, line in enumerate(_grid_row(looks, tile)):
            is_middle = number == tile.lines // 2
            label = Span(f"{ROW_LETTERS[row]} " if is_middle else "  ", "muted")
            lines.append((label, *(_with_notes(view, row, line, tile) if is_middle else line)))
    return [pad(line, room_columns(tile)) for line in lines]


def _with_notes(view: ShelfieView, row: int, line: Line, tile: Tile) -> Line:
    """Return a row in which the size of the bag or the word ``take`` replaces unused cells.

    The word is above the numbers to take, and only while the reader picks. Other rows are
    unchanged.
    """
    spans = 2 if tile.gap else 1  # of each cell
    if row == BAG_ROW:
        bag = f"bag {view.bag}".rjust((9 - BAG_COLUMN) * tile.step)
        return (*line[: BAG_COLUMN * spans], Span(bag, "muted"))
    if row == TAKE_ROW - 1 and _is_picking(view):
        word = "take".center(TAKE_CELLS * tile.step)
        return (Span(word, "muted"), *line[TAKE_CELLS * spans :])
    return line


def _is_picking(view: ShelfieView) -> bool:
    """Return whether it is the reader's turn to pick tiles; False for a spectator."""
    return view.step == "PICK" and view.turn is not None and view.turn == view.seat


def _is_narrowed(view: ShelfieView, marks: Marks) -> bool:
    """Return whether some tiles with a free side cannot be chosen, so that legal ones need keys.

    Otherwise the capital letters show them.
    """
    free = {
        tile_zone(10 * row + column)
        for row in range(9)
        for column in range(9)
        if view.board[row][column] not in " ." and has_free_side(view, row, column)
    }
    return not free <= marks.legal


def _room_look(view: ShelfieView, row: int, column: int, marks: Marks, narrowed: bool) -> Look:
    """Return how a cell of the living room looks.

    A tile has one kind of brackets: for the cursor, else for the selected action, else for a legal
    tile if ``narrowed``, else for a tile that is picked already. Unused cells are blank or have a
    number to take.
    """
    cell, tile = 10 * row + column, view.board[row][column]
    zone = tile_zone(cell)
    if tile == " " and row == TAKE_ROW and column < TAKE_CELLS and _is_picking(view):
        number = str(column + 1)
        text, role, take_zone = key_label(number, ("take", number), marks)
        return Look(text, role, take_zone)
    if tile == " ":
        return Look("")
    if tile == ".":
        return _empty_look(view, cell, marks)
    color, is_free = TILE_COLORS.get(tile, "grey"), has_free_side(view, row, column)
    letter = tile if is_free else tile.lower()
    role = f"chip:{color}+bold" if is_free else f"tint:{color}"
    chosen = marks.preview.cells if isinstance(marks.preview, TakeShelfieTiles) else ()
    if zone == marks.cursor:
        return Look(f"▶{letter}◀", role, zone, is_free)
    if cell in chosen:
        return Look(f"‹{letter}›", role, zone, is_free)
    if narrowed and zone in marks.legal:
        return Look(f"[{letter}]", role, zone, is_free)
    if view.step == "PICK" and cell in view.picked:
        return Look(f"({letter})", role, zone, is_free)
    return Look(f" {letter} ", role, zone, is_free)


def _empty_look(view: ShelfieView, cell: int, marks: Marks) -> Look:
    """Return an empty cell: the tile in the hand that came from it, a change, or a dot."""
    zone = tile_zone(cell)
    if view.step == "PLACE" and cell in view.picked[: len(view.hand)]:
        return Look(f"[{view.hand[view.picked.index(cell)]}]", "accent+bold", zone)
    if zone in marks.changed:
        return Look(" ✦ ", "change", zone)
    return Look(" · ", "muted", zone)


# --- shelves --------------------------------------------------------------------------------------


def shelf_columns(tile: Tile) -> int:
    """Return the width of a shelf with its sides."""
    return 2 + tile.gap + SHELF_COLUMNS * tile.step


def player_name(view: ShelfieView, names: Names, seat: Seat, columns: int, marks: Marks) -> Line:
    """Return the name of a player, with ``▶`` on turn, ``(you)``, and ``✦`` after a change.

    At least three columns of the name are kept, so the line may be wider than ``columns``.
    """
    you = " (you)" if seat == view.seat else ""
    turn = "▶ " if view.turn == seat else ""
    role = "accent+bold" if seat == view.seat else "text+bold"
    sign = change_sign(shelf_zone(seat), marks)
    left = columns - len(you) - len(turn) - 2
    name = fit(shared.seat_name(names, seat), max(left, 3)).rstrip()
    zone = shelf_zone(seat)
    return in_zone((Span(turn, "accent+bold"), Span(f"{name}{you} ", role), sign), zone)


def points_text(view: ShelfieView, seat: Seat) -> str:
    """Return the points of a player so far, or that the player has left."""
    return "left" if view.players[seat].gone else f"{points_of(view, seat).total} pts"


def draw_shelf(view: ShelfieView, seat: Seat, tile: Tile, marks: Marks) -> Drawing:
    """Return a shelf with column numbers above it; the own one shows goal and preview.

    The numbers of the own shelf are keys.
    """
    own = seat == view.seat
    rows = [
        _grid_row([_shelf_look(view, seat, row, c, marks) for c in range(SHELF_COLUMNS)], tile)
        for row in range(len(view.players[seat].shelf))
    ]
    lines = [line for row in rows for line in row]
    lines = lines[:-1] if tile.has_edge else lines  # the bottom of the shelf hides the last edge
    side = Span("┃" + " " * tile.gap, "muted")
    keys = tuple(
        Span(f"{text:^{tile.columns}}" + " " * tile.gap, role, zone)
        for text, role, zone in (_column_key(view, c, own, marks) for c in range(SHELF_COLUMNS))
    )
    bottom = plain("┗" + "━" * (shelf_columns(tile) - 2) + "┛", "muted")
    boxed = [(side, *line, Span("┃", "muted")) for line in lines]
    return [(Span(" " * (1 + tile.gap)), *keys), *boxed, bottom]


def _column_key(view: ShelfieView, column: int, own: bool, marks: Marks) -> Span:
    """Return the number of a column; on the own shelf it is a key, otherwise plain muted text.

    The key is legal while the reader places a hand that fits into the column.
    """
    number = str(column + 1)
    zone = ("column", number)
    if not own:
        return Span(f" {number} ", "muted")
    assert view.seat is not None
    is_placing = view.step == "PLACE" and view.turn == view.seat
    free = count_free_places(view.players[view.seat].shelf, column)
    if is_placing and free >= len(view.hand):
        marks = marks._replace(legal=marks.legal | {zone})
    return key_label(number, zone, marks)


def _shelf_look(view: ShelfieView, seat: Seat, row: int, column: int, marks: Marks) -> Look:
    """Return how a place of a shelf looks.

    A tile of the secret goal that is in place is underlined. An empty place of the own shelf shows
    the preview, else the secret goal, which is hidden after the match.
    """
    tile, own = view.players[seat].shelf[row][column], seat == view.seat
    goal = view.personal[row][column] if own and view.personal and view.step != "OVER" else "."
    zone = ("column", str(column + 1)) if own else shelf_zone(seat)
    if tile != ".":
        color = TILE_COLORS.get(tile, "grey")
        underline = "+underline" if tile == goal else ""
        return Look(f" {tile} ", f"chip:{color}+bold{underline}", zone, True)
    dropped = _preview_tile(view, row, column, marks) if own else "."
    if dropped != ".":
        return Look(f"‹{dropped}›", "accent+bold", zone)
    if goal != ".":
        return Look(f" {goal.lower()} ", f"ink:{TILE_COLORS.get(goal, 'grey')}", zone)
    return Look(" · ", "muted", zone)


def _preview_tile(view: ShelfieView, row: int, column: int, marks: Marks) -> str:
    """Return the tile that the selected placement drops into a place; a dot for none.

    Also a dot for a spectator, outside the step of placing, and if the column is too full.
    """
    action = marks.preview
    if not isinstance(action, PlaceShelfieTiles) or view.seat is None or action.column != column:
        return "."
    shelf, tiles = view.players[view.seat].shelf, ordered_tiles(view, action)
    if view.step != "PLACE" or count_free_places(shelf, column) < len(tiles):
        return "."
    return drop_tiles(shelf, column, tiles)[row][column]


def draw_small_shelf(view: ShelfieView, seat: Seat, *, spaced: bool) -> Drawing:
    """Return a shelf of another player with one letter for a tile.

    If spaced, a blank follows each letter and the shelf has sides; otherwise it has only a bottom.
    """
    zone, gap = shelf_zone(seat), " " if spaced else ""
    lines = []
    for row in view.players[seat].shelf:
        spans = [
            Span("·" + gap, "muted", zone)
            if tile == "."
            else Span(tile + gap, f"chip:{TILE_COLORS.get(tile, 'grey')}", zone)
            for tile in row
        ]
        side = (Span("┃", "muted"),) if spaced else ()
        lines.append((*side, *spans, *side))
    bottom = "┗" + "━" * 10 + "┛" if spaced else "━" * SHELF_COLUMNS
    return [*lines, plain(bottom, "muted", zone)]
