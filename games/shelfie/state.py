"""My Shelfie: the state as one frozen value.

The next tile to be drawn is the last of ``bag``. Tiles that were taken are in ``hand`` until they
are placed, so bag, living room, hand and shelves always contain 132 tiles in total.
"""

from msgspec import Struct, field

from games.rng import Rng
from messages.base import Seat
from messages.shelfie import actions
from messages.shelfie.table import ShelfieResult, ShelfieStep

NOBODY = -1
"""No seat: ``turn`` when the game is over, ``filler`` before a shelf is full."""


class Options(Struct, frozen=True, gc=False):
    """The options of a match (A.12) and the rule for a player who leaves."""

    refill: actions.ShelfieRefill = "keep"
    squares_same_type: bool = False
    common_goals: int = 2
    end_round: actions.ShelfieEndRound = "seat"
    tie: actions.ShelfieTie = "furthest"
    leaving: actions.ShelfieLeaving = "continue"


class State(Struct, frozen=True, gc=False):
    """The whole position. ``seated`` are the seats whose players have not left.

    ``picked`` are the cells marked so far or, in the step PLACE, the cells from which the tiles of
    the hand came. ``tokens`` has for each seat the points it took from each of the ``goals``;
    ``stacks`` has the tokens left on them, the next one first. ``cards`` are the personal goals by
    seat. ``filler`` is the seat with the end token.
    """

    options: Options
    rng: Rng = field(name="chance")
    seated: tuple[Seat, ...]
    first: Seat
    turn: int
    bag: bytes
    board: bytes
    shelves: tuple[bytes, ...]
    cards: bytes
    goals: tuple[actions.ShelfieGoal, ...]
    stacks: tuple[tuple[int, ...], ...]
    tokens: tuple[tuple[int, ...], ...]
    step: ShelfieStep = "PICK"
    picked: tuple[int, ...] = ()
    hand: bytes = b""
    filler: int = NOBODY
    winners: tuple[Seat, ...] = ()
    results: tuple[ShelfieResult, ...] = ()
    reason: str = ""


def turn_position(state: State, seat: Seat) -> int:
    """Return the clockwise distance of the seat from the first player."""
    return (seat - state.first) % len(state.shelves)


def next_seat(state: State) -> Seat:
    """Return the next seat clockwise after ``turn``, which may have just left."""
    players = len(state.shelves)
    others = [seat for seat in state.seated if seat != state.turn]
    return min(others, key=lambda seat: (seat - state.turn) % players, default=state.turn)
