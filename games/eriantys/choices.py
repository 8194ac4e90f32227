"""Eriantys: the choices of the user of a character: lists of all choices, checks of one.

The list and the check of a character test the same conditions. Lists are cached and share their
actions.
"""

from functools import cache, lru_cache
from itertools import combinations_with_replacement

from games.base import refuse
from games.eriantys.state import (
    ALL_COLORS,
    COLOR_INDEX,
    TABLE_SEATS,
    Card,
    Counts,
    State,
    color_mask,
    colors_in,
    island_tiles,
    open_tables,
    subtract_counts,
    swap_counts,
    tally,
)
from messages.base import Seat
from messages.eriantys.actions import COLORS, Character, Color, UseCharacterCard

Uses = tuple[UseCharacterCard, ...]


def color_of(action: UseCharacterCard) -> int:
    """Return the colour in the action, which must have one."""
    assert action.color is not None
    return COLOR_INDEX[action.color]


def island_of(state: State, action: UseCharacterCard) -> int:
    """Return the index of the island in the action, which must have one."""
    assert action.island_position is not None
    return state.ring[action.island_position]


def tally_of(colors: tuple[Color, ...]) -> Counts:
    """Return how often each colour occurs."""
    return tally([COLOR_INDEX[color] for color in colors])


# --- lists --------------------------------------------------------------------------------------


@cache
def _use_action(name: Character, color: Color | None, tile: int | None) -> UseCharacterCard:
    """Return the action that uses a character with these choices."""
    return UseCharacterCard(asset=name, color=color, island_position=tile)


@lru_cache(maxsize=4096)
def _use_actions(name: Character, mask: int | None, ring: bytes | None) -> Uses:
    """Return one action for each colour of the mask and each island; None: nothing to choose."""
    colors = (None,) if mask is None else tuple([COLORS[color] for color in colors_in(mask)])
    tiles = (None,) if ring is None else tuple([arc[0] for arc in island_tiles(ring)])
    return tuple([_use_action(name, color, tile) for color in colors for tile in tiles])


def list_plain(state: State, seat: Seat, card: Card) -> Uses:
    """List the use of a character without a choice."""
    return _use_actions(card.name, None, None)


def list_islands(state: State, seat: Seat, card: Card) -> Uses:
    """List one use per island."""
    return _use_actions(card.name, None, state.ring)


def list_tiles(state: State, seat: Seat, card: Card) -> Uses:
    """List one use per island while no-entry tiles are left on the card."""
    return _use_actions(card.name, None, state.ring) if card.no_entry else ()


def list_colors(state: State, seat: Seat, card: Card) -> Uses:
    """List one use per colour."""
    return _use_actions(card.name, ALL_COLORS, None)


def list_monk(state: State, seat: Seat, card: Card) -> Uses:
    """List one use per colour on the card and island."""
    return _use_actions(card.name, color_mask(card.students), state.ring)


def list_princess(state: State, seat: Seat, card: Card) -> Uses:
    """List one use per colour on the card whose dining table has a free seat."""
    seated = color_mask(card.students) & open_tables(state.schools[seat].dining)
    return _use_actions(card.name, seated, None)


def list_jester(state: State, seat: Seat, card: Card) -> Uses:
    """List all useful swaps between the card and the entrance."""
    return swaps(card.name, 3, card.students, state.schools[seat].entrance)


def list_minstrel(state: State, seat: Seat, card: Card) -> Uses:
    """List all useful swaps between the dining room and the entrance."""
    school = state.schools[seat]
    pairs = zip(school.entrance, school.dining, strict=True)
    givable = tuple([min(held, TABLE_SEATS - seated) for held, seated in pairs])
    return swaps(card.name, 2, school.dining, givable)


# --- checks -------------------------------------------------------------------------------------


def check_on_card(state: State, seat: Seat, card: Card, action: UseCharacterCard) -> None:
    """Refuse a colour that is not on the card."""
    if not card.students[color_of(action)]:
        refuse(f"There is no {action.color} student on the {card.name}; choose one that is there.")


