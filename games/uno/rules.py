"""UNO: what an action does. First all checks, then the new state.

Order of thought: is it your turn, is this the question, does the card fit. An accepted action first
closes an open UNO window, and the card is judged after the penalty for it (UNO 6). A refusal tells
its kind: NOTYOURTURN; UNEXPECTEDMESSAGE for an answer nobody asked for; CHOICENOTVALID for a choice
that names nothing at this table; ACTIONNONVALID for a card that may not be played now.
"""

from collections.abc import Callable
from typing import Any, NoReturn

from msgspec.structs import replace

from games.base import IllegalAction, Step, refuse
from games.uno.cards import COLOR_INDEX, HAND_TEXT, NO_CARD, NO_COLOR, PER_COLOR, READ, WILD, texts
from games.uno.legal import chooses_partner, fits, may_jump, may_say_uno, partners, playable
from games.uno.piles import draw, draw_one, refill
from games.uno.playing import SEVEN, put_down
from games.uno.rounds import (
    pass_on,
    pass_with_nothing,
    question_asked,
    take_penalty,
    turn_began,
)
from games.uno.state import NOBODY, State, nothing_to_draw
from messages.base import Change, Message, Seat
from messages.errors import ErrorCode
from messages.uno.actions import (
    UNO_COLORS,
    AnswerDrawnUnoCard,
    AnswerUnoChallenge,
    ChooseUnoColor,
    DrawUnoCard,
    PlayUnoCard,
    SayUno,
    SwapUnoHands,
    UnoAction,
    UnoColor,
)
from messages.uno.table import UnoChallenged, UnoColorNamed, UnoSaid, UnoTurnLost

CHALLENGERS_EXTRA = 2
"""Cards that an unfounded challenge costs on top of the four (UNO 5.3)."""


def apply(state: State, seat: Seat, action: UnoAction) -> Step[State]:
    """Do what a player wants, or raise IllegalAction and leave everything as it is."""
    return _ARMS[type(action)](state, seat, action)


# --- who may speak ------------------------------------------------------------------------------


def _not_asked(state: State, seat: Seat) -> NoReturn:
    """The table waits for another player, or for another answer of this one."""
    if seat != state.turn:
        _not_your_turn(state)
    raise IllegalAction(what_now(state), ErrorCode.UNEXPECTEDMESSAGE)


def _not_your_turn(state: State) -> NoReturn:
    over = state.decision == "OVER"
    text = what_now(state) if over else "It is not your turn; wait until you are asked."
    raise IllegalAction(text, ErrorCode.NOTYOURTURN)


def what_now(state: State) -> str:
    """What the table waits for, as a sentence to the player on turn."""
    card = "" if state.card == NO_CARD else HAND_TEXT[state.card]
    match state.decision:
        case "PLAY" if state.pending:
            due = f"{state.pending} cards are due"
            return f"{due}: answer with the same kind of draw card, or draw them."
        case "PLAY":
            cards = ", ".join(dict.fromkeys(texts(playable(state, state.turn))))
            return f"Play {cards}, or draw." if cards else "No card of yours fits; draw one."
        case "RETAIN":
            return f"You drew {card}: say whether you play it now or keep it."
        case "COLOR":
            return f"Name a colour first: {', '.join(UNO_COLORS)}."
        case "SWAP":
            seats = ", ".join(str(seat) for seat in partners(state, state.turn))
            return f"Choose with whom your {card} swaps hands: seat {seats}."
        case "CHALLENGE":
            return "Say whether you challenge the DRAW_4 that was played on you."
        case "OVER":
            return "The game is over; leave the match to play another one."


def heard(state: State, seat: Seat, news: list[Change]) -> State:
    """An action of the seat was accepted: it is not idle, and the UNO window closes (UNO 6)."""
    return close_window(awake(state, seat), news)


def close_window(state: State, news: list[Change]) -> State:
    """Who has not said UNO by now draws for it."""
    if state.window is None:
        return state
    state = draw(state, state.window, state.options.uno_penalty, "MISSED_UNO", news)
    return replace(state, window=None)


def awake(state: State, seat: Seat, idle: int = 0) -> State:
    """The seat has lost so many turns in a row on the clock; mostly none of all seats has."""
    if not idle and not state.idle:
        return state
    counts = bytearray(state.idle or bytes(len(state.hands)))
    counts[seat] = idle
    return replace(state, idle=bytes(counts) if any(counts) else b"")


# --- playing: 3, 5, 8 ---------------------------------------------------------------------------


