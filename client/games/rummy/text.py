"""The text of Rummy 500: cards, changes, prompts, commands and words on the board.

Sentences about changes are in the past tense, so that "You" and a name go with the same verb.
"""

from collections.abc import Iterable, Sequence

from client.games.drawing import Sign
from client.games.prose import Prose, Word, join_words, prose
from client.games.text import YOU, GameText, Who, card_count, mid_sentence
from messages.rummy import table
from messages.rummy.actions import SelectRummyDraw, SelectRummyPlay
from messages.text import clean

# --- cards ----------------------------------------------------------------------------------------


RANKS, SUITS = "A23456789TJQK", "HCSD"
SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
SUIT_INKS = {"S": "text", "H": "ink:red", "D": "ink:blue", "C": "ink:green"}
"""The role of a card in a sentence by its suit."""


def card_name(card: str) -> str:
    """Return the name of a card, with a ten as ``10H``; unknown text is cleaned and cut."""
    return clean(f"10{card[1:]}" if card.startswith("T") else card, 4)


def card_names(cards: Iterable[str]) -> str:
    """Return the names of several cards, separated by spaces."""
    return " ".join(map(card_name, cards))


def card_sign(card: str) -> str:
    """Return a card with the sign of its suit, as ``5♥`` or ``10♣``; empty for an unknown suit."""
    rank, suit = card[:1], card[1:]
    return ("10" if rank == "T" else rank) + SUIT_SIGNS[suit] if suit in SUIT_SIGNS else ""


def card_word(card: str) -> Word:
    """Return the name of a card in the colour of its suit; the full screen shows ``5♥`` instead."""
    return Word(card_name(card), SUIT_INKS.get(card[1:], "text"), card_sign(card))


def _join_cards(cards: Iterable[str]) -> Prose:
    """Return the names of cards in their colours, separated by spaces."""
    return join_words(map(card_word, cards), " ")


def sort_by_suit(cards: Iterable[str]) -> list[str]:
    """Sort cards by hearts, clubs, spades, diamonds, each from the ace up."""
    return sorted(cards, key=lambda card: (SUITS.find(card[1:]), RANKS.find(card[:1])))


def sort_by_rank(cards: Iterable[str]) -> list[str]:
    """Sort cards by rank from ace to king, then by suit."""
    return sorted(cards, key=lambda card: (RANKS.find(card[:1]), SUITS.find(card[1:])))


def card_points(card: str) -> int:
    """Return the points of a card: its number, or 10 for ace, ten, face cards and unknown text."""
    return int(card[0]) if card[:1] in "23456789" and card else 10


# --- changes and prompts --------------------------------------------------------------------------


def _round_started_text(c: table.RummyRoundStarted, who: Who) -> Prose:
    """Return the round, the cards dealt, the top card and the first player."""
    dealt = f"--- Round {c.round}: {card_count(c.cards)} each, "
    first = f" is up; {mid_sentence(who(c.first))} had the first turn."
    return prose(dealt, card_word(c.top), first)


def _stock_drawn_text(c: table.RummyStockDrawn, who: Who) -> Prose:
    """Return the sentence; only the reader's own card is named."""
    is_own = c.card is not None and who(c.seat) == YOU
    return prose(f"{who(c.seat)} drew ", card_word(c.card or "") if is_own else "a card", ".")


def _cards_lost_text(c: table.RummyCardsLost, who: Who) -> Prose:
    """Return the sentence about cards given up, or a taken card not used, and about the fine."""
    event: Prose = ("could not use a card that was taken",)
    if c.cards:
        event = prose("gave up ", _join_cards(c.cards))
    fine = f" and lost {c.fine} points." if c.fine else "."
    return prose(f"{who(c.seat)} ", event, fine)


def _round_ended_text(c: table.RummyRoundEnded, who: Who) -> str:
    """Return the player who went out, or that the stock was empty, and all points."""
    cause = "The stock was empty" if c.out is None else f"{who(c.out)} went out"
    return f"{cause}: {_join_points(c.points, who)}."


def _join_points(points: Sequence[int], who: Who) -> str:
    """Return each player with the points, as ``ada +40, bob -15``."""
    return ", ".join(f"{who(seat)} {score:+}" for seat, score in enumerate(points))


def _draw_prompt(p: SelectRummyDraw) -> str:
    """Return the question with the discards that can be used, if there are any."""
    if not p.cards:
        return "Draw a card; you cannot use the discards."
    return f"Draw a card, or take discards: {card_names(p.cards)}."


def _play_prompt(p: SelectRummyPlay) -> str:
    """Return the question; a card taken from the pile must be put down first."""
    if p.owed is not None:
        return f"Put down the {card_name(p.owed)} you took, in a meld or on one of the table."
    return "Lay melds or add to those of the table, then discard a card."


