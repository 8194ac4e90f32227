"""UNO: the options of a match, and its state as one frozen value.

The next card to be drawn is the last of ``draw``; cards are played on the last of ``discard``. The
colour named for a wild is in ``color``, not on the card, so it is forgotten when the card returns
to the draw pile (UNO 5.4). A card whose colour or swap is still to be chosen stays in its owner's
hand, so hands and piles always contain 108 cards in total.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from games.options import Values, check, normalized
from games.rng import Rng
from games.uno.cards import NO_CARD
from messages.base import Seat
from messages.uno.actions import UNO_MODES, UNO_WILD_POLICIES, UnoMode, UnoWildPolicy
from messages.uno.table import UnoDecision

Ring = tuple[tuple[Seat, ...], tuple[Seat, ...]]
"""The next seat after each seat: counterclockwise first, then clockwise."""

MAX_SEATS = 10
NOBODY = -1
"""No seat: ``turn`` when the game is over, ``accused`` without a challenge, ``dealer`` at first."""


class Options(Struct, frozen=True, gc=False):
    """The options of a match."""

    mode: UnoMode = "normal"
    hand_size: int = 7
    target_score: int = 500
    uno_penalty: int = 2
    wd4_policy: UnoWildPolicy = "strict"
    max_idle_turns: int = 3
    """Turns in a row lost by time-out before a player is removed; 0: never."""


KNOWN: dict[str, Values] = {
    "mode": UNO_MODES,
    "wd4_policy": UNO_WILD_POLICIES,
    "hand_size": range(1, 11),  # for ten players that leaves eight cards to turn up and draw
    "target_score": range(1, 10_001),
    "uno_penalty": range(11),
    "max_idle_turns": range(101),
}


def options(mode: bool, chosen: Mapping[str, Any]) -> Options:
    """Check the chosen options; in expert mode the default lets players challenge a DRAW_4."""
    chosen = normalized(KNOWN, chosen)
    check("UNO", KNOWN, chosen)
    policy = "challenge" if mode else "strict"
    return Options(**{"wd4_policy": policy, **chosen})


class State(Struct, frozen=True, gc=False):
    """The whole position. ``seated`` are the seats whose players have not left.

    The other seats have no cards and no score. ``ring`` follows from ``seated``:
    ``ring[clockwise][seat]`` is the next seat. It is stored because every move needs it.

    ``card`` is the kind that RETAIN, COLOR and SWAP ask about; COLOR with NO_CARD is about a wild
    turned up first. ``window`` is the seat that must say UNO before the next action (UNO 6), and
    ``said`` has the bit of each seat whose UNO counts. ``passes`` counts turns in a row in which
    nothing could be drawn (UNO 9). ``idle`` has each seat's turns in a row lost by time-out; it is
    empty while all are 0. ``accused`` and ``guilty`` belong to an open CHALLENGE.
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
    """Return the next seat after each seat, also after an empty one."""

    def after(seat: Seat, step: int) -> Seat:
        others = [other for other in seated if other != seat]
        return min(others, key=lambda other: (other - seat) * step % players, default=seat)

    seats = range(players)
    return tuple(after(seat, -1) for seat in seats), tuple(after(seat, 1) for seat in seats)


def nothing_to_draw(state: State) -> bool:
    """Return whether the draw pile is empty and the discard pile has only its top card (UNO 9)."""
    return not state.draw and len(state.discard) == 1
