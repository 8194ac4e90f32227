"""Pieces that overlap, labels of players, bars and pages that fit."""

import pytest

from client.games.cards import (
    face_down_pile,
    first_fit,
    hand_bar,
    overlay,
    player_name,
    score_bar,
    short_name,
    variant_of,
)
from client.games.drawing import Span, plain, to_text, width
from tests.client.games.uno.tables import uno_view

VIEW = uno_view(["RED 1"], 3, 4)


def test_later_piece_covers_earlier_ones_and_gaps_are_spaces() -> None:
    pieces = [(0, 0, [plain("abcd", "muted", ("x",))]), (2, 0, [plain("Z")]), (1, 2, [plain("e")])]
    drawing = overlay(pieces)
    assert to_text(drawing) == ["abZd", "", " e"]
    assert drawing[0] == (Span("ab", "muted", ("x",)), Span("Z"), Span("d", "muted", ("x",)))
    assert overlay([]) == []


def test_overlay_keeps_wide_letters_and_combining_marks() -> None:
    (line,) = overlay([(0, 0, [plain("日e\u0301x")]), (6, 0, [plain("y")])])
    assert line[0].text == "日e\u0301x  y"
    assert width(line) == 7


def test_first_fit_reduces_the_last_part_first_and_then_the_others() -> None:
    tall, low = variant_of([plain("T")] * 4), variant_of([plain("t")] * 2)
    big, small = variant_of([plain("H")] * 3), variant_of([plain("h")])
    sizes = {
        lines: to_text(first_fit([[tall, low], [big, small]], lines)) for lines in (7, 5, 3, 1)
    }
    assert sizes == {7: [*"TTTTHHH"], 5: [*"TTTTh"], 3: [*"tth"], 1: [*"tth"]}


def test_reader_is_marked_in_the_width_that_is_there() -> None:
    names = ("ada", "a-long-nickname", "bob")
    assert player_name(VIEW, names, 0, 10) == "ada (you)"
    assert player_name(VIEW, names, 0, 8) == "you"
    assert player_name(VIEW, names, 1, 8) == "a-long-…"
    assert player_name(VIEW, names, 2, 8) == "bob"
    assert [short_name(VIEW, names, seat) for seat in (0, 2)] == ["you", "bob"]


@pytest.mark.parametrize(("cards", "bar"), [(0, "    "), (3, "▮▮▮ "), (4, "▮▮▮▮"), (9, "▮▮▮+")])
def test_hand_bar_has_a_plus_sign_for_cards_that_do_not_fit(cards: int, bar: str) -> None:
    assert hand_bar(cards, 4) == bar


@pytest.mark.parametrize(("score", "filled"), [(-15, 0), (0, 0), (250, 5), (500, 10), (900, 10)])
def test_score_bar_is_full_at_the_target_and_empty_for_a_negative_score(
    score: int, filled: int
) -> None:
    assert score_bar(score, 500, 10) == ("█" * filled, "·" * (10 - filled))


def test_pile_has_its_number_of_cards_in_the_middle_line() -> None:
    assert to_text(face_down_pile(31, 7, 3, "muted", ("draw",))) == [
        "░░░░░░░",
        "░ 31 ░░",
        "░░░░░░░",
    ]
    assert to_text(face_down_pile(5, 6, 2, "muted", ("draw",))) == ["░ 5 ░░", "░░░░░░"]
