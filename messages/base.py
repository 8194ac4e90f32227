"""Base classes of messages, changes and views, and the record of one game's message classes.

A message is a frozen record. On the wire it is a map whose key ``type`` is the class name and whose
other keys are the fields in camelCase; in Python the same fields are snake_case. The server refuses
unknown fields of client messages; clients ignore unknown fields of server messages.

Numbers in choices (a match, a card, an island) are only bounded here: the handler or the game
checks whether a choice makes sense, because they can explain a refusal better.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, TypeAlias, get_args

from msgspec import UNSET, Meta, Struct, UnsetType

from messages.description import GameDescription

Seat: TypeAlias = Annotated[int, Meta(ge=0, le=15)]
"""The index of a player in a match, from 0, clockwise."""

Number = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]
MAX_ID = 2**53
MessageId = Annotated[int, Meta(ge=1, le=MAX_ID)]
Sequence = Annotated[int, Meta(ge=0, le=2**53)]
Word = Annotated[str, Meta(max_length=64)]
Line = Annotated[str, Meta(max_length=512)]
Text = Annotated[str, Meta(max_length=2048)]


class Message(Struct, frozen=True, gc=False, tag_field="type", tag=True, rename="camel"):
    """Base of everything that is sent over a connection."""


class ClientMessage(Message, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """A message of a client. With an ``id``, its direct answer has that number as ``reply_to``."""

    id: MessageId | UnsetType = UNSET


class ServerMessage(Message, frozen=True, gc=False, kw_only=True):
    """A message of the server: a direct answer has ``reply_to``; a push of a match has ``seq``."""

    reply_to: MessageId | UnsetType = UNSET
    seq: Sequence | UnsetType = UNSET


class Change(Struct, frozen=True, gc=False, tag_field="kind", tag=True, rename="camel"):
    """One thing that happened in a match, as the receiver may see it."""


class View(Struct, frozen=True, gc=False, tag_field="game", rename="camel"):
    """Everything that one seat knows about a match; `seat` is None for a spectator.

    The tag ``game`` is the game's name.
    """

    seat: Seat | None


@dataclass(frozen=True, kw_only=True)
class GameMessages:
    """The message classes of one game, each group in the order of the protocol page."""

    name: str
    """The game's name on the wire, equal to the tag of ``view``."""
    actions: tuple[type[ClientMessage], ...]
    prompts: tuple[type[ServerMessage], ...]
    setup: tuple[type[ServerMessage], ...] = ()
    """Messages that are sent once when the match starts and need no answer."""
    changes: tuple[type[Change], ...]
    view: type[View]
    aliases: Mapping[str, type[ClientMessage]] = field(default_factory=dict)
    """Other names under which clients may send an action."""
    enumerations: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Lists of words that the protocol page prints once and then refers to by name."""
    listings: Mapping[str, str] = field(default_factory=dict)
    """Data that clients need, such as the contents of cards; the page prints each by its title."""
    description: GameDescription | None = None
    """A text for players who choose a game; None: only its name."""


def members(union: Any) -> tuple[type[Any], ...]:
    """Return the classes of a union, or the class itself."""
    return get_args(union) or (union,)
