"""Rummy 500: the view of a seat, and one typed change for each thing that can happen.

Hands and the stock are hidden: a dealt hand is sent to its owner only, and a drawn card is left out
for the others. The whole discard pile is public, top card first. A client that applies all changes
to a view always has the view that the server would send (see ``client/games/rummy/mirror.py``).
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from messages.base import Change, Line, Number, Seat, View, Word
from messages.rummy.actions import RummyAces, RummyCards, RummyCount, RummyStockOut

RummyDecision = Literal["DRAW", "PLAY", "OVER"]
RummySeats = Annotated[tuple[Seat, ...], Meta(max_length=5)]
RummyPoints = Annotated[tuple[Number, ...], Meta(max_length=5)]

LISTED_ROUNDS = 8
"""Maximum number of rounds whose points a view lists; the totals are with the players."""


class RummyPlayerView(Struct, frozen=True, gc=False, rename="camel"):
    """The public part of one player; `gone` is true for a player who left."""

    cards: RummyCount
    score: Number
    gone: bool = False


class RummyMeldView(Struct, frozen=True, gc=False, rename="camel"):
    """The cards of a meld in order, and for each the seat that laid it."""

    cards: RummyCards
    owners: Annotated[tuple[Seat, ...], Meta(max_length=13)]


class RummyView(View, frozen=True, tag="rummy500"):
    """The view of a seat. `seat` is your own and `hand` your cards; a spectator has neither.

    Meld number 1 is the first of `melds`; the first of `discard` is the top card. The seat `turn`
    must make the decision `decision`; `owed` is the card taken from the pile that must be laid in
    this turn. `rounds` are the points of the last rounds, by seat.
    """

    deal_two: RummyCount
    deal_more: RummyCount
    target: Number
    ace_runs: RummyAces
    stock_out: RummyStockOut
    forgiving: bool
    round: Number
    first: Seat
    hand: RummyCards
    players: Annotated[tuple[RummyPlayerView, ...], Meta(max_length=5)]
    melds: Annotated[tuple[RummyMeldView, ...], Meta(max_length=17)]
    discard: RummyCards
    stock: RummyCount
    turn: Seat | None
    decision: RummyDecision
    owed: Word | None = None
    rounds: Annotated[tuple[RummyPoints, ...], Meta(max_length=LISTED_ROUNDS)] = ()
    winners: RummySeats = ()


class RummyRoundStarted(Change, frozen=True):
    """Every player was dealt `cards` cards; `top` begins the discard pile."""

    round: Number
    first: Seat
    top: Word
    cards: RummyCount
    stock: RummyCount


class RummyHandDealt(Change, frozen=True):
    """The seat's hand; sent to that seat only."""

    seat: Seat
    cards: RummyCards


class RummyTurnStarted(Change, frozen=True):
    """The turn of the seat begins; it must draw."""

    seat: Seat


class RummyStockDrawn(Change, frozen=True):
    """The seat drew the top card of the stock; `card` is sent to that seat only."""

    seat: Seat
    card: Word | None = None


class RummyDiscardTaken(Change, frozen=True):
    """The seat took these cards from the pile, top card first; the last one is owed."""

    seat: Seat
    cards: RummyCards


class RummyMeldLaid(Change, frozen=True):
    """The seat laid a new meld with this number; its cards are in order."""

    seat: Seat
    meld: Number
    cards: RummyCards


class RummyCardsLaidOff(Change, frozen=True):
    """The seat added cards to the front and to the back of a meld."""

    seat: Seat
    meld: Number
    front: RummyCards = ()
    back: RummyCards = ()


class RummyCardDiscarded(Change, frozen=True):
    """The seat put a card on the discard pile."""

    seat: Seat
    card: Word


class RummyCardsLost(Change, frozen=True):
    """Forgiven: these cards moved under the discard pile, and a card owed cost `fine` points."""

    seat: Seat
    cards: RummyCards
    fine: Number = 0


class RummyStockRenewed(Change, frozen=True):
    """All discards but the top one became the stock."""

    stock: RummyCount


class RummySeatGone(Change, frozen=True):
    """A player left for good; the hand is shuffled into the stock, the total is dropped."""

    seat: Seat
    stock: RummyCount


class RummyRoundEnded(Change, frozen=True):
    """Each seat scored `points`: its laid cards minus the `held` ones. `out` had no card left."""

    points: RummyPoints
    held: RummyPoints
    out: Seat | None = None


class RummyGameEnded(Change, frozen=True):
    """The game is over."""

    winners: RummySeats
    reason: Line


RummyChange = (
    RummyRoundStarted
    | RummyHandDealt
    | RummyTurnStarted
    | RummyStockDrawn
    | RummyDiscardTaken
    | RummyMeldLaid
    | RummyCardsLaidOff
    | RummyCardDiscarded
    | RummyCardsLost
    | RummyStockRenewed
    | RummySeatGone
    | RummyRoundEnded
    | RummyGameEnded
)
