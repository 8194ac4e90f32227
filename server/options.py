"""The options of `tavolata serve`, and how a mistake in them is told: one line, status 1."""

from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from server.config import BadSetting, make_limits, parse_limits, read_config
from server.dialects import DIALECTS
from server.limits import Limits

LAST_PORT = 65535
FILE_LIMITS = "limits of the configuration file"
"""Where the context keeps what the file says."""


def give_up(text: str) -> NoReturn:
    """End the command with this line."""
    typer.echo(f"tavolata: {text}", err=True)
    raise typer.Exit(1) from None


def use_config(context: typer.Context, file: Path | None) -> Path | None:
    """What the file says becomes what options are when they are not given."""
    if file is not None:
        names = [param.name for param in context.command.params if param.name != "config"]
        try:
            chosen, limits = read_config(file, [name for name in names if name])
        except BadSetting as error:
            give_up(str(error))
        context.default_map = {**(context.default_map or {}), **chosen}
        context.meta[FILE_LIMITS] = limits
    return file


def chosen_limits(context: typer.Context, words: list[str]) -> Limits:
    """The limits of the file and of the command line."""
    try:
        return make_limits(context.meta.get(FILE_LIMITS, {}), parse_limits(words))
    except BadSetting as error:
        give_up(str(error))


def dialects(wanted: list[str]) -> dict[str, int]:
    """The ports of the old dialects, from NAME=PORT."""
    return dict(map(_dialect, wanted))


def _dialect(wanted: str) -> tuple[str, int]:
    name, _, port = wanted.partition("=")
    if name not in DIALECTS or not port.isdecimal() or int(port) > LAST_PORT:
        names = ", ".join(DIALECTS)
        raise typer.BadParameter(
            f"{wanted!r} is not NAME=PORT, like uno=5050; names are: {names}.",
            param_hint="--dialect",
        )
    return name, int(port)


def folder(path: Path) -> Path:
    """The data folder, made if it is not there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        give_up(f"cannot use {path} for data: {error.strerror}")
    return path


def _option(text: str, **how: Any) -> Any:
    return typer.Option(help=text, **how)


ConfigOption = Annotated[
    Path | None, _option("TOML file with options and limits.", callback=use_config, is_eager=True)
]
LimitOption = Annotated[
    list[str], _option("A limit, like matches=100; repeatable.", metavar="NAME=VALUE")
]
HostOption = Annotated[str, _option("Address to listen on.")]
PortOption = Annotated[int, _option("Socket port; 0 is any free one.", min=0, max=LAST_PORT)]
PyroPortOption = Annotated[int, _option("Pyro5 port; 0 is any free one.", min=0, max=LAST_PORT)]
DataOption = Annotated[Path, _option("Folder of the journal.")]
DialectOption = Annotated[
    list[str],
    _option("A port for an old dialect, like uno=5050; repeatable.", metavar="NAME=PORT"),
]
