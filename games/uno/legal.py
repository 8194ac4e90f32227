"""UNO: the active seats and their legal actions; rules.py tests the same conditions for one action.

The list depends only on what the seat itself knows. Actions are created once and shared. Listed are
complete plays: a wild with each colour, a seven with each partner. rules.py also accepts them
without, and then prompts for the choice.
"""

from games.uno.cards import (
    COLORED,
    DRAW_4,
    HAND_TEXT,
    KINDS,
    MISFITS,
    NO_CARD,
    PER_COLOR,
    SINGLE_CARD,
    UNSTACKABLE,
    WILD,
    holds_color,
)
from games.uno.playing import SEVEN
from games.uno.state import MAX_SEATS, NOBODY, State, nothing_to_draw
from messages.base import Seat
from messages.uno import actions

Actions = tuple[actions.UnoAction, ...]

_PLAYS: tuple[Actions, ...] = tuple(
    (actions.PlayUnoCard(card=HAND_TEXT[kind]),)
    if kind in COLORED
    else tuple(
        actions.PlayUnoCard(card=HAND_TEXT[kind], color=color) for color in actions.UNO_COLORS
    )
    for kind in KINDS
)
_PLAY = tuple(plays[0] for plays in _PLAYS)
_SEVENS = tuple(
    tuple(actions.PlayUnoCard(card=HAND_TEXT[kind], swap=seat) for seat in range(MAX_SEATS))
    for kind in COLORED
)
_SWAPS = tuple(actions.SwapUnoHands(seat=seat) for seat in range(MAX_SEATS))
_SAY_UNO: Actions = (actions.SayUno(),)
_DRAW = actions.DrawUnoCard()
_ANSWERS: dict[str, Actions] = {
    "RETAIN": tuple(actions.AnswerDrawnUnoCard(play=answer) for answer in (True, False)),
    "COLOR": tuple(actions.ChooseUnoColor(color=color) for color in actions.UNO_COLORS),
    "CHALLENGE": tuple(actions.AnswerUnoChallenge(challenge=answer) for answer in (True, False)),
}
_SEATS_BY_BITS = tuple(
    frozenset(seat for seat in range(MAX_SEATS) if bits >> seat & 1)
    for bits in range(1 << MAX_SEATS)
)
"""Sets of seats by bit mask."""
_ONLY_SEAT = (*(frozenset((seat,)) for seat in range(MAX_SEATS)), frozenset[Seat]())
"""Sets of one seat; the last one is empty, for NOBODY."""


def active(state: State) -> frozenset[Seat]:
    """Return the seat on turn and all seats that may say UNO or jump in."""
    if state.window is None and state.options.mode != "jump_in":
        return _ONLY_SEAT[state.turn]
    if state.decision == "OVER":
        return _ONLY_SEAT[NOBODY]
    bits = 1 << state.turn
    for seat in state.seated:
        if may_say_uno(state, seat) or may_jump_in(state, seat, state.discard[-1]):
            bits |= 1 << seat
    return _SEATS_BY_BITS[bits]


def waiting(state: State) -> frozenset[Seat]:
    """Return the seat on turn, which must decide."""
    return _ONLY_SEAT[state.turn]


def maybe_active(state: State) -> frozenset[Seat]:
    """Return all seats while those with a card equal to the top card may jump in, else none."""
    is_open = state.options.mode == "jump_in" and state.decision == "PLAY"
    return frozenset(state.seated if is_open and state.discard[-1] < WILD else ())


def may_say_uno(state: State, seat: Seat) -> bool:
    """Return whether the seat may say UNO, which counts only once (UNO 6).

    That is before playing its second-last card, or while its window is open.
    """
    if state.window == seat:
        return True
    if len(state.hands[seat]) != 2 or state.said >> seat & 1 or state.decision == "OVER":
        return False
    return seat == state.turn or state.options.mode == "jump_in"


def may_jump_in(state: State, seat: Seat, kind: int) -> bool:
    """Return whether the seat may play this card out of turn: it equals the top card (8.3)."""
    return (
        state.options.mode == "jump_in"
        and state.decision == "PLAY"
        and kind == state.discard[-1] < WILD
        and kind in state.hands[seat]
    )


def fits(state: State, seat: Seat, kind: int) -> bool:
    """Return whether the seat on turn may play a card of this kind (3, 5.3, 8.2)."""
    if state.pending:
        return kind not in UNSTACKABLE[state.discard[-1]]
    if kind == DRAW_4:
        return _may_draw_four(state, seat)
    return kind not in MISFITS[state.color][state.discard[-1]]


