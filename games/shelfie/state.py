"""My Shelfie: the whole position as one frozen value.

The next tile to be drawn is the last of ``bag``. Tiles that were taken are in ``hand`` until they
are placed, so 132 tiles lie in bag, living room, hand and shelves at every moment.
"""

from msgspec import Struct, field

from games.rng import Rng
from messages.base import Seat
from messages.shelfie import actions
from messages.shelfie.table import ShelfieResult, ShelfieStep

NOBODY = -1
"""No seat: on turn when the game is over, with the end token before somebody has it."""


class Options(Struct, frozen=True, gc=False):
    """How a match is played: A.12, and what happens when somebody leaves."""

    refill: actions.ShelfieRefill = "keep"
    squares_same_type: bool = False
    common_goals: int = 2
    end_round: actions.ShelfieEndRound = "seat"
    tie: actions.ShelfieTie = "furthest"
    leaving: actions.ShelfieLeaving = "continue"


class State(Struct, frozen=True, gc=False):
    """``seated`` are the seats still at the table.

    ``picked`` are the cells marked so far or, in the step PLACE, those from which each tile of the
    hand came. ``tokens`` has for each seat what it took from each of the ``goals``, ``stacks`` what
    is left of them, the next one first. ``cards`` are the personal goals. ``filler`` has the end
    token.
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
    """How far clockwise the seat is from the first player."""
    return (seat - state.first) % len(state.shelves)


def next_seat(state: State) -> Seat:
    """Who comes after the player on turn, or after the one who has just left."""
    players = len(state.shelves)
    others = [seat for seat in state.seated if seat != state.turn]
    return min(others, key=lambda seat: (seat - state.turn) % players, default=state.turn)
