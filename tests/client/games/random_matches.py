"""Random matches for tests of drawings: positions with their views and legal actions."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from client.games.drawing import Drawing, Marks, Zone
from games.registry import GAMES
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


def play(name: str, players: int, seed: int, max_steps: int = 400) -> Iterator[Position]:
    """Yield the positions of a random match in which somebody must act."""
    game: Any = GAMES[name]
    random, step = Random(seed), start_variant(Variant(name, players, seed % 2 == 1), seed)
    for _ in range(max_steps):
        active = sorted(game.active(step.state))
        if not active:
            return
        seat = random.choice(active)
        redacted = [game.redact(change, seat) for change in step.changes]
        changes = tuple(change for change in redacted if change is not None)
        legal = game.legal(step.state, seat)
        yield Position(step.state, seat, game.view(step.state, seat), legal, changes)
        step = game.apply(step.state, seat, random.choice(legal))


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
