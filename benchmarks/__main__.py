"""Run benchmarks: `python -m benchmarks [NAME…] [--quick] [--strict]`; see docs/benchmarks.md.

Exit status: 0, also if a limit is missed; 1 if a limit is missed with --strict; 2 if a benchmark
failed to run or a name is unknown.
"""

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
    web,
)
from benchmarks.harness import Plan, Reporter, Row
from benchmarks.results_table import WARNINGS, make_console, print_results, reporter
from tests.harness.processes import BenchmarkError, two_cores

BENCHMARKS: dict[str, Callable[[Plan, Reporter], list[Row]]] = {
    "moves-socket": sockets.moves,
    "moves-pyro": remote.moves,
    "moves-web": web.moves,
    **{f"selfplay-{game}": partial(selfplay.selfplay, game) for game in selfplay.GAMES},
    "frame-size": frames.frame_sizes,
    "scale": scale.scale,
    "latency": sockets.latency,
    "journal": sockets.journal,
    "load": endurance.load,
    "siege": siege.siege,
    "restart": restart.restart,
    "screen": screen.screen,
    "strength": strength.strength,
}
FULL = Plan()
QUICK = Plan(rounds=3, window_seconds=0.5, many_matches=400, strength_games=100, long_seconds=10.0)

app = typer.Typer(add_completion=False)


@app.command()
def main(
    names: Annotated[
        list[str] | None, typer.Argument(help=f"Any of: {', '.join(BENCHMARKS)}. Default: all.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Fewer and shorter rounds.")] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Status 1 if a limit is missed.")
    ] = False,
) -> None:
    """Measure Tavolata against its limits and its peers, side by side."""
    console = make_console()
    plan = replace(QUICK if quick else FULL, cores=two_cores())
    if plan.cores.server is None:
        console.print("Only one core is available: the ratios are not reliable.")
    rows: list[Row] = []
    has_failed = False
    for name in _require_known(names or list(BENCHMARKS)):
        try:
            with reporter(console, name) as report:
                rows += BENCHMARKS[name](plan, report)
        except BenchmarkError as error:
            has_failed = True
            console.print(f"FAILED: {name}: {error}", markup=False)
    print_results(console, rows)
    has_warnings = any(row.verdict in WARNINGS for row in rows)
    raise typer.Exit(2 if has_failed else int(strict and has_warnings))


def _require_known(names: list[str]) -> list[str]:
    for name in names:
        if name not in BENCHMARKS:
            raise typer.BadParameter(f"{name} is not one of {', '.join(BENCHMARKS)}")
    return names


if __name__ == "__main__":
    app()
