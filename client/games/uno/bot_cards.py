"""UNO cards as a bot reads them: a colour, a symbol and points. Wilds in a hand have no colour."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from messages.uno.actions import UNO_COLORS, UnoColor
from messages.uno.table import UnoView

WILDS = ("WILD", "DRAW_4")
DRAWS = {"DRAW_2": 2, "DRAW_4": 4}
"""How many cards a draw card makes the next player draw."""

_COLORS: dict[str, UnoColor] = {color: color for color in UNO_COLORS}


@lru_cache(maxsize=256)
def color_of(card: str) -> UnoColor | None:
    """The printed or the named colour; None for a wild in a hand."""
    return _COLORS.get(card.partition(" ")[0])


@lru_cache(maxsize=256)
def symbol_of(card: str) -> str:
    """``7``, ``SKIP``, ``WILD``."""
    return card.partition(" ")[2]


@lru_cache(maxsize=256)
def is_wild(card: str) -> bool:
    """WILD or DRAW_4."""
    return symbol_of(card) in WILDS


@lru_cache(maxsize=256)
def points_of(card: str) -> int:
    """What the card costs whoever still holds it at the end of the round."""
    symbol = symbol_of(card)
    if symbol in WILDS:
        return 50
    return int(symbol) if symbol.isdigit() else 20


def without(hand: Iterable[str], card: str) -> list[str]:
    """The hand after the card has left it."""
    rest = list(hand)
    rest.remove(card)
    return rest


def colors_in(hand: Iterable[str]) -> Counter[UnoColor]:
    """How many cards of each colour."""
    return Counter(color for card in hand if (color := color_of(card)) is not None)


def favourite_color(hand: Iterable[str]) -> UnoColor:
    """The colour held most; the first of them where there are several."""
    held = colors_in(hand)
    return max(UNO_COLORS, key=lambda color: held[color])


def seated(view: UnoView) -> list[int]:
    """The seats that are still taken."""
    return [seat for seat, player in enumerate(view.players) if not player.gone]


def seat_beside(view: UnoView, seat: int, steps: int) -> int:
    """Who sits so many seats further on in the direction of play; -1 is the one before."""
    seats = seated(view)
    way = steps if view.clockwise else -steps
    return seats[(seats.index(seat) + way) % len(seats)]
