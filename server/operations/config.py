"""The configuration of `tavolata serve`: a TOML file, limits, and settings of dialects.

The file holds options of the command by their names, a table ``[limits]``, and a table for each
dialect whose settings differ from the defaults. An example:

    host = "0.0.0.0"
    pyro-port = 7701
    [limits]
    connections_per_address = 64
    [settings.rummy]
    autostart = 3

The command line takes precedence over the file, the file over the defaults. All functions raise
BadSetting, or BadParameter, with a text for the operator.
"""

import re
import sys
import tomllib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct, ValidationError, convert
from typer import BadParameter, echo
from typer.exceptions import TyperException

from games.registry import GAMES
from messages.errors import Refusal
from server.admission.connection_limiter import parse_network
from server.dialects.registry import DIALECTS
from server.files import make_private_folder
from server.limits import DEPRECATED_NAMES, Limits
from server.rooms.opening import CLOCK_SECONDS

MAX_PORT = 65535
DURATION_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
SEEDS = range(2**32)
"""Allowed seeds of a dialect."""
GAME_OPTIONS = "options"
"""Name of the field of a dialect's settings that holds the options of its game."""
_ORIGIN = re.compile(r"https?://(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?", re.IGNORECASE)
VALUE_TYPES: dict[Any, Any] = {
    bool: Annotated[bool, Meta(description="true or false")],
    int: Annotated[int, Meta(gt=0, description="a whole number above 0")],
    float: Annotated[float, Meta(gt=0, le=sys.float_info.max, description="a number above 0")],
    tuple[str, ...]: Annotated[
        tuple[str, ...], Meta(description='a list of networks, like ["10.0.0.0/8"]')
    ],
}
"""The type that a limit or a setting is converted to, by the type of its field."""


class BadSetting(TyperException):
    """Raised for an invalid configuration; the command prints one line and exits with status 2."""

    exit_code = 2


class Config(Struct, frozen=True, kw_only=True):
    """The content of a configuration file."""

    options: dict[str, Any] = {}
    limits: dict[str, Any] = {}
    settings: dict[str, dict[str, Any]] = {}


def read_config(file: Path, options: Iterable[str]) -> Config:
    """Read a configuration file, which may contain these options only.

    A hyphen in the name of an option counts as an underscore. Raises BadSetting if the file cannot
    be read, is not TOML, has an unknown option, or if ``limits`` or ``settings`` is not a table.
    Their contents are not checked yet.
    """
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadSetting(f"cannot read {file}: {error.strerror}") from None
    except ValueError as error:
        raise BadSetting(f"{file} is not TOML: {error}") from None
    limits, settings = content.pop("limits", {}), content.pop("settings", {})
    values = {name.replace("-", "_"): value for name, value in content.items()}
    unknown = sorted(values.keys() - set(options))
    if unknown:
        raise BadSetting(f"{file}: there is no option {unknown[0]}")
    try:
        return convert({"options": values, "limits": limits, "settings": settings}, Config)
    except ValidationError:
        text = "limits and settings are tables, like [limits] and [settings.rummy]"
        raise BadSetting(f"{file}: {text}") from None


def parse_limits(texts: Iterable[str]) -> dict[str, Any]:
    """Parse NAME=VALUE into values by name; a list of networks is separated by commas.

    A deprecated name is replaced, with a warning. Unknown names and wrong values are kept for
    ``make_limits``. Raises BadSetting without the sign =.
    """
    limits: dict[str, Any] = {}
    for item in texts:
        given_name, sign, text = item.partition("=")
        if not sign:
            raise BadSetting(f"{item!r} is not NAME=VALUE, like matches=100")
        name = _current_limit_name(given_name)
        is_list = get_type_hints(Limits).get(name) == tuple[str, ...]
        limits[name] = [part for part in text.split(",") if part] if is_list else _parse_value(text)
    return limits


