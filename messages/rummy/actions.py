"""Rummy 500: what players say and what they are asked.

A card is a text of rank and suit: ``5H``, ``TC``, ``QS``, ``AD``. Ranks: ``A23456789TJQK``; suits:
Hearts, Clubs, Spades, Diamonds. Changes and the view are in ``table.py``.
"""

from typing import Annotated, Literal, get_args

from msgspec import Meta

from messages.base import ClientMessage, Number, ServerMessage, Word

RummyAces = Literal["both", "high", "low"]
RUMMY_ACES: tuple[RummyAces, ...] = get_args(RummyAces)

RummyStockOut = Literal["end_now", "discard_only", "reshuffle"]
RUMMY_STOCK_OUT: tuple[RummyStockOut, ...] = get_args(RummyStockOut)

RummyCount = Annotated[int, Meta(ge=0, le=52)]
RummyCards = Annotated[tuple[Word, ...], Meta(max_length=52)]


class SelectRummyDraw(ServerMessage, frozen=True):
    """Your turn: DrawRummyStock, or TakeRummyDiscard with one of these cards of the pile."""

    cards: RummyCards = ()


class SelectRummyPlay(ServerMessage, frozen=True):
    """Put down what you like, then DiscardRummyCard; `owed` has to be put down before that."""

    owed: Word | None = None


class DrawRummyStock(ClientMessage, frozen=True):
    """Draw the top card of the stock."""


class TakeRummyDiscard(ClientMessage, frozen=True):
    """Take this card of the discard pile and all above it; the card must be used in this turn."""

    card: Word


class LayRummyMeld(ClientMessage, frozen=True):
    """A new meld: a run of one suit or a set of one rank, in any order."""

    cards: RummyCards


class LayOffRummyCards(ClientMessage, frozen=True):
    """Add cards to the meld with this number, whoever laid it."""

    meld: Number
    cards: RummyCards


class DiscardRummyCard(ClientMessage, frozen=True):
    """Put a card on the discard pile; your turn is over."""

    card: Word


class PlayRummyTurn(ClientMessage, frozen=True):
    """Several plays in this order and the discard after them, if any: all or nothing.

    `forgive` is for forgiving tables only: the `lost` cards leave the hand for the bottom of the
    discard pile and score nothing, and a card still owed costs its points.
    """

    plays: Annotated[tuple[LayRummyMeld | LayOffRummyCards, ...], Meta(max_length=52)] = ()
    discard: Word | None = None
    forgive: bool = False
    lost: RummyCards = ()


RummyPlay = LayRummyMeld | LayOffRummyCards
RummyAction = DrawRummyStock | TakeRummyDiscard | RummyPlay | DiscardRummyCard | PlayRummyTurn
RummyPrompt = SelectRummyDraw | SelectRummyPlay
