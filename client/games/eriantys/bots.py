"""The evaluation function of Eriantys for the ``greedy`` strategy.

The value of a position is a weighted sum of influence on islands, professors, dining rooms, coins,
colours in the entrance and the best conquest that mother nature can still make this turn. The value
of a student move is the value of the position after it. A character is used if it raises the value
by more than CHARACTER_MARGIN; effects that last a turn are used only just before mother nature
moves.
"""

from collections.abc import Sequence

from client.games.eriantys.bot_position import Position
from messages.eriantys import actions as eriantys
from messages.eriantys.actions import COLORS, UseCharacterCard
from messages.eriantys.table import EriantysView
from messages.registry import Action

TOWER_WEIGHT = 10.0
"""Value of each tower built, and of each tower of the opponent that is removed."""
VICTORY_VALUE = 1000.0
"""Value of building the last tower."""
MERGE_WEIGHT = 3.0
"""Value of each neighbouring island that merges with a conquered one."""
PROFESSOR_WEIGHT = 4.0
"""Value of each professor of the own party; negative for those of others."""
DINING_LEAD_WEIGHT = 0.6
"""Value of each student of lead over all others in a colour, up to three."""
INFLUENCE_WEIGHT = 0.5
"""Value of each point of influence of lead on an island, up to four."""
DINING_STUDENT_WEIGHT = 0.1
"""Value of each own student in the dining room."""
COIN_WEIGHT = 0.7
"""Value of each own coin."""
COLOR_VARIETY_WEIGHT = 0.05
"""Value of each different colour in the own entrance."""
CHARACTER_MARGIN = 0.5
"""Minimum gain, beyond the price, for which a character is used."""
PROSPECT_FACTOR = 0.75
"""Weight of a possible conquest in the next action phase, relative to an immediate one."""
ASSISTANT_PENALTY = 0.1
"""Cost of each point of an assistant's value, because low assistants act first."""


def evaluate(view: EriantysView, actions: Sequence[Action]) -> list[float]:
    """Return the heuristic value of each action; only comparisons between values matter.

    A character gets the value of the best other action, plus the gain that its use brings to the
    position, less CHARACTER_MARGIN. The view must be that of a player.
    """
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
    """Return the value of an action that uses no character; 0 for an unknown action."""
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
    """Return a copy of the position after a student moved from the entrance to its target."""
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
    """Return the value of the position after the character was used.

    Returns -VICTORY_VALUE for a lasting effect in any phase but that of mother nature's move.
    """
    if use.asset in eriantys.LASTING and view.phase != "MOTHER_NATURE":
        return -VICTORY_VALUE
    after = position.copy()
    extra = _apply_character(after, use)
    return _position_value(after, conquest_pending) + extra


def _apply_character(after: Position, use: UseCharacterCard) -> float:
    """Pay for a character and apply it to the position.

    Returns the value of a conquest by the Herald or of a no-entry tile by Grandma, otherwise 0.
    """
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
    """Return the value of a no-entry tile: positive only for an own island that is threatened.

    An island is threatened if mother nature is at most five steps away and another party lacks at
    most one point of influence. In any other case the value is -TOWER_WEIGHT.
    """
    is_near = 1 <= (island - after.mother_nature) % len(after.islands) <= 5
    if after.owners[island] != after.own_party or after.no_entry[island] or not is_near:
        return -TOWER_WEIGHT
    influence = after.influence(island, effects=False)
    others = max(value for party, value in influence.items() if party != after.own_party)
    is_threatened = others + 1 >= influence[after.own_party]
    return TOWER_WEIGHT * after.sizes[island] * 0.3 if is_threatened else -TOWER_WEIGHT


def _position_value(position: Position, conquest_pending: bool) -> float:
    """Return the value of a position; ``conquest_pending`` adds the best reachable conquest."""
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
    """Return the value of the own lead on an island, limited to four; negative if behind.

    Effects of characters are ignored.
    """
    influence = position.influence(island, effects=False)
    mine = influence.pop(position.own_party)
    lead = mine - max(influence.values())
    return INFLUENCE_WEIGHT * max(-4, min(4, lead))


def _dining_value(position: Position, index: int) -> float:
    """Return the value of one colour in the dining rooms: own students, lead and professor.

    The lead is limited to three. A professor of another party counts as a loss. ``index`` is that
    of the colour in ``COLORS``.
    """
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
    """Return the gain of the own party if the island is resolved now.

    It counts towers, neighbours to unite with and a victory by the last towers. It is negative if
    another party conquers the island, and 0 if nothing changes.
    """
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
    """Return the value of the students on a cloud.

    They count more where the own professor or a close contest is, and less if the entrance has that
    colour.
    """
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
    """Return the value of an assistant: its best possible conquest, less for a higher value.

    ``value`` is the number on the assistant; mother nature may move half of it, rounded up.
    """
    steps = (value + 1) // 2
    best = max(_prospect_value(position, position.island_after(s)) for s in range(1, steps + 1))
    return PROSPECT_FACTOR * best - ASSISTANT_PENALTY * value


def _prospect_value(position: Position, island: int) -> float:
    """Return the value of resolving an island after adding up to two own students to it.

    They come from the entrance and have the colour of the own professor with the most students
    there. Without a professor no students are added.
    """
    after = position.copy()
    own = [i for i in range(len(COLORS)) if after.professors[i] == after.own_seat]
    index = max(own, key=lambda i: after.entrance[i], default=None)
    if index is not None:
        after.islands[island][index] += min(2, after.entrance[index])
    return _conquest_value(after, island)
