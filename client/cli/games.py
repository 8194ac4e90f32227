"""The list of games: players, modes, strategies of computer players and options."""

from collections.abc import Iterator

from client.bots.strategies import strategies_by_game
from client.cli.text import PLAYERS_LINE
from messages.description import GameDescription, OptionDescription
from messages.registry import DESCRIPTIONS


def list_games() -> Iterator[str]:
    """Yield lines that describe each game; its name is the word for ``--game``."""
    strategies = strategies_by_game()
    for name, description in DESCRIPTIONS.items():
        yield from _describe(name, description, strategies.get(name, ()))


def _describe(name: str, game: GameDescription, strategies: tuple[str, ...]) -> Iterator[str]:
    """Yield the lines of one game, with an empty line at the end."""
    smallest, largest = game.players
    yield PLAYERS_LINE.format(name=name, title=game.title, smallest=smallest, largest=largest)
    if game.expert:
        yield f"  --expert              {game.expert}"
    if game.teams:
        yield f"  {game.teams}"
    yield f"  computer players      {', '.join(strategies)}"
    for option in game.options:
        yield f"  --option {_values_text(option)}"
        yield f"      {option.text}"
    yield ""


def _values_text(option: OptionDescription) -> str:
    """Return an option with its values as they are typed, the default marked."""
    values = [str(value).lower() for value in option.values]
    default = str(option.default).lower()
    marked = [f"{value} (default)" if value == default else value for value in values]
    return f"{option.name}={' | '.join(marked)}"
