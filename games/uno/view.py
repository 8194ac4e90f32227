"""UNO: view, prompts, redaction and confirmations.

The view lists the fields that may be seen: of other hands and of the piles only the number of
cards. It never contains the order of a pile or the Rng. A change that shows cards is complete for
their owner; all others get one shared object without them.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from games.uno.cards import HAND_TEXT, NO_CARD, NO_COLOR, TABLE_TEXT, card_names
from games.uno.legal import may_jump_in, partners, playable_cards
from games.uno.state import NOBODY, State
from messages.base import Change, Message, Seat
from messages.uno import actions, table

CONFIRMED: dict[type[Message], str] = {
    actions.PlayUnoCard: "You played the card",
    actions.DrawUnoCard: "You have drawn",
    actions.AnswerDrawnUnoCard: "You have decided about the card you drew",
    actions.ChooseUnoColor: "You named the colour",
    actions.SwapUnoHands: "You chose whose hand to take",
    actions.AnswerUnoChallenge: "You have answered",
    actions.SayUno: "You said UNO",
}


def confirm(action: actions.UnoAction) -> str:
    """Return the text of ActionValid for the action."""
    return CONFIRMED[type(action)]


def view(state: State, seat: Seat | None) -> table.UnoView:
    """Return the view of a seat or of a spectator."""
    options = state.options
    return table.UnoView(
        seat=seat,
        mode=options.mode,
        wd4_policy=options.wd4_policy,
        hand_size=options.hand_size,
        target_score=options.target_score,
        uno_penalty=options.uno_penalty,
        round=state.round,
        dealer=state.dealer,
        hand=() if seat is None else card_names(state.hands[seat]),
        players=tuple([_player(state, other) for other in range(len(state.hands))]),
        top=TABLE_TEXT[state.color][state.discard[-1]],
        color=None if state.color == NO_COLOR else actions.UNO_COLORS[state.color],
        clockwise=state.clockwise,
        turn=None if state.turn == NOBODY else state.turn,
        decision=state.decision,
        draw_pile=len(state.draw),
        discard_pile=len(state.discard),
        card=HAND_TEXT[state.card] if seat == state.turn and state.card != NO_CARD else None,
        pending=state.pending,
        uno_window=state.window,
        winners=state.winners,
    )


def _player(state: State, seat: Seat) -> table.UnoPlayerView:
    """Return what everybody may know of a player: the number of cards, not the cards."""
    return table.UnoPlayerView(
        cards=len(state.hands[seat]),
        score=state.scores[seat],
        said_uno=bool(state.said >> seat & 1),
        gone=seat not in state.seated,
    )


def prompt(state: State, seat: Seat) -> actions.UnoPrompt | None:
    """Return the prompt for the seat on turn, or for a seat that may act out of turn."""
    if seat != state.turn:
        return _interrupt_prompt(state, seat)
    card = HAND_TEXT[state.card]
    match state.decision:
        case "PLAY":
            cards = tuple(dict.fromkeys(card_names(playable_cards(state, seat))))
            return actions.SelectUnoCard(cards=cards, pending=state.pending)
        case "RETAIN":
            return actions.SelectDrawnUnoCard(card=card)
        case "COLOR":
            return actions.SelectUnoColor(card=None if state.card == NO_CARD else card)
        case "SWAP":
            return actions.SelectUnoSwap(card=card, seats=partners(state, seat))
        case "CHALLENGE":
            return actions.SelectUnoChallenge(seat=state.accused)
        case "OVER":
            return None


def _interrupt_prompt(state: State, seat: Seat) -> actions.SelectUnoInterrupt | None:
    """Return a prompt for a jump-in or an UNO that must be said; an optional UNO has no prompt."""
    due = state.window == seat
    top = state.discard[-1]
    cards = (HAND_TEXT[top],) if may_jump_in(state, seat, top) else ()
    return actions.SelectUnoInterrupt(cards=cards, say_uno=due) if due or cards else None


def redact(change: Change, seat: Seat | None) -> Change | None:
    """Hide cards from all seats but their owner."""
    hide = _REDACTIONS.get(type(change))
    if hide is None or change.seat == seat:  # type: ignore[attr-defined]
        return change
    return hide(change)


def _redact_hand(change: table.UnoHandTaken) -> None:
    """Return None: other seats do not see a new hand at all."""
    return None


def _redact_draw(change: table.UnoCardsDrawn) -> Change:
    """Return the draw without its cards."""
    return _hidden_draw(change.seat, change.count, change.reason)


def _redact_step(change: table.UnoStepStarted) -> Change:
    """Return the step without the drawn card, if it has one."""
    if change.card is None:
        return change
    return _hidden_step(change.seat, change.decision, change.pending, change.uno_window)


@lru_cache(maxsize=1024)
def _hidden_draw(seat: Seat, count: int, reason: table.UnoDrawReason) -> table.UnoCardsDrawn:
    """Return a draw without cards; cached, because all other seats share it."""
    return table.UnoCardsDrawn(seat, count, reason)


@lru_cache(maxsize=1024)
def _hidden_step(
    seat: Seat, decision: table.UnoDecision, pending: int, uno_window: Seat | None
) -> table.UnoStepStarted:
    """Return a step without a card; cached, because all other seats share it."""
    return table.UnoStepStarted(seat, decision, pending, uno_window)


_REDACTIONS: dict[type[Change], Callable[[Any], Change | None]] = {
    table.UnoHandTaken: _redact_hand,
    table.UnoCardsDrawn: _redact_draw,
    table.UnoStepStarted: _redact_step,
}
"""The functions that make the form of a change for seats that do not own the cards."""
