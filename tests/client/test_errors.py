"""Everything that ends a command in one sentence, and what the first screen does without."""

import subprocess
import sys
from importlib.util import find_spec

from client.bots import BotFailed, UnknownStrategy
from client.connections import CannotConnect, ConnectionLost
from client.errors import ExitWithMessage, UserError
from client.games.parsing import CommandError
from tests.client.conftest import ROOT

LATER = (
    "client.bots",
    "client.games.uno",
    "client.connections.pyro",
    "client.games.uno",
    "client.tui.line_client",
    "client.tui.screens.main",
)
FOREIGN = ("Pyro5", "prompt_toolkit", "prometheus_client", "structlog", "rich.progress")


def test_every_kind_is_a_user_error() -> None:
    kinds = (
        ExitWithMessage,
        ConnectionLost,
        CannotConnect,
        BotFailed,
        UnknownStrategy,
        CommandError,
    )
    assert all(issubclass(kind, UserError) for kind in kinds)


def test_the_first_screen_loads_nothing_it_does_not_show() -> None:
    """Each of these would be seen in the time to the first question."""
    code = "import sys, client.__main__, client.cli.play, client.tui.screens.app"
    command = [sys.executable, "-c", f"{code}; print(*sys.modules)"]
    loaded = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert all(map(find_spec, (*LATER, *FOREIGN))), "a name that is misspelt is never loaded"
    early = {*LATER, *FOREIGN, "server", "games"} & set(loaded.stdout.split())
    assert early == set()
