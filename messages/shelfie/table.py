"""My Shelfie: the view of a seat, and one typed change for each thing that can happen.

Only the personal goals and the order of the bag are hidden, so changes need no redaction; the last
one reveals the goals. A client that applies all changes to a view always has the view that the
server would send (see ``client/games/shelfie/mirror.py``).

The order of the changes of one step: tiles placed, tokens for common goals, the end token, and then
either the end of the game, or the refilled living room and the next turn.
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
    """The final points of one player, and the personal goal that was hidden until then.

    `common`, `personal`, `adjacency` and `end` are the parts of `total`; `end` is the point of the
    end token.
    """

    goal: ShelfieRows
    common: Number
    personal: Number
    adjacency: Number
    end: Number
    total: Number


ShelfieResults = Annotated[tuple[ShelfieResult, ...], Meta(max_length=4)]


class ShelfiePlayerView(Struct, frozen=True, gc=False, rename="camel"):
    """The public part of one player: the shelf, top row first, with `.` for an empty place.

    `tokens` are the points taken from each common goal, 0 for none.
    """

    shelf: ShelfieRows
    tokens: ShelfieTokens
    end_token: bool = False
    gone: bool = False


class ShelfieView(View, frozen=True, tag="shelfie"):
    """The view of a seat. `personal` is your secret goal, drawn on a shelf; a spectator has none.

    `board` is the living room, nine rows of nine: a tile, `.` for an empty cell, a blank for a cell
    that is not playable with this number of players. `bag` is the number of tiles in the bag.
    `stacks` are the tokens left on each of the `goals`, the next one first. `players` are in the
    order of the seats, and `first` began. The seat `turn` must act. In the step PICK `picked` are
    the marked cells, in PLACE the cells from which the tiles in `hand` came. `results` has all
    points after the end, by seat.
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
    """The seat considers these tiles; empty: the marks were removed.

    Mirror: set `view.picked` to `cells`.
    """

    seat: Seat
    cells: actions.ShelfieCells


class ShelfieTilesTaken(Change, frozen=True):
    """The tiles of these cells are now in the seat's hand, in this order.

    Mirror: replace the tile of each of `cells` in `view.board` by `.`. Set `view.step` to PLACE,
    `view.picked` to `cells` and `view.hand` to `hand`.
    """

    seat: Seat
    cells: actions.ShelfieCells
    hand: actions.ShelfieHand


class ShelfieTilesSorted(Change, frozen=True):
    """The hand has a new order; `cells` are the origins of its tiles.

    Mirror: set `view.picked` to `cells` and `view.hand` to `hand`.
    """

    seat: Seat
    cells: actions.ShelfieCells
    hand: actions.ShelfieHand


class ShelfieTilesPlaced(Change, frozen=True):
    """The tiles were put into this column of the seat's shelf, the first lowest.

    Mirror: put each of `tiles`, in their order, into the lowest place of `column` in
    `view.players[seat].shelf` that is `.`; the last row is the lowest. Set `view.picked` to the
    empty list and `view.hand` to "".
    """

    seat: Seat
    column: Number
    tiles: actions.ShelfieHand


class ShelfieTokenTaken(Change, frozen=True):
    """The seat met a common goal and took the top token.

    Mirror: N is the index of `goal` in `view.goals`. Remove the first number of `view.stacks[N]`.
    Set `view.players[seat].tokens[N]` to `points`.
    """

    seat: Seat
    goal: actions.ShelfieGoal
    points: Number


class ShelfieEndTokenTaken(Change, frozen=True):
    """The seat has the first full shelf; the last round is being played.

    Mirror: set `view.players[seat].endToken` to true.
    """

    seat: Seat


class ShelfieBoardRefilled(Change, frozen=True):
    """The living room was refilled from the bag because no two tiles were side by side.

    Mirror: set `view.board` to `board` and `view.bag` to `bag`.
    """

    board: ShelfieRows
    bag: Number


class ShelfieTurnLost(Change, frozen=True):
    """The seat's time ran out; the tiles in its hand were returned to their cells.

    Mirror: put each tile of `view.hand` into the cell of `view.board` at the same index of
    `view.picked`. An empty hand leaves `view.board` as it is. Then set `view.picked` to the empty
    list and `view.hand` to "".
    """

    seat: Seat


class ShelfieSeatGone(Change, frozen=True):
    """A player left for good; the shelf stays visible but does not count.

    Mirror: if `view.turn` is `seat`, first return the tiles as for ShelfieTurnLost, which changes
    `view.board`, `view.picked` and `view.hand`. Set `view.players[seat].gone` to true.
    """

    seat: Seat


class ShelfieTurnStarted(Change, frozen=True):
    """The turn of the seat begins.

    Mirror: set `view.turn` to `seat`, `view.step` to PICK, `view.picked` to the empty list and
    `view.hand` to "".
    """

    seat: Seat


class ShelfieGameEnded(Change, frozen=True):
    """The game is over. `results` has one entry per seat.

    Mirror: first return the tiles as for ShelfieTurnLost, which changes `view.board`, `view.picked`
    and `view.hand`. Set `view.turn` to nil, `view.step` to OVER, `view.winners` to `winners` and
    `view.results` to `results`.
    """

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
