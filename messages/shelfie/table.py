"""My Shelfie: the view of a seat, and one typed change for each thing that can happen.

Only the personal goals and the order of the bag are hidden, so every change is for everybody; the
last one brings the goals. A client that starts from a view and follows the changes always has the
view the server would send (``client/games/shelfie/mirror.py`` does it).

The order of the changes of one step: tiles placed, tokens for common goals, the end token, and then
either the end of the game, or the living room filled up and the next turn.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from messages.base import Change, Line, Number, Seat, View
from messages.shelfie import actions

ShelfieRow = Annotated[str, Meta(max_length=9)]
ShelfieRows = Annotated[tuple[ShelfieRow, ...], Meta(max_length=9)]
ShelfieTokens = Annotated[tuple[Number, ...], Meta(max_length=4)]
ShelfieStacks = Annotated[tuple[ShelfieTokens, ...], Meta(max_length=4)]
ShelfieSeats = Annotated[tuple[Seat, ...], Meta(max_length=4)]
ShelfieStep = Literal["PICK", "PLACE", "OVER"]


class ShelfieResult(Struct, frozen=True, gc=False, rename="camel"):
    """The points of one player at the end, and the personal goal that was hidden until then."""

    goal: ShelfieRows
    common: Number
    personal: Number
    adjacency: Number
    end: Number
    total: Number


ShelfieResults = Annotated[tuple[ShelfieResult, ...], Meta(max_length=4)]


class ShelfiePlayerView(Struct, frozen=True, gc=False, rename="camel"):
    """What everybody knows of one player: the shelf, top row first, ``.`` for an empty place.

    ``tokens`` are the points taken from each common goal, 0 for none.
    """

    shelf: ShelfieRows
    tokens: ShelfieTokens
    end_token: bool = False
    gone: bool = False


class ShelfieView(View, frozen=True, tag="shelfie"):
    """``seat`` is your own and ``personal`` your secret goal, drawn on a shelf; a spectator has
    neither.

    ``board`` is the living room, nine rows of nine: a tile, ``.`` where there is none, a blank
    where none may be at this table. ``stacks`` are the tokens left on each of the ``goals``, the
    next one first. The table waits for ``turn``: in the step PICK ``picked`` are the cells marked
    so far, in PLACE those from which the tiles in ``hand`` came. After the end ``results`` has all
    points.
    """

    refill: actions.ShelfieRefill
    squares_same_type: bool
    end_round: actions.ShelfieEndRound
    tie: actions.ShelfieTie
    leaving: actions.ShelfieLeaving
    goals: Annotated[tuple[actions.ShelfieGoal, ...], Meta(max_length=4)]
    stacks: ShelfieStacks
    first: Seat
    players: Annotated[tuple[ShelfiePlayerView, ...], Meta(max_length=4)]
    board: ShelfieRows
    bag: Number
    turn: Seat | None
    step: ShelfieStep
    picked: actions.ShelfieCells = ()
    hand: actions.ShelfieHand = ""
    personal: ShelfieRows = ()
    winners: ShelfieSeats = ()
    results: ShelfieResults = ()


class ShelfieTilesMarked(Change, frozen=True):
    """The seat thinks of taking these tiles."""

    seat: Seat
    cells: actions.ShelfieCells


class ShelfieTilesTaken(Change, frozen=True):
    """The tiles of these cells are in the seat's hand now, in this order."""

    seat: Seat
    cells: actions.ShelfieCells
    hand: actions.ShelfieHand


class ShelfieTilesSorted(Change, frozen=True):
    """The hand has another order; ``cells`` are where its tiles came from."""

    seat: Seat
    cells: actions.ShelfieCells
    hand: actions.ShelfieHand


class ShelfieTilesPlaced(Change, frozen=True):
    """The tiles fell into the column of the seat's shelf, the first lowest."""

    seat: Seat
    column: Number
    tiles: actions.ShelfieHand


class ShelfieTokenTaken(Change, frozen=True):
    """The seat met a common goal and took the top token."""

    seat: Seat
    goal: actions.ShelfieGoal
    points: Number


class ShelfieEndTokenTaken(Change, frozen=True):
    """The seat was the first with a full shelf: the last round."""

    seat: Seat


class ShelfieBoardRefilled(Change, frozen=True):
    """No two tiles lay side by side, so the living room was filled up from the bag."""

    board: ShelfieRows
    bag: Number


class ShelfieTurnLost(Change, frozen=True):
    """The seat took too long; tiles in its hand are back where they came from."""

    seat: Seat


class ShelfieSeatGone(Change, frozen=True):
    """A player is gone for good; the shelf stays as it is and does not count."""

    seat: Seat


class ShelfieTurnStarted(Change, frozen=True):
    """The table now waits for ``seat``."""

    seat: Seat


class ShelfieGameEnded(Change, frozen=True):
    """The game is over."""

    winners: ShelfieSeats
    reason: Line
    results: ShelfieResults


ShelfieChange = (
    ShelfieTilesMarked
    | ShelfieTilesTaken
    | ShelfieTilesSorted
    | ShelfieTilesPlaced
    | ShelfieTokenTaken
    | ShelfieEndTokenTaken
    | ShelfieBoardRefilled
    | ShelfieTurnLost
    | ShelfieSeatGone
    | ShelfieTurnStarted
    | ShelfieGameEnded
)
