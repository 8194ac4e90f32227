"""Encoding of the base classes, tested with classes of this module."""

from typing import Any

import msgspec
import pytest

from messages.base import MAX_ID, Change, ClientMessage, Message, ServerMessage, View, members


class Ask(ClientMessage, frozen=True):
    card_value: int


class Tell(ServerMessage, frozen=True):
    card_value: int


class Moved(Change, frozen=True):
    seat: int


class TinyView(View, frozen=True, tag="tiny"):
    pass


def test_a_record_is_a_map_with_its_tag_and_names_in_camel_case() -> None:
    plain = [msgspec.to_builtins(record) for record in (Ask(1), Moved(2), TinyView(None))]
    assert plain == [
        {"type": "Ask", "cardValue": 1},
        {"kind": "Moved", "seat": 2},
        {"game": "tiny", "seat": None},
    ]


def test_only_the_server_refuses_fields_it_does_not_know() -> None:
    plain: dict[str, Any] = {"cardValue": 1, "news": 2}
    assert msgspec.convert({"type": "Tell", **plain}, Tell) == Tell(1)
    with pytest.raises(msgspec.ValidationError, match="unknown field `news`"):
        msgspec.convert({"type": "Ask", **plain}, Ask)


@pytest.mark.parametrize("number", [0, -1, MAX_ID + 1, 1.5, "1", True])
def test_an_id_is_a_number_that_every_client_can_hold(number: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"type": "Ask", "cardValue": 1, "id": number}, Ask)
    assert msgspec.convert({"type": "Ask", "cardValue": 1, "id": MAX_ID}, Ask).id == MAX_ID


def test_messages_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Ask(1).card_value = 2  # type: ignore[misc]


def test_members_of_a_union_or_of_one_class() -> None:
    assert members(Ask | Tell) == (Ask, Tell)
    assert members(Message) == (Message,)
