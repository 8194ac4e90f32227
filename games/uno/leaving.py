"""UNO: a seat is given up, or its time is over (UNO 5.2, 10.3, 10.4).

An open choice is settled by its default first: the colour held most, the next player to swap with,
the drawn card kept, no challenge. Who is idle for some turns in a row is taken from the table.
"""

from typing import Literal

from msgspec.structs import replace

from games.base import Step, replace_at
from games.uno.cards import NO_CARD, NO_COLOR, favourite_color
from games.uno.piles import draw
from games.uno.playing import put_down
from games.uno.rounds import (
    ALL_LEFT,
    finish,
    lose_turn,
    pass_on,
    pass_with_nothing,
    question_asked,
    take_penalty,
    turn_began,
)
from games.uno.rules import accept, awake, close_window
from games.uno.state import State, nothing_to_draw, ring
from messages.base import Change, Seat
from messages.uno.actions import UNO_COLORS
from messages.uno.table import UnoColorNamed, UnoSeatGone, UnoTurnLost


def leave(state: State, seat: Seat) -> Step[State]:
    """The cards go back, the score is dropped; the turn passes on if it was the seat's (10.3)."""
    if seat not in state.seated or state.decision == "OVER":
        return Step(state, ())
    news: list[Change] = []
    if seat != state.turn:
        state = _take_away(state, seat, "LEFT", news)
        return Step(state, tuple(news))
    state = _settle(state, news)
    return turn_began(_take_away(state, seat, "LEFT", news), news)


def timeout(state: State, seat: Seat) -> Step[State]:
    """The decision's own default (10.4); a turn lost also closes the UNO window (6)."""
    if seat != state.turn:
        return Step(state, ())
    news: list[Change] = []
    match state.decision:
        case "RETAIN":
            return turn_began(pass_on(state), news)
        case "COLOR" if state.card == NO_CARD:
            return question_asked(_settle(state, news), news)
        case "COLOR" | "SWAP":
            return turn_began(_settle(state, news), news)
        case "CHALLENGE" if state.options.mode == "progressive":
            return accept(close_window(state, news), news)
        case "CHALLENGE":
            state = take_penalty(close_window(state, news), state.pending, news)
        case _:
            state = _lose_on_the_clock(close_window(state, news), news)
    state = _count_idle(state, seat, news)
    gone = () if seat in state.seated else (seat,)
    return replace(turn_began(state, news), gone=gone)


def _settle(state: State, news: list[Change]) -> State:
    """The default of a colour or a swap; any other question of a leaving player just lapses."""
    seat = state.turn
    if state.decision == "SWAP":
        return put_down(state, seat, state.card, NO_COLOR, None, news)
    if state.decision != "COLOR":
        return state
    previous = 0 if state.color == NO_COLOR else state.color
    color = favourite_color(state.hands[seat], previous)
    if state.card != NO_CARD:
        return put_down(state, seat, state.card, color, None, news)
    news.append(UnoColorNamed(seat, UNO_COLORS[color]))
    return replace(state, color=color, decision="PLAY")


def _lose_on_the_clock(state: State, news: list[Change]) -> State:
    """Nothing is drawn but a pending penalty."""
    if nothing_to_draw(state):
        news.append(UnoTurnLost(state.turn, "TIMEOUT"))
        return pass_with_nothing(state, news)
    state = draw(state, state.turn, state.pending, "PENALTY", news)
    return lose_turn(state, "TIMEOUT", news)


def _count_idle(state: State, seat: Seat, news: list[Change]) -> State:
    """One more turn of the seat was lost on the clock."""
    most = state.options.max_idle_turns
    if not most or state.decision == "OVER":
        return state
    number = state.idle[seat] + 1 if state.idle else 1
    if number < most:
        return awake(state, seat, number)
    return _take_away(awake(state, seat), seat, "IDLE", news)


def _take_away(
    state: State, seat: Seat, reason: Literal["LEFT", "IDLE"], news: list[Change]
) -> State:
    """The seat is empty from now on; with one player left the game is over (7.4)."""
    pile, chance = state.chance.shuffled(state.draw + state.hands[seat])
    news.append(UnoSeatGone(seat, reason, len(pile)))
    seated = tuple([other for other in state.seated if other != seat])
    scores = list(state.scores)
    scores[seat] = 0
    state = replace(
        state,
        chance=chance,
        seated=seated,
        ring=ring(seated, len(state.hands)),
        scores=tuple(scores),
        hands=replace_at(state.hands, seat, b""),
        draw=bytes(pile),
        window=None if state.window == seat else state.window,
        said=state.said & ~(1 << seat),
        passes=0,
    )
    if len(state.seated) == 1:
        return finish(state, state.seated[0], ALL_LEFT, news)
    # A penalty this seat was facing is cancelled with its turn. 8.2, 10.3
    return pass_on(state) if state.turn == seat else state
