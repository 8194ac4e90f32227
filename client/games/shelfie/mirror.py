"""The mirror of My Shelfie: applies each change to a view, without checking the rules."""

from collections.abc import Iterable

from msgspec.structs import replace

from client.games.base import Mirror, mirror_by_type, replace_player, set_fields
from messages.base import Change
from messages.shelfie import table
from messages.shelfie.table import ShelfieView

Rows = tuple[str, ...]


def drop_tiles(shelf: Rows, column: int, tiles: str) -> Rows:
    """Return the shelf after the tiles fell into a column, the first one lowest.

    The column must have room for all of them.
    """
    rows = list(shelf)
    lowest = sum(row[column] == "." for row in rows) - 1
    for number, tile in enumerate(tiles):
        rows[lowest - number] = _replace_tile(rows[lowest - number], column, tile)
    return tuple(rows)


def _replace_tile(row: str, column: int, tile: str) -> str:
    """Return the row with the tile at this column replaced."""
    return f"{row[:column]}{tile}{row[column + 1 :]}"


def _put_tiles(board: Rows, cells: Iterable[int], tiles: Iterable[str]) -> Rows:
    """Return the living room with the tiles in the cells; surplus cells stay unchanged.

    A cell is ten times its row plus its column.
    """
    rows = list(board)
    for cell, tile in zip(cells, tiles, strict=False):
        row, column = divmod(cell, 10)
        rows[row] = _replace_tile(rows[row], column, tile)
    return tuple(rows)


def _return_hand(view: ShelfieView) -> ShelfieView:
    """Return the view with the tiles of the hand back in their cells, and no marks."""
    board = _put_tiles(view.board, view.picked, view.hand)
    return replace(view, board=board, picked=(), hand="")


def _apply_tiles_taken(view: ShelfieView, change: table.ShelfieTilesTaken) -> ShelfieView:
    """Empty the cells, put their tiles in the hand, and go on to placing."""
    board = _put_tiles(view.board, change.cells, "...")
    return replace(view, board=board, step="PLACE", picked=change.cells, hand=change.hand)


def _apply_tiles_placed(view: ShelfieView, change: table.ShelfieTilesPlaced) -> ShelfieView:
    """Drop the tiles into a column of the seat's shelf, and clear hand and marks."""
    shelf = drop_tiles(view.players[change.seat].shelf, change.column, change.tiles)
    return replace_player(replace(view, picked=(), hand=""), change.seat, shelf=shelf)


def _apply_token_taken(view: ShelfieView, change: table.ShelfieTokenTaken) -> ShelfieView:
    """Move the top token of the goal's stack to the seat."""
    number = view.goals.index(change.goal)
    stacks, tokens = list(view.stacks), list(view.players[change.seat].tokens)
    stacks[number] = stacks[number][1:]
    tokens[number] = change.points
    return replace_player(replace(view, stacks=tuple(stacks)), change.seat, tokens=tuple(tokens))


def _apply_seat_gone(view: ShelfieView, change: table.ShelfieSeatGone) -> ShelfieView:
    """Mark the player as gone; if it is their turn, return their hand to the living room."""
    view = _return_hand(view) if view.turn == change.seat else view
    return replace_player(view, change.seat, gone=True)


def _apply_game_ended(view: ShelfieView, change: table.ShelfieGameEnded) -> ShelfieView:
    """Return the hand to the living room, set winners and results, and end the turn."""
    view = _return_hand(view)
    return replace(view, turn=None, step="OVER", winners=change.winners, results=change.results)


_MIRRORS: dict[type[Change], Mirror[ShelfieView]] = {
    table.ShelfieTilesMarked: lambda view, change: replace(view, picked=change.cells),
    table.ShelfieTilesTaken: _apply_tiles_taken,
    table.ShelfieTilesSorted: lambda view, change: replace(
        view, picked=change.cells, hand=change.hand
    ),
    table.ShelfieTilesPlaced: _apply_tiles_placed,
    table.ShelfieTokenTaken: _apply_token_taken,
    table.ShelfieEndTokenTaken: lambda view, change: replace_player(
        view, change.seat, end_token=True
    ),
    table.ShelfieBoardRefilled: set_fields("board", "bag"),
    table.ShelfieTurnLost: lambda view, change: _return_hand(view),
    table.ShelfieSeatGone: _apply_seat_gone,
    table.ShelfieTurnStarted: lambda view, change: replace(
        view, turn=change.seat, step="PICK", picked=(), hand=""
    ),
    table.ShelfieGameEnded: _apply_game_ended,
}
apply_change = mirror_by_type(_MIRRORS)
