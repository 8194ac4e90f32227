"""The listed uses of each character; the listed swaps are exactly the useful ones."""

from itertools import combinations_with_replacement
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.eriantys.characters import list_uses
from games.eriantys.choices import swaps
from games.eriantys.state import Card, Counts, State, tally
from messages.eriantys.actions import COLORS, UseCharacterCard
from tests.games.eriantys.boards import board, do, island, refused, students

MONK = Card("MONK", students=students(red=1, pink=3))
PRINCESS = Card("PRINCESS", students=students(red=1, pink=3))
JESTER = Card("JESTER", students=students(red=3, pink=3))


def with_card(card: Card, **school: Any) -> State:
    """Return seat 0's turn with this card in play."""
    return board(characters=[card], schools={0: {"coins": 9, **school}})


def listed(state: State) -> list[UseCharacterCard]:
    """Return the listed uses of seat 0."""
    return list(list_uses(state, 0))


def test_monk_lists_its_colors_for_every_island_and_another_color_is_refused() -> None:
    state = board(
        characters=[MONK],
        schools={0: {"coins": 9}},
        unified=[(2, 3)],
        islands={2: island(0, towers=2)},
    )
    assert {(use.color, use.island_position) for use in listed(state)} == {
        (color, tile) for color in ("RED", "PINK") for tile in range(12) if tile != 3
    }
    wrong = UseCharacterCard(asset="MONK", color="BLUE", island_position=0)
    assert "no BLUE student on the MONK" in refused(state, wrong)
    do(state, UseCharacterCard(asset="MONK", color="RED", island_position=3))


@pytest.mark.parametrize("name", ["MONK", "PRINCESS"])
def test_monk_or_princess_without_students_is_not_listed_and_refused(name: Any) -> None:
    state = with_card(Card(name))
    assert listed(state) == []
    position = 0 if name == "MONK" else None
    action = UseCharacterCard(asset=name, color="RED", island_position=position)
    assert "no RED student" in refused(state, action)


def test_herald_and_grandma_list_every_island() -> None:
    for card in (Card("HERALD"), Card("GRANDMA", no_entry=1)):
        assert [use.island_position for use in listed(with_card(card))] == list(range(12))


def test_grandma_without_no_entry_tiles_is_not_listed_and_refused() -> None:
    state = with_card(Card("GRANDMA", no_entry=0))
    assert listed(state) == []
    action = UseCharacterCard(asset="GRANDMA", island_position=3)
    assert "no-entry tiles are on islands" in refused(state, action)


@pytest.mark.parametrize("name", ["MUSHROOM_HUNTER", "THIEF"])
def test_mushroom_hunter_and_thief_list_every_color(name: Any) -> None:
    assert [use.color for use in listed(with_card(Card(name)))] == list(COLORS)


def test_princess_for_a_full_dining_table_is_not_listed_and_refused() -> None:
    state = with_card(PRINCESS, dining=students(red=10))
    assert [use.color for use in listed(state)] == ["PINK"]
    action = UseCharacterCard(asset="PRINCESS", color="RED")
    assert "table is full" in refused(state, action)


def test_princess_whose_colors_are_all_full_is_not_listed() -> None:
    assert listed(with_card(PRINCESS, dining=students(red=10, pink=10))) == []


def test_jester_lists_swaps_without_common_colors_and_accepts_others_in_any_order() -> None:
    state = with_card(JESTER, entrance=students(red=1, blue=6))
    assert all(not set(use.taken) & set(use.given) for use in listed(state))
    mixed = UseCharacterCard(
        asset="JESTER", taken=("PINK", "RED", "PINK"), given=("BLUE", "RED", "BLUE")
    )
    do(state, mixed)
    do(state, UseCharacterCard(asset="JESTER", taken=("RED",), given=("RED",)))


