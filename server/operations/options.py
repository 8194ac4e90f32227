"""The options of `tavolata serve`, and how a mistake in them is told: one line, status 1."""

from enum import StrEnum
from pathlib import Path
from ssl import PROTOCOL_TLS_SERVER, SSLContext, SSLError
from typing import Annotated, Any, NoReturn

import typer

from server.dialects import DIALECTS
from server.limits import Limits
from server.operations.config import (
    BadSetting,
    make_limits,
    make_settings,
    parse_limits,
    parse_settings,
    read_config,
)

LAST_PORT = 65535
FILE_LIMITS = "limits of the configuration file"
FILE_SETTINGS = "settings of the configuration file"
"""Where the context keeps what the file says."""


class LogStyle(StrEnum):
    """The choices of --log."""

    console = "console"
    json = "json"


def give_up(text: str) -> NoReturn:
    """End the command with this line."""
    typer.echo(f"tavolata: {text}", err=True)
    raise typer.Exit(1) from None


def use_config(context: typer.Context, file: Path | None) -> Path | None:
    """What the file says becomes what options are when they are not given."""
    if file is not None:
        names = [param.name for param in context.command.params if param.name != "config"]
        try:
            found = read_config(file, [name for name in names if name])
        except BadSetting as error:
            give_up(str(error))
        context.default_map = {**(context.default_map or {}), **found.options}
        context.meta[FILE_LIMITS] = found.limits
        context.meta[FILE_SETTINGS] = found.settings
    return file


def chosen_limits(context: typer.Context, words: list[str]) -> Limits:
    """The limits of the file and of the command line."""
    try:
        return make_limits(context.meta.get(FILE_LIMITS, {}), parse_limits(words))
    except BadSetting as error:
        give_up(str(error))


def chosen_settings(context: typer.Context, words: list[str]) -> dict[str, Any]:
    """The settings of the dialects, of the file and of the command line."""
    try:
        return make_settings(context.meta.get(FILE_SETTINGS, {}), parse_settings(words))
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


def password(file: Path | None, dialects: list[str]) -> str:
    """The first line of the file."""
    if file is None:
        return ""
    if dialects:
        give_up("guests of an old dialect cannot give a password: choose one of the two options")
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        give_up(f"cannot read the password in {file}: {getattr(error, 'strerror', 'not UTF-8')}")
    if not lines or not lines[0]:
        give_up(f"the first line of {file} must be the password")
    return lines[0]


def certificate(cert: Path | None, key: Path | None) -> SSLContext | None:
    """What the routes show to guests who connect with TLS; without a key it is in the same file."""
    if cert is None:
        if key is not None:
            give_up("--tls-key needs --tls-cert")
        return None
    context = SSLContext(PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(cert, key, password="")
    except SSLError:
        give_up(f"{cert} and its key are not a certificate in PEM that fits")
    except OSError as error:
        give_up(f"cannot read {cert} or its key: {error.strerror}")
    return context


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
SettingOption = Annotated[
    list[str],
    _option(
        "A setting of an old dialect, like rummy.autostart=3; repeatable.",
        metavar="DIALECT.NAME=VALUE",
    ),
]
MetricsOption = Annotated[
    int | None,
    _option(
        "Port for metrics and health, on this machine only; 0 is any free one.",
        min=0,
        max=LAST_PORT,
    ),
]
LogOption = Annotated[LogStyle, _option("How logs look on standard error.")]
PasswordOption = Annotated[Path | None, _option("File whose first line new guests have to know.")]
CertOption = Annotated[
    Path | None, _option("Certificate chain (PEM): TLS for the socket and the Pyro5 port.")
]
KeyOption = Annotated[Path | None, _option("Its key (PEM), if that is in a file of its own.")]
