"""The configuration of `tavolata serve`: a TOML file, limits, and settings of dialects.

The file holds options of the command by their names, a table ``[limits]``, and a table for each
dialect whose settings differ from the defaults:

    host = "0.0.0.0"
    pyro-port = 7701
    [limits]
    connections_per_address = 64
    [settings.rummy]
    autostart = 3

The command line takes precedence over the file, the file over the defaults.
"""

import sys
import tomllib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from ssl import PROTOCOL_TLS_SERVER, SSLContext, SSLError
from typing import Annotated, Any, get_type_hints

from msgspec import Meta, Struct, ValidationError, convert
from typer import BadParameter, echo
from typer.exceptions import TyperException

from games.registry import GAMES
from messages.errors import Refusal
from server.admission.connection_limiter import parse_network
from server.dialects.registry import DIALECTS
from server.limits import DEPRECATED_NAMES, Limits
from server.rooms.opening import CLOCK_SECONDS

LAST_PORT = 65535
GAME_OPTIONS = "options"
"""The field of a dialect's settings that holds the options of its game."""
KINDS: dict[Any, Any] = {
    bool: Annotated[bool, Meta(description="true or false")],
    int: Annotated[int, Meta(gt=0, description="a whole number above 0")],
    float: Annotated[float, Meta(gt=0, le=sys.float_info.max, description="a number above 0")],
    tuple[str, ...]: Annotated[
        tuple[str, ...], Meta(description='a list of networks, like ["10.0.0.0/8"]')
    ],
}
"""The values accepted for a limit or a setting, by the type of its field."""


class BadSetting(TyperException):
    """Raised when the server cannot be configured like this; ends the command with one line."""


class Config(Struct, frozen=True, kw_only=True):
    """The content of a configuration file."""

    options: dict[str, Any] = {}
    limits: dict[str, Any] = {}
    settings: dict[str, dict[str, Any]] = {}


def read_config(file: Path, options: Iterable[str]) -> Config:
    """Read the file; only these options may be in it."""
    try:
        found = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadSetting(f"cannot read {file}: {error.strerror}") from None
    except ValueError as error:
        raise BadSetting(f"{file} is not TOML: {error}") from None
    limits, settings = found.pop("limits", {}), found.pop("settings", {})
    chosen = {name.replace("-", "_"): value for name, value in found.items()}
    unknown = sorted(chosen.keys() - set(options))
    if unknown:
        raise BadSetting(f"{file}: there is no option {unknown[0]}")
    try:
        return convert({"options": chosen, "limits": limits, "settings": settings}, Config)
    except ValidationError:
        text = "limits and settings are tables, like [limits] and [settings.rummy]"
        raise BadSetting(f"{file}: {text}") from None


def parse_limits(words: Iterable[str]) -> dict[str, Any]:
    """Parse NAME=VALUE; several networks are separated by commas."""
    found: dict[str, Any] = {}
    for word in words:
        given_name, sign, text = word.partition("=")
        if not sign:
            raise BadSetting(f"{word!r} is not NAME=VALUE, like matches=100")
        name = _current_limit_name(given_name)
        is_list = get_type_hints(Limits).get(name) == tuple[str, ...]
        found[name] = [part for part in text.split(",") if part] if is_list else _value(text)
    return found


