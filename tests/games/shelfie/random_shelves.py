"""Random shelves, of every height and of any number of types, so that all goals are met."""

from random import Random

from games.shelfie.shelf import COLUMNS, NO_TILES, ROWS, insert_tiles
from games.shelfie.tiles import TILES

STAIRS = ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6], [5, 4, 3, 2, 1], [6, 5, 4, 3, 2], [4, 3, 2, 1, 0])


def heights(random: Random) -> list[int]:
    """Return random column heights: full, stairs, or any."""
    draw = random.random()
    if draw < 0.5:
        return [ROWS - (random.random() < 0.1) for _ in range(COLUMNS)]
    if draw < 0.6:
        return list(random.choice(STAIRS))
    return [random.randint(0, ROWS) for _ in range(COLUMNS)]


def random_shelf(random: Random) -> bytes:
    """Return a random shelf; a tile often repeats the one before it."""
    tiles = random.sample(TILES, random.choice((1, 2, 3, 6, 6, 6)))
    alike = random.choice((0.0, 0.0, 0.5, 0.8))
    shelf, tile = NO_TILES, tiles[0]
    for column, height in enumerate(heights(random)):
        order = random.sample(tiles, len(tiles)) * ROWS
        for number in range(height):
            tile = tile if random.random() < alike else order[number]
            shelf = insert_tiles(shelf, column, bytes((tile,)))
    return _planted(shelf, random)


def _planted(shelf: bytes, random: Random) -> bytes:
    """Sometimes make the places that a goal checks equal, or almost equal."""
    places = bytearray(shelf)
    lines = ((0, 4, 25, 29), range(0, 25, 6), range(9, 30, 4), (6, 8, 12, 16, 18))
    if random.random() < 0.3:
        tile = random.choice(TILES)
        for place in random.choice(lines):
            if places[place] and random.random() < 0.95:
                places[place] = tile
    return bytes(places)
