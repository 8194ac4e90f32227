"""Recorded actions of matches of every game, for any number of players.

All matches of the server under load use the same seed. So there is one script for each setup, and
clients do not need to follow the state of the match.
"""

from random import Random
from typing import NamedTuple

from benchmarks.scripts import seed
from games.registry import GAMES
from games.rng import Rng
from messages import Options, SelectModeAndPlayers
from messages.base import Seat
from messages.registry import AnyClientMessage

SHORT_UNO: Options = {"target_score": 1, "hand_size": 3}
MAX_ATTEMPTS = 8
"""Matches played to find a short one, because random players may need very many moves."""
SMALL_SETUPS = (
    SelectModeAndPlayers(4),
    SelectModeAndPlayers(4, mode=True),
    SelectModeAndPlayers(4, game="uno", options=SHORT_UNO),
    SelectModeAndPlayers(4, game="codex"),
    SelectModeAndPlayers(4, game="shelfie"),
    SelectModeAndPlayers(4, game="rummy500", options={"target": 1}),
)
LARGE_SETUP = SelectModeAndPlayers(6, game="uno", options=SHORT_UNO)


class ActionScript(NamedTuple):
    """The setup of a match, and all its actions in order with the seats that act."""

    setup: SelectModeAndPlayers
    moves: tuple[tuple[Seat, AnyClientMessage], ...]


def record_actions(setup: SelectModeAndPlayers) -> ActionScript:
    """Play several random matches with this setup and return the actions of the shortest."""
    return min((_play(setup, Random(number)) for number in range(MAX_ATTEMPTS)), key=_length)


def _length(script: ActionScript) -> int:
    return len(script.moves)


def _play(setup: SelectModeAndPlayers, rng: Random) -> ActionScript:
    game = GAMES[setup.game]
    options = game.options(setup.mode, setup.options)
    state = game.start(setup.number_of_players, options, Rng(seed(0))).state
    moves: list[tuple[Seat, AnyClientMessage]] = []
    while game.result(state) is None:
        seat = rng.choice(sorted(game.waiting(state)))
        action = rng.choice(game.legal(state, seat))
        moves.append((seat, action))
        state = game.apply(state, seat, action).state
    return ActionScript(setup, tuple(moves))
