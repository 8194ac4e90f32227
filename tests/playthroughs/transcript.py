"""One seeded game as text: every action, out of how many, and what came of it.

A change of the rules shows as a readable difference. The texts in this folder are written anew
with ``python -m tests.playthroughs``; look at what changed before you commit it.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import UNSET, Struct

from games.base import AnyGame
from games.chance import Chance
from games.registry import GAMES
from tests.games.choosing import kinds_of

FOLDER = Path(__file__).parent
SEEDS = {False: 2021, True: 247}
"""By mode; the number of players is added, so that every table is another game."""


class Play(NamedTuple):
    """Which game is written down."""

    game: str
    players: int
    mode: bool

    @property
    def path(self) -> Path:
        mode = "expert" if self.mode else "base"
        return FOLDER / f"{self.game}-{self.players}-{mode}.txt"


PLAYS = [
    Play(game.name, players, mode)
    for game in GAMES.values()
    for players in game.seats
    for mode in (False, True)
]


def transcript(play: Play) -> str:
    """The whole game."""
    return "\n".join(_lines(GAMES[play.game], play)) + "\n"


def _lines(game: AnyGame, play: Play) -> Iterator[str]:
    seed = SEEDS[play.mode] + play.players
    chance = Chance(seed.to_bytes(16, "big"))
    state = game.start(play.players, game.options(play.mode, {}), chance).state
    yield f"{game.title}, {play.players} players, mode {play.mode}, seed {seed}"
    yield ""
    yield from _view(game, state)
    # Our own chance, which unlike Python's promises the same choices in every version.
    choices = Chance(b"choices of the players")
    while active := sorted(game.active(state)):
        number, choices = choices.below(len(active))
        seat = active[number]
        actions = game.legal(state, seat)
        kinds = kinds_of(actions)
        number, choices = choices.below(len(kinds))
        kind = kinds[number]
        number, choices = choices.below(len(kind))
        action = kind[number]
        yield f"seat {seat}, 1 of {len(actions)}: {_text(action)}"
        step = game.apply(state, seat, action)
        yield from (f"    {_text(change)}" for change in step.changes)
        yield from (f"    turn of seat {turn}" for turn in step.turns)
        state = step.state
    yield ""
    yield from _view(game, state)
    yield _text(game.result(state))


def _view(game: AnyGame, state: Struct) -> Iterator[str]:
    """What a spectator sees, one line for each field and for each thing in a list."""
    view = game.view(state, None)
    for field in msgspec.structs.fields(view):
        value = getattr(view, field.name)
        if isinstance(value, tuple) and value and isinstance(value[0], Struct | dict):
            yield from (f"{field.name} {at}: {_text(item)}" for at, item in enumerate(value))
        else:
            yield f"{field.name}: {_text(value)}"
    yield ""


def _text(value: object) -> str:
    if isinstance(value, Struct):
        shown = [
            f"{field.name}={_text(getattr(value, field.name))}"
            for field in msgspec.structs.fields(value)
            if getattr(value, field.name) not in (field.default, UNSET)
        ]
        return " ".join([type(value).__name__, *shown])
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} {_text(part)}" for key, part in value.items()) + "}"
    if isinstance(value, tuple):
        return "(" + ", ".join(_text(part) for part in value) + ")"
    return str(value)
