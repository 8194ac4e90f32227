"""Bots against each other on the rules alone, each with its own view."""

from collections.abc import Sequence

from client.bots import Bot, GreedyBot, RandomBot
from games.base import Result
from games.registry import GAMES
from games.rng import Rng


def play_match(bots: Sequence[Bot], seed: int, *, expert: bool = False) -> Result:
    """One match of Eriantys; the same seeds give the same match."""
    game = GAMES["eriantys"]
    rng = Rng(seed.to_bytes(32, "big"))
    state = game.start(len(bots), game.options(expert, {}), rng).state
    while (result := game.result(state)) is None:
        seat = min(game.active(state))
        choice = bots[seat].choose(game.view(state, seat), game.legal(state, seat))
        state = game.apply(state, seat, choice).state
    return result


def greedy_wins(matches: int, *, expert: bool, players: int = 2) -> float:
    """How often greedy wins against random, from every seat in turn; shared victories are not
    counted unless the partner shares them."""
    wins = 0
    for seed in range(matches):
        seat = seed % players
        bots: list[Bot] = [RandomBot(seed * 10 + i) for i in range(players)]
        bots[seat] = GreedyBot(seed)
        winners = play_match(bots, seed, expert=expert).winners
        wins += seat in winners and len(winners) == (2 if players == 4 else 1)
    return wins / matches
