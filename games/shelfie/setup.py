"""My Shelfie: how a game begins (A.2)."""

from games.base import Step
from games.rng import Rng
from games.shelfie.scoring import CARDS
from games.shelfie.shelf import NO_TILES
from games.shelfie.state import Options, State
from games.shelfie.tiles import ALL_TILES, STRIDE
from games.shelfie.turns import fill
from messages.shelfie.actions import SHELFIE_GOALS

STACKS = {2: (8, 4), 3: (8, 6, 4), 4: (8, 6, 4, 2)}
"""The tokens on a common goal by number of players, the next one first."""


def start(players: int, options: Options, chance: Rng) -> Step[State]:
    """The bag is shuffled once; everything else is drawn after it."""
    bag, chance = chance.shuffled(ALL_TILES)
    goals, chance = chance.shuffled(SHELFIE_GOALS)
    cards, chance = chance.shuffled(range(len(CARDS)))
    first, chance = chance.below(players)
    common = options.common_goals
    state = State(
        options=options,
        chance=chance,
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
    return Step(fill(state), (), (first,))