TEXT = GameText(
    changes={
        table.RummyRoundStarted: _round_started_text,
        table.RummyHandDealt: lambda c, who: (
            prose("Your hand: ", _join_cards(sort_by_suit(c.cards)), ".")
            if who(c.seat) == YOU
            else ""
        ),
        table.RummyTurnStarted: "",
        table.RummyStockDrawn: _stock_drawn_text,
        table.RummyDiscardTaken: lambda c, who: prose(
            f"{who(c.seat)} took ", _join_cards(c.cards), " from the discard pile."
        ),
        table.RummyMeldLaid: lambda c, who: prose(
            f"{who(c.seat)} laid meld #{c.meld}: ", _join_cards(c.cards), "."
        ),
        table.RummyCardsLaidOff: lambda c, who: prose(
            f"{who(c.seat)} added ", _join_cards(c.front + c.back), f" to meld #{c.meld}."
        ),
        table.RummyCardDiscarded: lambda c, who: prose(
            f"{who(c.seat)} discarded ", card_word(c.card), "."
        ),
        table.RummyCardsLost: _cards_lost_text,
        table.RummyStockRenewed: lambda c, who: (
            f"The discards were shuffled: {card_count(c.stock)} can be drawn again."
        ),
        table.RummySeatGone: lambda c, who: (
            f"{who(c.seat)} left the match for good; the hand is in the stock."
        ),
        table.RummyRoundEnded: _round_ended_text,
        table.RummyGameEnded: lambda c, who: f"The match is over: {c.reason.rstrip('.')}.",
    },
    prompts={
        SelectRummyDraw: _draw_prompt,
        SelectRummyPlay: _play_prompt,
    },
    prompt_rules={
        SelectRummyDraw: (
            "One card from the stock, or any card of the discard pile with all that lie on it. If",
            "it is not the top one, it must be put down in this turn.",
        ),
        SelectRummyPlay: (
            "A meld is three or four of a rank, or three and more of a suit in order; single",
            "cards go to any meld on the table and count for you. What you still hold when the",
            "round ends counts against you. A discard ends your turn.",
        ),
    },
    rules_summary=(
        "RUMMY 500. Play rounds until somebody has 500 points; then most points win.",
        "In your turn draw, put down what you like, and discard a card. Draw the top of",
        "the stock, or a card of the discard pile with all that lie on it; that card, the",
        "lowest you take, must be put down in the same turn. Put down sets (three or four",
        "of a rank), runs (three or more of a suit in order; the ace is low or high,",
        "never in the middle), or single cards on any meld. A round ends when a hand is",
        "empty, or the stock has run out. Cards on the table count for those who laid",
        "them, cards in hand against their owner: 2 to 10 their number, all others 10.",
    ),
    setup_hint="2 to 5 players. Options: target=200, ace_runs=high, forgiving=true",
)


# --- commands and the board -----------------------------------------------------------------------


HELP = (
    "draw                      draw a card from the stock",
    "take 9H                   take a card of the discard pile and all above it;",
    "                          to be put down in this turn (take 3: by its place)",
    "meld 5H 6H 7H             lay a meld: three or more in a row of one suit,",
    "                          or three or four of one rank",
    "off 2 8H                  add cards to meld 2 of any player",
    "discard KC                put a card away; your turn is over",
    "  several at once: meld 5H 6H 7H; off 2 8H; discard KC",
)
LEGEND = (
    "Cards are rank and suit: A 2 3 4 5 6 7 8 9 10 J Q K of H hearts, C clubs,",
    "S spades, D diamonds. > has the turn. laid: points put down in this round;",
    "after the total come the points of the last rounds. A, 10, J, Q, K count 10.",
)
SIGNS = {
    "♠ ♥ ♦ ♣": Sign("", "spades, hearts, diamonds, clubs"),
    "laid": Sign("laid", "points put down in this round"),
    "8": Sign("DISCARDS", "below a discard: its place in the pile, from the top"),
    "by suit": Sign("by suit", "the order of your hand; type sort to change it"),
    "by rank": Sign("by rank", "the order of your hand; type sort to change it"),
}
ONE_TURN = "Only melds and lay-offs, then one discard, can be done at once."
USAGE = {
    "draw": "Nothing comes after draw; to take a discard type: take 9H.",
    "take": "Like this: take 9H, or take 3 for the third card of the pile.",
    "meld": "Like this: meld 5H 6H 7H.",
    "off": "Like this: off 2 8H, which adds the 8H to meld 2.",
    "discard": "Like this: discard KC.",
}
PILE_NUMBERS = "The cards of the pile have the places 1 to {count}."
A_MELD = "number of a meld"
NO_CARD = "{word!r} is no card: write rank and suit, like 5H, 10C, QS or AD."

# Choices.

NO_USE = "you could not put it down"
LAY_FIRST = "first put down the {card} you took"
DISCARD_LINE = "  A discard ends your turn."
CARDS_ABOVE = "and {cards}"
POINTS = "{count} points"

# The board.

OWED = "{card} must be put down"
OWED_SENTENCE = "You must put down {card} in this turn."
PILE = "Discard pile, top first:"
HAND_TITLE = "Your hand by suit, and by rank:"

# The drawing and its previews.

PILE_ORDER = " discards, top right"
PILE_TAKE = " one takes all to its right"
PILE_NOTE = "oldest left, top right · one takes all to its right"
GO_OUT = "you go out, the round ends"
EMPTY_STOCK_DRAW = "the stock is empty: the round ends"
EMPTY_STOCK_ENDS = "the stock is empty, the round ends"
EMPTY_STOCK_RENEWED = "the stock is empty, the discards are shuffled or the round ends"
CANNOT_USE = ": you could not put it down"
STOCK_EMPTY = "The stock is empty"
ROUND_OVER = " {cause}: the round is over"
SCORE_COLUMNS = "    laid in hand   round   total"

# --- highlights -----------------------------------------------------------------------------------

BEST_ROUND = "Round {round}: {who} scored {points} points."
WORST_ROUND = "Round {round}: {who} lost {points} points."
LARGE_TAKE = "{who} took {count} discards at once."
LONG_MELD = "{who} laid {cards} in one meld."
