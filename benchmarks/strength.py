"""Measure the strength of bots: the share of two-player games that one wins against another.

Games are played on the rules without a server, each bot with its own view (``arena.py``). Each
deal is played twice with the seats exchanged. ``python -m benchmarks.strength`` runs only this.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Annotated, NamedTuple

import typer

from benchmarks.harness import Limit, Plan, Reporter, Row
from benchmarks.results_table import make_console, print_results, reporter
from client.bots import GreedyBot, RandomBot
from client.games.uno.bots import AdvancedBot, BasicBot
from messages.uno.actions import UNO_MODES
from tests.harness.arena import MakeBot, Rules, wins

BOTS: dict[str, MakeBot] = {
    "advanced": AdvancedBot,
    "basic": BasicBot,
    "greedy": GreedyBot,
    "random": RandomBot,
}
MIN_WIN_SHARE = Limit("≥", 0.55)
CHUNK = 20
"""Number of games that a worker process plays per task."""


class Matchup(NamedTuple):
    """Two bots and their rules; ``share`` is the fraction of the planned games to play."""

    bot: str
    opponent: str
    rules: Rules
    share: float
    limit: Limit | None = None

    @property
    def description(self) -> str:
        """Text of the row."""
        mode = self.rules.options.get("mode", "expert" if self.rules.expert else "base")
        return f"share of games won, {self.rules.game} {mode}, {self.bot} against {self.opponent}"


def _uno(bot: str, opponent: str) -> Iterator[Matchup]:
    for mode in UNO_MODES:
        is_default = mode == UNO_MODES[0]
        rules = Rules("uno", options={"mode": mode, "target_score": 500})
        yield Matchup(
            bot, opponent, rules, 1.0 if is_default else 0.2, MIN_WIN_SHARE if is_default else None
        )


MATCHUPS = (
    *_uno("advanced", "basic"),
    *_uno("basic", "random"),
    Matchup("greedy", "random", Rules("eriantys"), 0.1),
    Matchup("greedy", "random", Rules("eriantys", expert=True), 0.1),
    Matchup("greedy", "random", Rules("codex"), 0.1),
    Matchup("greedy", "random", Rules("shelfie"), 0.1),
    Matchup("greedy", "random", Rules("rummy500"), 0.1),
)


def strength(plan: Plan, report: Reporter) -> list[Row]:
    """Play all matchups."""
    return play_matchups(MATCHUPS, plan.strength_games, report)


def play_matchups(matchups: Sequence[Matchup], games: int, report: Reporter) -> list[Row]:
    """Play matchups on all cores, at least two games each, and return one row for each."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        return [
            _play_matchup(matchup, max(2, round(games * matchup.share)), pool, report)
            for matchup in matchups
        ]


def _play_matchup(matchup: Matchup, games: int, pool: ProcessPoolExecutor, report: Reporter) -> Row:
    chunks = [range(start, min(start + CHUNK, games)) for start in range(0, games, CHUNK)]
    won = 0
    text = f"{matchup.bot} against {matchup.opponent}, {matchup.rules.game}"
    for done, wins_of_chunk in enumerate(pool.map(_wins, [matchup] * len(chunks), chunks)):
        if done % CHUNK == 0:
            report.step(f"{text}, {done * CHUNK} of {games} games", done / len(chunks))
        won += wins_of_chunk
    return _row(matchup, won, games)


def _wins(matchup: Matchup, games: range) -> int:
    return wins(matchup.rules, BOTS[matchup.bot], BOTS[matchup.opponent], games)


def _row(matchup: Matchup, won: int, games: int) -> Row:
    rate = won / games
    return Row(
        name="strength",
        description=matchup.description,
        value=f"{rate:.3f}",
        verdict=matchup.limit.verdict(rate) if matchup.limit else "info",
        limit=str(matchup.limit or ""),
        detail=f"{won:,} : {games - won:,} games",
    )


def main(
    games: Annotated[int, typer.Option(min=1, help="Games of each matchup with a limit.")] = 2000,
    full: Annotated[
        bool, typer.Option("--full", help="As many games of all other matchups.")
    ] = False,
) -> None:
    """Play the bots of all games against each other."""
    matchups = [matchup._replace(share=1.0) for matchup in MATCHUPS] if full else MATCHUPS
    console = make_console()
    with reporter(console, "strength") as report:
        rows = play_matchups(matchups, games, report)
    print_results(console, rows)


if __name__ == "__main__":
    typer.run(main)
