"""The wire format of WebSockets: the same messages as on the socket, as JSON in text frames."""

import pytest
from msgspec import structs

from messages import ChooseMatch, ChooseNickname, GenericMessage, Heartbeat, ProtocolError
from messages.codec import encode_json
from server.effects import Send
from server.transports.shared_pages import JSON_PAGES
from server.transports.web.frames import FrameError, text_frame
from server.transports.web.wire import WEB_WIRE

MESSAGES = (Heartbeat(), GenericMessage("hello"))


def test_payload_is_decoded_strictly_and_must_be_utf8() -> None:
    assert WEB_WIRE.decode(b'{"type":"ChooseNickname","nickname":"ada"}') == ChooseNickname("ada")
    with pytest.raises(ProtocolError, match="JSON object"):
        WEB_WIRE.decode(b"[]")
    with pytest.raises(FrameError):
        WEB_WIRE.decode(b'{"type":"\xff"}')


def test_messages_of_a_send_are_encoded_for_the_first_peer_only() -> None:
    send = Send((1, 2), MESSAGES)
    frames = WEB_WIRE.encode_send(send)
    assert frames == b"".join(text_frame(encode_json(message)) for message in MESSAGES)
    assert WEB_WIRE.encode_send(send) is frames
    assert send.cache == b""


def test_page_of_the_list_of_matches_is_encoded_once_for_all_requests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    encoded: list[bytes] = []

    def encode(page: ChooseMatch) -> bytes:
        encoded.append(encode_json(page))
        return encoded[-1]

    monkeypatch.setattr(JSON_PAGES, "_encode", encode)
    page = ChooseMatch(("1: UNO",), text="encoded once")
    for number in (1, 2):
        answer = structs.replace(page, reply_to=number)
        assert WEB_WIRE.encode(answer) == text_frame(encode_json(answer))
    assert len(encoded) == 1
