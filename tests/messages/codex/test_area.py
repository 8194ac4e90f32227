"""Open spots, visible symbols and points of an area."""

import pytest

from messages.codex.area import CodexArea, covered_by, neighbours, placement_points, with_card
from messages.codex.cards import CODEX_CARDS
from tests.games.codex.tables import area, seen, spots


def test_area_has_no_spots_until_the_starter_opens_its_four_neighbours() -> None:
    assert CodexArea().spots == ()
    assert spots(with_card(CodexArea(), "S03", "FRONT", 0, 0)) == set(neighbours(0, 0))


@pytest.mark.parametrize(
    ("starter", "symbols"),
    [
        ("S03 back", {"fungi": 1, "plant": 1}),
        ("S01 back", {"plant": 1, "insect": 2}),
        ("S03 front", {"fungi": 1, "plant": 1, "animal": 1, "insect": 1}),
    ],
)
def test_starter_shows_the_symbols_of_its_corners_and_centre(
    starter: str, symbols: dict[str, int]
) -> None:
    assert seen(area(starter)) == symbols


def test_newer_card_covers_the_corner_that_points_to_it_and_opens_spots() -> None:
    laid = area("S03 front", "R01 back 1 1")
    assert seen(laid) == {"fungi": 2, "plant": 1, "insect": 1}
    assert spots(laid) == {(-1, -1), (-1, 1), (0, 2), (1, -1), (2, 0), (2, 2)}


def test_centre_counts_with_all_four_corners_covered() -> None:
    around = ("R01 back 1 1", "R02 back -1 1", "R03 back 1 -1", "R04 back -1 -1")
    assert seen(area("S03 back", *around)) == {"fungi": 5, "plant": 1}


def test_a_card_covers_a_corner_of_each_neighbour() -> None:
    laid = area("S03 back", "R01 back 1 1", "R02 back -1 1")
    assert covered_by(laid, 0, 2) == [(-1, 1), (1, 1)]
    assert covered_by(laid, 2, 2) == [(1, 1)]


def test_spots_are_sorted_by_x_and_y() -> None:
    laid = area("S03 back", "R01 back 1 1", "R02 back -1 1")
    assert [(s.x, s.y) for s in laid.spots] == sorted((s.x, s.y) for s in laid.spots)


def test_front_scores_fixed_points_or_per_covered_corner_and_back_scores_nothing() -> None:
    laid = area("S03 back", "R01 back 1 1", "R02 back -1 1")
    assert placement_points(CODEX_CARDS["G10"], "FRONT", laid, 0, 2) == 5
    assert placement_points(CODEX_CARDS["G10"], "BACK", laid, 0, 2) == 0
    assert placement_points(CODEX_CARDS["G16"], "FRONT", laid, 0, 2) == 4
    assert placement_points(CODEX_CARDS["R08"], "FRONT", laid, 0, 2) == 1
