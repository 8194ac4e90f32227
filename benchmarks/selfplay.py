"""Random self-play with legal-move listing: one of our games against a peer, µs per move.

Both sides play whole games in turn on the same core and count their own processor time. A further
game is one line in ``DUELS``, a further peer one more file in ``peers/``.
"""

import json
from statistics import median
from typing import NamedTuple

from benchmarks.harness import Limit, Pairs, Plan, Reporter, Row, alternate
from tests.harness.processes import ROOT, BenchmarkError, Worker

PEER_PYTHON = ROOT / ".venv-bench" / "bin" / "python"


class Peer(NamedTuple):
    """Somebody else's self-play, in the environment of the peers."""

    title: str
    script: str


class Duel(NamedTuple):
    """A limit with ≤ is on our time divided by the peer's, one with ≥ on how much faster we are."""

    game: str
    players: int
    mode: str
    peer: Peer
    limit: Limit
    goal: str = ""


RLCARD_UNO = Peer("RLCard UNO", "benchmarks/peers/rlcard_uno.py")

DUELS = (
    Duel("eriantys", 2, "base", RLCARD_UNO, Limit("≤", 1.0)),
    Duel("eriantys", 2, "expert", RLCARD_UNO, Limit("≤", 1.0)),
    Duel("uno", 2, "base", RLCARD_UNO, Limit("≥", 2.0), "≥ 5"),
    Duel("shelfie", 2, "base", RLCARD_UNO, Limit("≤", 1.25), "≤ 1"),
    Duel("rummy500", 2, "base", RLCARD_UNO, Limit("≤", 1.45), "≤ 1"),
    Duel("codex", 2, "base", RLCARD_UNO, Limit("≤", 1.2), "≤ 1"),
)
"""The limits of the last three are what was measured, 1.03, 1.2 and 1.01, and a fifth more."""
GAMES = tuple(dict.fromkeys(duel.game for duel in DUELS))


def selfplay(game: str, plan: Plan, report: Reporter) -> list[Row]:
    """All duels of one game."""
    return [_row(duel, *_fight(duel, plan, report)) for duel in DUELS if duel.game == game]


def _fight(duel: Duel, plan: Plan, report: Reporter) -> tuple[Pairs, float]:
    """What both sides measured, and how many whole games we play in a second."""
    report.step(f"{duel.mode} mode")
    command = ["-m", "benchmarks.selfplay_worker", duel.game, str(duel.players), duel.mode]
    with (
        Worker(command, plan.cores.server) as ours,
        Worker([duel.peer.script], plan.cores.server, _peer_python()) as theirs,
    ):

        def side(worker: Worker) -> tuple[float, float]:
            answer = json.loads(worker.request(str(plan.seconds)))
            per_move = answer["seconds"] / answer["moves"]
            games = answer.get("games", 0) / answer["seconds"]
            return per_move * 1e6 if duel.limit.sign == "≤" else 1 / per_move, games

        moves, games = alternate(plan.rounds, lambda: side(ours), lambda: side(theirs), report)
    return moves, median(games.ours)


def _peer_python() -> str:
    if not PEER_PYTHON.exists():
        raise BenchmarkError(
            "the peers are not installed; `make bench` installs them into .venv-bench"
        )
    return str(PEER_PYTHON)


def _row(duel: Duel, pairs: Pairs, games: float) -> Row:
    slower = duel.limit.sign == "≤"
    measured = "time" if slower else "speed"
    what = f"{measured} per random move, {duel.players} players, {duel.mode} ÷ {duel.peer.title}"
    figures = pairs.medians("µs per move", 1) if slower else pairs.medians("moves/s")
    figures += f"; {games:,.0f} games/s"
    return pairs.row(f"selfplay-{duel.game}", what, duel.limit, duel.goal, figures)
