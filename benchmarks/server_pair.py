"""Run two servers that are measured alternately: both on one core, the generator on another."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from benchmarks.harness import Plan, Reporter
from benchmarks.load import Load
from benchmarks.load_wires import SOCKET, LoadWire
from benchmarks.lobby_dialogue import GameLoad
from benchmarks.model import ModelLoad
from benchmarks.scripts import record_scripts
from tests.harness.processes import Worker, event_loop, no_collections, pinned


class Contender(NamedTuple):
    """The command of a server, and a function that creates its load."""

    command: list[str]
    make_load: Callable[[Worker], Load]


class ServerPair(NamedTuple):
    """Two servers with matches in progress; ``memory`` is how much ours grew in bytes."""

    loop: asyncio.AbstractEventLoop
    ours: Load
    theirs: Load
    memory: int


def server_command(kind: str, plan: Plan) -> list[str]:
    """Return the command that starts a server of one of the kinds in ``servers.py``."""
    return ["-m", "benchmarks.servers", kind, str(plan.scripts)]


def real_server(
    plan: Plan, matches: int, kind: str = "process", wire: LoadWire = SOCKET
) -> Contender:
    """Return the real server with its load; ``kind`` selects the durability of the journal."""
    scripts = record_scripts(plan.scripts, wire)
    return Contender(
        server_command(kind, plan), lambda server: GameLoad(server, matches, scripts, wire)
    )


def model_server(plan: Plan, matches: int) -> Contender:
    """Return the model server with its load."""
    return Contender(server_command("model", plan), lambda server: ModelLoad(server, matches))


@contextmanager
def server_pair(
    plan: Plan, report: Reporter, ours: Contender, theirs: Contender
) -> Iterator[ServerPair]:
    """Start both servers, connect the clients, and bring matches to different points."""
    report.step("starting servers and clients")
    core = plan.cores.server
    with (
        pinned(plan.cores.load),
        event_loop() as loop,
        Worker(ours.command, core) as first,
        Worker(theirs.command, core) as second,
    ):
        empty = first.memory_bytes()
        loads = ours.make_load(first), theirs.make_load(second)
        try:
            for load in loads:
                loop.run_until_complete(load.open())
                loop.run_until_complete(load.stagger())
            with no_collections():
                yield ServerPair(loop, *loads, first.memory_bytes() - empty)
        finally:
            for load in loads:
                load.close()
