"""UNO: a card goes on the pile and does what it does (UNO 3.1, 5, 7.1, 8).

Everything is checked and answered before ``put_down``: a wild has its colour, a seven its partner.
Effects are small functions in one table for each mode; they get the state in which the card lies on
the pile and the next player is on turn. Changes follow in the order of UNO 11.5.
"""

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from games.base import replace_at
from games.uno.cards import (
    COLOR_OF,
    DRAW_2,
    DRAW_4,
    NO_CARD,
    ONE,
    PER_COLOR,
    REVERSE,
    SKIP,
    TABLE_TEXT,
    WILD,
    holds_color,
    texts,
)
from games.uno.piles import draw
from games.uno.rounds import go_out, lose_turn, take_penalty
from games.uno.state import State
from messages.base import Change, Seat
from messages.uno.actions import UNO_COLORS, UNO_MODES, UnoMode
from messages.uno.table import (
    UnoCardPlayed,
    UnoColorNamed,
    UnoDirectionChanged,
    UnoHandsPassed,
    UnoHandsSwapped,
    UnoHandTaken,
    UnoTurnLost,
)

SEVEN = 7
ZERO = 0
CARDS_DUE = {DRAW_2: 2, DRAW_4: 4}


class Play(NamedTuple):
    """What an effect may want to know: the position before, who played, the partner chosen."""

    before: State
    seat: Seat
    swap: Seat | None


Effect = Callable[[State, Play, list[Change]], State]


def put_down(
    state: State, seat: Seat, kind: int, color: int, swap: Seat | None, news: list[Change]
) -> State:
    """The card leaves the hand and acts; then the next turn begins, or the next round.

    ``color`` is what a wild is named, ``swap`` the partner of a seven.
    """
    if kind < WILD:
        color = COLOR_OF[kind]
    news.append(UnoCardPlayed(seat, TABLE_TEXT[color][kind], seat != state.turn))
    hands = list(state.hands)
    hand = hands[seat] = hands[seat].replace(ONE[kind], b"", 1)
    window, said = None, state.said
    if said or len(hand) == 1:
        window, said = _uno(said, seat, len(hand))
    after = replace(
        state,
        hands=tuple(hands),
        discard=state.discard + ONE[kind],
        color=color,
        turn=state.ring[state.clockwise][seat],
        decision="PLAY",
        card=NO_CARD,
        window=window,
        said=said,
        passes=0,
    )
    if not hand:
        return _last_card(after, seat, kind, news)
    effect = EFFECTS[state.options.mode][kind]
    return effect(after, Play(state, seat, swap), news) if effect else after


def _uno(said: int, seat: Seat, cards: int) -> tuple[Seat | None, int]:
    """Who is down to one card must have said UNO; otherwise the window opens (UNO 6)."""
    if cards != 1:
        return None, said & ~(1 << seat)
    return (None if said >> seat & 1 else seat), said


def _last_card(state: State, winner: Seat, kind: int, news: list[Change]) -> State:
    """A last draw card is still drawn for, nothing else happens (UNO 7.1)."""
    due = CARDS_DUE.get(kind if kind >= WILD else kind % PER_COLOR, 0)
    if due:
        state = draw(state, state.turn, state.pending + due, "PENALTY", news)
    return go_out(state, winner, news)


# --- effects: 3.1 -------------------------------------------------------------------------------


def _skip(state: State, play: Play, news: list[Change]) -> State:
    return lose_turn(state, "SKIP", news)


def _reverse(state: State, play: Play, news: list[Change]) -> State:
    """With two players still at the table it also skips the other one."""
    clockwise = not state.clockwise
    news.append(UnoDirectionChanged(clockwise))
    if len(state.seated) == 2:
        news.append(UnoTurnLost(state.turn, "REVERSE"))
        return replace(state, clockwise=clockwise, turn=play.seat)
    after = state.ring[clockwise][play.seat]
    return replace(state, clockwise=clockwise, turn=after)


def _draw_two(state: State, play: Play, news: list[Change]) -> State:
    return take_penalty(state, 2, news)


def _wild(state: State, play: Play, news: list[Change]) -> State:
    news.append(UnoColorNamed(play.seat, UNO_COLORS[state.color]))
    return state


def _draw_four(state: State, play: Play, news: list[Change]) -> State:
    state = _wild(state, play, news)
    if state.options.wd4_policy == "challenge":
        return _ask_challenge(state, play)
    return take_penalty(state, 4, news)


def _ask_challenge(state: State, play: Play) -> State:
    """Whether it was lawful is settled by the hand and the colour before the play (UNO 5.3)."""
    before = play.before
    guilty = holds_color(before.hands[play.seat], before.color)
    return replace(state, decision="CHALLENGE", pending=4, accused=play.seat, guilty=guilty)


# --- progressive: 8.2 ---------------------------------------------------------------------------


def _stack_two(state: State, play: Play, news: list[Change]) -> State:
    return replace(state, pending=state.pending + 2)


def _stack_four(state: State, play: Play, news: list[Change]) -> State:
    """A stacked DRAW_4 is always lawful, so only the first one can be challenged."""
    state = _wild(state, play, news)
    if state.options.wd4_policy == "challenge" and not state.pending:
        return _ask_challenge(state, play)
    return replace(state, pending=state.pending + 4)


# --- seven_o: 8.4 -------------------------------------------------------------------------------


def _seven(state: State, play: Play, news: list[Change]) -> State:
    """Swap hands with the partner chosen, otherwise with the next player."""
    seat = play.seat
    other = state.turn if play.swap is None else play.swap
    news.append(UnoHandsSwapped(seat, other))
    hands = replace_at(state.hands, seat, state.hands[other])
    return _regrouped(state, replace_at(hands, other, state.hands[seat]), (seat, other), news)


def _zero(state: State, play: Play, news: list[Change]) -> State:
    """Every hand moves one seat in the direction of play."""
    news.append(UnoHandsPassed(play.seat, state.clockwise))
    hands = list(state.hands)
    for seat in state.seated:
        hands[state.ring[state.clockwise][seat]] = state.hands[seat]
    first = state.seated.index(play.seat)
    seats = state.seated[first:] + state.seated[:first]
    return _regrouped(state, tuple(hands), seats, news)


def _regrouped(
    state: State, hands: tuple[bytes, ...], seats: tuple[Seat, ...], news: list[Change]
) -> State:
    """New hands for these seats. Only the first of them, who played, owes an UNO (UNO 6)."""
    news += [UnoHandTaken(seat, texts(hands[seat])) for seat in seats]
    player, others = seats[0], seats[1:]
    said = state.said & ~sum(1 << seat for seat in others)
    window, said = _uno(said, player, len(hands[player]))
    return replace(state, hands=hands, window=window, said=said)


# --- which effect: one table per mode -----------------------------------------------------------


def _effects(mode: UnoMode) -> tuple[Effect | None, ...]:
    progressive = mode == "progressive"
    symbols: dict[int, Effect] = {
        SKIP: _skip,
        REVERSE: _reverse,
        DRAW_2: _stack_two if progressive else _draw_two,
    }
    if mode == "seven_o":
        symbols |= {SEVEN: _seven, ZERO: _zero}
    colored = [symbols.get(kind % PER_COLOR) for kind in range(WILD)]
    return (*colored, _wild, _stack_four if progressive else _draw_four)


EFFECTS: dict[UnoMode, tuple[Effect | None, ...]] = {mode: _effects(mode) for mode in UNO_MODES}
"""What a kind does in a mode; None: nothing."""