def parse_settings(texts: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Parse DIALECT.NAME=VALUE into values by name, by dialect. Raises BadSetting.

    Only the form is checked here.
    """
    settings: dict[str, dict[str, Any]] = {}
    for item in texts:
        path, sign, text = item.partition("=")
        dialect, dot, name = path.partition(".")
        if not (sign and dot and name):
            raise BadSetting(f"{item!r} is not DIALECT.NAME=VALUE, like rummy.autostart=3")
        settings.setdefault(dialect, {})[name] = _parse_value(text)
    return settings


def _parse_value(text: str) -> bool | int | float | str:
    """Return the text as a boolean, an integer or a float if it is one, otherwise unchanged."""
    if text in ("true", "false"):
        return text == "true"
    for number in (int, float):
        with suppress(ValueError):
            return number(text)
    return text


def make_limits(*chosen: Mapping[str, Any]) -> Limits:
    """Return the default limits with these changes; later mappings take precedence.

    Raises BadSetting for an unknown name, a wrong value or an invalid trusted network.
    """
    types = get_type_hints(Limits)
    merged: dict[str, Any] = {}
    for given_name, value in (item for values in chosen for item in values.items()):
        name = _current_limit_name(given_name)
        if name not in types:
            raise BadSetting(f"there is no limit {name}; docs/operating.md lists them")
        merged[name] = _convert(f"limit {name}", value, VALUE_TYPES[types[name]])
    for text in merged.get("trusted_networks", ()):
        try:
            parse_network(text)
        except ValueError:
            reason = f"{text!r} is not a network, like 10.0.0.0/8"
            raise BadSetting(f"limit trusted_networks: {reason}") from None
    return Limits(**merged)


def _current_limit_name(name: str) -> str:
    """Return the current name of a limit; warn on standard error if the name is deprecated.

    Unknown names are returned unchanged. Logging is not configured yet when limits are read.
    """
    current = DEPRECATED_NAMES.get(name)
    if current is None:
        return name
    echo(f"warning: the limit {name} is deprecated; use {current}", err=True)
    return current


def make_settings(*chosen: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the settings of each dialect that is changed; later mappings take precedence.

    Raises BadSetting.
    """
    merged: dict[str, dict[str, Any]] = {}
    for dialect, values in (item for some in chosen for item in some.items()):
        merged.setdefault(dialect, {}).update(values)
    return {dialect: _make_dialect_settings(dialect, values) for dialect, values in merged.items()}


def _make_dialect_settings(name: str, chosen: Mapping[str, Any]) -> Any:
    """Return the default settings with these changes; an unknown name is an option of the game.

    Raises BadSetting for an unknown dialect, a wrong value or an option that the game refuses.
    """
    dialect = DIALECTS.get(name)
    if dialect is None:
        raise BadSetting(f"there is no dialect {name!r}; there are {', '.join(DIALECTS)}")
    game, default = GAMES[dialect.game], dialect.settings()
    ranges = {
        "seats": game.seats,
        "max_players": game.seats,
        "turn_limit": CLOCK_SECONDS,
        "seed": SEEDS,
    }
    types = get_type_hints(dialect.settings)
    changes: dict[str, Any] = {}
    options: dict[str, Any] = {}
    for key, value in chosen.items():
        if key not in types or key == GAME_OPTIONS:
            options[key] = value
        else:
            kind = _int_type(ranges[key]) if key in ranges else _value_type(types[key])
            changes[key] = _convert(f"setting of {name}: {key}", value, kind)
    try:
        game.options(False, options)
    except Refusal as refusal:
        raise BadSetting(f"setting of {name}: {refusal.text}") from None
    return replace(default, **changes, options={**default.options, **options})


def _value_type(field_type: Any) -> Any:
    """Return the annotated type that ``convert`` accepts for a field of this type."""
    if get_origin(field_type) is not Literal:
        return VALUE_TYPES[field_type]
    names = ", ".join(get_args(field_type))
    return Annotated[field_type, Meta(description=f"one of {names}")]


def _int_type(values: range) -> Any:
    """Return an annotated type that ``convert`` accepts for integers in this range only."""
    first, last = values[0], values[-1]
    return Annotated[int, Meta(ge=first, le=last, description=f"a number from {first} to {last}")]


def _convert(label: str, value: Any, kind: Any) -> Any:
    """Convert a value to an annotated type. Raises BadSetting with the type's description."""
    try:
        return convert(value, kind)
    except ValidationError:
        (meta,) = kind.__metadata__
        raise BadSetting(f"{label} must be {meta.description}, not {value!r}") from None


def parse_dialects(texts: Iterable[str]) -> dict[str, int]:
    """Parse NAME=PORT into ports by dialect.

    Raises BadParameter for an unknown dialect, an invalid port, and a dialect that is given twice.
    """
    ports: dict[str, int] = {}
    for item in texts:
        name, _, port = item.partition("=")
        if name not in DIALECTS or not port.isdecimal() or int(port) > MAX_PORT:
            text = f"{item!r} is not NAME=PORT, like uno=5050; names are: {', '.join(DIALECTS)}."
            raise BadParameter(text, param_hint="--dialect")
        if name in ports:
            text = f"{name} is given twice; a dialect has one port."
            raise BadParameter(text, param_hint="--dialect")
        ports[name] = int(port)
    return ports


def parse_origins(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the origins of pages, SCHEME://HOST or SCHEME://HOST:PORT, in lower case.

    Raises BadParameter for anything else, such as an address with a path.
    """
    for item in texts:
        if _ORIGIN.fullmatch(item) is None:
            text = f"{item!r} is not an origin, like https://games.example or http://10.0.0.1:8080."
            raise BadParameter(text, param_hint="--web-origin")
    return tuple(item.lower() for item in texts)


def make_folder(path: Path) -> Path:
    """Create the data folder, with its parents, unless it exists, and return it.

    Only this user may open a new folder. Raises BadSetting if that fails.
    """
    try:
        make_private_folder(path)
    except OSError as error:
        raise BadSetting(f"cannot use {path} for data: {error.strerror}") from None
    return path


def parse_duration(text: str) -> float | None:
    """Return the seconds of a text like 90d, 12h, 30m or 45s; None for an empty text.

    Raises BadSetting for another text.
    """
    if not text:
        return None
    number, unit = text[:-1], text[-1]
    if not (number.isascii() and number.isdigit() and unit in DURATION_UNITS):
        raise BadSetting(f"{text!r} is not a duration, like 90d, 12h, 30m or 45s")
    return float(int(number) * DURATION_UNITS[unit])


def read_password(file: Path | None) -> str:
    """Return the first line of the file; without a file return an empty password.

    Raises BadSetting if the file cannot be read or its first line is empty.
    """
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


def parse_range(text: str) -> range:
    """Return the numbers of a range like 3-9, or of one number. Raises BadSetting.

    A range is empty if its last number is below the first.
    """
    first, dash, last = text.partition("-")
    numbers = [first, last] if dash else [first, first]
    if not all(part.isascii() and part.isdigit() and len(part) < 10 for part in numbers):
        raise BadSetting(f"{text[:40]} is no number and no range like 3-9")
    return range(int(numbers[0]), int(numbers[1]) + 1)
