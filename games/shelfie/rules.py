"""My Shelfie: what an action does. First all checks, then the new state.

Order of thought: is it your turn, is this the step, does the choice name something, do the rules
allow it. A refusal tells its kind: NOTYOURTURN; UNEXPECTEDMESSAGE for another step;
CHOICENOTVALID for a choice that names nothing here; ACTIONNONVALID for what may not be done now.
"""

from msgspec.structs import replace

from games.base import Step, refuse
from games.shelfie.picking import check_pick
from games.shelfie.shelf import COLUMNS, free, insert
from games.shelfie.state import State
from games.shelfie.tiles import EMPTY, letters
from games.shelfie.turns import end_turn
from messages.base import Seat
from messages.errors import ErrorCode
from messages.shelfie.actions import (
    MarkShelfieTiles,
    PlaceShelfieTiles,
    ShelfieAction,
    SortShelfieTiles,
    TakeShelfieTiles,
)
from messages.shelfie.table import (
    ShelfieStep,
    ShelfieTilesMarked,
    ShelfieTilesPlaced,
    ShelfieTilesSorted,
    ShelfieTilesTaken,
)

WHAT_NOW: dict[ShelfieStep, str] = {
    "PICK": "Take one to three tiles from the living room first.",
    "PLACE": "You hold tiles: place them in a column of your shelf.",
    "OVER": "The game is over; leave the match to play another one.",
}


def apply(state: State, seat: Seat, action: ShelfieAction) -> Step[State]:
    """Do what a player wants, or raise IllegalAction and leave everything as it is."""
    match action:
        case TakeShelfieTiles():
            return _take(_asked(state, seat, "PICK"), action.cells)
        case PlaceShelfieTiles():
            return _place(_asked(state, seat, "PLACE"), action.column, action.order)
        case MarkShelfieTiles():
            return _mark(_asked(state, seat, "PICK"), action.cells)
        case SortShelfieTiles():
            return _sort(_asked(state, seat, "PLACE"), action.order)


def _asked(state: State, seat: Seat, step: ShelfieStep) -> State:
    """The state, if this seat may do such a thing now."""
    if seat != state.turn or seat < 0:
        over = state.step == "OVER"
        text = WHAT_NOW["OVER"] if over else "It is not your turn; wait until you are asked."
        refuse(text, ErrorCode.NOTYOURTURN)
    if state.step != step:
        refuse(WHAT_NOW[state.step], ErrorCode.UNEXPECTEDMESSAGE)
    return state


def _mark(state: State, cells: tuple[int, ...]) -> Step[State]:
    if cells:
        check_pick(state, cells)
    elif not state.picked:
        refuse("You have marked no tiles, so there are no marks to take away.")
    return Step(replace(state, picked=cells), (ShelfieTilesMarked(state.turn, cells),))


def _take(state: State, cells: tuple[int, ...]) -> Step[State]:
    check_pick(state, cells)
    board = bytearray(state.board)
    hand = bytes([board[cell] for cell in cells])
    for cell in cells:
        board[cell] = EMPTY
    state = replace(state, board=bytes(board), step="PLACE", picked=cells, hand=hand)
    return Step(state, (ShelfieTilesTaken(state.turn, cells, letters(hand)),))


def _sort(state: State, order: tuple[int, ...]) -> Step[State]:
    hand = _ordered(state, order)
    cells = tuple([state.picked[place] for place in order])
    change = ShelfieTilesSorted(state.turn, cells, letters(hand))
    return Step(replace(state, hand=hand, picked=cells), (change,))


def _place(state: State, column: int, order: tuple[int, ...]) -> Step[State]:
    if column not in range(COLUMNS):
        refuse(f"Name a column of your shelf, 0 to {COLUMNS - 1}.", ErrorCode.CHOICENOTVALID)
    hand = _ordered(state, order) if order else state.hand
    seat = state.turn
    room = free(state.shelves[seat], column)
    if len(hand) > room:
        refuse(f"That column has room for {room}; choose one with room for all {len(hand)} tiles.")
    shelves = list(state.shelves)
    shelves[seat] = insert(shelves[seat], column, hand)
    state = replace(state, shelves=tuple(shelves), picked=(), hand=b"")
    return end_turn(state, [ShelfieTilesPlaced(seat, column, letters(hand))])


def _ordered(state: State, order: tuple[int, ...]) -> bytes:
    if sorted(order) != list(range(len(state.hand))):
        text = f"Name each place of your hand once: 0 to {len(state.hand) - 1}."
        refuse(text, ErrorCode.CHOICENOTVALID)
    return bytes([state.hand[place] for place in order])
