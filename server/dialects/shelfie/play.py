"""My Shelfie's old dialect: what guests say in a match (B.3, B.7).

Selecting is marking here: everybody sees it and it binds nobody. confirmSelection takes the tiles.
A guest who never says it goes straight on to the insertion, which ends the turn; for one who does
the insertion waits for endTurn.
"""

from games.shelfie.shelf import COLUMNS, free, limit
from games.shelfie.tiles import read
from messages.shelfie.actions import (
    MarkShelfieTiles,
    PlaceShelfieTiles,
    SortShelfieTiles,
    TakeShelfieTiles,
)
from messages.shelfie.table import ShelfieView
from server.dialects.shelfie import words as words
from server.dialects.shelfie.asking import Wrong, do, number
from server.dialects.shelfie.guest import ShelfieGuest
from server.dialects.shelfie.views import hand
from server.dialects.steps import Steps

SIDE = 9


def select_cell(guest: ShelfieGuest, row: str, column: str) -> Steps:
    """One more tile; one that is selected already is taken out, which counts as a failure."""
    view = _my_turn(guest)
    illegal = words.FAILED.format(reason=words.ILLEGAL_CELL)
    place = number(row, illegal), number(column, illegal)
    if view.step != "PICK":
        raise Wrong(words.NOT_NOW)
    cell = 10 * place[0] + place[1]
    if max(place) < SIDE and cell in view.picked:
        yield from do(MarkShelfieTiles(cells=_without(view.picked, cell)))
        raise Wrong(words.FAILED.format(reason=words.ALREADY_SELECTED))
    reason = _why_not(view, *place)
    if reason:
        raise Wrong(words.FAILED.format(reason=reason))
    yield from do(MarkShelfieTiles(cells=(*view.picked, cell)))
    guest.message(words.SELECTED)


def _without(picked: tuple[int, ...], cell: int) -> tuple[int, ...]:
    """Without the middle of three nothing is left in line."""
    rest = tuple(other for other in picked if other != cell)
    return () if len(rest) == 2 and not _side_by_side(*rest) else rest


def _why_not(view: ShelfieView, row: int, column: int) -> str:
    """Why the tile cannot be added, in the order of B.7; empty if it can."""
    tile = _tile(view, row, column)
    own = read("".join(view.players[view.turn or 0].shelf))
    if tile == " ":
        return words.ILLEGAL_CELL
    if tile == ".":
        return words.EMPTY_CELL
    if len(view.picked) >= limit(own):
        return words.HAND_LIMIT
    around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    if not any(_tile(view, r, c) in " ." for r, c in around):
        return words.NO_FREE_SIDE
    return "" if _fits(view.picked, 10 * row + column) else words.NOT_IN_LINE


def _tile(view: ShelfieView, row: int, column: int) -> str:
    inside = 0 <= row < SIDE and 0 <= column < SIDE
    return view.board[row][column] if inside else " "


def _fits(picked: tuple[int, ...], cell: int) -> bool:
    """Beside one of those selected, and in line with all of them."""
    cells = (*picked, cell)
    in_line = len({c // 10 for c in cells}) == 1 or len({c % 10 for c in cells}) == 1
    return not picked or (in_line and any(_side_by_side(cell, other) for other in picked))


def _side_by_side(one: int, other: int) -> bool:
    return abs(one - other) in (1, 10)


def deselect(guest: ShelfieGuest) -> Steps:
    """Lifted tiles can no longer be dropped."""
    view = _my_turn(guest)
    if view.step != "PICK":
        raise Wrong(words.DESELECT_FAILED)
    if not view.picked:
        raise Wrong(words.NOTHING_SELECTED)
    yield from do(MarkShelfieTiles())
    guest.message(words.DESELECTED)


def confirm(guest: ShelfieGuest) -> Steps:
    """Lift the tiles off the board."""
    view = _my_turn(guest)
    if view.step != "PICK" or not view.picked:
        raise Wrong(words.NOT_NOW)
    yield from do(TakeShelfieTiles(cells=view.picked))
    guest.confirmed = True


def sort_hand(guest: ShelfieGuest, one: str, other: str) -> Steps:
    """Swap two tiles; during the selection this confirms it."""
    view = _my_turn(guest)
    count = 0 if guest.inserted is not None else len(hand(view))
    if count < 2:
        raise Wrong(words.TOO_FEW_TILES)
    swapped = number(one, words.BAD_INDEX), number(other, words.BAD_INDEX)
    if max(swapped) >= count or swapped[0] == swapped[1]:
        raise Wrong(words.BAD_INDEX)
    order = list(range(count))
    order[swapped[0]], order[swapped[1]] = swapped[1], swapped[0]
    yield from _lift(view)
    yield from do(SortShelfieTiles(order=tuple(order)))
    guest.message(words.ORDER_CHANGED)


def insert(guest: ShelfieGuest, column: str) -> Steps:
    """Put the hand into a column; during the selection this confirms it."""
    view = _my_turn(guest)
    wanted = number(column, words.NO_SUCH_COLUMN)
    tiles = hand(view)
    if not tiles or guest.inserted is not None:
        raise Wrong(words.NOT_NOW)
    if wanted >= COLUMNS:
        raise Wrong(words.NO_SUCH_COLUMN)
    if free(read("".join(view.players[view.turn or 0].shelf)), wanted) < len(tiles):
        raise Wrong(words.COLUMN_TOO_SMALL)
    if guest.confirmed:
        guest.inserted, guest.stale = wanted, True
    else:
        yield from _lift(view)
        yield from do(PlaceShelfieTiles(column=wanted))
    guest.message(words.INSERTED)


def end_turn(guest: ShelfieGuest) -> Steps:
    """Only after an insertion that waits for it: no tiles may get lost (B.7)."""
    view = _my_turn(guest)
    if guest.inserted is None:
        raise Wrong(words.TILES_IN_HAND if view.hand else words.NOT_NOW)
    yield from do(PlaceShelfieTiles(column=guest.inserted))


def _lift(view: ShelfieView) -> Steps:
    if view.step == "PICK":
        yield from do(TakeShelfieTiles(cells=view.picked))


def _my_turn(guest: ShelfieGuest) -> ShelfieView:
    view = guest.view
    if view is None:
        raise Wrong(words.NOT_NOW)
    if view.turn != view.seat:
        raise Wrong(words.NOT_YOUR_TURN)
    return view
