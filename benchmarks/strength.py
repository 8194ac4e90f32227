"""How strong the computer players are: games of two, the stronger one's share of the victories.

The games are played on the rules alone, each bot with its own view (``arena.py``), and each deal
is played twice with the seats exchanged. ``python -m benchmarks.strength`` runs this one alone.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Annotated, NamedTuple

import typer

from benchmarks.harness import Limit, Plan, Reporter, Row
from benchmarks.table import make_console, reporter, show
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
AT_LEAST = Limit("≥", 0.55)
CHUNK = 20
"""Games that one process plays before it takes the next ones."""


class Duel(NamedTuple):
    """``share`` of the planned games are played; without a limit the result is information."""

    one: str
    other: str
    rules: Rules
    share: float
    limit: Limit | None = None

    @property
    def what(self) -> str:
        mode = self.rules.options.get("mode", "expert" if self.rules.expert else "base")
        return f"share of games won, {self.rules.game} {mode}, {self.one} against {self.other}"


def _uno(one: str, other: str) -> Iterator[Duel]:
    for mode in UNO_MODES:
        usual = mode == UNO_MODES[0]
        rules = Rules("uno", options={"mode": mode, "target_score": 500})
        yield Duel(one, other, rules, 1.0 if usual else 0.2, AT_LEAST if usual else None)


DUELS = (
    *_uno("advanced", "basic"),
    *_uno("basic", "random"),
    Duel("greedy", "random", Rules("eriantys"), 0.1),
    Duel("greedy", "random", Rules("eriantys", expert=True), 0.1),
    Duel("greedy", "random", Rules("codex"), 0.1),
    Duel("greedy", "random", Rules("shelfie"), 0.1),
    Duel("greedy", "random", Rules("rummy500"), 0.1),
)


def strength(plan: Plan, report: Reporter) -> list[Row]:
    """All duels."""
    return fights(DUELS, plan.games, report)


def fights(duels: Sequence[Duel], games: int, report: Reporter) -> list[Row]:
    """Some duels, on all cores there are; at least one deal of each is played from both sides."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        return [_fight(duel, max(2, round(games * duel.share)), pool, report) for duel in duels]


def _fight(duel: Duel, games: int, pool: ProcessPoolExecutor, report: Reporter) -> Row:
    chunks = [range(start, min(start + CHUNK, games)) for start in range(0, games, CHUNK)]
    won = 0
    text = f"{duel.one} against {duel.other}, {duel.rules.game}"
    for done, wins_of_chunk in enumerate(pool.map(_wins, [duel] * len(chunks), chunks)):
        if done % CHUNK == 0:
            report.step(f"{text}, {done * CHUNK} of {games} games", done / len(chunks))
        won += wins_of_chunk
    return _row(duel, won, games)


def _wins(duel: Duel, games: range) -> int:
    return wins(duel.rules, BOTS[duel.one], BOTS[duel.other], games)


def _row(duel: Duel, won: int, games: int) -> Row:
    rate = won / games
    return Row(
        name="strength",
        what=duel.what,
        value=f"{rate:.3f}",
        verdict=duel.limit.verdict(rate) if duel.limit else "info",
        limit=str(duel.limit or ""),
        detail=f"{won:,} : {games - won:,} games",
    )


def main(
    games: Annotated[int, typer.Option(min=1, help="Games of the duels with a limit.")] = 2000,
    full: Annotated[bool, typer.Option("--full", help="As many of all other duels.")] = False,
) -> None:
    """Let the computer players of all games play against each other."""
    duels = [duel._replace(share=1.0) for duel in DUELS] if full else DUELS
    console = make_console()
    with reporter(console, "strength") as report:
        rows = fights(duels, games, report)
    show(console, rows)


if __name__ == "__main__":
    typer.run(main)
