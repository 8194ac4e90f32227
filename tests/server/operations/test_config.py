"""Configuration of a server: files, limits, settings, and the texts for invalid values."""

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from server.dialects.registry import DIALECTS
from server.dialects.rummy.peer import RummySettings
from server.dialects.shelfie.peer import ShelfieSettings
from server.dialects.uno.peer import UnoSettings
from server.limits import DEFAULT_LIMITS, DEPRECATED_NAMES, Limits
from server.operations.config import (
    GAME_OPTIONS,
    BadSetting,
    Config,
    make_limits,
    make_settings,
    parse_limits,
    parse_settings,
    read_config,
)


def _file(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "tavolata.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_file_contains_options_limits_and_settings(tmp_path: Path) -> None:
    text = 'host = "::1"\npyro-port = 1\n[limits]\nmatches = 7\n[settings.rummy]\ntarget = 200\n'
    assert read_config(_file(tmp_path, text), ["host", "pyro_port"]) == Config(
        options={"host": "::1", "pyro_port": 1},
        limits={"matches": 7},
        settings={"rummy": {"target": 200}},
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("host = ", "is not TOML"),
        ("hosts = 1", "no option hosts"),
        ("limits = 3", r"are tables, like \[limits\]"),
        ("settings = 3", r"are tables, like .* \[settings.rummy\]"),
        ("settings.rummy = 3", r"are tables, like .* \[settings.rummy\]"),
    ],
)
def test_invalid_file_is_refused_with_a_reason(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(BadSetting, match=reason):
        read_config(_file(tmp_path, text), ["host"])


def test_missing_file_and_directory_are_refused_with_a_reason(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="No such file"):
        read_config(tmp_path / "nothing.toml", [])
    with pytest.raises(BadSetting, match="cannot read"):
        read_config(tmp_path, [])


def test_limits_of_the_command_line_take_precedence_over_file_and_defaults() -> None:
    line = parse_limits(["matches=9", "reconnect_seconds=1.5", "trusted_networks=10.0.0.0/8,::1"])
    limits = make_limits({"matches": 7, "chat_lines": 3}, line)
    assert (limits.matches, limits.chat_lines, limits.reconnect_seconds) == (9, 3, 1.5)
    assert limits.trusted_networks == ("10.0.0.0/8", "::1")
    assert make_limits(parse_limits(["trusted_networks="])).trusted_networks == ()
    assert make_limits() == DEFAULT_LIMITS


def test_deprecated_limit_names_of_file_and_command_line_are_accepted_with_a_warning(
    capsys: pytest.CaptureFixture[str],
) -> None:
    limits = make_limits({"chats": 3}, parse_limits(["trusted=10.0.0.0/8,::1", "away_seconds=2"]))
    assert (limits.chat_lines, limits.reconnect_seconds) == (3, 2)
    assert limits.trusted_networks == ("10.0.0.0/8", "::1")
    assert capsys.readouterr().err.splitlines() == [
        "warning: the limit trusted is deprecated; use trusted_networks",
        "warning: the limit away_seconds is deprecated; use reconnect_seconds",
        "warning: the limit chats is deprecated; use chat_lines",
    ]


def test_deprecated_limit_names_lead_to_limits_and_are_no_limits_themselves() -> None:
    names = {field.name for field in fields(Limits)}
    assert set(DEPRECATED_NAMES.values()) <= names
    assert not names & DEPRECATED_NAMES.keys()


@pytest.mark.parametrize(
    ("argument", "reason"),
    [
        ("matches", "'matches' is not NAME=VALUE, like matches=100"),
        ("matches=", "limit matches must be a whole number above 0, not ''"),
        ("matches=x", "limit matches must be a whole number above 0, not 'x'"),
        ("matches=7.0", "limit matches must be a whole number above 0, not 7.0"),
        ("reconnect_seconds=x", "limit reconnect_seconds must be a number above 0, not 'x'"),
        ("nothing=1", "there is no limit nothing; docs/operating.md lists them"),
        ("trusted_networks=x", "limit trusted_networks: 'x' is not a network, like 10.0.0.0/8"),
    ],
)
def test_invalid_limit_is_refused_with_a_reason(argument: str, reason: str) -> None:
    with pytest.raises(BadSetting) as refused:
        make_limits(parse_limits([argument]))
    assert str(refused.value) == reason


@pytest.mark.parametrize("value", [0, -1, True, "7", 1.5, None, [1]])
def test_integer_limit_must_be_a_positive_integer(value: Any) -> None:
    with pytest.raises(BadSetting, match="limit matches must be a whole number above 0, not "):
        make_limits({"matches": value})


@pytest.mark.parametrize("value", [0, -0.5, True, "7", float("inf"), float("nan"), 10**400])
def test_float_limit_must_be_a_positive_finite_number(value: Any) -> None:
    with pytest.raises(BadSetting, match="limit reconnect_seconds must be a number above 0, not "):
        make_limits({"reconnect_seconds": value})


def test_trusted_networks_that_are_no_list_of_texts_are_refused() -> None:
    for value in ("10.0.0.0/8", 3, [3]):
        with pytest.raises(BadSetting, match="list of networks"):
            make_limits({"trusted_networks": value})


def test_every_limit_accepts_its_default() -> None:
    for field in fields(Limits):
        value = getattr(DEFAULT_LIMITS, field.name)
        plain = list(value) if isinstance(value, tuple) else value
        assert make_limits({field.name: plain}) == DEFAULT_LIMITS


def test_every_setting_accepts_its_default() -> None:
    for name, dialect in DIALECTS.items():
        default = dialect.settings()
        own = {f.name: getattr(default, f.name) for f in fields(default)}
        assert make_settings({name: own | own.pop(GAME_OPTIONS)})[name] == default


def test_every_dialect_accepts_the_options_of_its_game() -> None:
    chosen = ("uno.target_score=50", "codex.track_cap=false", "shelfie.refill=return")
    settings = make_settings(parse_settings([*chosen, "rummy.target=200"]))
    assert settings.keys() == DIALECTS.keys()
    assert settings["uno"].options["target_score"] == 50
    assert settings["codex"].options["track_cap"] is False
    assert settings["shelfie"].options["refill"] == "return"
    assert settings["rummy"].options["target"] == 200


def test_settings_of_the_command_line_take_precedence_and_are_merged_with_the_file() -> None:
    line = parse_settings(["uno.default_strategy=random", "uno.seed=7", "uno.remind_at=10"])
    uno = UnoSettings(default_strategy="random", seed=7, remind_at=10)
    assert make_settings({"uno": {"seed": 3}}, line)["uno"] == uno
    line = parse_settings(["rummy.autostart=2", "rummy.ack_timeout=0.5", "shelfie.refill=return"])
    settings = make_settings(
        {"rummy": {"autostart": 4, "check_previous": True, "target": 200}}, line
    )
    wanted = RummySettings(
        autostart=2, ack_timeout=0.5, check_previous=True, options={"target": 200}
    )
    assert settings["rummy"] == wanted
    assert settings["shelfie"] == ShelfieSettings(options={"leaving": "end", "refill": "return"})


@pytest.mark.parametrize(
    ("argument", "reason"),
    [
        ("rummy.autostart", "is not DIALECT.NAME=VALUE"),
        ("autostart=3", "is not DIALECT.NAME=VALUE"),
        ("chess.clock=3", "there is no dialect 'chess'; there are uno, codex, shelfie, rummy"),
        ("codex.clock=3", "setting of codex: Codex Naturalis has no option clock; there are"),
        ("codex.options=3", "has no option options"),
        ("codex.track_cap=yes", "setting of codex: .* track_cap of Codex Naturalis is true or"),
        ("codex.suspension_seconds=0", "is a number from 1 to 86400"),
        ("rummy.nothing=3", "no option nothing"),
        ("rummy.target=many", "target"),
        (
            "rummy.autostart=two",
            "setting of rummy: autostart must be a whole number above 0, not 'two'",
        ),
        ("rummy.autostart=2.5", "whole number"),
        ("rummy.autostart=true", "whole number"),
        ("rummy.ack_timeout=soon", "ack_timeout must be a number above 0, not 'soon'"),
        ("rummy.ack_timeout=-1", "above 0"),
        ("rummy.check_previous=1", "true or false"),
        ("rummy.max_players=9", "max_players must be a number from 2 to 5, not 9"),
        ("rummy.turn_limit=1", "5 to 3600"),
        ("uno.seats=11", "2 to 10"),
        ("uno.remind_at=0", "whole number above 0"),
        ("uno.default_strategy=clever", "must be one of basic, advanced, random, not 'clever'"),
        ("uno.default_strategy=7", "one of basic"),
        ("uno.seed=-1", "0 to 4294967295"),
        ("uno.seed=abc", "0 to 4294967295"),
    ],
)
def test_invalid_setting_is_refused_with_a_reason(argument: str, reason: str) -> None:
    with pytest.raises(BadSetting, match=reason):
        make_settings(parse_settings([argument]))
