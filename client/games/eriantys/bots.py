"""The evaluation of Eriantys actions by the seat that may take them.

The value of a position: towers, what mother nature can still conquer this turn, professors, dining
rooms, influence on the islands, coins. A student is worth what the best position after it is worth.
A character is used when the position is better with it by more than it costs; characters whose
effect lasts a turn wait until mother nature is about to move.
"""

from collections.abc import Sequence

from client.games.eriantys.bot_position import Position
from messages.eriantys import actions as eriantys
from messages.eriantys.actions import COLORS, UseCharacterCard
from messages.eriantys.table import EriantysView
from messages.registry import Action

TOWER = 10.0
VICTORY = 1000.0
UNITED = 3.0
"""A neighbour of the same party: fewer islands to lose."""
PROFESSOR = 4.0
LEAD = 0.6
"""One student more than anybody else at a table, up to three."""
PRESENCE = 0.5
"""One influence more than anybody else on an island, up to four."""
SEATED = 0.1
COIN = 0.7
CHOICE = 0.05
"""Another colour in the entrance."""
USED = 0.5
"""What a character must be worth beyond its price."""
PROSPECT = 0.75
"""A conquest that may come, beside one that is there."""
EARLY = 0.1
"""Acting before others is worth a little for each value."""


def evaluate(view: EriantysView, actions: Sequence[Action]) -> list[float]:
    """One value for each action; only comparisons between them matter."""
    assert view.seat is not None
    now = Position(view, view.seat)
    moving = view.phase in ("STUDENTS", "MOTHER_NATURE")
    plain = {a: _plain(view, now, a) for a in actions if not isinstance(a, UseCharacterCard)}
    best = max(plain.values(), default=0.0)
    here = _value(now, moving)
    return [
        best + _character(view, now, action, moving) - here - USED
        if isinstance(action, UseCharacterCard)
        else plain[action]
        for action in actions
    ]


def _plain(view: EriantysView, now: Position, action: Action) -> float:
    match action:
        case eriantys.MoveStudent():
            return _value(_moved(now, action), True)
        case eriantys.MoveMotherNature():
            return _value(now, False) + _conquest(now, now.reach(action.steps))
        case eriantys.ChooseCloud():
            return _cloud(view, now, action.cloud)
        case eriantys.PlayAssistantCard():
            return _assistant(now, action.card_value)
    return 0.0


def _moved(now: Position, action: eriantys.MoveStudent) -> Position:
    after = now.copy()
    after.from_entrance(action.color)
    if action.move_to == "SCHOOL":
        after.to_dining(action.color)
    else:
        assert action.island_position is not None
        after.to_island(action.color, action.island_position)
    return after


def _character(view: EriantysView, now: Position, use: UseCharacterCard, moving: bool) -> float:
    """The value of the position after the character; lasting effects only just before she moves."""
    if use.asset in eriantys.LASTING and view.phase != "MOTHER_NATURE":
        return -VICTORY
    after = now.copy()
    extra = _apply(after, use)
    return _value(after, moving) + extra


def _apply(after: Position, use: UseCharacterCard) -> float:
    """Use the character; what it conquers or protects at once is returned."""
    after.pay(use.asset)
    match use:
        case UseCharacterCard(asset="MONK", color=str(color), island_position=int(tile)):
            after.to_island(color, tile)
        case UseCharacterCard(asset="PRINCESS", color=str(color)):
            after.to_dining(color)
        case UseCharacterCard(asset="THIEF", color=str(color)):
            after.rob(color)
        case UseCharacterCard(asset="JESTER"):
            after.swap_with_card(use.taken, use.given)
        case UseCharacterCard(asset="MINSTREL"):
            after.swap_with_dining(use.taken, use.given)
        case UseCharacterCard(asset="HERALD", island_position=int(tile)):
            return _conquest(after, after.island_at(tile))
        case UseCharacterCard(asset="GRANDMA", island_position=int(tile)):
            return _protection(after, after.island_at(tile))
        case _:
            after.use_effect(use.asset, use.color)
    return 0.0


def _protection(after: Position, place: int) -> float:
    """A no-entry tile is for an own island that others may take soon."""
    near = 1 <= (place - after.mother) % len(after.islands) <= 5
    if after.owners[place] != after.mine or after.no_entry[place] or not near:
        return -TOWER
    influence = after.influence(place, effects=False)
    others = max(value for party, value in influence.items() if party != after.mine)
    return TOWER * after.sizes[place] * 0.3 if others + 1 >= influence[after.mine] else -TOWER


def _value(position: Position, moving: bool) -> float:
    value = COIN * position.coins
    for place in range(len(position.islands)):
        value += _island(position, place)
    for index in range(len(COLORS)):
        value += _table(position, index)
    value += CHOICE * sum(1 for count in position.entrance if count)
    if moving:
        reachable = range(1, position.steps + 1)
        value += max((_conquest(position, position.reach(s)) for s in reachable), default=0.0)
    return value


def _island(position: Position, place: int) -> float:
    influence = position.influence(place, effects=False)
    mine = influence.pop(position.mine)
    lead = mine - max(influence.values())
    return PRESENCE * max(-4, min(4, lead))


def _table(position: Position, index: int) -> float:
    """The worth of one colour: its professor, and how safe or near it is."""
    tables = position.dining
    mine = tables[position.me][index]
    others = max(table[index] for seat, table in enumerate(tables) if seat != position.me)
    holder = position.professors[index]
    value = LEAD * max(-3, min(3, mine - others)) + SEATED * mine
    if holder >= 0:
        value += PROFESSOR if position.parties[holder] == position.mine else -PROFESSOR
    return value


def _conquest(position: Position, place: int) -> float:
    """Return the gain of the own party if the island is resolved now."""
    winner = position.maybe_winner(place)
    if winner is None:
        return 0.0
    size = position.sizes[place]
    worth = TOWER * size + UNITED * position.neighbours_of(place, winner)
    if position.yards[winner] <= size:
        worth += VICTORY
    if winner == position.mine:
        return worth + (TOWER * size if position.owners[place] else 0.0)
    return -worth - (TOWER * size if position.owners[place] == position.mine else 0.0)


def _cloud(view: EriantysView, now: Position, cloud: int) -> float:
    """Students are useful where a professor can be defended or won."""
    value = 0.0
    for color, count in view.clouds[cloud].items():
        index = COLORS.index(color)
        tables = [table[index] for table in now.dining]
        mine = tables[now.me]
        others = max(t for seat, t in enumerate(tables) if seat != now.me)
        holds = now.professors[index] == now.me
        near = abs(mine + now.entrance[index] - others) <= 2
        value += count * (1.0 + 0.6 * holds + 0.8 * near - 0.15 * now.entrance[index])
    return value


def _assistant(now: Position, value: int) -> float:
    """Enough steps for the best island that the own students can win; low cards act first."""
    steps = (value + 1) // 2
    best = max(_prospect(now, now.reach(s)) for s in range(1, steps + 1))
    return PROSPECT * best - EARLY * value


def _prospect(now: Position, place: int) -> float:
    """A conquest that up to two students of one own professor's colour make possible."""
    after = now.copy()
    own = [i for i in range(len(COLORS)) if after.professors[i] == after.me]
    index = max(own, key=lambda i: after.entrance[i], default=None)
    if index is not None:
        after.islands[place][index] += min(2, after.entrance[index])
    return _conquest(after, place)
