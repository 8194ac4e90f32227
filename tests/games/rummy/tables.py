"""Rummy states built card by card. Seats are called A, B, C … in these tests.

There are always 52 cards: those that a state does not name are at the bottom of the stock, or where
``rest`` says.
"""

from typing import Any

import pytest
from msgspec.structs import replace

from games.base import IllegalAction
from games.rng import Rng
from games.rummy import RUMMY
from games.rummy.cards import CARD_BY_TEXT, CARDS, hand_of
from games.rummy.melds import maybe_arrange
from games.rummy.state import Meld, Options, State
from messages.base import Seat
from messages.errors import ErrorCode
from messages.rummy.actions import (
    DiscardRummyCard,
    DrawRummyStock,
    LayOffRummyCards,
    LayRummyMeld,
    PlayRummyTurn,
    RummyAction,
    RummyPlay,
    TakeRummyDiscard,
)

A, B, C, D = range(4)
DRAW = DrawRummyStock()


def cards(text: str) -> bytes:
    """Return cards from a text such as ``5H TC AS``."""
    return bytes(CARD_BY_TEXT[card] for card in text.split())


def table(
    *hands: str,
    discard: str = "2D",
    stock: str = "",
    melds: tuple[tuple[Seat, str], ...] = (),
    rest: str = "stock",
    options: dict[str, Any] | None = None,
    **fields: Any,
) -> State:
    """Return a state with A to draw; ``stock`` and ``discard`` are given from the top down."""
    laid = [_meld(owner, text) for owner, text in melds]
    named = cards(" ".join((*hands, discard, stock, *(text for _, text in melds))))
    left = bytes(card for card in CARDS if card not in named)
    assert len(set(named)) == len(named)
    pile, deck = cards(discard)[::-1], cards(stock)[::-1]
    state = State(
        options=Options(**(options or {})),
        rng=Rng(b"tests"),
        seated=tuple(range(len(hands))),
        scores=(0,) * len(hands),
        hands=tuple(hand_of(cards(hand)) for hand in hands),
        fines=(0,) * len(hands),
        stock=left + deck if rest == "stock" else deck,
        discard=left + pile if rest == "discard" else pile,
        melds=tuple(laid),
        turn=A,
        round=1,
        first=A,
    )
    return replace(state, **fields)


def _meld(owner: Seat, text: str) -> Meld:
    meld = maybe_arrange(cards(text), "both")
    assert meld is not None
    return Meld(meld, bytes((owner,)) * len(meld))


def take(card: str) -> TakeRummyDiscard:
    return TakeRummyDiscard(card=card)


def meld(text: str) -> LayRummyMeld:
    return LayRummyMeld(cards=tuple(text.split()))


def lay_off(number: int, text: str) -> LayOffRummyCards:
    return LayOffRummyCards(meld=number, cards=tuple(text.split()))


def discard(card: str) -> DiscardRummyCard:
    return DiscardRummyCard(card=card)


def turn(*plays: RummyPlay, discard: str | None = None, **fields: Any) -> PlayRummyTurn:
    return PlayRummyTurn(plays=plays, discard=discard, **fields)


def after(state: State, *actions: RummyAction) -> State:
    """Apply actions of the player on turn and return the state."""
    for action in actions:
        state = RUMMY.apply(state, state.turn, action).state
    return state


def refused(state: State, action: RummyAction, seat: Seat = A) -> ErrorCode:
    """Return the code with which an action is refused; the refusal must have a text."""
    with pytest.raises(IllegalAction) as caught:
        RUMMY.apply(state, seat, action)
    assert caught.value.text.endswith(".")
    return caught.value.code
