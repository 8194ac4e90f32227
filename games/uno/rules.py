"""UNO: applying actions. All checks come first, then the new state is built.

The order of the checks: is it your turn, is this the pending decision, may the card be played. An
accepted action first closes an open UNO window; whether the card may be played is decided after the
penalty for it (UNO 6).

Codes of refusals: NOTYOURTURN; UNEXPECTEDMESSAGE for an answer to another decision; CHOICENOTVALID
for a choice that does not exist; ACTIONNONVALID for a card that may not be played now.
"""

from bisect import bisect
from typing import NoReturn

from msgspec.structs import replace

from games.base import GAME_OVER, Apply, Changed, Changes, Step, refuse, refuse_out_of_turn
from games.uno import rounds
from games.uno.cards import (
    CARD_BY_TEXT,
    COLOR_INDEX,
    HAND_TEXT,
    NO_CARD,
    NO_COLOR,
    PER_COLOR,
    SINGLE_CARD,
    WILD,
    card_names,
)
from games.uno.legal import (
    chooses_partner,
    fits,
    may_jump_in,
    may_say_uno,
    partners,
    playable_cards,
)
from games.uno.playing import SEVEN, name_color, play_card
from games.uno.rounds import step_with_prompt, step_with_turn
from games.uno.state import NOBODY, State, nothing_to_draw
from messages.base import Message, Seat
from messages.errors import ErrorCode
from messages.uno import actions
from messages.uno.table import UnoCardsDrawn, UnoChallenged, UnoDecision, UnoSaid, UnoTurnLost

CHALLENGERS_EXTRA = 2
"""Additional cards for a challenge that fails (UNO 5.3)."""

UNO_TOO_LATE = (
    "The next player has already moved, so it is too late to say UNO. "
    "Say it with the card (`sayUno` of PlayUnoCard), or before it."
)
UNO_RULE = (
    "UNO is said in your turn with two cards left, or right after the second-last card, "
    "before the next player moves."
)
NO_CHANGES: Changes = ()


def apply(state: State, seat: Seat, action: actions.UnoAction) -> Step[State]:
    """Apply an action of a seat, or raise IllegalAction."""
    function = ACTIONS[state.decision].get(type(action))
    if function is None:
        _check_turn(state, seat)
        refuse(expected_action_text(state), ErrorCode.UNEXPECTEDMESSAGE)
    return function(state, seat, action)


def _check_turn(state: State, seat: Seat) -> None:
    """Raise Refusal if it is not the turn of the seat, or if the game is over."""
    if seat != state.turn:
        refuse_out_of_turn(is_over=state.decision == "OVER")


def expected_action_text(state: State) -> str:
    """Return a sentence that tells the player on turn what to do."""
    card = "" if state.card == NO_CARD else HAND_TEXT[state.card]
    match state.decision:
        case "PLAY" if state.pending:
            due = f"{state.pending} cards are due"
            return f"{due}: answer with the same kind of draw card, or draw them."
        case "PLAY":
            cards = ", ".join(dict.fromkeys(card_names(playable_cards(state, state.turn))))
            return f"Play {cards}, or draw." if cards else "No card of yours fits; draw one."
        case "RETAIN":
            return f"You drew {card}: say whether you play it now or keep it."
        case "COLOR":
            return f"Name a colour first: {', '.join(actions.UNO_COLORS)}."
        case "SWAP":
            seats = ", ".join(str(seat) for seat in partners(state, state.turn))
            return f"Choose with whom your {card} swaps hands: seat {seats}."
        case "CHALLENGE":
            return "Say whether you challenge the DRAW_4 that was played on you."
        case "OVER":
            return GAME_OVER


def mark_active(state: State, seat: Seat) -> Changed[State]:
    """Record an accepted action: the seat is not idle, and an open UNO window closes (UNO 6)."""
    return close_window(set_idle(state, seat, 0))


def close_window(state: State) -> Changed[State]:
    """Close the UNO window: the seat that has not said UNO draws the penalty."""
    if state.window is None:
        return state, ()
    state, drawn = rounds.draw(state, state.window, state.options.uno_penalty, "MISSED_UNO")
    return replace(state, window=None), drawn


def set_idle(state: State, seat: Seat, turns: int) -> State:
    """Set the number of turns in a row that the seat has lost by time-out."""
    if not turns and not state.idle:
        return state
    counts = bytearray(state.idle or bytes(len(state.hands)))
    counts[seat] = turns
    return replace(state, idle=bytes(counts) if any(counts) else b"")


