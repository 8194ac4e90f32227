"""My Shelfie: actions and prompts.

A tile is a letter: ``C`` cat, ``B`` book, ``G`` game, ``F`` frame, ``T`` trophy, ``P`` plant. A
cell of the living room is a number of two digits, its row and its column, both from 0 at the top
left: 13 is row 1, column 3. Columns of a shelf are 0 to 4. Changes and the view are in
``table.py``.
"""

from typing import Annotated, Literal, get_args

from msgspec import Meta

from messages.base import ClientMessage, Number, ServerMessage

SHELFIE_TILES = "CBGFTP"

ShelfieGoal = Literal[
    "PAIRS",
    "FOURS",
    "CORNERS",
    "SQUARES",
    "COLS3",
    "EIGHT",
    "DIAG",
    "ROWS3",
    "COLS6",
    "ROWS5",
    "X",
    "STAIRS",
]
SHELFIE_GOALS: tuple[ShelfieGoal, ...] = get_args(ShelfieGoal)

ShelfieRefill = Literal["keep", "return"]
ShelfieEndRound = Literal["seat", "lap"]
ShelfieTie = Literal["furthest", "none"]
ShelfieLeaving = Literal["continue", "end"]

ShelfieCells = Annotated[tuple[Number, ...], Meta(max_length=81)]
ShelfieHand = Annotated[str, Meta(max_length=3)]
ShelfieColumns = Annotated[tuple[Number, ...], Meta(max_length=5)]
ShelfieOrder = Annotated[tuple[Number, ...], Meta(max_length=9)]


class SelectShelfieTiles(ServerMessage, frozen=True):
    """Your turn: TakeShelfieTiles with at most `limit` of these cells, side by side in one line."""

    limit: Number
    cells: ShelfieCells


class SelectShelfieColumn(ServerMessage, frozen=True):
    """You hold these tiles: PlaceShelfieTiles puts them into one of these columns."""

    hand: ShelfieHand
    columns: ShelfieColumns


class MarkShelfieTiles(ClientMessage, frozen=True):
    """Show everybody the tiles that you consider, without obligation; empty removes the marks."""

    cells: ShelfieCells = ()


class TakeShelfieTiles(ClientMessage, frozen=True):
    """Take one to three tiles from the living room into your hand; this cannot be undone."""

    cells: ShelfieCells


class SortShelfieTiles(ClientMessage, frozen=True):
    """Reorder the tiles in your hand; `order` lists their current indices, from 0."""

    order: ShelfieOrder


class PlaceShelfieTiles(ClientMessage, frozen=True):
    """Put your hand into a column of your shelf, the first tile lowest.

    `order` lists the indices of the hand, from 0, in the order in which the tiles fall; empty keeps
    the order of the hand.
    """

    column: Number
    order: ShelfieOrder = ()


ShelfieAction = MarkShelfieTiles | TakeShelfieTiles | SortShelfieTiles | PlaceShelfieTiles
ShelfiePrompt = SelectShelfieTiles | SelectShelfieColumn
