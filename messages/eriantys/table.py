"""Eriantys: the view of a seat, and one typed change for each thing that can happen.

Everything but the bag is public, so every seat gets the same changes. A client that applies all
changes to a view always has the view that the server would send (see
``client/games/eriantys/mirror.py``).
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from messages.base import Change, Line, Number, Seat, View
from messages.eriantys.actions import Character, Color, Students, Tower

Phase = Literal["PLANNING", "STUDENTS", "MOTHER_NATURE", "CLOUD", "END_TURN", "OVER"]
Tiles = Annotated[tuple[Number, ...], Meta(max_length=12)]
Seats = Annotated[tuple[Seat, ...], Meta(max_length=4)]


class IslandView(Struct, frozen=True, rename="camel"):
    """An island or a group of unified ones; `tiles` clockwise, of which the first identifies it."""

    tiles: Tiles
    students: Students
    towers: Number = 0
    tower: Tower | None = None
    no_entry: Number = 0


class SchoolView(Struct, frozen=True, rename="camel"):
    """One player's board. A team's towers are all on the board of the first partner."""

    tower: Tower
    towers: Number
    entrance: Students
    dining: Students
    hand: Annotated[tuple[Number, ...], Meta(max_length=10)]
    played: Number | None = None
    coins: Number = 0
    gone: bool = False


class CharacterView(Struct, frozen=True, rename="camel"):
    """A character in play. `price` is the current one; `used` is true once anybody has used it."""

    name: Character
    price: Number
    used: bool = False
    students: Students = field(default_factory=dict)
    no_entry: Number = 0


class EriantysView(View, frozen=True, tag="eriantys"):
    """The view of a seat. `order` is the order of the phase, `turn` the seat that must act.

    `effect` is the character in effect until the end of this turn and `bannedColor` the colour that
    the Mushroom hunter banned. `characterUsed` means that the one character of this turn was used.
    `cloudsClosed` means that nobody takes a cloud in this round, which is the last.
    `teams` has the seats of each team of a four-player game and is empty in all others.
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
    clouds_closed: bool = False
    teams: Annotated[tuple[Seats, ...], Meta(max_length=2)] = ()


class RoundStarted(Change, frozen=True):
    """A planning phase begins; `order` is the order of playing assistants."""

    round: Number
    order: Seats


class CloudFilled(Change, frozen=True):
    """`students` were added to the cloud; `bag` is the number left in the bag."""

    cloud: Number
    students: Students
    bag: Number


class AssistantPlayed(Change, frozen=True):
    """The seat played this assistant; it stays visible until the next round."""

    seat: Seat
    card_value: Number


class ActionPhaseStarted(Change, frozen=True):
    """All assistants are played; `order` is the order of the action turns."""

    order: Seats


class StepStarted(Change, frozen=True):
    """The seat must now act: move `studentsLeft` students, or mother nature up to `maxSteps`."""

    seat: Seat | None
    phase: Phase
    students_left: Number = 0
    max_steps: Number = 0


class TurnEnded(Change, frozen=True):
    """The seat's action turn is over, and with it the effect of its character."""

    seat: Seat


class StudentMoved(Change, frozen=True):
    """A student moved from the entrance or a character to an island or the dining room."""

    seat: Seat
    color: Color
    source: Literal["ENTRANCE", "CARD"]
    target: Literal["ISLAND", "SCHOOL"]
    island_position: Number | None = None
    character: Character | None = None


class StudentsSwapped(Change, frozen=True):
    """Jester (CARD) or Minstrel (SCHOOL): `given` left the entrance and `taken` entered it."""

    seat: Seat
    where: Literal["CARD", "SCHOOL"]
    taken: Annotated[tuple[Color, ...], Meta(max_length=3)]
    given: Annotated[tuple[Color, ...], Meta(max_length=3)]


class StudentsReturned(Change, frozen=True):
    """Thief: the number of students of the colour that each seat returned to the bag."""

    color: Color
    counts: Annotated[tuple[Number, ...], Meta(max_length=4)]
    bag: Number


class CardRefilled(Change, frozen=True):
    """A student was drawn from the bag onto a character."""

    character: Character
    color: Color
    bag: Number


class ProfessorMoved(Change, frozen=True):
    """The seat now has the professor of this colour; `previous` had it before."""

    color: Color
    seat: Seat
    previous: Seat | None = None


class CoinTaken(Change, frozen=True):
    """The seat covered coin seats of its dining room and took `coins` coins from the supply."""

    seat: Seat
    coins: Number = 1


class MotherNatureMoved(Change, frozen=True):
    """Mother nature now is on this island."""

    steps: Number
    island_position: Number


class NoEntryPlaced(Change, frozen=True):
    """Grandma: a no-entry tile moved from the card to the island."""

    island_position: Number


class NoEntryRemoved(Change, frozen=True):
    """A no-entry tile returned to its card, and the island was not resolved."""

    island_position: Number


class IslandConquered(Change, frozen=True):
    """The island now has `towers` towers of `tower`; those of `previous` were returned."""

    island_position: Number
    tower: Tower
    towers: Number
    previous: Tower | None = None


class IslandsMerged(Change, frozen=True):
    """All islands with these tiles are now one; `tiles` clockwise, the first identifies it."""

    tiles: Tiles


class CloudTaken(Change, frozen=True):
    """All students of the cloud are now in the seat's entrance."""

    seat: Seat
    cloud: Number


class CharacterUsed(Change, frozen=True):
    """The seat paid `price` for a character; its effect follows in changes of its own."""

    seat: Seat
    character: Character
    price: Number
    color: Color | None = None
    island_position: Number | None = None


class LastRound(Change, frozen=True):
    """This round is the last; with `clouds` false nobody takes a cloud in it."""

    reason: Line
    clouds: bool = True


class SeatGone(Change, frozen=True):
    """A player left for good; the seat is skipped from now on."""

    seat: Seat


class GameOver(Change, frozen=True):
    """The game is over; several winners share the victory."""

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
