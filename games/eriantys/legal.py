"""Eriantys: the actions a seat may take now; rules.py tests the same conditions for one action.

Actions are created once and shared; lists are cached.
"""

from functools import lru_cache

from games.eriantys.characters import list_uses
from games.eriantys.state import (
    ASSISTANTS,
    NONE,
    TILES,
    State,
    color_mask,
    colors_in,
    island_tiles,
    open_tables,
    step_limit,
)
from messages.base import Seat
from messages.eriantys import actions
from messages.eriantys.actions import COLORS, EriantysAction, MoveMotherNature, MoveStudent

Actions = tuple[EriantysAction, ...]

_NOBODY: frozenset[Seat] = frozenset()
_ACTIVE = tuple(frozenset((seat,)) for seat in range(4))
_PLAY = {value: actions.PlayAssistantCard(card_value=value) for value in ASSISTANTS}
_STEPS = tuple(
    tuple(MoveMotherNature(steps=steps) for steps in range(1, limit + 1)) for limit in range(8)
)
_TO_SCHOOL = tuple(MoveStudent(move_to="SCHOOL", color=color) for color in COLORS)
_TO_ISLAND = tuple(
    tuple(MoveStudent(move_to="ISLAND", color=color, island_position=tile) for tile in range(TILES))
    for color in COLORS
)
_CLOUDS = tuple(actions.ChooseCloud(cloud=cloud) for cloud in range(4))
_END_TURN: Actions = (actions.EndTurn(),)


def active(state: State) -> frozenset[Seat]:
    """Return the seat on turn; nobody when the game is over."""
    return _NOBODY if state.phase == "OVER" else _ACTIVE[state.turn]


def legal(state: State, seat: Seat) -> Actions:
    """Return every action of the seat; of swaps only those without a colour on both sides.

    An island is listed by its first tile.
    """
    if seat != state.turn:
        return ()
    match state.phase:
        case "PLANNING":
            return _plays(playable_assistants(state))
        case "STUDENTS":
            school = state.schools[seat]
            moves = _moves(color_mask(school.entrance), open_tables(school.dining), state.ring)
        case "MOTHER_NATURE":
            moves = _STEPS[step_limit(state)]
        case "CLOUD":
            moves = tuple([_CLOUDS[index] for index in open_clouds(state)])
        case "END_TURN":
            moves = _END_TURN
        case "OVER":
            return ()
    return moves + list_uses(state, seat) if state.characters else moves


def playable_assistants(state: State) -> tuple[int, ...]:
    """Return the assistants that the seat on turn may play."""
    taken = tuple([school.played for school in state.schools if school.played])
    return _unblocked(state.schools[state.turn].hand, taken)


def open_clouds(state: State) -> tuple[int, ...]:
    """Return the clouds that have not been taken."""
    return tuple([index for index, cloud in enumerate(state.clouds) if cloud != NONE])


@lru_cache(maxsize=4096)
def _unblocked(hand: tuple[int, ...], taken: tuple[int, ...]) -> tuple[int, ...]:
    """Return the values nobody has played this round; the whole hand if that leaves none (4.1)."""
    return tuple([value for value in hand if value not in taken]) or hand


@lru_cache(maxsize=2048)
def _plays(values: tuple[int, ...]) -> Actions:
    """Return the actions that play the assistants with these values."""
    return tuple([_PLAY[value] for value in values])


@lru_cache(maxsize=4096)
def _moves(colors: int, tables: int, ring: bytes) -> Actions:
    """List moves of each colour to its dining table, unless that is full, and to each island."""
    found: list[EriantysAction] = [_TO_SCHOOL[color] for color in colors_in(colors & tables)]
    for color in colors_in(colors):
        found += [_TO_ISLAND[color][arc[0]] for arc in island_tiles(ring)]
    return tuple(found)
