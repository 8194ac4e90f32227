"""The table of remote methods, and the conversion of arguments to messages."""

from typing import Any

import pytest
from msgspec import Raw

from messages import (
    ChooseNickname,
    ErrorCode,
    Heartbeat,
    Message,
    ProtocolError,
    SelectModeAndPlayers,
)
from messages.codec import encode
from messages.eriantys.actions import MoveMotherNature, MoveStudent, UseCharacterCard
from messages.registry import ALIASES, CLIENT_MESSAGES
from server.transports.pyro.methods import (
    EXPOSED,
    METADATA,
    METHODS,
    OBJECT,
    Poll,
    read_message,
    read_poll,
    snake_case,
)
from server.transports.pyro.wire import Call


def read(name: str, *fields: Any, **kwargs: Any) -> Message:
    """Return the message of a call with a key and these fields."""
    args = ("key", *fields)
    key, message = read_message(METHODS[name], Call(OBJECT, name, Raw(encode(args)), kwargs))
    if isinstance(message, ProtocolError):
        raise message
    assert key == "key"
    return message


def test_exposed_methods_are_client_messages_and_aliases_plus_open_poll_close_and_do() -> None:
    assert set(METHODS) == {snake_case(name) for name in (*CLIENT_MESSAGES, *ALIASES)}
    assert len(METHODS) == len(CLIENT_MESSAGES) + len(ALIASES)
    assert {*METHODS, "open", "poll", "close", "do"} == EXPOSED
    assert not set(METHODS) & {"open", "poll", "close", "do"}
    assert {"methods": sorted(EXPOSED), "oneway": [], "attrs": []} == METADATA


def test_snake_case_converts_message_names_to_method_names() -> None:
    assert snake_case("ChooseNickname") == "choose_nickname"
    assert snake_case("SelectModeAndPlayers") == "select_mode_and_players"
    assert snake_case("Quit") == "quit"


def test_no_message_has_a_field_named_key() -> None:
    assert all("key" not in method.keywords for method in METHODS.values())


def test_positional_arguments_follow_the_declared_order_and_optional_ones_may_be_omitted() -> None:
    assert read("move_student", "ISLAND", "RED", 3) == MoveStudent("ISLAND", "RED", 3)
    assert read("move_student", "SCHOOL", "RED") == MoveStudent("SCHOOL", "RED")
    assert read("choose_nickname", "ada") == ChooseNickname("ada")


def test_method_named_after_an_alias_makes_the_message_it_stands_for() -> None:
    assert read("play_character_card", "MONK", "RED", 3) == UseCharacterCard("MONK", "RED", 3)
    assert read("play_character_card", asset="THIEF", color="red", id=6) == UseCharacterCard(
        "THIEF", "RED", id=6
    )
    assert read("move_mother_nature_step", 2) == MoveMotherNature(2)


def test_words_of_enumerations_are_read_in_any_letter_case() -> None:
    assert read("move_student", "island", "Red", 3) == MoveStudent("ISLAND", "RED", 3)
    assert read("move_student", "school", color="pink") == MoveStudent("SCHOOL", "PINK")
    swap = read("use_character_card", "JESTER", None, None, ["red"], ["Blue"])
    assert swap == UseCharacterCard("JESTER", taken=("RED",), given=("BLUE",))
    with pytest.raises(ProtocolError, match="Invalid enum value 'purple'"):
        read("move_student", "island", "purple", 3)


def test_keyword_arguments_use_python_names_and_include_the_id() -> None:
    expected = MoveStudent("ISLAND", "RED", 3, id=8)
    assert read("move_student", "ISLAND", color="RED", island_position=3, id=8) == expected
    assert read("heartbeat", id=4) == Heartbeat(id=4)
    assert read("heartbeat", id=None) == Heartbeat()


def test_lists_and_dicts_are_converted_to_field_types() -> None:
    expected = UseCharacterCard("JESTER", taken=("RED",), given=("BLUE",))
    assert read("use_character_card", "JESTER", taken=["RED"], given=["BLUE"]) == expected
    expected_match = SelectModeAndPlayers(2, True, "eriantys", {"a": 1}, private=True)
    assert read("select_mode_and_players", 2, True, "eriantys", {"a": 1}, True) == expected_match


WRONG: dict[str, tuple[str, list[Any], dict[str, Any]]] = {
    "missing": ("choose_nickname", [], {}),
    "too many": ("choose_nickname", ["ada", "secret", "bob"], {}),
    "id is not positional": ("choose_nickname", ["ada", "secret", 4], {}),
    "twice": ("choose_nickname", ["ada"], {"nickname": "bob"}),
    "unknown": ("choose_nickname", ["ada"], {"nick": "bob"}),
    "camel case": ("move_student", ["ISLAND", "RED"], {"islandPosition": 3}),
    "type": ("choose_nickname", ["ada"], {"type": "Quit"}),
    "a number": ("choose_nickname", [3], {}),
    "bytes": ("choose_nickname", [b"ada"], {}),
    "a text for a number": ("select_match", ["0"], {}),
    "a fraction": ("select_match", [0.5], {}),
    "too large": ("select_match", [2**63], {}),
    "too long": ("choose_nickname", ["a" * 65], {}),
    "not a color": ("move_student", ["ISLAND", "MAUVE"], {}),
    "a class": ("choose_nickname", [{"__class__": "Pyro5.core.URI", "state": []}], {}),
    "nothing": ("choose_nickname", [None], {}),
    "id": ("choose_nickname", ["ada"], {"id": "x"}),
    "id zero": ("choose_nickname", ["ada"], {"id": 0}),
}


@pytest.mark.parametrize(("name", "args", "kwargs"), WRONG.values(), ids=WRONG.keys())
def test_wrong_arguments_get_malformed_message_with_the_usage_in_a_short_text(
    name: str, args: list[Any], kwargs: dict[str, Any]
) -> None:
    with pytest.raises(ProtocolError) as error:
        read(name, *args, **kwargs)
    assert error.value.code is ErrorCode.MALFORMEDMESSAGE
    assert f"Call it as {name}(key" in error.value.text
    assert len(error.value.text) < 600


def test_error_text_is_short_clean_and_has_the_message_id() -> None:
    with pytest.raises(ProtocolError) as error:
        read("choose_nickname", "ada", id=9, **{"\x1b[2J" + "x" * 5000: 1})
    assert len(error.value.text) < 600
    assert error.value.text.isprintable()
    assert error.value.reply_to == 9


def test_poll_accepts_defaults_and_keywords() -> None:
    assert read_poll(["k"], {}) == Poll("k", 0, 0.0)
    assert read_poll(["k", 3], {"wait": 2}) == Poll("k", 3, 2.0)
    assert read_poll([], {"key": "k", "cursor": 3, "wait": 0.5}) == Poll("k", 3, 0.5)


@pytest.mark.parametrize(
    "args",
    [[], [3], ["k", -1], ["k", "0"], ["k", True], ["k", 0, "1"], ["k", 0, None], ["k", 0, 0, 0]],
)
def test_invalid_poll_arguments_get_an_error_with_the_usage(args: list[Any]) -> None:
    with pytest.raises(ProtocolError, match=r"poll\(key, cursor, wait\)"):
        read_poll(args, {})
