"""My Shelfie: actions, leaving and time-outs.

Checks in order: is it the seat's turn (NOTYOURTURN), does the action belong to this step of the
turn (UNEXPECTEDMESSAGE), does the choice exist (CHOICENOTVALID), do the rules allow it now
(ACTIONNONVALID).
"""

from msgspec.structs import replace

from games.base import Apply, Step, refuse, replace_at
from games.shelfie.scoring import result_of
from games.shelfie.shelf import COLUMNS, free_spaces, insert_tiles, max_tiles
from games.shelfie.state import State
from games.shelfie.tiles import EMPTY, PLAYABLE, Run, has_free_side, is_line, tile_letters
from games.shelfie.turns import end_turn, finish, leaders, return_hand, start_next_turn
from messages.base import Message, Seat
from messages.errors import ErrorCode
from messages.shelfie import actions, table

EXPECTED_ACTION_TEXT: dict[table.ShelfieStep, str] = {
    "PICK": "Take one to three tiles from the living room first.",
    "PLACE": "You hold tiles: place them in a column of your shelf.",
}

ALL_LEFT = "The others have left the table."
ONE_LEFT = "Most points when a player left."


def apply(state: State, seat: Seat, action: actions.ShelfieAction) -> Step[State]:
    """Apply an action of a seat, or raise IllegalAction."""
    if state.step == "OVER":
        refuse("The game is over; leave the match to play another one.", ErrorCode.NOTYOURTURN)
    if seat != state.turn:
        refuse("It is not your turn; wait until you are asked.", ErrorCode.NOTYOURTURN)
    function = ACTIONS[state.step].get(type(action))
    if function is None:
        refuse(EXPECTED_ACTION_TEXT[state.step], ErrorCode.UNEXPECTEDMESSAGE)
    return function(state, seat, action)


# --- taking tiles: A.4 --------------------------------------------------------------------------


def _mark(state: State, seat: Seat, action: actions.MarkShelfieTiles) -> Step[State]:
    """Show marks to everybody; no cells remove the marks, and are refused if there are none."""
    cells = action.cells
    if cells:
        check_pick(state, cells)
    elif not state.picked:
        refuse("You have marked no tiles, so there are no marks to take away.")
    return Step(replace(state, picked=cells), (table.ShelfieTilesMarked(seat, cells),))


def _take(state: State, seat: Seat, action: actions.TakeShelfieTiles) -> Step[State]:
    """Take the tiles of the cells from the board into the hand. Raises Refusal if not allowed."""
    cells = action.cells
    check_pick(state, cells)
    board = bytearray(state.board)
    hand = bytes([board[cell] for cell in cells])
    for cell in cells:
        board[cell] = EMPTY
    state = replace(state, board=bytes(board), step="PLACE", picked=cells, hand=hand)
    return Step(state, (table.ShelfieTilesTaken(seat, cells, tile_letters(hand)),))


def check_pick(state: State, cells: Run) -> None:
    """Refuse cells that the player on turn may not take, with the reason."""
    players = len(state.shelves)
    for cell in cells:
        if cell not in PLAYABLE[players]:
            text = "Name cells of the living room, row and column: 13 is row 1, column 3."
            refuse(text, ErrorCode.CHOICENOTVALID)
        if state.board[cell] == EMPTY:
            refuse("There is no tile in that cell any more; choose cells that hold tiles.")
    if not cells or len(set(cells)) < len(cells):
        refuse("Name one, two or three different cells.", ErrorCode.CHOICENOTVALID)
    _check_shelf_room(state, len(cells))
    if not all(has_free_side(state.board, cell) for cell in cells):
        refuse("Each tile needs a free side before you take any; choose tiles from the edge.")
    if not is_line(cells):
        refuse("Choose tiles side by side in one row or one column, without a gap.")


