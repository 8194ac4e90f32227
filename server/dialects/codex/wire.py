"""Codex Naturalis' dialect: decode and encode JSON lines (digest 1, 2).

Every object has ``networkType`` and ``sender``. A map with positions as keys is an array of pairs,
or ``{}`` if it is empty. Fields without a value are omitted.
"""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from messages.base import Number
from messages.codex.actions import CodexSource
from messages.codex.area import CodexSide
from server.dialects.base import is_plain_name
from server.dialects.requests import Refused

MAX_LINE_BYTES = 8192
"""The longest legal line, a chat message of 300 characters, is much shorter."""
SERVER = "server"
EVERYONE = "Everyone"
SOURCES: tuple[CodexSource, ...] = ("SLOT_1", "SLOT_2", "SLOT_3", "SLOT_4", "GOLD", "RESOURCE")
"""Sources by their number in ``idToDraw`` and ``boardPosition``."""

Text = Annotated[str, Meta(max_length=2048)]


class Request(Struct, frozen=True, tag_field="networkType", rename="camel"):
    """A message of a client."""

    sender: Text


class Connect(Request, frozen=True, tag="CONNECT"):
    """Log in; ``sender`` is the requested name."""


class SetPlayerNumber(Request, frozen=True, tag="SET_PLAYER_NUMBER"):
    """Choose the number of players."""

    num_players: Number


class PlaceStarter(Request, frozen=True, tag="PLACE_STARTER"):
    """Place the starter card with this side up."""

    side: CodexSide


class ChooseColor(Request, frozen=True, tag="CHOOSE_COLOR"):
    """Choose a colour; BLACK is readable but never available."""

    color: Literal["RED", "BLUE", "GREEN", "YELLOW", "BLACK"]


class PlaceObjective(Request, frozen=True, tag="PLACE_OBJECTIVE"):
    """Choose objective 0 or 1 of the two offered."""

    chosen_objective: Number


class Position(Struct, frozen=True):
    """A position in an area; the starter is at (0, 0) and y grows upwards."""

    x: Number
    y: Number


class PlaceCard(Request, frozen=True, tag="PLACE_CARD"):
    """Place the card with these face numbers."""

    front_id: Number
    back_id: Number
    side: CodexSide
    position: Position


class Draw(Request, frozen=True, tag="DRAW"):
    """Draw a card: 0 to 3 are the visible cards, 4 the gold deck, 5 the resource deck."""

    id_to_draw: Number


class ChatText(Struct, frozen=True, rename="camel"):
    """A chat text; ``receiver`` is ``Everyone`` or a name."""

    sender: Text
    receiver: Text
    content: Text
    is_broadcast: bool = False


class SendChatMessage(Request, frozen=True, tag="SEND_CHAT_MESSAGE"):
    """Send a chat text to everyone or to one player."""

    message: ChatText


class Disconnect(Request, frozen=True, tag="DISCONNECT"):
    """Close the connection."""


class Heartbeat(Request, frozen=True, tag="HEARTBEAT"):
    """A heartbeat; ``id`` is the client's clock in milliseconds."""

    id: float


AnyRequest = (
    Connect
    | SetPlayerNumber
    | PlaceStarter
    | ChooseColor
    | PlaceObjective
    | PlaceCard
    | Draw
    | SendChatMessage
    | Disconnect
    | Heartbeat
)
_DECODER: msgspec.json.Decoder[AnyRequest] = msgspec.json.Decoder(AnyRequest)


def decode(text: str | None) -> AnyRequest:
    """Return the request on a line; raise Refused if it is unreadable.

    ``text`` is None for a line that is too long or not UTF-8.
    """
    if text is None:
        raise Refused(f"A line has at most {MAX_LINE_BYTES} bytes of UTF-8.")
    try:
        return _DECODER.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise Refused(f"This is no message of the protocol: {error}.") from None


def encode(kind: str, sender: str = SERVER, **fields: Any) -> bytes:
    """Return one message as a line, without the fields that are None."""
    present = {name: value for name, value in fields.items() if value is not None}
    return msgspec.json.encode({"networkType": kind, "sender": sender, **present}) + b"\n"


def position_object(x: int, y: int) -> dict[str, int]:
    """Return the object of a position."""
    return {"x": x, "y": y}


def position_map(entries: Iterable[tuple[dict[str, int], Any]]) -> Any:
    """Return a map with positions as keys: an array of pairs, or {} if empty."""
    return [[key, value] for key, value in entries] or {}


def maybe_name(text: str) -> str | None:
    """Return the name; None if it is not plain.

    ``server`` and ``Everyone`` are not allowed either, in any letter case.
    """
    is_reserved = text.casefold() in (SERVER, EVERYONE.casefold())
    return text if is_plain_name(text) and not is_reserved else None