def check_princess(state: State, seat: Seat, card: Card, action: UseCharacterCard) -> None:
    """Refuse a colour that is not on the card, or whose dining table is full."""
    check_on_card(state, seat, card, action)
    if state.schools[seat].dining[color_of(action)] >= TABLE_SEATS:
        refuse(f"Your {action.color} table is full; choose another color.")


def check_tiles(state: State, seat: Seat, card: Card, action: UseCharacterCard) -> None:
    """Refuse if no no-entry tile is left on the card."""
    if not card.no_entry:
        refuse("All four no-entry tiles are on islands; wait until one comes back to the card.")


def check_jester(state: State, seat: Seat, card: Card, action: UseCharacterCard) -> None:
    """Refuse students that are not on the card or not in the entrance."""
    _check_available(card.students, action.taken, "on the JESTER")
    _check_available(state.schools[seat].entrance, action.given, "in your entrance")


def check_minstrel(state: State, seat: Seat, card: Card, action: UseCharacterCard) -> None:
    """Refuse students that are not in dining room or entrance, or an overfull table."""
    school = state.schools[seat]
    _check_available(school.dining, action.taken, "in your dining room")
    _check_available(school.entrance, action.given, "in your entrance")
    after = swap_counts(school.dining, tally_of(action.taken), tally_of(action.given))
    if max(after) > TABLE_SEATS:
        refuse("A table has 10 seats; swap students of another color.")


def _check_available(counts: Counts, wanted: tuple[Color, ...], where: str) -> None:
    """Raise Refusal if one of the wanted students is not among the counts."""
    for color, missing in zip(COLORS, subtract_counts(tally_of(wanted), counts), strict=True):
        if missing > 0:
            refuse(f"There are not that many {color} students {where}; choose others.")


# --- swaps of the Jester and the Minstrel -------------------------------------------------------

# A hand is one to three students with their colours in order. Only swaps that change something are
# listed: no colour is on both sides. The hands available on a side are a bit mask.

_COLOR_NUMBERS = range(len(COLORS))
_HANDS: tuple[tuple[int, ...], ...] = tuple(
    hand for size in (1, 2, 3) for hand in combinations_with_replacement(_COLOR_NUMBERS, size)
)
_TALLIES: tuple[Counts, ...] = tuple(tally(list(hand)) for hand in _HANDS)


def _partners(hand: tuple[int, ...]) -> int:
    """Return the hands for which this one can usefully be swapped, as a bit mask."""
    return sum(
        1 << number
        for number, other in enumerate(_HANDS)
        if len(other) == len(hand) and not set(other) & set(hand)
    )


_PARTNERS = tuple(_partners(hand) for hand in _HANDS)


@lru_cache(maxsize=1024)
def swaps(
    character: Character, max_students: int, takable: Counts, givable: Counts
) -> tuple[UseCharacterCard, ...]:
    """Return every useful swap of up to ``max_students`` students between the two sides."""
    give = _available(_capped(givable, max_students), max_students)
    take = _available(_capped(takable, max_students), max_students)
    found: list[UseCharacterCard] = []
    for number, partners in enumerate(_PARTNERS):
        if take >> number & 1 and give & partners:
            found += _swaps_for(character, number, give & partners)
    return tuple(found)


def _capped(counts: Counts, max_students: int) -> Counts:
    """Return the counts with at most ``max_students`` of each colour."""
    return tuple([min(number, max_students) for number in counts])


@lru_cache(maxsize=2048)
def _available(counts: Counts, max_students: int) -> int:
    """Return the hands of at most ``max_students`` that the counts contain, as a bit mask."""
    return sum(
        1 << number
        for number, hand in enumerate(_HANDS)
        if len(hand) <= max_students
        and all(need <= have for need, have in zip(_TALLIES[number], counts, strict=True))
    )


@lru_cache(maxsize=16384)
def _swaps_for(character: Character, taken: int, given: int) -> tuple[UseCharacterCard, ...]:
    """Return the swaps of one hand for each hand of the bit mask ``given``."""
    names = tuple(COLORS[color] for color in _HANDS[taken])
    return tuple(
        UseCharacterCard(asset=character, taken=names, given=tuple(COLORS[color] for color in hand))
        for number, hand in enumerate(_HANDS)
        if given >> number & 1
    )
