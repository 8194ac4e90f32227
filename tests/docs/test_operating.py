"""Test that docs/operating.md and its examples agree with the code."""

import inspect
import re
import shlex
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from client.__main__ import run
from server.cli import serve_command
from server.limits import DEFAULT_LIMITS, Limits
from server.operations.admin import COMMANDS
from server.operations.config import make_limits, make_settings
from server.operations.metrics import Metrics
from server.state import Counts
from tests.harness.handler import HandlerHarness

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "operating.md").read_text(encoding="utf-8")


def _table(title: str) -> dict[str, str]:
    """Return the first two columns of the table whose first heading is this."""
    _, _, rest = PAGE.partition(f"| {title} |")
    assert rest, title
    rows: dict[str, str] = {}
    for line in rest.splitlines()[2:]:
        if not line.startswith("|"):
            break
        first, second = re.split(r"(?<!\\)\|", line)[1:3]
        rows[first.strip().strip("`")] = second.strip()
    return rows


def _format(value: Any) -> str:
    if isinstance(value, tuple):
        return " ".join(value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def test_page_lists_every_option_of_serve_with_its_default() -> None:
    options = {
        f"--{name.replace('_', '-')}": "" if found.default in (None, []) else str(found.default)
        for name, found in inspect.signature(serve_command).parameters.items()
        if name != "context"
    }
    assert _table("option") == options


def test_page_lists_every_limit_with_its_default() -> None:
    limits = {f.name: _format(getattr(DEFAULT_LIMITS, f.name)) for f in fields(Limits)}
    assert _table("limit") == limits


def test_page_lists_every_metric_with_its_type() -> None:
    collector = Metrics(HandlerHarness().state, Counts())
    metrics = {
        m.name + ("_total" if m.type == "counter" else ""): m.type for m in collector.collect()
    }
    assert _table("metric") == metrics


def test_page_lists_every_log_event_with_its_level() -> None:
    call = re.compile(r"(?:log|get_logger\(\))\.(info|warning|error|exception)\(\s*\"([^\"]+)\"")
    server = Path(__file__).parents[2] / "server"
    events = {
        event: "error" if level == "exception" else level
        for file in server.rglob("*.py")
        for level, event in call.findall(file.read_text(encoding="utf-8"))
    }
    assert _table("event") == events


def test_every_warning_and_error_says_its_effect_or_what_to_do() -> None:
    call = re.compile(r"log(?:ger\(\))?\.(?:warning|error)\(\s*\"([^\"]+)\"(.*?)\)\n", re.DOTALL)
    events = {
        event: re.findall(r"\b(effect|remedy)=", fields)
        for file in (Path(__file__).parents[2] / "server").rglob("*.py")
        for event, fields in call.findall(file.read_text(encoding="utf-8"))
    }
    assert "flooders_disconnected" in events
    assert [event for event, found in events.items() if not found] == []


def test_page_lists_every_admin_command_with_its_help() -> None:
    commands = {name: command.help.replace("|", "\\|") for name, command in COMMANDS.items()}
    assert _table("command") == commands


def test_configuration_file_on_the_page_has_valid_limits_settings_and_options() -> None:
    found = tomllib.loads(PAGE.split("```toml")[1].split("```")[0])
    assert make_limits(found.pop("limits")).trusted_networks == ()
    assert make_settings(found.pop("settings"))["rummy"].autostart == 3
    assert set(found) <= set(inspect.signature(serve_command).parameters)


@pytest.mark.parametrize("name", ["tavolata.service", "Containerfile"])
def test_service_and_container_examples_use_existing_options_of_serve(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    text = (DOCS / "examples" / name).read_text(encoding="utf-8")
    options = set(re.findall(r"--[a-z-]+", "\n".join(_start_commands(text))))
    assert options
    assert run(["serve", "--help"]) == 0
    assert options <= set(re.findall(r"--[a-z-]+", capsys.readouterr().out))


def _start_commands(text: str) -> list[str]:
    """Return the lines that start the server."""
    lines = [line for line in text.splitlines() if "serve" in line and not line.startswith("#")]
    return [" ".join(shlex.split(line.replace(",", " "))) for line in lines]
