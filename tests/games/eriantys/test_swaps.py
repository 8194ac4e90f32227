"""Swaps of students: the list is exactly the useful ones."""

from itertools import combinations_with_replacement

from hypothesis import given, settings
from hypothesis import strategies as st

from games.eriantys.state import Counts, tally
from games.eriantys.swaps import swaps
from messages.eriantys.actions import COLORS, UseCharacterCard
from tests.games.eriantys.boards import students

few = st.tuples(*[st.integers(0, 4)] * 5)


def hands(counts: Counts, size: int) -> list[tuple[int, ...]]:
    """All hands of a size that the counts allow, found the slow way."""
    return [
        hand
        for hand in combinations_with_replacement(range(5), size)
        if all(n <= have for n, have in zip(tally(list(hand)), counts, strict=True))
    ]


@settings(derandomize=True, max_examples=60)
@given(few, few, st.sampled_from([2, 3]))
def test_the_list_is_every_swap_without_a_common_color(
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
