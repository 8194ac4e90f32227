"""My Shelfie: a seat is given up, or its time is over.

Tiles in the hand go back to their cells and the turn passes on (B.7); nothing has changed in the
living room then, so nothing is filled up.
"""

from msgspec.structs import replace

from games.base import Step
from games.shelfie.scoring import result_of
from games.shelfie.state import State
from games.shelfie.turns import finish, leaders, pass_on, put_back
from messages.base import Change, Seat
from messages.shelfie.table import ShelfieSeatGone, ShelfieTurnLost

ALL_LEFT = "The others have left the table."
ONE_LEFT = "Most points when a player left."


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
