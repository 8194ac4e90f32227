"""UNO: playing a card and its effect (UNO 3.1, 5, 7.1, 8).

Everything is checked and chosen before ``play_card``: a wild has its colour, a seven its partner.
Effects are small functions in one table for each mode. They get the state in which the card is on
the pile and the next player is on turn. The order of the changes is that of UNO 11.5.
"""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from games.base import Changed, replace_at
from games.uno.cards import (
    COLOR_OF,
    DRAW_2,
    DRAW_4,
    NO_CARD,
    PER_COLOR,
    REVERSE,
    SINGLE_CARD,
    SKIP,
    TABLE_TEXT,
    WILD,
    card_names,
    holds_color,
)
from games.uno.rounds import draw, end_round_for, lose_turn, take_penalty
from games.uno.state import State
from messages.base import Seat
from messages.uno import table
from messages.uno.actions import UNO_COLORS, UNO_MODES, UnoMode

SEVEN = 7
ZERO = 0
CARDS_DUE = {DRAW_2: 2, DRAW_4: 4}


class Play(Struct, frozen=True, gc=False):
    """Arguments of an effect: the state before the play, the seat that played, the partner."""

    before: State
    seat: Seat
    swap: Seat | None


Effect = Callable[[State, Play], Changed[State]]


def play_card(
    state: State, seat: Seat, kind: int, color: int, swap: Seat | None = None
) -> Changed[State]:
    """Play a card of the hand with its effect; then the next turn begins, or the next round.

    ``color`` is the colour named for a wild, ``swap`` the partner of a seven.
    """
    if kind < WILD:
        color = COLOR_OF[kind]
    played = table.UnoCardPlayed(seat, TABLE_TEXT[color][kind], seat != state.turn)
    hands = list(state.hands)
    hand = hands[seat] = hands[seat].replace(SINGLE_CARD[kind], b"", 1)
    window, said = None, state.said
    if said or len(hand) == 1:
        window, said = _uno_after_play(said, seat, len(hand))
    after = replace(
        state,
        hands=tuple(hands),
        discard=state.discard + SINGLE_CARD[kind],
        color=color,
        turn=state.ring[state.clockwise][seat],
        decision="PLAY",
        card=NO_CARD,
        window=window,
        said=said,
        passes=0,
    )
    if not hand:
        after, changes = _play_last_card(after, seat, kind)
        return after, (played, *changes)
    effect = EFFECTS[state.options.mode][kind]
    if effect is None:
        return after, (played,)
    after, changes = effect(after, Play(state, seat, swap))
    return after, (played, *changes)


def name_color(state: State, color: int) -> Changed[State]:
    """Play the pending wild with this colour; a wild turned up first only gets its colour (4)."""
    if state.card != NO_CARD:
        return play_card(state, state.turn, state.card, color)
    named = table.UnoColorNamed(state.turn, UNO_COLORS[color])
    return replace(state, color=color, decision="PLAY"), (named,)


def _uno_after_play(said: int, seat: Seat, cards: int) -> tuple[Seat | None, int]:
    """Return the new ``window`` and ``said``: with one card left, UNO must have been said (6)."""
    if cards != 1:
        return None, said & ~(1 << seat)
    return (None if said >> seat & 1 else seat), said


def _play_last_card(state: State, winner: Seat, kind: int) -> Changed[State]:
    """End the round; of all effects only a draw card still applies (UNO 7.1)."""
    due = CARDS_DUE.get(kind if kind >= WILD else kind % PER_COLOR, 0)
    if not due:
        return end_round_for(state, winner)
    state, drawn = draw(state, state.turn, state.pending + due, "PENALTY")
    state, changes = end_round_for(state, winner)
    return state, drawn + changes


def _skip(state: State, play: Play) -> Changed[State]:
    """Let the next player lose the turn."""
    return lose_turn(state, "SKIP")


def _reverse(state: State, play: Play) -> Changed[State]:
    """Reverse the direction; with two players at the table this skips the other one."""
    clockwise = not state.clockwise
    turned = table.UnoDirectionChanged(clockwise)
    if len(state.seated) == 2:
        lost = table.UnoTurnLost(state.turn, "REVERSE")
        return replace(state, clockwise=clockwise, turn=play.seat), (turned, lost)
    after = state.ring[clockwise][play.seat]
    return replace(state, clockwise=clockwise, turn=after), (turned,)


def _draw_two(state: State, play: Play) -> Changed[State]:
    """Let the next player draw two cards and lose the turn."""
    return take_penalty(state, 2)


def _wild(state: State, play: Play) -> Changed[State]:
    """Report the named colour, which ``play_card`` has set already."""
    return state, (table.UnoColorNamed(play.seat, UNO_COLORS[state.color]),)


def _draw_four(state: State, play: Play) -> Changed[State]:
    """Let the next player draw four, or ask for a challenge if the policy allows one."""
    state, named = _wild(state, play)
    if state.options.wd4_policy == "challenge":
        return _ask_challenge(state, play), named
    state, penalty = take_penalty(state, 4)
    return state, named + penalty


def _ask_challenge(state: State, play: Play) -> State:
    """Ask for a challenge; hand and colour before the play decide whether it succeeds (UNO 5.3)."""
    before = play.before
    guilty = holds_color(before.hands[play.seat], before.color)
    return replace(state, decision="CHALLENGE", pending=4, accused=play.seat, guilty=guilty)


def _stack_two(state: State, play: Play) -> Changed[State]:
    """Add two cards to the pending penalty, which the next player may pass on."""
    return replace(state, pending=state.pending + 2), ()


def _stack_four(state: State, play: Play) -> Changed[State]:
    """Add four pending cards; only the first DRAW_4 of a stack can be challenged (UNO 8.2)."""
    state, named = _wild(state, play)
    if state.options.wd4_policy == "challenge" and not state.pending:
        return _ask_challenge(state, play), named
    return replace(state, pending=state.pending + 4), named


def _seven(state: State, play: Play) -> Changed[State]:
    """Swap hands with the chosen partner, or with the next player if there is none (UNO 8.4)."""
    seat = play.seat
    other = state.turn if play.swap is None else play.swap
    hands = replace_at(state.hands, seat, state.hands[other])
    hands = replace_at(hands, other, state.hands[seat])
    state, taken = _give_hands(state, hands, (seat, other))
    return state, (table.UnoHandsSwapped(seat, other), *taken)


def _zero(state: State, play: Play) -> Changed[State]:
    """Move every hand one seat in the direction of play (UNO 8.4)."""
    hands = list(state.hands)
    for seat in state.seated:
        hands[state.ring[state.clockwise][seat]] = state.hands[seat]
    first = state.seated.index(play.seat)
    seats = state.seated[first:] + state.seated[:first]
    state, taken = _give_hands(state, tuple(hands), seats)
    return state, (table.UnoHandsPassed(play.seat, state.clockwise), *taken)


def _give_hands(state: State, hands: tuple[bytes, ...], seats: tuple[Seat, ...]) -> Changed[State]:
    """Give these seats new hands; of them only the first, who played, must say UNO (UNO 6)."""
    player, others = seats[0], seats[1:]
    said = state.said & ~sum(1 << seat for seat in others)
    window, said = _uno_after_play(said, player, len(hands[player]))
    taken = [table.UnoHandTaken(seat, card_names(hands[seat])) for seat in seats]
    return replace(state, hands=hands, window=window, said=said), tuple(taken)


def _effects(mode: UnoMode) -> tuple[Effect | None, ...]:
    """Return the effect of every kind in this mode."""
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
"""The effect of each kind by mode; None: no effect."""
