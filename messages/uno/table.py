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
    """The public part of one player.

    `cards` is the number of cards in the hand. `saidUno` is true after UNO was said, until it no
    longer counts. `gone` is true for a player who left.
    """

    cards: UnoCount
    score: Number
    said_uno: bool = False
    gone: bool = False


class UnoView(View, frozen=True, tag="uno"):
    """The view of a seat. `seat` is your own and `hand` your cards; a spectator has neither.

    `hand` is sorted: by colour RED, YELLOW, GREEN, BLUE, WILD, then by value 0 to 9, SKIP, REVERSE,
    DRAW_2, WILD, DRAW_4. `players` are in the order of the seats. `top` is the top card, a wild
    with its named colour. `color` is the current colour, nil while a wild turned up first has no
    colour. The seat `turn` must make the decision `decision`; `card` is the card it is about,
    visible to that seat only. `drawPile` and `discardPile` are numbers of cards; the top card is
    one of the discards. `pending` cards must be drawn or answered. `unoWindow` is the seat that
    must say UNO before the next action.
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
    """Every player was dealt `cards` cards and `top` was turned up; play is clockwise.

    Mirror: set `view.round` to `round`, `view.dealer` to `dealer`, `view.top` to `top`,
    `view.clockwise` to true, `view.drawPile` to `drawPile` and `view.discardPile` to 1. Set
    `view.color` to the first word of `top`, or to nil if that is WILD. Set `view.hand` to the empty
    list; UnoHandTaken follows. Set `view.players[*].cards` to `cards`, or to 0 for a player with
    `gone`, and `view.players[*].saidUno` to false.
    """

    round: Number
    dealer: Seat
    top: Word
    cards: UnoCount
    draw_pile: UnoCount


class UnoHandTaken(Change, frozen=True):
    """The seat's whole hand, dealt or received from another seat; sent to that seat only.

    Mirror: set `view.hand` to `cards`, which is sorted. The number of cards is in other changes.
    """

    seat: Seat
    cards: UnoCards


class UnoCardPlayed(Change, frozen=True):
    """The seat played this card; `jumped` means out of turn. A wild has its named colour.

    Mirror: if `seat` is `view.seat`, remove the card once from `view.hand`; there a wild is WILD
    WILD or WILD DRAW_4 without its named colour. Decrease `view.players[seat].cards` by 1. If that
    is not 1 now, set `view.players[seat].saidUno` to false. Set `view.top` to `card`. Set
    `view.color` to the first word of `card`, or to nil if that is WILD. Increase `view.discardPile`
    by 1.
    """

    seat: Seat
    card: Word
    jumped: bool = False


class UnoHandsSwapped(Change, frozen=True):
    """A seven: the seat that played it and `other` exchanged their hands.

    Mirror: exchange `view.players[seat].cards` and `view.players[other].cards`. Set
    `view.players[other].saidUno` to false. Set `view.players[seat].saidUno` to false unless that
    seat now has exactly 1 card; then it stays. The cards follow in UnoHandTaken, to both owners.
    """

    seat: Seat
    other: Seat


class UnoHandsPassed(Change, frozen=True):
    """A zero: every hand moved to the next seat in this direction. `seat` played the zero.

    Mirror: for all players without `gone` at once, `view.players[*].cards` moves to the next seat
    without `gone`: to the next higher number with `clockwise` true, otherwise to the next lower, in
    a circle. Set `view.players[*].saidUno` to false for all of them. Only that of `seat` stays, if
    that seat now has exactly 1 card. The cards follow in UnoHandTaken, to each owner.
    """

    seat: Seat
    clockwise: bool


class UnoColorNamed(Change, frozen=True):
    """The seat named the colour of the wild on top.

    Mirror: set `view.color` to `color`, and the first word of `view.top` to `color`.
    """

    seat: Seat
    color: UnoColor


class UnoDirectionChanged(Change, frozen=True):
    """Play continues in this direction.

    Mirror: set `view.clockwise` to `clockwise`.
    """

    clockwise: bool


class UnoCardsDrawn(Change, frozen=True):
    """The seat drew `count` cards; `cards`, in the order of drawing, are sent to that seat only.

    For all others `cards` is empty.

    Mirror: decrease `view.drawPile` by `count` and increase `view.players[seat].cards` by `count`.
    Set `view.players[seat].saidUno` to false. If `seat` is `view.seat`, add `cards` to `view.hand`
    and sort it.
    """

    seat: Seat
    count: UnoCount
    reason: UnoDrawReason
    cards: UnoCards = ()


class UnoPileReshuffled(Change, frozen=True):
    """All discards but the top one became the draw pile.

    Mirror: set `view.drawPile` to `drawPile` and `view.discardPile` to 1.
    """

    draw_pile: UnoCount


class UnoTurnLost(Change, frozen=True):
    """The seat lost its turn.

    Mirror: nothing changes.
    """

    seat: Seat
    reason: UnoLossReason


class UnoChallenged(Change, frozen=True):
    """The seat challenged the DRAW_4 of `accused`; `guilty`: that hand had a card of the colour.

    Mirror: nothing changes; the cards drawn follow in UnoCardsDrawn.
    """

    seat: Seat
    accused: Seat
    guilty: bool


class UnoSaid(Change, frozen=True):
    """The seat said UNO.

    Mirror: set `view.players[seat].saidUno` to true. If `view.unoWindow` is `seat`, set it to nil.
    """

    seat: Seat


class UnoStepStarted(Change, frozen=True):
    """The seat must now make this decision; `card` is sent to that seat only, nil to others.

    Mirror: set `view.turn` to `seat`, `view.decision` to `decision`, `view.pending` to `pending`,
    `view.unoWindow` to `unoWindow` and `view.card` to `card`.
    """

    seat: Seat
    decision: UnoDecision
    pending: UnoCount = 0
    uno_window: Seat | None = None
    card: Word | None = None


class UnoSeatGone(Change, frozen=True):
    """A player left or was removed; the cards are shuffled into the draw pile, the score lost.

    Mirror: set `view.drawPile` to `drawPile`. If `view.unoWindow` is `seat`, set it to nil. If
    `seat` is `view.seat`, set `view.hand` to the empty list. Set `view.players[seat].cards` to 0,
    `view.players[seat].score` to 0, `view.players[seat].saidUno` to false and
    `view.players[seat].gone` to true.
    """

    seat: Seat
    reason: Literal["LEFT", "IDLE"]
    draw_pile: UnoCount


class UnoRoundEnded(Change, frozen=True):
    """The winner gets `points`; `handPoints` is the value of each remaining hand.

    `stuck` means that nobody could play or draw, so the lowest hand won.

    Mirror: increase `view.players[winner].score` by `points`. Hands and piles stay as they are
    until UnoRoundStarted, or for good if the game is over.
    """

    winner: Seat
    points: Number
    hand_points: UnoPoints
    stuck: bool = False


class UnoGameEnded(Change, frozen=True):
    """The game is over.

    Mirror: set `view.winners` to `winners`, `view.turn` to nil, `view.decision` to OVER,
    `view.card` to nil, `view.pending` to 0 and `view.unoWindow` to nil.
    """

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
