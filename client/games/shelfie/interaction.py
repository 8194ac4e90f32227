"""Zones, previews, changes and recaps of My Shelfie for the full-screen client."""

from collections.abc import Sequence
from itertools import permutations

from client.games import text as shared
from client.games.drawing import Line, Names, Span, Zone, join, plain
from client.games.shelfie import text as phrases
from client.games.shelfie.board import count_free_places
from client.games.shelfie.goals import (
    SECRET_TILES,
    Gain,
    gain_of,
    points_of_group,
    secret_count,
)
from client.games.shelfie.text import TILE_COLORS, cell_name, cell_names
from messages.base import Change, Seat
from messages.shelfie import table
from messages.shelfie.actions import PlaceShelfieTiles, ShelfieAction, TakeShelfieTiles
from messages.shelfie.table import ShelfieView

COLUMNS = 5

# --- zones ----------------------------------------------------------------------------------------


def tile_zone(cell: int) -> Zone:
    """Return the zone of a cell of the living room."""
    return ("tile", cell_name(cell))


def zones(view: ShelfieView, action: ShelfieAction) -> tuple[Zone, ...]:
    """Return the zones of an action: tiles and their number, or an order and a column.

    The number tells two tiles from three that contain them. The order is left out if it makes no
    difference. Marking and sorting have no zones.
    """
    match action:
        case TakeShelfieTiles():
            return (*map(tile_zone, action.cells), ("take", str(len(action.cells))))
        case PlaceShelfieTiles():
            column = ("column", str(action.column + 1))
            order = ordered_tiles(view, action)
            return (("order", order), column) if len(set(order)) > 1 else (column,)
    return ()


def ordered_tiles(view: ShelfieView, action: PlaceShelfieTiles) -> str:
    """Return the tiles of the hand in the order of a placement, the lowest first.

    Without an order they are as in the hand; indexes outside the hand are skipped.
    """
    hand = view.hand
    return "".join(hand[i] for i in action.order if 0 <= i < len(hand)) or hand


