"""At which tables every game is tried, and how to keep a long one short."""

from typing import Any, NamedTuple

from games.base import Step
from games.registry import GAMES
from games.rng import Rng

SHORT: dict[str, dict[str, Any]] = {
    "uno": {"target_score": 60},
    "rummy500": {"target": 60},
}
"""Options with which a game is over before its tests take long; a game of one round needs none."""


class TableOf(NamedTuple):
    """Which game is played, by how many, in which mode."""

    name: str
    players: int
    mode: bool

    @property
    def label(self) -> str:
        return f"{self.name}-{self.players}-{'expert' if self.mode else 'base'}"


def sizes(seats: range) -> list[int]:
    """The smallest tables and the largest one."""
    return sorted({*seats[:3], seats[-1]})


EVERY_TABLE = [
    TableOf(game.name, players, mode)
    for game in GAMES.values()
    for players in sizes(game.seats)
    for mode in (False, True)
]


def begin(table: TableOf, seed: int) -> Step[Any]:
    """The start of a game with this seed."""
    game = GAMES[table.name]
    options = game.options(table.mode, SHORT.get(table.name, {}))
    return game.start(table.players, options, Rng(seed.to_bytes(16, "big")))