def test_jester_swap_of_students_not_on_it_or_not_in_the_entrance_is_refused() -> None:
    state = with_card(JESTER, entrance=students(red=1, blue=6))
    on_card = UseCharacterCard(asset="JESTER", taken=("BLUE",), given=("BLUE",))
    assert "BLUE students on the JESTER" in refused(state, on_card)
    swap = UseCharacterCard(asset="JESTER", taken=("PINK", "PINK"), given=("RED", "RED"))
    assert "RED students in your entrance" in refused(state, swap)


def minstrel(**school: Any) -> State:
    return with_card(Card("MINSTREL"), **school)


def test_minstrel_swap_of_students_not_in_the_dining_room_or_entrance_is_refused() -> None:
    state = minstrel(entrance=students(red=1, blue=6), dining=students(pink=1))
    out = UseCharacterCard(asset="MINSTREL", taken=("PINK", "PINK"), given=("BLUE", "BLUE"))
    assert "PINK students in your dining room" in refused(state, out)
    into = UseCharacterCard(asset="MINSTREL", taken=("PINK",), given=("GREEN",))
    assert "GREEN students in your entrance" in refused(state, into)


def test_minstrel_swap_that_overfills_a_dining_table_is_refused_and_not_listed() -> None:
    state = minstrel(entrance=students(red=4, blue=3), dining=students(red=9, pink=3))
    both = UseCharacterCard(asset="MINSTREL", taken=("PINK", "PINK"), given=("RED", "RED"))
    assert "10 seats" in refused(state, both)
    assert both not in listed(state)
    one = UseCharacterCard(asset="MINSTREL", taken=("PINK",), given=("RED",))
    assert one in listed(state)


def test_minstrel_swap_within_a_full_dining_table_is_accepted_but_not_listed() -> None:
    state = minstrel(entrance=students(red=4, blue=3), dining=students(red=10, pink=1))
    same = UseCharacterCard(asset="MINSTREL", taken=("RED",), given=("RED",))
    do(state, same)
    assert all("RED" not in use.given for use in listed(state))


def test_minstrel_with_an_empty_dining_room_is_not_listed() -> None:
    assert listed(minstrel(dining=students())) == []


@pytest.mark.parametrize("name", ["FARMER", "POSTMAN", "CENTAUR", "KNIGHT"])
def test_farmer_postman_centaur_and_knight_list_one_use_without_parameters(name: Any) -> None:
    assert listed(with_card(Card(name))) == [UseCharacterCard(asset=name)]


# --- swaps --------------------------------------------------------------------------------------

small_counts = st.tuples(*[st.integers(0, 4)] * 5)


def hands(counts: Counts, size: int) -> list[tuple[int, ...]]:
    """Return all hands of a size that the counts allow, by exhaustive search."""
    return [
        hand
        for hand in combinations_with_replacement(range(5), size)
        if all(n <= have for n, have in zip(tally(list(hand)), counts, strict=True))
    ]


@settings(derandomize=True, max_examples=60)
@given(small_counts, small_counts, st.sampled_from([2, 3]))
def test_listed_swaps_are_exactly_those_without_a_common_color_each_once(
    takable: Counts, givable: Counts, most: int
) -> None:
    expected = {
        (taken, given)
        for size in range(1, most + 1)
        for taken in hands(takable, size)
        for given in hands(givable, size)
        if not set(taken) & set(given)
    }
    listed = swaps("JESTER", most, takable, givable)
    found = {(_numbers(use.taken), _numbers(use.given)) for use in listed}
    assert found == expected
    assert len(listed) == len(expected)


def test_a_swap_names_its_character_and_its_colors_in_order() -> None:
    listed = swaps("MINSTREL", 2, students(red=1, yellow=1), students(blue=2))
    assert listed[-1] == UseCharacterCard(
        asset="MINSTREL", taken=("YELLOW", "RED"), given=("BLUE", "BLUE")
    )
    assert len(listed) == 3


def _numbers(colors: tuple[str, ...]) -> tuple[int, ...]:
    return tuple([str(color) for color in COLORS].index(color) for color in colors)