# --- playing: 3, 5, 8 ---------------------------------------------------------------------------


def _parse_card(text: str) -> tuple[int, int]:
    """Return kind and colour of a card, whose text may be in any letter case, or refuse it."""
    return CARD_BY_TEXT.get(text) or CARD_BY_TEXT.get(text.upper()) or _refuse_card_text()


def _play(state: State, seat: Seat, action: actions.PlayUnoCard) -> Step[State]:
    """Play a card on turn, the card just drawn, or a jump-in; prompt for what is missing.

    With ``say_uno`` UNO is said before the second-last card, or after an exchange of hands that
    leaves one card (UNO 6); otherwise it has no effect.
    """
    if not action.say_uno or state.window == seat or seat not in state.seated:
        return _play_silently(state, seat, action)
    if may_say_uno(state, seat):
        return _play_silently(_with_uno(state, seat), seat, action).preceded_by((UnoSaid(seat),))
    step = _play_silently(state, seat, action)
    if step.state.window != seat:
        return step
    *others, decision = step.changes
    decision = replace(decision, uno_window=None)  # the window that would be open is closed
    said = _with_uno(step.state, seat)
    return replace(step, state=said, changes=(*others, UnoSaid(seat), decision))


def _play_silently(state: State, seat: Seat, action: actions.PlayUnoCard) -> Step[State]:
    """Play a card as ``_play`` does, without saying UNO."""
    kind, color = _parse_card(action.card)
    if action.color is not None:
        color = _named_color(action.color, kind, color)
    ordinary = seat == state.turn and state.decision == "PLAY"
    if not ordinary:
        _check_special(state, seat, kind)
    if action.swap is not None:
        _check_partner(state, seat, kind, action.swap)
    before, changes = state, NO_CHANGES
    if state.window is not None or state.idle:
        state, changes = mark_active(state, seat)
    if ordinary and not (kind in before.hands[seat] and fits(state, seat, kind)):
        _refuse_card(before, seat, kind)
    if kind >= WILD or state.options.mode == "seven_o":
        return _play_or_prompt(state, seat, kind, color, action.swap).preceded_by(changes)
    state, played = play_card(state, seat, kind, color)
    return step_with_turn(state, changes + played)


def _refuse_card_text() -> NoReturn:
    """Refuse a text that is not a card."""
    text = "Write a card as in your hand, like RED 7, BLUE DRAW_2 or WILD WILD."
    refuse(text, ErrorCode.CHOICENOTVALID)


def _named_color(name: actions.UnoColor, kind: int, color: int) -> int:
    """Return the colour in ``color`` of the action; refuse it if the card names another one."""
    if kind < WILD or color not in (NO_COLOR, COLOR_INDEX[name]):
        text = "A colour can be named once, and for a wild only; leave `color` out."
        refuse(text, ErrorCode.CHOICENOTVALID)
    return COLOR_INDEX[name]


def _check_special(state: State, seat: Seat, kind: int) -> None:
    """Check a card that is not an ordinary play: the card just drawn, or a jump-in."""
    if seat == state.turn:
        if state.decision != "RETAIN":
            refuse(expected_action_text(state), ErrorCode.UNEXPECTEDMESSAGE)
        if kind != state.card:
            expected = expected_action_text(state)
            refuse(f"Of all your cards only the one just drawn may be played. {expected}")
    elif state.options.mode != "jump_in" or seat not in state.seated or state.turn == NOBODY:
        refuse_out_of_turn(is_over=state.decision == "OVER")
    elif not may_jump_in(state, seat, kind):
        refuse("Out of turn only the twin of the top card may be played, while nobody chooses.")


def _refuse_card(state: State, seat: Seat, kind: int) -> NoReturn:
    """Refuse a card with the reason; ``state`` is the one before a penalty for a missed UNO."""
    if kind not in state.hands[seat]:
        refuse(f"You hold no {HAND_TEXT[kind]}. {expected_action_text(state)}")
    if fits(state, seat, kind):
        refuse(f"Say UNO first: with the cards for a missed one {HAND_TEXT[kind]} is not lawful.")
    refuse(f"{HAND_TEXT[kind]} may not be played now. {expected_action_text(state)}")


