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
    """An island or a group of unified ones.

    `tiles` are its tiles clockwise; the first one identifies it. `towers` is the number of towers
    on it and `tower` their colour, nil without towers. `noEntry` is the number of no-entry tiles.
    """

    tiles: Tiles
    students: Students
    towers: Number = 0
    tower: Tower | None = None
    no_entry: Number = 0


class SchoolView(Struct, frozen=True, rename="camel"):
    """One player's board.

    `towers` is the number of towers left on the board, of the colour `tower`. A team's towers are
    all on the board of the first partner; the second one has 0. `hand` are the assistants left, in
    ascending order; `played` is the assistant of this round, nil before it is played.
    """

    tower: Tower
    towers: Number
    entrance: Students
    dining: Students
    hand: Annotated[tuple[Number, ...], Meta(max_length=10)]
    played: Number | None = None
    coins: Number = 0
    gone: bool = False


class CharacterView(Struct, frozen=True, rename="camel"):
    """A character in play. `price` is the current one; `used` is true once anybody has used it.

    `students` and `noEntry` are the students and no-entry tiles on the card.
    """

    name: Character
    price: Number
    used: bool = False
    students: Students = field(default_factory=dict)
    no_entry: Number = 0


class EriantysView(View, frozen=True, tag="eriantys"):
    """The view of a seat. `order` is the order of the phase, `turn` the seat that must act.

    `studentsLeft` students are still to be moved in this turn. Mother nature may move up to
    `maxSteps` islands; it is 0 except in the phases STUDENTS and MOTHER_NATURE. `motherNature` is
    the first tile of her island. `islands` are listed clockwise, sorted by their first tile.
    `schools` are in the order of the seats. `bag` is the number of students in the bag and `supply`
    the number of coins in the supply. `professors` has the seat that holds the professor of each
    colour, without the colours that nobody holds. `effect` is the character in effect until the end
    of this turn and `bannedColor` the colour that the Mushroom hunter banned. `characterUsed` means
    that the one character of this turn was used. `cloudsClosed` means that nobody
    takes a cloud in this round, which is the last. `teams` has the seats of each team of a
    four-player game and is empty in all others.
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
    """A planning phase begins; `order` is the order of playing assistants.

    Mirror: set `view.round` to `round` and `view.order` to `order`. Set `view.schools[*].played` to
    nil.
    """

    round: Number
    order: Seats


class CloudFilled(Change, frozen=True):
    """`students` were added to the cloud; `bag` is the number left in the bag.

    Mirror: add `students` to `view.clouds[cloud]`, colour by colour. Set `view.bag` to `bag`.
    """

    cloud: Number
    students: Students
    bag: Number


class AssistantPlayed(Change, frozen=True):
    """The seat played this assistant; it stays visible until the next round.

    Mirror: remove `cardValue` from `view.schools[seat].hand`. Set `view.schools[seat].played` to
    `cardValue`.
    """

    seat: Seat
    card_value: Number


class ActionPhaseStarted(Change, frozen=True):
    """All assistants are played; `order` is the order of the action turns.

    Mirror: set `view.order` to `order`.
    """

    order: Seats


class StepStarted(Change, frozen=True):
    """The seat must now act: move `studentsLeft` students, or mother nature up to `maxSteps`.

    Mirror: set `view.turn` to `seat`, `view.phase` to `phase`, `view.studentsLeft` to
    `studentsLeft` and `view.maxSteps` to `maxSteps`.
    """

    seat: Seat | None
    phase: Phase
    students_left: Number = 0
    max_steps: Number = 0


class TurnEnded(Change, frozen=True):
    """The seat's action turn is over, and with it the effect of its character.

    Mirror: set `view.characterUsed` to false, `view.effect` to nil and `view.bannedColor` to nil.
    """

    seat: Seat


class StudentMoved(Change, frozen=True):
    """A student moved from the entrance or a character to an island or the dining room.

    `islandPosition` is nil if `target` is SCHOOL; `character` is nil if `source` is ENTRANCE.

    Mirror: with `source` ENTRANCE remove a student of `color` from `view.schools[seat].entrance`
    and decrease `view.studentsLeft` by 1. With `source` CARD remove it from
    `view.characters[character].students` instead; `view.studentsLeft` stays. With `target` SCHOOL
    add the student to `view.schools[seat].dining`, with ISLAND to
    `view.islands[islandPosition].students`.
    """

    seat: Seat
    color: Color
    source: Literal["ENTRANCE", "CARD"]
    target: Literal["ISLAND", "SCHOOL"]
    island_position: Number | None = None
    character: Character | None = None


class StudentsSwapped(Change, frozen=True):
    """Jester (CARD) or Minstrel (SCHOOL): `given` left the entrance and `taken` entered it.

    A colour that occurs twice in a list stands for two students.

    Mirror: remove `given` from `view.schools[seat].entrance` and add `taken` to it. With `where`
    SCHOOL remove `taken` from `view.schools[seat].dining` and add `given` to it. With `where` CARD
    do the same to `view.characters[JESTER].students`.
    """

    seat: Seat
    where: Literal["CARD", "SCHOOL"]
    taken: Annotated[tuple[Color, ...], Meta(max_length=3)]
    given: Annotated[tuple[Color, ...], Meta(max_length=3)]


class StudentsReturned(Change, frozen=True):
    """Thief: the number of students of the colour that each seat returned to the bag.

    Mirror: for each seat N remove `counts[N]` students of `color` from `view.schools[N].dining`.
    Set `view.bag` to `bag`.
    """

    color: Color
    counts: Annotated[tuple[Number, ...], Meta(max_length=4)]
    bag: Number


class CardRefilled(Change, frozen=True):
    """A student was drawn from the bag onto a character.

    Mirror: add a student of `color` to `view.characters[character].students`. Set `view.bag` to
    `bag`.
    """

    character: Character
    color: Color
    bag: Number


class ProfessorMoved(Change, frozen=True):
    """The seat now has the professor of this colour; `previous` had it before.

    Mirror: set `view.professors[color]` to `seat`.
    """

    color: Color
    seat: Seat
    previous: Seat | None = None


class CoinTaken(Change, frozen=True):
    """The seat covered coin seats of its dining room and took `coins` coins from the supply.

    Mirror: increase `view.schools[seat].coins` by `coins` and decrease `view.supply` by `coins`.
    """

    seat: Seat
    coins: Number = 1


class MotherNatureMoved(Change, frozen=True):
    """Mother nature is now on this island; `islandPosition` is its first tile.

    Mirror: set `view.motherNature` to `islandPosition`.
    """

    steps: Number
    island_position: Number


class NoEntryPlaced(Change, frozen=True):
    """Grandma: a no-entry tile moved from the card to the island.

    Mirror: increase `view.islands[islandPosition].noEntry` by 1 and decrease
    `view.characters[GRANDMA].noEntry` by 1.
    """

    island_position: Number


class NoEntryRemoved(Change, frozen=True):
    """A no-entry tile returned to its card, and the island was not resolved.

    Mirror: decrease `view.islands[islandPosition].noEntry` by 1 and increase
    `view.characters[GRANDMA].noEntry` by 1.
    """

    island_position: Number


class IslandConquered(Change, frozen=True):
    """The island now has `towers` towers of `tower`; those of `previous` were returned.

    Mirror: the board of a tower colour is the first of `view.schools` with this `tower`. If
    `previous` is not nil, add `view.islands[islandPosition].towers` to `view.schools[*].towers` of
    the board of `previous`. Then decrease `view.schools[*].towers` of the board of `tower` by
    `towers`. Last, set `view.islands[islandPosition].tower` to `tower` and
    `view.islands[islandPosition].towers` to `towers`.
    """

    island_position: Number
    tower: Tower
    towers: Number
    previous: Tower | None = None


class IslandsMerged(Change, frozen=True):
    """All islands with these tiles are now one; `tiles` clockwise, the first identifies it.

    Mirror: remove from `view.islands` all islands whose first tile is in `tiles`, and add one new
    island. Its `tiles` are those of the change, in that order. Its `students`, `towers` and
    `noEntry` are the sums of those removed, and its `tower` is theirs. Sort `view.islands` by the
    first tile. If `view.motherNature` is in `tiles`, set it to `tiles[0]`.
    """

    tiles: Tiles


class CloudTaken(Change, frozen=True):
    """All students of the cloud are now in the seat's entrance.

    Mirror: add all of `view.clouds[cloud]` to `view.schools[seat].entrance`. Then set
    `view.clouds[cloud]` to the empty map.
    """

    seat: Seat
    cloud: Number


class CharacterUsed(Change, frozen=True):
    """The seat paid `price` for a character; its effect follows in changes of its own.

    `color` and `islandPosition` are the parameters of the use, nil if the character has none.

    Mirror: decrease `view.schools[seat].coins` by `price` and increase `view.supply` by `price`. If
    `view.characters[character].used` is false, a coin stays on the card: set it to true, increase
    `view.characters[character].price` by 1 and decrease `view.supply` by 1. Set
    `view.characterUsed` to true. If `character` is FARMER, POSTMAN, CENTAUR, KNIGHT or
    MUSHROOM_HUNTER, set `view.effect` to `character`. If it is MUSHROOM_HUNTER, also set
    `view.bannedColor` to `color`.
    """

    seat: Seat
    character: Character
    price: Number
    color: Color | None = None
    island_position: Number | None = None


class LastRound(Change, frozen=True):
    """This round is the last; with `clouds` false nobody takes a cloud in it.

    Mirror: set `view.lastRound` to true. If `clouds` is false, set `view.cloudsClosed` to true.
    """

    reason: Line
    clouds: bool = True


class SeatGone(Change, frozen=True):
    """A player left for good; the seat is skipped from now on.

    Mirror: set `view.schools[seat].gone` to true.
    """

    seat: Seat


class GameOver(Change, frozen=True):
    """The game is over; several winners share the victory.

    Mirror: set `view.winners` to `winners`, `view.phase` to OVER, `view.turn` to nil,
    `view.studentsLeft` to 0 and `view.maxSteps` to 0.
    """

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
