"""Any message survives the codec; any bytes give a message or ProtocolError, nothing else."""

from contextlib import suppress

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from messages import ActionValid, ErrorCode, Message, ProtocolError
from messages.codec import (
    decode_client,
    decode_client_json,
    decode_server,
    encode,
    encode_json,
    json_with_reply_to,
    server_from_plain,
    to_plain,
)
from messages.eriantys.actions import MoveMotherNature, MoveStudent
from messages.registry import CLIENT_MESSAGES, SERVER_MESSAGES
from tests.messages.samples import records


@pytest.mark.parametrize("cls", CLIENT_MESSAGES.values(), ids=CLIENT_MESSAGES)
def test_every_client_message_survives_bytes(cls: type[Message]) -> None:
    @settings(max_examples=20)
    @given(records(cls))
    def survives(message: Message) -> None:
        assert decode_client(encode(message)) == message
        assert decode_client_json(encode_json(message)) == message

    survives()


@pytest.mark.parametrize("cls", SERVER_MESSAGES.values(), ids=SERVER_MESSAGES)
def test_every_server_message_survives_bytes_and_plain_data(cls: type[Message]) -> None:
    @settings(max_examples=20)
    @given(records(cls))
    def survives(message: Message) -> None:
        assert decode_server(encode(message)) == message
        assert server_from_plain(to_plain(message)) == message
        assert server_from_plain(msgspec.json.decode(encode_json(message))) == message

    survives()


def test_encoded_message_is_a_map_with_its_type_camel_case_fields_and_id() -> None:
    plain = msgspec.msgpack.decode(encode(MoveStudent("ISLAND", "RED", 3, id=8)))
    assert plain == {
        "type": "MoveStudent",
        "moveTo": "ISLAND",
        "color": "RED",
        "islandPosition": 3,
        "id": 8,
    }


@settings(max_examples=500)
@given(st.binary(max_size=200))
def test_random_bytes_decode_to_a_client_message_or_raise_protocol_error(data: bytes) -> None:
    with suppress(ProtocolError):
        assert isinstance(decode_client(data), Message)
    with suppress(ProtocolError):
        assert isinstance(decode_client_json(data), Message)


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.floats()
    | st.integers(-(2**63), 2**64 - 1)
    | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)


@pytest.mark.parametrize("examples", [150, pytest.param(5000, marks=pytest.mark.soak)])
def test_random_fields_decode_to_a_client_message_or_raise_protocol_error(examples: int) -> None:
    @settings(max_examples=examples)
    @given(st.sampled_from(sorted(CLIENT_MESSAGES)), st.data())
    def read(name: str, data: st.DataObject) -> None:
        keys = list(CLIENT_MESSAGES[name].__struct_encode_fields__)
        plain = data.draw(st.fixed_dictionaries({}, optional=dict.fromkeys(keys, JUNK)))
        message = msgspec.msgpack.encode({"type": name, **plain})
        with suppress(ProtocolError):
            assert isinstance(decode_client(message), Message)
        with suppress(ProtocolError):
            json_message = msgspec.json.encode({"type": name, **plain})
            assert isinstance(decode_client_json(json_message), Message)

    read()


@pytest.mark.parametrize(
    ("payload", "words"),
    [
        (b"", "one msgpack map"),
        (b"\xc1", "one msgpack map"),
        (b"\x91" * 60_000, "one msgpack map"),
        (b"\xdf\xff\xff\xff\xff", "one msgpack map"),
        (msgspec.msgpack.encode({"type": "Teleport"}), "No client message has this type"),
        (msgspec.msgpack.encode({"type": "Quit", "now": True}), "unknown field `now`"),
        (msgspec.msgpack.encode({"type": "MoveMotherNature", "steps": 1.5}), "$.steps"),
        (msgspec.msgpack.encode({"type": "MoveMotherNature", "steps": 2**40}), "$.steps"),
        (msgspec.msgpack.encode({"type": "ChooseNickname", "nickname": "x" * 65}), "$.nickname"),
        (msgspec.msgpack.encode({"type": "Quit", "id": 0}), "$.id"),
    ],
)
def test_malformed_client_message_raises_malformedmessage_with_the_fault_in_its_text(
    payload: bytes, words: str
) -> None:
    with pytest.raises(ProtocolError) as caught:
        decode_client(payload)
    assert caught.value.code is ErrorCode.MALFORMEDMESSAGE
    assert words in caught.value.text


