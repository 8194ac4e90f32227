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

    `hand` are the backs (`GOLD FUNGI`), in alphabetical order. `objectivePoints` are set at the
    end: for the two common objectives and the secret one.
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

    `offer` are the two objectives of which you keep one, until you have chosen. In SETUP every
    player who is not `ready` decides; later the seat `turn` must act. An empty slot is "". With
    `ending` the round is completed and then everybody has one additional turn.
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
    """The seat placed its starter with this side visible."""

    seat: Seat
    side: CodexSide


class CodexColorChosen(Change, frozen=True):
    """The seat chose this colour."""

    seat: Seat
    color: actions.CodexColor


class CodexObjectiveChosen(Change, frozen=True):
    """The seat kept a secret objective and is ready; `objective` is sent to that seat only."""

    seat: Seat
    objective: Word | None = None


class CodexCardPlaced(Change, frozen=True):
    """The seat placed a card; its score grew by `points`."""

    seat: Seat
    card: Word
    side: CodexSide
    x: Number
    y: Number
    points: Number = 0


class CodexCardDrawn(Change, frozen=True):
    """The seat drew a card with this `back`; a `card` from a deck is sent to that seat only.

    `refill` is the new card in the slot, "" if it stays empty; the decks are those after it.
    """

    seat: Seat
    source: actions.CodexSource
    back: Word
    resource: CodexDeck
    gold: CodexDeck
    refill: Word = ""
    card: Word | None = None


class CodexEndTriggered(Change, frozen=True):
    """A player has 20 points, or the decks are empty; after this round all have one more turn."""

    reason: CodexTrigger


class CodexTurnSkipped(Change, frozen=True):
    """The seat has no open spot, or did not place a card in time."""

    seat: Seat
    reason: CodexSkipReason


class CodexAdditionalTurn(Change, frozen=True):
    """Everybody has one more turn, beginning with the first player."""


class CodexStepStarted(Change, frozen=True):
    """The seat must now act in this phase."""

    seat: Seat
    phase: CodexPhase
    round: Number


class CodexSeatGone(Change, frozen=True):
    """A player left for good; the area stays visible, the turns are skipped."""

    seat: Seat


class CodexObjectivesScored(Change, frozen=True):
    """The seat's points for the common objectives and the secret one, in addition to its score."""

    seat: Seat
    points: CodexPoints


class CodexGameEnded(Change, frozen=True):
    """The game is over."""

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
