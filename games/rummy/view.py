"""Rummy 500: view, prompts, redaction and confirmations.

The view lists the fields that may be seen. Of the changes only a dealt hand and a drawn card are
private.
"""

from functools import lru_cache

from games.rummy.cards import MAYBE_TEXT, card_names, cards_of
from games.rummy.legal import takeable_cards
from games.rummy.state import NOBODY, Meld, State
from messages.base import Change, Message, Seat
from messages.rummy import actions, table

CONFIRMED: dict[type[Message], str] = {
    actions.DrawRummyStock: "You have drawn",
    actions.TakeRummyDiscard: "You took from the discard pile",
    actions.LayRummyMeld: "You laid a meld",
    actions.LayOffRummyCards: "You laid off",
    actions.DiscardRummyCard: "You discarded",
    actions.PlayRummyTurn: "You put down your cards",
}


def confirm(action: actions.RummyAction) -> str:
    """Return the text of ActionValid for the action."""
    return CONFIRMED[type(action)]


def view(state: State, seat: Seat | None) -> table.RummyView:
    """Return the view of a seat or of a spectator."""
    options = state.options
    return table.RummyView(
        seat=seat,
        deal_two=options.deal_two,
        deal_more=options.deal_more,
        target=options.target,
        ace_runs=options.ace_runs,
        stock_out=options.stock_out,
        forgiving=options.forgiving,
        round=state.round,
        first=state.first,
        hand=() if seat is None else card_names(cards_of(state.hands[seat])),
        players=tuple([_player(state, other) for other in range(len(state.hands))]),
        melds=tuple([_meld(meld) for meld in state.melds]),
        discard=card_names(reversed(state.discard)),
        stock=len(state.stock),
        turn=None if state.turn == NOBODY else state.turn,
        decision=state.decision,
        owed=MAYBE_TEXT[state.owed],
        rounds=state.rounds,
        winners=state.winners,
    )


def _player(state: State, seat: Seat) -> table.RummyPlayerView:
    """Return what everybody may know of a player: the number of cards, not the cards."""
    return table.RummyPlayerView(
        cards=state.hands[seat].bit_count(),
        score=state.scores[seat],
        gone=seat not in state.seated,
    )


def _meld(meld: Meld) -> table.RummyMeldView:
    """Return the view of a meld: its cards and the seat that laid each of them."""
    return table.RummyMeldView(card_names(meld.cards), tuple(meld.owners))


def prompt(state: State, seat: Seat) -> actions.RummyPrompt | None:
    """Return the prompt for the seat on turn; None for the others."""
    if seat != state.turn or state.decision == "OVER":
        return None
    if state.decision == "DRAW":
        return actions.SelectRummyDraw(cards=card_names(takeable_cards(state, seat)))
    return actions.SelectRummyPlay(owed=MAYBE_TEXT[state.owed])


def redact(change: Change, seat: Seat | None) -> Change | None:
    """Hide dealt hands and drawn cards from all seats but their owner."""
    match change:
        case table.RummyHandDealt(owner) if owner != seat:
            return None
        case table.RummyStockDrawn(owner) if owner != seat:
            return _hidden_draw(owner)
        case _:
            return change


@lru_cache(maxsize=16)
def _hidden_draw(seat: Seat) -> table.RummyStockDrawn:
    """Return the change without the card, as one shared object."""
    return table.RummyStockDrawn(seat)
