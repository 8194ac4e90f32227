"""Wire formats: messages of a peer to bytes and back, with their frames; and that of the socket."""

from collections.abc import Callable
from typing import NamedTuple

from messages import ChooseMatch, Message
from messages.codec import decode_client, encode
from messages.framing import pack_length
from messages.registry import AnyClientMessage
from server.effects import Send
from server.transports.shared_pages import MSGPACK_PAGES


class WireFormat(NamedTuple):
    """The functions of one wire format."""

    decode: Callable[[bytes], AnyClientMessage]
    """Decodes the payload of a frame. Raises ProtocolError."""
    encode: Callable[[Message], bytes]
    """Returns the frame of a message."""
    encode_send: Callable[[Send], bytes]
    """Returns the frames of the messages of a send, which are encoded for the first peer only."""


def _encode(message: Message) -> bytes:
    """Return a message as a frame; pages of the list of matches are encoded once."""
    payload = MSGPACK_PAGES.encode(message) if type(message) is ChooseMatch else encode(message)
    return pack_length(len(payload)) + payload


def _encode_send(send: Send) -> bytes:
    """Return the frames of a send, from its cache for all peers but the first."""
    if not send.cache:
        send.cache = b"".join(map(_encode, send.messages))
    return send.cache


SOCKET_WIRE = WireFormat(decode_client, _encode, _encode_send)
"""Frames of a four-byte length and one msgpack map."""
