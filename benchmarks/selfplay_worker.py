"""Random self-play of one of our games: `python -m benchmarks.selfplay_worker GAME PLAYERS MODE`.

Each input line is a number of seconds. The output line is JSON with the processor time used, the
games and the moves. The time includes starting each game and listing all legal moves.
"""

import sys
from collections.abc import Iterator
from itertools import count
from random import Random
from time import process_time
from typing import Any

from benchmarks.scripts import seed
from benchmarks.servers import print_json
from games.base import AnyGame
from games.registry import GAMES
from games.rng import Rng


def play(
    game: AnyGame, players: int, options: Any, seconds: float, rngs: Iterator[Rng]
) -> tuple[int, int]:
    """Play complete games until ``seconds`` of processor time are used; return games and moves."""
    deadline = process_time() + seconds
    rng = Random(1)
    games, moves = 0, 0
    while process_time() < deadline:
        games += 1
        moves += play_game(game, game.start(players, options, next(rngs)).state, rng)
    return games, moves


def play_game(game: AnyGame, state: Any, rng: Random) -> int:
    """Play random legal moves from ``state`` to the end and return their number."""
    waiting, legal, apply = game.waiting, game.legal, game.apply
    moves = 0
    while seats := waiting(state):
        seat = next(iter(seats))
        state = apply(state, seat, rng.choice(legal(state, seat))).state
        moves += 1
    return moves


def main() -> None:
    """Answer the lines of the standard input."""
    name, players, mode = sys.argv[1:]
    game = GAMES[name]
    options = game.options(mode == "expert", {})
    rngs = (Rng(seed(number)) for number in count())
    print_json(ready=True)
    for line in sys.stdin:
        start = process_time()
        games, moves = play(game, int(players), options, float(line), rngs)
        print_json(seconds=process_time() - start, games=games, moves=moves)


if __name__ == "__main__":
    main()
