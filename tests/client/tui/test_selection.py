"""Test how a choice is narrowed by words and zones, and how arrow keys find targets."""

import pytest

from client.games.base import Unavailable
from client.games.drawing import Drawing, Span, Zone
from client.tui.selection import (
    Candidate,
    Picked,
    Position,
    Step,
    containing,
    cursor_zone,
    legal_zones,
    narrow,
    nearest,
    picked_zones,
    positions,
    reason_for,
    starting_with,
    words_of,
    zone_at,
)
from messages.eriantys.actions import MoveStudent
from messages.registry import Action

RED: Zone = ("student", "red")
BLUE: Zone = ("student", "blue")


def island(number: int) -> Zone:
    return ("island", str(number))


def candidate(color: Zone, number: int) -> Candidate:
    name = color[1]
    action: Action = MoveStudent("ISLAND", "RED" if name == "red" else "BLUE", number)
    return Candidate(action, f"move {name} island {number}", (color, island(number)))


CANDIDATES = [candidate(color, number) for color in (RED, BLUE) for number in (1, 2)]


@pytest.mark.parametrize(
    ("steps", "left"),
    [
        ([], 4),
        ([("move", "red")], 2),
        ([Picked(island(2))], 2),
        ([Picked(island(2)), ("move", "red")], 1),
        ([("move",), ("move", "blue"), Picked(island(1))], 1),
        ([Picked(("cloud", "1"))], 0),
    ],
)
def test_words_and_zones_narrow_the_candidates(steps: list[Step], left: int) -> None:
    assert len(narrow(CANDIDATES, steps)) == left


def test_steps_are_separated_into_last_words_and_picked_zones() -> None:
    steps: list[Step] = [("move",), Picked(RED), ("move", "red"), Picked(island(1))]
    assert words_of(steps) == ("move", "red")
    assert picked_zones(steps) == (RED, island(1))
    assert words_of([Picked(RED)]) == ()


def test_first_zones_are_legal_and_after_a_pick_the_next_ones() -> None:
    assert legal_zones(CANDIDATES) == {RED, BLUE}
    assert legal_zones(narrow(CANDIDATES, [Picked(RED)]), [RED]) == {island(1), island(2)}
    assert legal_zones(narrow(CANDIDATES, [Picked(island(1))]), [island(1)]) == {RED, BLUE}


def test_zone_of_all_candidates_need_not_be_chosen() -> None:
    assert legal_zones(narrow(CANDIDATES, [("move", "red")])) == {island(1), island(2)}
    assert legal_zones(CANDIDATES[:1]) == {island(1)}
    assert legal_zones([]) == frozenset()


def test_cursor_is_the_last_zone_of_an_action_and_the_next_zone_of_a_group() -> None:
    assert cursor_zone(CANDIDATES, CANDIDATES[1:2]) == island(2)
    assert cursor_zone(CANDIDATES, starting_with(CANDIDATES, ("move", "blue"))) == BLUE
    assert cursor_zone(CANDIDATES, []) is None
    assert cursor_zone(CANDIDATES, [CANDIDATES[0]._replace(zones=())]) is None


def test_candidates_with_a_zone_are_found() -> None:
    assert containing(CANDIDATES, island(2)) == [CANDIDATES[1], CANDIDATES[3]]


def test_reason_is_that_of_the_command_that_names_the_zone_or_a_sentence() -> None:
    closed = [Unavailable("use knight", "it costs 3 coins")]
    reason = reason_for(("character", "KNIGHT"), closed, "Not now.")
    assert reason == "use knight - it costs 3 coins"
    assert reason_for(island(1), closed, "Not now.") == "Not now."


DRAWING: Drawing = [
    (Span("ab", zone=RED), Span(" "), Span("cd", zone=BLUE)),
    (Span("日", zone=RED), Span("x")),
]


def test_zone_is_found_by_coordinates_also_after_wide_letters() -> None:
    assert zone_at(DRAWING, 0, 0) == RED
    assert zone_at(DRAWING, 2, 0) is None
    assert zone_at(DRAWING, 4, 0) == BLUE
    assert zone_at(DRAWING, 1, 1) == RED
    assert zone_at(DRAWING, 2, 1) is None
    assert [zone_at(DRAWING, x, y) for x, y in ((9, 0), (0, 9), (-1, 0), (0, -1))] == [None] * 4


def test_position_of_a_zone_is_the_centre_of_its_spans() -> None:
    assert positions(DRAWING) == {RED: Position(0.5, 0.5), BLUE: Position(3.5, 0)}


PLACES = {
    island(0): Position(0, 0),
    island(1): Position(10, 0),
    island(2): Position(20, 0),
    island(5): Position(0, 3),
    island(4): Position(12, 3),
}


@pytest.mark.parametrize(
    ("start", "direction", "reached"),
    [
        (0, "right", 1),
        (1, "right", 2),
        (2, "right", 2),
        (0, "down", 5),
        (1, "down", 4),
        (4, "up", 1),
        (4, "left", 5),
    ],
)
def test_arrow_key_reaches_the_nearest_zone_in_its_direction(
    start: int, direction: str, reached: int
) -> None:
    assert nearest(PLACES, PLACES, island(start), direction) == island(reached)


def test_arrow_key_without_a_start_reaches_the_first_zone_and_skips_illegal_ones() -> None:
    assert nearest(PLACES, PLACES, None, "down") == island(0)
    assert nearest(PLACES, [island(2)], island(0), "right") == island(2)
    assert nearest(PLACES, [], None, "right") is None
