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
    """The public part of one player.

    `cards` is the number of cards in the hand, `score` the total of all rounds. `gone` is true for
    a player who left.
    """

    cards: RummyCount
    score: Number
    gone: bool = False


class RummyMeldView(Struct, frozen=True, gc=False, rename="camel"):
    """The cards of a meld in order, and for each the seat that laid it."""

    cards: RummyCards
    owners: Annotated[tuple[Seat, ...], Meta(max_length=13)]


class RummyView(View, frozen=True, tag="rummy500"):
    """The view of a seat. `seat` is your own and `hand` your cards; a spectator has neither.

    `hand` is sorted: by suit H, C, S, D, then by rank A, 2 to 9, T, J, Q, K. `players` are in the
    order of the seats, and `first` began the round. Meld number 1 is the first of `melds`; the
    first of `discard` is the top card. `stock` is the number of cards in the stock. The seat `turn`
    must make the decision `decision`; `owed` is the card taken from the pile that must be laid in
    this turn. `rounds` are the points of the last rounds, at most 8, each by seat.
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
    """Every player was dealt `cards` cards; `top` begins the discard pile.

    Mirror: set `view.round` to `round`, `view.first` to `first` and `view.stock` to `stock`. Set
    `view.discard` to a list of `top` alone, `view.melds` to the empty list, and `view.hand` to the
    empty list; RummyHandDealt follows. Set `view.players[*].cards` to `cards`, or to 0 for a player
    with `gone`.
    """

    round: Number
    first: Seat
    top: Word
    cards: RummyCount
    stock: RummyCount


class RummyHandDealt(Change, frozen=True):
    """The seat's hand, sorted; sent to that seat only.

    Mirror: set `view.hand` to `cards`.
    """

    seat: Seat
    cards: RummyCards


class RummyTurnStarted(Change, frozen=True):
    """The turn of the seat begins; it must draw.

    Mirror: set `view.turn` to `seat`, `view.decision` to DRAW and `view.owed` to nil.
    """

    seat: Seat


class RummyStockDrawn(Change, frozen=True):
    """The seat drew the top card of the stock; `card` is sent to that seat only, nil to others.

    Mirror: decrease `view.stock` by 1 and increase `view.players[seat].cards` by 1. Set
    `view.decision` to PLAY. If `seat` is `view.seat`, add `card` to `view.hand` and sort it.
    """

    seat: Seat
    card: Word | None = None


class RummyDiscardTaken(Change, frozen=True):
    """The seat took these cards from the pile, top card first; the last one is owed.

    Mirror: remove as many cards as `cards` has from the beginning of `view.discard`. Increase
    `view.players[seat].cards` by that number. Set `view.decision` to PLAY and `view.owed` to the
    last of `cards`. If `seat` is `view.seat`, add `cards` to `view.hand` and sort it.
    """

    seat: Seat
    cards: RummyCards


class RummyMeldLaid(Change, frozen=True):
    """The seat laid a new meld with this number; its cards are in order.

    Mirror: append a meld to `view.melds` with `cards` as they are, and `seat` as owner of each.
    Remove the cards from the hand: decrease `view.players[seat].cards` by their number. If `seat`
    is `view.seat`, remove them from `view.hand`. If `view.owed` is one of them, set it to nil.
    """

    seat: Seat
    meld: Number
    cards: RummyCards


class RummyCardsLaidOff(Change, frozen=True):
    """The seat added cards to the front and to the back of a meld.

    Mirror: in `view.melds[meld-1]` put `front`, in its order, before `cards`, and `back` after it.
    Put `seat` into `owners` for each, at the same places. Then remove all of them from the hand, as
    for RummyMeldLaid; this changes `view.players[seat].cards`, `view.hand` and `view.owed`.
    """

    seat: Seat
    meld: Number
    front: RummyCards = ()
    back: RummyCards = ()


class RummyCardDiscarded(Change, frozen=True):
    """The seat put a card on the discard pile.

    Mirror: insert `card` at the beginning of `view.discard`. Then remove it from the hand, as for
    RummyMeldLaid; this changes `view.players[seat].cards`, `view.hand` and `view.owed`.
    """

    seat: Seat
    card: Word


class RummyCardsLost(Change, frozen=True):
    """Forgiven: these cards moved under the discard pile, and a card owed cost `fine` points.

    Mirror: append `cards` in reverse order to the end of `view.discard`. Decrease
    `view.players[seat].cards` by their number; if `seat` is `view.seat`, remove them from
    `view.hand`. Set `view.owed` to nil. `fine` is part of the points of RummyRoundEnded.
    """

    seat: Seat
    cards: RummyCards
    fine: Number = 0


class RummyStockRenewed(Change, frozen=True):
    """All discards but the top one became the stock.

    Mirror: set `view.stock` to `stock`. Remove all but the first card from `view.discard`.
    """

    stock: RummyCount


class RummySeatGone(Change, frozen=True):
    """A player left for good; the hand is shuffled into the stock, the total is dropped.

    Mirror: set `view.stock` to `stock`. If `seat` is `view.seat`, set `view.hand` to the empty
    list. Set `view.players[seat].cards` to 0, `view.players[seat].score` to 0 and
    `view.players[seat].gone` to true.
    """

    seat: Seat
    stock: RummyCount


class RummyRoundEnded(Change, frozen=True):
    """Each seat scored `points`: its laid cards minus the `held` ones. `out` had no card left.

    `out` is nil if the stock ran out.

    Mirror: for each seat N increase `view.players[N].score` by `points[N]`. Append `points` to
    `view.rounds`; if it has more than 8 entries now, remove the first. Hands, melds and piles stay
    as they are until RummyRoundStarted, or for good if the game is over.
    """

    points: RummyPoints
    held: RummyPoints
    out: Seat | None = None


class RummyGameEnded(Change, frozen=True):
    """The game is over.

    Mirror: set `view.winners` to `winners`, `view.turn` to nil, `view.decision` to OVER and
    `view.owed` to nil.
    """

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
