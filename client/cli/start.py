"""Start a front end: the full screen on a terminal, otherwise the line client or a narrated match.

``tavolata play`` without options starts here, without the parser, which is slow to import.
"""

import asyncio
import os
import sys
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from client.cli.setups import SetupOptions, make_setup

if TYPE_CHECKING:
    from client.cli.play import Visit
    from messages import SelectModeAndPlayers


def play_without_options() -> None:
    """Do what ``tavolata play`` does without options: show the start screen.

    Without a terminal a match between bots is narrated.
    """
    setup = make_setup(SetupOptions())
    if not has_terminal():
        narrate(setup)
        return
    from client.cli.arguments import create_target
    from client.cli.play import Visit

    start_visit(Visit(create_target("", None, False, None), "", setup))


def start_visit(visit: "Visit", *, plain: bool = False) -> None:
    """Play in full screen on a terminal, otherwise or with ``plain`` line by line."""
    from client.cli.play import play_full_screen, play_lines

    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if has_terminal() and not plain:
        run_loop(play_full_screen(visit))
    else:
        run_loop(play_lines(visit, terminal=terminal))


def narrate(setup: "SelectModeAndPlayers") -> None:
    """Play a match with this set-up between bots, on a server in this process, and write it."""
    from client.bots import Create
    from client.cli.narrate import narrate_local_match

    create = Create(
        game=setup.game, players=setup.number_of_players, mode=setup.mode, options=setup.options
    )
    run_loop(narrate_local_match(create))


def has_terminal() -> bool:
    """Return whether stdin and stdout are a terminal that can show more than lines."""
    dumb = os.environ.get("TERM") == "dumb"
    return sys.stdin.isatty() and sys.stdout.isatty() and not dumb


def run_loop(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine to its end on uvloop, or on the standard event loop under Windows."""
    if sys.platform == "win32":
        asyncio.run(work)
    else:
        import uvloop

        uvloop.run(work)
