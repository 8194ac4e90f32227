"""Eriantys: swaps of students, as the Jester and the Minstrel make them.

A hand is one to three students with their colours in order. Only swaps that change something are
listed: no colour is on both sides. What is available on a side is a bit mask of hands.
"""

from functools import lru_cache
from itertools import combinations_with_replacement

from games.eriantys.state import Counts, tally
from messages.eriantys.actions import COLORS, Character, UseCharacterCard

_COLOR_NUMBERS = range(len(COLORS))
_HANDS: tuple[tuple[int, ...], ...] = tuple(
    hand for size in (1, 2, 3) for hand in combinations_with_replacement(_COLOR_NUMBERS, size)
)
_TALLIES: tuple[Counts, ...] = tuple(tally(list(hand)) for hand in _HANDS)


def _partners(hand: tuple[int, ...]) -> int:
    """The hands this one can usefully be swapped for."""
    return sum(
        1 << number
        for number, other in enumerate(_HANDS)
        if len(other) == len(hand) and not set(other) & set(hand)
    )


_PARTNERS = tuple(_partners(hand) for hand in _HANDS)


@lru_cache(maxsize=1024)
def swaps(
    character: Character, most: int, takable: Counts, givable: Counts
) -> tuple[UseCharacterCard, ...]:
    """Every useful swap of up to ``most`` students between what lies on the two sides."""
    give = _available(_capped(givable, most), most)
    take = _available(_capped(takable, most), most)
    found: list[UseCharacterCard] = []
    for number, partners in enumerate(_PARTNERS):
        if take >> number & 1 and give & partners:
            found += _swaps_for(character, number, give & partners)
    return tuple(found)


def _capped(counts: Counts, most: int) -> Counts:
    return tuple([min(number, most) for number in counts])


@lru_cache(maxsize=2048)
def _available(counts: Counts, most: int) -> int:
    return sum(
        1 << number
        for number, hand in enumerate(_HANDS)
        if len(hand) <= most
        and all(need <= have for need, have in zip(_TALLIES[number], counts, strict=True))
    )


@lru_cache(maxsize=16384)
def _swaps_for(character: Character, taken: int, given: int) -> tuple[UseCharacterCard, ...]:
    names = tuple(COLORS[color] for color in _HANDS[taken])
    return tuple(
        UseCharacterCard(asset=character, taken=names, given=tuple(COLORS[color] for color in hand))
        for number, hand in enumerate(_HANDS)
        if given >> number & 1
    )
