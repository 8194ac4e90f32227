"""My Shelfie's dialect: settings, the state that peers share, and the state of one client.

commands.py and lobby.py translate requests of the client to messages, events.py translates messages
of the server; both use the peer. A client that loses its connection in a match resumes its session
with the same name from the same address, or with name and code.
"""

from collections import Counter, deque
from collections.abc import Collection
from dataclasses import dataclass, field

from msgspec.structs import replace

from games.shelfie.shelf import insert_tiles, shelf_rows
from games.shelfie.tiles import parse_tiles
from messages import Options
from messages.shelfie.table import ShelfieView
from messages.text import name_key
from server.dialects.base import Screen
from server.dialects.lines import line
from server.dialects.peer import Shared
from server.dialects.requests import Wire
from server.dialects.returning import ReturningPeer
from server.dialects.settings import ReturnSettings
from server.dialects.shelfie import replies
from server.dialects.shelfie.views import RoomInfo, match_view, server_view, to_json
from server.dialects.shelfie.wire import RequestReader, encode, sanitize_argument

MAX_CHAT_LINES = 50
"""Maximum number of lines kept of each chat."""
MAX_PRIVATE_CHATS = 4
"""Maximum number of private chats kept."""
MAX_CHAT_BYTES = 48_000
"""Maximum size of the room chat, and of all private chats together, as they are sent: each fits
into a frame of 65,535 bytes with the rest of its message."""
OTHERS_UPDATE_MILLISECONDS = 500
"""Delay after which the clients of players who did not act redraw the match."""
PING_SECONDS = 10.0


@dataclass(frozen=True, kw_only=True)
class ShelfieSettings(ReturnSettings):
    """Settings of rooms that clients of this dialect create."""

    options: Options = field(default_factory=lambda: {"leaving": "end"})


ChatLine = tuple[str, str]
"""The other person of a private chat, empty for the room chat, and a line of this chat."""


@dataclass(eq=False)
class ShelfieShared(Shared[ShelfieSettings, "ShelfiePeer"]):
    """State that the peers share."""

    _received_lines: dict[str, Counter[ChatLine]] = field(default_factory=dict)
    """Chat lines that disconnected players have received, by ``name_key``; none after a restart."""
    _pinged_at: float = 0.0

    def store_received_lines(self, peer: "ShelfiePeer") -> None:
        """Store the chat lines that a disconnected player has received, for its return.

        Those of sessions that have ended are forgotten.
        """
        known = self._received_lines.items()
        self._received_lines = {key: lines for key, lines in known if key in self.state.sessions}
        self._received_lines[name_key(peer.name)] = peer.count_chat_lines()

    def received_lines(self, name: str) -> Counter[ChatLine]:
        """Return the chat lines that a disconnected player has received; none after a restart."""
        return Counter(self._received_lines.get(name_key(name), ()))

    def send_server_view_to_others(self, peer: "ShelfiePeer") -> None:
        """Send people and rooms to all clients but ``peer`` that are not in a match."""
        for other in list(self.peers.values()):
            if other is not peer and other.screen is not Screen.GAME:
                other.send_server_view()

    def tick(self, now: float) -> None:
        """Every ten seconds, send a ping to all clients that have logged in (B.2).

        A missing answer has no effect here.
        """
        if now - self._pinged_at >= PING_SECONDS:
            self._pinged_at = now
            for peer in self.peers.values():
                peer.send("ping")


