"""UNO: leaving the match and running out of time (UNO 5.2, 10.3, 10.4).

A pending choice first gets its default: the colour held most, the next player to swap with, the
drawn card kept, no challenge. A player who loses ``max_idle_turns`` turns in a row by time-out is
removed.
"""

from typing import Literal

from msgspec.structs import replace

from games.base import Changed, Step, replace_at
from games.uno import rounds
from games.uno.cards import NO_CARD, NO_COLOR, most_held_color
from games.uno.playing import name_color, play_card
from games.uno.rules import accept_draw_four, close_window, set_idle
from games.uno.state import State, nothing_to_draw, ring
from messages.base import Seat
from messages.uno.table import UnoSeatGone, UnoTurnLost


def leave(state: State, seat: Seat) -> Step[State]:
    """Shuffle the seat's cards into the draw pile and drop its score; end its turn (10.3)."""
    if seat not in state.seated or state.decision == "OVER":
        return Step(state, ())
    if seat != state.turn:
        return Step(*_remove(state, seat, "LEFT"))
    state, chosen = _choose_default(state)
    state, removed = _remove(state, seat, "LEFT")
    return rounds.step_with_turn(state, chosen + removed)


def timeout(state: State, seat: Seat) -> Step[State]:
    """Apply the default of the decision (10.4); a lost turn also closes the UNO window (6).

    The step may remove the seat for idleness, and then names it in ``removed_seats``.
    """
    if seat != state.turn:
        return Step(state, ())
    match state.decision:
        case "RETAIN":
            return rounds.step_with_turn(rounds.start_next_turn(state), ())
        case "COLOR" if state.card == NO_CARD:
            return rounds.step_with_prompt(*_choose_default(state))
        case "COLOR" | "SWAP":
            return rounds.step_with_turn(*_choose_default(state))
        case "CHALLENGE" if state.options.mode == "progressive":
            state, missed = close_window(state)
            return accept_draw_four(state).preceded_by(missed)
    state, missed = close_window(state)
    state, lost = _lose_turn_on_timeout(state)
    state, removed = _count_idle(state, seat)
    removed_seats = () if seat in state.seated else (seat,)
    step = rounds.step_with_turn(state, missed + lost + removed)
    return replace(step, removed_seats=removed_seats)


def _choose_default(state: State) -> Changed[State]:
    """Choose a colour or a partner; other decisions need no default and change nothing."""
    seat = state.turn
    if state.decision == "SWAP":
        return play_card(state, seat, state.card, NO_COLOR)
    if state.decision != "COLOR":
        return state, ()
    previous = 0 if state.color == NO_COLOR else state.color
    return name_color(state, most_held_color(state.hands[seat], previous))


def _lose_turn_on_timeout(state: State) -> Changed[State]:
    """Skip the player on turn, who draws pending cards but no others."""
    if state.decision == "CHALLENGE":
        return rounds.take_penalty(state, state.pending)
    if nothing_to_draw(state):
        lost = UnoTurnLost(state.turn, "TIMEOUT")
        state, passed = rounds.pass_with_nothing(state)
        return state, (lost, *passed)
    state, drawn = rounds.draw(state, state.turn, state.pending, "PENALTY")
    state, skipped = rounds.lose_turn(state, "TIMEOUT")
    return state, drawn + skipped


def _count_idle(state: State, seat: Seat) -> Changed[State]:
    """Count one more turn lost by time-out; remove the seat when it reaches the maximum."""
    max_idle = state.options.max_idle_turns
    if not max_idle or state.decision == "OVER":
        return state, ()
    number = state.idle[seat] + 1 if state.idle else 1
    if number < max_idle:
        return set_idle(state, seat, number), ()
    return _remove(set_idle(state, seat, 0), seat, "IDLE")


def _remove(state: State, seat: Seat, reason: Literal["LEFT", "IDLE"]) -> Changed[State]:
    """Empty the seat; with one player left the game is over (7.4)."""
    pile, rng = state.rng.shuffled(state.draw + state.hands[seat])
    gone = UnoSeatGone(seat, reason, len(pile))
    seated = tuple([other for other in state.seated if other != seat])
    state = replace(
        state,
        rng=rng,
        seated=seated,
        ring=ring(seated, len(state.hands)),
        scores=replace_at(state.scores, seat, 0),
        hands=replace_at(state.hands, seat, b""),
        draw=bytes(pile),
        window=None if state.window == seat else state.window,
        said=state.said & ~(1 << seat),
        passes=0,
    )
    if len(seated) == 1:
        state, finished = rounds.finish(state, seated[0], rounds.ALL_LEFT)
        return state, (gone, *finished)
    # Cards pending for this seat are cancelled with its turn. 8.2, 10.3
    return rounds.start_next_turn(state) if state.turn == seat else state, (gone,)
