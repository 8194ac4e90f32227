"""The wire format of a WebSocket: each message is one JSON object in a text frame."""

from messages import ChooseMatch, Message
from messages.codec import decode_client_json, encode_json
from messages.registry import AnyClientMessage
from server.effects import Send
from server.transports.shared_pages import JSON_PAGES
from server.transports.web.frames import check_text, text_frame
from server.transports.wire import WireFormat


def _decode(payload: bytes) -> AnyClientMessage:
    """Decode a message. Raises ProtocolError; the subclass FrameError if it is not UTF-8."""
    check_text(payload)
    return decode_client_json(payload)


def _encode(message: Message) -> bytes:
    """Return a message as a text frame; pages of the list of matches are encoded once."""
    if type(message) is ChooseMatch:
        return text_frame(JSON_PAGES.encode(message))
    return text_frame(encode_json(message))


def _encode_send(send: Send) -> bytes:
    """Return the frames of a send, from its cache for all peers but the first."""
    if not send.web_cache:
        send.web_cache = b"".join(map(_encode, send.messages))
    return send.web_cache


WEB_WIRE = WireFormat(_decode, _encode, _encode_send)