@pytest.mark.parametrize(
    "plain",
    [
        {"type": "Teleport", "id": 12},
        {"type": "Quit", "now": True},
        {"type": "MoveMotherNature", "steps": 1.5},
        {"type": "MoveMotherNature", "steps": 3.0},
        {"type": "MoveMotherNature", "steps": 2**40},
        {"type": "ChooseUnoColor", "color": "PURPLE", "id": 4},
    ],
)
def test_malformed_json_raises_the_same_error_as_msgpack(plain: dict[str, object]) -> None:
    with pytest.raises(ProtocolError) as expected:
        decode_client(msgspec.msgpack.encode(plain))
    with pytest.raises(ProtocolError) as caught:
        decode_client_json(msgspec.json.encode(plain))
    assert caught.value.text == expected.value.text
    assert caught.value.reply_to == expected.value.reply_to
    assert not caught.value.is_fatal


def test_other_spellings_are_accepted_in_json() -> None:
    payload = b'{"type":"MoveMotherNatureStep","steps":2,"id":3}'
    assert decode_client_json(payload) == MoveMotherNature(2, id=3)
    payload = b'{"type":"MoveStudent","moveTo":"island","color":"Red","islandPosition":3}'
    assert decode_client_json(payload) == MoveStudent("ISLAND", "RED", 3)


def test_reply_to_is_added_to_encoded_json() -> None:
    payload = json_with_reply_to(encode_json(ActionValid("ok")), 7)
    assert msgspec.json.decode(payload) == {"type": "ActionValid", "msg": "ok", "replyTo": 7}


def test_error_of_an_unknown_type_replies_to_its_valid_id() -> None:
    with pytest.raises(ProtocolError) as caught:
        decode_client(msgspec.msgpack.encode({"type": "Teleport", "id": 12}))
    assert caught.value.reply_to == 12


@pytest.mark.parametrize("message_id", [0, -3, 2**60, "7", 1.0, None, True])
def test_error_of_an_unknown_type_replies_to_no_invalid_id(message_id: object) -> None:
    with pytest.raises(ProtocolError) as caught:
        decode_client(msgspec.msgpack.encode({"type": "Teleport", "id": message_id}))
    assert caught.value.reply_to is None


def test_client_ignores_a_message_of_an_unknown_type_and_unknown_fields() -> None:
    assert decode_server(msgspec.msgpack.encode({"type": "Fireworks", "height": 9})) is None
    assert server_from_plain({"type": "Fireworks"}) is None
    newer = {"type": "YouWin", "text": "well done", "confetti": 3}
    assert decode_server(msgspec.msgpack.encode(newer)) is not None


@pytest.mark.parametrize(
    "message",
    [
        {"type": "GameView", "view": {"game": "tarot", "seat": 0}},
        {"type": "UpdateMessage", "change": {"kind": "TarotDealt"}, "seq": 3},
        {"type": "LegalActions", "actions": [{"type": "PlayTarot"}]},
    ],
)
def test_client_ignores_views_changes_and_legal_actions_of_an_unknown_game(
    message: dict[str, object],
) -> None:
    assert decode_server(msgspec.msgpack.encode(message)) is None
    assert server_from_plain(message) is None


@pytest.mark.parametrize(
    "message",
    [
        {"type": "GameView", "view": {"game": "uno", "seat": 0}},
        {"type": "GameView", "view": {"game": ["uno"]}},
        {"type": "UpdateMessage", "change": {"kind": "UnoSaid", "seat": "ada"}},
        {"type": "LegalActions", "actions": [{"type": "PlayUnoCard"}]},
        {"type": ["GameView"]},
        {"seq": 3},
        ["GameView"],
    ],
)
def test_invalid_server_message_of_a_known_type_or_none_raises_protocol_error(
    message: object,
) -> None:
    with pytest.raises(ProtocolError):
        decode_server(msgspec.msgpack.encode(message))
