"""Codex Naturalis: the view of a seat, and one typed change for each thing that can happen.

Of a hand the others know the backs, of a secret objective that there is one, of a deck how many
cards it has and the back of the top one. A client that starts from a view and follows the changes
always has the view the server would send (``client/games/codex/mirror.py`` does it).

The order of the changes of one step: what was decided, placed or drawn, the end trigger, a seat
that left, turns that are skipped, the additional turn, the objectives and the end of the game, and
last what the table waits for.
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
    """How this match is played where the printed rules leave a choice."""

    track_cap: bool = True
    refill_from_other_deck: bool = False
    draw_in_additional_turn: bool = False
    tie_break: actions.CodexTieBreak = "cards"
    pattern_reuse_across_objectives: bool = True
    suspension_seconds: Number = 120
    decks_empty_trigger: actions.CodexDecksTrigger = "decks"


class CodexDeck(Struct, frozen=True, gc=False, rename="camel"):
    """A deck, face down: how many cards are left and the kingdom on the back of the top one."""

    left: Number
    top: Word | None = None


class CodexPlayerView(Struct, frozen=True, gc=False, rename="camel"):
    """What everybody knows of one player.

    ``hand`` are the backs (``GOLD FUNGI``), in the order of the alphabet. ``objective_points`` come
    at the end: for the two common objectives and the secret one.
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
    """``hand``, ``offer`` and ``objective`` are your own; a spectator has none of them.

    ``offer`` are the two objectives of which one is to be kept, until ``objective`` is. In SETUP
    everybody who is not ready decides; then the table waits for ``turn``. An empty slot is "".
    ``ending``: the round is played to its end and then everybody has the additional turn.
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
    """The seat laid its starter with this side up."""

    seat: Seat
    side: CodexSide


class CodexColorChosen(Change, frozen=True):
    """The seat took this colour."""

    seat: Seat
    color: actions.CodexColor


class CodexObjectiveChosen(Change, frozen=True):
    """The seat kept a secret objective and is ready; only the seat is told which."""

    seat: Seat
    objective: Word | None = None


class CodexCardPlaced(Change, frozen=True):
    """The seat placed a card; its score is ``points`` higher."""

    seat: Seat
    card: Word
    side: CodexSide
    x: Number
    y: Number
    points: Number = 0


class CodexCardDrawn(Change, frozen=True):
    """A card with this ``back`` joined the hand; which one of a deck only the seat is told.

    ``refill`` is the new card in the slot, "" if it stays empty; the decks are those after it.
    """

    seat: Seat
    source: actions.CodexSource
    back: Word
    resource: CodexDeck
    gold: CodexDeck
    refill: Word = ""
    card: Word | None = None


class CodexEndTriggered(Change, frozen=True):
    """Somebody has 20 points, or nothing is left to draw from: the end is near."""

    reason: CodexTrigger


class CodexTurnSkipped(Change, frozen=True):
    """The seat has no open spot, or did not place in time."""

    seat: Seat
    reason: CodexSkipReason


class CodexAdditionalTurn(Change, frozen=True):
    """Everybody has one more turn, beginning with the first player."""


class CodexStepStarted(Change, frozen=True):
    """The table now waits for the seat."""

    seat: Seat
    phase: CodexPhase
    round: Number


class CodexSeatGone(Change, frozen=True):
    """A player is gone for good; the area stays, the turns are passed over."""

    seat: Seat


class CodexObjectivesScored(Change, frozen=True):
    """The seat's points for the common objectives and the secret one, on top of its score."""

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