def parse_settings(words: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Parse DIALECT.NAME=VALUE."""
    found: dict[str, dict[str, Any]] = {}
    for word in words:
        place, sign, text = word.partition("=")
        dialect, dot, name = place.partition(".")
        if not (sign and dot and name):
            raise BadSetting(f"{word!r} is not DIALECT.NAME=VALUE, like rummy.autostart=3")
        found.setdefault(dialect, {})[name] = _value(text)
    return found


def _value(text: str) -> bool | int | float | str:
    if text in ("true", "false"):
        return text == "true"
    for number in (int, float):
        with suppress(ValueError):
            return number(text)
    return text


def make_limits(*chosen: Mapping[str, Any]) -> Limits:
    """Return the default limits changed like this; later mappings take precedence."""
    types = get_type_hints(Limits)
    merged: dict[str, Any] = {}
    for given_name, value in (item for values in chosen for item in values.items()):
        name = _current_limit_name(given_name)
        if name not in types:
            raise BadSetting(f"there is no limit {name}; docs/operating.md lists them")
        merged[name] = _converted(f"limit {name}", value, KINDS[types[name]])
    for text in merged.get("trusted_networks", ()):
        try:
            parse_network(text)
        except ValueError:
            reason = f"{text!r} is not a network, like 10.0.0.0/8"
            raise BadSetting(f"limit trusted_networks: {reason}") from None
    return Limits(**merged)


def _current_limit_name(name: str) -> str:
    """Return the name of a limit; print a warning to standard error if it was given a former one.

    Logging is not configured yet when limits are read.
    """
    current = DEPRECATED_NAMES.get(name)
    if current is None:
        return name
    echo(f"warning: the limit {name} is deprecated; use {current}", err=True)
    return current


def make_settings(*chosen: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the settings of each dialect that is named; later mappings take precedence."""
    merged: dict[str, dict[str, Any]] = {}
    for dialect, values in (item for some in chosen for item in some.items()):
        merged.setdefault(dialect, {}).update(values)
    return {dialect: _settings(dialect, values) for dialect, values in merged.items()}


def _settings(name: str, chosen: Mapping[str, Any]) -> Any:
    """Change the default settings; a name they do not have is an option of the game."""
    dialect = DIALECTS.get(name)
    if dialect is None or dialect.settings is None:
        names = ", ".join(name for name, one in DIALECTS.items() if one.settings)
        raise BadSetting(f"{name!r} has no settings; these dialects have: {names}")
    game, default = GAMES[dialect.game], dialect.settings()
    ranges = {"seats": game.seats, "max_players": game.seats, "turn_limit": CLOCK_SECONDS}
    types = get_type_hints(dialect.settings)
    own: dict[str, Any] = {}
    options: dict[str, Any] = {}
    for key, value in chosen.items():
        if key not in types or key == GAME_OPTIONS:
            options[key] = value
        else:
            kind = _within(ranges[key]) if key in ranges else KINDS[types[key]]
            own[key] = _converted(f"setting of {name}: {key}", value, kind)
    try:
        game.options(False, options)
    except Refusal as refusal:
        raise BadSetting(f"setting of {name}: {refusal.text}") from None
    return replace(default, **own, options={**default.options, **options})


def _within(values: range) -> Any:
    """The kind of a whole number of this range."""
    first, last = values[0], values[-1]
    return Annotated[int, Meta(ge=first, le=last, description=f"a number from {first} to {last}")]


def _converted(what: str, value: Any, kind: Any) -> Any:
    try:
        return convert(value, kind)
    except ValidationError:
        (meta,) = kind.__metadata__
        raise BadSetting(f"{what} is {meta.description}, not {value!r}") from None


def parse_dialects(words: Iterable[str]) -> dict[str, int]:
    """Parse NAME=PORT."""
    found: dict[str, int] = {}
    for word in words:
        name, _, port = word.partition("=")
        if name not in DIALECTS or not port.isdecimal() or int(port) > LAST_PORT:
            text = f"{word!r} is not NAME=PORT, like uno=5050; names are: {', '.join(DIALECTS)}."
            raise BadParameter(text, param_hint="--dialect")
        found[name] = int(port)
    return found


def make_folder(path: Path) -> Path:
    """Create the data folder if it does not exist."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadSetting(f"cannot use {path} for data: {error.strerror}") from None
    return path


def read_password(file: Path | None) -> str:
    """Return the first line of the file; without a file the empty password."""
    if file is None:
        return ""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", "not UTF-8")
        raise BadSetting(f"cannot read the password in {file}: {reason}") from None
    if not lines or not lines[0]:
        raise BadSetting(f"the first line of {file} must be the password")
    return lines[0]


def load_certificate(cert: Path | None, key: Path | None) -> SSLContext | None:
    """Return the context of TLS ports; without ``key`` the file ``cert`` holds both."""
    if cert is None:
        if key is not None:
            raise BadSetting("--tls-key needs --tls-cert")
        return None
    context = SSLContext(PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(cert, key, password="")
    except SSLError:
        raise BadSetting(f"{cert} and its key are not a certificate in PEM that fits") from None
    except OSError as error:
        raise BadSetting(f"cannot read {cert} or its key: {error.strerror}") from None
    return context
