"""The ring of islands: fixed cells, unified islands, influence and previews."""

import pytest

from client.games.drawing import Marks, plain, to_text, width
from client.games.eriantys.ring import (
    LARGE,
    SMALL,
    SMALL_WITH_INFLUENCE,
    Cell,
    draw_large,
    draw_small,
    inner_columns,
)
from messages.eriantys.actions import COLORS, MoveStudent
from messages.eriantys.table import EriantysView, IslandView
from tests.client.games.eriantys.tables import full_view

MEDIUM = Cell(15, 3)

GOLDEN_MEDIUM = """\
╭───────────────┬───────────────────────────────┬───────────────┬───────▶───────╮
│ 0             │ 1 ♜w2 ⊘         2             │ 3             │ 4             │
│ Y1 R2         │ Y2 B2 G10 R1                  │               │ G1            │
│ w2 b0         │ w3 b10                        │               │ w0 b1         │
├───────────────┼───────────────────────────────┴───────────────┼───────────────┤
│ 11            │inside                                         │ 5 ▲ ♜b3       │
│               │                                               │ R1 P1         │
│               │                                               │ w1 b3         │
│               ├───────────────┬───────────────┬───────────────╯               │
│ 10            │ 9             │ 8             │ 7               6             │
│ P4            │ B1            │ P1            │                               │
│               │               │               │                               │
╰───────◀───────┴───────────────┴───────────────┴───────────────────────────────╯"""


def view_of(*islands: IslandView, mother_nature: int = 0) -> EriantysView:
    """Return a view with these islands; the other tiles are islands without pieces."""
    used = {tile for island in islands for tile in island.tiles}
    others = [IslandView((tile,), {}) for tile in range(12) if tile not in used]
    ordered = tuple(sorted((*islands, *others), key=lambda island: island.tiles[0]))
    return full_view(islands=ordered, mother_nature=mother_nature)


def test_medium_ring_matches_the_expected_text() -> None:
    drawn = draw_large(full_view(), Marks(), MEDIUM, [plain("inside")])
    assert "\n".join(to_text(drawn)) == GOLDEN_MEDIUM


@pytest.mark.parametrize("first", range(12))
@pytest.mark.parametrize("count", [1, 2, 3, 5, 9])
def test_unified_islands_keep_their_places_and_one_area(first: int, count: int) -> None:
    tiles = tuple((first + n) % 12 for n in range(count))
    view = view_of(IslandView(tiles, {"RED": 3}, count, "WHITE"), mother_nature=first)
    zone = ("island", str(first))
    for drawn in (draw_small(view, Marks(), SMALL), draw_large(view, Marks(), MEDIUM, [])):
        assert len({width(line) for line in drawn}) == 1
        text = "\n".join(to_text(drawn))
        assert [tile for tile in range(12) if f" {tile} " not in text] == []
        cells = [line for line in drawn if any(span.zone == zone for span in line)]
        assert f"♜w{count}" in "\n".join(to_text(cells))


def test_all_students_of_a_full_island_are_shown_in_every_cell() -> None:
    students = dict.fromkeys(COLORS, 2) | {"RED": 12, "PINK": 10}
    view = view_of(IslandView((3,), students))
    for drawn in (
        draw_small(view, Marks(), SMALL),
        draw_small(view, Marks(), SMALL_WITH_INFLUENCE),
        draw_large(view, Marks(), MEDIUM, []),
    ):
        text = "\n".join(to_text(drawn))
        assert [chip for chip in ("Y2", "B2", "G2", "R12", "P10") if chip not in text] == []
    large = draw_large(view, Marks(), LARGE, [])
    assert "\n".join(to_text(large)).count("■") == 3 * 2 + 12 + 10


def test_large_cells_have_a_square_per_student() -> None:
    view = view_of(IslandView((3,), {"RED": 4, "BLUE": 2}))
    assert any(" B■■ R■■■■ " in line for line in to_text(draw_large(view, Marks(), LARGE, [])))


def test_influence_moves_to_the_second_line_if_the_first_is_full() -> None:
    island = IslandView((10,), {"RED": 2}, 1, "BLACK", 2)
    marks = Marks(legal=frozenset({("island", "10")}), changed=frozenset({("island", "10")}))
    lines = to_text(draw_small(view_of(island, mother_nature=10), marks, SMALL))
    assert "┃[10]▲♜b1⊘2✦┃" in lines[3].replace(" ", "")
    assert "┃ R2      2:1┃" in lines[4]


def test_steps_are_shown_on_islands_that_mother_nature_may_reach() -> None:
    marks = Marks(legal=frozenset({("island", "8"), ("island", "9")}))
    text = "\n".join(to_text(draw_small(full_view(phase="MOTHER_NATURE"), marks, MEDIUM)))
    assert "▲+1" in text
    assert "▲+2" in text
    assert "▲+3" not in text


def test_student_of_the_selected_action_is_a_preview_on_its_island() -> None:
    marks = Marks(preview=MoveStudent("ISLAND", "RED", 9))
    lines = to_text(draw_small(full_view(), marks, SMALL))
    assert any("│ B1 ‹R›     │" in line for line in lines)
    assert "‹R›" not in "\n".join(to_text(draw_small(full_view(), Marks(), SMALL)))


def test_inside_has_the_columns_of_three_cells_and_their_borders() -> None:
    assert inner_columns(MEDIUM) == 47
