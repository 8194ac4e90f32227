"""The folded board for small windows."""

from msgspec.structs import replace

from client.games.drawing import Marks, Size, to_text
from client.games.eriantys.folded import draw_folded
from tests.client.games.eriantys.tables import NAMES, full_view

MARKS = Marks(legal=frozenset({("island", "8"), ("island", "9")}), cursor=("island", "8"))


def test_small_window_has_legal_targets_own_school_and_towers() -> None:
    view = full_view(phase="MOTHER_NATURE")
    assert to_text(draw_folded(view, NAMES, Size(60, 3), MARKS)) == [
        "legal  ▶8◀ P1  [9] B1",
        "you     Y2  B1  R3   dining  Y1   R3★  ¢2",
        "towers ♜w6 ♜b1 to build",
    ]


def test_clouds_and_characters_follow_if_there_is_space() -> None:
    lines = to_text(draw_folded(full_view(phase="MOTHER_NATURE"), NAMES, Size(60, 9), MARKS))
    assert lines[3].startswith("clouds  0  B1 R2")
    assert lines[4].startswith("use     monk ¢1")


def test_legal_clouds_are_drawn_before_the_own_school_without_space() -> None:
    marks = Marks(legal=frozenset({("cloud", "0")}))
    lines = to_text(draw_folded(full_view(phase="CLOUD"), NAMES, Size(60, 3), marks))
    labels = [line.split()[0] for line in lines if not line.startswith(" ")]
    assert labels == ["isles", "clouds", "you", "towers"]
    assert "clouds [0] B1 R2" in "\n".join(lines)


def test_assistants_are_drawn_in_the_planning_phase() -> None:
    view = full_view(phase="PLANNING")
    schools = (replace(view.schools[0], played=None), view.schools[1])
    marks = Marks(legal=frozenset({("assistant", "7")}))
    lines = to_text(draw_folded(replace(view, schools=schools), NAMES, Size(60, 9), marks))
    assert any(line.startswith("cards   1→1") and "[7→4]" in line for line in lines)
    assert any("4→2 bob" in line for line in lines)


def test_spectator_sees_all_islands_and_whose_turn_it_is_but_no_own_school() -> None:
    lines = to_text(draw_folded(full_view(seat=None), NAMES, Size(60, 9), Marks()))
    assert lines[0].startswith("isles   0  Y1 R2")
    assert not any(line.startswith("you") for line in lines)
    assert "towers ♜w6 ♜b1 to build  ▶ ada" in lines
