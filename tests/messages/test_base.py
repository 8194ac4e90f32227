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


def test_message_change_and_view_are_maps_with_their_tag_and_camel_case_fields() -> None:
    plain = [msgspec.to_builtins(record) for record in (Ask(1), Moved(2), TinyView(None))]
    assert plain == [
        {"type": "Ask", "cardValue": 1},
        {"kind": "Moved", "seat": 2},
        {"game": "tiny", "seat": None},
    ]


def test_unknown_field_is_ignored_in_a_server_message_and_refused_in_a_client_message() -> None:
    plain: dict[str, Any] = {"cardValue": 1, "news": 2}
    assert msgspec.convert({"type": "Tell", **plain}, Tell) == Tell(1)
    with pytest.raises(msgspec.ValidationError, match="unknown field `news`"):
        msgspec.convert({"type": "Ask", **plain}, Ask)


@pytest.mark.parametrize("message_id", [0, -1, MAX_ID + 1, 1.5, "1", True])
def test_id_must_be_an_integer_from_one_to_max_id(message_id: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"type": "Ask", "cardValue": 1, "id": message_id}, Ask)
    assert msgspec.convert({"type": "Ask", "cardValue": 1, "id": MAX_ID}, Ask).id == MAX_ID


def test_message_fields_cannot_be_assigned() -> None:
    with pytest.raises(AttributeError):
        Ask(1).card_value = 2  # type: ignore[misc]


def test_members_are_the_classes_of_a_union_or_the_one_class() -> None:
    assert members(Ask | Tell) == (Ask, Tell)
    assert members(Message) == (Message,)
