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
    """Return the first tile of an island, which identifies it in changes and views."""
    return island_tiles(state.ring)[index][0]


def check_tile(position: int) -> None:
    """Refuse an islandPosition that is not a tile number."""
    if not 0 <= position < TILES:
        refuse(f"There is no island {position}; islands have the numbers 0 to {TILES - 1}.")


def add_to_island(state: State, index: int, color: int) -> tuple[Island, ...]:
    """Return the islands with one more student on one of them; nothing is resolved (5)."""
    island = state.islands[index]
    grown = Island(
        add_students(island.students, color), island.owner, island.towers, island.no_entry
    )
    return replace_at(state.islands, index, grown)


def influence(state: State, index: int) -> list[int]:
    """Return each party's influence on an island, with the effects of the current turn (7.2.2)."""
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
    """Resolve an island: remove a no-entry tile, or let the party with most influence conquer it.

    A conquest unifies islands of one owner and may end the game.
    """
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
    """Return one tile to its card; the island is not resolved (7.2.1)."""
    grandma = [card.name for card in state.characters].index("GRANDMA")
    return move_no_entry(state, index, grandma, -1), (NoEntryRemoved(first_tile(state, index)),)


def move_no_entry(state: State, index: int, card_index: int, number: int) -> State:
    """Move ``number`` no-entry tiles from the card to the island; back if it is negative."""
    island, card = state.islands[index], state.characters[card_index]
    island = replace(island, no_entry=island.no_entry + number)
    card = replace(card, no_entry=card.no_entry - number)
    return replace(
        state,
        islands=replace_at(state.islands, index, island),
        characters=replace_at(state.characters, card_index, card),
    )


def _conquer(state: State, index: int, winner: int) -> Changed[State]:
    """Return the old towers to their owner; build one per tile, as far as the winner has towers."""
    island = state.islands[index]
    tiles = island_tiles(state.ring)[index]
    yards = list(state.yards)
    # If towers are missing, the last one is placed, which wins. Eriantys rules 7.2.7
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
    """Join the island with its neighbours of the same owner; one pass suffices (7.3)."""
    number = len(state.islands)
    around = ((index - 1) % number, index, (index + 1) % number)
    owner = state.islands[index].owner
    parts = [part for part in around if state.islands[part].owner == owner]
    if len(parts) == 1:
        return state, ()
    tiles = island_tiles(state.ring)
    joined = tuple(tile for part in parts for tile in tiles[part])
    groups = [(tiles[other], state.islands[other]) for other in range(number) if other not in parts]
    groups.append((joined, _sum([state.islands[part] for part in parts])))
    groups.sort(key=lambda group: group[0][0])
    ring = _ring([tiles for tiles, _ in groups])
    state = replace(state, ring=ring, islands=tuple([island for _, island in groups]))
    return state, (IslandsMerged(joined),)


def _sum(parts: list[Island]) -> Island:
    """Return one island with all students, towers and no-entry tiles of the parts."""
    students = parts[0].students
    for part in parts[1:]:
        students = add_counts(students, part.students)
    towers = sum(part.towers for part in parts)
    return Island(students, parts[0].owner, towers, sum(part.no_entry for part in parts))


def _ring(groups: list[tuple[int, ...]]) -> bytes:
    """Return the index of the island of each tile."""
    ring = bytearray(TILES)
    for index, tiles in enumerate(groups):
        for tile in tiles:
            ring[tile] = index
    return bytes(ring)
