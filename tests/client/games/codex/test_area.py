"""The area: which part is visible, spots, the previewed card and thumbnails."""

import pytest
from msgspec.structs import replace

from client.games.codex.area import (
    SMALL_CARD,
    after_placement,
    count_outside,
    draw_area,
    fits,
    make_window,
    scroll,
    selected_spot,
    shown_seat,
    shown_spots,
    thumbnail,
)
from client.games.drawing import Marks, Size, to_text
from messages.codex.actions import PlaceCodexCard
from tests.client.games.codex.tables import codex_view, large_view
from tests.client.games.random_matches import drawn_zones
from tests.games.codex.tables import A, B

SIZE = Size(50, 13)
ACTION = PlaceCodexCard("R02", "FRONT", 2, 2)
FAR = PlaceCodexCard("R02", "BACK", 0, 0)


def test_shown_seat_is_selected_own_or_on_turn() -> None:
    assert shown_seat(codex_view(), Marks()) == A
    assert shown_seat(codex_view(), Marks(seat=B)) == B
    assert shown_seat(codex_view(), Marks(seat=9)) == A
    assert shown_seat(codex_view(None), Marks()) == A


def test_starter_stays_in_the_middle_while_everything_fits() -> None:
    shown = draw_area(codex_view(), A, SIZE, SMALL_CARD, Marks())
    lines = to_text(shown)
    starter = next(n for n, line in enumerate(lines) if "FP" in line)
    assert lines[starter].index("FP") == SIZE.columns // 2 - 1
    assert len(shown) == SIZE.lines
    assert not any("more" in line for line in lines)


def test_spots_are_numbered_in_the_own_area_only_and_not_in_the_set_up() -> None:
    view = codex_view()
    assert ("spot", "1") in drawn_zones(draw_area(view, A, SIZE, SMALL_CARD, Marks()))
    assert shown_spots(view, B) == ()
    assert shown_spots(replace(view, phase="SETUP"), A) == ()


def test_preview_without_the_cursor_has_its_own_sign() -> None:
    lines = to_text(draw_area(codex_view(), A, SIZE, SMALL_CARD, Marks(preview=ACTION)))
    assert any("│ ‹8› │" in line for line in lines)
    elsewhere = Marks(preview=PlaceCodexCard("R02", "FRONT", 40, 40))
    drawn = to_text(draw_area(codex_view(), A, SIZE, SMALL_CARD, elsewhere))
    assert not any("‹" in line for line in drawn)


def test_selected_spot_is_that_of_the_preview_or_the_cursor() -> None:
    area = codex_view().players[A].area
    assert selected_spot(area, Marks(preview=ACTION, cursor=("spot", "1"))) == (2, 2)
    assert selected_spot(area, Marks(cursor=("spot", "1"))) == (area.spots[0].x, area.spots[0].y)
    assert selected_spot(area, Marks(cursor=("spot", "99"))) is None
    assert selected_spot(area, Marks(cursor=("card", "1"))) is None


def test_window_moves_only_as_far_as_the_selected_spot_needs() -> None:
    boxes = [(0, column) for column in range(0, 100, 6)]
    around = make_window(boxes, Size(20, 3), SMALL_CARD, [(5, 0)], None)
    assert around.columns == range(23, 43)
    near = make_window(boxes, Size(20, 3), SMALL_CARD, [(5, 0), (6, 0)], None)
    assert near.columns == around.columns
    far = make_window(boxes, Size(20, 3), SMALL_CARD, [(5, 0), (9, 0)], None)
    assert far.columns == range(41, 61)
    scrolled = make_window(boxes, Size(20, 3), SMALL_CARD, [(5, 0)], (0, 0))
    assert scrolled.columns == range(20)
    assert count_outside(scrolled, boxes, SMALL_CARD) == "→14"


def test_cut_area_counts_what_is_outside() -> None:
    view = large_view()
    assert not fits(view, A, SIZE, SMALL_CARD)
    assert to_text(draw_area(view, A, SIZE, SMALL_CARD, Marks()))[-1].startswith("more ←")


@pytest.mark.parametrize("lines", [1, 2, 3, 4])
def test_cut_area_has_exactly_its_lines_and_a_note_only_if_there_is_a_line_for_it(
    lines: int,
) -> None:
    drawn = to_text(draw_area(large_view(), A, Size(40, lines), SMALL_CARD, Marks()))
    assert len(drawn) == lines
    assert drawn[-1].startswith("more ") is (lines > SMALL_CARD.lines)


def test_scrolling_starts_at_the_last_card_and_stops_at_the_edges() -> None:
    view = large_view()
    assert scroll(view, Marks(), (1, 1)) == (24, 24)
    assert scroll(view, Marks(), (-1, 0)) == (22, 24)
    assert scroll(view, Marks(center=(1, 1)), (-1, -1)) == (0, 0)
    assert scroll(codex_view(), Marks(seat=B), (1, 0)) == (0, 0)


def test_area_without_cards_is_empty_but_has_its_lines() -> None:
    view = codex_view()
    empty = replace(view, players=(replace(view.players[0], area=type(view.players[0].area)()),))
    assert to_text(draw_area(empty, A, SIZE, SMALL_CARD, Marks())) == [""] * SIZE.lines
    assert scroll(empty, Marks(), (1, 0)) == (0, 0)
    assert thumbnail(empty.players[0].area, SIZE, ("seat", "0")) == []


def test_placement_that_is_not_possible_gives_no_area() -> None:
    area = codex_view().players[A].area
    assert after_placement(area, FAR) is None
    assert after_placement(area, replace(ACTION, card="zz")) is None
    after = after_placement(area, ACTION)
    assert after is not None
    assert len(after.placed) == len(area.placed) + 1


def test_thumbnail_has_one_chip_for_each_card() -> None:
    area = codex_view().players[A].area
    assert to_text(thumbnail(area, Size(9, 5), ("seat", "0"))) == ["A", "  P   F", "    S"]
    large = thumbnail(large_view().players[A].area, Size(9, 4), ("seat", "0"))
    assert len(large) == 4
