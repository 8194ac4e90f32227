"""Random positions of a game with views and legal actions, for tests of drawings."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from client.games.drawing import BoardDrawing, Drawing, Marks, Size, Zone, width
from games.base import Step
from games.registry import GAMES
from games.rng import Rng
from messages.registry import Action


class Position(NamedTuple):
    """A state with a seat that may act."""

    state: Any
    seat: int
    view: Any
    actions: tuple[Action, ...]

    def apply(self, game: str, action: Action) -> Step[Any]:
        """Return the step after an action of the seat."""
        step: Step[Any] = GAMES[game].apply(self.state, self.seat, action)
        return step


def random_positions(
    game: str,
    players: int,
    options: Mapping[str, Any],
    *,
    steps: int = 40,
    seed: int = 0,
    leaver: int | None = None,
) -> Iterator[Position]:
    """Yield positions of a random match; the player ``leaver`` leaves after half of the steps."""
    rules: Any = GAMES[game]
    rng = Random(seed)
    state = rules.start(players, rules.options(False, options), Rng(seed.to_bytes(16, "big"))).state
    for number in range(steps):
        if number == steps // 2 and leaver is not None:
            state = rules.leave(state, leaver).state
        active = sorted(rules.active(state))
        if not active:
            return
        seat = rng.choice(active)
        actions = rules.legal(state, seat)
        yield Position(state, seat, rules.view(state, seat), actions)
        state = rules.apply(state, seat, rng.choice(actions)).state


def all_marks(drawing: BoardDrawing, position: Position) -> Marks:
    """Return the marks of all legal actions."""
    zones = [zone for action in position.actions for zone in drawing.zones(position.view, action)]
    return Marks(legal=frozenset(zones))


def drawn_zones(drawing: Drawing) -> set[Zone]:
    """Return the zones that can be clicked: those with a visible span."""
    return {span.zone for line in drawing for span in line if span.zone and span.text}


def check_position(
    drawing: BoardDrawing, position: Position, names: tuple[str, ...], sizes: tuple[Size, ...]
) -> None:
    """Check that a position fits each size, and that the zones of all legal actions are drawn."""
    marks = all_marks(drawing, position)
    for size in sizes:
        lines = drawing.draw(position.view, names, size, marks)
        assert max(map(width, lines)) <= size.columns, size
        assert marks.legal <= drawn_zones(lines), size
