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

TOWER_WEIGHT = 10.0
VICTORY_VALUE = 1000.0
MERGE_WEIGHT = 3.0
"""A neighbour of the same party: fewer islands to lose."""
PROFESSOR_WEIGHT = 4.0
DINING_LEAD_WEIGHT = 0.6
"""One student more than anybody else at a table, up to three."""
INFLUENCE_WEIGHT = 0.5
"""One influence more than anybody else on an island, up to four."""
DINING_STUDENT_WEIGHT = 0.1
COIN_WEIGHT = 0.7
COLOR_VARIETY_WEIGHT = 0.05
"""Another colour in the entrance."""
CHARACTER_MARGIN = 0.5
"""What a character must be worth beyond its price."""
PROSPECT_FACTOR = 0.75
"""A conquest that may come, beside one that is there."""
ASSISTANT_PENALTY = 0.1
"""Acting before others is worth a little for each value."""


def evaluate(view: EriantysView, actions: Sequence[Action]) -> list[float]:
    """One value for each action; only comparisons between them matter."""
    assert view.seat is not None
    position = Position(view, view.seat)
    conquest_pending = view.phase in ("STUDENTS", "MOTHER_NATURE")
    plain = {
        a: _action_value(view, position, a) for a in actions if not isinstance(a, UseCharacterCard)
    }
    best_plain = max(plain.values(), default=0.0)
    current_value = _position_value(position, conquest_pending)
    return [
        best_plain
        + _character_value(view, position, action, conquest_pending)
        - current_value
        - CHARACTER_MARGIN
        if isinstance(action, UseCharacterCard)
        else plain[action]
        for action in actions
    ]


def _action_value(view: EriantysView, position: Position, action: Action) -> float:
    match action:
        case eriantys.MoveStudent():
            return _position_value(_after_move(position, action), True)
        case eriantys.MoveMotherNature():
            island = position.island_after(action.steps)
            return _position_value(position, False) + _conquest_value(position, island)
        case eriantys.ChooseCloud():
            return _cloud_value(view, position, action.cloud)
        case eriantys.PlayAssistantCard():
            return _assistant_value(position, action.card_value)
    return 0.0


def _after_move(position: Position, action: eriantys.MoveStudent) -> Position:
    after = position.copy()
    after.remove_from_entrance(action.color)
    if action.move_to == "SCHOOL":
        after.add_to_dining(action.color)
    else:
        assert action.island_position is not None
        after.add_to_island(action.color, action.island_position)
    return after


def _character_value(
    view: EriantysView, position: Position, use: UseCharacterCard, conquest_pending: bool
) -> float:
    """The value of the position after the character; lasting effects only just before she moves."""
    if use.asset in eriantys.LASTING and view.phase != "MOTHER_NATURE":
        return -VICTORY_VALUE
    after = position.copy()
    extra = _apply_character(after, use)
    return _position_value(after, conquest_pending) + extra


def _apply_character(after: Position, use: UseCharacterCard) -> float:
    """Use the character; what it conquers or protects at once is returned."""
    after.pay_for(use.asset)
    match use:
        case UseCharacterCard(asset="MONK", color=str(color), island_position=int(tile)):
            after.add_to_island(color, tile)
        case UseCharacterCard(asset="PRINCESS", color=str(color)):
            after.add_to_dining(color)
        case UseCharacterCard(asset="THIEF", color=str(color)):
            after.apply_thief(color)
        case UseCharacterCard(asset="JESTER"):
            after.swap_with_card(use.taken, use.given)
        case UseCharacterCard(asset="MINSTREL"):
            after.swap_with_dining(use.taken, use.given)
        case UseCharacterCard(asset="HERALD", island_position=int(tile)):
            return _conquest_value(after, after.island_of_tile(tile))
        case UseCharacterCard(asset="GRANDMA", island_position=int(tile)):
            return _no_entry_value(after, after.island_of_tile(tile))
        case _:
            after.activate_effect(use.asset, use.color)
    return 0.0


