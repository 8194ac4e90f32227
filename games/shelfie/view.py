"""My Shelfie: view, prompts and confirmations.

The view lists the fields that may be seen. Hidden are the personal goals of others until the end,
the order of the bag and the Rng; changes need no redaction.
"""

from games.shelfie.legal import open_columns
from games.shelfie.scoring import PERSONAL_GOALS
from games.shelfie.shelf import max_tiles, shelf_rows
from games.shelfie.state import NOBODY, State
from games.shelfie.tiles import board_rows, takeable_cells, tile_letters
from messages.base import Message, Seat
from messages.shelfie import actions
from messages.shelfie.table import ShelfiePlayerView, ShelfieView

CONFIRMED: dict[type[Message], str] = {
    actions.MarkShelfieTiles: "Everybody sees your marks",
    actions.TakeShelfieTiles: "You took the tiles",
    actions.SortShelfieTiles: "Your hand is sorted",
    actions.PlaceShelfieTiles: "The tiles are on your shelf",
}


def confirm(action: actions.ShelfieAction) -> str:
    """Return the text of ActionValid for the action."""
    return CONFIRMED[type(action)]


def view(state: State, seat: Seat | None) -> ShelfieView:
    """Return the view of a seat or of a spectator."""
    options = state.options
    return ShelfieView(
        seat=seat,
        refill=options.refill,
        squares_same_type=options.squares_same_type,
        end_round=options.end_round,
        tie=options.tie,
        leaving=options.leaving,
        goals=state.goals,
        stacks=state.stacks,
        first=state.first,
        players=tuple([_player(state, other) for other in range(len(state.shelves))]),
        board=board_rows(state.board, len(state.shelves)),
        bag=len(state.bag),
        turn=None if state.turn == NOBODY else state.turn,
        step=state.step,
        picked=state.picked,
        hand=tile_letters(state.hand),
        personal=() if seat is None else shelf_rows(PERSONAL_GOALS[state.cards[seat]]),
        winners=state.winners,
        results=state.results,
    )


def _player(state: State, seat: Seat) -> ShelfiePlayerView:
    """Return what everybody may know of a player, without the personal goal."""
    return ShelfiePlayerView(
        shelf=shelf_rows(state.shelves[seat]),
        tokens=state.tokens[seat],
        end_token=state.filler == seat,
        gone=seat not in state.seated,
    )


def prompt(state: State, seat: Seat) -> actions.ShelfiePrompt | None:
    """Return the prompt for the seat on turn; None for the others."""
    if seat != state.turn or state.step == "OVER":
        return None
    if state.step == "PLACE":
        return actions.SelectShelfieColumn(
            hand=tile_letters(state.hand), columns=open_columns(state)
        )
    cells = takeable_cells(state.board, len(state.shelves))
    return actions.SelectShelfieTiles(limit=max_tiles(state.shelves[seat]), cells=tuple(cells))
