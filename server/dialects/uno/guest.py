"""UNO's old dialect: one guest, and what the guest has been told.

A guest is an ordinary peer of the hub. What the guest says becomes our messages (commands.py),
what the guest is told becomes lines (news.py); both work on the record here.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

from messages import Options, Quit
from messages.uno.table import UnoView
from server.delivery.hub import Hub
from server.dialects.uno.events import maybe_news, maybe_question
from server.dialects.uno.wire import Code, line
from server.effects import PeerId
from server.rooms.room import Room, Session
from server.state import ServerState


@dataclass(frozen=True, kw_only=True)
class UnoSettings:
    """The settings of the digest that belong to the lobbies of this dialect."""

    seats: int = 10
    turn_limit: int = 60
    """Seconds for one decision; the reminder comes when half of them are left."""
    options: Options = field(default_factory=dict)
    """Options of the game beside its mode."""


class UnoHouse:
    """What the guests of this dialect share: the hub, and who is here."""

    def __init__(self, hub: Hub, settings: UnoSettings, patience: int) -> None:
        self.hub = hub
        self.settings = settings
        self.patience = patience
        """Errors in a row that end a connection (UNO 11.6)."""
        self.guests: dict[str, UnoGuest] = {}
        """Those who have a name."""

    @property
    def records(self) -> ServerState:
        """Who is connected and which tables exist; only to be read.

        They may be ahead of what the guests have heard: that waits until it is written down.
        """
        return self.hub.handler.state


class Place(Enum):
    """Where a guest is (UNO 10.1)."""

    HALL = "hall"
    LOBBY = "lobby"
    GAME = "game"


class UnoGuest:
    """One connection of this dialect."""

    def __init__(self, house: UnoHouse, say: Callable[[str], None]) -> None:
        self.house = house
        self.say = say
        self.peer: PeerId = 0
        self.name = ""
        """Empty before the handshake."""
        self.place = Place.HALL
        self.admin = False
        self.arrival = "BPJ"
        """How this guest's coming to the present lobby is told; empty for who made the lobby."""
        self.roster: list[str] = []
        """Those whom the guest knows to be in the same lobby."""
        self.absent: set[str] = set()
        """Those of them who lost their connection, whether they may still come back or not."""
        self.names: tuple[str, ...] = ()
        """The names of the seats of the present game, or of the last one."""
        self.view: UnoView | None = None
        """What the guest knows of that game."""
        self.held: list[str] | None = None
        """What happened in a game that begins and whose first view is still to come."""
        self.stepped = False
        """The table waits for something else than the guest was told last."""
        self.idle = False
        """The game has taken the seat away from the guest, who did not play."""
        self.asking = False
        """Something the guest said is under way."""
        self.parted = False
        self.errors = 0

    @property
    def game(self) -> UnoView | None:
        """What the guest knows of the game that is on."""
        return self.view if self.place is Place.GAME else None

    @property
    def session(self) -> Session | None:
        """The guest's name in the server's records."""
        peer = self.house.records.peers.get(self.peer)
        return peer.session if peer else None

    @property
    def room(self) -> Room | None:
        """The table at which the guest sits."""
        return self.session.room if self.session else None

    def part(self, *, lost: bool) -> None:
        """Leave the server; the name is free at once (UNO 10.3). Harmless when said twice.

        ``lost``: not by LG, which the others are told as well.
        """
        if self.parted:
            return
        self.parted = True
        self.house.guests.pop(self.name, None)
        for other in self.house.guests.values():
            if lost and self.room and other.room is self.room:
                other.absent.add(self.name)
        self.house.hub.receive(self.peer, Quit())

    def tell_admin(self) -> None:
        """IAD, once for each lobby whose host the guest becomes."""
        if not self.admin and self.room and self.room.host is self.session:
            self.admin = True
            self.say("IAD")

    def tell_table(self) -> None:
        """After a step of the game: BGI, or the question that came up (UNO 11.5)."""
        news = maybe_news(self.game, self.names) if self.game else None
        self.stepped = False
        if news is not None:
            self.say(news)

    def refuse(self, code: Code, *, repeat: bool) -> None:
        """ERR, and the open question again where an answer to it was refused (UNO 11.5)."""
        self.say(line("ERR", code))
        self.errors += 1
        question = maybe_question(self.game, self.names) if repeat and self.game else None
        if question is not None:
            self.say(question)
        if self.errors >= self.house.patience:
            self.part(lost=True)
