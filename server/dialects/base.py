"""Base of all dialects: the record of one dialect, and the functions that several dialects use."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from messages import Error, GenericMessage, MatchSuspended, Message
from messages.text import BLANKS
from server.delivery.hub import Hub
from server.dialects.peer import LegacyPeer, Shared
from server.dialects.requests import RequestCoroutine, Wire
from server.dialects.settings import RoomSettings
from server.limits import Limits
from server.rooms.room import Room
from server.sessions import ClientKind
from server.state import ServerState

MAX_NAME_LENGTH = 20


LEGACY_CLIENT = ClientKind(
    wants_views=True,
    has_token=False,
    is_rate_limited=False,
    reads_results_later=False,
    accepts_repeated_prompts=False,
)
"""Abilities of most legacy clients; a dialect adds its rule for nicknames."""


def is_plain_name(text: str, max_length: int = MAX_NAME_LENGTH) -> bool:
    """Return whether a name has 1 to ``max_length`` visible letters, digits or ``_ - .``.

    Letters and digits of all scripts are allowed.
    """
    is_plain = all((char.isalnum() and char not in BLANKS) or char in "_-." for char in text)
    return is_plain and 0 < len(text) <= max_length


MAX_LISTED = 50
"""Maximum number of rooms, or of people, in a list that a dialect sends; as in ChooseMatch."""


def public_rooms(state: ServerState, game: str) -> list[Room]:
    """Return the rooms of a game that need no code, with or without a match, of any transport.

    They are in the fair order of the list of rooms, open rooms first.
    """
    rooms = (room for room in state.rooms.values() if room.game.name == game and not room.code)
    return state.room_list.in_fair_order(rooms)


class Screen(Enum):
    """The part of its user interface that a client shows: no room, an open room, or a match."""

    MENU = "menu"
    ROOM = "room"
    GAME = "game"


def on_generic_message(peer: LegacyPeer[Any, Any], message: GenericMessage) -> None:
    """Send the text to the player; drop it if a request is active, which sends its own reply."""
    if not peer.is_busy:
        peer.send_notice(message.msg)


def on_error(peer: LegacyPeer[Any, Any], message: Error) -> None:
    """Send the text of an error to the player as a notice."""
    peer.send_notice(message.message)


def on_match_suspended(peer: LegacyPeer[Any, Any], message: MatchSuspended) -> None:
    """Tell the player that all others are away, and in how many seconds the player wins."""
    seconds = message.seconds_left
    peer.send_notice(f"Everybody else is away; you win if nobody is back in {seconds} seconds.")


def do_nothing(peer: Any) -> None:
    """Do nothing; the default of ``Dialect.on_event_end`` and ``Dialect.send_pending``."""


@dataclass(frozen=True, kw_only=True)
class Dialect:
    """One legacy wire protocol.

    ``handle`` handles a request of a client. ``events`` has a function for each type of server
    message that is translated; other types are ignored. ``on_event_end`` is called after all
    messages of one event, before coroutines resume; ``send_pending`` after each event and each
    request.
    """

    name: str
    game: str
    port: int
    """The port that its clients use by default."""
    main_table: str = ""
    """Name of the room that every client joins after its login; empty if there is none."""
    settings: type[Any] = RoomSettings
    """Dataclass of the settings that an operator can change."""
    hosting_settings: Any = None
    """Settings on a server with one table, that of ``tavolata host``; None for the defaults."""
    client: ClientKind = LEGACY_CLIENT
    shared: Callable[["Dialect", Hub, Limits, Any, Callable[[], float]], Shared[Any, Any]]
    peer: Callable[[Any, Wire], LegacyPeer[Any, Any]]
    handle: Callable[[Any, Any], RequestCoroutine]
    events: Mapping[type[Message], Callable[[Any, Any], None]]
    on_event_end: Callable[[Any], None] = do_nothing
    send_pending: Callable[[Any], None] = do_nothing