def _check_shelf_room(state: State, count: int) -> None:
    """Raise Refusal if no column of the player on turn has room for so many tiles."""
    limit = max_tiles(state.shelves[state.turn])
    if count > limit:
        tiles = "one tile" if limit == 1 else f"{limit} tiles"
        reason = "no column of your shelf has room for more" if limit < 3 else "a turn has no more"
        refuse(f"Take at most {tiles}: {reason}.")


# --- placing them: A.5 --------------------------------------------------------------------------


def _sort(state: State, seat: Seat, action: actions.SortShelfieTiles) -> Step[State]:
    """Put the tiles of the hand in another order. Raises Refusal for a bad order."""
    hand = _hand_in_order(state, action.order)
    cells = tuple([state.picked[place] for place in action.order])
    change = table.ShelfieTilesSorted(seat, cells, tile_letters(hand))
    return Step(replace(state, hand=hand, picked=cells), (change,))


def _place(state: State, seat: Seat, action: actions.PlaceShelfieTiles) -> Step[State]:
    """Insert the hand into a column and end the turn.

    The action may give the order of the tiles. Raises Refusal for a bad column, order or a column
    without room for all tiles.
    """
    column = action.column
    if column not in range(COLUMNS):
        refuse(f"Name a column of your shelf, 0 to {COLUMNS - 1}.", ErrorCode.CHOICENOTVALID)
    hand = _hand_in_order(state, action.order) if action.order else state.hand
    room = free_spaces(state.shelves[seat], column)
    if len(hand) > room:
        refuse(f"That column has room for {room}; choose one with room for all {len(hand)} tiles.")
    shelves = replace_at(state.shelves, seat, insert_tiles(state.shelves[seat], column, hand))
    state = replace(state, shelves=shelves, picked=(), hand=b"")
    return end_turn(state, table.ShelfieTilesPlaced(seat, column, tile_letters(hand)))


def _hand_in_order(state: State, order: tuple[int, ...]) -> bytes:
    """Return the hand in this order; refuse an order that does not name each tile once."""
    if sorted(order) != list(range(len(state.hand))):
        text = f"Name each place of your hand once: 0 to {len(state.hand) - 1}."
        refuse(text, ErrorCode.CHOICENOTVALID)
    return bytes([state.hand[place] for place in order])


ACTIONS: dict[table.ShelfieStep, dict[type[Message], Apply[State]]] = {
    "PICK": {actions.MarkShelfieTiles: _mark, actions.TakeShelfieTiles: _take},
    "PLACE": {actions.SortShelfieTiles: _sort, actions.PlaceShelfieTiles: _place},
    "OVER": {},
}


# --- leaving and time-outs: B.7 -----------------------------------------------------------------
#
# Tiles in the hand return to their cells. The living room is then as before the turn, so it needs
# no refill.


def leave(state: State, seat: Seat) -> Step[State]:
    """Remove the seat; its shelf no longer counts.

    The game ends if one player is left, or at once with the option ``leaving: end``.
    """
    if seat not in state.seated or state.step == "OVER":
        return Step(state, ())
    changes = (table.ShelfieSeatGone(seat),)
    on_turn = seat == state.turn
    if on_turn:
        state = return_hand(state)
    state = replace(state, seated=tuple([other for other in state.seated if other != seat]))
    if state.options.leaving == "end":
        return finish(state, _winners_after_leaving(state), ONE_LEFT, changes)
    if len(state.seated) == 1:
        return finish(state, state.seated, ALL_LEFT, changes)
    return start_next_turn(state, changes) if on_turn else Step(state, changes)


def timeout(state: State, seat: Seat) -> Step[State]:
    """Return the tiles of the hand and give the turn to the next player."""
    if seat != state.turn or state.step == "OVER":
        return Step(state, ())
    return start_next_turn(return_hand(state), (table.ShelfieTurnLost(seat),))


def _winners_after_leaving(state: State) -> tuple[Seat, ...]:
    """Return the seat with most points; nobody on a tie or with 0, like the legacy server (B.7)."""
    best = leaders(state)
    won = len(best) == 1 and result_of(state, best[0]).total > 0
    return tuple(best) if won else ()
