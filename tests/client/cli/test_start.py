"""The start of a front end, and what the first screen imports."""

import subprocess
import sys

import pytest

from client.__main__ import run
from client.cli import play, start
from client.cli.play import Visit
from client.connections.known_servers import KnownServers
from tests.client.conftest import ROOT

SLOW_MODULES = (
    *("Pyro5", "games", "importlib.metadata", "markdown_it", "prometheus_client"),
    *("prompt_toolkit", "server", "structlog", "typer"),
    *("client.bots", "client.cli.commands", "client.tui.line_client", "client.tui.screens.main"),
    *("client.connections.pyro", "client.connections.socket", "messages.codec"),
    *(f"client.games.{game}" for game in ("codex", "eriantys", "rummy", "shelfie", "uno")),
)
"""Modules that the first screen does not need; each takes milliseconds to import."""
SHOW_FIRST_SCREEN = """
import sys
from client import __main__
from client.cli import start
from textual.app import App

run_async = App.run_async

async def print_modules(pilot):
    await pilot.pause()
    print(pilot.app.screen.__class__.__name__, *sys.modules)
    pilot.app.exit()

App.run_async = lambda app: run_async(app, headless=True, auto_pilot=print_modules)
start.has_terminal = lambda: True
sys.exit(__main__.run(["play"]))
"""


def test_first_screen_is_shown_without_importing_slow_modules() -> None:
    command = [sys.executable, "-c", SHOW_FIRST_SCREEN]
    done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    screen, *imported = done.stdout.split()
    assert screen == "StartScreen"
    assert {*SLOW_MODULES} & {*imported} == set()


def test_play_without_options_shows_the_start_screen_and_remembers_keys_of_servers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    visits: list[Visit] = []

    async def play_full_screen(visit: Visit) -> None:
        visits.append(visit)

    monkeypatch.setattr(play, "play_full_screen", play_full_screen)
    monkeypatch.setattr(start, "has_terminal", lambda: True)
    assert run(["play"]) == 0
    (visit,) = visits
    assert (visit.target.address, visit.nickname, visit.request) == ("", "", None)
    assert (visit.setup.game, visit.setup.bots) == ("eriantys", 1)
    assert isinstance(visit.target.known_servers, KnownServers)
