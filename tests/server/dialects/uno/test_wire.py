"""Test parsing and formatting of the parts of lines (server.dialects.uno.wire)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.uno.cards import CARD_BY_TEXT, HAND_TEXT, KINDS, TABLE_TEXT
from server.dialects.lines import line
from server.dialects.uno.wire import (
    flag_text,
    is_seven,
    maybe_card,
    maybe_color,
    maybe_flag,
    maybe_lobby_name,
    maybe_name,
    normalize_name,
    sanitize_argument,
    split_line,
)


def test_line_is_joined_without_spaces_also_with_numbers_and_empty_arguments() -> None:
    assert line("BGI", "RED 6", "", "a:1:0", flag_text(True)) == "BGI|RED 6||a:1:0|true"
    assert line("RP", 30) == "RP|30"


def test_line_is_split_and_trimmed() -> None:
    assert split_line("MH|david|human_player") == ("MH", ["david", "human_player"])
    assert split_line(" MH | david | human_player ") == ("MH", ["david", "human_player"])
    assert split_line("DC") == ("DC", [])
    assert split_line("SG|") == ("SG", [""])


@pytest.mark.parametrize("card", CARD_BY_TEXT)
def test_every_card_text_is_parsed_also_with_a_semicolon(card: str) -> None:
    assert maybe_card(card) == card
    assert maybe_card(f"{card};") == card


def test_every_text_of_a_card_in_a_hand_or_on_the_pile_can_be_parsed() -> None:
    for texts in (HAND_TEXT, *TABLE_TEXT):
        assert all(maybe_card(texts[kind]) == texts[kind] for kind in KINDS)


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("RED ZERO", "RED 0"),
        ("YELLOW THREE", "YELLOW 3"),
        ("BLUE NINE", "BLUE 9"),
        ("GREEN DRAW_TWO", "GREEN DRAW_2"),
        ("WILD WILD", "WILD WILD"),
        ("BLACK WILD", "WILD WILD"),
        ("ANY PICK", "WILD WILD"),
        ("WILD PICK", "WILD WILD"),
        ("RED PICK", "RED WILD"),
        ("BLACK DRAW_FOUR", "WILD DRAW_4"),
        ("ANY WILD_DRAW_4", "WILD DRAW_4"),
        ("BLUE DRAW_FOUR", "BLUE DRAW_4"),
        ("RED 5 ;", "RED 5"),
        ("RED  5", "RED 5"),
    ],
)
def test_alternative_spellings_of_cards_are_accepted(text: str, card: str) -> None:
    assert maybe_card(text) == card


@pytest.mark.parametrize(
    "text",
    [
        "",
        "RED",
        "WILD",
        "RED 10",
        "PURPLE 5",
        "red 5",
        "RED five",
        "WILD 5",
        "ANY SKIP",
        "5 RED",
        "RED 5 5",
        "RED-5",
        "RED DRAW_3",
        "RED 5;;",
        ";",
        "RED 5;RED 6",
        "GREEN",
        "\uff32\uff25\uff24 5",
    ],
)
def test_text_that_is_no_card_is_parsed_as_none(text: str) -> None:
    assert maybe_card(text) is None


def test_is_seven_is_true_for_a_seven_and_false_for_other_cards_and_none() -> None:
    assert is_seven("RED 7")
    assert not is_seven("RED 1")
    assert not is_seven("WILD WILD")
    assert not is_seven(None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("true", True), ("TRUE", True), ("False", False), ("yes", None), ("", None), ("1", None)],
)
def test_true_and_false_are_parsed_in_any_case_and_other_texts_as_none(
    text: str, expected: bool | None
) -> None:
    assert maybe_flag(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("RED", "RED"), ("BLUE;", "BLUE"), ("red", None), ("WILD", None), ("", None), ("PINK", None)],
)
def test_only_colors_in_upper_case_are_parsed_also_with_a_semicolon(
    text: str, expected: str | None
) -> None:
    assert maybe_color(text) == expected


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("a", "a"),
        ("David", "david"),
        ("bot_1", "bot_1"),
        ("a.b-c_d", "a.b-c_d"),
        ("X" * 20, "x" * 20),
        ("Ünal", "ünal"),
        ("\uff17", "7"),
        ("", None),
        ("x" * 21, None),
        ("a b", None),
        ("a:b", None),
        ("a;b", None),
        ("a\x00", None),
        ("a\u202eb", None),
        ("a!", None),
    ],
)
def test_names_are_lowered_and_none_if_empty_over_20_characters_or_with_other_signs(
    text: str, name: str | None
) -> None:
    assert maybe_name(text) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("room", "room"),
        ("MyLobby", "MyLobby"),
        ("x" * 30, "x" * 30),
        ("a.b", "a.b"),
        ("x" * 31, None),
        ("", None),
        ("a b", None),
        ("a:1", None),
        ("a;b", None),
    ],
)
def test_lobby_names_keep_their_case_and_are_none_if_empty_over_30_or_with_separators(
    text: str, name: str | None
) -> None:
    assert maybe_lobby_name(text) == name


@given(st.text(max_size=25))
def test_accepted_name_is_not_changed_by_checking_or_normalizing_it_again(text: str) -> None:
    name = maybe_name(text)
    if name is not None:
        assert maybe_name(name) == name == normalize_name(name)


@given(st.text(max_size=40))
def test_sanitized_text_is_split_as_one_argument_of_a_line(text: str) -> None:
    assert split_line(line("BM", sanitize_argument(text)))[1] == [sanitize_argument(text).strip()]
