"""`python -m benchmarks [NAME…] [--quick] [--strict]`: every ratio of docs/benchmarks.md."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Annotated

import typer

from benchmarks import (
    endurance,
    frames,
    remote,
    restart,
    scale,
    screen,
    selfplay,
    siege,
    sockets,
    strength,
)
from benchmarks.harness import Plan, Reporter, Row
from benchmarks.table import WARNINGS, make_console, reporter, show
from tests.harness.processes import BenchmarkError, two_cores

BENCHMARKS: dict[str, Callable[[Plan, Reporter], list[Row]]] = {
    "moves-socket": sockets.moves,
    "moves-pyro": remote.moves,
    **{f"selfplay-{game}": partial(selfplay.selfplay, game) for game in selfplay.GAMES},
    "frame-size": frames.sizes,
    "scale": scale.scale,
    "latency": sockets.latency,
    "journal": sockets.journal,
    "load": endurance.load,
    "siege": siege.siege,
    "restart": restart.restart,
    "screen": screen.screen,
    "strength": strength.strength,
}
THOROUGH = Plan()
QUICK = Plan(rounds=3, seconds=0.5, many_matches=400, games=100, long_seconds=10.0)

app = typer.Typer(add_completion=False)


@app.command()
def main(
    names: Annotated[
        list[str] | None, typer.Argument(help=f"Some of: {', '.join(BENCHMARKS)}. Without: all.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Fewer and shorter rounds.")] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Status 1 if a limit is missed.")
    ] = False,
) -> None:
    """Measure Tavolata against its limits and its peers, side by side."""
    console = make_console()
    plan = replace(QUICK if quick else THOROUGH, cores=two_cores())
    if plan.cores.server is None:
        console.print("Only one core can be used: the ratios are worth little.")
    rows: list[Row] = []
    broken = False
    for name in _checked(names or list(BENCHMARKS)):
        try:
            with reporter(console, name) as report:
                rows += BENCHMARKS[name](plan, report)
        except BenchmarkError as error:
            broken = True
            console.print(f"BROKEN: {name}: {error}", markup=False)
    show(console, rows)
    unsure = any(row.verdict in WARNINGS for row in rows)
    raise typer.Exit(2 if broken else int(strict and unsure))


def _checked(names: list[str]) -> list[str]:
    for name in names:
        if name not in BENCHMARKS:
            raise typer.BadParameter(f"{name} is none of {', '.join(BENCHMARKS)}")
    return names


if __name__ == "__main__":
    app()
