"""The variants (game, number of players, mode) in which every game is tested."""

from importlib import import_module
from typing import Any, NamedTuple

from games.base import Step
from games.registry import BUILT_IN, GAMES
from games.rng import Rng
from tests.games.settings import GameTests


def settings_of(name: str) -> GameTests:
    """Return the settings of a game; a game of a pack has the defaults."""
    return SETTINGS.get(name, GameTests())


def _settings(folder: str) -> GameTests:
    return getattr(import_module(f"tests.games.{folder}"), "TESTS", GameTests())


FOLDERS = {game.name: game.start.__module__.split(".")[1] for game in BUILT_IN}
SETTINGS = {name: _settings(folder) for name, folder in FOLDERS.items()}


class Variant(NamedTuple):
    """A variant: game, number of players and mode."""

    name: str
    players: int
    mode: bool

    @property
    def mode_name(self) -> str:
        """The mode as a word."""
        return "expert" if self.mode else "base"

    @property
    def label(self) -> str:
        """The id of the variant in test reports."""
        return f"{self.name}-{self.players}-{self.mode_name}"


def player_counts(seats: range) -> list[int]:
    """Return the three smallest numbers of players and the largest one."""
    return sorted({*seats[:3], seats[-1]})


VARIANTS = [
    Variant(game.name, players, mode)
    for game in GAMES.values()
    for players in player_counts(game.seats)
    for mode in (False, True)
]


def start_variant(variant: Variant, seed: int) -> Step[Any]:
    """Start a game of this variant with this seed."""
    game = GAMES[variant.name]
    options = game.options(variant.mode, settings_of(variant.name).short_options)
    return game.start(variant.players, options, Rng(seed.to_bytes(16, "big")))