def _play(state: State, seat: Seat, action: PlayUnoCard) -> Step[State]:
    kind, color = READ.get(action.card) or _unreadable()
    if action.color is not None:
        color = _named(action.color, kind, color)
    ordinary = seat == state.turn and state.decision == "PLAY"
    if not ordinary:
        _check_special(state, seat, kind)
    if action.swap is not None:
        _check_partner(state, seat, kind, action.swap)
    news: list[Change] = []
    before = state
    if state.window is not None or state.idle:
        state = heard(state, seat, news)
    if ordinary and not (kind in before.hands[seat] and fits(state, seat, kind)):
        _refuse_card(before, seat, kind)
    if kind >= WILD or state.options.mode == "seven_o":
        return _put_or_ask(state, seat, kind, color, action.swap, news)
    return turn_began(put_down(state, seat, kind, color, None, news), news)


def _unreadable() -> NoReturn:
    text = "Write a card as in your hand, like RED 7, BLUE DRAW_2 or WILD WILD."
    raise IllegalAction(text, ErrorCode.CHOICENOTVALID)


def _named(name: UnoColor, kind: int, color: int) -> int:
    """The colour named beside the card, which names none itself."""
    if kind < WILD or color not in (NO_COLOR, COLOR_INDEX[name]):
        text = "A colour can be named once, and for a wild only; leave `color` out."
        raise IllegalAction(text, ErrorCode.CHOICENOTVALID)
    return COLOR_INDEX[name]


def _check_special(state: State, seat: Seat, kind: int) -> None:
    """A card that is not an ordinary play: the one just drawn, or a jump-in."""
    if seat == state.turn:
        if state.decision != "RETAIN":
            raise IllegalAction(what_now(state), ErrorCode.UNEXPECTEDMESSAGE)
        if kind != state.card:
            refuse(f"Of all your cards only the one just drawn may be played. {what_now(state)}")
    elif state.options.mode != "jump_in" or seat not in state.seated or state.turn == NOBODY:
        _not_your_turn(state)
    elif not may_jump(state, seat, kind):
        refuse("Out of turn only the twin of the top card may be played, while nobody chooses.")


def _refuse_card(state: State, seat: Seat, kind: int) -> NoReturn:
    """``state`` is the one the player knows, before any penalty for a missed UNO."""
    if kind not in state.hands[seat]:
        refuse(f"You hold no {HAND_TEXT[kind]}. {what_now(state)}")
    if fits(state, seat, kind):
        refuse(f"Say UNO first: with the cards for a missed one {HAND_TEXT[kind]} is not lawful.")
    refuse(f"{HAND_TEXT[kind]} may not be played now. {what_now(state)}")


def _check_partner(state: State, seat: Seat, kind: int, partner: int) -> None:
    """UNO 8.4; a bad partner is refused before the seven leaves the hand."""
    seven = kind < WILD and kind % PER_COLOR == SEVEN
    if state.options.mode != "seven_o" or not seven:
        text = "Hands are swapped by a seven in mode seven_o only; leave `swap` out."
        raise IllegalAction(text, ErrorCode.CHOICENOTVALID)
    if partner not in partners(state, seat):
        _bad_partner(state, seat)


def _bad_partner(state: State, seat: Seat) -> NoReturn:
    seats = ", ".join(str(other) for other in partners(state, seat))
    text = f"You cannot swap hands with that seat; choose one of {seats}."
    raise IllegalAction(text, ErrorCode.CHOICENOTVALID)


def _put_or_ask(
    state: State, seat: Seat, kind: int, color: int, swap: Seat | None, news: list[Change]
) -> Step[State]:
    """Ask for what is missing; the card stays in the hand until it is there."""
    if kind >= WILD and color == NO_COLOR:
        if len(state.hands[seat]) > 1:
            return question_asked(replace(state, decision="COLOR", card=kind), news)
        color = state.color  # A last wild needs no colour. 7.1
    if swap is None and chooses_partner(state, seat, kind):
        return question_asked(replace(state, decision="SWAP", card=kind), news)
    return turn_began(put_down(state, seat, kind, color, swap, news), news)


def _choose_color(state: State, seat: Seat, action: ChooseUnoColor) -> Step[State]:
    if seat != state.turn or state.decision != "COLOR":
        _not_asked(state, seat)
    news: list[Change] = []
    return name_color(heard(state, seat, news), COLOR_INDEX[action.color], news)


def name_color(state: State, color: int, news: list[Change]) -> Step[State]:
    """The wild asked about is played; the one turned up first only gets its colour (UNO 4)."""
    if state.card != NO_CARD:
        return turn_began(put_down(state, state.turn, state.card, color, None, news), news)
    news.append(UnoColorNamed(state.turn, UNO_COLORS[color]))
    return question_asked(replace(state, color=color, decision="PLAY"), news)


