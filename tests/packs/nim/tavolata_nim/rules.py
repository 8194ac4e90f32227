"""Nim: the rules."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from games.base import Game, IllegalAction, Result, Step, no_redaction, players_opening, replace_at
from games.options import Values, check
from games.rng import Rng
from messages.base import Change, Seat
from messages.errors import ErrorCode

from .messages import (
    NimEnded,
    NimSeatGone,
    NimTurnStarted,
    NimView,
    SelectSticks,
    SticksTaken,
    TakeSticks,
)

KNOWN: dict[str, Values] = {"heaps": range(2, 6), "sticks": range(3, 16)}


class Options(Struct, frozen=True):
    """The number of heaps, and the maximum number of sticks of each."""

    misere: bool
    heaps: int = 3
    sticks: int = 7


class State(Struct, frozen=True):
    """The whole position; ``turn`` is the seat to move, ``winners`` is empty until the end."""

    misere: bool
    heaps: tuple[int, ...]
    seats: int
    turn: Seat
    gone: tuple[Seat, ...] = ()
    winners: tuple[Seat, ...] = ()
    reason: str = ""


def options(mode: bool, chosen: Mapping[str, Any]) -> Options:
    """Check the options; an expert match is played with the misère rule."""
    check("Nim", KNOWN, chosen)
    return Options(mode, **chosen)


def start(players: int, options: Options, rng: Rng) -> Step[State]:
    """Draw the heaps and let seat 0 begin."""
    numbers, _ = rng.numbers([options.sticks] * options.heaps)
    state = State(options.misere, tuple(number + 1 for number in numbers), players, 0)
    return Step(state, (NimTurnStarted(0),), turns=(0,))


def active(state: State) -> frozenset[Seat]:
    """Return the seat to move."""
    return frozenset() if state.winners else frozenset({state.turn})


def legal(state: State, seat: Seat) -> tuple[TakeSticks, ...]:
    """List every number of sticks of every heap."""
    if seat not in active(state):
        return ()
    return tuple(
        TakeSticks(heap, count + 1)
        for heap, sticks in enumerate(state.heaps)
        for count in range(sticks)
    )


def apply(state: State, seat: Seat, action: TakeSticks) -> Step[State]:
    """Take the sticks; then the game is over or the next seat moves."""
    if seat not in active(state):
        raise IllegalAction("Wait until it is your turn.", ErrorCode.NOTYOURTURN)
    sticks = state.heaps[action.heap] if action.heap in range(len(state.heaps)) else 0
    if action.count not in range(1, sticks + 1):
        raise IllegalAction("Take at least one stick, and only sticks of one heap.")
    heaps = replace_at(state.heaps, action.heap, state.heaps[action.heap] - action.count)
    taken = SticksTaken(seat, action.heap, action.count)
    after = replace(state, heaps=heaps)
    if any(heaps):
        return _next(after, taken)
    others = tuple(other for other in _present(state) if other != seat)
    return _end(after, others if state.misere else (seat,), "the last stick was taken", taken)


def leave(state: State, seat: Seat) -> Step[State]:
    """Skip the seat from now on; the last remaining player wins."""
    if state.winners or seat in state.gone:
        return Step(state, ())
    after, left = replace(state, gone=(*state.gone, seat)), NimSeatGone(seat)
    present = _present(after)
    if len(present) == 1:
        return _end(after, present, "everybody else left", left)
    return _next(after, left) if seat == state.turn else Step(after, (left,))


def timeout(state: State, seat: Seat) -> Step[State]:
    """Take one stick for a seat that timed out."""
    return apply(state, seat, legal(state, seat)[0])


def _present(state: State) -> tuple[Seat, ...]:
    return tuple(seat for seat in range(state.seats) if seat not in state.gone)


def _next(state: State, change: Change) -> Step[State]:
    order = [(state.turn + number) % state.seats for number in range(1, state.seats + 1)]
    turn = next(seat for seat in order if seat not in state.gone)
    return Step(replace(state, turn=turn), (change, NimTurnStarted(turn)), turns=(turn,))


def _end(state: State, winners: tuple[Seat, ...], reason: str, change: Change) -> Step[State]:
    after = replace(state, winners=winners, reason=reason)
    return Step(after, (change, NimEnded(winners, reason)))


def prompt(state: State, seat: Seat) -> SelectSticks | None:
    """Ask the seat to move."""
    return SelectSticks(state.heaps) if seat in active(state) else None


def view(state: State, seat: Seat | None) -> NimView:
    """Return the view; nothing is hidden."""
    turn = None if state.winners else state.turn
    return NimView(seat, state.misere, state.heaps, turn, state.gone, state.winners)


def result(state: State) -> Result | None:
    """Return one point for each winner."""
    if not state.winners:
        return None
    scores = tuple(int(seat in state.winners) for seat in range(state.seats))
    return Result(state.winners, scores, state.reason)


def confirm(action: TakeSticks) -> str:
    """Return the text of ActionValid."""
    return f"You took {action.count} of heap {action.heap}"


GAME: Game[State, TakeSticks, Options] = Game(
    name="nim",
    title="Nim",
    seats=range(2, 5),
    actions=(TakeSticks,),
    state_type=State,
    options=options,
    start=start,
    active=active,
    waiting=active,
    legal=legal,
    apply=apply,
    leave=leave,
    timeout=timeout,
    prompt=prompt,
    opening=players_opening("nim"),
    view=view,
    redact=no_redaction,
    confirm=confirm,
    result=result,
)
