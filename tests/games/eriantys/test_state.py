"""Helpers of the state, and the tiles of islands."""

from hypothesis import given, settings
from hypothesis import strategies as st

from games.eriantys.state import (
    NONE,
    add_counts,
    add_students,
    color_mask,
    colors_in,
    counts_by_color,
    island_tiles,
    open_tables,
    parties_present,
    party_seats,
    step_limit,
    subtract_counts,
    swap_counts,
    tally,
)
from tests.games.eriantys.boards import board, students

counts = st.tuples(*[st.integers(0, 10)] * 5)


@settings(derandomize=True)
@given(counts, counts)
def test_subtract_counts_and_swap_counts_reverse_add_counts(
    before: tuple[int, ...], added: tuple[int, ...]
) -> None:
    assert subtract_counts(add_counts(before, added), added) == before
    assert swap_counts(add_counts(before, added), added, before) == add_counts(before, before)


@settings(derandomize=True)
@given(counts)
def test_color_mask_has_colors_with_students_and_open_tables_those_below_ten(
    dining: tuple[int, ...],
) -> None:
    assert colors_in(color_mask(dining)) == tuple(c for c in range(5) if dining[c])
    assert colors_in(open_tables(dining)) == tuple(c for c in range(5) if dining[c] < 10)


@settings(derandomize=True)
@given(st.lists(st.integers(0, 4)))
def test_tally_counts_each_color(colors: list[int]) -> None:
    expected = NONE
    for color in colors:
        expected = add_students(expected, color)
    assert tally(bytes(colors)) == expected


def test_counts_by_color_omits_colors_without_students() -> None:
    assert counts_by_color(students(red=2, yellow=1)) == {"YELLOW": 1, "RED": 2}
    assert counts_by_color(NONE) == {}


def test_island_tiles_are_ordered_by_their_first_tile_clockwise() -> None:
    ring = board(unified=[(11, 0, 1), (4, 5)]).ring
    tiles = island_tiles(ring)
    assert tiles == ((2,), (3,), (4, 5), (6,), (7,), (8,), (9,), (10,), (11, 0, 1))
    assert island_tiles(bytes(12)) == (tuple(range(12)),)


def test_partners_of_four_sit_opposite_and_three_play_alone() -> None:
    four = board(4)
    assert [party_seats(four, party) for party in (0, 1)] == [(0, 2), (1, 3)]
    assert [party_seats(board(3), party) for party in range(3)] == [(0,), (1,), (2,)]


def test_party_is_present_while_one_of_its_players_is() -> None:
    assert parties_present(board(4, schools={1: {"gone": True}})) == [0, 1]
    assert parties_present(board(4, schools={1: {"gone": True}, 3: {"gone": True}})) == [0]


def test_postman_adds_two_to_the_step_limit() -> None:
    assert step_limit(board()) == 3
    assert step_limit(board(effect="POSTMAN")) == 5