def _no_entry_value(after: Position, island: int) -> float:
    """A no-entry tile is for an own island that others may take soon."""
    is_near = 1 <= (island - after.mother_nature) % len(after.islands) <= 5
    if after.owners[island] != after.own_party or after.no_entry[island] or not is_near:
        return -TOWER_WEIGHT
    influence = after.influence(island, effects=False)
    others = max(value for party, value in influence.items() if party != after.own_party)
    is_threatened = others + 1 >= influence[after.own_party]
    return TOWER_WEIGHT * after.sizes[island] * 0.3 if is_threatened else -TOWER_WEIGHT


def _position_value(position: Position, conquest_pending: bool) -> float:
    value = COIN_WEIGHT * position.coins
    for island in range(len(position.islands)):
        value += _influence_value(position, island)
    for index in range(len(COLORS)):
        value += _dining_value(position, index)
    value += COLOR_VARIETY_WEIGHT * sum(1 for count in position.entrance if count)
    if conquest_pending:
        reachable = range(1, position.max_steps + 1)
        islands = map(position.island_after, reachable)
        value += max((_conquest_value(position, island) for island in islands), default=0.0)
    return value


def _influence_value(position: Position, island: int) -> float:
    influence = position.influence(island, effects=False)
    mine = influence.pop(position.own_party)
    lead = mine - max(influence.values())
    return INFLUENCE_WEIGHT * max(-4, min(4, lead))


def _dining_value(position: Position, index: int) -> float:
    """The worth of one colour: its professor, and how safe or near it is."""
    tables = position.dining
    mine = tables[position.own_seat][index]
    others = max(table[index] for seat, table in enumerate(tables) if seat != position.own_seat)
    holder = position.professors[index]
    value = DINING_LEAD_WEIGHT * max(-3, min(3, mine - others)) + DINING_STUDENT_WEIGHT * mine
    if holder >= 0:
        is_own = position.parties[holder] == position.own_party
        value += PROFESSOR_WEIGHT if is_own else -PROFESSOR_WEIGHT
    return value


def _conquest_value(position: Position, island: int) -> float:
    """Return the gain of the own party if the island is resolved now."""
    winner = position.maybe_winner(island)
    if winner is None:
        return 0.0
    size = position.sizes[island]
    value = TOWER_WEIGHT * size + MERGE_WEIGHT * position.count_neighbours(island, winner)
    if position.towers_left[winner] <= size:
        value += VICTORY_VALUE
    if winner == position.own_party:
        return value + (TOWER_WEIGHT * size if position.owners[island] else 0.0)
    return -value - (TOWER_WEIGHT * size if position.owners[island] == position.own_party else 0.0)


def _cloud_value(view: EriantysView, position: Position, cloud: int) -> float:
    """Students are useful where a professor can be defended or won."""
    value = 0.0
    for color, count in view.clouds[cloud].items():
        index = COLORS.index(color)
        tables = [table[index] for table in position.dining]
        mine = tables[position.own_seat]
        others = max(t for seat, t in enumerate(tables) if seat != position.own_seat)
        holds = position.professors[index] == position.own_seat
        is_near = abs(mine + position.entrance[index] - others) <= 2
        value += count * (1.0 + 0.6 * holds + 0.8 * is_near - 0.15 * position.entrance[index])
    return value


def _assistant_value(position: Position, value: int) -> float:
    """Enough steps for the best island that the own students can win; low cards act first."""
    steps = (value + 1) // 2
    best = max(_prospect_value(position, position.island_after(s)) for s in range(1, steps + 1))
    return PROSPECT_FACTOR * best - ASSISTANT_PENALTY * value


def _prospect_value(position: Position, island: int) -> float:
    """A conquest that up to two students of one own professor's colour make possible."""
    after = position.copy()
    own = [i for i in range(len(COLORS)) if after.professors[i] == after.own_seat]
    index = max(own, key=lambda i: after.entrance[i], default=None)
    if index is not None:
        after.islands[island][index] += min(2, after.entrance[index])
    return _conquest_value(after, island)
