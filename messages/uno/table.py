"""UNO: the view of a seat, and one typed change for each thing that can happen.

Cards in hands are seen by their owners only: a change that shows one has a form without it for the
others, or is not told to them at all. A client that starts from a view and follows the changes
always has the view the server would send (``client/games/uno/mirror.py`` does it).

The order of the changes of one step: draws for a missed UNO, card played, hands exchanged, colour,
direction, draws, turns lost, a seat that left, the end of the round and the next deal, and last
what the table waits for.
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
    """What everybody knows of one player."""

    cards: UnoCount
    score: Number
    said_uno: bool = False
    gone: bool = False


class UnoView(View, frozen=True, tag="uno"):
    """``seat`` is your own and ``hand`` your cards; a spectator has neither.

    ``top`` is the card to play on, a wild with its named colour; ``color`` the colour that counts,
    none while the first wild has no name. The table waits for ``turn`` to decide ``decision``;
    ``card`` is what that decision is about and shown to the one who decides. ``pending`` cards are
    due to be drawn. ``uno_window`` is the seat that has to say UNO before anybody goes on.
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
    """Everybody at the table got ``cards`` cards, ``top`` was turned up, play is clockwise."""

    round: Number
    dealer: Seat
    top: Word
    cards: UnoCount
    draw_pile: UnoCount


class UnoHandTaken(Change, frozen=True):
    """This is the seat's hand now: dealt, or received from another. Only the seat is told."""

    seat: Seat
    cards: UnoCards


class UnoCardPlayed(Change, frozen=True):
    """The seat put this card on the pile; ``jumped``: out of turn."""

    seat: Seat
    card: Word
    jumped: bool = False


class UnoHandsSwapped(Change, frozen=True):
    """A seven: the seat that played it and another have exchanged their hands."""

    seat: Seat
    other: Seat


class UnoHandsPassed(Change, frozen=True):
    """A zero: every hand moved on by one seat in this direction."""

    seat: Seat
    clockwise: bool


class UnoColorNamed(Change, frozen=True):
    """The seat named the colour of the wild on top."""

    seat: Seat
    color: UnoColor


class UnoDirectionChanged(Change, frozen=True):
    """From now on play goes this way."""

    clockwise: bool


class UnoCardsDrawn(Change, frozen=True):
    """``cards`` in the order of drawing, for the seat only; the others know how many."""

    seat: Seat
    count: UnoCount
    reason: UnoDrawReason
    cards: UnoCards = ()


class UnoPileReshuffled(Change, frozen=True):
    """All discards but the top one became the draw pile."""

    draw_pile: UnoCount


class UnoTurnLost(Change, frozen=True):
    """The seat does not play in this turn."""

    seat: Seat
    reason: UnoLossReason


class UnoChallenged(Change, frozen=True):
    """The seat challenged the DRAW_4 of ``accused``; guilty: a card of the colour was in hand."""

    seat: Seat
    accused: Seat
    guilty: bool


class UnoSaid(Change, frozen=True):
    """The seat said UNO."""

    seat: Seat


class UnoStepStarted(Change, frozen=True):
    """The table now waits for ``seat``; ``card`` is for the seat only."""

    seat: Seat
    decision: UnoDecision
    pending: UnoCount = 0
    uno_window: Seat | None = None
    card: Word | None = None


class UnoSeatGone(Change, frozen=True):
    """A player is gone for good; the cards are shuffled into the draw pile, the score is lost."""

    seat: Seat
    reason: Literal["LEFT", "IDLE"]
    draw_pile: UnoCount


class UnoRoundEnded(Change, frozen=True):
    """``winner`` gets ``points``; ``hand_points`` is what each seat still held.

    ``stuck``: nobody could play or draw, so the lowest hand wins.
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