def playable_cards(state: State, seat: Seat) -> bytes:
    """Return the cards in the hand that the seat on turn may play."""
    hand, top = state.hands[seat], state.discard[-1]
    if state.pending:
        return hand.translate(None, UNSTACKABLE[top])
    cards = hand.translate(None, MISFITS[state.color][top])
    if DRAW_4 in cards and not _may_draw_four(state, seat):
        return cards.rstrip(SINGLE_CARD[DRAW_4])
    return cards


def _may_draw_four(state: State, seat: Seat) -> bool:
    """Return whether DRAW_4 is allowed: not with a card of the current colour, if strict (5.3)."""
    return state.options.wd4_policy != "strict" or not holds_color(state.hands[seat], state.color)


def partners(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats with which a seven of this seat may swap (8.4)."""
    return tuple([other for other in state.seated if other != seat])


def chooses_partner(state: State, seat: Seat, kind: int) -> bool:
    """Return whether a card swaps hands with a partner who must be chosen (8.4).

    That is a seven with three or more players, unless it is the last card.
    """
    return (
        state.options.mode == "seven_o"
        and len(state.seated) > 2
        and kind < WILD
        and kind % PER_COLOR == SEVEN
        and len(state.hands[seat]) > 1
    )


def legal(state: State, seat: Seat) -> Actions:
    """Return every action of the seat."""
    if seat != state.turn:
        return _out_of_turn(state, seat)
    if state.decision != "PLAY":
        return _answers(state, seat)
    cards = playable_cards(state, seat)
    if len(state.hands[seat]) > 2:
        if state.options.mode == "seven_o" and len(state.seated) > 2:
            return _plays_with_partners(cards, partners(state, seat))
        return _plays(cards)
    return _last_plays(state, seat, cards)


def _last_plays(state: State, seat: Seat, cards: bytes) -> Actions:
    """Return plays and UNO for a seat with one or two cards."""
    say_uno = _SAY_UNO if may_say_uno(state, seat) else ()
    if state.window == seat and _may_penalty_forbid_draw_four(state):
        cards = cards.rstrip(SINGLE_CARD[DRAW_4])
    if len(state.hands[seat]) == 2 and state.options.mode == "seven_o" and len(state.seated) > 2:
        return _plays_with_partners(cards, partners(state, seat)) + say_uno
    return _plays(cards) + say_uno


def _may_penalty_forbid_draw_four(state: State) -> bool:
    """Return whether cards drawn for a missed UNO could make a DRAW_4 illegal (5.3, 6).

    They are drawn before the play, so the seat does not know them when it chooses.
    """
    return (
        state.options.wd4_policy == "strict"
        and not state.pending
        and state.options.uno_penalty > 0
        and not nothing_to_draw(state)
    )


def _answers(state: State, seat: Seat) -> Actions:
    """Return the answers to a pending decision other than PLAY, and UNO if allowed."""
    say_uno = _SAY_UNO if may_say_uno(state, seat) else ()
    if state.decision == "SWAP":
        return tuple([_SWAPS[other] for other in partners(state, seat)]) + say_uno
    return _ANSWERS[state.decision] + say_uno


def _out_of_turn(state: State, seat: Seat) -> Actions:
    """Return a jump-in and UNO, as far as they are allowed."""
    say_uno = _SAY_UNO if may_say_uno(state, seat) else ()
    top = state.discard[-1]
    return _PLAYS[top] + say_uno if may_jump_in(state, seat, top) else say_uno


def _plays(cards: bytes) -> Actions:
    """Return one play per distinct card, a wild with each colour, and drawing."""
    found: list[actions.UnoAction] = []
    last = NO_CARD
    for kind in cards:
        if kind == last:
            continue
        if kind < WILD:
            found.append(_PLAY[kind])
        else:
            found += _PLAYS[kind]
        last = kind
    found.append(_DRAW)
    return tuple(found)


def _plays_with_partners(cards: bytes, others: tuple[Seat, ...]) -> Actions:
    """Return one play per distinct card, a seven with each partner, and drawing."""
    found: list[actions.UnoAction] = []
    for kind in dict.fromkeys(cards):
        if kind < WILD and kind % PER_COLOR == SEVEN:
            found += [_SEVENS[kind][seat] for seat in others]
        else:
            found += _PLAYS[kind]
    return (*found, _DRAW)
