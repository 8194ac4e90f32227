"""UNO: the options of a match, and its state as one frozen value.

The next card to be drawn is the last of ``draw``, the card to play on the last of ``discard``; the
colour named for a wild is not on the card but in ``color``, so it is lost when the card returns to
the draw pile (UNO 5.4). A card whose colour or swap is still asked for is in its owner's hand until
the answer arrives, so hands and piles always hold 108 cards in total.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from games.options import Values, check
from games.rng import Rng
from games.uno.cards import NO_CARD
from messages.base import Seat
from messages.uno.actions import UNO_MODES, UNO_WILD_POLICIES, UnoMode, UnoWildPolicy
from messages.uno.table import UnoDecision

Ring = tuple[tuple[Seat, ...], tuple[Seat, ...]]
"""Who comes after each seat, backwards and clockwise."""

MAX_SEATS = 10
NOBODY = -1
"""No seat, where a seat may be missing: on turn when the game is over, accused, dealing."""


class Options(Struct, frozen=True, gc=False):
    """How a match is played."""

    mode: UnoMode = "normal"
    hand_size: int = 7
    target_score: int = 500
    uno_penalty: int = 2
    wd4_policy: UnoWildPolicy = "strict"
    max_idle_turns: int = 3
    """Turns in a row lost on the clock before a player is removed; 0: never."""


KNOWN: dict[str, Values] = {
    "mode": UNO_MODES,
    "wd4_policy": UNO_WILD_POLICIES,
    "hand_size": range(1, 11),  # for ten players that leaves eight cards to turn up and draw
    "target_score": range(1, 10_001),
    "uno_penalty": range(11),
    "max_idle_turns": range(101),
}


def options(mode: bool, chosen: Mapping[str, Any]) -> Options:
    """Check the chosen options; mode true (expert) lets players challenge a DRAW_4 by default."""
    check("UNO", KNOWN, chosen)
    policy = "challenge" if mode else "strict"
    return Options(**{"wd4_policy": policy, **chosen})


class State(Struct, frozen=True, gc=False):
    """``seated`` are the seats still at the table; the others have no cards and no score.

    ``ring`` follows from it: ``ring[clockwise][seat]`` is who comes after a seat, kept at hand
    because every move asks for it.

    ``card`` is the kind that RETAIN, COLOR and SWAP ask about; COLOR without one is about the wild
    turned up first. ``window`` is the seat that must say UNO before the next action (UNO 6), and
    ``said`` has the bit of each seat whose UNO counts. ``passes`` counts turns in a row in which
    nothing could be drawn (UNO 9), ``idle`` each seat's turns in a row lost on the clock, empty
    while nobody has lost any. ``accused`` and ``guilty`` belong to an open CHALLENGE.
    """

    options: Options
    rng: Rng = field(name="chance")
    seated: tuple[Seat, ...]
    ring: Ring
    scores: tuple[int, ...]
    hands: tuple[bytes, ...]
    draw: bytes = b""
    discard: bytes = b""
    color: int = 0
    clockwise: bool = True
    turn: int = NOBODY
    decision: UnoDecision = "PLAY"
    card: int = NO_CARD
    pending: int = 0
    window: Seat | None = None
    said: int = 0
    passes: int = 0
    idle: bytes = b""
    accused: int = NOBODY
    guilty: bool = False
    round: int = 0
    dealer: int = NOBODY
    winners: tuple[Seat, ...] = ()
    reason: str = ""


def ring(seated: tuple[Seat, ...], players: int) -> Ring:
    """Who comes after each of the seats, also after an empty one: backwards and clockwise."""

    def after(seat: Seat, step: int) -> Seat:
        others = [other for other in seated if other != seat]
        return min(others, key=lambda other: (other - seat) * step % players, default=seat)

    seats = range(players)
    return tuple(after(seat, -1) for seat in seats), tuple(after(seat, 1) for seat in seats)


def nothing_to_draw(state: State) -> bool:
    """The draw pile is empty and only the top card lies on the other (UNO 9)."""
    return not state.draw and len(state.discard) == 1
