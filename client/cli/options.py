"""Options that several commands share; ``arguments.py`` interprets them."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from client.cli.arguments import PACK_OPTION
from client.cli.text import GAME_ARGUMENT_HELP, GAME_HELP, STRATEGY_HELP


class IllegalPolicy(StrEnum):
    """The values of the option ``--on-illegal``; ``client.bots.plan.OnIllegal`` explains them."""

    RAISE = "raise"
    WARN = "warn"
    RANDOM = "random"
    FORFEIT = "forfeit"


class AbsencePolicy(StrEnum):
    """The values of the option ``--absent``."""

    skip = "skip"
    bot = "bot"
    suspend = "suspend"
    forfeit = "forfeit"


ServerOption = Annotated[
    str,
    typer.Option(
        metavar="ADDRESS[,...]",
        help="HOST:PORT, tcp://HOST:PORT, tls://HOST:PORT or PYRO:tavolata@HOST:PORT, as a server "
        "prints it; several are tried in order. By default a server is started here.",
    ),
]
PasswordOption = Annotated[
    Path | None, typer.Option(help="File whose first line is the server's password.")
]
TlsOption = Annotated[
    bool,
    typer.Option(
        "--tls",
        help="Use TLS and verify the server's certificate; the key of a self-signed one is stored.",
    ),
]
FingerprintOption = Annotated[
    str,
    typer.Option(
        metavar="SHA256:...",
        help="Fingerprint that the server has printed; its key must have it. Implies --tls.",
    ),
]
CaOption = Annotated[
    Path | None, typer.Option(help="PEM file of trusted certificates; implies --tls.")
]
NicknameOption = Annotated[str, typer.Option(help="Your nickname.")]


def complete_games(incomplete: str) -> list[str]:
    """Return the games whose names begin with a text, for the completion of the shell."""
    from messages.registry import GAME_NAMES

    return [name for name in GAME_NAMES if name.startswith(incomplete.lower())]


def complete_strategies(incomplete: str) -> list[str]:
    """Return the strategies whose names begin with a text, for the completion of the shell."""
    from client.bots.strategies import strategies_for

    return [name for name in strategies_for("") if name.startswith(incomplete)]


GAME_INFO = typer.Option(help="The game to play", autocompletion=complete_games)
GAME_ARGUMENT_INFO = typer.Argument(help="The game", autocompletion=complete_games)
STRATEGY_INFO = typer.Option(help="The strategy", autocompletion=complete_strategies)
GameOption = Annotated[str, GAME_INFO]
GameArgument = Annotated[str, GAME_ARGUMENT_INFO]
StrategyOption = Annotated[list[str], STRATEGY_INFO]
PlayersOption = Annotated[
    int | None, typer.Option(min=2, help="Seats at the table; 2 unless given.")
]
ExpertOption = Annotated[
    bool | None, typer.Option("--expert/--base", help="The mode of the match; base unless given.")
]
GameOptions = Annotated[
    list[str],
    typer.Option(
        "--option",
        metavar="KEY=VALUE",
        help="An option of the game, see tavolata games; repeatable.",
    ),
]
AbsentOption = Annotated[
    AbsencePolicy | None,
    typer.Option(
        help="What happens to the seat of a player who has lost the connection: it is skipped, a "
        "bot plays, the match waits, or the seat is given up. By default the game decides."
    ),
]
PackOption = Annotated[
    list[str],
    typer.Option(PACK_OPTION, metavar="PACKAGE", help="A package with a game; repeatable."),
]


def list_choices_in_help() -> None:
    """Add the names of games and strategies to the help texts, games of packs included.

    Called only before a help text is shown, because the registries are slow to load.
    """
    from client.bots.strategies import strategies_for
    from messages.registry import GAME_NAMES

    games = ", ".join(GAME_NAMES)
    GAME_INFO.help = GAME_HELP.format(games=games)
    GAME_ARGUMENT_INFO.help = GAME_ARGUMENT_HELP.format(games=games)
    STRATEGY_INFO.help = STRATEGY_HELP.format(strategies=", ".join(strategies_for("")))
