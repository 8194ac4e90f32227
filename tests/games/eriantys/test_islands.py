"""Influence, resolution and unification (rules digest, 7.2 and 7.3)."""

import pytest

from games.base import Changed
from games.eriantys.islands import influence, resolve_island
from games.eriantys.state import Card, State, island_tiles
from messages.eriantys.table import IslandConquered, IslandsMerged, NoEntryRemoved
from tests.games.eriantys.boards import (
    BLACK,
    GREY,
    WHITE,
    board,
    island,
    island_of,
    professors,
    students,
)


def resolved(state: State, tile: int) -> Changed[State]:
    return resolve_island(state, state.ring[tile])


# --- the rulebook's figures ---------------------------------------------------------------------


def test_rulebooks_example_of_replacing_a_tower_gives_its_influence_and_owner() -> None:
    state = board(
        islands={4: island(WHITE, blue=3, red=1, yellow=2)},
        professors=professors(blue=1, red=1, yellow=0),
    )
    assert influence(state, 4) == [3, 4]
    after, changes = resolved(state, 4)
    assert island_of(after, 4).owner == BLACK
    assert after.yards == (8, 7)
    assert changes == (IslandConquered(4, "BLACK", 1, "WHITE"),)


def test_rulebooks_example_of_teams_gives_its_influence_and_owner() -> None:
    state = board(
        4,
        islands={4: island(yellow=2, blue=1, green=1, red=2, pink=1)},
        professors=professors(yellow=0, blue=0, green=2, pink=1, red=3),
    )
    assert influence(state, 4) == [4, 3]
    assert island_of(resolved(state, 4)[0], 4).owner == WHITE


# --- influence ----------------------------------------------------------------------------------


def test_students_without_a_held_professor_do_not_count() -> None:
    state = board(islands={0: island(red=5, blue=1)}, professors=professors(blue=1))
    assert influence(state, 0) == [0, 1]


def test_every_tower_of_a_unified_island_counts() -> None:
    state = board(unified=[(0, 1, 2)], islands={0: island(BLACK, towers=3)})
    assert influence(state, 0) == [0, 3]


def test_knight_adds_two_once_for_the_acting_players_team_which_conquers_the_island() -> None:
    state = board(4, turn=3, effect="KNIGHT")
    assert influence(state, 0) == [0, 2]
    after, _ = resolved(state, 0)
    assert island_of(after, 0).owner == BLACK


def test_the_knight_helps_the_acting_player_only() -> None:
    state = board(3, turn=2, effect="KNIGHT", islands={0: island(WHITE)})
    assert influence(state, 0) == [1, 0, 2]


def test_the_centaur_ignores_all_towers() -> None:
    state = board(effect="CENTAUR", islands={0: island(WHITE, red=1)}, professors=professors(red=1))
    assert influence(state, 0) == [0, 1]


def test_the_mushroom_hunters_color_counts_for_nobody_and_towers_still_count() -> None:
    state = board(
        effect="MUSHROOM_HUNTER",
        banned=3,
        islands={0: island(WHITE, red=3, blue=1)},
        professors=professors(red=0, blue=1),
    )
    assert influence(state, 0) == [1, 1]


# --- resolution ---------------------------------------------------------------------------------


def test_the_owner_who_wins_again_adds_no_tower() -> None:
    state = board(islands={0: island(WHITE, red=2)}, professors=professors(red=0))
    assert resolved(state, 0) == (state, ())


def test_a_challenger_equal_to_the_owner_changes_nothing() -> None:
    state = board(islands={0: island(WHITE, red=1)}, professors=professors(red=1))
    assert resolved(state, 0) == (state, ())


def test_a_tie_of_the_two_best_of_three_changes_nothing() -> None:
    state = board(
        3, islands={0: island(red=2, blue=2, pink=1)}, professors=professors(red=0, blue=1, pink=2)
    )
    assert resolved(state, 0) == (state, ())


def test_a_tie_below_the_best_does_not_matter() -> None:
    state = board(
        3, islands={0: island(red=3, blue=2, pink=2)}, professors=professors(red=2, blue=1, pink=0)
    )
    assert island_of(resolved(state, 0)[0], 0).owner == GREY


def test_replacing_puts_one_tower_on_every_tile() -> None:
    state = board(
        unified=[(3, 4)],
        islands={3: island(BLACK, towers=2, red=3)},
        professors=professors(red=0),
    )
    after, changes = resolved(state, 4)
    assert island_of(after, 3) == island(WHITE, towers=2, red=3)
    assert after.yards == (6, 8)
    assert changes == (IslandConquered(3, "WHITE", 2, "BLACK"),)


def test_no_entry_tile_stops_the_resolution_and_returns_to_the_grandma() -> None:
    state = board(
        characters=[Card("KNIGHT"), Card("GRANDMA", no_entry=3)],
        islands={0: island(no_entry=1, red=1)},
        professors=professors(red=0),
    )
    after, changes = resolved(state, 0)
    assert island_of(after, 0) == island(red=1)
    assert after.characters[1].no_entry == 4
    assert changes == (NoEntryRemoved(0),)


# --- unification --------------------------------------------------------------------------------


def neighbours(before: int, after: int) -> State:
    """Return a state in which white conquers island 6; 5 and 7 belong to the given parties."""
    return board(
        islands={5: island(before, blue=1), 6: island(red=1), 7: island(after, green=2)},
        professors=professors(red=0),
    )


@pytest.mark.parametrize(
    ("before", "after", "tiles", "islands_left"),
    [
        (WHITE, BLACK, (5, 6), 11),
        (BLACK, WHITE, (6, 7), 11),
        (WHITE, WHITE, (5, 6, 7), 10),
    ],
)
def test_neighbours_of_the_same_owner_are_unified_with_all_towers(
    before: int, after: int, tiles: tuple[int, ...], islands_left: int
) -> None:
    state, changes = resolved(neighbours(before, after), 6)
    assert len(state.islands) == islands_left
    assert island_tiles(state.ring)[state.ring[6]] == tiles
    assert island_of(state, 6).towers == len(tiles)
    assert changes[-1] == IslandsMerged(tiles)


def test_neighbours_of_another_owner_are_not_unified() -> None:
    state, changes = resolved(neighbours(BLACK, BLACK), 6)
    assert len(state.islands) == 12
    assert len(changes) == 1


def test_a_unified_island_holds_the_students_of_all() -> None:
    state, _ = resolved(neighbours(WHITE, WHITE), 6)
    assert island_of(state, 6).students == students(blue=1, red=1, green=2)


def test_unified_groups_merge_across_tile_0_with_all_towers_and_islands_stay_in_order() -> None:
    state = board(
        unified=[(10, 11), (1, 2)],
        islands={
            10: island(WHITE, towers=2),
            0: island(red=1),
            1: island(WHITE, towers=2),
        },
        professors=professors(red=0),
    )
    after, changes = resolved(state, 0)
    assert changes[-1] == IslandsMerged((10, 11, 0, 1, 2))
    assert [arc[0] for arc in island_tiles(after.ring)] == [3, 4, 5, 6, 7, 8, 9, 10]
    assert island_of(after, 11).towers == 5
    assert after.islands[-1] == island_of(after, 0)


def test_mother_nature_is_on_the_unified_island_after_standing_on_a_part() -> None:
    state = board(
        mother_nature=7,
        islands={6: island(red=1), 7: island(WHITE)},
        professors=professors(red=0),
    )
    after, _ = resolved(state, 6)
    assert after.ring[after.mother_nature] == after.ring[6]
