"""My Shelfie: tokens and refilling after a placement (A.6, A.7), turn order, the end (A.8)."""

from msgspec.structs import replace

from games.base import Changed, Changes, Result, Step, replace_at
from games.shelfie.scoring import is_goal_met, result_of
from games.shelfie.state import NOBODY, State, next_seat, turn_position
from games.shelfie.tiles import CELLS, EMPTY, STRIDE, board_rows, has_adjacent_tiles
from messages.base import Seat
from messages.shelfie import table

MOST_POINTS = "Most points after the last round."
NO_WINNER = "Nobody is ahead of all others, so nobody wins."


def end_turn(state: State, placed: table.ShelfieTilesPlaced) -> Step[State]:
    """Complete the step after tiles were placed: take tokens, then start the next turn."""
    state, tokens = _take_tokens(state)
    state, end_token = _take_end_token(state)
    return start_next_turn(state, (placed, *tokens, *end_token), refilling=True)


def start_next_turn(state: State, changes: Changes, *, refilling: bool = False) -> Step[State]:
    """Complete the step that made ``changes``: start the next turn, or end the game after the last.

    ``refilling``: refill the living room if no two tiles are adjacent.
    """
    after = next_seat(state)
    if _is_last_turn(state, after):
        return finish(state, _winners(state), MOST_POINTS, changes)
    if refilling and not has_adjacent_tiles(state.board, len(state.shelves)):
        state, refilled = _refill(state)
        changes += refilled
    state = replace(state, turn=after, step="PICK", picked=(), hand=b"")
    return Step(state, (*changes, table.ShelfieTurnStarted(after)), (after,))


def _take_tokens(state: State) -> Changed[State]:
    """Take the top token of each common goal that the player now meets for the first time."""
    seat, shelf = state.turn, state.shelves[state.turn]
    same_type = state.options.squares_same_type
    changes: Changes = ()
    for number, goal in enumerate(state.goals):
        if not state.tokens[seat][number] and is_goal_met(goal, shelf, same_type):
            changes += (table.ShelfieTokenTaken(seat, goal, state.stacks[number][0]),)
            state = _take_token(state, seat, number)
    return state, changes


def _take_token(state: State, seat: Seat, number: int) -> State:
    """Give the seat the top token of a common goal."""
    points, *left = state.stacks[number]
    tokens = replace_at(state.tokens[seat], number, points)
    return replace(
        state,
        stacks=replace_at(state.stacks, number, tuple(left)),
        tokens=replace_at(state.tokens, seat, tokens),
    )


def _take_end_token(state: State) -> Changed[State]:
    """Take the end token if the shelf is the first full one."""
    if state.filler != NOBODY or EMPTY in state.shelves[state.turn]:
        return state, ()
    return replace(state, filler=state.turn), (table.ShelfieEndTokenTaken(state.turn),)


def fill_board(state: State) -> State:
    """Fill empty cells from the bag, in reading order, as far as the bag goes."""
    board, bag = bytearray(state.board), state.bag
    empty = [cell for cell in CELLS[len(state.shelves)] if not board[cell]]
    drawn = bag[: -len(empty) - 1 : -1]
    for cell, tile in zip(empty, drawn, strict=False):
        board[cell] = tile
    return replace(state, board=bytes(board), bag=bag[: len(bag) - len(drawn)])


def _refill(state: State) -> Changed[State]:
    """Refill the living room; without the option ``return`` an empty bag changes nothing."""
    if state.options.refill == "return":
        state = _return_board_to_bag(state)
    elif not state.bag:
        return state, ()
    state = fill_board(state)
    rows = board_rows(state.board, len(state.shelves))
    return state, (table.ShelfieBoardRefilled(rows, len(state.bag)),)


def return_hand(state: State) -> State:
    """Return the tiles of the hand to their cells and remove marks."""
    board = bytearray(state.board)
    for cell, tile in zip(state.picked, state.hand, strict=False):
        board[cell] = tile
    return replace(state, board=bytes(board), step="PICK", picked=(), hand=b"")


def _return_board_to_bag(state: State) -> State:
    """Move the tiles of the living room into the bag and shuffle it, as in the English edition."""
    bag, rng = state.rng.shuffled(state.bag + state.board.replace(b"\0", b""))
    return replace(state, bag=bytes(bag), board=bytes(STRIDE * STRIDE), rng=rng)


def _is_last_turn(state: State, after: Seat) -> bool:
    """Return whether the game ends before the seat ``after`` would play."""
    if state.filler == NOBODY:
        return False
    if state.options.end_round == "seat":
        return turn_position(state, after) <= turn_position(state, state.turn)
    players = len(state.shelves)
    # A distance of 0 means a whole lap.
    to_filler = (state.filler - state.turn) % players or players
    return ((after - state.turn) % players or players) >= to_filler


def _winners(state: State) -> tuple[Seat, ...]:
    """Return the seat with most points; ties go to the seat furthest from the first player (A.9).

    With the option ``tie: none`` a tie has no winner.
    """
    best = leaders(state)
    if len(best) > 1 and state.options.tie == "none":
        return ()
    return (max(best, key=lambda seat: turn_position(state, seat)),)


def leaders(state: State) -> list[Seat]:
    """Return the seats with most points among the players who have not left."""
    totals = {seat: result_of(state, seat).total for seat in state.seated}
    highest = max(totals.values())
    return [seat for seat, total in totals.items() if total == highest]


def finish(state: State, winners: tuple[Seat, ...], reason: str, changes: Changes) -> Step[State]:
    """End the game with the step that made ``changes`` and reveal the personal goals."""
    results = tuple([result_of(state, seat) for seat in range(len(state.shelves))])
    reason = reason if winners else NO_WINNER
    state = replace(
        return_hand(state),
        turn=NOBODY,
        step="OVER",
        winners=winners,
        results=results,
        reason=reason,
    )
    return Step(state, (*changes, table.ShelfieGameEnded(winners, reason, results)))


def result(state: State) -> Result | None:
    """Return winners and points, None before the end."""
    if state.step != "OVER":
        return None
    return Result(state.winners, tuple([r.total for r in state.results]), state.reason)
