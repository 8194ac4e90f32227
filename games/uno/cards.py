"""UNO: the 108 cards as small numbers, and which card may be played on which (UNO 1, 3, 8.2).

A kind is a number from 0 to 53: 13 for each colour (0 to 9, SKIP, REVERSE, DRAW_2), then WILD and
DRAW_4. A colour is its index in UNO_COLORS. Hands and piles are bytes of kinds; a hand is sorted,
so its wilds come last.

The kinds that may not be played are bytes, too: ``hand.translate(None, misfits)`` gives the
playable cards of a hand, and ``kind in misfits`` tests one card.
"""

from collections.abc import Iterable

from messages.uno.actions import UNO_COLORS, UnoColor

SKIP, REVERSE, DRAW_2 = 10, 11, 12
PER_COLOR = 13
WILD, DRAW_4 = 52, 53
KINDS = range(54)
COLORED = range(WILD)

NO_COLOR = 4
"""The colour of a wild before a colour is named."""
NO_CARD = -1

NAMES = (*(str(number) for number in range(10)), "SKIP", "REVERSE", "DRAW_2")
COLOR_INDEX: dict[UnoColor, int] = {color: index for index, color in enumerate(UNO_COLORS)}
WILDS = {WILD: "WILD", DRAW_4: "DRAW_4"}

SINGLE_CARD = tuple(bytes((kind,)) for kind in KINDS)
"""Each kind as a pile of one card."""

DECK = bytes(
    [kind for kind in COLORED for _ in range(2 if kind % PER_COLOR else 1)]
    + [WILD] * 4
    + [DRAW_4] * 4
)


def _hand_text(kind: int) -> str:
    """Return the name of a kind of card in a hand, where a wild card has no colour."""
    if kind >= WILD:
        return f"WILD {WILDS[kind]}"
    return f"{UNO_COLORS[kind // PER_COLOR]} {NAMES[kind % PER_COLOR]}"


def _points(kind: int) -> int:
    """Return the points of a kind of card: 50 for a wild, 20 for an action, else its number."""
    if kind >= WILD:
        return 50
    symbol = kind % PER_COLOR
    return symbol if symbol < SKIP else 20


HAND_TEXT = tuple(_hand_text(kind) for kind in KINDS)
"""The text of each kind in a hand."""

MAYBE_TEXT: tuple[str | None, ...] = (*HAND_TEXT, None)
"""HAND_TEXT, and None for NO_CARD, which is -1."""

TABLE_TEXT = tuple(
    tuple(f"{color} {WILDS[kind]}" if kind in WILDS else HAND_TEXT[kind] for kind in KINDS)
    for color in (*UNO_COLORS, "WILD")
)
"""The text of a card on the discard pile, by the current colour and the kind."""

CARD_BY_TEXT: dict[str, tuple[int, int]] = {
    **{HAND_TEXT[kind]: (kind, NO_COLOR) for kind in KINDS},
    **{
        TABLE_TEXT[color][kind]: (kind, color) for color in range(len(UNO_COLORS)) for kind in WILDS
    },
}
"""Kind and named colour by text; NO_COLOR for coloured cards and wilds without a colour."""

POINTS = bytes(_points(kind) for kind in KINDS)
COLOR_OF = tuple(kind // PER_COLOR if kind < WILD else NO_COLOR for kind in KINDS)


def _misfits(color: int, top: int) -> bytes:
    """Return the kinds with neither the colour nor the symbol of the top card; no wilds (UNO 3)."""
    symbol = top % PER_COLOR if top < WILD else NO_CARD
    return bytes(
        kind for kind in COLORED if kind // PER_COLOR != color and kind % PER_COLOR != symbol
    )


def _unstackable(top: int) -> bytes:
    """Return every kind but the same kind of draw card in any colour (UNO 8.2)."""
    same = (DRAW_4,) if top == DRAW_4 else tuple(range(DRAW_2, WILD, PER_COLOR))
    return bytes(kind for kind in KINDS if kind not in same)


MISFITS = tuple(tuple(_misfits(color, top) for top in KINDS) for color in range(NO_COLOR + 1))
"""The kinds that may not be played, by the current colour and the top card."""

UNSTACKABLE = tuple(_unstackable(top) for top in KINDS)
"""The kinds that may not be played while cards are pending, by the top card."""

OTHER_COLORS = tuple(
    bytes(kind for kind in KINDS if COLOR_OF[kind] != color) for color in range(NO_COLOR + 1)
)


def holds_color(hand: bytes, color: int) -> bool:
    """Return whether the hand has a card of this colour; wilds have no colour."""
    return bool(hand.translate(None, OTHER_COLORS[color]))


def most_held_color(hand: bytes, default: int) -> int:
    """Return the colour held most, ties in the order of UNO_COLORS; ``default`` if none (5.2)."""
    counts = [sum(COLOR_OF[kind] == color for kind in hand) for color in range(NO_COLOR)]
    return counts.index(max(counts)) if any(counts) else default


def value_of(hand: bytes) -> int:
    """Return the points of the cards in a hand (UNO 7.2)."""
    return sum([POINTS[kind] for kind in hand])


def card_names(cards: Iterable[int]) -> tuple[str, ...]:
    """Return the texts of cards in a hand."""
    return tuple([HAND_TEXT[kind] for kind in cards])
