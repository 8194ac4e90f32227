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
PENALTY_CARDS = {"DRAW_2": 2, "DRAW_4": 4}
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


def remove_card(hand: Iterable[str], card: str) -> list[str]:
    """The hand after the card has left it."""
    rest = list(hand)
    rest.remove(card)
    return rest


def count_colors(hand: Iterable[str]) -> Counter[UnoColor]:
    """Count the cards of each colour."""
    return Counter(color for card in hand if (color := color_of(card)) is not None)


def most_held_color(hand: Iterable[str]) -> UnoColor:
    """The colour held most; the first of them where there are several."""
    held = count_colors(hand)
    return max(UNO_COLORS, key=lambda color: held[color])


def seats_in_play(view: UnoView) -> list[int]:
    """The seats that are still taken."""
    return [seat for seat, player in enumerate(view.players) if not player.gone]


def seat_after(view: UnoView, seat: int, steps: int) -> int:
    """Return the seat this many seats further in the direction of play; -1 is the one before."""
    seats = seats_in_play(view)
    shift = steps if view.clockwise else -steps
    return seats[(seats.index(seat) + shift) % len(seats)]


# --- what the others lack -------------------------------------------------------------------------


UNKNOWN_COUNT = 108
"""Nothing is known: every card could be of the colour."""
NOT_OF_COLOR = 0.76
"""The share of cards that are not of a given colour; 27 of 108 are wild or of it."""


class OpponentModel:
    """Remembers which colours the others did not have in this round.

    A player who draws instead of playing has nothing of the colour on the situation, and one who puts a
    wild on a colour mostly has none of it either. Cards drawn later may be of any colour. So there
    is a number for each seat and colour: how many cards of the hand could be of this colour.
    """

    def __init__(self) -> None:
        self._possible_counts: dict[int, dict[UnoColor, int]] = {}
        self._last_color: UnoColor | None = None

    def observe(self, view: UnoView, change: Change) -> None:
        """Take note of a change; the view is the one after it."""
        match change:
            case changes.UnoRoundStarted() | changes.UnoHandsSwapped() | changes.UnoHandsPassed():
                self._possible_counts.clear()
            case changes.UnoCardsDrawn():
                self._observe_draw(view, change)
            case changes.UnoCardPlayed() if is_wild(change.card) and self._last_color is not None:
                self._rule_out(change.seat, self._last_color)
        self._last_color = view.color

    def probability_without(self, seat: int, color: UnoColor, cards: int) -> float:
        """Return the probability that a seat with this many cards has none of the colour."""
        known = self._possible_counts.get(seat)
        could_be = cards if known is None else min(known[color], cards)
        return float(NOT_OF_COLOR**could_be)

    def _observe_draw(self, view: UnoView, change: changes.UnoCardsDrawn) -> None:
        """Draw by choice: the colour was missing. The new cards may be of any colour."""
        if change.reason == "CHOICE" and view.color is not None:
            self._rule_out(change.seat, view.color)
        known = self._possible_counts.get(change.seat, {})
        for color in known:
            known[color] += change.count

    def _rule_out(self, seat: int, color: UnoColor) -> None:
        self._possible_counts.setdefault(seat, dict.fromkeys(UNO_COLORS, UNKNOWN_COUNT))[color] = 0


# --- the value of a play --------------------------------------------------------------------------


NEAR_END_CARDS = 2
"""Cards in the next player's hand with which the round may soon be over."""
POINT_COST = 0.5
"""A point in the hand."""
LATE_POINT_COST = 0.8
"""A point in the hand when the next player has few cards."""
WILD_VALUE = 60.0
DRAW_4_VALUE = 100.0
DRAW_2_VALUE = 12.0
LATE_WILD_VALUE = 20.0
"""The value of a wild or a draw card in the hand, before and when the next player has few."""
CAN_FOLLOW_BONUS = 3.0
"""A card of the colour on the table is left."""
SAME_COLOR_WEIGHT = 2.0
"""Each card of the colour on the table that is left."""
NEXT_LACKS_COLOR_WEIGHT = 40.0
"""The next player certainly has nothing of the colour on the situation."""
NAMED_COLOR_WEIGHT = 3.0
"""The same when a colour is named, in cards of the own hand."""
UNUSED_TURN_PENALTY = 20.0
"""Another turn, but no card for it."""
HAND_SIZE_WEIGHT = 12.0
"""A hand smaller by one card, in exchange for the own one."""
WIN_VALUE = 1000.0
MAX_DEPTH = 5
"""Cards in a row that are thought through."""

EXTRA_TURN_SYMBOLS = frozenset({"SKIP", "REVERSE", "DRAW_2", "DRAW_4"})
"""With two players these give another turn; a pending penalty does, too, unless it is answered."""


