"""The deck, the texts of cards, and the playable cards."""

from collections import Counter

import pytest

from games.uno.cards import (
    CARD_BY_TEXT,
    COLOR_OF,
    DECK,
    DRAW_4,
    HAND_TEXT,
    KINDS,
    MISFITS,
    NO_COLOR,
    POINTS,
    TABLE_TEXT,
    UNSTACKABLE,
    WILD,
    card_names,
    holds_color,
    most_held_color,
    value_of,
)
from tests.games.uno.tables import kinds


def kind(text: str) -> int:
    return CARD_BY_TEXT[text][0]


def playable_on(top: str) -> set[str]:
    """Return the texts of all cards that may be played on this card."""
    card, named = CARD_BY_TEXT[top]
    color = COLOR_OF[card] if named == NO_COLOR else named
    return {HAND_TEXT[k] for k in KINDS if k not in MISFITS[color][card]}


def test_deck_is_sorted_and_has_108_cards_of_54_kinds_in_their_numbers() -> None:
    counts = Counter(DECK)
    assert len(DECK) == 108
    assert len(counts) == 54
    assert [counts[k] for k in (0, 1, 9, 10, 11, 12, 13, 14, WILD, DRAW_4)] == [
        *(1, 2, 2, 2, 2, 2),
        *(1, 2, 4, 4),
    ]
    assert bytes(sorted(DECK)) == DECK


def test_points_are_the_number_20_for_actions_and_50_for_wilds() -> None:
    names = ("RED 0", "BLUE 9", "GREEN SKIP", "RED REVERSE", "YELLOW DRAW_2")
    assert [POINTS[kind(name)] for name in names] == [0, 9, 20, 20, 20]
    assert [POINTS[WILD], POINTS[DRAW_4]] == [50, 50]
    assert sum(POINTS[card] for card in DECK) == 4 * 2 * 45 + 24 * 20 + 8 * 50


def test_texts_of_cards_and_of_wilds_with_a_named_color_can_be_parsed_and_made() -> None:
    assert len(CARD_BY_TEXT) == 54 + 8
    for k in KINDS:
        assert CARD_BY_TEXT[HAND_TEXT[k]] == (k, NO_COLOR)
    assert CARD_BY_TEXT["GREEN WILD"] == (WILD, 2)
    assert CARD_BY_TEXT["BLUE DRAW_4"] == (DRAW_4, 3)
    assert TABLE_TEXT[2][WILD] == "GREEN WILD"
    assert TABLE_TEXT[NO_COLOR][WILD] == "WILD WILD"
    assert TABLE_TEXT[0][kind("BLUE 7")] == "BLUE 7"


def test_cards_of_the_same_color_or_symbol_and_wilds_are_playable() -> None:
    assert playable_on("RED 7") == {
        *(name for name in HAND_TEXT if name.startswith("RED ")),
        *("YELLOW 7", "GREEN 7", "BLUE 7", "WILD WILD", "WILD DRAW_4"),
    }
    assert "BLUE SKIP" in playable_on("RED SKIP")
    assert "BLUE DRAW_2" in playable_on("RED DRAW_2")


def test_on_a_wild_cards_of_the_named_color_and_wilds_are_playable() -> None:
    red = {name for name in HAND_TEXT if name.startswith("RED ")}
    assert (
        playable_on("RED WILD") == playable_on("RED DRAW_4") == red | {"WILD WILD", "WILD DRAW_4"}
    )


def test_draw_two_of_any_color_stacks_on_draw_two_and_draw_four_on_draw_four_only() -> None:
    twos = {k for k in KINDS if k not in UNSTACKABLE[kind("RED DRAW_2")]}
    assert {HAND_TEXT[k] for k in twos} == {
        f"{color} DRAW_2" for color in ("RED", "YELLOW", "GREEN", "BLUE")
    }
    assert {k for k in KINDS if k not in UNSTACKABLE[DRAW_4]} == {DRAW_4}


def test_wilds_in_a_hand_count_for_no_color() -> None:
    hand = kinds("RED 7, WILD WILD, WILD DRAW_4")
    assert holds_color(hand, 0)
    assert not any(holds_color(hand, color) for color in (1, 2, 3))


@pytest.mark.parametrize(
    ("hand", "color"),
    [
        ("BLUE 1, BLUE 2, RED 3", 3),
        ("BLUE 1, YELLOW 2", 1),
        ("BLUE 1, RED 2, WILD WILD", 0),
        ("WILD WILD", 2),
    ],
)
def test_default_color_is_the_most_held_the_first_of_equals_or_the_current_one(
    hand: str, color: int
) -> None:
    assert most_held_color(kinds(hand), 2) == color


def test_hand_has_the_sum_of_points_and_the_texts_of_its_cards() -> None:
    hand = kinds("RED 7, BLUE SKIP, WILD WILD")
    assert value_of(hand) == 77
    assert card_names(hand) == ("RED 7", "BLUE SKIP", "WILD WILD")
