"""Positions in which one action is clearly the best."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from client.bots import GreedyBot
from client.games.eriantys.bots import CHARACTER_MARGIN, VICTORY_VALUE, evaluate
from messages.eriantys.actions import (
    Character,
    ChooseCloud,
    EndTurn,
    MoveMotherNature,
    MoveStudent,
    PlayAssistantCard,
    UseCharacterCard,
)
from messages.eriantys.table import CharacterView, IslandView
from messages.registry import Action
from tests.client.games.eriantys.tables import full_view


def choose(actions: Sequence[Action], **fields: Any) -> Action | None:
    return GreedyBot(1).choose(full_view(**fields), actions)


def with_card(name: Character, price: int, coins: int = 5) -> dict[str, Any]:
    """The middle of a turn with this character on the table and coins for it."""
    schools = full_view().schools
    rich = (replace(schools[0], coins=coins), schools[1])
    return {"characters": (CharacterView(name, price),), "schools": rich, "phase": "MOTHER_NATURE"}


def test_takes_a_professor_rather_than_filling_an_island() -> None:
    to_school = MoveStudent("SCHOOL", "YELLOW")
    assert choose([MoveStudent("ISLAND", "YELLOW", 3), to_school]) == to_school


def test_moves_mother_nature_where_it_builds_and_not_where_others_do() -> None:
    steps = [MoveMotherNature(n) for n in (1, 4, 7)]
    assert choose(steps, phase="MOTHER_NATURE", max_steps=7) == MoveMotherNature(4)
    bad = [MoveMotherNature(7), MoveMotherNature(1)]
    assert choose(bad, phase="MOTHER_NATURE", max_steps=7) == MoveMotherNature(1)


def test_the_last_tower_wins() -> None:
    schools = full_view().schools
    almost = (replace(schools[0], towers=1), schools[1])
    own = IslandView((4,), {"RED": 2})
    islands = (full_view().islands[0], own, *full_view().islands[4:])
    steps = [MoveMotherNature(n) for n in range(1, 7)]
    choice = choose(
        steps, phase="MOTHER_NATURE", schools=almost, islands=islands, professors={"RED": 0}
    )
    assert choice in (MoveMotherNature(4), MoveMotherNature(5))


def test_the_useful_cloud() -> None:
    clouds = ({"PINK": 1, "BLUE": 1}, {"RED": 2, "YELLOW": 1})
    choice = choose([ChooseCloud(0), ChooseCloud(1)], phase="CLOUD", clouds=clouds)
    assert choice == ChooseCloud(1)


def test_enough_steps_for_the_island_worth_going_to() -> None:
    cards = [PlayAssistantCard(value) for value in (1, 2, 9, 10)]
    assert choose(cards, phase="PLANNING", mother_nature=8) == PlayAssistantCard(9)


def test_low_cards_when_nothing_is_to_be_won() -> None:
    cards = [PlayAssistantCard(value) for value in (9, 2, 5)]
    assert choose(cards, phase="PLANNING", professors={}) == PlayAssistantCard(2)


def test_the_knight_is_used_when_it_wins_an_island() -> None:
    knight = UseCharacterCard("KNIGHT")
    actions: list[Action] = [MoveMotherNature(1), knight]
    assert choose(actions, **with_card("KNIGHT", 2)) == knight


def test_a_lasting_effect_waits_for_mother_nature() -> None:
    knight = UseCharacterCard("KNIGHT")
    student = MoveStudent("SCHOOL", "YELLOW")
    fields = {**with_card("KNIGHT", 2), "phase": "STUDENTS"}
    assert choose([knight, student], **fields) == student
    assert choose([knight, EndTurn()], **{**fields, "phase": "END_TURN"}) == EndTurn()


def test_the_herald_goes_where_it_builds() -> None:
    good = UseCharacterCard("HERALD", island_position=0)
    useless = UseCharacterCard("HERALD", island_position=3)
    harmful = UseCharacterCard("HERALD", island_position=4)
    actions: list[Action] = [useless, harmful, good, MoveMotherNature(1)]
    assert choose(actions, **with_card("HERALD", 3)) == good
    assert choose([useless, harmful, MoveMotherNature(1)], **with_card("HERALD", 3)) == (
        MoveMotherNature(1)
    )


def test_the_princess_brings_a_professor() -> None:
    princess = UseCharacterCard("PRINCESS", color="YELLOW")
    useless = UseCharacterCard("THIEF", color="PINK")
    fields = with_card("PRINCESS", 2)
    assert choose([princess, MoveMotherNature(1)], **fields) == princess
    assert choose([useless, MoveMotherNature(1)], **with_card("THIEF", 3)) == MoveMotherNature(1)


def test_the_grandma_does_not_protect_what_others_own() -> None:
    other = UseCharacterCard("GRANDMA", island_position=6)
    assert choose([other, MoveMotherNature(1)], **with_card("GRANDMA", 2)) == MoveMotherNature(1)


def test_a_swap_is_worth_its_price_if_it_brings_a_professor() -> None:
    minstrel = UseCharacterCard("MINSTREL", taken=("RED",), given=("YELLOW",))
    assert choose([minstrel, MoveMotherNature(1)], **with_card("MINSTREL", 1)) == minstrel
    jester = UseCharacterCard("JESTER", taken=("PINK",), given=("RED",))
    assert choose([jester, MoveMotherNature(1)], **with_card("JESTER", 1)) == MoveMotherNature(1)


def test_every_action_has_a_value_and_a_useless_character_less_than_the_best_move() -> None:
    view = full_view(**with_card("THIEF", 3))
    useless = UseCharacterCard("THIEF", color="PINK")
    one, four, thief = evaluate(view, [MoveMotherNature(1), MoveMotherNature(4), useless])
    assert one < four < VICTORY_VALUE
    assert thief <= four - CHARACTER_MARGIN