class ShelfiePeer(ReturningPeer[ShelfieShared, str | None]):
    """One client. Its requests are texts; None is an unreadable one."""

    def __init__(self, shared: ShelfieShared, wire: Wire) -> None:
        self._request_reader = RequestReader()
        super().__init__(shared, wire, self._request_reader)
        self.screen = Screen.MENU
        self.room_info = RoomInfo(0, "", 0, (), ())
        """The current or last room of the client."""
        self.room_chat: deque[str] = deque(maxlen=MAX_CHAT_LINES)
        self.private_chats: dict[str, deque[str]] = {}
        """Private chats by the name of the other person."""
        self.view: ShelfieView | None = None
        """The last view of the match; None outside a match."""
        self.must_send_wait = False
        """True if a new room, or a change of its host or seats, is still to be sent."""
        self.must_send_start = False
        """True if the start of a match is still to be sent."""
        self.must_send_end = False
        """True if the end of a match is still to be sent."""
        self.must_send_match = False
        """True if the match has changed since it was last sent."""
        self.must_send_server_view = False
        """True if people, rooms or private chats have changed since they were last sent."""
        self.placing_seat: int | None = None
        """The seat whose insertion ends its turn in the current event."""
        self.has_confirmed = False
        """True if the client has sent confirmSelection in this turn, so endTurn ends it (B.7)."""
        self.inserted_column: int | None = None
        """The column of an insertion that takes effect at endTurn."""
        self._held_messages: list[str] | None = None
        """Messages that wait until a session is resumed; None at other times."""
        self._received_lines: Counter[ChatLine] = Counter()
        """Chat lines from before the connection was lost that were not sent again yet."""

    @property
    def displayed_view(self) -> ShelfieView | None:
        """Return the view to send; an insertion before endTurn is already on the shelf.

        The hand and the picked cells are then empty. Returns None outside a match.
        """
        view = self.view
        if view is None or self.inserted_column is None or view.seat is None:
            return view
        players = list(view.players)
        shelf = parse_tiles("".join(players[view.seat].shelf))
        after = shelf_rows(insert_tiles(shelf, self.inserted_column, parse_tiles(view.hand)))
        players[view.seat] = replace(players[view.seat], shelf=after)
        return replace(view, players=tuple(players), picked=(), hand="")

    # Sending.

    def send(self, text: str) -> None:
        """Send one message, as a frame or a line like the requests of the client.

        While messages are held back, it is only queued.
        """
        if self._held_messages is not None:
            self._held_messages.append(text)
        else:
            self.wire.write(encode(text, is_framed=self._request_reader.is_framed))

    def send_text(self, text: str, **parts: str | int) -> None:
        """Send a text for the player, formatted with ``parts`` if there are any.

        A ``|`` is sent as ``/``.
        """
        self.send(line("message", sanitize_argument(text.format(**parts) if parts else text)))

    def send_notice(self, text: str) -> None:
        """Send a text for the player without formatting."""
        self.send_text(text)

    def send_room_chat(self) -> None:
        """Send all lines of the room chat."""
        self.send(line("publicChat", to_json(list(self.room_chat))))

    def add_room_line(self, text: str) -> None:
        """Add a line to the room chat; drop the oldest lines beyond its limits."""
        self.room_chat.append(text)
        _drop_oldest_lines([self.room_chat])

    def send_chat_notice(self, text: str, sender: str, chat_text: str) -> None:
        """Notify the client of a chat text of ``sender``; ``text`` is the form of the notice."""
        self.send(line("chatNotification", text.format(name=sender, text=chat_text)))

    def send_people(self) -> None:
        """Send people, rooms and private chats and clear their flag; the client does not redraw."""
        self.must_send_server_view = False
        self.send(line("serverVirtualView", self._server_view()))

    def send_server_view(self) -> None:
        """Send people, rooms and private chats, clear their flag and let the client redraw."""
        self.send_people()
        self.send(line("notifyUpdate", 0))

    def send_wait(self) -> None:
        """Send notifyWait with number, seats and host of the open room, and clear its flag."""
        room, self.must_send_wait = self.room_info, False
        self.send(line("notifyWait", to_json([room.number, room.seats, room.host])))

    def send_unsent(self, *, caused_by_client: bool) -> None:
        """Send what is due: the room; the start, end or changes of the match; the server view.

        ``caused_by_client`` is False if another player caused the changes; the client then redraws
        after a delay.
        """
        if self.must_send_wait:
            self.send_wait()
        if self.must_send_start:
            self._send_start()
        elif self.must_send_end:
            self._send_end()
        elif self.must_send_match:
            self._send_match()
            if not caused_by_client:
                self.send(line("notifyUpdate", OTHERS_UPDATE_MILLISECONDS))
        if self.must_send_server_view:
            self.send_server_view()

    def _send_match(self) -> None:
        """Send the view of the match, if there is one, and clear its flag; seat -1 is no seat."""
        self.must_send_match = False
        view = self.displayed_view
        if view is not None:
            room_info = self.room_info._replace(chat=list(self.room_chat))
            seat = -1 if view.seat is None else view.seat
            self.send(line("virtualView", match_view(view, room_info), seat))

    def _send_start(self) -> None:
        """Send the start of a match: texts, match, people, rooms, how to return, player on turn.

        The flag ``must_send_start`` is cleared.
        """
        self.must_send_start = False
        self.send_text(replies.STARTING)
        self.send_text(replies.BUILT)
        self._send_match()
        self.send_people()
        self.send(line("notifyStart", self.room_info.number))
        self.send_server_view()
        if notice := self.return_notice:
            self.send_text(notice)
        self.send_turn()

    def _send_end(self) -> None:
        """Send the end of a match: the winner, if any, the match, people and rooms.

        The flag ``must_send_end`` is cleared and the view is forgotten.
        """
        self.must_send_end = False
        self.send_text(replies.GAME_OVER)
        if self.view is not None and self.view.winners:
            self.send_text(replies.WINNER, name=self.room_info.names[self.view.winners[0]])
        self._send_match()
        self.send("notifyEndMatch")
        self.view = None
        self.send_server_view()

    def send_turn(self) -> None:
        """Send a text that names the player on turn; nothing without a match or such a player."""
        view = self.view
        if view is None or view.turn is None:
            return
        if view.turn == view.seat:
            self.send_text(replies.YOUR_TURN, name=self.name)
        else:
            self.send_text(replies.TURN_OF, name=self.room_info.names[view.turn])

    def _server_view(self) -> str:
        """Return the JSON of people, rooms and private chats for this client."""
        return server_view(self.shared.state, self.name, self.private_chats)

    # Resuming a session.

    @property
    def is_resuming(self) -> bool:
        """Return whether messages are held back because a session is being resumed."""
        return self._held_messages is not None

    def hold_messages(self, name: str) -> None:
        """Collect messages instead of sending them, until ``release_messages``.

        ``name`` is the disconnected player whose session is resumed. Until then
        ``take_received_line`` knows the chat lines that this player has already received.
        """
        self._held_messages = []
        self._received_lines = self.shared.received_lines(name)

    def release_messages(self) -> list[str]:
        """Hold back no more messages; return the held ones, which are not sent here."""
        held, self._held_messages = self._held_messages or [], None
        self._received_lines.clear()
        return held

    def take_received_line(self, other: str, text: str) -> bool:
        """Return whether the client received this chat line before its connection was lost.

        Each True uses up one receipt: the result is True as often as the line was received, then
        False.
        """
        if not self._received_lines[other, text]:
            return False
        self._received_lines[other, text] -= 1
        return True

    def count_chat_lines(self) -> Counter[ChatLine]:
        """Return how often each line occurs in the chats."""
        chats = {"": self.room_chat, **self.private_chats}
        return Counter((other, text) for other, chat in chats.items() for text in chat)

    def add_private_line(self, other: str, text: str) -> None:
        """Add a line to the private chat with ``other``.

        If there are ``MAX_PRIVATE_CHATS`` already, a new chat replaces the oldest one. The oldest
        lines beyond the limits are dropped, also from other private chats.
        """
        if other not in self.private_chats and len(self.private_chats) >= MAX_PRIVATE_CHATS:
            del self.private_chats[next(iter(self.private_chats))]
        self.private_chats.setdefault(other, deque(maxlen=MAX_CHAT_LINES)).append(text)
        _drop_oldest_lines(self.private_chats.values())

    # Leaving.

    def on_disconnect(self) -> None:
        """Keep the seat of a client in a match; otherwise leave (B.7). Nothing if it has left.

        A client that keeps its seat counts as having left, so further requests are ignored.
        """
        if self.has_left or self.screen is not Screen.GAME:
            self.leave()
            return
        self.has_left = True
        self.shared.store_received_lines(self)

    def leave(self) -> None:
        """Leave the server and send people and rooms to the other clients; a repeat is ignored."""
        if not self.has_left:
            super().leave()
            self.shared.send_server_view_to_others(self)


def _drop_oldest_lines(chats: Collection[deque[str]]) -> None:
    """Drop the oldest lines of the longest chats until the chats have MAX_CHAT_BYTES at most."""
    size = sum(_sent_bytes(text) for lines in chats for text in lines)
    while size > MAX_CHAT_BYTES:
        size -= _sent_bytes(max(chats, key=len).popleft())


def _sent_bytes(text: str) -> int:
    """Return the size of a text as an element of a list in JSON, in Java's modified UTF-8.

    A character above U+FFFF has 6 bytes there, and 4 bytes in UTF-8 and in UTF-16.
    """
    sent = f"{to_json(text)},"
    return len(sent.encode()) + len(sent.encode("utf-16-le")) - 2 * len(sent)
