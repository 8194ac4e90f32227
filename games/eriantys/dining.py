"""Eriantys: students in dining rooms, and what follows from them: professors and coins.

Both are checked after each student (Eriantys rules 5, 6, 10.2). A professor once taken never goes
back to the table. Printed coin seats pay every time they are covered.
"""

from msgspec.structs import replace

from games.base import replace_at
from games.eriantys.state import NOBODY, School, State, add
from messages.base import Change, Seat
from messages.eriantys.actions import COLORS
from messages.eriantys.table import CoinTaken, ProfessorMoved

COIN_SEATS = frozenset((3, 6, 9))


def place(state: State, seat: Seat, school: School, color: int, news: list[Change]) -> State:
    """Put one more student of a colour into the seat's dining room; ``school`` is its board."""
    dining = add(school.dining, color)
    supply, coins = state.supply, school.coins
    # In base mode the supply is empty, so nobody earns a coin. Eriantys rules 10.2
    if supply and dining[color] in COIN_SEATS:
        supply, coins = supply - 1, coins + 1
        news.append(CoinTaken(seat))
    school = replace(school, dining=dining, coins=coins)
    state = replace(state, schools=replace_at(state.schools, seat, school), supply=supply)
    return _claim(state, seat, color, news)


def claim_all(state: State, seat: Seat, news: list[Change]) -> State:
    """The Farmer looks at all five colours at once (Eriantys rules 10.3)."""
    for color in range(len(COLORS)):
        state = _claim(state, seat, color, news)
    return state


def reassign_professors(state: State, news: list[Change]) -> State:
    """After several dining rooms or tables changed: whoever is alone in front takes (6)."""
    for color in range(len(COLORS)):
        counts = [school.dining[color] for school in state.schools]
        most = max(counts)
        if most and counts.count(most) == 1:
            state = _give(state, counts.index(most), color, news)
    return state


def pay_covered(state: State, seat: Seat, before: tuple[int, ...], news: list[Change]) -> State:
    """Coins for the coin seats covered now and not before a swap (Eriantys rules 10.3, 10)."""
    school = state.schools[seat]
    covered = [after // 3 - old // 3 for after, old in zip(school.dining, before, strict=True)]
    coins = min(state.supply, sum(number for number in covered if number > 0))
    if not coins:
        return state
    news.append(CoinTaken(seat, coins))
    school = replace(school, coins=school.coins + coins)
    schools = replace_at(state.schools, seat, school)
    return replace(state, schools=schools, supply=state.supply - coins)


def _claim(state: State, seat: Seat, color: int, news: list[Change]) -> State:
    if state.professors[color] != seat and _is_ahead(state, seat, color):
        return _give(state, seat, color, news)
    return state


def _is_ahead(state: State, seat: Seat, color: int) -> bool:
    """More students than every other player, or as many with the Farmer, but never none."""
    count = state.schools[seat].dining[color]
    bar = count + 1 if state.effect == "FARMER" else count
    for other, school in enumerate(state.schools):
        if other != seat and school.dining[color] >= bar:
            return False
    return count > 0


def _give(state: State, seat: Seat, color: int, news: list[Change]) -> State:
    holder = state.professors[color]
    if holder == seat:
        return state
    news.append(ProfessorMoved(COLORS[color], seat, None if holder == NOBODY else holder))
    return replace(state, professors=add(state.professors, color, seat - holder))
