"""Eriantys: students in dining rooms, and what follows from them: professors and coins.

Both are checked after each student (Eriantys rules 5, 6, 10.2). A professor once taken never goes
back to the table. Printed coin seats pay every time they are covered.
"""

from msgspec.structs import replace

from games.base import Changed, Changes, replace_at
from games.eriantys.state import NOBODY, Counts, School, State, add_students
from messages.base import Seat
from messages.eriantys.actions import COLORS
from messages.eriantys.table import CoinTaken, ProfessorMoved

COIN_SEATS = frozenset((3, 6, 9))


def place_in_dining(state: State, seat: Seat, school: School, color: int) -> Changed[State]:
    """Put one more student of a colour into the seat's dining room; ``school`` is its board."""
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
    """Coins for the coin seats covered now and not before a swap (Eriantys rules 10.3, 10)."""
    school = state.schools[seat]
    covered = [after // 3 - old // 3 for after, old in zip(school.dining, before, strict=True)]
    coins = min(state.supply, sum(number for number in covered if number > 0))
    if not coins:
        return state, ()
    schools = replace_at(state.schools, seat, replace(school, coins=school.coins + coins))
    return replace(state, schools=schools, supply=state.supply - coins), (CoinTaken(seat, coins),)


def claim_all_professors(state: State, seat: Seat) -> Changed[State]:
    """The Farmer looks at all five colours at once (Eriantys rules 10.3)."""
    changes: Changes = ()
    for color in range(len(COLORS)):
        state, moved = _claim_professor(state, seat, color)
        changes += moved
    return state, changes


def reassign_professors(state: State) -> Changed[State]:
    """After several dining rooms or tables changed: whoever is alone in front takes (6)."""
    changes: Changes = ()
    for color in range(len(COLORS)):
        counts = [school.dining[color] for school in state.schools]
        most = max(counts)
        if most and counts.count(most) == 1:
            state, moved = _give_professor(state, counts.index(most), color)
            changes += moved
    return state, changes


def _claim_professor(state: State, seat: Seat, color: int) -> Changed[State]:
    if state.professors[color] == seat or not _is_ahead(state, seat, color):
        return state, ()
    return _give_professor(state, seat, color)


def _is_ahead(state: State, seat: Seat, color: int) -> bool:
    """More students than every other player, or as many with the Farmer, but never none."""
    count = state.schools[seat].dining[color]
    bar = count + 1 if state.effect == "FARMER" else count
    for other, school in enumerate(state.schools):
        if other != seat and school.dining[color] >= bar:
            return False
    return count > 0


def _give_professor(state: State, seat: Seat, color: int) -> Changed[State]:
    holder = state.professors[color]
    if holder == seat:
        return state, ()
    state = replace(state, professors=replace_at(state.professors, color, seat))
    return state, (ProfessorMoved(COLORS[color], seat, None if holder == NOBODY else holder),)
