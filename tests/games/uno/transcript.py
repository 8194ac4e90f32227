"""Seeded games as text: each action, then its changes in the words of the legacy dialect."""

from collections.abc import Iterator
from functools import partial

import msgspec

from games.base import Step
from games.rng import Rng
from games.uno import UNO
from games.uno.cards import card_names
from games.uno.state import Options, State
from messages.base import Seat
from messages.uno.actions import UNO_MODES, DrawUnoCard, UnoAction, UnoMode
from messages.uno.table import UnoRoundEnded, UnoRoundStarted
from tests.games.settings import Playthrough
from tests.games.uno.tables import NAMES, lines

TARGET = 100


def _playthrough(players: int, mode: UnoMode) -> Playthrough:
    return Playthrough(f"uno/{players}-{mode}.txt", partial(_transcript, players, mode))


def _transcript(players: int, mode: UnoMode) -> str:
    return "\n".join(_lines(players, mode)) + "\n"


def _lines(players: int, mode: UnoMode) -> Iterator[str]:
    options = Options(mode=mode, target_score=TARGET)
    yield f"UNO, {players} players, {mode}, to {TARGET} points"
    step = UNO.start(players, options, Rng(f"{mode} {players}".encode()))
    yield from _change_lines(step)
    # Unlike Python's generator, ours makes the same choices in every version.
    choices = Rng(b"choices of the players")
    while active := sorted(UNO.active(step.state)):
        number, choices = choices.below(len(active))
        action, choices = _choose(UNO.legal(step.state, active[number]), choices)
        yield _action_line(step.state, active[number], action)
        step = UNO.apply(step.state, active[number], action)
        yield from _change_lines(step)
    result = UNO.result(step.state)
    assert result is not None
    scores = ", ".join(f"{NAMES[seat]} {score}" for seat, score in enumerate(result.scores))
    yield f"{result.reason} Scores: {scores}."


def _choose(actions: tuple[UnoAction, ...], choices: Rng) -> tuple[UnoAction, Rng]:
    """Choose something other than drawing, if possible, nine times out of ten."""
    draw, choices = choices.below(10)
    better = tuple(action for action in actions if not isinstance(action, DrawUnoCard))
    wanted = better if better and draw else actions
    number, choices = choices.below(len(wanted))
    return wanted[number], choices


def _action_line(state: State, seat: Seat, action: UnoAction) -> str:
    values = msgspec.structs.astuple(action)[:-1]
    named = [str(value) for value in values if value not in (None, msgspec.UNSET)]
    hand = ", ".join(card_names(state.hands[seat]))
    return f"{NAMES[seat]} ({hand}) {' '.join([type(action).__name__, *named])}"


def _change_lines(step: Step[State]) -> Iterator[str]:
    for change in step.changes:
        if isinstance(change, UnoRoundEnded):
            points = ", ".join(str(number) for number in change.hand_points)
            yield f"    {NAMES[change.winner]} gets {change.points} points, hands of {points}"
        if isinstance(change, UnoRoundStarted):
            yield ""
            yield f"round {change.round}, {NAMES[change.dealer]} deals, {change.top} is turned up"
    yield f"    {' '.join(lines(step))}"


PLAYTHROUGHS = (
    *(_playthrough(2, mode) for mode in UNO_MODES),
    _playthrough(4, "normal"),
    _playthrough(10, "normal"),
)
