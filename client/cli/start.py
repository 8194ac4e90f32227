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

    A terminal that can show only lines gets a match against computer players instead. Without a
    terminal a match between bots is narrated.
    """
    setup = make_setup(SetupOptions())
    if not (has_terminal() or has_line_terminal()):
        narrate(setup)
        return
    from client.cli.arguments import create_target
    from client.cli.play import Visit

    visit = Visit(create_target("", None, False, None), "", setup)
    if has_line_terminal():
        from client.connections.seating import JoinOrCreate

        visit = visit._replace(request=JoinOrCreate(setup, create_only=True))
    start_visit(visit)


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
    return _is_interactive() and not has_line_terminal()


def has_line_terminal() -> bool:
    """Return whether stdin and stdout are a terminal that can show only lines."""
    return _is_interactive() and os.environ.get("TERM") == "dumb"


def _is_interactive() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def run_loop(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine to its end on uvloop, or on the standard event loop under Windows."""
    if sys.platform == "win32":
        asyncio.run(work)
    else:
        import uvloop

        uvloop.run(work)
