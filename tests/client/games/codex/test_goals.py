"""Objectives: progress, lines, and drawings of patterns."""

from msgspec.structs import replace

from client.games.codex.goals import (
    Progress,
    goal_lines,
    goal_progress,
    goals_in_one_line,
    known_objectives,
    pattern_drawing,
    shape_words,
)
from client.games.drawing import to_text
from messages.codex.cards import CODEX_OBJECTIVES
from tests.client.games.codex.tables import codex_view


def test_progress_of_patterns_and_sets() -> None:
    area = codex_view().players[0].area
    assert goal_progress(area, "O05") == Progress(0, "1 of 3")
    assert goal_progress(area, "O13") == Progress(0, "needs Q1 K1 M1")
    assert goal_progress(area, "O09") == Progress(2, "needs F3")
    assert goal_progress(area, "zz") is None


def test_lines_have_points_form_and_progress() -> None:
    assert to_text(goal_lines(codex_view())) == [
        "3 FFP low right 0 1/3",
        "3 QKM set       0 +QKM",
        "2 FFF rising    0 1/3 secret",
    ]
    assert to_text([goals_in_one_line(codex_view())]) == ["goals 3 FFP 0  3 QKM 0  2 FFF 0"]


def test_spectator_sees_no_progress_and_an_unknown_goal_is_cleaned() -> None:
    view = replace(codex_view(None), common=("O05", "z\x1bz"))
    assert to_text(goal_lines(view)) == ["3 FFP low right", "zz"]


def test_offered_objectives_are_known_but_not_listed() -> None:
    view = replace(codex_view(), offer=("O01", "O02"), objective=None)
    assert known_objectives(view)[2:] == [("offered", "O01"), ("offered", "O02")]
    assert len(goal_lines(view)) == 2


def test_every_objective_has_three_lines_and_a_form() -> None:
    drawings = {o: to_text(pattern_drawing(card)) for o, card in CODEX_OBJECTIVES.items()}
    assert all(len(drawing) == 3 for drawing in drawings.values())
    assert drawings["O01"] == ["    F", "  F", "F"]
    assert drawings["O05"] == ["F", "F", "  P"]
    assert drawings["O13"] == ["", "QKM", ""]
    assert {shape_words(card) for card in CODEX_OBJECTIVES.values()} == {
        *("rising", "falling", "set"),
        *("low right", "low left", "top right", "top left"),
    }
