"""The text of My Shelfie: tiles, cells, goals, changes, prompts, commands and words on the board.

Sentences about changes are in the past tense, so that "You" and a name go with the same verb.
"""

from collections.abc import Iterable

from client.games.drawing import Sign
from client.games.prose import Prose, Word, join_words, prose
from client.games.text import GameText, Who
from messages.shelfie import table
from messages.shelfie.actions import SelectShelfieColumn, SelectShelfieTiles, ShelfieGoal

# --- tiles, cells and goals -----------------------------------------------------------------------


TILE_NAMES = {
    "C": "cat",
    "B": "book",
    "G": "game",
    "F": "frame",
    "T": "trophy",
    "P": "plant",
}
TILE_COLORS = {"C": "green", "B": "white", "G": "yellow", "F": "blue", "T": "cyan", "P": "pink"}
ROW_LETTERS = "abcdefghi"
COLUMN_NUMBERS = tuple("123456789")

GOAL_TEXTS: dict[ShelfieGoal, str] = {
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
GOAL_NAMES: dict[ShelfieGoal, str] = {
    **GOAL_TEXTS,
    "PAIRS": "six groups of 2 equal tiles",
    "FOURS": "four groups of 4 equal tiles",
    "SQUARES": "two squares of 2 x 2",
    "COLS3": "three columns of at most 3 types",
    "ROWS3": "four rows of at most 3 types",
    "COLS6": "two columns of 6 types",
    "ROWS5": "two rows of 5 types",
    "X": "five equal tiles in an X",
    "STAIRS": "columns like stairs",
}
"""Shorter texts for drawings."""
GOAL_TITLES: dict[ShelfieGoal, str] = {
    "PAIRS": "6 groups of 2",
    "FOURS": "4 groups of 4",
    "CORNERS": "equal corners",
    "SQUARES": "2 squares",
    "COLS3": "3 col, 3 types",
    "EIGHT": "8 equal",
    "DIAG": "5 in a diagonal",
    "ROWS3": "4 rows, 3 types",
    "COLS6": "2 col, 6 types",
    "ROWS5": "2 rows, 5 types",
    "X": "X of 5 equal",
    "STAIRS": "stairs",
}


def cell_name(cell: int) -> str:
    """Return ``b4`` for cell 13: the row as a letter, the column from 1.

    A cell with an unknown row is shown as its number.
    """
    row, column = divmod(cell, 10)
    known = 0 <= row < len(ROW_LETTERS)
    return f"{ROW_LETTERS[row]}{column + 1}" if known else str(cell)


def cell_names(cells: Iterable[int]) -> str:
    """Return the names of several cells, separated by spaces."""
    return " ".join(map(cell_name, cells))


def maybe_cell(word: str) -> int | None:
    """Return the cell for a typed word such as ``b4``; None for any other word."""
    row, column = ROW_LETTERS.find(word[:1].lower()), word[1:]
    if not word or row < 0 or column not in COLUMN_NUMBERS:
        return None
    return 10 * row + int(column) - 1


def tile_names(tiles: str) -> str:
    """Return the names of tiles as ``cat, book, cat``; unknown tiles as they are."""
    return ", ".join(TILE_NAMES.get(tile, tile) for tile in tiles)


def _tile_word(tile: str) -> Word:
    """Return the name of a tile in its colour; unknown tiles as they are."""
    color = TILE_COLORS.get(tile)
    return Word(TILE_NAMES.get(tile, tile), f"ink:{color}" if color else "text")


def _join_tiles(tiles: str) -> Prose:
    """Return the names of tiles in their colours, separated by commas."""
    return join_words(map(_tile_word, tiles))


# --- changes and prompts --------------------------------------------------------------------------


def _tiles_marked_text(c: table.ShelfieTilesMarked, who: Who) -> str:
    """Return the sentence; without cells it says that the player removed the marks."""
    if not c.cells:
        return f"{who(c.seat)} took the marks away."
    return f"{who(c.seat)} marked {cell_names(c.cells)}."


def _game_ended_text(c: table.ShelfieGameEnded, who: Who) -> str:
    """Return the reason for the end, then a line with the points of each player."""
    lines = [f"The match is over: {c.reason.rstrip('.')}."]
    for seat, result in enumerate(c.results):
        parts = f"{result.common} common, {result.personal} personal, {result.adjacency} groups"
        end = f", {result.end} end" if result.end else ""
        lines.append(f"  {who(seat)}: {parts}{end} = {result.total} points")
    return "\n".join(lines)


def _tiles_prompt(p: SelectShelfieTiles) -> str:
    """Return the question with the number of tiles that may be taken."""
    if p.limit == 1:
        return "Take one tile: your shelf has no room for more."
    limit = "two" if p.limit == 2 else "three"
    return f"Take up to {limit} tiles in one line, each with a free side."


def _column_prompt(p: SelectShelfieColumn) -> str:
    """Return the question with the tiles in the hand and the possible columns, from 1."""
    columns = ", ".join(str(column + 1) for column in p.columns)
    order = " (lowest first)" if len(p.hand) > 1 else ""
    return f"Place {tile_names(p.hand)}{order} in column {columns}."


TEXT = GameText(
    changes={
        table.ShelfieTilesMarked: _tiles_marked_text,
        table.ShelfieTilesTaken: lambda c, who: prose(
            f"{who(c.seat)} took ", _join_tiles(c.hand), f" from {cell_names(c.cells)}."
        ),
        table.ShelfieTilesSorted: lambda c, who: prose(
            f"{who(c.seat)} sorted the hand: ", _join_tiles(c.hand), "."
        ),
        table.ShelfieTilesPlaced: lambda c, who: prose(
            f"{who(c.seat)} placed ", _join_tiles(c.tiles), f" in column {c.column + 1}."
        ),
        table.ShelfieTokenTaken: lambda c, who: (
            f"{who(c.seat)} had {GOAL_TEXTS[c.goal]} and got {c.points} points!"
        ),
        table.ShelfieEndTokenTaken: lambda c, who: (
            f"{who(c.seat)} filled the shelf first: the last round!"
        ),
        table.ShelfieBoardRefilled: lambda c, who: (
            f"The living room was filled up; {c.bag} tiles are left in the bag."
        ),
        table.ShelfieTurnLost: lambda c, who: f"{who(c.seat)} took too long and lost the turn.",
        table.ShelfieSeatGone: lambda c, who: (
            f"{who(c.seat)} left the match for good; the shelf does not count."
        ),
        table.ShelfieTurnStarted: "",
        table.ShelfieGameEnded: _game_ended_text,
    },
    prompts={
        SelectShelfieTiles: _tiles_prompt,
        SelectShelfieColumn: _column_prompt,
    },
    prompt_rules={
        SelectShelfieTiles: (
            "One to three tiles, side by side in one line, each with a free side before you take",
            "any, and no more than one of your columns has room for. Taking cannot be undone.",
        ),
        SelectShelfieColumn: (
            "All tiles go into one column, the first one lowest; another order is the same",
            "command with the places of the tiles: place 3 2 1. Groups of equal tiles that touch",
            "count at the end (three 2, four 3, five 5, six 8), and so do the goals.",
        ),
    },
    rules_summary=(
        "MY SHELFIE. Fill your shelf, 6 rows of 5 places; most points win.",
        "In your turn take one to three tiles from the living room. They lie side by side",
        "in one line, and each has a free side before you take any. Then drop them all",
        "into one column of your shelf, in the order you like. So you never take more",
        "than one of your columns has room for.",
        "When no two tiles of the living room touch any more, it is filled up.",
        "Points: groups of equal tiles, joined by their sides, are worth 2 (three tiles),",
        "3 (four), 5 (five) or 8 (six and more). Your secret personal goal is worth 1, 2,",
        "4, 6, 9 or 12 for one to six tiles in their places. Each common goal is worth 8",
        "for the first player to meet it, then less. The first full shelf is worth 1 and",
        "starts the last round, which ends with the seat before the first player. On a",
        "tie the player furthest from the first player wins.",
    ),
    setup_hint="2 to 4 players. Options: refill=return, end_round=lap",
)


# --- commands and the board -----------------------------------------------------------------------


HELP = (
    "take b4 b5                take one to three tiles, row letter and column number;",
    "                          the first one will lie lowest. b4 b5 does the same",
    "place 3                   put your tiles into column 3 of your shelf",
    "place 3 2 1               the same, your second tile lowest",
    "sort 2 1                  change the order of the tiles in your hand",
    "mark b4 b5                show the others what you consider; unmark removes it",
    "pgoal                     show your personal goal",
    "cgoal                     show the common goals",
    "shelf                     show your shelf and how many tiles it has room for",
    "end                       show who has the end token: then it is the last round",
)
LEGEND = (
    "C cat, B book, G game, F frame, T trophy, P plant. In the living room capital",
    "letters have a free side and can be taken, small ones cannot, [C] is marked. On",
    "your shelf small letters are your personal goal. > has the turn, * is you.",
)
SIGNS = {
    "C B G": Sign("", "cat, book, game"),
    "F T P": Sign("", "frame, trophy, plant"),
    "c": Sign("", "in the living room an enclosed tile; on your shelf your secret goal"),
    "·": Sign("·", "an empty place"),
    "1 1": Sign("1 1", "in the example of a goal: two tiles of one type"),
    "#": Sign("#", "in the example of a goal: any tile"),
    "2/6": Sign("/", "how much of a goal is there, and how much it needs"),
    "?": Sign("?", "points for a secret goal that you do not know"),
}
TOO_MANY_TILES = "Name three tiles at most, like this: b4 b5 b6."
NO_CELL = "{word!r} is no cell: use the letter and number beside it, like b4."
USAGE = {
    "take": "Take which tiles? Like this: take b4 b5.",
    "place": "Into which column? Like this: place 3.",
    "sort": "In which order? Like this: sort 2 1 3.",
    "mark": "Mark which tiles? Like this: mark b4 b5.",
    "unmark": "Nothing comes after unmark: it takes all marks away.",
}
TOO_MANY_IN_HAND = "You hold three tiles at most."
A_PLACE = "place in your hand"

# Choices.

OTHER_ORDER = "  another order: place {column} {order}"
COLUMN_AFTER = "  {number}  column {number}, then from the bottom: {tiles}"
ROOM_FOR = "it has room for {count}"
FULL = "it is full"

NO_COLUMN = "no column has room for them"

# The board.

POINTS_HEAD = " points so far   goals groups secret end total"
BAG = "{count} tiles in the bag"
NO_END_TOKEN = "Nobody has the end token; the first full shelf takes it."
HAS_END_TOKEN = "{name} has the end token: this is the last round."
HAD_END_TOKEN = "{name} has the end token; the match is over."
ROOM_AT_ONCE = "  There is room for {count} at once."
PERSONAL_PROGRESS = "  {count} of 6 are there."
GOAL_LEGEND = "  Equal numbers are tiles of one type, # is any tile; one way of many."

# --- highlights -----------------------------------------------------------------------------------

FIRST_TOKEN = "{who} met a common goal first: {points} points."
BEST_GROUPS = "{who} got {points} points for groups."
SECRET_GOAL = "{who} completed the secret goal."
FIRST_FULL = "{who} filled the shelf first."
