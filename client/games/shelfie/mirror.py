"""My Shelfie: how each change moves the tiles of a view.

A seat's view and the changes after it always give the view the server would send; this file knows
where tiles go, not what is allowed.
"""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from messages.base import Change, Seat
from messages.shelfie.table import (
    ShelfieBoardRefilled,
    ShelfieChange,
    ShelfieEndTokenTaken,
    ShelfieGameEnded,
    ShelfieSeatGone,
    ShelfieTilesMarked,
    ShelfieTilesPlaced,
    ShelfieTilesSorted,
    ShelfieTilesTaken,
    ShelfieTokenTaken,
    ShelfieTurnLost,
    ShelfieTurnStarted,
    ShelfieView,
)

Rows = tuple[str, ...]


def follow(view: ShelfieView, change: ShelfieChange) -> ShelfieView:
    """The view after the change."""
    return _FOLLOW[type(change)](view, change)


def dropped(shelf: Rows, column: int, tiles: str) -> Rows:
    """A shelf after the tiles fell into a column, the first one lowest."""
    rows = list(shelf)
    lowest = sum(row[column] == "." for row in rows) - 1
    for number, tile in enumerate(tiles):
        rows[lowest - number] = _with(rows[lowest - number], column, tile)
    return tuple(rows)


# --- small tools --------------------------------------------------------------------------------


def _with(row: str, column: int, tile: str) -> str:
    return f"{row[:column]}{tile}{row[column + 1 :]}"


def _put(board: Rows, cells: Iterable[int], tiles: Iterable[str]) -> Rows:
    """The living room with these tiles in these cells, as far as there are tiles."""
    rows = list(board)
    for cell, tile in zip(cells, tiles, strict=False):
        row, column = divmod(cell, 10)
        rows[row] = _with(rows[row], column, tile)
    return tuple(rows)


def _put_back(view: ShelfieView) -> ShelfieView:
    """Tiles in the hand return to their cells."""
    board = _put(view.board, view.picked, view.hand)
    return replace(view, board=board, picked=(), hand="")


def _player(view: ShelfieView, seat: Seat, **fields: Any) -> ShelfieView:
    """The view with some fields of one player changed."""
    players = list(view.players)
    players[seat] = replace(players[seat], **fields)
    return replace(view, players=tuple(players))


# --- tiles --------------------------------------------------------------------------------------


def _marked(view: ShelfieView, change: ShelfieTilesMarked) -> ShelfieView:
    return replace(view, picked=change.cells)


def _taken(view: ShelfieView, change: ShelfieTilesTaken) -> ShelfieView:
    board = _put(view.board, change.cells, "...")
    return replace(view, board=board, step="PLACE", picked=change.cells, hand=change.hand)


def _sorted(view: ShelfieView, change: ShelfieTilesSorted) -> ShelfieView:
    return replace(view, picked=change.cells, hand=change.hand)


def _placed(view: ShelfieView, change: ShelfieTilesPlaced) -> ShelfieView:
    shelf = dropped(view.players[change.seat].shelf, change.column, change.tiles)
    return _player(replace(view, picked=(), hand=""), change.seat, shelf=shelf)


def _refilled(view: ShelfieView, change: ShelfieBoardRefilled) -> ShelfieView:
    return replace(view, board=change.board, bag=change.bag)


# --- tokens, turns, the end ---------------------------------------------------------------------


def _token(view: ShelfieView, change: ShelfieTokenTaken) -> ShelfieView:
    number = view.goals.index(change.goal)
    stacks, tokens = list(view.stacks), list(view.players[change.seat].tokens)
    stacks[number] = stacks[number][1:]
    tokens[number] = change.points
    return _player(replace(view, stacks=tuple(stacks)), change.seat, tokens=tuple(tokens))


def _end_token(view: ShelfieView, change: ShelfieEndTokenTaken) -> ShelfieView:
    return _player(view, change.seat, end_token=True)


def _turn_lost(view: ShelfieView, change: ShelfieTurnLost) -> ShelfieView:
    return _put_back(view)


def _seat_gone(view: ShelfieView, change: ShelfieSeatGone) -> ShelfieView:
    view = _put_back(view) if view.turn == change.seat else view
    return _player(view, change.seat, gone=True)


def _turn_started(view: ShelfieView, change: ShelfieTurnStarted) -> ShelfieView:
    return replace(view, turn=change.seat, step="PICK", picked=(), hand="")


def _game_ended(view: ShelfieView, change: ShelfieGameEnded) -> ShelfieView:
    view = _put_back(view)
    return replace(view, turn=None, step="OVER", winners=change.winners, results=change.results)


_FOLLOW: dict[type[Change], Callable[[ShelfieView, Any], ShelfieView]] = {
    ShelfieTilesMarked: _marked,
    ShelfieTilesTaken: _taken,
    ShelfieTilesSorted: _sorted,
    ShelfieTilesPlaced: _placed,
    ShelfieTokenTaken: _token,
    ShelfieEndTokenTaken: _end_token,
    ShelfieBoardRefilled: _refilled,
    ShelfieTurnLost: _turn_lost,
    ShelfieSeatGone: _seat_gone,
    ShelfieTurnStarted: _turn_started,
    ShelfieGameEnded: _game_ended,
}
