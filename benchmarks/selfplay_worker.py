"""Random self-play of one of our games: `python -m benchmarks.selfplay_worker GAME PLAYERS MODE`.

Answers each line, a number of seconds, with the processor time taken and what was played in it.
The start of each game and the listing of all legal moves before every move are part of the time.
"""

import sys
from collections.abc import Iterator
from itertools import count
from random import Random
from time import process_time
from typing import Any

from benchmarks.scripts import seed
from benchmarks.servers import say
from games.base import AnyGame
from games.registry import GAMES
from games.rng import Rng


def play(
    game: AnyGame, players: int, options: Any, seconds: float, chances: Iterator[Rng]
) -> tuple[int, int]:
    """Whole games for about that long: how many, and the moves made."""
    deadline = process_time() + seconds
    choices = Random(1)
    games, moves = 0, 0
    while process_time() < deadline:
        games += 1
        moves += play_one(game, game.start(players, options, next(chances)).state, choices)
    return games, moves


def play_one(game: AnyGame, state: Any, choices: Random) -> int:
    """One game from its beginning to its end; the moves made."""
    waiting, legal, apply = game.waiting, game.legal, game.apply
    moves = 0
    while seats := waiting(state):
        seat = next(iter(seats))
        state = apply(state, seat, choices.choice(legal(state, seat))).state
        moves += 1
    return moves


def main() -> None:
    """Do what the lines of the standard input ask for."""
    name, players, mode = sys.argv[1:]
    game = GAMES[name]
    options = game.options(mode == "expert", {})
    chances = (Rng(seed(number)) for number in count())
    say(ready=True)
    for line in sys.stdin:
        start = process_time()
        games, moves = play(game, int(players), options, float(line), chances)
        say(seconds=process_time() - start, games=games, moves=moves)


if __name__ == "__main__":
    main()
