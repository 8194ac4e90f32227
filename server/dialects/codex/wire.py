"""Codex Naturalis' dialect: JSON lines, read into records and written (digest 1, 2).

Every object has ``networkType`` and ``sender``. A position as a key makes a map an array of pairs,
``{}`` when it is empty; what is nothing is left out.
"""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from messages.base import Number
from messages.codex.actions import CodexSource
from messages.codex.area import CodexSide
from server.dialects.base import Refused, is_plain_name

MAX_LINE_BYTES = 8192
"""The longest honest line, a chat message of 300 signs, is far below."""
SERVER = "server"
EVERYONE = "Everyone"
SOURCES: tuple[CodexSource, ...] = ("SLOT_1", "SLOT_2", "SLOT_3", "SLOT_4", "GOLD", "RESOURCE")
"""What ``idToDraw`` and ``boardPosition`` count: of the decks the gold one comes first."""

Text = Annotated[str, Meta(max_length=2048)]


class Request(Struct, frozen=True, tag_field="networkType", rename="camel"):
    """A message of a client."""

    sender: Text


class Connect(Request, frozen=True, tag="CONNECT"):
    """``sender`` is the wanted name."""


class SetPlayerNumber(Request, frozen=True, tag="SET_PLAYER_NUMBER"):
    """How many play."""

    num_players: Number


class PlaceStarter(Request, frozen=True, tag="PLACE_STARTER"):
    """The side that lies up."""

    side: CodexSide


class ChooseColor(Request, frozen=True, tag="CHOOSE_COLOR"):
    """BLACK exists and is never free."""

    color: Literal["RED", "BLUE", "GREEN", "YELLOW", "BLACK"]


class PlaceObjective(Request, frozen=True, tag="PLACE_OBJECTIVE"):
    """0 or 1: one of the two that were offered."""

    chosen_objective: Number


class Position(Struct, frozen=True):
    """The starter is at (0, 0), y grows upwards."""

    x: Number
    y: Number


class PlaceCard(Request, frozen=True, tag="PLACE_CARD"):
    """The card is named by the numbers of both its faces."""

    front_id: Number
    back_id: Number
    side: CodexSide
    position: Position


class Draw(Request, frozen=True, tag="DRAW"):
    """0 to 3 are the visible cards, 4 the gold deck, 5 the resource deck."""

    id_to_draw: Number


class ChatText(Struct, frozen=True, rename="camel"):
    """What somebody wrote; ``receiver`` is Everyone or a name."""

    sender: Text
    receiver: Text
    content: Text
    is_broadcast: bool = False


class SendChatMessage(Request, frozen=True, tag="SEND_CHAT_MESSAGE"):
    """A word to everybody or to one player."""

    message: ChatText


class Disconnect(Request, frozen=True, tag="DISCONNECT"):
    """The connection is to end."""


class Heartbeat(Request, frozen=True, tag="HEARTBEAT"):
    """``id`` is the sender's clock in milliseconds."""

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
    """Return the request on a line; None is a line that is too long or not UTF-8."""
    if text is None:
        raise Refused(f"A line has at most {MAX_LINE_BYTES} bytes of UTF-8.")
    try:
        return _DECODER.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise Refused(f"This is no message of the protocol: {error}.") from None


def encode(kind: str, sender: str = SERVER, **fields: Any) -> bytes:
    """Return one message as a line; fields that are None are left out."""
    there = {name: value for name, value in fields.items() if value is not None}
    return msgspec.json.encode({"networkType": kind, "sender": sender, **there}) + b"\n"


def position_object(x: int, y: int) -> dict[str, int]:
    return {"x": x, "y": y}


def position_map(entries: Iterable[tuple[dict[str, int], Any]]) -> Any:
    """Return a map whose keys are positions."""
    return [[key, value] for key, value in entries] or {}


def maybe_name(text: str) -> str | None:
    """Return a name of 1 to 20 letters, digits or ``_ - .`` that has no other meaning here."""
    is_free = text.casefold() not in (SERVER, EVERYONE.casefold())
    return text if is_free and is_plain_name(text) else None