def _check_partner(state: State, seat: Seat, kind: int, partner: int) -> None:
    """Check the partner named with a seven before the card leaves the hand (UNO 8.4)."""
    seven = kind < WILD and kind % PER_COLOR == SEVEN
    if state.options.mode != "seven_o" or not seven:
        text = "Hands are swapped by a seven in mode seven_o only; leave `swap` out."
        refuse(text, ErrorCode.CHOICENOTVALID)
    if partner not in partners(state, seat):
        _refuse_partner(state, seat)


def _refuse_partner(state: State, seat: Seat) -> NoReturn:
    """Raise Refusal with the seats that may be chosen for a swap."""
    seats = ", ".join(str(other) for other in partners(state, seat))
    text = f"You cannot swap hands with that seat; choose one of {seats}."
    refuse(text, ErrorCode.CHOICENOTVALID)


def _play_or_prompt(
    state: State, seat: Seat, kind: int, color: int = NO_COLOR, swap: Seat | None = None
) -> Step[State]:
    """Play the card, or prompt for a missing colour or partner; the card then stays in the hand."""
    if kind >= WILD and color == NO_COLOR:
        if len(state.hands[seat]) > 1:
            return step_with_prompt(replace(state, decision="COLOR", card=kind), ())
        color = state.color  # A wild as the last card needs no colour. 7.1
    if swap is None and chooses_partner(state, seat, kind):
        return step_with_prompt(replace(state, decision="SWAP", card=kind), ())
    return step_with_turn(*play_card(state, seat, kind, color, swap))


def _choose_color(state: State, seat: Seat, action: actions.ChooseUnoColor) -> Step[State]:
    """Name the colour of a wild card. Raises Refusal out of turn."""
    _check_turn(state, seat)
    state, changes = mark_active(state, seat)
    finish_step = step_with_prompt if state.card == NO_CARD else step_with_turn
    return finish_step(*name_color(state, COLOR_INDEX[action.color])).preceded_by(changes)


def _swap(state: State, seat: Seat, action: actions.SwapUnoHands) -> Step[State]:
    """Play the seven that waits for its partner and swap hands. Raises Refusal if not allowed."""
    _check_turn(state, seat)
    if action.seat not in partners(state, seat):
        _refuse_partner(state, seat)
    state, changes = mark_active(state, seat)
    played = play_card(state, seat, state.card, NO_COLOR, action.seat)
    return step_with_turn(*played).preceded_by(changes)


# --- drawing: 3, 8.2, 9 -------------------------------------------------------------------------


def _draw(state: State, seat: Seat, action: actions.DrawUnoCard) -> Step[State]:
    """Draw a card on turn, or all pending cards."""
    if seat != state.turn:
        refuse_out_of_turn(is_over=False)
    changes = NO_CHANGES
    if state.window is not None or state.idle:
        state, changes = mark_active(state, seat)
    if state.pending or not state.draw:
        return _draw_penalty_or_refill(state).preceded_by(changes)
    return _draw_by_choice(state, changes)


def _draw_penalty_or_refill(state: State) -> Step[State]:
    """Draw the pending cards, or one card of a refilled pile; pass if there is none."""
    if nothing_to_draw(state):
        lost = (UnoTurnLost(state.turn, "PENALTY"),) if state.pending else ()
        return step_with_turn(*rounds.pass_with_nothing(state)).preceded_by(lost)
    if state.pending:
        return step_with_turn(*rounds.take_penalty(state, state.pending))
    return _draw_by_choice(*rounds.refill(state))


def _draw_by_choice(state: State, changes: Changes) -> Step[State]:
    """Draw one card; if it may be played, ask whether to, otherwise end the turn (UNO 3)."""
    kind, seat = state.draw[-1], state.turn
    drawn: Changes = (UnoCardsDrawn(seat, 1, "CHOICE", (HAND_TEXT[kind],)),)
    hands = list(state.hands)
    hand = hands[seat]
    at = bisect(hand, kind)
    hands[seat] = hand[:at] + SINGLE_CARD[kind] + hand[at:]
    is_playable = fits(state, seat, kind)
    state = replace(
        state,
        hands=tuple(hands),
        draw=state.draw[:-1],
        said=state.said & ~(1 << seat),
        passes=0,
        turn=seat if is_playable else state.ring[state.clockwise][seat],
        decision="RETAIN" if is_playable else "PLAY",
        card=kind if is_playable else NO_CARD,
    )
    finish_step = step_with_prompt if is_playable else step_with_turn
    return finish_step(state, changes + drawn)


