"""An area of Codex Naturalis as text, and the window on a large one."""

import pytest

from client.games.codex.area_drawing import Size, center_signs, draw_area
from messages.codex.area import CodexArea, CodexPlaced, CodexSpot
from tests.client.games.codex.tables import LARGE
from tests.games.codex.tables import area

ALL = Size(200, 200)
SMALL = Size(31, 12)


def drawn_lines(area_to_draw: CodexArea, size: Size = ALL, numbers: bool = True) -> list[str]:
    return draw_area(area_to_draw, size, numbers=numbers)[0]


def test_newer_card_covers_the_shared_corner() -> None:
    drawn = drawn_lines(area("S01 front", "R02 front 1 1"), numbers=False)
    assert drawn == ["    F---F", "    | f |", "F---x---.", "| s |", "I---A"]


def test_open_spots_show_their_numbers() -> None:
    assert drawn_lines(area("S05 back")) == ["  1       2", "    .---.", "    |PAI|", "    x---x"]


@pytest.mark.parametrize(
    ("card", "side", "shown"),
    [("R01", "FRONT", " f "), ("G21", "FRONT", "*a*"), ("G21", "BACK", "(A)")],
)
def test_card_center_shows_kingdom_side_and_whether_the_card_is_gold(
    card: str, side: str, shown: str
) -> None:
    assert center_signs(CodexPlaced(card, side, 0, 0)) == shown  # type: ignore[arg-type]


def test_empty_area_has_no_lines_and_nothing_outside() -> None:
    assert draw_area(CodexArea(), ALL) == ([], "")


def test_area_that_fits_is_shown_completely_with_nothing_outside() -> None:
    drawn, outside = draw_area(LARGE, ALL)
    assert outside == ""
    assert len(drawn) == 2 * 24 + 3
    assert sum(line.count("(F)") for line in drawn) == len(LARGE.placed)


def test_window_without_center_fills_its_size_around_the_last_card_and_counts_cards_outside() -> (
    None
):
    drawn, outside = draw_area(LARGE, SMALL)
    assert (max(map(len, drawn)), len(drawn)) == SMALL
    assert drawn[0] == ".---.   .---.   .---.   .---."[-SMALL.width :].rjust(SMALL.width)
    assert outside == "←225 ↓238"


@pytest.mark.parametrize("center", [(0, 0), (12, 12), (24, 0), (0, 24), (99, -99)])
def test_window_fills_its_size_for_any_center_and_arrows_point_to_cards_outside(
    center: tuple[int, int],
) -> None:
    drawn, outside = draw_area(LARGE, SMALL, center)
    assert (max(map(len, drawn)), len(drawn)) == SMALL
    arrows = {text[0] for text in outside.split()}
    x, y = center
    assert ("←" in arrows, "→" in arrows) == (x > 0, x < 24)
    assert ("↓" in arrows, "↑" in arrows) == (y > 0, y < 24)


def test_spot_numbers_are_not_cut_at_the_edges_of_the_window() -> None:
    area_to_draw = CodexArea(spots=tuple(CodexSpot(2 * n, 0) for n in range(20)))
    for width in range(20, 60):
        (line,), _ = draw_area(area_to_draw, Size(width, 5), (28, 0))
        numbers = [int(word) for word in line.split()]
        assert numbers == list(range(numbers[0], numbers[-1] + 1))
