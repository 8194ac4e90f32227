"""My Shelfie: which tiles may be taken from the living room together (A.4)."""

from games.base import refuse
from games.shelfie.shelf import limit
from games.shelfie.state import State
from games.shelfie.tiles import CELLS, EMPTY, PLAYABLE, STRIDE
from messages.errors import ErrorCode

Run = tuple[int, ...]


def has_free_side(board: bytes, cell: int) -> bool:
    """Whether a side of the cell is not touched by a tile."""
    return not (
        board[cell - 1] and board[cell + 1] and board[cell - STRIDE] and board[cell + STRIDE]
    )


def free_cells(board: bytes, players: int) -> list[int]:
    """The tiles with a free side."""
    return [cell for cell in CELLS[players] if board[cell] and has_free_side(board, cell)]


def runs(board: bytes, players: int, most: int) -> list[Run]:
    """Every lawful pick of at most so many tiles, cells from the top left."""
    cells = free_cells(board, players)
    there = set(cells)
    found: list[Run] = [(cell,) for cell in cells] if most else []
    for step in (1, STRIDE):
        for cell in cells if most > 1 else ():
            if cell + step in there:
                found.append((cell, cell + step))
                if most > 2 and cell + 2 * step in there:
                    found.append((cell, cell + step, cell + 2 * step))
    return found


def check_pick(state: State, cells: Run) -> None:
    """Refuse what may not be taken by the player on turn, with the reason."""
    players = len(state.shelves)
    for cell in cells:
        if cell not in PLAYABLE[players]:
            text = "Name cells of the living room, row and column: 13 is row 1, column 3."
            refuse(text, ErrorCode.CHOICENOTVALID)
        if state.board[cell] == EMPTY:
            refuse("There is no tile in that cell any more; choose cells that hold tiles.")
    if not cells or len(set(cells)) < len(cells):
        refuse("Name one, two or three different cells.", ErrorCode.CHOICENOTVALID)
    _check_room(state, len(cells))
    if not all(has_free_side(state.board, cell) for cell in cells):
        refuse("Each tile needs a free side before you take any; choose tiles from the edge.")
    if not in_line(cells):
        refuse("Choose tiles side by side in one row or one column, without a gap.")


def _check_room(state: State, count: int) -> None:
    most = limit(state.shelves[state.turn])
    if count > most:
        tiles = "one tile" if most == 1 else f"{most} tiles"
        why = "no column of your shelf has room for more" if most < 3 else "a turn has no more"
        refuse(f"Take at most {tiles}: {why}.")


def in_line(cells: Run) -> bool:
    """Whether different cells are an unbroken run in a row or a column."""
    ordered = sorted(cells)
    return any(
        ordered == list(range(ordered[0], ordered[0] + step * len(ordered), step))
        for step in (1, STRIDE)
    )


def touching(board: bytes, players: int) -> bool:
    """Whether any two tiles lie side by side."""
    return any(board[cell] and (board[cell + 1] or board[cell + STRIDE]) for cell in CELLS[players])
