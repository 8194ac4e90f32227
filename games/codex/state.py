"""Codex Naturalis: the whole position as one frozen value, and what a seat has to do next.

The next card of a deck is its last one. A slot that stays empty is "", and so is a colour or a
secret objective that is not chosen yet.
"""

from typing import Literal

from msgspec import Struct, field

from games.rng import Rng
from messages.base import Seat
from messages.codex.area import CodexArea
from messages.codex.table import CodexPhase, CodexRules

Task = Literal["STARTER", "COLOR", "OBJECTIVE", "PLACE", "DRAW"]
NOBODY = -1


class State(Struct, frozen=True, gc=False):
    """``first`` begins every round. ``ending``: the end was triggered (Codex 10); ``additional``:
    the additional turn is on. ``idle`` counts turns lost on the clock since a card was placed.

    ``offers`` are the two objectives of which each seat keeps one; ``aside`` are the starters and
    objectives that nobody got.
    """

    rules: CodexRules
    rng: Rng = field(name="chance")
    starters: tuple[str, ...]
    offers: tuple[tuple[str, ...], ...]
    hands: tuple[tuple[str, ...], ...]
    areas: tuple[CodexArea, ...]
    colors: tuple[str, ...]
    secrets: tuple[str, ...]
    scores: tuple[int, ...]
    common: tuple[str, ...]
    slots: tuple[str, ...]
    resource: tuple[str, ...]
    gold: tuple[str, ...]
    aside: tuple[str, ...]
    first: Seat
    turn: int = NOBODY
    phase: CodexPhase = "SETUP"
    round: int = 0
    ending: bool = False
    additional: bool = False
    idle: int = 0
    gone: tuple[Seat, ...] = ()
    objective_points: tuple[tuple[int, ...], ...] = ()
    winners: tuple[Seat, ...] = ()
    reason: str = ""

    @property
    def seats(self) -> range:
        """All seats, also those of players who are gone."""
        return range(len(self.hands))


def pending_task(state: State, seat: Seat) -> Task | None:
    """What the seat has to do now; None: nothing."""
    if state.phase == "SETUP":
        return _setup_task(state, seat)
    if seat != state.turn or state.phase == "OVER":
        return None
    return "PLACE" if state.phase == "PLACE" else "DRAW"


def _setup_task(state: State, seat: Seat) -> Task | None:
    """The three personal decisions, each at the seat's own pace (Codex 2)."""
    if seat not in state.seats or seat in state.gone:
        return None
    if not state.areas[seat].placed:
        return "STARTER"
    if not state.colors[seat]:
        return "COLOR"
    return None if state.secrets[seat] else "OBJECTIVE"


def can_place(state: State, seat: Seat) -> bool:
    """Whether a turn of the seat is not skipped (Codex 9)."""
    return bool(state.areas[seat].spots and state.hands[seat]) and seat not in state.gone
