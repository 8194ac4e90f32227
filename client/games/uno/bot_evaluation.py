"""The evaluation of UNO plays for the advanced bot: the value of the hand after a play.

The points of a hand count against it, more if the next player is about to end the round. Wilds and
draw cards have a value until then. Own cards of the colour on the pile count for the hand, and so
does the probability that the next player lacks this colour. With two players skips and draw cards
give another turn, so the search continues with the cards that may follow.
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
"""Number of cards that the next player draws, by symbol."""

_COLORS: dict[str, UnoColor] = {color: color for color in UNO_COLORS}


@lru_cache(maxsize=256)
def color_of(card: str) -> UnoColor | None:
    """Return the printed or named colour of a card; None for a wild in a hand and unknown text."""
    return _COLORS.get(card.partition(" ")[0])


@lru_cache(maxsize=256)
def symbol_of(card: str) -> str:
    """Return the symbol of a card: ``7`` of ``RED 7``, ``WILD`` of ``WILD WILD``."""
    return card.partition(" ")[2]


@lru_cache(maxsize=256)
def is_wild(card: str) -> bool:
    """Return whether the card is a WILD or DRAW_4."""
    return symbol_of(card) in WILDS


@lru_cache(maxsize=256)
def points_of(card: str) -> int:
    """Return the points of a card in a hand at the end of the round: 50, 20 or its number."""
    symbol = symbol_of(card)
    if symbol in WILDS:
        return 50
    return int(symbol) if symbol.isdigit() else 20


def remove_card(hand: Iterable[str], card: str) -> list[str]:
    """Return the hand without one copy of the card, which must be in it."""
    rest = list(hand)
    rest.remove(card)
    return rest


def count_colors(hand: Iterable[str]) -> Counter[UnoColor]:
    """Count the cards of each colour; wilds are left out."""
    return Counter(color for card in hand if (color := color_of(card)) is not None)


def most_held_color(hand: Iterable[str]) -> UnoColor:
    """Return the colour with the most cards in the hand; the first one on a tie."""
    held = count_colors(hand)
    return max(UNO_COLORS, key=lambda color: held[color])


def seats_in_play(view: UnoView) -> list[int]:
    """Return the seats of players who have not left."""
    return [seat for seat, player in enumerate(view.players) if not player.gone]


def seat_after(view: UnoView, seat: int, steps: int) -> int:
    """Return the seat this many steps further in the direction of play; -1 is the one before.

    Players who left are passed over; ``seat`` must not be one of them.
    """
    seats = seats_in_play(view)
    shift = steps if view.clockwise else -steps
    return seats[(seats.index(seat) + shift) % len(seats)]


# --- opponents ------------------------------------------------------------------------------------


UNKNOWN_COUNT = 108
"""Upper bound for the cards of a colour in a hand about which nothing is known."""
NOT_OF_COLOR = 0.76
"""Probability that an unknown card is not of a given colour."""


class OpponentModel:
    """Tracks which colours the opponents probably lack in this round.

    A player who draws instead of playing has no card of the current colour, and a player who plays
    a wild usually has none either. Cards drawn later may have any colour. The model therefore
    stores, for each seat and colour, how many cards of the hand could have this colour.
    """

    def __init__(self) -> None:
        self._possible_counts: dict[int, dict[UnoColor, int]] = {}
        self._last_color: UnoColor | None = None

    def observe(self, view: UnoView, change: Change) -> None:
        """Update the model with a change and the view after it.

        A new round or an exchange of hands clears the model. A wild rules out the colour that was
        on the pile before it.
        """
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
        """Rule out the current colour if the player chose to draw.

        Then raise the possible count of each colour by the cards drawn, if the seat has any counts.
        """
        if change.reason == "CHOICE" and view.color is not None:
            self._rule_out(change.seat, view.color)
        known = self._possible_counts.get(change.seat, {})
        for color in known:
            known[color] += change.count

    def _rule_out(self, seat: int, color: UnoColor) -> None:
        """Set the possible count of a colour to 0; other colours start with UNKNOWN_COUNT."""
        self._possible_counts.setdefault(seat, dict.fromkeys(UNO_COLORS, UNKNOWN_COUNT))[color] = 0


# --- the value of a play --------------------------------------------------------------------------


NEAR_END_CARDS = 2
"""Maximum hand size of the next player with which the round is considered near its end."""
POINT_COST = 0.5
"""Cost of each point in the hand."""
LATE_POINT_COST = 0.8
"""Cost of each point in the hand near the end of the round."""
WILD_VALUE = 60.0
DRAW_4_VALUE = 100.0
DRAW_2_VALUE = 12.0
LATE_WILD_VALUE = 20.0
"""Value of any wild in the hand near the end; the three values above apply before."""
CAN_FOLLOW_BONUS = 3.0
"""Bonus if the hand has a card of the colour on the pile."""
SAME_COLOR_WEIGHT = 2.0
"""Value of each card in the hand that has the colour on the pile."""
NEXT_LACKS_COLOR_WEIGHT = 40.0
"""Value if the next player certainly has no card of the colour on the pile."""
NAMED_COLOR_WEIGHT = 3.0
"""Weight of the same probability when a colour is named, counted in own cards."""
UNUSED_TURN_PENALTY = 20.0
"""Cost of an extra turn without a card to play in it."""
HAND_SIZE_WEIGHT = 12.0
"""Value of each card by which the hand received in an exchange is smaller."""
WIN_VALUE = 1000.0
"""Value of playing the last card."""
MAX_DEPTH = 5
"""Maximum number of extra turns that are searched."""

EXTRA_TURN_SYMBOLS = frozenset({"SKIP", "REVERSE", "DRAW_2", "DRAW_4"})
"""Symbols that give another turn with two players, unless a draw card is answered."""


class Situation(NamedTuple):
    """Facts about the match that the evaluation of every play needs."""

    view: UnoView
    next_seat: int
    opponent_count: int
    extra_turn_symbols: frozenset[str]
    opponents: OpponentModel

    def weight_next_lacks(self, color: UnoColor, cards: int) -> float:
        """Return a weight that is higher if the next player probably lacks the colour.

        It is the probability divided by the square of the number of opponents. ``cards`` is the
        hand size of that player.
        """
        probability = self.opponents.probability_without(self.next_seat, color, cards)
        return probability / self.opponent_count**2


class PileState(NamedTuple):
    """Colour and symbol of the top card after a play, and the hand size of the next player."""

    color: UnoColor
    symbol: str
    next_cards: int


def situation_of(view: UnoView, opponents: OpponentModel) -> Situation:
    """Return the situation of the seat of the view, which must be that of a player.

    Extra turns exist only with one opponent.
    """
    assert view.seat is not None
    opponent_count = len(seats_in_play(view)) - 1
    extra_turn_symbols = EXTRA_TURN_SYMBOLS if opponent_count == 1 else frozenset()
    next_seat = seat_after(view, view.seat, 1)
    return Situation(view, next_seat, opponent_count, extra_turn_symbols, opponents)


def play_value(situation: Situation, play: PlayUnoCard) -> float:
    """Return the value of the hand after a play; an exchange of hands is valued by hand sizes.

    A wild without a colour gets the current colour, or the best one if there is none.
    """
    view = situation.view
    rest = remove_card(view.hand, play.card)
    symbol = symbol_of(play.card)
    color = play.color or color_of(play.card) or view.color or best_color_to_name(situation, rest)
    cards = view.players[situation.next_seat].cards
    if view.mode == "seven_o" and rest and symbol in ("0", "7"):
        return _exchange_value(situation, play, rest)
    return _value_after_play(situation, rest, PileState(color, symbol, cards), 0)


def best_color_to_name(situation: Situation, rest: Sequence[str]) -> UnoColor:
    """Return the colour to name: many own cards, and the next player probably lacks it.

    A colour without own cards is chosen only if there are no coloured cards; then it is the first.
    """
    held = count_colors(rest)
    cards = situation.view.players[situation.next_seat].cards

    def preference(color: UnoColor) -> float:
        """Return the own cards of a colour plus the weight that the next player lacks it."""
        count = held[color]
        if not count:
            return 0.0
        return count + NAMED_COLOR_WEIGHT * situation.weight_next_lacks(color, cards)

    return max(UNO_COLORS, key=preference)


def _value_after_play(situation: Situation, rest: list[str], pile: PileState, depth: int) -> float:
    """Return the value after a play, including its penalty cards and the best extra turn.

    ``rest`` is the hand after the play; an empty one gives WIN_VALUE. The search stops at MAX_DEPTH
    extra turns.
    """
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
    return max(
        [value, *(_extra_turn_value(situation, rest, card, pile, depth) for card in next_cards)]
    )


def _extra_turn_value(
    situation: Situation, rest: list[str], card: str, pile: PileState, depth: int
) -> float:
    """Return the value of playing a card in the extra turn.

    A wild gets the best colour to name.
    """
    left = remove_card(rest, card)
    color = color_of(card) or best_color_to_name(situation, left)
    after = PileState(color, symbol_of(card), pile.next_cards)
    return _value_after_play(situation, left, after, depth + 1)


def _playable_cards(rest: Sequence[str], pile: PileState) -> set[str]:
    """Return the cards that fit on the pile; a DRAW_4 only without a card of the colour."""
    fitting = {
        card
        for card in rest
        if color_of(card) in (pile.color, None) or symbol_of(card) == pile.symbol
    }
    if any(color_of(card) == pile.color for card in rest):
        fitting.discard("WILD DRAW_4")
    return fitting


def _hand_value(situation: Situation, rest: Sequence[str], pile: PileState) -> float:
    """Return the value of a hand with this pile when the next player has the turn.

    It is the sum of the values of the cards, a bonus for own cards of the pile's colour, and the
    weighted probability that the next player lacks that colour.
    """
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
    probability = situation.weight_next_lacks(pile.color, pile.next_cards)
    return value + NEXT_LACKS_COLOR_WEIGHT * probability


def _card_value(card: str, near_end: bool) -> float:
    """Return the value of holding a card: negative points, plus a value for special cards.

    Near the end points cost more, and special cards are worth less.
    """
    value = -points_of(card) * (LATE_POINT_COST if near_end else POINT_COST)
    symbol = symbol_of(card)
    if is_wild(card):
        value += LATE_WILD_VALUE if near_end else WILD_VALUE if symbol == "WILD" else DRAW_4_VALUE
    elif symbol == "DRAW_2" and not near_end:
        value += DRAW_2_VALUE
    return value


def _exchange_value(situation: Situation, play: PlayUnoCard, rest: Sequence[str]) -> float:
    """Return the value of a seven or zero: own hand size minus that of the hand received.

    A seven swaps with ``play.swap``, or the next player if it is None; a zero brings the hand of
    the seat before. The difference is weighted.
    """
    view = situation.view
    assert view.seat is not None
    giver = situation.next_seat if play.swap is None else play.swap
    if symbol_of(play.card) == "0":
        giver = seat_after(view, view.seat, -1)
    return HAND_SIZE_WEIGHT * (len(rest) - view.players[giver].cards)
