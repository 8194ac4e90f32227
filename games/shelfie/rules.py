"""My Shelfie: what an action does. First all checks, then the new state.

Order of thought: is it your turn, is this the step, does the choice name something, do the rules
allow it. A refusal tells its kind: NOTYOURTURN; UNEXPECTEDMESSAGE for another step;
CHOICENOTVALID for a choice that names nothing here; ACTIONNONVALID for what may not be done now.
"""

from msgspec.structs import replace

from games.base import Step, refuse
from games.shelfie.scoring import result_of
from games.shelfie.shelf import COLUMNS, free, insert, limit
from games.shelfie.state import State
from games.shelfie.tiles import EMPTY, PLAYABLE, Run, has_free_side, in_line, letters
from games.shelfie.turns import end_turn, finish, leaders, pass_on, put_back
from messages.base import Change, Seat
from messages.errors import ErrorCode
from messages.shelfie.actions import (
    MarkShelfieTiles,
    PlaceShelfieTiles,
    ShelfieAction,
    SortShelfieTiles,
    TakeShelfieTiles,
)
from messages.shelfie.table import (
    ShelfieSeatGone,
    ShelfieStep,
    ShelfieTilesMarked,
    ShelfieTilesPlaced,
    ShelfieTilesSorted,
    ShelfieTilesTaken,
    ShelfieTurnLost,
)

WHAT_NOW: dict[ShelfieStep, str] = {
    "PICK": "Take one to three tiles from the living room first.",
    "PLACE": "You hold tiles: place them in a column of your shelf.",
    "OVER": "The game is over; leave the match to play another one.",
}

ALL_LEFT = "The others have left the table."
ONE_LEFT = "Most points when a player left."


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


def check_pick(state: State, cells: Run) -> None:
    """Refuse what may not be taken by the player on turn, with the reason."""
    players = len(state.shelves)
    for cell in cells:
        if cell not in PLAYABLE[players]:
            text = "Name cells of the living room, row and column: 13 is row 1, column 3."
            refuse(text, ErrorCode.CHOICENOTVALID)
        if state.board[cell] == EMPTY:
            refuse("There is no tile in that cell any more; choose cells that hold tiles.")
    if not cells or len(set(cells)) < len(cells):
        refuse("Name one, two or three different cells.", ErrorCode.CHOICENOTVALID)
    _check_room(state, len(cells))
    if not all(has_free_side(state.board, cell) for cell in cells):
        refuse("Each tile needs a free side before you take any; choose tiles from the edge.")
    if not in_line(cells):
        refuse("Choose tiles side by side in one row or one column, without a gap.")


def _check_room(state: State, count: int) -> None:
    most = limit(state.shelves[state.turn])
    if count > most:
        tiles = "one tile" if most == 1 else f"{most} tiles"
        why = "no column of your shelf has room for more" if most < 3 else "a turn has no more"
        refuse(f"Take at most {tiles}: {why}.")


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


# --- leaving and time-outs: B.7 -------------------------------------------------------------------
#
# Tiles in the hand go back to their cells and the turn passes on; nothing has changed in the living
# room then, so nothing is filled up.


def leave(state: State, seat: Seat) -> Step[State]:
    """The shelf does not count any more; with one player left the game is over."""
    if seat not in state.seated or state.step == "OVER":
        return Step(state, ())
    news: list[Change] = [ShelfieSeatGone(seat)]
    on_turn = seat == state.turn
    if on_turn:
        state = put_back(state)
    state = replace(state, seated=tuple([other for other in state.seated if other != seat]))
    if state.options.leaving == "end":
        return finish(state, _best_left(state), ONE_LEFT, news)
    if len(state.seated) == 1:
        return finish(state, state.seated, ALL_LEFT, news)
    return pass_on(state, news) if on_turn else Step(state, tuple(news))


def timeout(state: State, seat: Seat) -> Step[State]:
    """The turn is lost."""
    if seat != state.turn or state.step == "OVER":
        return Step(state, ())
    return pass_on(put_back(state), [ShelfieTurnLost(seat)])


def _best_left(state: State) -> tuple[Seat, ...]:
    """As in the old program nobody wins with equal points, or with none (B.7)."""
    best = leaders(state)
    won = len(best) == 1 and result_of(state, best[0]).total > 0
    return tuple(best) if won else ()
