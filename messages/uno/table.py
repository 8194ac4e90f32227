"""UNO: the view of a seat, and one typed change for each thing that can happen.

Only their owner sees the cards of a hand: for the others a change has no cards, or is not sent at
all. A client that applies all changes to a view always has the view that the server would send (see
``client/games/uno/mirror.py``).

The order of the changes of one step: draws for a missed UNO, card played, hands exchanged, colour,
direction, draws, turns lost, a seat that left. Then follow the end of the round and the next deal,
and last the pending decision.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from messages.base import Change, Line, Number, Seat, View, Word
from messages.uno.actions import UnoCards, UnoColor, UnoCount, UnoMode, UnoSeats, UnoWildPolicy

UnoDecision = Literal["PLAY", "RETAIN", "COLOR", "SWAP", "CHALLENGE", "OVER"]
UnoDrawReason = Literal["CHOICE", "PENALTY", "MISSED_UNO"]
UnoLossReason = Literal["SKIP", "REVERSE", "PENALTY", "TIMEOUT"]
UnoPoints = Annotated[tuple[Number, ...], Meta(max_length=10)]


class UnoPlayerView(Struct, frozen=True, gc=False, rename="camel"):
    """The public part of one player; `gone` is true for a player who left."""

    cards: UnoCount
    score: Number
    said_uno: bool = False
    gone: bool = False


class UnoView(View, frozen=True, tag="uno"):
    """The view of a seat. `seat` is your own and `hand` your cards; a spectator has neither.

    `top` is the top card, a wild with its named colour. `color` is the current colour, none while a
    wild turned up first has no colour. The seat `turn` must make the decision `decision`; `card` is
    the card it is about, visible to that seat only. `pending` cards must be drawn or answered.
    `unoWindow` is the seat that must say UNO before the next action.
    """

    mode: UnoMode
    wd4_policy: UnoWildPolicy
    hand_size: UnoCount
    target_score: Number
    uno_penalty: UnoCount
    round: Number
    dealer: Seat
    hand: UnoCards
    players: Annotated[tuple[UnoPlayerView, ...], Meta(max_length=10)]
    top: Word
    color: UnoColor | None
    clockwise: bool
    turn: Seat | None
    decision: UnoDecision
    draw_pile: UnoCount
    discard_pile: UnoCount
    card: Word | None = None
    pending: UnoCount = 0
    uno_window: Seat | None = None
    winners: UnoSeats = ()


class UnoRoundStarted(Change, frozen=True):
    """Every player was dealt `cards` cards and `top` was turned up; play is clockwise."""

    round: Number
    dealer: Seat
    top: Word
    cards: UnoCount
    draw_pile: UnoCount


class UnoHandTaken(Change, frozen=True):
    """The seat's whole hand, dealt or received from another seat; sent to that seat only."""

    seat: Seat
    cards: UnoCards


class UnoCardPlayed(Change, frozen=True):
    """The seat played this card; `jumped` means out of turn."""

    seat: Seat
    card: Word
    jumped: bool = False


class UnoHandsSwapped(Change, frozen=True):
    """A seven: the seat that played it and `other` exchanged their hands."""

    seat: Seat
    other: Seat


class UnoHandsPassed(Change, frozen=True):
    """A zero: every hand moved to the next seat in this direction."""

    seat: Seat
    clockwise: bool


class UnoColorNamed(Change, frozen=True):
    """The seat named the colour of the wild on top."""

    seat: Seat
    color: UnoColor


class UnoDirectionChanged(Change, frozen=True):
    """Play continues in this direction."""

    clockwise: bool


class UnoCardsDrawn(Change, frozen=True):
    """The seat drew `count` cards; `cards`, in the order of drawing, are sent to that seat only."""

    seat: Seat
    count: UnoCount
    reason: UnoDrawReason
    cards: UnoCards = ()


class UnoPileReshuffled(Change, frozen=True):
    """All discards but the top one became the draw pile."""

    draw_pile: UnoCount


class UnoTurnLost(Change, frozen=True):
    """The seat lost its turn."""

    seat: Seat
    reason: UnoLossReason


class UnoChallenged(Change, frozen=True):
    """The seat challenged the DRAW_4 of `accused`; `guilty`: that hand had a card of the colour."""

    seat: Seat
    accused: Seat
    guilty: bool


class UnoSaid(Change, frozen=True):
    """The seat said UNO."""

    seat: Seat


class UnoStepStarted(Change, frozen=True):
    """The seat must now make this decision; `card` is sent to that seat only."""

    seat: Seat
    decision: UnoDecision
    pending: UnoCount = 0
    uno_window: Seat | None = None
    card: Word | None = None


class UnoSeatGone(Change, frozen=True):
    """A player left or was removed; the cards are shuffled into the draw pile, the score lost."""

    seat: Seat
    reason: Literal["LEFT", "IDLE"]
    draw_pile: UnoCount


class UnoRoundEnded(Change, frozen=True):
    """The winner gets `points`; `handPoints` is the value of each remaining hand.

    `stuck` means that nobody could play or draw, so the lowest hand won.
    """

    winner: Seat
    points: Number
    hand_points: UnoPoints
    stuck: bool = False


class UnoGameEnded(Change, frozen=True):
    """The game is over."""

    winners: UnoSeats
    reason: Line


UnoChange = (
    UnoRoundStarted
    | UnoHandTaken
    | UnoCardPlayed
    | UnoHandsSwapped
    | UnoHandsPassed
    | UnoColorNamed
    | UnoDirectionChanged
    | UnoCardsDrawn
    | UnoPileReshuffled
    | UnoTurnLost
    | UnoChallenged
    | UnoSaid
    | UnoStepStarted
    | UnoSeatGone
    | UnoRoundEnded
    | UnoGameEnded
)
