"""Parts to play: games of every kind, known by heart, for tables of any size.

All matches of the server under load draw the same seed, so one part for each kind of table is
enough, and guests need not understand what they are told.
"""

from random import Random
from typing import NamedTuple

from benchmarks.scripts import seed
from games.registry import GAMES
from games.rng import Rng
from messages import Options, SelectModeAndPlayers
from messages.base import Seat
from messages.registry import AnyClientMessage

QUICK_UNO: Options = {"target_score": 1, "hand_size": 3}
TRIES = 8
"""Random players may take very long to get rid of their cards: the shortest of so many games."""
SMALL = (
    SelectModeAndPlayers(4),
    SelectModeAndPlayers(4, mode=True),
    SelectModeAndPlayers(4, game="uno", options=QUICK_UNO),
    SelectModeAndPlayers(4, game="codex"),
    SelectModeAndPlayers(4, game="shelfie"),
    SelectModeAndPlayers(4, game="rummy500", options={"target": 1}),
)
LARGE = SelectModeAndPlayers(6, game="uno", options=QUICK_UNO)


class Part(NamedTuple):
    """One match: how its table is opened, and who does what, in order, until it ends."""

    set_up: SelectModeAndPlayers
    moves: tuple[tuple[Seat, AnyClientMessage], ...]


def record(set_up: SelectModeAndPlayers) -> Part:
    """Play such a match at random, and write down what was done."""
    return min((_play(set_up, Random(number)) for number in range(TRIES)), key=_length)


def _length(part: Part) -> int:
    return len(part.moves)


def _play(set_up: SelectModeAndPlayers, choices: Random) -> Part:
    game = GAMES[set_up.game]
    options = game.options(set_up.mode, set_up.options)
    state = game.start(set_up.number_of_players, options, Rng(seed(0))).state
    moves: list[tuple[Seat, AnyClientMessage]] = []
    while game.result(state) is None:
        seat = choices.choice(sorted(game.waiting(state)))
        action = choices.choice(game.legal(state, seat))
        moves.append((seat, action))
        state = game.apply(state, seat, action).state
    return Part(set_up, tuple(moves))
