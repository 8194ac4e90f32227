"""My Shelfie: the tiles, the living room, and which tiles may be taken together (A.1, A.3, A.4).

A tile is the byte of its letter and an empty place is 0. The living room is a string of 100 bytes:
a cell's number, row and column, is its index. The tenth column and the tenth row are always empty,
so every cell has four neighbours, also those at the edge: number - 10 of the first row counts from
the end.
"""

from messages.shelfie.actions import SHELFIE_TILES

Run = tuple[int, ...]

EMPTY = 0
TILES = SHELFIE_TILES.encode()
TILES_PER_TYPE = 22
ALL_TILES = bytes(sorted(TILES * TILES_PER_TYPE))

SIDE = 9
STRIDE = 10
NEIGHBOURS = (-STRIDE, -1, 1, STRIDE)

MASK = (
    "...34....",
    "...224...",
    "..32223..",
    ".42222223",
    "422222224",
    "32222224.",
    "..32223..",
    "...422...",
    "....43...",
)
"""How many players a cell needs."""


def _cells(players: int) -> tuple[int, ...]:
    return tuple(
        STRIDE * row + column
        for row, line in enumerate(MASK)
        for column, needs in enumerate(line)
        if needs.isdigit() and int(needs) <= players
    )


CELLS = {players: _cells(players) for players in (2, 3, 4)}
"""The playable cells by number of players, in the order of reading."""

PLAYABLE = {players: frozenset(cells) for players, cells in CELLS.items()}
"""The same without an order, to ask whether a cell is one of them."""

_BLANKS = {players: {*range(STRIDE * STRIDE)} - PLAYABLE[players] for players in CELLS}


def board_rows(board: bytes, players: int) -> tuple[str, ...]:
    """The living room as text: a dot where there is no tile, a blank where none may be."""
    signs = bytearray(board.replace(b"\0", b"."))
    for cell in _BLANKS[players]:
        signs[cell] = ord(" ")
    text = signs.decode()
    return tuple([text[start : start + SIDE] for start in range(0, STRIDE * SIDE, STRIDE)])


def tile_letters(tiles: bytes) -> str:
    """Tiles as text, a dot for an empty place."""
    return tiles.replace(b"\0", b".").decode()


def parse_tiles(text: str) -> bytes:
    """Tiles from letters; blanks between them do not matter."""
    return text.replace(" ", "").encode().replace(b".", b"\0")


# --- taking tiles: A.4 ----------------------------------------------------------------------------


def has_free_side(board: bytes, cell: int) -> bool:
    """Whether a side of the cell is not touched by a tile."""
    return not (
        board[cell - 1] and board[cell + 1] and board[cell - STRIDE] and board[cell + STRIDE]
    )


def takeable_cells(board: bytes, players: int) -> list[int]:
    """The tiles with a free side."""
    return [cell for cell in CELLS[players] if board[cell] and has_free_side(board, cell)]


def takeable_runs(board: bytes, players: int, max_count: int) -> list[Run]:
    """Every lawful pick of at most so many tiles, cells from the top left."""
    cells = takeable_cells(board, players)
    takeable = set(cells)
    found: list[Run] = [(cell,) for cell in cells] if max_count else []
    for step in (1, STRIDE):
        for cell in cells if max_count > 1 else ():
            if cell + step in takeable:
                found.append((cell, cell + step))
                if max_count > 2 and cell + 2 * step in takeable:
                    found.append((cell, cell + step, cell + 2 * step))
    return found


def is_line(cells: Run) -> bool:
    """Whether different cells are an unbroken run in a row or a column."""
    ordered = sorted(cells)
    return any(
        ordered == list(range(ordered[0], ordered[0] + step * len(ordered), step))
        for step in (1, STRIDE)
    )


def has_adjacent_tiles(board: bytes, players: int) -> bool:
    """Whether any two tiles lie side by side."""
    return any(board[cell] and (board[cell + 1] or board[cell + STRIDE]) for cell in CELLS[players])
