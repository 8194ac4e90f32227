"""Zones of Eriantys actions, and zones that differ between two views."""

import pytest
from msgspec.structs import replace

from client.games.drawing import Zone
from client.games.eriantys.forecast import apply_changes, forecast
from client.games.eriantys.interaction import changed, zones
from messages.eriantys import actions as eriantys
from messages.eriantys.actions import EriantysAction, UseCharacterCard
from tests.client.games.eriantys.tables import full_view

MONK, JESTER = ("character", "monk"), ("character", "jester")


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (eriantys.PlayAssistantCard(7), [("assistant", "7")]),
        (eriantys.MoveStudent("SCHOOL", "RED"), [("entrance", "red"), ("dining",)]),
        (eriantys.MoveStudent("ISLAND", "RED", 6), [("entrance", "red"), ("island", "5")]),
        (eriantys.MoveMotherNature(1), [("island", "8")]),
        (eriantys.MoveMotherNature(4), [("island", "0")]),
        (eriantys.ChooseCloud(1), [("cloud", "1")]),
        (eriantys.EndTurn(), [("end",)]),
        (UseCharacterCard("KNIGHT"), [("character", "knight")]),
        (UseCharacterCard("HERALD", island_position=8), [("character", "herald"), ("island", "8")]),
        (
            UseCharacterCard("MONK", color="RED", island_position=11),
            [MONK, (*MONK, "red"), ("island", "10")],
        ),
        (
            UseCharacterCard("THIEF", color="PINK"),
            [("character", "thief"), ("character", "thief", "pink")],
        ),
        (
            UseCharacterCard("JESTER", taken=("BLUE", "BLUE"), given=("RED", "YELLOW")),
            [
                JESTER,
                (*JESTER, "blue"),
                (*JESTER, "blue"),
                ("entrance", "red"),
                ("entrance", "yellow"),
            ],
        ),
        (
            UseCharacterCard("MINSTREL", taken=("RED",), given=("BLUE",)),
            [("character", "minstrel"), ("dining", "red"), ("entrance", "blue")],
        ),
    ],
)
def test_zones_are_in_the_order_of_choosing(action: EriantysAction, expected: list[Zone]) -> None:
    assert zones(full_view(), action) == tuple(expected)


def changes_of(action: EriantysAction) -> frozenset[Zone]:
    view = full_view()
    return changed(view, apply_changes(view, forecast(view, action)))


def test_nothing_differs_in_equal_views() -> None:
    assert changed(full_view(), full_view()) == frozenset()


def test_island_with_a_new_student_and_the_target_of_mother_nature_differ() -> None:
    assert changes_of(eriantys.MoveStudent("ISLAND", "RED", 9)) == {("island", "9")}
    assert changes_of(eriantys.MoveMotherNature(1)) == {("island", "8")}


def test_unified_island_and_towers_differ() -> None:
    view = full_view(mother_nature=10)
    after = apply_changes(view, forecast(view, eriantys.MoveMotherNature(1)))
    assert changed(view, after) == {("island", "0")}


def test_taken_cloud_used_character_and_dining_tables_differ() -> None:
    assert changes_of(eriantys.ChooseCloud(0)) == {("cloud", "0")}
    assert changes_of(UseCharacterCard("MONK", color="RED", island_position=9)) == {
        MONK,
        ("island", "9"),
    }
    assert changes_of(eriantys.MoveStudent("SCHOOL", "RED")) == {("table", "0", "red")}


def test_table_differs_if_only_its_professor_moved() -> None:
    view = full_view()
    after = replace(view, professors={**view.professors, "RED": 1})
    assert changed(view, after) == {("table", "0", "red"), ("table", "1", "red")}
