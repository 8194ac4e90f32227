"""Two servers under load in turn: both on one core, the load generator on the other."""

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from benchmarks.harness import Plan, Reporter
from benchmarks.load import Load
from benchmarks.lobby_dialogue import GameLoad
from benchmarks.model import ModelLoad
from benchmarks.scripts import book
from tests.harness.processes import Worker, event_loop, no_collections, pinned


class Entrant(NamedTuple):
    """A kind of server and the guests that come to it."""

    command: list[str]
    guests: Callable[[Worker], Load]


class Contest(NamedTuple):
    """Both servers with everybody at their tables; ``memory`` is what our guests took of it."""

    loop: asyncio.AbstractEventLoop
    ours: Load
    theirs: Load
    memory: int


def server_command(kind: str, plan: Plan) -> list[str]:
    """How a server of one of the kinds in ``servers.py`` is started."""
    return ["-m", "benchmarks.servers", kind, str(plan.scripts)]


def game(plan: Plan, matches: int, kind: str = "game") -> Entrant:
    """The real server, with its journal unless ``kind`` says otherwise."""
    scripts = book(plan.scripts)
    return Entrant(
        server_command(kind, plan),
        lambda server: GameLoad(server, _address(server), matches, scripts),
    )


def model(plan: Plan, matches: int) -> Entrant:
    """The model of a move."""
    return Entrant(
        server_command("model", plan),
        lambda server: ModelLoad(server, _address(server), matches),
    )


@contextmanager
def contest(plan: Plan, report: Reporter, ours: Entrant, theirs: Entrant) -> Iterator[Contest]:
    """Guests come, sit down and are at different points of their games."""
    report.step("servers and guests get ready")
    core = plan.cores.server
    with (
        pinned(plan.cores.load),
        event_loop() as loop,
        Worker(ours.command, core) as first,
        Worker(theirs.command, core) as second,
    ):
        empty = first.memory_bytes()
        loads = ours.guests(first), theirs.guests(second)
        try:
            for load in loads:
                loop.run_until_complete(load.open())
                loop.run_until_complete(load.stagger())
            with no_collections():
                yield Contest(loop, *loads, first.memory_bytes() - empty)
        finally:
            for load in loads:
                load.close()


def _address(server: Worker) -> str:
    return str(json.loads(server.ready)["socket"])
