"""Eriantys: what may be done now; rules.py asks the same questions of a single action.

Actions are made once and shared; lists that depend on little are remembered.
"""

from collections.abc import Callable
from functools import lru_cache

from games.eriantys.characters import uses
from games.eriantys.state import (
    ASSISTANTS,
    NONE,
    TILES,
    State,
    arcs,
    color_mask,
    colors_in,
    open_tables,
    step_limit,
)
from messages.base import Seat
from messages.eriantys.actions import (
    COLORS,
    ChooseCloud,
    EndTurn,
    EriantysAction,
    MoveMotherNature,
    MoveStudent,
    PlayAssistantCard,
)
from messages.eriantys.table import Phase

Actions = tuple[EriantysAction, ...]

_NOBODY: frozenset[Seat] = frozenset()
_ACTIVE = tuple(frozenset((seat,)) for seat in range(4))
_PLAY = {value: PlayAssistantCard(card_value=value) for value in ASSISTANTS}
_STEPS = tuple(
    tuple(MoveMotherNature(steps=steps) for steps in range(1, limit + 1)) for limit in range(8)
)
_TO_SCHOOL = tuple(MoveStudent(move_to="SCHOOL", color=color) for color in COLORS)
_TO_ISLAND = tuple(
    tuple(MoveStudent(move_to="ISLAND", color=color, island_position=at) for at in range(TILES))
    for color in COLORS
)
_CLOUDS = tuple(ChooseCloud(cloud=cloud) for cloud in range(4))
_END_TURN: Actions = (EndTurn(),)


def active(state: State) -> frozenset[Seat]:
    """The seat the table waits for; nobody when the game is over."""
    return _NOBODY if state.phase == "OVER" else _ACTIVE[state.turn]


def legal(state: State, seat: Seat) -> Actions:
    """Everything the seat may do now; of swaps only those that change something."""
    if seat != state.turn:
        return ()
    steps = _STEP_LISTS[state.phase](state)
    if state.characters and state.phase not in ("PLANNING", "OVER"):
        return steps + uses(state, seat)
    return steps


def playable(state: State) -> tuple[int, ...]:
    """The assistants that the seat whose turn it is may play."""
    taken = tuple([school.played for school in state.schools if school.played])
    return _unblocked(state.schools[state.turn].hand, taken)


def open_clouds(state: State) -> tuple[int, ...]:
    """The clouds that can still be taken."""
    return tuple([index for index, cloud in enumerate(state.clouds) if cloud != NONE])


def _list_assistants(state: State) -> Actions:
    return _plays(playable(state))


def _list_students(state: State) -> Actions:
    school = state.schools[state.turn]
    return _moves(color_mask(school.entrance), open_tables(school.dining), state.ring)


def _list_steps(state: State) -> Actions:
    return _STEPS[step_limit(state)]


def _list_clouds(state: State) -> Actions:
    return tuple([_CLOUDS[index] for index in open_clouds(state)])


def _list_end(state: State) -> Actions:
    return _END_TURN


def _list_nothing(state: State) -> Actions:
    return ()


@lru_cache(maxsize=4096)
def _unblocked(hand: tuple[int, ...], taken: tuple[int, ...]) -> tuple[int, ...]:
    """Values nobody has played this round; all of them if that leaves none (4.1)."""
    return tuple([value for value in hand if value not in taken]) or hand


@lru_cache(maxsize=2048)
def _plays(values: tuple[int, ...]) -> Actions:
    return tuple([_PLAY[value] for value in values])


@lru_cache(maxsize=4096)
def _moves(colors: int, tables: int, ring: bytes) -> Actions:
    """Each colour of the entrance to its table, if that has a free seat, and to each island."""
    found: list[EriantysAction] = [_TO_SCHOOL[color] for color in colors_in(colors & tables)]
    for color in colors_in(colors):
        found += [_TO_ISLAND[color][arc[0]] for arc in arcs(ring)]
    return tuple(found)


_STEP_LISTS: dict[Phase, Callable[[State], Actions]] = {
    "PLANNING": _list_assistants,
    "STUDENTS": _list_students,
    "MOTHER_NATURE": _list_steps,
    "CLOUD": _list_clouds,
    "END_TURN": _list_end,
    "OVER": _list_nothing,
}
