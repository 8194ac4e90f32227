"""The wire format of the socket: frames, and sends that are encoded once."""

import pytest

from messages import ChooseNickname, Error, ErrorCode, GenericMessage, Heartbeat, ProtocolError
from messages.codec import encode
from messages.framing import frame
from server.effects import Send
from server.transports.wire import SOCKET_WIRE

MESSAGES = (Heartbeat(), GenericMessage("hello"), Error(ErrorCode.TOOSLOW, "Read."))


def test_message_is_one_frame_and_payload_is_decoded_strictly() -> None:
    assert SOCKET_WIRE.encode(MESSAGES[1]) == frame(encode(MESSAGES[1]))
    assert SOCKET_WIRE.decode(encode(ChooseNickname("ada"))) == ChooseNickname("ada")
    with pytest.raises(ProtocolError):
        SOCKET_WIRE.decode(b"{}")


def test_messages_of_a_send_are_encoded_for_the_first_peer_only() -> None:
    send = Send((1, 2), MESSAGES)
    frames = SOCKET_WIRE.encode_send(send)
    assert frames == b"".join(map(SOCKET_WIRE.encode, MESSAGES))
    assert SOCKET_WIRE.encode_send(send) is frames
    assert send.web_cache == b""
