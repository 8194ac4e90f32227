"""The evaluation of UNO plays: the value of the hand after each card that may be played.

The value of a hand: what it would cost if the round ended now, less while nobody is about to end
it; wilds and draw cards are worth keeping until the next player is down to a few cards; cards of
the colour on the table can go next; and a colour the next player does not have makes that player
draw. With two players skips and draw cards give another turn, so what follows is part of the play.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from messages import Change
from messages.uno import table as changes
from messages.uno.actions import UNO_COLORS, PlayUnoCard, UnoColor
from messages.uno.table import UnoView

WILDS = ("WILD", "DRAW_4")
DRAWS = {"DRAW_2": 2, "DRAW_4": 4}
"""Cards that the next player draws."""

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
    """Return the points that the card costs its holder at the end of the round."""
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
    """Count the cards of each colour."""
    return Counter(color for card in hand if (color := color_of(card)) is not None)


def favourite_color(hand: Iterable[str]) -> UnoColor:
    """The colour held most; the first of them where there are several."""
    held = colors_in(hand)
    return max(UNO_COLORS, key=lambda color: held[color])


def seated(view: UnoView) -> list[int]:
    """The seats that are still taken."""
    return [seat for seat, player in enumerate(view.players) if not player.gone]


def seat_beside(view: UnoView, seat: int, steps: int) -> int:
    """Return the seat this many seats further in the direction of play; -1 is the one before."""
    seats = seated(view)
    way = steps if view.clockwise else -steps
    return seats[(seats.index(seat) + way) % len(seats)]


# --- what the others lack -------------------------------------------------------------------------


ANY = 108
"""Nothing is known: every card could be of the colour."""
OTHER = 0.76
"""The share of cards that are not of a given colour; 27 of 108 are wild or of it."""


class Memory:
    """Remembers which colours the others did not have in this round.

    A player who draws instead of playing has nothing of the colour on the table, and one who puts a
    wild on a colour mostly has none of it either. Cards drawn later may be of any colour. So there
    is a number for each seat and colour: how many cards of the hand could be of this colour.
    """

    def __init__(self) -> None:
        self._open: dict[int, dict[UnoColor, int]] = {}
        self._color: UnoColor | None = None

    def saw(self, view: UnoView, change: Change) -> None:
        """Take note of a change; the view is the one after it."""
        match change:
            case changes.UnoRoundStarted() | changes.UnoHandsSwapped() | changes.UnoHandsPassed():
                self._open.clear()
            case changes.UnoCardsDrawn():
                self._drawn(view, change)
            case changes.UnoCardPlayed() if is_wild(change.card) and self._color is not None:
                self._missing(change.seat, self._color)
        self._color = view.color

    def lacks(self, seat: int, color: UnoColor, cards: int) -> float:
        """Return the probability that a seat with this many cards has none of the colour."""
        known = self._open.get(seat)
        could_be = cards if known is None else min(known[color], cards)
        return float(OTHER**could_be)

    def _drawn(self, view: UnoView, change: changes.UnoCardsDrawn) -> None:
        """Draw by choice: the colour was missing. The new cards may be of any colour."""
        if change.reason == "CHOICE" and view.color is not None:
            self._missing(change.seat, view.color)
        known = self._open.get(change.seat, {})
        for color in known:
            known[color] += change.count

    def _missing(self, seat: int, color: UnoColor) -> None:
        self._open.setdefault(seat, dict.fromkeys(UNO_COLORS, ANY))[color] = 0


# --- the value of a play --------------------------------------------------------------------------


FEW_CARDS = 2
"""Cards in the next player's hand with which the round may soon be over."""
COST = 0.5
"""A point in the hand."""
DANGER = 0.8
"""A point in the hand when the next player has few cards."""
WILD = 60.0
DRAW_4 = 100.0
DRAW_2 = 12.0
LATE_WILD = 20.0
"""The value of a wild or a draw card in the hand, before and when the next player has few."""
FOLLOW = 3.0
"""A card of the colour on the table is left."""
STRONG = 2.0
"""Each card of the colour on the table that is left."""
LACK = 40.0
"""The next player certainly has nothing of the colour on the table."""
NAMED = 3.0
"""The same when a colour is named, in cards of the own hand."""
NO_CARD_FOR_IT = 20.0
"""Another turn, but no card for it."""
SMALLER = 12.0
"""A hand smaller by one card, in exchange for the own one."""
WON = 1000.0
DEPTH = 5
"""Cards in a row that are thought through."""

