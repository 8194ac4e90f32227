"""My Shelfie: the tiles, the living room, and the tiles that may be taken together (A.1, A.3, A.4).

A tile is the byte of its letter and an empty place is 0. The living room is a string of 100 bytes
indexed by cell number, ``10 * row + column``. The tenth row and column are always empty, so every
cell has four neighbours without bounds checks: ``cell - 10`` of the first row is a negative index
into the tenth row.
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
"""The minimum number of players for which a cell is playable."""


def _cells(players: int) -> tuple[int, ...]:
    return tuple(
        STRIDE * row + column
        for row, line in enumerate(MASK)
        for column, needs in enumerate(line)
        if needs.isdigit() and int(needs) <= players
    )


CELLS = {players: _cells(players) for players in (2, 3, 4)}
"""The playable cells by number of players, in reading order."""

PLAYABLE = {players: frozenset(cells) for players, cells in CELLS.items()}
"""The playable cells as sets, for membership tests."""

_BLANKS = {players: {*range(STRIDE * STRIDE)} - PLAYABLE[players] for players in CELLS}


def board_rows(board: bytes, players: int) -> tuple[str, ...]:
    """Return the living room as text: "." for an empty cell, " " for a cell not playable."""
    signs = bytearray(board.replace(b"\0", b"."))
    for cell in _BLANKS[players]:
        signs[cell] = ord(" ")
    text = signs.decode()
    return tuple([text[start : start + SIDE] for start in range(0, STRIDE * SIDE, STRIDE)])


def tile_letters(tiles: bytes) -> str:
    """Return tiles as text, "." for an empty place."""
    return tiles.replace(b"\0", b".").decode()


def parse_tiles(text: str) -> bytes:
    """Return the tiles of a text; spaces are ignored."""
    return text.replace(" ", "").encode().replace(b".", b"\0")


# --- taking tiles: A.4 ----------------------------------------------------------------------------


def has_free_side(board: bytes, cell: int) -> bool:
    """Return whether at least one side of the cell touches no tile."""
    return not (
        board[cell - 1] and board[cell + 1] and board[cell - STRIDE] and board[cell + STRIDE]
    )


def takeable_cells(board: bytes, players: int) -> list[int]:
    """Return the tiles with a free side."""
    return [cell for cell in CELLS[players] if board[cell] and has_free_side(board, cell)]


def takeable_runs(board: bytes, players: int, max_count: int) -> list[Run]:
    """Return every legal pick of at most ``max_count`` tiles; cells from the top left."""
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
    """Return whether different cells are an unbroken run in a row or a column."""
    ordered = sorted(cells)
    return any(
        ordered == list(range(ordered[0], ordered[0] + step * len(ordered), step))
        for step in (1, STRIDE)
    )


def has_adjacent_tiles(board: bytes, players: int) -> bool:
    """Return whether any two tiles are side by side."""
    return any(board[cell] and (board[cell + 1] or board[cell + STRIDE]) for cell in CELLS[players])
