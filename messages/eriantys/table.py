"""Eriantys: the view of a seat, and one typed change for each thing that can happen.

Everything but the bag is public, so every seat gets the same changes. A client that starts from a
view and follows the changes always has the view the server would send
(``client/games/eriantys/mirror.py`` does it).
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from messages.base import Change, Line, Number, Seat, View
from messages.eriantys.actions import Character, Color, Students, Tower

Phase = Literal["PLANNING", "STUDENTS", "MOTHER_NATURE", "CLOUD", "END_TURN", "OVER"]
Tiles = Annotated[tuple[Number, ...], Meta(max_length=12)]
Seats = Annotated[tuple[Seat, ...], Meta(max_length=4)]


class IslandView(Struct, frozen=True, rename="camel"):
    """An island or a unified group of them; ``tiles`` clockwise, the first names the island."""

    tiles: Tiles
    students: Students
    towers: Number = 0
    tower: Tower | None = None
    no_entry: Number = 0


class SchoolView(Struct, frozen=True, rename="camel"):
    """One player's board. In teams the pool of towers stands on the first partner's board."""

    tower: Tower
    towers: Number
    entrance: Students
    dining: Students
    hand: Annotated[tuple[Number, ...], Meta(max_length=10)]
    played: Number | None = None
    coins: Number = 0
    gone: bool = False


class CharacterView(Struct, frozen=True, rename="camel"):
    """``price`` is what it costs now; ``used`` is true once anybody has used it."""

    name: Character
    price: Number
    used: bool = False
    students: Students = field(default_factory=dict)
    no_entry: Number = 0


class EriantysView(View, frozen=True, tag="eriantys"):
    """``order`` is the order of the phase; ``turn`` the seat it waits for; ``seat`` is your own.

    ``effect`` is the character in force until the end of this turn, ``banned_color`` the Mushroom
    hunter's colour; ``character_used`` tells that this turn's one character is spent.
    """

    expert: bool
    round: Number
    phase: Phase
    turn: Seat | None
    order: Seats
    students_left: Number
    max_steps: Number
    islands: Annotated[tuple[IslandView, ...], Meta(max_length=12)]
    mother_nature: Number
    clouds: Annotated[tuple[Students, ...], Meta(max_length=4)]
    bag: Number
    schools: Annotated[tuple[SchoolView, ...], Meta(max_length=4)]
    professors: dict[Color, Seat]
    characters: Annotated[tuple[CharacterView, ...], Meta(max_length=3)] = ()
    supply: Number = 0
    character_used: bool = False
    effect: Character | None = None
    banned_color: Color | None = None
    last_round: bool = False
    winners: Seats = ()


class RoundStarted(Change, frozen=True):
    """A planning phase begins; ``order`` is the order of playing assistants."""

    round: Number
    order: Seats


class CloudFilled(Change, frozen=True):
    """``students`` were added to the cloud; ``bag`` is what is left in the bag."""

    cloud: Number
    students: Students
    bag: Number


class AssistantPlayed(Change, frozen=True):
    """The seat played this assistant; it stays visible until the next round."""

    seat: Seat
    card_value: Number


class ActionPhaseStarted(Change, frozen=True):
    """All assistants are played; `order` is the order of the turns."""

    order: Seats


class StepStarted(Change, frozen=True):
    """The table now waits for ``seat``; the numbers say how much it may or must do."""

    seat: Seat | None
    phase: Phase
    students_left: Number = 0
    max_steps: Number = 0


class TurnEnded(Change, frozen=True):
    """The seat's action turn is over, and with it the effect of its character."""

    seat: Seat


class StudentMoved(Change, frozen=True):
    """From the seat's entrance, or from a character's card, to an island or its dining room."""

    seat: Seat
    color: Color
    source: Literal["ENTRANCE", "CARD"]
    target: Literal["ISLAND", "SCHOOL"]
    island_position: Number | None = None
    character: Character | None = None


class StudentsSwapped(Change, frozen=True):
    """Jester (CARD) or Minstrel (SCHOOL): ``given`` left the entrance, ``taken`` came to it."""

    seat: Seat
    where: Literal["CARD", "SCHOOL"]
    taken: Annotated[tuple[Color, ...], Meta(max_length=3)]
    given: Annotated[tuple[Color, ...], Meta(max_length=3)]


class StudentsReturned(Change, frozen=True):
    """Thief: how many students of the colour each seat put back into the bag."""

    color: Color
    counts: Annotated[tuple[Number, ...], Meta(max_length=4)]
    bag: Number


class CardRefilled(Change, frozen=True):
    """A student was drawn from the bag onto a character's card."""

    character: Character
    color: Color
    bag: Number


class ProfessorMoved(Change, frozen=True):
    """The seat now has the professor of this colour; `previous` had it before."""

    color: Color
    seat: Seat
    previous: Seat | None = None


class CoinTaken(Change, frozen=True):
    """The seat covered a coin seat of its dining room and took one coin from the supply."""

    seat: Seat
    coins: Number = 1


class MotherNatureMoved(Change, frozen=True):
    """She now stands on this island."""

    steps: Number
    island_position: Number


class NoEntryPlaced(Change, frozen=True):
    """Herb grandma: a no-entry tile went from her card to the island."""

    island_position: Number


class NoEntryRemoved(Change, frozen=True):
    """The tile goes back to its card; the island is not resolved."""

    island_position: Number


class IslandConquered(Change, frozen=True):
    """``tower`` now stands on the island ``towers`` times; the previous owner's went home."""

    island_position: Number
    tower: Tower
    towers: Number
    previous: Tower | None = None


class IslandsMerged(Change, frozen=True):
    """All islands with these tiles are one now; ``tiles`` clockwise, the first names it."""

    tiles: Tiles


class CloudTaken(Change, frozen=True):
    """All students of the cloud are in the seat's entrance now."""

    seat: Seat
    cloud: Number


class CharacterUsed(Change, frozen=True):
    """``price`` was paid; what the character did follows in changes of their own."""

    seat: Seat
    character: Character
    price: Number
    color: Color | None = None
    island_position: Number | None = None


class LastRound(Change, frozen=True):
    """This round is the last; ``clouds`` false: nobody takes a cloud in it."""

    reason: Line
    clouds: bool = True


class SeatGone(Change, frozen=True):
    """A player left for good; the seat is skipped from now on."""

    seat: Seat


class GameOver(Change, frozen=True):
    """The game is over; more than one winner share the victory."""

    winners: Seats
    reason: Line


EriantysChange = (
    RoundStarted
    | CloudFilled
    | AssistantPlayed
    | ActionPhaseStarted
    | StepStarted
    | TurnEnded
    | StudentMoved
    | StudentsSwapped
    | StudentsReturned
    | CardRefilled
    | ProfessorMoved
    | CoinTaken
    | MotherNatureMoved
    | NoEntryPlaced
    | NoEntryRemoved
    | IslandConquered
    | IslandsMerged
    | CloudTaken
    | CharacterUsed
    | LastRound
    | SeatGone
    | GameOver
)
