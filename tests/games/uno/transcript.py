"""Seeded games as text, one line for each thing done and what came of it in the dialect's words.

The texts are tests/playthroughs/uno-*.txt; ``python -m tests.games.uno.transcript`` writes them
anew. Look at what changed before you commit it.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from games.base import Step
from games.rng import Rng
from games.uno import UNO
from games.uno.cards import texts
from games.uno.state import Options, State
from messages.base import Seat
from messages.uno.actions import UNO_MODES, DrawUnoCard, UnoAction, UnoMode
from messages.uno.table import UnoRoundEnded, UnoRoundStarted
from tests.games.uno.tables import NAMES, lines

FOLDER = Path(__file__).parents[2] / "playthroughs"
TARGET = 100


class Play(NamedTuple):
    """Which game is written down."""

    mode: UnoMode
    players: int

    @property
    def path(self) -> Path:
        return FOLDER / f"uno-{self.players}-{self.mode}.txt"


PLAYS = [*(Play(mode, 2) for mode in UNO_MODES), Play("normal", 4), Play("normal", 10)]


def transcript(play: Play) -> str:
    """The whole game."""
    return "\n".join(_lines(play)) + "\n"


def _lines(play: Play) -> Iterator[str]:
    options = Options(mode=play.mode, target_score=TARGET)
    yield f"UNO, {play.players} players, {play.mode}, to {TARGET} points"
    step = UNO.start(play.players, options, Rng(f"{play.mode} {play.players}".encode()))
    yield from _told(step)
    # Our own chance, which unlike Python's promises the same choices in every version.
    choices = Rng(b"choices of the players")
    while active := sorted(UNO.active(step.state)):
        number, choices = choices.below(len(active))
        action, choices = _choose(UNO.legal(step.state, active[number]), choices)
        yield _deed(step.state, active[number], action)
        step = UNO.apply(step.state, active[number], action)
        yield from _told(step)
    result = UNO.result(step.state)
    assert result is not None
    scores = ", ".join(f"{NAMES[seat]} {score}" for seat, score in enumerate(result.scores))
    yield f"{result.reason} Scores: {scores}."


def _choose(actions: tuple[UnoAction, ...], choices: Rng) -> tuple[UnoAction, Rng]:
    """Nine times out of ten something better than drawing, if there is any."""
    luck, choices = choices.below(10)
    better = tuple(action for action in actions if not isinstance(action, DrawUnoCard))
    wanted = better if better and luck else actions
    number, choices = choices.below(len(wanted))
    return wanted[number], choices


def _deed(state: State, seat: Seat, action: UnoAction) -> str:
    named = [str(value) for value in msgspec.structs.astuple(action)[:-1] if value is not None]
    hand = ", ".join(texts(state.hands[seat]))
    return f"{NAMES[seat]} ({hand}) {' '.join([type(action).__name__, *named])}"


def _told(step: Step[State]) -> Iterator[str]:
    for change in step.changes:
        if isinstance(change, UnoRoundEnded):
            points = ", ".join(str(number) for number in change.hand_points)
            yield f"    {NAMES[change.winner]} gets {change.points} points, hands of {points}"
        if isinstance(change, UnoRoundStarted):
            yield ""
            yield f"round {change.round}, {NAMES[change.dealer]} deals, {change.top} is turned up"
    yield f"    {' '.join(lines(step))}"


if __name__ == "__main__":
    for play in PLAYS:
        play.path.write_text(transcript(play), encoding="utf-8")
