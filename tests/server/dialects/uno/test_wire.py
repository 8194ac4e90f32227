"""The small parts of the dialect's lines, without any server (server.dialects.uno.wire)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.uno.cards import CARD_BY_TEXT, HAND_TEXT, KINDS, TABLE_TEXT
from server.dialects.lines import line
from server.dialects.uno.wire import (
    flag,
    fold,
    is_seven,
    maybe_card,
    maybe_color,
    maybe_flag,
    maybe_lobby_name,
    maybe_name,
    one_argument,
    split,
)


def test_a_line_is_joined_without_spaces() -> None:
    assert line("BGI", "RED 6", "", "a:1:0", flag(True)) == "BGI|RED 6||a:1:0|true"
    assert line("RP", 30) == "RP|30"


def test_a_line_is_split_and_trimmed() -> None:
    assert split("MH|david|human_player") == ("MH", ["david", "human_player"])
    assert split(" MH | david | human_player ") == ("MH", ["david", "human_player"])
    assert split("DC") == ("DC", [])
    assert split("SG|") == ("SG", [""])


@pytest.mark.parametrize("card", CARD_BY_TEXT)
def test_every_card_is_read_as_it_is_sent(card: str) -> None:
    assert maybe_card(card) == card
    assert maybe_card(f"{card};") == card


def test_every_card_we_send_can_be_said_back() -> None:
    for texts in (HAND_TEXT, *TABLE_TEXT):
        assert all(maybe_card(texts[kind]) == texts[kind] for kind in KINDS)


@pytest.mark.parametrize(
    ("said", "card"),
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
def test_other_spellings_are_understood(said: str, card: str) -> None:
    assert maybe_card(said) == card


@pytest.mark.parametrize(
    "said",
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
def test_what_is_no_card(said: str) -> None:
    assert maybe_card(said) is None


def test_sevens() -> None:
    assert is_seven("RED 7")
    assert not is_seven("RED 1")
    assert not is_seven("WILD WILD")
    assert not is_seven(None)


@pytest.mark.parametrize(
    ("said", "meant"),
    [("true", True), ("TRUE", True), ("False", False), ("yes", None), ("", None), ("1", None)],
)
def test_booleans(said: str, meant: bool | None) -> None:
    assert maybe_flag(said) is meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [("RED", "RED"), ("BLUE;", "BLUE"), ("red", None), ("WILD", None), ("", None), ("PINK", None)],
)
def test_colours(said: str, meant: str | None) -> None:
    assert maybe_color(said) == meant


@pytest.mark.parametrize(
    ("said", "name"),
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
def test_names(said: str, name: str | None) -> None:
    assert maybe_name(said) == name


@pytest.mark.parametrize(
    ("said", "name"),
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
def test_lobby_names(said: str, name: str | None) -> None:
    assert maybe_lobby_name(said) == name


@given(st.text(max_size=25))
def test_a_name_in_its_normal_form_stays_as_it_is(text: str) -> None:
    name = maybe_name(text)
    if name is not None:
        assert maybe_name(name) == name == fold(name)


@given(st.text(max_size=40))
def test_text_of_other_routes_is_one_argument(text: str) -> None:
    assert split(line("BM", one_argument(text)))[1] == [one_argument(text).strip()]
