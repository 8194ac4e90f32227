"""Eriantys states built by hand: every test states only what matters to it.

``board()`` is the start of seat 0's action turn: twelve empty islands, mother nature on 0, no
towers, no professors. Every entrance has one or two students of each colour, and every seat has
played the assistant 2 * seat + 5.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from games.base import Step
from games.eriantys import ERIANTYS
from games.eriantys.state import (
    ASSISTANTS,
    COLOR_INDEX,
    NOBODY,
    RULES_BY_PLAYERS,
    TILES,
    Card,
    Counts,
    Island,
    School,
    State,
)
from games.rng import Rng
from messages.base import Change, Seat
from messages.eriantys.actions import Color, EriantysAction
from messages.errors import ErrorCode, Refusal

ENTRANCES: dict[int, Counts] = {2: (2, 2, 1, 1, 1), 3: (2, 2, 2, 2, 1), 4: (2, 2, 1, 1, 1)}
BAG = bytes((0, 1, 2, 3, 4)) * 8
WHITE, BLACK, GREY = 0, 1, 2


def students(**colors: int) -> Counts:
    """Return counts from names: students(red=2, blue=1)."""
    counts = [0] * len(COLOR_INDEX)
    for name, number in colors.items():
        counts[_index(name)] = number
    return tuple(counts)


def bag(*names: str) -> bytes:
    """Return a bag from which the first name is drawn first."""
    return bytes(_index(name) for name in reversed(names))


def professors(**holders: Seat) -> tuple[Seat, ...]:
    """Return the holders of professors: professors(red=1); nobody has the others."""
    seats = [NOBODY] * len(COLOR_INDEX)
    for name, seat in holders.items():
        seats[_index(name)] = seat
    return tuple(seats)


def island(
    owner: int = NOBODY, towers: int | None = None, no_entry: int = 0, **colors: int
) -> Island:
    """Return an island with students; an owner has one tower by default."""
    if towers is None:
        towers = 0 if owner == NOBODY else 1
    return Island(students(**colors), owner, towers, no_entry)


def board(
    players: int = 2,
    *,
    schools: Mapping[Seat, Mapping[str, Any]] | None = None,
    islands: Mapping[int, Island] | None = None,
    unified: Iterable[tuple[int, ...]] = (),
    characters: Iterable[Card] = (),
    **fields: Any,
) -> State:
    """A position. ``schools`` changes boards by seat, ``islands`` islands by any of their tiles,
    ``unified`` names groups of tiles clockwise; other fields of State as they are."""
    numbers = RULES_BY_PLAYERS[players]
    ring, groups = _ring(unified)
    cards = tuple(characters)
    placed = [Island() for _ in groups]
    for tile, there in (islands or {}).items():
        placed[ring[tile]] = there
    state = State(
        expert=bool(cards),
        round=1,
        phase="STUDENTS",
        turn=0,
        order=tuple(range(players)),
        students_left=numbers.moves,
        ring=ring,
        islands=tuple(placed),
        mother_nature=0,
        clouds=(students(yellow=numbers.cloud),) * players,
        bag=BAG,
        schools=tuple(_school(players, seat, bool(cards)) for seat in range(players)),
        yards=_yards(players, placed),
        professors=professors(),
        rng=Rng(b"a fixed seed for tests"),
        characters=cards,
        supply=10 if cards else 0,
    )
    changed = [replace(s, **(schools or {}).get(seat, {})) for seat, s in enumerate(state.schools)]
    return replace(state, schools=tuple(changed), **fields)


def planning(players: int, hands: Mapping[Seat, tuple[int, ...]] | None = None) -> State:
    """Return the start of a planning phase."""
    schools = {
        seat: {"played": 0, "hand": (hands or {}).get(seat, ASSISTANTS)} for seat in range(players)
    }
    return board(players, schools=schools, phase="PLANNING", students_left=0)


def do(state: State, *actions: EriantysAction) -> Step[State]:
    """Apply the actions, each by the seat on turn; return the last step."""
    step: Step[State] = Step(state, ())
    for action in actions:
        step = ERIANTYS.apply(step.state, step.state.turn, action)
    return step


def refused(
    state: State,
    action: EriantysAction,
    seat: Seat | None = None,
    code: ErrorCode = ErrorCode.ACTIONNONVALID,
) -> str:
    """Return the text with which an action is refused; the state must stay unchanged."""
    before = msgspec.msgpack.encode(state)
    with pytest.raises(Refusal) as caught:
        ERIANTYS.apply(state, state.turn if seat is None else seat, action)
    assert caught.value.code == code
    assert msgspec.msgpack.encode(state) == before
    assert caught.value.text.endswith(".")
    return caught.value.text


def kinds(changes: Iterable[Change]) -> list[str]:
    """Return the names of the changes, in order."""
    return [type(change).__name__ for change in changes]


def island_of(state: State, tile: int) -> Island:
    return state.islands[state.ring[tile]]


def _index(name: str) -> int:
    color: Color = name.upper()  # type: ignore[assignment]
    return COLOR_INDEX[color]


def _school(players: int, seat: Seat, expert: bool) -> School:
    played = 2 * seat + 5
    hand = tuple(value for value in ASSISTANTS if value != played)
    return School(ENTRANCES[players], hand=hand, played=played, coins=int(expert))


def _yards(players: int, islands: list[Island]) -> tuple[int, ...]:
    numbers = RULES_BY_PLAYERS[players]
    built = [0] * numbers.parties
    for there in islands:
        if there.owner != NOBODY:
            built[there.owner] += there.towers
    return tuple(numbers.towers - number for number in built)


def _ring(unified: Iterable[tuple[int, ...]]) -> tuple[bytes, list[tuple[int, ...]]]:
    joined = list(unified)
    single = [(t,) for t in range(TILES) if not any(t in group for group in joined)]
    groups = sorted([*joined, *single])
    ring = bytearray(TILES)
    for index, group in enumerate(groups):
        for tile in group:
            ring[tile] = index
    return bytes(ring), groups