def tiles_at(view: ShelfieView, cells: Sequence[int]) -> str:
    """Return the letters of the tiles in these cells of the living room, without separators."""
    return "".join(view.board[cell // 10][cell % 10] for cell in cells)


def tile_chips(tiles: str) -> Line:
    """Return tiles as chips, separated by spaces."""
    return join([plain(tile, f"chip:{TILE_COLORS.get(tile, 'grey')}") for tile in tiles])


# --- previews -------------------------------------------------------------------------------------


def preview(view: ShelfieView, names: Names, action: ShelfieAction) -> Line:
    """Return the result of an action in one line; empty for a spectator, marks and sorting."""
    if view.seat is None:
        return ()
    match action:
        case TakeShelfieTiles():
            return _preview_take(view, action)
        case PlaceShelfieTiles():
            return _preview_placement(view, action)
    return ()


def _preview_take(view: ShelfieView, action: TakeShelfieTiles) -> Line:
    """Return the tiles, the columns with room for them, and the column that gains most.

    If no column has room, it says so; a best column without a gain is left out.
    """
    assert view.seat is not None
    tiles = tiles_at(view, action.cells)
    shelf = view.players[view.seat].shelf
    columns = [c for c in range(COLUMNS) if count_free_places(shelf, c) >= len(tiles)]
    head = (*tile_chips(tiles), Span(f" from {cell_names(action.cells)}: "))
    if not columns:
        return (*head, Span(phrases.NO_COLUMN))
    room = ", ".join(str(column + 1) for column in columns)
    total, column = max((_best_total(view, c, tiles), -c) for c in columns)
    best = (Span(f", best {1 - column}: "), Span(f"+{total}", "legal+bold")) if total > 0 else ()
    return (*head, Span(f"room in column {room}"), *best)


def _best_total(view: ShelfieView, column: int, tiles: str) -> int:
    """Return the points of the best order of the tiles in a column with room for them."""
    return max(gain_of(view, column, "".join(order)).total for order in set(permutations(tiles)))


def _preview_placement(view: ShelfieView, action: PlaceShelfieTiles) -> Line:
    """Return ``F P → column 5: group of 4 = 3 points``, then goals and the points together.

    Empty if the column has no room for the tiles.
    """
    assert view.seat is not None
    tiles, shelf = ordered_tiles(view, action), view.players[view.seat].shelf
    if not 0 <= action.column < COLUMNS or count_free_places(shelf, action.column) < len(tiles):
        return ()
    gain = gain_of(view, action.column, tiles)
    head = (*tile_chips(tiles), Span(f" → column {action.column + 1}: "))
    return (*head, *join(_gain_parts(view, gain), ", "))


def _gain_parts(view: ShelfieView, gain: Gain) -> list[Line]:
    """Return the parts of a gain: group, goals, the full shelf and their sum unless it is 0.

    Except for the group, parts without points are left out.
    """
    parts = [plain(_group_text(gain))]
    if gain.secret:
        count = secret_count(gain.shelf, view.personal)
        parts.append(plain(f"secret goal {count} of {SECRET_TILES} (+{gain.secret})"))
    parts += [plain(f"common goal +{token}") for token in gain.common]
    if gain.end:
        parts.append(plain(f"fills the shelf +{gain.end}"))
    return [*parts, plain(f"{gain.total:+}", "legal+bold")] if gain.total else parts


def _group_text(gain: Gain) -> str:
    """Return the largest group of the new tiles and its points, or ``no group``."""
    if gain.group < 2:
        return "no group"
    points = points_of_group(gain.group)
    return f"group of {gain.group}" + (f" = {shared.amount(points, 'point')}" if points else "")


# --- changes --------------------------------------------------------------------------------------


def shelf_zone(seat: Seat) -> Zone:
    """Return the zone of the shelf of a player, by the index of the seat."""
    return ("seat", str(seat))


def changed(before: ShelfieView, now: ShelfieView) -> frozenset[Zone]:
    """Return the cells from which tiles were taken and the shelves that differ.

    Cells that were filled again are left out.
    """
    cells = {
        tile_zone(10 * row + column)
        for row, (old, new) in enumerate(zip(before.board, now.board, strict=False))
        for column, (tile, after) in enumerate(zip(old, new, strict=False))
        if tile not in " ." and after == "."
    }
    pairs = zip(before.players, now.players, strict=False)
    shelves = {shelf_zone(seat) for seat, (old, new) in enumerate(pairs) if old.shelf != new.shelf}
    return frozenset(cells | shelves)


def recap(view: ShelfieView, names: Names, changes: Sequence[Change]) -> list[Line]:
    """Return a line for each player who acted: ``Bianca G B → 2, goal +8``.

    Changes without a seat, and those that need no mention, are left out.
    """
    parts: dict[Seat, list[Line]] = {}
    for change in changes:
        seat: Seat | None = getattr(change, "seat", None)
        done = _change_part(change)
        if done and seat is not None:
            parts.setdefault(seat, []).append(done)
    return [
        (Span(f"{shared.seat_name(names, seat)} ", "text+bold"), *join(done, ", "))
        for seat, done in parts.items()
    ]


def _change_part(change: Change) -> Line:
    """Return what a change did in some words; empty for changes that need no mention."""
    match change:
        case table.ShelfieTilesPlaced():
            return (*tile_chips(change.tiles), Span(f" → {change.column + 1}"))
        case table.ShelfieTokenTaken():
            return plain(f"goal +{change.points}", "legal+bold")
        case table.ShelfieEndTokenTaken():
            return plain("shelf full +1", "legal+bold")
        case table.ShelfieTurnLost():
            return plain("lost the turn")
        case table.ShelfieSeatGone():
            return plain("left the match")
    return ()
