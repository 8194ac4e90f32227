"""What happens in Rummy 500 and what is asked, in sentences. All of this game's words are here.

``who`` gives the name of a seat, or "You". Sentences are in the past tense, so that "You" and a
name go with the same verb.
"""

from collections.abc import Callable, Sequence
from typing import Any

from client.games.rummy.text_cards import by_suit, card_name, card_names
from client.games.text import YOU, Who, card_count, within
from messages import Change, ServerMessage
from messages.rummy.actions import SelectRummyDraw, SelectRummyPlay
from messages.rummy.table import (
    RummyCardDiscarded,
    RummyCardsLaidOff,
    RummyCardsLost,
    RummyDiscardTaken,
    RummyGameEnded,
    RummyHandDealt,
    RummyMeldLaid,
    RummyRoundEnded,
    RummyRoundStarted,
    RummySeatGone,
    RummyStockDrawn,
    RummyStockRenewed,
    RummyTurnStarted,
)


def say(change: Change, who: Who) -> str:
    """One sentence; empty for what needs no words."""
    return SENTENCES[type(change)](change, who)


def _round(c: RummyRoundStarted, who: Who) -> str:
    dealt = f"{card_count(c.cards)} each, {card_name(c.top)} is up"
    return f"--- Round {c.round}: {dealt}; {within(who(c.first))} had the first turn."


def _hand(c: RummyHandDealt, who: Who) -> str:
    return f"Your hand: {card_names(by_suit(c.cards))}." if who(c.seat) == YOU else ""


def _silent(c: RummyTurnStarted, who: Who) -> str:
    return ""


def _drawn(c: RummyStockDrawn, who: Who) -> str:
    what = card_name(c.card) if c.card is not None and who(c.seat) == YOU else "a card"
    return f"{who(c.seat)} drew {what}."


def _taken(c: RummyDiscardTaken, who: Who) -> str:
    return f"{who(c.seat)} took {card_names(c.cards)} from the discard pile."


def _meld(c: RummyMeldLaid, who: Who) -> str:
    return f"{who(c.seat)} laid meld #{c.meld}: {card_names(c.cards)}."


def _off(c: RummyCardsLaidOff, who: Who) -> str:
    return f"{who(c.seat)} added {card_names(c.front + c.back)} to meld #{c.meld}."


def _discarded(c: RummyCardDiscarded, who: Who) -> str:
    return f"{who(c.seat)} discarded {card_name(c.card)}."


def _lost(c: RummyCardsLost, who: Who) -> str:
    lost = f"gave up {card_names(c.cards)}" if c.cards else "could not use a card that was taken"
    return f"{who(c.seat)} {lost}{f' and lost {c.fine} points' if c.fine else ''}."


def _renewed(c: RummyStockRenewed, who: Who) -> str:
    return f"The discards were shuffled: {card_count(c.stock)} can be drawn again."


def _gone(c: RummySeatGone, who: Who) -> str:
    return f"{who(c.seat)} left the match for good; the hand is in the stock."


def _round_ended(c: RummyRoundEnded, who: Who) -> str:
    how = "The stock was empty" if c.out is None else f"{who(c.out)} went out"
    return f"{how}: {_points(c.points, who)}."


def _points(points: Sequence[int], who: Who) -> str:
    return ", ".join(f"{who(seat)} {made:+}" for seat, made in enumerate(points))


def _over(c: RummyGameEnded, who: Who) -> str:
    return f"The match is over: {c.reason.rstrip('.')}."


SENTENCES: dict[type[Change], Callable[[Any, Who], str]] = {
    RummyRoundStarted: _round,
    RummyHandDealt: _hand,
    RummyTurnStarted: _silent,
    RummyStockDrawn: _drawn,
    RummyDiscardTaken: _taken,
    RummyMeldLaid: _meld,
    RummyCardsLaidOff: _off,
    RummyCardDiscarded: _discarded,
    RummyCardsLost: _lost,
    RummyStockRenewed: _renewed,
    RummySeatGone: _gone,
    RummyRoundEnded: _round_ended,
    RummyGameEnded: _over,
}


def _ask_draw(p: SelectRummyDraw) -> str:
    if not p.cards:
        return "Draw a card; you have no use for any of the discards."
    return f"Draw a card, or take from the discard pile: {card_names(p.cards)}."


def _ask_play(p: SelectRummyPlay) -> str:
    if p.owed is not None:
        return f"Put down the {card_name(p.owed)} you took, in a meld or on one of the table."
    return "Lay melds or add to those of the table, then discard a card."


QUESTIONS: dict[type[ServerMessage], Callable[[Any], str]] = {
    SelectRummyDraw: _ask_draw,
    SelectRummyPlay: _ask_play,
}
