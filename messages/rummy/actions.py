"""Rummy 500: actions and prompts.

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
    """Lay melds or lay off as you like, then DiscardRummyCard; `owed` must be laid before that."""

    owed: Word | None = None


class DrawRummyStock(ClientMessage, frozen=True):
    """Draw the top card of the stock. If the stock is empty, this ends the round."""


class TakeRummyDiscard(ClientMessage, frozen=True):
    """Take this card of the discard pile and all above it; you must lay the card in this turn."""

    card: Word


class LayRummyMeld(ClientMessage, frozen=True):
    """Lay a new meld: a run of one suit or a set of one rank, in any order."""

    cards: RummyCards


class LayOffRummyCards(ClientMessage, frozen=True):
    """Add cards to the meld with this number, from 1, also to a meld of another player."""

    meld: Number
    cards: RummyCards


class DiscardRummyCard(ClientMessage, frozen=True):
    """Put a card on the discard pile; this ends your turn."""

    card: Word


class PlayRummyTurn(ClientMessage, frozen=True):
    """Several plays in this order, then the discard, if any; if one is refused, none is done.

    `forgive` is for forgiving tables only: the `lost` cards move under the discard pile without
    scoring, and a card still owed costs its points.
    """

    plays: Annotated[tuple[LayRummyMeld | LayOffRummyCards, ...], Meta(max_length=52)] = ()
    discard: Word | None = None
    forgive: bool = False
    lost: RummyCards = ()


RummyPlay = LayRummyMeld | LayOffRummyCards
RummyAction = DrawRummyStock | TakeRummyDiscard | RummyPlay | DiscardRummyCard | PlayRummyTurn
RummyPrompt = SelectRummyDraw | SelectRummyPlay
