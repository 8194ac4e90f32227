"""Eriantys: students in dining rooms, and the professors and coins that follow from them.

Both are checked after each student (Eriantys rules 5, 6, 10.2). A professor once taken always
belongs to somebody. Printed coin seats pay every time they are covered.
"""

from msgspec.structs import replace

from games.base import Changed, Changes, replace_at
from games.eriantys.state import NOBODY, Counts, School, State, add_students
from messages.base import Seat
from messages.eriantys.actions import COLORS
from messages.eriantys.table import CoinTaken, ProfessorMoved

COIN_SEATS = frozenset((3, 6, 9))


def place_in_dining(state: State, seat: Seat, school: School, color: int) -> Changed[State]:
    """Put one more student of a colour into the seat's dining room, with coin and professor.

    ``school`` is the seat's board, which may differ from the one in ``state``.
    """
    dining = add_students(school.dining, color)
    supply, coins = state.supply, school.coins
    earned: Changes = ()
    # In base mode the supply is empty, so nobody earns a coin. Eriantys rules 10.2
    if supply and dining[color] in COIN_SEATS:
        supply, coins = supply - 1, coins + 1
        earned = (CoinTaken(seat),)
    school = replace(school, dining=dining, coins=coins)
    state = replace(state, schools=replace_at(state.schools, seat, school), supply=supply)
    state, moved = _claim_professor(state, seat, color)
    return state, earned + moved


def pay_covered(state: State, seat: Seat, before: Counts) -> Changed[State]:
    """Pay for coin seats that a swap covered; ``before`` is the dining room before it (10.3)."""
    school = state.schools[seat]
    covered = [new // 3 - old // 3 for new, old in zip(school.dining, before, strict=True)]
    coins = min(state.supply, sum(number for number in covered if number > 0))
    if not coins:
        return state, ()
    schools = replace_at(state.schools, seat, replace(school, coins=school.coins + coins))
    return replace(state, schools=schools, supply=state.supply - coins), (CoinTaken(seat, coins),)


def claim_all_professors(state: State, seat: Seat) -> Changed[State]:
    """Claim the professors of all five colours, as the Farmer does (Eriantys rules 10.3)."""
    changes: Changes = ()
    for color in range(len(COLORS)):
        state, moved = _claim_professor(state, seat, color)
        changes += moved
    return state, changes


def reassign_professors(state: State) -> Changed[State]:
    """Give each professor to the only seat with most students, after several tables changed (6).

    On a tie the holder keeps the professor.
    """
    changes: Changes = ()
    for color in range(len(COLORS)):
        counts = [school.dining[color] for school in state.schools]
        highest = max(counts)
        if highest and counts.count(highest) == 1:
            state, moved = _give_professor(state, counts.index(highest), color)
            changes += moved
    return state, changes


def _claim_professor(state: State, seat: Seat, color: int) -> Changed[State]:
    if state.professors[color] == seat or not _is_ahead(state, seat, color):
        return state, ()
    return _give_professor(state, seat, color)


def _is_ahead(state: State, seat: Seat, color: int) -> bool:
    """Return whether the seat has more students than all others; the Farmer also wins ties.

    A seat without a student of the colour is never ahead.
    """
    count = state.schools[seat].dining[color]
    threshold = count + 1 if state.effect == "FARMER" else count
    for other, school in enumerate(state.schools):
        if other != seat and school.dining[color] >= threshold:
            return False
    return count > 0


def _give_professor(state: State, seat: Seat, color: int) -> Changed[State]:
    holder = state.professors[color]
    if holder == seat:
        return state, ()
    state = replace(state, professors=replace_at(state.professors, color, seat))
    return state, (ProfessorMoved(COLORS[color], seat, None if holder == NOBODY else holder),)
