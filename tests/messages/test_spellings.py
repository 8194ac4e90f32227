"""Aliases of messages, and words of enumerations in any letter case, on the bytes of a frame."""

from typing import Any

import msgspec
import pytest

from messages import AddComputerPlayer, ClientMessage, ErrorCode, ProtocolError
from messages.codec import decode_client, encode
from messages.codex.actions import DrawCodexCard, PlaceCodexCard
from messages.eriantys.actions import MoveMotherNature, MoveStudent, UseCharacterCard
from messages.lobby import SelectModeAndPlayers
from messages.registry import ALIASES
from messages.spellings import convert_respelled
from messages.uno.actions import ChooseUnoColor, PlayUnoCard

MESSAGES: tuple[ClientMessage, ...] = (
    MoveStudent("ISLAND", "RED", 3, id=8),
    MoveStudent("SCHOOL", "PINK"),
    UseCharacterCard("JESTER", None, None, ("RED", "BLUE"), ("GREEN", "YELLOW")),
    UseCharacterCard("MONK", "RED", 3),
    ChooseUnoColor("BLUE", id=2),
    PlayUnoCard("WILD WILD", "GREEN"),
    PlaceCodexCard("R01", "BACK", 1, -1),
    DrawCodexCard("SLOT_3"),
    SelectModeAndPlayers(2, absent="suspend"),
)
ENUMERATIONS = ("moveTo", "color", "taken", "given", "side", "source", "absent")


def respell(plain: dict[str, Any], change: Any) -> dict[str, Any]:
    """Return the map with its words of enumerations changed."""
    return {
        name: _respell_value(value, change) if name in ENUMERATIONS else value
        for name, value in plain.items()
    }


def _respell_value(value: Any, change: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_respell_value(part, change) for part in value]
    return change(value) if isinstance(value, str) else value


@pytest.mark.parametrize("change", [str.lower, str.upper, str.title, str.swapcase])
@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_words_of_enumerations_are_read_in_any_letter_case(
    message: ClientMessage, change: Any
) -> None:
    plain = respell(msgspec.to_builtins(message), change)
    assert decode_client(msgspec.msgpack.encode(plain)) == message
    del plain["type"]
    assert convert_respelled(plain, type(message)) == message


@pytest.mark.parametrize(
    ("plain", "message"),
    [
        (
            {"type": "PlayCharacterCard", "asset": "THIEF", "color": "RED", "id": 4},
            UseCharacterCard("THIEF", "RED", id=4),
        ),
        (
            {"type": "PlayCharacterCard", "asset": "JESTER", "taken": ["red"], "given": ["Pink"]},
            UseCharacterCard("JESTER", taken=("RED",), given=("PINK",)),
        ),
        ({"type": "MoveMotherNatureStep", "steps": 2}, MoveMotherNature(2)),
    ],
)
def test_alias_is_read_as_the_message_it_stands_for(
    plain: dict[str, Any], message: ClientMessage
) -> None:
    assert decode_client(msgspec.msgpack.encode(plain)) == message


def test_aliases_of_eriantys_are_the_names_of_the_scenarios_of_its_document() -> None:
    assert {
        "PlayCharacterCard": UseCharacterCard,
        "MoveMotherNatureStep": MoveMotherNature,
    } == ALIASES


@pytest.mark.parametrize(
    ("plain", "words"),
    [
        ({"type": "MoveStudent", "moveTo": "ISLAND", "color": "purple"}, "Invalid enum value"),
        ({"type": "MoveStudent", "moveTo": "island", "color": 3}, "$.color"),
        ({"type": "MoveStudent", "moveTo": "island", "color": "red", "now": 1}, "field `now`"),
        ({"type": "MoveStudent", "moveTo": "island"}, "missing required field `color`"),
        ({"type": "MoveMotherNatureStep", "steps": "far"}, "$.steps"),
        ({"type": "MoveMotherNatureStep"}, "missing required field `steps`"),
        ({"type": "PlayCharacterCard", "asset": "MONK", "color": "purple"}, "$.color"),
        ({"type": "playCharacterCard", "asset": "MONK"}, "No client message has this type"),
    ],
)
def test_message_that_no_spelling_explains_is_refused_with_the_fault(
    plain: dict[str, Any], words: str
) -> None:
    with pytest.raises(ProtocolError) as caught:
        decode_client(msgspec.msgpack.encode({**plain, "id": 7}))
    assert caught.value.code is ErrorCode.MALFORMEDMESSAGE
    assert caught.value.reply_to == 7
    assert words in caught.value.text


def test_other_texts_are_not_respelled() -> None:
    message = AddComputerPlayer("Greedy", "RED")
    assert decode_client(encode(message)) == message
