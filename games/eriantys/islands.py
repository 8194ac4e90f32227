"""Eriantys: influence, resolution and unification of islands (Eriantys rules 7.2, 7.3).

For every rule a group of unified islands is one island. An island is resolved in the same way
where mother nature stops and where the Herald is used.
"""

from msgspec.structs import replace

from games.base import Changed, refuse, replace_at
from games.eriantys.rounds import finish_if_decided
from games.eriantys.state import (
    NOBODY,
    TILES,
    Island,
    State,
    add_counts,
    add_students,
    island_tiles,
)
from messages.eriantys.actions import TOWERS
from messages.eriantys.table import IslandConquered, IslandsMerged, NoEntryRemoved

KNIGHT_BONUS = 2


def first_tile(state: State, index: int) -> int:
    """The first tile of an island: its name in changes and views."""
    return island_tiles(state.ring)[index][0]


def check_tile(position: int) -> None:
    """Refuse an islandPosition that is no tile."""
    if not 0 <= position < TILES:
        refuse(f"There is no island {position}; islands have the numbers 0 to {TILES - 1}.")


def add_to_island(state: State, index: int, color: int) -> tuple[Island, ...]:
    """The islands with one more student; nothing is resolved (Eriantys rules 5)."""
    island = state.islands[index]
    grown = Island(
        add_students(island.students, color), island.owner, island.towers, island.no_entry
    )
    return replace_at(state.islands, index, grown)


def influence(state: State, index: int) -> list[int]:
    """Each party's influence on an island, with the effects of the present turn (7.2.2)."""
    island = state.islands[index]
    parties = len(state.yards)
    totals = [0] * parties
    for color, students in enumerate(island.students):
        holder = state.professors[color]
        if students and holder != NOBODY and color != state.banned:
            totals[holder % parties] += students
    if island.towers and state.effect != "CENTAUR":
        totals[island.owner] += island.towers
    if state.effect == "KNIGHT":
        totals[state.turn % parties] += KNIGHT_BONUS
    return totals


def resolve_island(state: State, index: int) -> Changed[State]:
    """What happens when mother nature stops on an island."""
    island = state.islands[index]
    if island.no_entry:
        return _remove_no_entry(state, index)
    totals = influence(state, index)
    top = max(totals)
    # A tie for the top changes nothing, whoever owns the island. Eriantys rules 7.2.3
    if totals.count(top) > 1:
        return state, ()
    winner = totals.index(top)
    if winner == island.owner:
        return state, ()
    state, conquered = _conquer(state, index, winner)
    state, merged = _unify(state, index)
    state, end = finish_if_decided(state, winner)
    return state, conquered + merged + end


def _remove_no_entry(state: State, index: int) -> Changed[State]:
    """One tile goes back to its card, and that is all (7.2.1)."""
    at = [card.name for card in state.characters].index("GRANDMA")
    return move_no_entry(state, index, at, -1), (NoEntryRemoved(first_tile(state, index)),)


def move_no_entry(state: State, index: int, at: int, number: int) -> State:
    """Move no-entry tiles from the card at ``at`` to an island, or back if negative."""
    island, card = state.islands[index], state.characters[at]
    island = replace(island, no_entry=island.no_entry + number)
    card = replace(card, no_entry=card.no_entry - number)
    return replace(
        state,
        islands=replace_at(state.islands, index, island),
        characters=replace_at(state.characters, at, card),
    )


def _conquer(state: State, index: int, winner: int) -> Changed[State]:
    """The old towers go home, the winner builds one on each tile as far as it has them."""
    island = state.islands[index]
    tiles = island_tiles(state.ring)[index]
    yards = list(state.yards)
    # With too few towers the last one is placed, which wins. Eriantys rules 7.2.7
    built = min(len(tiles), yards[winner])
    previous = None
    if island.owner != NOBODY:
        previous = TOWERS[island.owner]
        yards[island.owner] += island.towers
    yards[winner] -= built
    islands = replace_at(state.islands, index, replace(island, owner=winner, towers=built))
    state = replace(state, islands=islands, yards=tuple(yards))
    return state, (IslandConquered(tiles[0], TOWERS[winner], built, previous),)


def _unify(state: State, index: int) -> Changed[State]:
    """Join the island with its neighbours of the same owner; one pass is enough (7.3)."""
    number = len(state.islands)
    around = ((index - 1) % number, index, (index + 1) % number)
    owner = state.islands[index].owner
    parts = [at for at in around if state.islands[at].owner == owner]
    if len(parts) == 1:
        return state, ()
    tiles = island_tiles(state.ring)
    joined = tuple(tile for at in parts for tile in tiles[at])
    groups = [(tiles[at], state.islands[at]) for at in range(number) if at not in parts]
    groups.append((joined, _sum([state.islands[at] for at in parts])))
    groups.sort(key=lambda group: group[0][0])
    ring = _ring([tiles for tiles, _ in groups])
    state = replace(state, ring=ring, islands=tuple([island for _, island in groups]))
    return state, (IslandsMerged(joined),)


def _sum(parts: list[Island]) -> Island:
    """Students, towers and no-entry tiles add up."""
    students = parts[0].students
    for part in parts[1:]:
        students = add_counts(students, part.students)
    towers = sum(part.towers for part in parts)
    return Island(students, parts[0].owner, towers, sum(part.no_entry for part in parts))


def _ring(groups: list[tuple[int, ...]]) -> bytes:
    ring = bytearray(TILES)
    for index, tiles in enumerate(groups):
        for tile in tiles:
            ring[tile] = index
    return bytes(ring)
