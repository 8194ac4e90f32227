"""Codex Naturalis: the state as one frozen value, and the pending task of a seat.

The next card of a deck is its last one. The empty text "" is an empty slot, and a colour or secret
objective that is not chosen yet.
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
    """The whole position. ``first`` begins every round.

    ``ending`` means that the end was triggered (Codex 10), ``additional`` that the additional turn
    is being played. ``idle`` counts turns skipped by time-out since a card was placed. ``gone`` are
    the seats whose players left. ``offers`` has the two objectives of which each seat keeps one;
    ``aside`` are the starters and objectives that nobody got.
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
        """All seats, including those of players who have left."""
        return range(len(self.hands))


def pending_task(state: State, seat: Seat) -> Task | None:
    """Return what the seat has to do now; None: nothing."""
    if state.phase == "SETUP":
        return _setup_task(state, seat)
    if seat != state.turn or state.phase == "OVER":
        return None
    return "PLACE" if state.phase == "PLACE" else "DRAW"


def _setup_task(state: State, seat: Seat) -> Task | None:
    """Return the next of the three set-up decisions; seats take them independently (Codex 2)."""
    if seat not in state.seats or seat in state.gone:
        return None
    if not state.areas[seat].placed:
        return "STARTER"
    if not state.colors[seat]:
        return "COLOR"
    return None if state.secrets[seat] else "OBJECTIVE"


def can_place(state: State, seat: Seat) -> bool:
    """Return whether the seat can place a card; otherwise its turn is skipped (Codex 9)."""
    return bool(state.areas[seat].spots and state.hands[seat]) and seat not in state.gone
