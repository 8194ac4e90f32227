"""Compare random self-play of our games with another project's: processor time per move.

Both sides list the legal moves, play complete games alternately on the same core and measure their
own processor time. To add a game, add a line to ``COMPARISONS``; to add a peer, a file in
``peers/``.
"""

import json
from statistics import median
from typing import NamedTuple

from benchmarks.harness import Limit, Pairs, Plan, Reporter, Row, alternate
from tests.harness.processes import ROOT, BenchmarkError, Worker

PEER_PYTHON = ROOT / ".venv-bench" / "bin" / "python"


class Peer(NamedTuple):
    """Another project's self-play: a script that runs in .venv-bench."""

    title: str
    script: str


class Comparison(NamedTuple):
    """A game, its peer and limit: ≤ bounds our time per move ÷ theirs, ≥ our moves per second."""

    game: str
    players: int
    mode: str
    peer: Peer
    limit: Limit
    goal: str = ""


RLCARD_UNO = Peer("RLCard UNO", "benchmarks/peers/rlcard_uno.py")

COMPARISONS = (
    Comparison("eriantys", 2, "base", RLCARD_UNO, Limit("≤", 1.0)),
    Comparison("eriantys", 2, "expert", RLCARD_UNO, Limit("≤", 1.0)),
    Comparison("uno", 2, "base", RLCARD_UNO, Limit("≥", 2.0), "≥ 5"),
    Comparison("shelfie", 2, "base", RLCARD_UNO, Limit("≤", 1.25), "≤ 1"),
    Comparison("rummy500", 2, "base", RLCARD_UNO, Limit("≤", 1.45), "≤ 1"),
    Comparison("codex", 2, "base", RLCARD_UNO, Limit("≤", 1.2), "≤ 1"),
)
"""The limits of the last three are the measured values (1.03, 1.2, 1.01) plus about a fifth."""
GAMES = tuple(dict.fromkeys(comparison.game for comparison in COMPARISONS))


def selfplay(game: str, plan: Plan, report: Reporter) -> list[Row]:
    """Measure all comparisons of one game."""
    return [
        _row(comparison, *_measure(comparison, plan, report))
        for comparison in COMPARISONS
        if comparison.game == game
    ]


def _measure(comparison: Comparison, plan: Plan, report: Reporter) -> tuple[Pairs, float]:
    """Return the figures of both sides, and how many complete games we play per second."""
    report.step(f"{comparison.mode} mode")
    arguments = [comparison.game, str(comparison.players), comparison.mode]
    command = ["-m", "benchmarks.selfplay_worker", *arguments]
    with (
        Worker(command, plan.cores.server) as ours,
        Worker([comparison.peer.script], plan.cores.server, _peer_python()) as theirs,
    ):

        def measure(worker: Worker) -> tuple[float, float]:
            answer = json.loads(worker.request(str(plan.window_seconds)))
            per_move = answer["seconds"] / answer["moves"]
            games = answer.get("games", 0) / answer["seconds"]
            return per_move * 1e6 if comparison.limit.sign == "≤" else 1 / per_move, games

        moves, games = alternate(
            plan.rounds, lambda: measure(ours), lambda: measure(theirs), report
        )
    return moves, median(games.ours)


def _peer_python() -> str:
    if not PEER_PYTHON.exists():
        raise BenchmarkError(
            "the peers are not installed; `make bench` installs them into .venv-bench"
        )
    return str(PEER_PYTHON)


def _row(comparison: Comparison, pairs: Pairs, games: float) -> Row:
    compares_time = comparison.limit.sign == "≤"
    measured = "time" if compares_time else "speed"
    description = (
        f"{measured} per random move, {comparison.players} players, {comparison.mode} "
        f"÷ {comparison.peer.title}"
    )
    figures = pairs.medians("µs per move", 1) if compares_time else pairs.medians("moves/s")
    figures += f"; {games:,.0f} games/s"
    return pairs.row(
        f"selfplay-{comparison.game}", description, comparison.limit, comparison.goal, figures
    )
