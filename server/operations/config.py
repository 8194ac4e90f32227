"""What an operator may set: a TOML file for options and limits, and limits as NAME=VALUE.

The file holds the options of `tavolata serve` by their names, a table ``[limits]``, and one for
each old dialect whose settings are not the usual ones:

    host = "0.0.0.0"
    pyro-port = 7701
    [limits]
    connections_per_address = 64
    [settings.rummy]
    autostart = 3

An option on the command line counts more than the file, the file more than what is built in.
"""

import tomllib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Any, NamedTuple

from games.registry import GAMES
from server.admission.addresses import network
from server.dialects import DIALECTS
from server.limits import DEFAULT_LIMITS, Limits
from server.operations.dialect_settings import BadDialectSetting, settings_of


class BadSetting(Exception):
    """Something that was set cannot be; ``str()`` of it is a sentence for the operator."""


class Config(NamedTuple):
    """What a file says."""

    options: dict[str, Any]
    limits: dict[str, Any]
    settings: dict[str, Any]


def read_config(file: Path, options: Iterable[str]) -> Config:
    """What the file says; only these options may be in it."""
    try:
        found = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadSetting(f"cannot read {file}: {error.strerror}") from None
    except ValueError as error:
        raise BadSetting(f"{file} is not TOML: {error}") from None
    limits, settings = found.pop("limits", {}), found.pop("settings", {})
    if not isinstance(limits, dict):
        raise BadSetting(f"{file}: limits is a table, like [limits]")
    if not isinstance(settings, dict) or not all(isinstance(s, dict) for s in settings.values()):
        raise BadSetting(f"{file}: settings are tables, like [settings.rummy]")
    chosen = {name.replace("-", "_"): value for name, value in found.items()}
    unknown = sorted(chosen.keys() - set(options))
    if unknown:
        raise BadSetting(f"{file}: there is no option {unknown[0]}")
    return Config(chosen, limits, settings)


def parse_limits(words: Iterable[str]) -> dict[str, Any]:
    """NAME=VALUE, taken apart; several networks are separated by commas."""
    found: dict[str, Any] = {}
    for word in words:
        name, sign, text = word.partition("=")
        if not sign:
            raise BadSetting(f"{word!r} is not NAME=VALUE, like matches=100")
        found[name] = _parse(name, text)
    return found


def parse_settings(words: Iterable[str]) -> dict[str, dict[str, Any]]:
    """DIALECT.NAME=VALUE, taken apart."""
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


def make_settings(*chosen: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The settings of each dialect that is named; later ones count more. Raises BadSetting."""
    merged: dict[str, dict[str, Any]] = {}
    for some in chosen:
        for dialect, values in some.items():
            merged.setdefault(dialect, {}).update(values)
    return {dialect: _settings(dialect, values) for dialect, values in merged.items()}


def _settings(dialect: str, chosen: Mapping[str, Any]) -> Any:
    known = DIALECTS.get(dialect)
    if known is None or known.settings is None:
        names = ", ".join(name for name, one in DIALECTS.items() if one.settings)
        raise BadSetting(f"{dialect!r} has no settings; these dialects have: {names}")
    try:
        return settings_of(known.settings, GAMES[known.game], chosen)
    except BadDialectSetting as error:
        raise BadSetting(f"setting of {dialect}: {error}") from None


def make_limits(*chosen: Mapping[str, Any]) -> Limits:
    """The built-in limits with these instead; later ones count more. Raises BadSetting."""
    merged: dict[str, Any] = {}
    for some in chosen:
        merged |= {name: _checked(name, value) for name, value in some.items()}
    return Limits(**merged)


def _parse(name: str, text: str) -> Any:
    if isinstance(_usual(name), tuple):
        return [part for part in text.split(",") if part]
    try:
        return float(text) if "." in text else int(text)
    except ValueError:
        raise BadSetting(f"limit {name}: {text!r} is not a number") from None


def _checked(name: str, value: Any) -> Any:
    usual = _usual(name)
    if isinstance(usual, tuple):
        return _networks(name, value)
    whole = isinstance(usual, int)
    if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
        raise BadSetting(f"limit {name} is a {'whole ' if whole else ''}number, not {value!r}")
    if not 0 < value < float("inf"):
        raise BadSetting(f"limit {name} must be above 0")
    return value


def _networks(name: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise BadSetting(f'limit {name} is a list of networks, like ["10.0.0.0/8"]')
    for one in value:
        try:
            network(one)
        except ValueError:
            raise BadSetting(f"limit {name}: {one!r} is not a network, like 10.0.0.0/8") from None
    return tuple(value)


def _usual(name: str) -> Any:
    if name not in {field.name for field in fields(Limits)}:
        raise BadSetting(f"there is no limit {name}; docs/operating.md lists them")
    return getattr(DEFAULT_LIMITS, name)
