"""My Shelfie states built tile by tile. Seats are a, b, c, d; a is the first player and on turn.

Tiles that a state does not name come from a sorted pool, so there are always 132. Those that are
nowhere else are in the bag, or in no place at all if ``bag`` says how many it has.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from games.base import Step
from games.rng import Rng
from games.shelfie import SHELFIE
from games.shelfie.setup import STACKS
from games.shelfie.state import Options, State
from games.shelfie.tiles import ALL_TILES, CELLS, STRIDE, parse_tiles
from messages.base import Change, Seat
from messages.errors import ErrorCode, Refusal
from messages.shelfie.actions import PlaceShelfieTiles, ShelfieAction, ShelfieGoal, TakeShelfieTiles

A, B, C, D = range(4)
NONE = "..... ..... ..... ..... ..... ....."
ALMOST = ".CTBG PFCTB GPFCT BGPFC TBGPF CTBGP"
"""A shelf that lacks one tile and meets no goal that these tests use."""


def table(
    *shelves: str,
    cells: Iterable[int] | None = None,
    on: Mapping[int, str] | None = None,
    goals: tuple[ShelfieGoal, ...] = (),
    bag: int | None = None,
    options: Mapping[str, Any] | None = None,
    **fields: Any,
) -> State:
    """Return a state; ``cells`` have tiles, all by default; ``on`` has the tiles of some cells."""
    players = len(shelves)
    filled = [parse_tiles(shelf) for shelf in shelves]
    pool = bytearray(ALL_TILES)
    for tile in b"".join(filled) + parse_tiles("".join((on or {}).values())):
        if tile:
            pool.remove(tile)
    board = bytearray(STRIDE * STRIDE)
    for cell in CELLS[players] if cells is None else cells:
        board[cell] = parse_tiles((on or {})[cell])[0] if cell in (on or {}) else pool.pop()
    state = State(
        options=Options(**{"common_goals": len(goals), **(options or {})}),
        rng=Rng(b"tests"),
        seated=tuple(range(players)),
        first=A,
        turn=A,
        bag=bytes(pool if bag is None else pool[:bag]),
        board=bytes(board),
        shelves=tuple(filled),
        cards=bytes(range(players)),
        goals=goals,
        stacks=(STACKS[players],) * len(goals),
        tokens=((0,) * len(goals),) * players,
    )
    return replace(state, **fields)


def take(*cells: int) -> TakeShelfieTiles:
    return TakeShelfieTiles(cells=cells)


def place(column: int, *order: int) -> PlaceShelfieTiles:
    return PlaceShelfieTiles(column=column, order=order)


def do(state: State, *actions: ShelfieAction) -> Step[State]:
    """Apply actions of the player on turn and return the last step."""
    step = Step(state, ())
    for action in actions:
        step = SHELFIE.apply(step.state, step.state.turn, action)
    return step


def refusal(state: State, action: ShelfieAction, seat: Seat | None = None) -> ErrorCode:
    """Return the code with which the player on turn, or this seat, is refused."""
    before = replace(state)
    with pytest.raises(Refusal) as caught:
        SHELFIE.apply(state, state.turn if seat is None else seat, action)
    assert state == before
    assert caught.value.text.endswith(".")
    return caught.value.code


def kinds(step: Step[State]) -> list[str]:
    """Return the names of the changes of a step."""
    return [type(change).__name__.removeprefix("Shelfie") for change in step.changes]


def only(step: Step[State], kind: type[Change]) -> Any:
    """Return the one change of this class."""
    (change,) = [change for change in step.changes if isinstance(change, kind)]
    return change
