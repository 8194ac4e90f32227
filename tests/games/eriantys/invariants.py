"""The twelve invariants of the rules digest, chapter 12, as assertions.

``check`` checks one state, ``check_step`` the result of an accepted action. With ``skipped`` the
parts are left out that hold only if nobody left or timed out.
"""

from collections.abc import Iterable
from itertools import pairwise

from games.eriantys.characters import RULES
from games.eriantys.rounds import towers_built
from games.eriantys.state import (
    COINS,
    COLOR_INDEX,
    NOBODY,
    RULES_BY_PLAYERS,
    STUDENTS_PER_COLOR,
    TABLE_SEATS,
    TILES,
    Counts,
    State,
    island_tiles,
    party_seats,
    tally,
)


def check(state: State, skipped: bool = False) -> None:
    _students(state)
    _towers(state)
    _groups(state)
    _professors(state)
    _mother_nature(state)
    _places(state)
    _assistants(state, skipped)
    _coins(state)
    _progress(state, skipped)
    _winners(state)


def check_step(before: State, after: State, skipped: bool = False) -> None:
    check(after, skipped)
    # 4: a professor once held is never unheld again.
    for color, holder in enumerate(before.professors):
        assert holder == NOBODY or after.professors[color] != NOBODY
    # 6: islands never separate.
    assert len(after.islands) <= len(before.islands)
    assert all(
        after.ring[a] == after.ring[b]
        for a in range(TILES)
        for b in range(TILES)
        if before.ring[a] == before.ring[b]
    )
    # Chapter 9: the last round, once called, is never taken back.
    assert after.last_round >= before.last_round
    _equal_assistants(before, after)
    if not skipped and _turn_began(before, after):
        full = RULES_BY_PLAYERS[len(after.schools)].entrance
        assert sum(after.schools[after.turn].entrance) == full


def _students(state: State) -> None:
    """1: 26 of each colour, 130 in all."""
    places: list[Counts] = [tally(state.bag), *state.clouds]
    places += [island.students for island in state.islands]
    places += [card.students for card in state.characters]
    for school in state.schools:
        places += [school.entrance, school.dining]
    assert all(min(place) >= 0 for place in places)
    assert _sum(places) == [STUDENTS_PER_COLOR] * len(COLOR_INDEX)


def _towers(state: State) -> None:
    """2: yard and islands hold all towers of a party. 3: one colour, one per tile."""
    standing = [0] * len(state.yards)
    for tiles, island in zip(island_tiles(state.ring), state.islands, strict=True):
        if island.owner == NOBODY:
            assert island.towers == 0
            assert len(tiles) == 1
        else:
            standing[island.owner] += island.towers
            assert island.towers == len(tiles) or not state.yards[island.owner]
    for yard, built in zip(state.yards, standing, strict=True):
        assert yard >= 0
        assert yard + built == RULES_BY_PLAYERS[len(state.schools)].towers


def _groups(state: State) -> None:
    """6: contiguous arcs that are the whole circle. 7: neighbours have different owners."""
    tiles = island_tiles(state.ring)
    assert sorted(tile for arc in tiles for tile in arc) == list(range(TILES))
    for arc in tiles:
        assert all((one + 1) % TILES == next_ for one, next_ in pairwise(arc))
    assert len(tiles) == len(state.islands)
    assert [arc[0] for arc in tiles] == sorted(arc[0] for arc in tiles)
    assert state.phase == "OVER" or len(tiles) >= 4
    owners = [island.owner for island in state.islands]
    for one, other in zip(owners, [*owners[1:], owners[0]], strict=True):
        assert one == NOBODY or one != other


def _professors(state: State) -> None:
    """4: held by nobody or a seat. 5: whoever is alone in front holds it."""
    for color, holder in enumerate(state.professors):
        assert holder == NOBODY or 0 <= holder < len(state.schools)
        counts = [school.dining[color] for school in state.schools]
        if max(counts) and counts.count(max(counts)) == 1:
            assert holder == counts.index(max(counts))


def _mother_nature(state: State) -> None:
    """8: mother nature stands on exactly one island."""
    assert sum(state.mother_nature in arc for arc in island_tiles(state.ring)) == 1


def _places(state: State) -> None:
    """9: tables and entrances are never overfull."""
    for school in state.schools:
        assert max(school.dining) <= TABLE_SEATS
        assert sum(school.entrance) <= RULES_BY_PLAYERS[len(state.schools)].entrance


def _assistants(state: State, skipped: bool) -> None:
    """10: hands and the cards played are ten; after playing in round r 10 - r are in hand."""
    for school in state.schools:
        assert school.played not in school.hand
        assert len(set(school.hand)) == len(school.hand)
        if not skipped:
            assert len(school.hand) == 10 - state.round + (not school.played)


def _equal_assistants(before: State, after: State) -> None:
    """10: two equal values only if the later player had no other choice."""
    if before.phase != "PLANNING" or before.round != after.round:
        return
    seat = before.turn
    taken = {school.played for school in before.schools if school.played}
    if after.schools[seat].played in taken:
        assert set(before.schools[seat].hand) <= taken


def _coins(state: State) -> None:
    """11: twenty coins; four no-entry tiles if their card is in play."""
    assert all(school.coins >= 0 for school in state.schools)
    assert state.supply >= 0
    on_cards = sum(card.used for card in state.characters)
    total = state.supply + on_cards + sum(school.coins for school in state.schools)
    assert total == (COINS if state.expert else 0)
    tiles = sum(island.no_entry for island in state.islands)
    on_card = sum(card.no_entry for card in state.characters)
    in_play = [card.name for card in state.characters]
    assert tiles + on_card == sum(RULES[name].no_entry for name in in_play)


def _progress(state: State, skipped: bool) -> None:
    """12: ten rounds at most; eight without characters in games of three or four."""
    short = len(state.schools) > 2 and not state.expert and not skipped
    assert state.round <= (8 if short else 10)


def _winners(state: State) -> None:
    """12: the winners have the best pair of towers and professors, or built the last tower."""
    assert bool(state.winners) == (state.phase == "OVER")
    if not state.winners or any(school.gone for school in state.schools):
        return
    parties = len(state.yards)
    last = [party for party in range(parties) if not state.yards[party]]
    pairs = [_pair(state, party) for party in range(parties)]
    best = [party for party in range(parties) if pairs[party] == max(pairs)]
    expected = sorted(seat for party in (last or best) for seat in party_seats(state, party))
    assert list(state.winners) == expected


def _pair(state: State, party: int) -> tuple[int, int]:
    held = [h for h in state.professors if h != NOBODY and h % len(state.yards) == party]
    return towers_built(state, party), len(held)


def _turn_began(before: State, after: State) -> bool:
    asked = (before.turn, before.phase) != (after.turn, after.phase)
    return after.phase == "STUDENTS" and (asked or before.round != after.round)


def _sum(places: Iterable[Counts]) -> list[int]:
    return [sum(column) for column in zip(*places, strict=True)]
