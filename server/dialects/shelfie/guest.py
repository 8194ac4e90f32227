"""My Shelfie's old dialect: one guest, and what the guest has been told.

A guest is an ordinary peer of the hub. What the guest says becomes our messages (people.py,
play.py), what the guest is told becomes lines (news.py); both work on the record
here.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

from msgspec.structs import replace

from games.shelfie.shelf import insert, shelf_rows
from games.shelfie.tiles import read
from messages import Options, Quit
from messages.shelfie.table import ShelfieView
from messages.text import name_key
from server.delivery.hub import Hub
from server.dialects.shelfie import words as words
from server.dialects.shelfie.views import Table, as_json, match_view, server_view
from server.dialects.shelfie.wire import line, one_argument
from server.effects import PeerId
from server.rooms.room import Room, Session
from server.state import ServerState

DIALECT = "shelfie"
"""By this name the server knows who may come back here."""
CHAT_LINES = 50
"""Lines of a chat that are kept and shown."""
CHATS = 4
"""Private chats that are kept; with their lines they fit into a frame."""
OTHERS_UPDATE = 500
"""Milliseconds after which those redraw who did not act."""


@dataclass(frozen=True, kw_only=True)
class ShelfieSettings:
    """How rooms that are made here are played."""

    options: Options = field(default_factory=lambda: {"leaving": "end"})


class ShelfieHouse:
    """What the guests of this dialect share: the hub, and who is here."""

    def __init__(self, hub: Hub, settings: ShelfieSettings) -> None:
        self.hub = hub
        self.settings = settings
        self.guests: dict[str, ShelfieGuest] = {}
        """Those who have a name."""
        self._addresses: dict[str, str] = {}
        """Where those were who lost the connection; after a restart nobody knows."""

    @property
    def records(self) -> ServerState:
        """Who is connected and which tables exist; only to be read."""
        return self.hub.handler.state

    def suspend(self, guest: "ShelfieGuest") -> None:
        """The guest may come back; those whose seats were given up meanwhile are forgotten."""
        sessions = self.records.sessions
        self._addresses = {key: at for key, at in self._addresses.items() if key in sessions}
        self._addresses[name_key(guest.name)] = guest.address

    def is_suspended(self, name: str, address: str) -> bool:
        """Whether a seat waits under this name for somebody at this address."""
        there = self._addresses.get(name_key(name), address)
        return there == address and self.records.waits_for(name, DIALECT)

    def tell_others(self, guest: "ShelfieGuest") -> None:
        """People and rooms have changed; those who do not play are shown."""
        for other in list(self.guests.values()):
            if other is not guest and other.place is not Place.GAME:
                other.tell_server()


class Place(Enum):
    """Where a guest is (B.7)."""

    MENU = "menu"
    ROOM = "room"
    GAME = "game"


class ShelfieGuest:
    """One connection of this dialect."""

    def __init__(self, house: ShelfieHouse, say: Callable[[str], None], address: str) -> None:
        self.house = house
        self.say = say
        self.address = address
        self.peer: PeerId = 0
        self.name = ""
        """Empty before the login."""
        self.place = Place.MENU
        self.table = Table(0, "", 0, (), ())
        """The room in which the guest is, or was last."""
        self.chat: deque[str] = deque(maxlen=CHAT_LINES)
        self.chats: dict[str, deque[str]] = {}
        """Private chats by the name of the other."""
        self.view: ShelfieView | None = None
        """What the guest knows of the match."""
        self.waiting = False
        """The guest has come to a waiting room, or its admin is another one; not told yet."""
        self.starting = False
        """A match begins; its first view is still to be shown."""
        self.over = False
        """The match is over; that is still to be told."""
        self.stale = False
        """The match has changed since it was shown last."""
        self.rooms_stale = False
        """The same of people and rooms."""
        self.placed: int | None = None
        """The seat whose turn ends with the event that is being heard."""
        self.confirmed = False
        """The guest has used confirmSelection in this turn, so endTurn ends it (B.7)."""
        self.inserted: int | None = None
        """The column that waits for that endTurn."""
        self.asking = False
        """Something the guest said is under way."""
        self.parted = False

    @property
    def session(self) -> Session | None:
        """The guest's name in the server's records."""
        peer = self.house.records.peers.get(self.peer)
        return peer.session if peer else None

    @property
    def room(self) -> Room | None:
        """The table at which the guest sits."""
        return self.session.room if self.session else None

    @property
    def game(self) -> ShelfieView | None:
        """The match as the guest should see it: tiles that wait for endTurn are on the shelf."""
        view = self.view
        if view is None or self.inserted is None or view.seat is None:
            return view
        players = list(view.players)
        shelf = read("".join(players[view.seat].shelf))
        after = shelf_rows(insert(shelf, self.inserted, read(view.hand)))
        players[view.seat] = replace(players[view.seat], shelf=after)
        return replace(view, players=tuple(players), picked=(), hand="")

    # Telling.

    def message(self, text: str, **parts: str | int) -> None:
        """A line to show, with its parts put in."""
        self.say(line("message", one_argument(text.format(**parts) if parts else text)))

    def tell_server(self) -> None:
        """People, rooms and private chats."""
        self.rooms_stale = False
        self.say(line("serverVirtualView", self._server_view()))
        self.say(line("notifyUpdate", 0))

    def tell_waiting(self) -> None:
        """The guest is in a waiting room."""
        table, self.waiting = self.table, False
        self.say(line("notifyWait", as_json([table.room, table.seats, table.admin])))

    def tell_changes(self, *, own: bool) -> None:
        """Whatever the guest has not been shown yet; ``own``: the guest caused it."""
        if self.waiting:
            self.tell_waiting()
        if self.starting:
            self._tell_start()
        elif self.over:
            self._tell_end()
        elif self.stale:
            self._tell_match()
            if not own:
                self.say(line("notifyUpdate", OTHERS_UPDATE))
        if self.rooms_stale:
            self.tell_server()

    def _tell_match(self) -> None:
        self.stale = False
        view = self.game
        if view is not None:
            table = self.table._replace(chat=list(self.chat))
            seat = -1 if view.seat is None else view.seat
            self.say(line("virtualView", match_view(view, table), seat))

    def _tell_start(self) -> None:
        self.starting = False
        self.message(words.STARTING)
        self.message(words.BUILT)
        self._tell_match()
        self.say(line("serverVirtualView", self._server_view()))
        self.say(line("notifyStart", self.table.room))
        self.tell_server()
        self.tell_turn()

    def _tell_end(self) -> None:
        self.over = False
        self.message(words.GAME_OVER)
        if self.view is not None and self.view.winners:
            self.message(words.WINNER, name=self.table.names[self.view.winners[0]])
        self._tell_match()
        self.say("notifyEndMatch")
        self.view = None
        self.tell_server()

    def tell_turn(self) -> None:
        """Whose turn it is."""
        view = self.view
        if view is None or view.turn is None:
            return
        if view.turn == view.seat:
            self.message(words.YOUR_TURN, name=self.name)
        else:
            self.message(words.TURN_OF, name=self.table.names[view.turn])

    def _server_view(self) -> str:
        return server_view(self.house.records, self.name, self.chats)

    # Remembering.

    def keep(self, other: str, text: str) -> None:
        """One more line of the private chat with somebody; the oldest chat makes room."""
        if other not in self.chats and len(self.chats) >= CHATS:
            del self.chats[next(iter(self.chats))]
        self.chats.setdefault(other, deque(maxlen=CHAT_LINES)).append(text)

    def lose(self) -> None:
        """The connection is gone: a seat in a match waits, anybody else leaves (B.7)."""
        if self.parted or self.place is not Place.GAME:
            self.part()
            return
        self.parted = True
        self.house.guests.pop(self.name, None)
        self.house.suspend(self)

    def part(self) -> None:
        """Leave the server; the name is free at once. Harmless when said twice."""
        if self.parted:
            return
        self.parted = True
        self.house.guests.pop(self.name, None)
        self.house.hub.receive(self.peer, Quit())
        self.house.tell_others(self)
