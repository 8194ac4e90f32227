"""Errors for users, and the modules that are not imported before the first screen."""

import subprocess
import sys
from importlib.util import find_spec

from client.bots import BotFailed, UnknownStrategy
from client.connections import CannotConnect, ConnectionLost
from client.errors import ExitWithMessage, UserError
from client.games.parsing import CommandError
from tests.client.conftest import ROOT

OWN_SLOW_MODULES = (
    "client.bots",
    "client.games.uno",
    "client.connections.pyro",
    "client.games.uno",
    "client.tui.line_client",
    "client.tui.screens.main",
)
THIRD_PARTY_SLOW_MODULES = (
    "Pyro5",
    "prompt_toolkit",
    "prometheus_client",
    "structlog",
    "rich.progress",
)


def test_errors_of_cli_connections_bots_and_commands_are_user_errors() -> None:
    kinds = (
        ExitWithMessage,
        ConnectionLost,
        CannotConnect,
        BotFailed,
        UnknownStrategy,
        CommandError,
    )
    assert all(issubclass(kind, UserError) for kind in kinds)


def test_first_screen_imports_no_slow_modules_no_server_and_no_games() -> None:
    """Each of these modules would delay the first prompt noticeably."""
    code = "import sys, client.__main__, client.cli.play, client.tui.screens.app"
    command = [sys.executable, "-c", f"{code}; print(*sys.modules)"]
    loaded = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert all(map(find_spec, (*OWN_SLOW_MODULES, *THIRD_PARTY_SLOW_MODULES))), (
        "a misspelt name would never be loaded"
    )
    early = {*OWN_SLOW_MODULES, *THIRD_PARTY_SLOW_MODULES, "server", "games"} & set(
        loaded.stdout.split()
    )
    assert early == set()
