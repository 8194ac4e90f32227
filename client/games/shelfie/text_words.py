"""My Shelfie in people's words: tiles, cells such as ``b4`` and what the common goals ask for."""

from collections.abc import Iterable

from messages.shelfie.actions import ShelfieGoal

TILE_NAMES = {
    "C": "cat",
    "B": "book",
    "G": "game",
    "F": "frame",
    "T": "trophy",
    "P": "plant",
}
ROW_LETTERS = "abcdefghi"
COLUMN_NUMBERS = tuple("123456789")

GOAL_WORDS: dict[ShelfieGoal, str] = {
    "PAIRS": "six groups of 2 or more equal tiles",
    "FOURS": "four groups of 4 or more equal tiles",
    "CORNERS": "equal tiles in all four corners",
    "SQUARES": "two squares of 2 x 2 equal tiles",
    "COLS3": "three full columns of at most 3 types each",
    "EIGHT": "eight equal tiles anywhere",
    "DIAG": "five equal tiles in a diagonal",
    "ROWS3": "four full rows of at most 3 types each",
    "COLS6": "two full columns of 6 different types each",
    "ROWS5": "two full rows of 5 different types each",
    "X": "five equal tiles in the form of an X",
    "STAIRS": "columns that rise or fall like stairs, one tile each",
}


def cell_name(cell: int) -> str:
    """``b4`` for 13: the row as a letter, the column from 1."""
    row, column = divmod(cell, 10)
    known = 0 <= row < len(ROW_LETTERS)
    return f"{ROW_LETTERS[row]}{column + 1}" if known else str(cell)


def cell_names(cells: Iterable[int]) -> str:
    """Several cells."""
    return " ".join(map(cell_name, cells))


def maybe_cell(word: str) -> int | None:
    """The number of a cell that somebody typed; None for any other word."""
    row, column = ROW_LETTERS.find(word[:1].lower()), word[1:]
    if not word or row < 0 or column not in COLUMN_NUMBERS:
        return None
    return 10 * row + int(column) - 1


def tile_names(tiles: str) -> str:
    """``cat, book, cat``."""
    return ", ".join(TILE_NAMES.get(tile, tile) for tile in tiles)
