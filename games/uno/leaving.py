"""UNO: leaving the table and running out of time (UNO 5.2, 10.3, 10.4).

An open choice first gets its default: the colour held most, the next player to swap with, the drawn
card kept, no challenge. Who is idle for some turns in a row is removed from the table.
"""

from typing import Literal

from msgspec.structs import replace

from games.base import Changed, Step, replace_at
from games.uno import rounds
from games.uno.cards import NO_CARD, NO_COLOR, favourite_color
from games.uno.playing import name_color, put_down
from games.uno.rules import accept, close_window, set_idle
from games.uno.state import State, nothing_to_draw, ring
from messages.base import Seat
from messages.uno.table import UnoSeatGone, UnoTurnLost


def leave(state: State, seat: Seat) -> Step[State]:
    """Put the cards back and drop the score; the turn passes on if it was the seat's (10.3)."""
    if seat not in state.seated or state.decision == "OVER":
        return Step(state, ())
    if seat != state.turn:
        return Step(*_remove(state, seat, "LEFT"))
    state, chosen = _choose_default(state)
    state, removed = _remove(state, seat, "LEFT")
    return rounds.step_with_turn(state, chosen + removed)


def timeout(state: State, seat: Seat) -> Step[State]:
    """Apply the default of the decision (10.4); a lost turn also closes the UNO window (6)."""
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
            return accept(state).after(missed)
    state, missed = close_window(state)
    state, lost = _lose_on_time(state)
    state, removed = _count_idle(state, seat)
    removed_seats = () if seat in state.seated else (seat,)
    step = rounds.step_with_turn(state, missed + lost + removed)
    return replace(step, removed_seats=removed_seats)


def _choose_default(state: State) -> Changed[State]:
    """Choose a colour or a partner; a leaving player's other decisions need no default."""
    seat = state.turn
    if state.decision == "SWAP":
        return put_down(state, seat, state.card, NO_COLOR)
    if state.decision != "COLOR":
        return state, ()
    previous = 0 if state.color == NO_COLOR else state.color
    return name_color(state, favourite_color(state.hands[seat], previous))


def _lose_on_time(state: State) -> Changed[State]:
    """Lose the turn; nothing is drawn but a pending penalty."""
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
    """Count one more turn that the seat lost on the clock."""
    most = state.options.max_idle_turns
    if not most or state.decision == "OVER":
        return state, ()
    number = state.idle[seat] + 1 if state.idle else 1
    if number < most:
        return set_idle(state, seat, number), ()
    return _remove(set_idle(state, seat, 0), seat, "IDLE")


def _remove(state: State, seat: Seat, reason: Literal["LEFT", "IDLE"]) -> Changed[State]:
    """Empty the seat; with one player left the game is over (7.4)."""
    pile, chance = state.chance.shuffled(state.draw + state.hands[seat])
    gone = UnoSeatGone(seat, reason, len(pile))
    seated = tuple([other for other in state.seated if other != seat])
    state = replace(
        state,
        chance=chance,
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
    # A penalty this seat was facing is cancelled with its turn. 8.2, 10.3
    return rounds.start_next_turn(state) if state.turn == seat else state, (gone,)
