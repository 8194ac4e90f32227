"""The Eriantys evaluation, in positions in which one action is clearly the best."""

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


def character_fields(name: Character, price: int, coins: int = 5) -> dict[str, Any]:
    """Return fields of a view during a turn, with this character in play and coins for it."""
    schools = full_view().schools
    schools_with_coins = (replace(schools[0], coins=coins), schools[1])
    return {
        "characters": (CharacterView(name, price),),
        "schools": schools_with_coins,
        "phase": "MOTHER_NATURE",
    }


def test_bot_prefers_a_professor_to_influence_on_an_island() -> None:
    to_school = MoveStudent("SCHOOL", "YELLOW")
    assert choose([MoveStudent("ISLAND", "YELLOW", 3), to_school]) == to_school


def test_bot_moves_mother_nature_to_conquer_or_else_not_where_the_opponent_conquers() -> None:
    steps = [MoveMotherNature(n) for n in (1, 4, 7)]
    assert choose(steps, phase="MOTHER_NATURE", max_steps=7) == MoveMotherNature(4)
    bad = [MoveMotherNature(7), MoveMotherNature(1)]
    assert choose(bad, phase="MOTHER_NATURE", max_steps=7) == MoveMotherNature(1)


def test_bot_moves_mother_nature_where_it_builds_its_last_tower() -> None:
    schools = full_view().schools
    almost = (replace(schools[0], towers=1), schools[1])
    own = IslandView((4,), {"RED": 2})
    islands = (full_view().islands[0], own, *full_view().islands[4:])
    steps = [MoveMotherNature(n) for n in range(1, 7)]
    choice = choose(
        steps, phase="MOTHER_NATURE", schools=almost, islands=islands, professors={"RED": 0}
    )
    assert choice in (MoveMotherNature(4), MoveMotherNature(5))


def test_bot_chooses_the_cloud_with_students_for_its_professors() -> None:
    clouds = ({"PINK": 1, "BLUE": 1}, {"RED": 2, "YELLOW": 1})
    choice = choose([ChooseCloud(0), ChooseCloud(1)], phase="CLOUD", clouds=clouds)
    assert choice == ChooseCloud(1)


def test_bot_plays_the_assistant_with_the_steps_to_reach_the_best_island() -> None:
    cards = [PlayAssistantCard(value) for value in (1, 2, 9, 10)]
    assert choose(cards, phase="PLANNING", mother_nature=8) == PlayAssistantCard(9)


def test_bot_plays_its_lowest_assistant_if_no_conquest_is_possible() -> None:
    cards = [PlayAssistantCard(value) for value in (9, 2, 5)]
    assert choose(cards, phase="PLANNING", professors={}) == PlayAssistantCard(2)


def test_knight_is_used_when_it_conquers_an_island() -> None:
    knight = UseCharacterCard("KNIGHT")
    actions: list[Action] = [MoveMotherNature(1), knight]
    assert choose(actions, **character_fields("KNIGHT", 2)) == knight


def test_knight_is_not_used_while_students_are_moved_or_at_the_end_of_the_turn() -> None:
    knight = UseCharacterCard("KNIGHT")
    student = MoveStudent("SCHOOL", "YELLOW")
    fields = {**character_fields("KNIGHT", 2), "phase": "STUDENTS"}
    assert choose([knight, student], **fields) == student
    assert choose([knight, EndTurn()], **{**fields, "phase": "END_TURN"}) == EndTurn()


def test_herald_is_used_only_on_an_island_that_the_own_party_conquers() -> None:
    good = UseCharacterCard("HERALD", island_position=0)
    useless = UseCharacterCard("HERALD", island_position=3)
    harmful = UseCharacterCard("HERALD", island_position=4)
    actions: list[Action] = [useless, harmful, good, MoveMotherNature(1)]
    assert choose(actions, **character_fields("HERALD", 3)) == good
    assert choose([useless, harmful, MoveMotherNature(1)], **character_fields("HERALD", 3)) == (
        MoveMotherNature(1)
    )


def test_princess_is_used_to_gain_a_professor_and_a_useless_thief_is_not_used() -> None:
    princess = UseCharacterCard("PRINCESS", color="YELLOW")
    useless = UseCharacterCard("THIEF", color="PINK")
    fields = character_fields("PRINCESS", 2)
    assert choose([princess, MoveMotherNature(1)], **fields) == princess
    assert choose(
        [useless, MoveMotherNature(1)], **character_fields("THIEF", 3)
    ) == MoveMotherNature(1)


def test_grandma_is_not_used_to_protect_an_island_of_another_party() -> None:
    other = UseCharacterCard("GRANDMA", island_position=6)
    assert choose(
        [other, MoveMotherNature(1)], **character_fields("GRANDMA", 2)
    ) == MoveMotherNature(1)


def test_minstrel_is_used_to_gain_a_professor_and_jester_is_not_used_without_gain() -> None:
    minstrel = UseCharacterCard("MINSTREL", taken=("RED",), given=("YELLOW",))
    assert choose([minstrel, MoveMotherNature(1)], **character_fields("MINSTREL", 1)) == minstrel
    jester = UseCharacterCard("JESTER", taken=("PINK",), given=("RED",))
    assert choose(
        [jester, MoveMotherNature(1)], **character_fields("JESTER", 1)
    ) == MoveMotherNature(1)


def test_useless_thief_is_valued_a_margin_below_the_best_move_which_is_below_victory() -> None:
    view = full_view(**character_fields("THIEF", 3))
    useless = UseCharacterCard("THIEF", color="PINK")
    one, four, thief = evaluate(view, [MoveMotherNature(1), MoveMotherNature(4), useless])
    assert one < four < VICTORY_VALUE
    assert thief <= four - CHARACTER_MARGIN
