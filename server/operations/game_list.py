"""The list of games as JSON, which the page for browsers fetches as ``/games.json``.

With it a page can offer every game of this server, those of game packs included, without a table of
its own.
"""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import json

from games.base import AnyGame
from messages.description import OptionDescription
from messages.registry import describe_game

PATH: Final = "/games.json"


def game_list_json(
    games: Mapping[str, AnyGame], strategies: Mapping[str, tuple[str, ...]]
) -> bytes:
    """Return the games in their order, each with its players, options and computer players."""
    return json.encode(
        [_game_entry(game, strategies.get(game.name, ())) for game in games.values()]
    )


def _game_entry(game: AnyGame, strategies: tuple[str, ...]) -> dict[str, Any]:
    """Return the entry of a game.

    ``players`` are the smallest and the largest number, ``usualPlayers`` is the one to offer first.
    The first of ``strategies`` is the default. ``teams`` and ``expert`` are empty texts if the game
    has no teams or no expert mode.
    """
    description = describe_game(game.name)
    return {
        "game": game.name,
        "title": game.title,
        "label": description.label,
        "players": [game.seats[0], game.seats[-1]],
        "usualPlayers": description.usual_players,
        "signs": description.signs,
        "color": description.color,
        "tagline": description.tagline,
        "summary": description.summary,
        "teams": description.teams,
        "expert": description.expert,
        "wizards": game.wizards,
        "strategies": strategies,
        "options": [_option_entry(option) for option in description.options],
    }


def _option_entry(option: OptionDescription) -> dict[str, Any]:
    """Return the entry of an option with the values that a form offers."""
    return {
        "name": option.name,
        "values": option.values,
        "default": option.default,
        "text": option.text,
    }
