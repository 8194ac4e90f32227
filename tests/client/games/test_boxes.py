"""Grids of cells: the signs where borders meet, and areas without inner borders."""

from itertools import product

import pytest

from client.games.boxes import SIGNS, Area, Run, draw_grid, merge_spans
from client.games.drawing import Span, plain, to_text, width

A, B, C = (Area(key, zone=("area", key)) for key in "abc")
LEGAL = Area("b", 1, "legal", ("area", "b"))


@pytest.mark.parametrize(
    ("weights", "sign"),
    [
        ((0, 1, 0, 1), "─"),
        ((2, 0, 2, 0), "┃"),
        ((0, 1, 1, 0), "╭"),
        ((2, 0, 0, 2), "┛"),
        ((1, 2, 2, 1), "╆"),
        ((1, 1, 2, 2), "╅"),
        ((2, 2, 0, 1), "┺"),
        ((2, 1, 0, 2), "┹"),
        ((1, 2, 2, 2), "╈"),
        ((1, 2, 2, 0), "┢"),
        ((2, 2, 2, 2), "╋"),
        ((0, 0, 0, 0), " "),
    ],
)
def test_sign_matches_the_weights_of_its_arms(
    weights: tuple[int, int, int, int], sign: str
) -> None:
    assert SIGNS[weights] == sign


def test_every_combination_of_two_opposite_or_more_arms_has_a_sign_of_its_own() -> None:
    found = [
        (up, right, down, left)
        for up, right, down, left in product(range(3), repeat=4)
        if ((up or down) and (right or left))
        or (up and up == down and not (right or left))
        or (left and left == right and not (up or down))
    ]
    signs = [SIGNS[weights] for weights in found]
    assert len(set(signs)) == len(signs) == 4 + 64


def test_cells_of_one_area_have_no_border_between_them() -> None:
    rows = [
        [Run(A, [plain("0")]), Run(B, [plain("1")]), Run(B, [plain("2")])],
        [Run(C, [plain("inside")], 2), Run(B, [plain("3")])],
    ]
    assert to_text(draw_grid(rows, 3)) == [
        "╭───┬───────╮",
        "│0  │1   2  │",
        "├───┴───╮   │",
        "│inside │3  │",
        "╰───────┴───╯",
    ]


def test_border_of_an_area_that_can_be_chosen_is_heavy_and_has_its_zone_and_role() -> None:
    rows = [[Run(A, [plain("0")]), Run(LEGAL, [plain("1"), plain("x")]), Run(C, [])]]
    drawn = draw_grid(rows, 2)
    assert to_text(drawn) == ["╭──┲━━┱──╮", "│0 ┃1 ┃  │", "│  ┃x ┃  │", "╰──┺━━┹──╯"]
    assert Span("┲━━┱", "legal", ("area", "b")) in drawn[0]
    assert {width(line) for line in drawn} == {10}


def test_wide_content_is_cut_and_keeps_its_own_zone() -> None:
    line = (Span("ab", "text", ("own",)), Span("cdef"))
    drawn = draw_grid([[Run(A, [line])]], 4)
    assert drawn[1][1:3] == (Span("ab", "text", ("own",)), Span("cd", "text", ("area", "a")))


def test_merge_spans_joins_only_spans_of_the_same_role_and_zone() -> None:
    line = (Span("a"), Span("b"), Span("c", "muted"), Span("d", "muted", ("z",)))
    assert merge_spans(line) == (Span("ab"), Span("c", "muted"), Span("d", "muted", ("z",)))
