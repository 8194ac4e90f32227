"""My Shelfie's dialect: settings, what its peers share, and what one client has been told.

Requests of a client become messages to the server (commands.py, lobby.py), messages of the server
become lines (events.py); both work on the peer. A client that loses its connection in a match comes
back with the same name from the same address.
"""

from collections import deque
from dataclasses import dataclass, field

from msgspec.structs import replace

from games.shelfie.shelf import insert, shelf_rows
from games.shelfie.tiles import read
from messages import Options
from messages.shelfie.table import ShelfieView
from messages.text import name_key
from server.dialects.base import LegacyPeer, Screen, Shared, Wire
from server.dialects.lines import line
from server.dialects.shelfie import replies
from server.dialects.shelfie.views import RoomInfo, match_view, server_view, to_json
from server.dialects.shelfie.wire import RequestReader, encode, sanitize_argument

MAX_CHAT_LINES = 50
"""Lines of a chat that are kept and shown."""
MAX_PRIVATE_CHATS = 4
"""Private chats that are kept; with their lines they fit into a frame."""
OTHERS_UPDATE_MILLISECONDS = 500
"""Milliseconds after which those redraw who did not act."""
PING_SECONDS = 10.0


@dataclass(frozen=True, kw_only=True)
class ShelfieSettings:
    """How rooms that are made here are played."""

    options: Options = field(default_factory=lambda: {"leaving": "end"})


@dataclass(eq=False)
class ShelfieShared(Shared[ShelfieSettings, "ShelfiePeer"]):
    """What the peers share."""

    _addresses: dict[str, str] = field(default_factory=dict)
    """Where clients that lost the connection were; after a restart nobody knows."""
    _pinged_at: float = 0.0

    def keep_seat(self, peer: "ShelfiePeer") -> None:
        """Keep the seat of a client; forget those whose seats were given up meanwhile."""
        sessions = self.state.sessions
        self._addresses = {key: at for key, at in self._addresses.items() if key in sessions}
        self._addresses[name_key(peer.name)] = peer.wire.address

    def has_kept_seat(self, name: str, address: str) -> bool:
        """Whether a seat is kept under this name for a client at this address."""
        known = self._addresses.get(name_key(name), address)
        return known == address and self.state.has_disconnected(name, self.dialect.name)

    def send_server_view_to_others(self, peer: "ShelfiePeer") -> None:
        """Show everybody else who does not play that people and rooms have changed."""
        for other in list(self.peers.values()):
            if other is not peer and other.screen is not Screen.GAME:
                other.send_server_view()

    def tick(self, now: float) -> None:
        """Send a ping to everybody every ten seconds (B.2)."""
        if now - self._pinged_at >= PING_SECONDS:
            self._pinged_at = now
            for peer in self.peers.values():
                peer.send("ping")


