"""Start the guided match of a game."""

from importlib import import_module
from importlib.util import find_spec

import typer

from client.cli.text import NO_GAME, NO_GUIDED_MATCH
from client.errors import ExitWithMessage
from messages.registry import GAME_NAMES

TUTORIAL = "client.tui.tutorial"


def learn_game(game: str, *, plain: bool) -> None:
    """Run the guided match of a game, line by line if ``plain``.

    Raises BadParameter for an unknown game, and ExitWithMessage if there is no guided match.
    """
    name = game.lower()
    if name not in GAME_NAMES:
        text = NO_GAME.format(game=game[:40], games=", ".join(GAME_NAMES))
        raise typer.BadParameter(text, param_hint="GAME")
    if find_spec(TUTORIAL) is None:
        raise ExitWithMessage(NO_GUIDED_MATCH.format(game=name))
    import_module(TUTORIAL).run_tutorial(name, plain=plain)