AGAIN = frozenset({"SKIP", "REVERSE", "DRAW_2", "DRAW_4"})
"""With two players these give another turn; a pending penalty does, too, unless it is answered."""


class Table(NamedTuple):
    """Facts that the evaluation of every play needs."""

    view: UnoView
    rival: int
    rivals: int
    again: frozenset[str]
    memory: Memory

    def lacks(self, color: UnoColor, cards: int) -> float:
        """Return how likely the next player lacks the colour, less with more rivals."""
        return self.memory.lacks(self.rival, color, cards) / self.rivals**2


class Pile(NamedTuple):
    """The top card after a play: its colour, its symbol, and how many cards the next player has."""

    color: UnoColor
    symbol: str
    cards: int


def table_of(view: UnoView, memory: Memory) -> Table:
    """The table as the seat of the view sees it."""
    assert view.seat is not None
    rivals = len(seated(view)) - 1
    again = AGAIN if rivals == 1 else frozenset()
    return Table(view, seat_beside(view, view.seat, 1), rivals, again, memory)


def play_value(table: Table, play: PlayUnoCard) -> float:
    """Return the value of the hand after this play."""
    view = table.view
    rest = without(view.hand, play.card)
    symbol = symbol_of(play.card)
    color = play.color or color_of(play.card) or view.color or favourite(table, rest)
    cards = view.players[table.rival].cards
    if view.mode == "seven_o" and rest and symbol in ("0", "7"):
        return _exchanged(table, play, rest)
    return _played(table, rest, Pile(color, symbol, cards), 0)


def favourite(table: Table, rest: Sequence[str]) -> UnoColor:
    """Return the colour to name: many cards of it are left and the next player has none."""
    held = colors_in(rest)
    cards = table.view.players[table.rival].cards

    def preference(color: UnoColor) -> float:
        count = held[color]
        return count + (NAMED * table.lacks(color, cards) if count else 0.0)

    return max(UNO_COLORS, key=preference)


def _played(table: Table, rest: list[str], pile: Pile, depth: int) -> float:
    """Return the value after the card is played, with its penalty and the best further turn."""
    pile = pile._replace(cards=pile.cards + DRAWS.get(pile.symbol, 0))
    if not rest:
        return WON
    value = _hand(table, rest, pile)
    if pile.symbol not in table.again:
        return value
    value -= NO_CARD_FOR_IT
    if depth == DEPTH:
        return value
    return max([value, *(_next(table, rest, card, pile, depth) for card in _fitting(rest, pile))])


def _next(table: Table, rest: list[str], card: str, pile: Pile, depth: int) -> float:
    left = without(rest, card)
    color = color_of(card) or favourite(table, left)
    return _played(table, left, Pile(color, symbol_of(card), pile.cards), depth + 1)


def _fitting(rest: Sequence[str], pile: Pile) -> set[str]:
    """Return the cards that may be put on the pile; a DRAW_4 only without the colour."""
    fitting = {
        card
        for card in rest
        if color_of(card) in (pile.color, None) or symbol_of(card) == pile.symbol
    }
    if any(color_of(card) == pile.color for card in rest):
        fitting.discard("WILD DRAW_4")
    return fitting


def _hand(table: Table, rest: Sequence[str], pile: Pile) -> float:
    few = pile.cards <= FEW_CARDS
    value = 0.0
    colors: Counter[UnoColor] = Counter()
    for card in rest:
        value += _card(card, few)
        color = color_of(card)
        if color is not None:
            colors[color] += 1
    if colors[pile.color]:
        value += FOLLOW
    value += STRONG * colors[pile.color]
    return value + LACK * table.lacks(pile.color, pile.cards)


def _card(card: str, few: bool) -> float:
    value = -points_of(card) * (DANGER if few else COST)
    symbol = symbol_of(card)
    if is_wild(card):
        value += LATE_WILD if few else WILD if symbol == "WILD" else DRAW_4
    elif symbol == "DRAW_2" and not few:
        value += DRAW_2
    return value


def _exchanged(table: Table, play: PlayUnoCard, rest: Sequence[str]) -> float:
    """A seven or a zero: another hand comes for the rest of the own one."""
    view = table.view
    assert view.seat is not None
    giver = table.rival if play.swap is None else play.swap
    if symbol_of(play.card) == "0":
        giver = seat_beside(view, view.seat, -1)
    return SMALLER * (len(rest) - view.players[giver].cards)
