"""Seeded games as text: the moves, their changes, and the final state."""

from collections.abc import Iterator
from functools import partial

from msgspec import structs

from games.base import Step
from games.rng import Rng
from games.shelfie import SHELFIE
from games.shelfie.state import Options, State
from games.shelfie.view import view
from messages.base import Change
from messages.shelfie.table import (
    ShelfieBoardRefilled,
    ShelfieEndTokenTaken,
    ShelfieGameEnded,
    ShelfieTilesPlaced,
    ShelfieTilesTaken,
    ShelfieTokenTaken,
)
from tests.games.settings import Playthrough

NAMES = "abcd"


def _playthrough(players: int, name: str, options: Options | None = None) -> Playthrough:
    text = partial(_transcript, players, name, options or Options())
    return Playthrough(f"shelfie/{players}-{name}.txt", text)


def _transcript(players: int, name: str, options: Options) -> str:
    return "\n".join(_lines(players, name, options)) + "\n"


def _lines(players: int, name: str, options: Options) -> Iterator[str]:
    step = SHELFIE.start(players, options, Rng(f"shelfie-{players}-{name}.txt".encode()))
    yield f"My Shelfie, {players} players, {name}"
    yield f"common goals: {', '.join(step.state.goals)}"
    yield from (f"personal goal of {NAMES[s]}: {_goal(step.state, s)}" for s in range(players))
    yield from _board(step.state)
    # Unlike Python's generator, ours makes the same choices in every version.
    choices = Rng(b"choices of the players")
    while active := sorted(SHELFIE.active(step.state)):
        actions = SHELFIE.legal(step.state, active[0])
        number, choices = choices.below(len(actions))
        step = SHELFIE.apply(step.state, active[0], actions[number])
        yield from (line for change in step.changes for line in _change_lines(change))
    yield from _end(step)


def _goal(state: State, seat: int) -> str:
    return " ".join(view(state, seat).personal)


def _board(state: State) -> Iterator[str]:
    yield from (f"    {row}".rstrip() for row in view(state, None).board)


def _change_lines(change: Change) -> Iterator[str]:
    match change:
        case ShelfieTilesTaken(seat, cells, hand):
            yield f"{NAMES[seat]} takes {hand} from {', '.join(f'{cell:02}' for cell in cells)}"
        case ShelfieTilesPlaced(seat, column, tiles):
            yield f"{NAMES[seat]} places {tiles} in column {column}"
        case ShelfieTokenTaken(seat, goal, points):
            yield f"  {NAMES[seat]} meets {goal}: {points} points"
        case ShelfieEndTokenTaken(seat):
            yield f"  {NAMES[seat]} has a full shelf"
        case ShelfieBoardRefilled(board, bag):
            yield f"  the living room is filled up, {bag} tiles are left"
            yield from (f"    {row}".rstrip() for row in board)
        case ShelfieGameEnded(winners, reason):
            yield f"{reason} Winner: {', '.join(NAMES[seat] for seat in winners) or 'nobody'}"


def _end(step: Step[State]) -> Iterator[str]:
    for seat, player in enumerate(view(step.state, None).players):
        points = structs.asdict(step.state.results[seat])
        shown = ", ".join(f"{key} {value}" for key, value in points.items() if key != "goal")
        yield f"{NAMES[seat]}: {' '.join(player.shelf)} {shown}"


PLAYTHROUGHS = (
    _playthrough(2, "usual"),
    _playthrough(2, "return", Options(refill="return", squares_same_type=True, common_goals=1)),
    _playthrough(3, "usual"),
    _playthrough(3, "lap", Options(end_round="lap", tie="none")),
    _playthrough(4, "usual"),
)
