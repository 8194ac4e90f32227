"""Codex Naturalis: the view of a seat, and one typed change for each thing that can happen.

Others see the backs of a hand, and whether a secret objective is chosen. Everybody sees the size of
a deck and the back of its top card. A client that applies all changes to a view always has the view
that the server would send (see ``client/games/codex/mirror.py``).

The order of the changes of one step: the choice, placement or draw, the end trigger, a seat that
left, skipped turns, the additional turn. Then follow the objectives and the end of the game, and
last the pending decision.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from messages.base import Change, Line, Number, Seat, View, Word
from messages.codex import actions
from messages.codex.area import CodexArea, CodexSide

CodexPhase = Literal["SETUP", "PLACE", "DRAW", "OVER"]
CodexSkipReason = Literal["BLOCKED", "TIMEOUT"]
CodexTrigger = Literal["POINTS", "DECKS"]
CodexPoints = Annotated[tuple[Number, ...], Meta(max_length=3)]
CodexSeats = Annotated[tuple[Seat, ...], Meta(max_length=4)]


class CodexRules(Struct, frozen=True, gc=False, rename="camel"):
    """The options of a match where the printed rules leave a choice."""

    track_cap: bool = True
    refill_from_other_deck: bool = False
    draw_in_additional_turn: bool = False
    tie_break: actions.CodexTieBreak = "cards"
    pattern_reuse_across_objectives: bool = True
    suspension_seconds: Number = 120
    decks_empty_trigger: actions.CodexDecksTrigger = "decks"


class CodexDeck(Struct, frozen=True, gc=False, rename="camel"):
    """A deck, face down: the number of cards left and the kingdom on the back of the top one."""

    left: Number
    top: Word | None = None


class CodexPlayerView(Struct, frozen=True, gc=False, rename="camel"):
    """The public part of one player.

    `starter` is the starter card, from the beginning; `area` is empty until it is placed. `hand`
    are the backs (`GOLD FUNGI`), in alphabetical order. `objectivePoints` are set at the end: for
    the two common objectives and the secret one.
    """

    starter: Word
    area: CodexArea
    hand: actions.CodexCards
    score: Number
    color: actions.CodexColor | None = None
    ready: bool = False
    gone: bool = False
    objective_points: CodexPoints = ()


class CodexView(View, frozen=True, tag="codex"):
    """The view of a seat. `hand`, `offer` and `objective` are your own; a spectator has none.

    `hand` is in the order of drawing. `offer` are the two objectives of which you keep one, until
    you have chosen; `objective` is nil until then. `players` are in the order of the seats.
    `common` are the two objectives that count for everybody. `slots` are the four visible cards,
    first two resource and then two gold cards unless they were refilled from the other deck; an
    empty slot is "". `first` is the seat that begins each round. In SETUP every player who is not
    `ready` decides and `turn` is nil; later the seat `turn` must act. With `ending` the round is
    completed and then everybody has one additional turn (`additional`).
    """

    rules: CodexRules
    players: Annotated[tuple[CodexPlayerView, ...], Meta(max_length=4)]
    hand: actions.CodexCards
    offer: actions.CodexCards
    objective: Word | None
    common: actions.CodexCards
    slots: actions.CodexCards
    resource: CodexDeck
    gold: CodexDeck
    first: Seat
    phase: CodexPhase
    turn: Seat | None = None
    round: Number = 0
    ending: bool = False
    additional: bool = False
    winners: CodexSeats = ()


class CodexStarterPlaced(Change, frozen=True):
    """The seat placed its starter with this side visible.

    Mirror: place the card `view.players[seat].starter` at (0, 0) with this `side`. This changes
    `view.players[seat].area` as CodexCardPlaced does, but no hand and no score.
    """

    seat: Seat
    side: CodexSide


class CodexColorChosen(Change, frozen=True):
    """The seat chose this colour.

    Mirror: set `view.players[seat].color` to `color`.
    """

    seat: Seat
    color: actions.CodexColor


class CodexObjectiveChosen(Change, frozen=True):
    """The seat kept a secret objective and is ready; `objective` is sent to that seat only.

    For all others `objective` is nil.

    Mirror: set `view.players[seat].ready` to true. If `seat` is `view.seat`, set `view.objective`
    to `objective` and `view.offer` to the empty list.
    """

    seat: Seat
    objective: Word | None = None


class CodexCardPlaced(Change, frozen=True):
    """The seat placed a card; its score grew by `points`.

    Mirror: if `seat` is `view.seat`, remove `card` from `view.hand`. Remove the back of the card
    once from `view.players[seat].hand`. Increase `view.players[seat].score` by `points`. The rest
    concerns `area`, which is `view.players[seat].area`.

    Remove the position (`x`, `y`) from `area.spots`. Then consider the four corners of the card,
    each with its neighbour position: top left (x-1, y+1), top right (x+1, y+1), bottom left (x-1,
    y-1), bottom right (x+1, y-1). If a card of `area.placed` is at the neighbour position, the
    corner of that card that touches this one is covered now. It is the opposite one: its bottom
    right corner touches your top left one. If the covered corner shows a symbol, decrease its
    number in `area.symbols` by 1. If no card is at the neighbour position and this corner of the
    new card is hidden, remove the position from `area.spots`. If no card is there and this corner
    is not hidden, add the position to `area.spots`. Do not add it if a hidden corner of a card of
    `area.placed` points to it, or if it is already there.

    Then increase the numbers in `area.symbols` for every symbol of the visible side, in its corners
    and its centre. Append the card to `area.placed` with `card`, `side`, `x` and `y`. Keep
    `area.spots` sorted.
    """

    seat: Seat
    card: Word
    side: CodexSide
    x: Number
    y: Number
    points: Number = 0


class CodexCardDrawn(Change, frozen=True):
    """The seat drew a card with this `back`; a `card` from a deck is sent to that seat only.

    A `card` from a slot is sent to all. `refill` is the new card in the slot, "" if it stays empty;
    the decks are those after it.

    Mirror: set `view.resource` to `resource` and `view.gold` to `gold`. With `source` SLOT_1 to
    SLOT_4 set `view.slots[0]` to `view.slots[3]` to `refill`. Add `back` to
    `view.players[seat].hand` and sort it. If `seat` is `view.seat`, append `card` to `view.hand`.
    """

    seat: Seat
    source: actions.CodexSource
    back: Word
    resource: CodexDeck
    gold: CodexDeck
    refill: Word = ""
    card: Word | None = None


class CodexEndTriggered(Change, frozen=True):
    """A player has 20 points, or the decks are empty; after this round all have one more turn.

    Mirror: set `view.ending` to true.
    """

    reason: CodexTrigger


class CodexTurnSkipped(Change, frozen=True):
    """The seat has no open spot, or did not place a card in time.

    Mirror: nothing changes.
    """

    seat: Seat
    reason: CodexSkipReason


class CodexAdditionalTurn(Change, frozen=True):
    """Everybody has one more turn, beginning with the first player.

    Mirror: set `view.additional` to true and increase `view.round` by 1.
    """


class CodexStepStarted(Change, frozen=True):
    """The seat must now act in this phase.

    Mirror: set `view.turn` to `seat`, `view.phase` to `phase` and `view.round` to `round`.
    """

    seat: Seat
    phase: CodexPhase
    round: Number


class CodexSeatGone(Change, frozen=True):
    """A player left for good; the area stays visible, the turns are skipped.

    Mirror: set `view.players[seat].gone` to true.
    """

    seat: Seat


class CodexObjectivesScored(Change, frozen=True):
    """The seat's points for the common objectives and the secret one, in addition to its score.

    Mirror: set `view.players[seat].objectivePoints` to `points`; `view.players[seat].score` stays.
    """

    seat: Seat
    points: CodexPoints


class CodexGameEnded(Change, frozen=True):
    """The game is over.

    Mirror: set `view.winners` to `winners`, `view.turn` to nil and `view.phase` to OVER.
    """

    winners: CodexSeats
    reason: Line


CodexChange = (
    CodexStarterPlaced
    | CodexColorChosen
    | CodexObjectiveChosen
    | CodexCardPlaced
    | CodexCardDrawn
    | CodexEndTriggered
    | CodexTurnSkipped
    | CodexAdditionalTurn
    | CodexStepStarted
    | CodexSeatGone
    | CodexObjectivesScored
    | CodexGameEnded
)
