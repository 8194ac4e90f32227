"""My Shelfie: the options of a match (A.12) and the initial position (A.2)."""

from collections.abc import Mapping
from typing import Any

from games.base import Step
from games.options import SWITCH, Values, check, normalized
from games.rng import Rng
from games.shelfie.scoring import PERSONAL_GOALS
from games.shelfie.shelf import NO_TILES
from games.shelfie.state import Options, State
from games.shelfie.tiles import ALL_TILES, STRIDE
from games.shelfie.turns import fill_board
from messages.shelfie.actions import SHELFIE_GOALS

STACKS = {2: (8, 4), 3: (8, 6, 4), 4: (8, 6, 4, 2)}
"""The tokens on a common goal by number of players, the next one to be taken first."""

KNOWN: dict[str, Values] = {
    "refill": ("keep", "return"),
    "squares_same_type": SWITCH,
    "common_goals": range(3),
    "end_round": ("seat", "lap"),
    "tie": ("furthest", "none"),
    "leaving": ("continue", "end"),
}


def options(mode: bool, chosen: Mapping[str, Any]) -> Options:
    """Return the options; expert and base mode are the same."""
    chosen = normalized(KNOWN, chosen)
    check("My Shelfie", KNOWN, chosen)
    return Options(**chosen)


def start(players: int, options: Options, rng: Rng) -> Step[State]:
    """Shuffle bag, goals and personal goals, draw the first player and fill the living room."""
    bag, rng = rng.shuffled(ALL_TILES)
    goals, rng = rng.shuffled(SHELFIE_GOALS)
    cards, rng = rng.shuffled(range(len(PERSONAL_GOALS)))
    first, rng = rng.below(players)
    common = options.common_goals
    state = State(
        options=options,
        rng=rng,
        seated=tuple(range(players)),
        first=first,
        turn=first,
        bag=bytes(bag),
        board=bytes(STRIDE * STRIDE),
        shelves=(NO_TILES,) * players,
        cards=bytes(cards[:players]),
        goals=tuple(goals[:common]),
        stacks=(STACKS[players],) * common,
        tokens=((0,) * common,) * players,
    )
    return Step(fill_board(state), (), (first,))
