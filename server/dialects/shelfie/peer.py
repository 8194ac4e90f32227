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
from server.dialects.shelfie.views import Table, as_json, match_view, server_view
from server.dialects.shelfie.wire import Requests, one_argument, pack

CHAT_LINES = 50
"""Lines of a chat that are kept and shown."""
CHATS = 4
"""Private chats that are kept; with their lines they fit into a frame."""
OTHERS_UPDATE = 500
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
    _pinged: float = 0.0

    def suspend(self, peer: "ShelfiePeer") -> None:
        """Keep the seat of a client; forget those whose seats were given up meanwhile."""
        sessions = self.state.sessions
        self._addresses = {key: at for key, at in self._addresses.items() if key in sessions}
        self._addresses[name_key(peer.name)] = peer.wire.address

    def is_suspended(self, name: str, address: str) -> bool:
        """Whether a seat is kept under this name for a client at this address."""
        known = self._addresses.get(name_key(name), address)
        return known == address and self.state.can_return_by_name(name, self.dialect.name)

    def send_to_others(self, peer: "ShelfiePeer") -> None:
        """Show everybody else who does not play that people and rooms have changed."""
        for other in list(self.peers.values()):
            if other is not peer and other.screen is not Screen.GAME:
                other.send_server()

    def tick(self, now: float) -> None:
        """Send a ping to everybody every ten seconds (B.2)."""
        if now - self._pinged >= PING_SECONDS:
            self._pinged = now
            for peer in self.peers.values():
                peer.say("ping")


class ShelfiePeer(LegacyPeer[ShelfieShared, str | None]):
    """One client. None is a request that cannot be read."""

    def __init__(self, shared: ShelfieShared, wire: Wire) -> None:
        self._requests = Requests()
        super().__init__(shared, wire, self._requests)
        self.screen = Screen.MENU
        self.table = Table(0, "", 0, (), ())
        """The room in which the client is, or was last."""
        self.chat: deque[str] = deque(maxlen=CHAT_LINES)
        self.chats: dict[str, deque[str]] = {}
        """Private chats by the name of the other."""
        self.view: ShelfieView | None = None
        """What the client knows of the match."""
        self.waiting = False
        """Whether a new waiting room, or a new admin of it, is still to be told."""
        self.starting = False
        """Whether a match has begun and its first view is still to be shown."""
        self.over = False
        """Whether the end of the match is still to be told."""
        self.stale = False
        """Whether the match has changed since it was shown last."""
        self.rooms_stale = False
        """The same of people and rooms."""
        self.placed: int | None = None
        """The seat whose turn ends with the current event."""
        self.confirmed = False
        """Whether the client has used confirmSelection in this turn, so endTurn ends it (B.7)."""
        self.inserted: int | None = None
        """The column that waits for that endTurn."""

    @property
    def game(self) -> ShelfieView | None:
        """The match as the client should see it: tiles that wait for endTurn are on the shelf."""
        view = self.view
        if view is None or self.inserted is None or view.seat is None:
            return view
        players = list(view.players)
        shelf = read("".join(players[view.seat].shelf))
        after = shelf_rows(insert(shelf, self.inserted, read(view.hand)))
        players[view.seat] = replace(players[view.seat], shelf=after)
        return replace(view, players=tuple(players), picked=(), hand="")

    # Sending.

    def say(self, text: str) -> None:
        """Send one message, framed as the client frames its own."""
        self.wire.write(pack(text, framed=self._requests.framed))

    def message(self, text: str, **parts: str | int) -> None:
        """Send a text to show, with its parts filled in."""
        self.say(line("message", one_argument(text.format(**parts) if parts else text)))

    def show(self, text: str) -> None:
        """Send a text to show as it is."""
        self.message(text)

    def send_server(self) -> None:
        """Send people, rooms and private chats."""
        self.rooms_stale = False
        self.say(line("serverVirtualView", self._server_view()))
        self.say(line("notifyUpdate", 0))

    def send_waiting(self) -> None:
        """Tell the client that it is in a waiting room."""
        table, self.waiting = self.table, False
        self.say(line("notifyWait", as_json([table.room, table.seats, table.admin])))

    def send_changes(self, *, own: bool) -> None:
        """Send what the client has not been shown yet; ``own``: the client caused it."""
        if self.waiting:
            self.send_waiting()
        if self.starting:
            self._send_start()
        elif self.over:
            self._send_end()
        elif self.stale:
            self._send_match()
            if not own:
                self.say(line("notifyUpdate", OTHERS_UPDATE))
        if self.rooms_stale:
            self.send_server()

    def _send_match(self) -> None:
        self.stale = False
        view = self.game
        if view is not None:
            table = self.table._replace(chat=list(self.chat))
            seat = -1 if view.seat is None else view.seat
            self.say(line("virtualView", match_view(view, table), seat))

    def _send_start(self) -> None:
        self.starting = False
        self.message(replies.STARTING)
        self.message(replies.BUILT)
        self._send_match()
        self.say(line("serverVirtualView", self._server_view()))
        self.say(line("notifyStart", self.table.room))
        self.send_server()
        self.send_turn()

    def _send_end(self) -> None:
        self.over = False
        self.message(replies.GAME_OVER)
        if self.view is not None and self.view.winners:
            self.message(replies.WINNER, name=self.table.names[self.view.winners[0]])
        self._send_match()
        self.say("notifyEndMatch")
        self.view = None
        self.send_server()

    def send_turn(self) -> None:
        """Say whose turn it is."""
        view = self.view
        if view is None or view.turn is None:
            return
        if view.turn == view.seat:
            self.message(replies.YOUR_TURN, name=self.name)
        else:
            self.message(replies.TURN_OF, name=self.table.names[view.turn])

    def _server_view(self) -> str:
        return server_view(self.shared.state, self.name, self.chats)

    def add_private_line(self, other: str, text: str) -> None:
        """Keep one more line of the private chat with somebody; the oldest chat makes room."""
        if other not in self.chats and len(self.chats) >= CHATS:
            del self.chats[next(iter(self.chats))]
        self.chats.setdefault(other, deque(maxlen=CHAT_LINES)).append(text)

    # Leaving.

    def on_disconnect(self) -> None:
        """Keep the seat of a client in a match; any other client leaves (B.7)."""
        if self.has_left or self.screen is not Screen.GAME:
            self.leave()
            return
        self.has_left = True
        self.shared.suspend(self)

    def leave(self) -> None:
        """Leave the server and show it to the others. A second call does nothing."""
        if not self.has_left:
            super().leave()
            self.shared.send_to_others(self)
