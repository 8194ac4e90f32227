"""Eriantys: how a game ends and who has won (Eriantys rules 8.2 to 8.4).

A party for which nobody sits at the table any more does not win.
"""

from msgspec.structs import replace

from games.base import Result
from games.eriantys.state import FEWEST_ISLANDS, NOBODY, NUMBERS, State, members, parties_present
from messages.base import Change
from messages.eriantys.actions import TOWERS
from messages.eriantys.table import GameOver, LastRound

BAG_EMPTY = "The last student has been drawn from the bag."
BAG_SHORT = "The bag has too few students to fill the clouds."
NO_ASSISTANTS = "No assistant cards are left."
ALL_LEFT = "Everybody else has left the table."


def is_over(state: State) -> bool:
    return state.phase == "OVER"


def maybe_end_now(state: State, builder: int, news: list[Change]) -> State:
    """After towers were built: the last tower first, then the number of islands (8.2)."""
    if not state.yards[builder]:
        reason = f"{TOWERS[builder]} has built its last tower."
        if builder in parties_present(state):
            return finish(state, members(state, builder), reason, news)
        return finish(state, _most(state), reason, news)
    if len(state.islands) <= FEWEST_ISLANDS:
        return finish(state, _most(state), f"Only {len(state.islands)} islands are left.", news)
    return state


def finish_by_count(state: State, news: list[Change]) -> State:
    """The last round has been played."""
    return finish(state, _most(state), state.reason, news)


def finish(state: State, winners: tuple[int, ...], reason: str, news: list[Change]) -> State:
    """The game is over."""
    news.append(GameOver(winners, reason))
    return replace(
        state, phase="OVER", turn=NOBODY, students_left=0, winners=winners, reason=reason
    )


def call_last_round(state: State, reason: str, news: list[Change]) -> State:
    """This round is the last; once said it is never taken back (Eriantys rules 9)."""
    if state.last_round:
        return state
    news.append(LastRound(reason))
    return replace(state, last_round=True, reason=reason)


def close_clouds(state: State, news: list[Change]) -> State:
    """A refill found too few students: last round, and nobody takes a cloud in it (9)."""
    news.append(LastRound(BAG_SHORT, clouds=False))
    return replace(state, last_round=True, clouds_closed=True, reason=BAG_SHORT)


def towers_built(state: State, party: int) -> int:
    return NUMBERS[len(state.schools)].towers - state.yards[party]


def result(state: State) -> Result | None:
    """The end of the game, None before it; a seat's score is the towers its party has built."""
    if state.phase != "OVER":
        return None
    parties = len(state.yards)
    scores = [towers_built(state, seat % parties) for seat in range(len(state.schools))]
    return Result(state.winners, tuple(scores), state.reason)


def _most(state: State) -> tuple[int, ...]:
    """Most towers, then most professors; who is still equal shares the victory (8.4)."""
    present = parties_present(state)
    parties = len(state.yards)
    held = [holder % parties for holder in state.professors if holder != NOBODY]
    standing = {party: (towers_built(state, party), held.count(party)) for party in present}
    best = max(standing.values())
    winners = [party for party in present if standing[party] == best]
    return tuple(sorted(seat for party in winners for seat in members(state, party)))
