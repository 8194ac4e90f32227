"""My Shelfie: one shelf, 30 bytes row by row from the top (A.5), and its regions (A.9)."""

from games.shelfie.tiles import EMPTY, tile_letters

ROWS, COLUMNS = 6, 5
SIZE = ROWS * COLUMNS
NO_TILES = bytes(SIZE)
MAX_TILES = 3
"""Maximum number of tiles taken in one turn."""


def _adjacent_places(place: int) -> tuple[int, ...]:
    """Return the places of the shelf that share a side with a place."""
    row, column = divmod(place, COLUMNS)
    around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return tuple(r * COLUMNS + c for r, c in around if 0 <= r < ROWS and 0 <= c < COLUMNS)


ADJACENT_PLACES = tuple(_adjacent_places(place) for place in range(SIZE))
"""The places beside each place."""


def free_spaces(shelf: bytes, column: int) -> int:
    """Return the number of empty places of a column."""
    return shelf[column::COLUMNS].count(EMPTY)


def max_tiles(shelf: bytes) -> int:
    """Return how many tiles may be taken: at most three, and as many as fit into a column (A.4)."""
    # Tiles fall down, so an empty place in row 2 means three empty places in its column.
    for max_count in (MAX_TILES, 2, 1):
        if EMPTY in shelf[(max_count - 1) * COLUMNS : max_count * COLUMNS]:
            return max_count
    return 0


def insert_tiles(shelf: bytes, column: int, tiles: bytes) -> bytes:
    """Return the shelf with the tiles in the column, the first tile lowest."""
    places = bytearray(shelf)
    lowest = (free_spaces(shelf, column) - 1) * COLUMNS + column
    for number, tile in enumerate(tiles):
        places[lowest - number * COLUMNS] = tile
    return bytes(places)


def regions(shelf: bytes) -> list[tuple[int, int]]:
    """Return tile and size of each region: equal tiles joined by their sides."""
    remaining = bytearray(shelf)
    found = []
    for start in range(SIZE):
        tile = remaining[start]
        if tile:
            found.append((tile, _flood(remaining, start, tile)))
    return found


def _flood(remaining: bytearray, start: int, tile: int) -> int:
    """Remove the region at ``start`` from ``remaining`` and return its size."""
    remaining[start] = EMPTY
    to_visit, size = [start], 0
    while to_visit:
        size += 1
        for place in ADJACENT_PLACES[to_visit.pop()]:
            if remaining[place] == tile:
                remaining[place] = EMPTY
                to_visit.append(place)
    return size


def shelf_rows(shelf: bytes) -> tuple[str, ...]:
    """Return the shelf as six texts, top row first."""
    text = tile_letters(shelf)
    return tuple([text[start : start + COLUMNS] for start in range(0, SIZE, COLUMNS)])
