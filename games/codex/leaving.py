"""Codex Naturalis: a seat is given up, or its time is over (Codex 11).

Decisions of the set-up are taken at random, a turn without a placement is skipped, and after a
placement a card is drawn for the seat. Who is gone for good keeps area and score but cannot win.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from games.base import Step, T
from games.codex.drawing import draw, sources
from games.codex.rounds import finish_alone, look_for_end, lose_turn, next_turn, waits
from games.codex.rules import decided
from games.codex.setup import free_colors, keep_objective, lay_starter, take_color
from games.codex.state import State, Task, task
from messages.base import Change, Seat
from messages.codex.area import CodexSide
from messages.codex.table import CodexSeatGone

SIDES: tuple[CodexSide, ...] = ("FRONT", "BACK")


def timeout(state: State, seat: Seat) -> Step[State]:
    """One decision of the set-up, or the rest of the turn."""
    news: list[Change] = []
    match task(state, seat):
        case None:
            return Step(state, ())
        case "PLACE":
            state = lose_turn(state, news)
        case "DRAW":
            state = next_turn(_draw_any(state, seat, news), news)
        case asked:
            return decided(_decide(state, seat, asked, news), news)
    return waits(state, news, turn=True)


def leave(state: State, seat: Seat) -> Step[State]:
    """The seat's open decisions are settled first; its turns are passed over from now on."""
    if state.phase == "OVER" or seat in state.gone:
        return Step(state, ())
    news: list[Change] = []
    on_turn = seat == state.turn
    while (asked := task(state, seat)) not in (None, "PLACE", "DRAW"):
        state = _decide(state, seat, asked, news)
    if asked == "DRAW":
        state = _draw_any(state, seat, news)
    news.append(CodexSeatGone(seat))
    state = replace(state, gone=tuple(sorted((*state.gone, seat))))
    if len(state.gone) == len(state.hands) - 1:
        return Step(finish_alone(state, news), tuple(news))
    if state.phase == "SETUP":
        return decided(state, news)
    return waits(next_turn(state, news), news, turn=True) if on_turn else Step(state, tuple(news))


def _decide(state: State, seat: Seat, asked: Task | None, news: list[Change]) -> State:
    """One decision of the set-up, at random."""
    if asked == "STARTER":
        side, state = _any(state, SIDES)
        return lay_starter(state, seat, side, news)
    if asked == "COLOR":
        color, state = _any(state, free_colors(state))
        return take_color(state, seat, color, news)
    objective, state = _any(state, state.offers[seat])
    return keep_objective(state, seat, objective, news)


def _draw_any(state: State, seat: Seat, news: list[Change]) -> State:
    source, state = _any(state, sources(state))
    return look_for_end(draw(state, seat, source, news), news)


def _any(state: State, choices: Sequence[T]) -> tuple[T, State]:
    number, chance = state.chance.below(len(choices))
    return choices[number], replace(state, chance=chance)
