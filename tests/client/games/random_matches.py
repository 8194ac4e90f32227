"""Random matches for tests of drawings: positions with their views and legal actions."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from client.games.drawing import BoardDrawing, Drawing, Marks, Size, Zone, width
from games.base import Step
from games.registry import GAMES
from games.rng import Rng
from messages.base import Change
from tests.games.variants import Variant, start_variant

NAMES = ("ada", "other-player-0000001", "日本語日本語日本語", "carol")


class Position(NamedTuple):
    """A position of a random match; ``legal`` are the actions of ``seat``, who acts next."""

    state: Any
    seat: int
    view: Any
    legal: Sequence[Any]
    changes: tuple[Change, ...]
    """The changes that led to this position, as the seat sees them."""

    def apply(self, name: str, action: Any) -> Step[Any]:
        """Return the step after an action of the seat."""
        step: Step[Any] = GAMES[name].apply(self.state, self.seat, action)
        return step


def walk(
    name: str, step: Step[Any], random: Random, max_steps: int, leaver: int | None = None
) -> Iterator[Position]:
    """Yield the positions after a step in which somebody must act; actions are random.

    The player ``leaver`` leaves after half of the steps.
    """
    game: Any = GAMES[name]
    for number in range(max_steps):
        if number == max_steps // 2 and leaver is not None:
            step = game.leave(step.state, leaver)
        active = sorted(game.active(step.state))
        if not active:
            return
        seat = random.choice(active)
        redacted = [game.redact(change, seat) for change in step.changes]
        changes = tuple(change for change in redacted if change is not None)
        legal = game.legal(step.state, seat)
        yield Position(step.state, seat, game.view(step.state, seat), legal, changes)
        step = game.apply(step.state, seat, random.choice(legal))


def play(name: str, players: int, seed: int, max_steps: int = 400) -> Iterator[Position]:
    """Yield the positions of a random match, of expert mode if the seed is odd."""
    step = start_variant(Variant(name, players, seed % 2 == 1), seed)
    return walk(name, step, Random(seed), max_steps)


def random_positions(
    name: str,
    players: int,
    options: Mapping[str, Any],
    *,
    steps: int = 40,
    seed: int = 0,
    leaver: int | None = None,
) -> Iterator[Position]:
    """Yield positions of a random match with options."""
    game: Any = GAMES[name]
    step = game.start(players, game.options(False, options), Rng(seed.to_bytes(16, "big")))
    return walk(name, step, Random(seed), steps, leaver)


def end_view(name: str, players: int, seed: int, seat: int | None = 0) -> Any:
    """Return the view of a seat after a random match."""
    game: Any = GAMES[name]
    *_, last = play(name, players, seed)
    random, state = Random(seed), last.state
    while game.active(state):
        acting = min(game.active(state))
        state = game.apply(state, acting, random.choice(game.legal(state, acting))).state
    return game.view(state, seat)


def drawn_zones(drawing: Drawing) -> set[Zone]:
    """Return the zones that a drawing contains; one that is drawn as spaces only does not count."""
    return {span.zone for line in drawing for span in line if span.zone and span.text.strip()}


def select(ui: Any, view: Any, legal: Sequence[Any], action: Any) -> Marks:
    """Return the marks at the last step of an action: its last zone is at the cursor."""
    zones = ui.drawing.zones(view, action)
    others = [ui.drawing.zones(view, other) for other in legal]
    same = {other[len(zones) - 1] for other in others if other[: len(zones) - 1] == zones[:-1]}
    return Marks(legal=frozenset(same), cursor=zones[-1], preview=action)


def all_marks(drawing: BoardDrawing, position: Position) -> Marks:
    """Return the marks of all legal actions."""
    zones = [zone for action in position.legal for zone in drawing.zones(position.view, action)]
    return Marks(legal=frozenset(zones))


def check_position(
    drawing: BoardDrawing, position: Position, names: tuple[str, ...], sizes: tuple[Size, ...]
) -> None:
    """Check that a position fits each size, and that the zones of all legal actions are drawn."""
    marks = all_marks(drawing, position)
    for size in sizes:
        lines = drawing.draw(position.view, names, size, marks)
        assert max(map(width, lines)) <= size.columns, size
        assert marks.legal <= drawn_zones(lines), size