class ShelfiePeer(LegacyPeer[ShelfieShared, str | None]):
    """One client. None is a request that cannot be read."""

    def __init__(self, shared: ShelfieShared, wire: Wire) -> None:
        self._request_reader = RequestReader()
        super().__init__(shared, wire, self._request_reader)
        self.screen = Screen.MENU
        self.room_info = RoomInfo(0, "", 0, (), ())
        """The room in which the client is, or was last."""
        self.room_chat: deque[str] = deque(maxlen=MAX_CHAT_LINES)
        self.private_chats: dict[str, deque[str]] = {}
        """Private chats by the name of the other."""
        self.view: ShelfieView | None = None
        """What the client knows of the match."""
        self.must_send_wait = False
        """Whether a new waiting room, or a new admin of it, is still to be told."""
        self.must_send_start = False
        """Whether a match has begun and its first view is still to be shown."""
        self.must_send_end = False
        """Whether the end of the match is still to be told."""
        self.must_send_match = False
        """Whether the match has changed since it was shown last."""
        self.must_send_server_view = False
        """The same of people and rooms."""
        self.placing_seat: int | None = None
        """The seat whose turn ends with the current event."""
        self.has_confirmed = False
        """Whether the client has used confirmSelection in this turn, so endTurn ends it (B.7)."""
        self.inserted_column: int | None = None
        """The column that waits for that endTurn."""

    @property
    def displayed_view(self) -> ShelfieView | None:
        """The match as the client should see it: tiles that wait for endTurn are on the shelf."""
        view = self.view
        if view is None or self.inserted_column is None or view.seat is None:
            return view
        players = list(view.players)
        shelf = read("".join(players[view.seat].shelf))
        after = shelf_rows(insert(shelf, self.inserted_column, read(view.hand)))
        players[view.seat] = replace(players[view.seat], shelf=after)
        return replace(view, players=tuple(players), picked=(), hand="")

    # Sending.

    def send(self, text: str) -> None:
        """Send one message, framed as the client frames its own."""
        self.wire.write(encode(text, is_framed=self._request_reader.is_framed))

    def send_text(self, text: str, **parts: str | int) -> None:
        """Send a text to show, with its parts filled in."""
        self.send(line("message", sanitize_argument(text.format(**parts) if parts else text)))

    def send_notice(self, text: str) -> None:
        """Send a text to show as it is."""
        self.send_text(text)

    def send_server_view(self) -> None:
        """Send people, rooms and private chats."""
        self.must_send_server_view = False
        self.send(line("serverVirtualView", self._server_view()))
        self.send(line("notifyUpdate", 0))

    def send_wait(self) -> None:
        """Tell the client that it is in a waiting room."""
        table, self.must_send_wait = self.room_info, False
        self.send(line("notifyWait", to_json([table.room, table.seats, table.admin])))

    def send_unsent(self, *, caused_by_client: bool) -> None:
        """Send what the client has not been shown yet; ``own``: the client caused it."""
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
        self.must_send_match = False
        view = self.displayed_view
        if view is not None:
            table = self.room_info._replace(chat=list(self.room_chat))
            seat = -1 if view.seat is None else view.seat
            self.send(line("virtualView", match_view(view, table), seat))

    def _send_start(self) -> None:
        self.must_send_start = False
        self.send_text(replies.STARTING)
        self.send_text(replies.BUILT)
        self._send_match()
        self.send(line("serverVirtualView", self._server_view()))
        self.send(line("notifyStart", self.room_info.room))
        self.send_server_view()
        self.send_turn()

    def _send_end(self) -> None:
        self.must_send_end = False
        self.send_text(replies.GAME_OVER)
        if self.view is not None and self.view.winners:
            self.send_text(replies.WINNER, name=self.room_info.names[self.view.winners[0]])
        self._send_match()
        self.send("notifyEndMatch")
        self.view = None
        self.send_server_view()

    def send_turn(self) -> None:
        """Say whose turn it is."""
        view = self.view
        if view is None or view.turn is None:
            return
        if view.turn == view.seat:
            self.send_text(replies.YOUR_TURN, name=self.name)
        else:
            self.send_text(replies.TURN_OF, name=self.room_info.names[view.turn])

    def _server_view(self) -> str:
        return server_view(self.shared.state, self.name, self.private_chats)

    def add_private_line(self, other: str, text: str) -> None:
        """Keep one more line of the private chat with somebody; the oldest chat makes room."""
        if other not in self.private_chats and len(self.private_chats) >= MAX_PRIVATE_CHATS:
            del self.private_chats[next(iter(self.private_chats))]
        self.private_chats.setdefault(other, deque(maxlen=MAX_CHAT_LINES)).append(text)

    # Leaving.

    def on_disconnect(self) -> None:
        """Keep the seat of a client in a match; any other client leaves (B.7)."""
        if self.has_left or self.screen is not Screen.GAME:
            self.leave()
            return
        self.has_left = True
        self.shared.keep_seat(self)

    def leave(self) -> None:
        """Leave the server and show it to the others. A second call does nothing."""
        if not self.has_left:
            super().leave()
            self.shared.send_server_view_to_others(self)
