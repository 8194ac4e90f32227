"""UNO's old dialect: one guest, what the guest has been told, and how the guest acts on the server.

A guest is an ordinary peer of the hub. What the guest says becomes our messages (uno_commands.py),
what the guest is told becomes lines (uno_news.py); both work on the record here.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

from messages import (
    GameView,
    LeaveMatch,
    Message,
    Options,
    Quit,
    RequestView,
    SelectMatch,
    SelectModeAndPlayers,
)
from messages.registry import AnyClientMessage
from messages.uno_table import UnoView
from server.dialects.uno_events import maybe_news, maybe_question
from server.dialects.uno_lines import Code, Wrong, line
from server.dialects.uno_lobbies import Found
from server.hub import Hub
from server.lobby import Lobby
from server.outgoing import PeerId
from server.rooms import Room, Session


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
    def records(self) -> Lobby:
        """Who is connected and which tables exist; only to be read."""
        return self.hub.handler.lobby


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
        """Those of them who lost their connection and may still come back."""
        self.names: tuple[str, ...] = ()
        """The names of the seats of the present game, or of the last one."""
        self.lost = False
        """Gone without ``LG``: by a lost connection, too many errors, or idle for too long."""
        self.idle = False
        """The game has taken the seat away."""
        self.stepped = False
        """Something happened since the guest was last told how the table is."""
        self.errors = 0
        self.asking = 0
        self.answers: list[Message] = []
        self._parted = False

    # What the guest does on the server.

    def ask(self, message: AnyClientMessage) -> Message:
        """Say something to the server; the direct answer comes back, the rest was heard."""
        self.asking += 1
        self.house.hub.receive(self.peer, message)
        self.asking -= 1
        return self.answers.pop()

    def maybe_view(self) -> UnoView | None:
        """What the guest knows of the game, if one is on."""
        if self.place is not Place.GAME:
            return None
        answer = self.ask(RequestView())
        view = answer.view if isinstance(answer, GameView) else None
        return view if isinstance(view, UnoView) else None

    def sit_down(self, lobby: Found, arrival: str) -> None:
        """Move to a lobby that may be joined, or raise Wrong and stay."""
        if lobby.playing:
            raise Wrong(Code.PLAYING)
        if lobby.full:
            raise Wrong(Code.FULL)
        if lobby.room is None:
            self.open_lobby(lobby.name, arrival)
            return
        self.stand_up()
        self.arrival = arrival
        self.ask(SelectMatch(lobby.room.number))

    def open_lobby(self, name: str, arrival: str) -> None:
        """Make a lobby and move there; with no room for more tables the guest is in the hall."""
        settings = self.house.settings
        self.stand_up()
        self.arrival = arrival
        self.ask(SelectMatch(0))
        table = SelectModeAndPlayers(
            settings.seats,
            game="uno",
            name=name,
            standing=True,
            clock=settings.turn_limit,
            options=settings.options,
        )
        self.ask(table)
        if self.place is Place.HALL:
            self.ask(LeaveMatch())
            raise Wrong(Code.FULL)

    def stand_up(self) -> None:
        """Leave the lobby, if the guest is in one."""
        if self.place is Place.LOBBY:
            self.ask(LeaveMatch())

    def part(self, *, lost: bool) -> None:
        """Leave the server; the name is free at once (UNO 10.3). Harmless when said twice."""
        if not self._parted:
            self._parted, self.lost = True, lost
            self.ask(Quit())
            self.house.guests.pop(self.name, None)

    @property
    def session(self) -> Session | None:
        """The guest's name in the server's records."""
        peer = self.house.records.peers.get(self.peer)
        return peer.session if peer else None

    @property
    def room(self) -> Room | None:
        """The table at which the guest sits."""
        return self.session.room if self.session else None

    # What the guest is told.

    def tell_admin(self) -> None:
        """IAD, once for each lobby whose host the guest becomes."""
        if not self.admin and self.room and self.room.host is self.session:
            self.admin = True
            self.say("IAD")

    def tell_table(self) -> None:
        """After a step of the game: BGI, or the question that came up (UNO 11.5)."""
        view = self.maybe_view()
        news = maybe_news(view, self.names) if view else None
        if news is not None:
            self.say(news)

    def refuse(self, code: Code, *, repeat: bool) -> None:
        """ERR, and the open question again where an answer to it was refused (UNO 11.5)."""
        self.say(line("ERR", code))
        self.errors += 1
        if self.errors >= self.house.patience:
            self.part(lost=True)
            return
        view = self.maybe_view() if repeat else None
        question = maybe_question(view, self.names) if view else None
        if question is not None:
            self.say(question)
