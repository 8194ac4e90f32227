"""Play Eriantys between bots on the rules, without a server; each bot has its own view."""

from collections.abc import Sequence

from client.bots import Bot, GreedyBot, RandomBot
from games.base import Result
from games.registry import GAMES
from games.rng import Rng


def play_match(bots: Sequence[Bot], seed: int, *, expert: bool = False) -> Result:
    """Play one match; the same seed and bots give the same match."""
    game = GAMES["eriantys"]
    rng = Rng(seed.to_bytes(32, "big"))
    state = game.start(len(bots), game.options(expert, {}), rng).state
    while (result := game.result(state)) is None:
        seat = min(game.active(state))
        choice = bots[seat].choose(game.view(state, seat), game.legal(state, seat))
        state = game.apply(state, seat, choice).state
    return result


def greedy_wins(matches: int, *, expert: bool, players: int = 2) -> float:
    """Return the share of matches that greedy wins against random, from every seat in turn.

    A victory shared with opponents does not count; one shared with the partner does.
    """
    wins = 0
    for seed in range(matches):
        seat = seed % players
        bots: list[Bot] = [RandomBot(seed * 10 + i) for i in range(players)]
        bots[seat] = GreedyBot(seed)
        winners = play_match(bots, seed, expert=expert).winners
        wins += seat in winners and len(winners) == (2 if players == 4 else 1)
    return wins / matches