class Situation(NamedTuple):
    """Facts that the evaluation of every play needs."""

    view: UnoView
    next_seat: int
    opponent_count: int
    extra_turn_symbols: frozenset[str]
    opponents: OpponentModel

    def probability_next_lacks(self, color: UnoColor, cards: int) -> float:
        """Return how likely the next player lacks the colour, less with more opponent_count."""
        probability = self.opponents.probability_without(self.next_seat, color, cards)
        return probability / self.opponent_count**2


class PileState(NamedTuple):
    """The top card after a play: its colour, its symbol, and how many cards the next player has."""

    color: UnoColor
    symbol: str
    next_cards: int


def situation_of(view: UnoView, opponents: OpponentModel) -> Situation:
    """The table as the seat of the view sees it."""
    assert view.seat is not None
    opponent_count = len(seats_in_play(view)) - 1
    extra_turn_symbols = EXTRA_TURN_SYMBOLS if opponent_count == 1 else frozenset()
    next_seat = seat_after(view, view.seat, 1)
    return Situation(view, next_seat, opponent_count, extra_turn_symbols, opponents)


def play_value(situation: Situation, play: PlayUnoCard) -> float:
    """Return the value of the hand after this play."""
    view = situation.view
    rest = remove_card(view.hand, play.card)
    symbol = symbol_of(play.card)
    color = play.color or color_of(play.card) or view.color or best_color_to_name(situation, rest)
    cards = view.players[situation.next_seat].cards
    if view.mode == "seven_o" and rest and symbol in ("0", "7"):
        return _exchange_value(situation, play, rest)
    return _value_after_play(situation, rest, PileState(color, symbol, cards), 0)


def best_color_to_name(situation: Situation, rest: Sequence[str]) -> UnoColor:
    """Return the colour to name: many cards of it are left and the next player has none."""
    held = count_colors(rest)
    cards = situation.view.players[situation.next_seat].cards

    def preference(color: UnoColor) -> float:
        count = held[color]
        if not count:
            return 0.0
        return count + NAMED_COLOR_WEIGHT * situation.probability_next_lacks(color, cards)

    return max(UNO_COLORS, key=preference)


def _value_after_play(situation: Situation, rest: list[str], pile: PileState, depth: int) -> float:
    """Return the value after the card is played, with its penalty and the best further turn."""
    pile = pile._replace(next_cards=pile.next_cards + PENALTY_CARDS.get(pile.symbol, 0))
    if not rest:
        return WIN_VALUE
    value = _hand_value(situation, rest, pile)
    if pile.symbol not in situation.extra_turn_symbols:
        return value
    value -= UNUSED_TURN_PENALTY
    if depth == MAX_DEPTH:
        return value
    next_cards = _playable_cards(rest, pile)
    return max([value, *(_next_value(situation, rest, card, pile, depth) for card in next_cards)])


def _next_value(
    situation: Situation, rest: list[str], card: str, pile: PileState, depth: int
) -> float:
    """Return the value of playing a card in the extra turn."""
    left = remove_card(rest, card)
    color = color_of(card) or best_color_to_name(situation, left)
    after = PileState(color, symbol_of(card), pile.next_cards)
    return _value_after_play(situation, left, after, depth + 1)


def _playable_cards(rest: Sequence[str], pile: PileState) -> set[str]:
    """Return the cards that may be put on the pile; a DRAW_4 only without the colour."""
    fitting = {
        card
        for card in rest
        if color_of(card) in (pile.color, None) or symbol_of(card) == pile.symbol
    }
    if any(color_of(card) == pile.color for card in rest):
        fitting.discard("WILD DRAW_4")
    return fitting


def _hand_value(situation: Situation, rest: Sequence[str], pile: PileState) -> float:
    near_end = pile.next_cards <= NEAR_END_CARDS
    value = 0.0
    colors: Counter[UnoColor] = Counter()
    for card in rest:
        value += _card_value(card, near_end)
        color = color_of(card)
        if color is not None:
            colors[color] += 1
    if colors[pile.color]:
        value += CAN_FOLLOW_BONUS
    value += SAME_COLOR_WEIGHT * colors[pile.color]
    probability = situation.probability_next_lacks(pile.color, pile.next_cards)
    return value + NEXT_LACKS_COLOR_WEIGHT * probability


def _card_value(card: str, near_end: bool) -> float:
    value = -points_of(card) * (LATE_POINT_COST if near_end else POINT_COST)
    symbol = symbol_of(card)
    if is_wild(card):
        value += LATE_WILD_VALUE if near_end else WILD_VALUE if symbol == "WILD" else DRAW_4_VALUE
    elif symbol == "DRAW_2" and not near_end:
        value += DRAW_2_VALUE
    return value


def _exchange_value(situation: Situation, play: PlayUnoCard, rest: Sequence[str]) -> float:
    """A seven or a zero: another hand comes for the rest of the own one."""
    view = situation.view
    assert view.seat is not None
    giver = situation.next_seat if play.swap is None else play.swap
    if symbol_of(play.card) == "0":
        giver = seat_after(view, view.seat, -1)
    return HAND_SIZE_WEIGHT * (len(rest) - view.players[giver].cards)
