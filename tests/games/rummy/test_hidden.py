"""A seat cannot see hidden cards: states that differ only in them look the same to it.

In the varied state the cards that the seat does not know, in other hands and in the stock, are
exchanged, and the Rng is another one. Cards that a player is about to lay stay with their owner, as
do the cards needed to use a card of the pile. A card that the seat itself draws next stays, too.
"""

from itertools import chain
from random import Random

import pytest
from msgspec.msgpack import encode
from msgspec.structs import astuple, replace

from games.base import Step
from games.rng import Rng
from games.rummy import RUMMY
from games.rummy.cards import CARD_BY_TEXT, NO_CARD, card_names, cards_of, hand_of
from games.rummy.state import State
from messages.base import Seat
from messages.rummy.actions import TakeRummyDiscard
from messages.rummy.table import RummyRoundEnded, RummyStockDrawn
from tests.games.rummy.games import PLAYERS, Moment, moments, quick


def shown_by(moment: Moment) -> set[int]:
    """Return the cards that the step reveals or needs."""
    shown = {moment.state.owed}
    if moment.state.owed != NO_CARD or isinstance(moment.action, TakeRummyDiscard):
        shown |= set(cards_of(moment.state.hands[moment.seat]))
    for change in moment.step.changes:
        if not isinstance(change, RummyStockDrawn):
            fields = [v if isinstance(v, tuple) else (v,) for v in astuple(change)]
            shown |= {
                CARD_BY_TEXT[text] for field in fields for text in field if text in CARD_BY_TEXT
            }
    return shown


def another_world(state: State, viewer: Seat | None, fixed: set[int], random: Random) -> State:
    """Exchange the unknown cards; ``fixed`` ones stay."""
    hidden = [seat for seat in state.seated if seat != viewer]
    free = [c for s in hidden for c in cards_of(state.hands[s]) if c not in fixed]
    pool = free + [card for card in state.stock if card not in fixed]
    random.shuffle(pool)
    hands = list(state.hands)
    for seat in hidden:
        kept = [card for card in cards_of(hands[seat]) if card in fixed]
        size = hands[seat].bit_count() - len(kept)
        hands[seat] = hand_of(kept) | hand_of(pool[:size])
        del pool[:size]
    stock = bytes(card if card in fixed else pool.pop() for card in state.stock)
    rng = Rng(b"another world", random.randrange(1000))
    drawn = state.drawn if state.turn == viewer or state.drawn in fixed else NO_CARD
    return replace(state, hands=tuple(hands), stock=stock, rng=rng, drawn=drawn)


def visible_to(state: State, viewer: Seat | None) -> list[bytes]:
    """Return the encoded view, prompt and legal actions of the seat."""
    said = [encode(RUMMY.view(state, viewer))]
    if viewer is not None:
        said += [encode(RUMMY.prompt(state, viewer)), encode(RUMMY.legal(state, viewer))]
    return said


def visible_after(step: Step[State], viewer: Seat | None) -> list[bytes]:
    """Return the encoded changes of a step, redacted for the seat."""
    redacted = [encode(RUMMY.redact(change, viewer)) for change in step.changes]
    return redacted + visible_to(step.state, viewer)


@pytest.mark.parametrize("players", PLAYERS)
def test_view_prompt_legal_actions_and_changes_do_not_depend_on_hidden_cards(players: int) -> None:
    random, compared = Random(players), 0
    for seed in range(4):
        for moment in moments(players, quick(seed), seed):
            state, viewer = moment.state, random.choice([*range(players), None])
            fixed = shown_by(moment)
            if moment.seat == viewer:
                fixed |= set(state.stock[-1:])
            other = another_world(state, viewer, fixed, random)
            assert visible_to(other, viewer) == visible_to(state, viewer)
            assert moment.action is not None
            step = RUMMY.apply(other, moment.seat, moment.action)
            if any(isinstance(change, RummyRoundEnded) for change in moment.step.changes):
                continue  # The points of all hands are public.
            assert visible_after(step, viewer) == visible_after(moment.step, viewer)
            compared += 1
    assert compared > 50


def test_redacted_end_of_a_round_contains_no_cards_of_other_hands() -> None:
    rounds = 0
    for moment in chain.from_iterable(moments(3, quick(0), seed) for seed in range(5)):
        kinds = [type(change) for change in moment.step.changes]
        if RummyRoundEnded in kinds:
            end = moment.step.changes[: kinds.index(RummyRoundEnded) + 1]
            redacted = encode([RUMMY.redact(change, None) for change in end])
            others = [hand for seat, hand in enumerate(moment.state.hands) if seat != moment.seat]
            held = [card for hand in others for card in card_names(cards_of(hand))]
            assert held
            assert not [card for card in held if card.encode() in redacted]
            rounds += 1
    assert rounds > 3


def test_view_contains_neither_stock_order_nor_rng() -> None:
    state = next(moments(2, quick(1), 1)).state
    state = replace(state, rng=Rng(b"a very secret seed", 77))
    for seat in (0, 1, None):
        packed = encode(RUMMY.view(state, seat))
        assert b"secret" not in packed
        assert state.stock[:5] not in packed