def _swap(state: State, seat: Seat, action: SwapUnoHands) -> Step[State]:
    if seat != state.turn or state.decision != "SWAP":
        _not_asked(state, seat)
    if action.seat not in partners(state, seat):
        _bad_partner(state, seat)
    news: list[Change] = []
    state = heard(state, seat, news)
    return turn_began(put_down(state, seat, state.card, NO_COLOR, action.seat, news), news)


# --- drawing: 3, 8.2, 9 -------------------------------------------------------------------------


def _draw(state: State, seat: Seat, action: DrawUnoCard) -> Step[State]:
    if seat != state.turn or state.decision != "PLAY":
        _not_asked(state, seat)
    news: list[Change] = []
    if state.window is not None or state.idle:
        state = heard(state, seat, news)
    if state.pending or not state.draw:
        return _draw_specially(state, news)
    return _choose_drawn(draw_one(state, seat, news), state.draw[-1], news)


def _draw_specially(state: State, news: list[Change]) -> Step[State]:
    """All that is pending, or a pile to be made first, or nothing at all."""
    if nothing_to_draw(state):
        if state.pending:
            news.append(UnoTurnLost(state.turn, "PENALTY"))
        return turn_began(pass_with_nothing(state, news), news)
    if state.pending:
        return turn_began(take_penalty(state, state.pending, news), news)
    state = refill(state, news)
    return _choose_drawn(draw_one(state, state.turn, news), state.draw[-1], news)


def _choose_drawn(state: State, kind: int, news: list[Change]) -> Step[State]:
    """A drawn card that fits may be played; otherwise the turn is over (UNO 3)."""
    if fits(state, state.turn, kind):
        return question_asked(replace(state, decision="RETAIN", card=kind), news)
    after = state.ring[state.clockwise][state.turn]
    return turn_began(replace(state, turn=after), news)


def _answer_drawn(state: State, seat: Seat, action: AnswerDrawnUnoCard) -> Step[State]:
    if seat != state.turn or state.decision != "RETAIN":
        _not_asked(state, seat)
    news: list[Change] = []
    state = heard(state, seat, news)
    if not action.play:
        return turn_began(pass_on(state), news)
    return _put_or_ask(state, seat, state.card, NO_COLOR, None, news)


# --- challenges and UNO: 5.3, 6 -----------------------------------------------------------------


def _answer_challenge(state: State, seat: Seat, action: AnswerUnoChallenge) -> Step[State]:
    if seat != state.turn or state.decision != "CHALLENGE":
        _not_asked(state, seat)
    news: list[Change] = []
    state = heard(state, seat, news)
    return judge(state, news) if action.challenge else accept(state, news)


def judge(state: State, news: list[Change]) -> Step[State]:
    """Guilty: the accused draws, if still here. Otherwise the challenger does, and two more."""
    accused, due = state.accused, state.pending
    news.append(UnoChallenged(state.turn, accused, state.guilty))
    if not state.guilty:
        return turn_began(take_penalty(state, due + CHALLENGERS_EXTRA, news), news)
    if accused in state.seated:
        state = draw(state, accused, due, "PENALTY", news)
    return question_asked(_unaccused(state, 0), news)


def accept(state: State, news: list[Change]) -> Step[State]:
    """No challenge: the four are drawn, or in progressive answered like any penalty."""
    if state.options.mode == "progressive":
        return question_asked(_unaccused(state, state.pending), news)
    return turn_began(take_penalty(state, state.pending, news), news)


def _unaccused(state: State, pending: int) -> State:
    return replace(state, decision="PLAY", pending=pending, accused=NOBODY, guilty=False)


def _say_uno(state: State, seat: Seat, action: SayUno) -> Step[State]:
    if seat not in state.seated or not may_say_uno(state, seat):
        text = "UNO is said once: before your second-last card in your turn, or right after it."
        code = ErrorCode.NOTALLOWED if seat == state.turn else ErrorCode.NOTYOURTURN
        raise IllegalAction(text, code)
    window = None if state.window == seat else state.window
    state = replace(awake(state, seat), said=state.said | 1 << seat, window=window)
    return Step(state, (UnoSaid(seat),))


_ARMS: dict[type[Message], Callable[[State, Seat, Any], Step[State]]] = {
    PlayUnoCard: _play,
    DrawUnoCard: _draw,
    AnswerDrawnUnoCard: _answer_drawn,
    ChooseUnoColor: _choose_color,
    SwapUnoHands: _swap,
    AnswerUnoChallenge: _answer_challenge,
    SayUno: _say_uno,
}
"""A table and not a match: this is asked once for every move of every game."""