def _answer_drawn(state: State, seat: Seat, action: actions.AnswerDrawnUnoCard) -> Step[State]:
    """Play the drawn card, or keep it and end the turn. Raises Refusal out of turn."""
    if seat != state.turn:
        refuse_out_of_turn(is_over=False)
    # The draw has closed the UNO window and recorded that the seat is not idle.
    if not action.play:
        return step_with_turn(rounds.start_next_turn(state), NO_CHANGES)
    return _play_or_prompt(state, seat, state.card)


# --- challenges and UNO: 5.3, 6 -----------------------------------------------------------------


def _answer_challenge(state: State, seat: Seat, action: actions.AnswerUnoChallenge) -> Step[State]:
    """Challenge the draw 4, or accept its penalty. Raises Refusal out of turn."""
    _check_turn(state, seat)
    state, changes = mark_active(state, seat)
    step = _resolve_challenge(state) if action.challenge else accept_draw_four(state)
    return step.preceded_by(changes)


def _resolve_challenge(state: State) -> Step[State]:
    """Let a guilty accused draw, if still seated; otherwise the challenger draws two more."""
    accused, due = state.accused, state.pending
    challenged = (UnoChallenged(state.turn, accused, state.guilty),)
    if not state.guilty:
        penalty = rounds.take_penalty(state, due + CHALLENGERS_EXTRA)
        return step_with_turn(*penalty).preceded_by(challenged)
    drawn = NO_CHANGES
    if accused in state.seated:
        state, drawn = rounds.draw(state, accused, due, "PENALTY")
    return step_with_prompt(_without_challenge(state, 0), challenged + drawn)


def accept_draw_four(state: State) -> Step[State]:
    """Do not challenge: draw the cards, or in progressive mode treat them as pending."""
    if state.options.mode == "progressive":
        return step_with_prompt(_without_challenge(state, state.pending), ())
    return step_with_turn(*rounds.take_penalty(state, state.pending))


def _without_challenge(state: State, pending: int) -> State:
    """Return the state without the open challenge and with ``pending`` cards."""
    return replace(state, decision="PLAY", pending=pending, accused=NOBODY, guilty=False)


def _say_uno(state: State, seat: Seat, action: actions.SayUno) -> Step[State]:
    """Say UNO; this also closes the seat's own window without a penalty."""
    if seat not in state.seated:
        refuse_out_of_turn(is_over=state.decision == "OVER")
    if not may_say_uno(state, seat):
        refuse(_no_uno_text(state, seat), ErrorCode.NOTALLOWED)
    return Step(_with_uno(set_idle(state, seat, 0), seat), (UnoSaid(seat),))


def _with_uno(state: State, seat: Seat) -> State:
    """Return the state after the seat has said UNO; its own window is closed."""
    window = None if state.window == seat else state.window
    return replace(state, said=state.said | 1 << seat, window=window)


def _no_uno_text(state: State, seat: Seat) -> str:
    """Return why UNO cannot be said now.

    A seat that missed it has one card and those of the penalty, unless it drew more since.
    """
    if state.decision == "OVER":
        return GAME_OVER
    if state.said >> seat & 1:
        return "You have said UNO already."
    if seat != state.turn and 0 < len(state.hands[seat]) <= 1 + state.options.uno_penalty:
        return UNO_TOO_LATE
    return UNO_RULE


_OUT_OF_TURN_ACTIONS: dict[type[Message], Apply[State]] = {
    actions.PlayUnoCard: _play,
    actions.SayUno: _say_uno,
}
"""Actions that are also accepted out of turn; their functions check the seat themselves."""

ACTIONS: dict[UnoDecision, dict[type[Message], Apply[State]]] = {
    "PLAY": {**_OUT_OF_TURN_ACTIONS, actions.DrawUnoCard: _draw},
    "RETAIN": {**_OUT_OF_TURN_ACTIONS, actions.AnswerDrawnUnoCard: _answer_drawn},
    "COLOR": {**_OUT_OF_TURN_ACTIONS, actions.ChooseUnoColor: _choose_color},
    "SWAP": {**_OUT_OF_TURN_ACTIONS, actions.SwapUnoHands: _swap},
    "CHALLENGE": {**_OUT_OF_TURN_ACTIONS, actions.AnswerUnoChallenge: _answer_challenge},
    "OVER": _OUT_OF_TURN_ACTIONS,
}
"""The functions that apply each type of action, by the pending decision."""
