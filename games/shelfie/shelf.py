"""My Shelfie: one shelf, 30 bytes row by row from the top (A.5), and its regions (A.9)."""

from games.shelfie.tiles import EMPTY, tile_letters

ROWS, COLUMNS = 6, 5
SIZE = ROWS * COLUMNS
NO_TILES = bytes(SIZE)
MOST = 3
"""Tiles that may be taken in one turn."""


def _sides(place: int) -> tuple[int, ...]:
    row, column = divmod(place, COLUMNS)
    around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return tuple(r * COLUMNS + c for r, c in around if 0 <= r < ROWS and 0 <= c < COLUMNS)


SIDES = tuple(_sides(place) for place in range(SIZE))
"""The places beside each place."""


def free_spaces(shelf: bytes, column: int) -> int:
    """The empty places of a column."""
    return shelf[column::COLUMNS].count(EMPTY)


def max_tiles(shelf: bytes) -> int:
    """How many tiles can be taken: no more than fit into the emptiest column (A.4)."""
    # Tiles lie on each other, so an empty place in row 2 means three empty ones in its column.
    for most in (MOST, 2, 1):
        if EMPTY in shelf[(most - 1) * COLUMNS : most * COLUMNS]:
            return most
    return 0


def insert_tiles(shelf: bytes, column: int, tiles: bytes) -> bytes:
    """The shelf after the tiles fell into the column, the first one lowest."""
    places = bytearray(shelf)
    lowest = (free_spaces(shelf, column) - 1) * COLUMNS + column
    for number, tile in enumerate(tiles):
        places[lowest - number * COLUMNS] = tile
    return bytes(places)


def regions(shelf: bytes) -> list[tuple[int, int]]:
    """The tile and the size of each largest group of equal tiles joined by their sides."""
    left = bytearray(shelf)
    found = []
    for start in range(SIZE):
        tile = left[start]
        if tile:
            found.append((tile, _flood(left, start, tile)))
    return found


def _flood(left: bytearray, start: int, tile: int) -> int:
    """Take a region out of what is left; its size."""
    left[start] = EMPTY
    waiting, size = [start], 0
    while waiting:
        size += 1
        for place in SIDES[waiting.pop()]:
            if left[place] == tile:
                left[place] = EMPTY
                waiting.append(place)
    return size


def shelf_rows(shelf: bytes) -> tuple[str, ...]:
    """The shelf as six texts, top row first."""
    text = tile_letters(shelf)
    return tuple([text[start : start + COLUMNS] for start in range(0, SIZE, COLUMNS)])
