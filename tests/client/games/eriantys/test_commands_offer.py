"""What can be done now, in few lines."""

from client.games.eriantys.commands_offer import offer
from messages.eriantys.actions import (
    ChooseCloud,
    EndTurn,
    EriantysAction,
    MoveMotherNature,
    MoveStudent,
    PlayAssistantCard,
    UseCharacterCard,
)
from tests.client.tables import full_view

KNIGHT = UseCharacterCard("GRANDMA", island_position=3)


def test_an_assistant_is_chosen_by_its_value() -> None:
    cards = [PlayAssistantCard(value) for value in (1, 2, 4)]
    numbers, lines = offer(full_view(), cards)
    assert numbers == {1: cards[0], 2: cards[1], 4: cards[2]}
    assert lines == ("  Type one of 1-2 4.",)


def test_steps_say_where_they_lead_and_what_happens_there() -> None:
    numbers, lines = offer(full_view(), [MoveMotherNature(1), MoveMotherNature(5)])
    assert list(numbers) == [1, 5]
    assert lines == (
        "  1  mother 1   to island 8: white 0, black 0; nothing changes",
        "  5  mother 5   to island 1-2: white 3, black 10; no entry",
    )
    assert offer(full_view(), [MoveMotherNature(4)]).lines[0].endswith("white builds")


def test_clouds_have_their_own_numbers() -> None:
    numbers, lines = offer(full_view(), [ChooseCloud(0)])
    assert numbers == {0: ChooseCloud(0)}
    assert lines == ("  0  cloud 0    B1 R2",)


def test_many_students_are_shown_as_patterns() -> None:
    islands = [
        MoveStudent("ISLAND", color, island.tiles[0])
        for color in ("YELLOW", "RED")
        for island in full_view().islands
    ]
    actions: list[EriantysAction] = [MoveStudent("SCHOOL", "RED"), *islands]
    numbers, lines = offer(full_view(), actions)
    assert numbers == {}
    assert lines == (
        "  move COLOUR school    COLOUR: red 3",
        "  move COLOUR island N  COLOUR: yellow 2, red 3",
        "                        N: 0 1-2 3 4 5-7 8 9 10-11",
    )


def test_few_students_are_numbered() -> None:
    actions = [MoveStudent("SCHOOL", "RED"), MoveStudent("ISLAND", "RED", 3)]
    numbers, lines = offer(full_view(), actions)
    assert numbers == {1: actions[0], 2: actions[1]}
    assert lines == ("   1  move red school", "   2  move red island 3")


def test_characters_come_after_the_numbers() -> None:
    monk = UseCharacterCard("MONK", color="RED", island_position=3)
    jester = UseCharacterCard("JESTER", taken=("RED",), given=("RED",))
    numbers, lines = offer(full_view(), [EndTurn(), KNIGHT, monk, monk, jester])
    assert numbers == {1: EndTurn()}
    assert lines[1:] == (
        "  use grandma N  (3 coins: a no-entry tile x on an island)",
        "  use monk COLOUR N  (1 coin: one of its students to an island)",
        "  use jester take COLOURS give COLOURS  (1 coin: swap up to 3: card, entrance)",
    )
    assert max(map(len, lines)) <= 80
