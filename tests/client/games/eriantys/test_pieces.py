"""Chips and brackets of Eriantys pieces."""

import pytest

from client.games.drawing import Marks, Span, join, to_text
from client.games.eriantys.pieces import (
    assistant_text,
    bracketed,
    can_use_characters,
    character_zone,
    influence_line,
    influence_ratio,
    island_pieces,
    island_zone,
    student_chips,
    student_squares,
    students_line,
    tower_chip,
)
from tests.client.games.eriantys.tables import full_view

VIEW = full_view()
ZONE = ("cloud", "1")


def test_students_are_chips_with_letter_and_number_in_their_colour() -> None:
    assert student_chips({"RED": 2, "YELLOW": 1}) == [
        (Span("Y1", "chip:yellow"),),
        (Span("R2", "chip:red"),),
    ]
    assert to_text([students_line({})]) == ["-"]


def test_squares_are_one_per_student() -> None:
    assert to_text([join(student_squares({"RED": 3, "BLUE": 1}))]) == ["B■ R■■■"]


def test_pieces_of_an_island_are_mother_nature_towers_and_no_entry_tiles() -> None:
    assert to_text([tuple(island_pieces(VIEW, VIEW.islands[4]))]) == ["▲♜b3"]
    assert to_text([tuple(island_pieces(VIEW, VIEW.islands[1]))]) == ["♜w2⊘"]
    assert tower_chip("BLACK", 3) == Span("♜b3", "chip:black")


def test_influence_is_empty_if_nobody_has_any() -> None:
    assert to_text([influence_line(VIEW, VIEW.islands[4])]) == ["w1 b3"]
    assert influence_line(VIEW, VIEW.islands[5]) == ()
    assert influence_ratio(VIEW, VIEW.islands[4]).text == "1:3"
    assert influence_ratio(VIEW, VIEW.islands[5]).text == ""


@pytest.mark.parametrize(("value", "text"), [(1, "1→1"), (2, "2→1"), (7, "7→4"), (10, "10→5")])
def test_assistant_shows_its_steps(value: int, text: str) -> None:
    assert assistant_text(value) == text


@pytest.mark.parametrize(
    ("marks", "text"),
    [
        (Marks(), " x"),
        (Marks(legal=frozenset({ZONE})), "[x]"),
        (Marks(legal=frozenset({ZONE}), cursor=ZONE), "▶x◀"),
    ],
)
def test_brackets_show_if_a_zone_can_be_chosen(marks: Marks, text: str) -> None:
    line = bracketed((Span("x"),), ZONE, marks)
    assert to_text([line]) == [text]
    assert {span.zone for span in line} == {ZONE}


def test_zone_of_an_island_is_its_first_tile() -> None:
    assert island_zone(VIEW.islands[-1]) == ("island", "10")


def test_zone_of_a_student_on_a_character_has_card_and_colour() -> None:
    assert character_zone("MONK", "RED") == ("character", "monk", "red")


def test_characters_can_be_used_only_in_the_own_turn_and_once() -> None:
    assert can_use_characters(VIEW)
    assert not can_use_characters(full_view(seat=1))
    assert not can_use_characters(full_view(seat=None, turn=None))
    assert not can_use_characters(full_view(phase="PLANNING"))
    assert not can_use_characters(full_view(character_used=True))
