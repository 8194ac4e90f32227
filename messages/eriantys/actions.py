"""Eriantys: actions, prompts and the messages that describe the initial board.

An island is identified by the number of any of its tiles, 0 to 11 clockwise; the numbers stay when
islands are unified. Changes and the view are in ``table.py``.
"""

from typing import Annotated, Literal, get_args

from msgspec import Meta

from messages.base import ClientMessage, Number, ServerMessage, Word

Color = Literal["YELLOW", "BLUE", "GREEN", "RED", "PINK"]
COLORS: tuple[Color, ...] = get_args(Color)

Tower = Literal["WHITE", "BLACK", "GREY"]
TOWERS: tuple[Tower, ...] = get_args(Tower)

Character = Literal[
    "MONK",
    "FARMER",
    "HERALD",
    "POSTMAN",
    "GRANDMA",
    "CENTAUR",
    "JESTER",
    "KNIGHT",
    "MUSHROOM_HUNTER",
    "MINSTREL",
    "PRINCESS",
    "THIEF",
]
CHARACTERS: tuple[Character, ...] = get_args(Character)

LASTING: frozenset[Character] = frozenset(
    ("FARMER", "POSTMAN", "CENTAUR", "KNIGHT", "MUSHROOM_HUNTER")
)
"""Characters whose effect lasts until the end of their user's turn; the others act at once."""

Students = dict[Color, Number]
"""The number of students by colour; colours without one are left out."""

Swap = Annotated[tuple[Color, ...], Meta(max_length=3)]
Usable = Annotated[tuple[Character, ...], Meta(max_length=3)]


class MatchCreated(ServerMessage, frozen=True):
    """The tile of mother nature, and the student on each island by the island's number as text.

    Two islands have no student.
    """

    mother_nature_position: Number
    map_student_island: dict[Word, Color]


class SetUpSchoolStudent(ServerMessage, frozen=True):
    """The students in a player's entrance at the start; sent once for each player."""

    player_nickname: Word
    entrance_students: Students


class SetUpCharacterCard(ServerMessage, frozen=True):
    """The three characters of an expert match."""

    character_cards: Usable


class SelectAssistantCard(ServerMessage, frozen=True):
    """Play one of these values (as text) with PlayAssistantCard."""

    available_cards: Annotated[tuple[Word, ...], Meta(max_length=10)]


class SelectStudent(ServerMessage, frozen=True):
    """Move one student with MoveStudent; `studentsLeft` are still to be moved, with this one."""

    students_left: Number
    colors: Annotated[tuple[Color, ...], Meta(max_length=5)]
    characters: Usable = ()


class SelectSteps(ServerMessage, frozen=True):
    """Move mother nature 1 to `maxSteps` islands with MoveMotherNature."""

    max_steps: Number
    characters: Usable = ()


class SelectCloud(ServerMessage, frozen=True):
    """Take the students of one of these clouds with ChooseCloud."""

    available_clouds: Annotated[tuple[Number, ...], Meta(max_length=4)]
    characters: Usable = ()


class SelectEndOfTurn(ServerMessage, frozen=True):
    """No cloud can be taken this round: use a character or send EndTurn."""

    characters: Usable = ()


class PlayAssistantCard(ClientMessage, frozen=True):
    """In planning: play the assistant with this value."""

    card_value: Number


class MoveStudent(ClientMessage, frozen=True):
    """Move one student from the entrance; `islandPosition` is for ISLAND only."""

    move_to: Literal["ISLAND", "SCHOOL"]
    color: Color
    island_position: Number | None = None


class MoveMotherNature(ClientMessage, frozen=True):
    """Move mother nature clockwise; each island is one step, also a unified one."""

    steps: Number


class ChooseCloud(ClientMessage, frozen=True):
    """Take all students of a cloud into the entrance; this ends the turn."""

    cloud: Number


class UseCharacterCard(ClientMessage, frozen=True):
    """Use the character `asset`; the other fields are its parameters.

    MONK: `color`, `islandPosition`. HERALD, GRANDMA: `islandPosition`. MUSHROOM_HUNTER, PRINCESS,
    THIEF: `color`. JESTER: `taken` from the card, `given` from the entrance, 1 to 3 each. MINSTREL:
    `taken` from the dining room, `given` from the entrance, 1 or 2 each. The others have none.
    """

    asset: Word
    color: Color | None = None
    island_position: Number | None = None
    taken: Swap = ()
    given: Swap = ()


class EndTurn(ClientMessage, frozen=True):
    """End a turn in which no cloud can be taken."""


EriantysAction = (
    PlayAssistantCard | MoveStudent | MoveMotherNature | ChooseCloud | UseCharacterCard | EndTurn
)
EriantysPrompt = SelectAssistantCard | SelectStudent | SelectSteps | SelectCloud | SelectEndOfTurn
EriantysSetUp = MatchCreated | SetUpSchoolStudent | SetUpCharacterCard
