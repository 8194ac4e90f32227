"""Codex Naturalis' old dialect: one guest, what the guest knows, and what all guests share.

A guest is an ordinary peer of the hub. Who lost the connection comes back by name, because this
dialect has no tokens.
"""

from collections.abc import Callable
from typing import Any

from messages import Error, ErrorCode, Message
from messages.base import Seat
from messages.codex.area import CodexArea
from messages.codex.table import CodexView
from messages.registry import AnyClientMessage
from server.delivery.hub import Hub
from server.dialects.codex.wire import line
from server.effects import PeerId
from server.rooms.room import Room, Session
from server.state import ServerState

Then = Callable[[Message], None]
"""What to do with the answer to something that was asked."""


DIALECT = "codex"
"""By this name the server knows who may come back here."""


class CodexHouse:
    """The hub, and the lobby that waits for its number of players."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.lobby: list[CodexGuest] = []
        """Those who wait until the first of them, the creator, says how many play."""

    @property
    def records(self) -> ServerState:
        """Who is connected and which tables exist; only to be read."""
        return self.hub.handler.state

    def maybe_table(self) -> Room | None:
        """An open table of this game, of whichever route, with a seat for somebody."""
        rooms = self.records.open_rooms.values()
        fitting = (r for r in rooms if r.game.name == "codex" and not r.code and r.free_seats > 0)
        return next(fitting, None)


class CodexGuest:
    """One connection of this dialect."""

    def __init__(
        self,
        house: CodexHouse,
        write: Callable[[bytes], None],
        ask: Callable[["CodexGuest", AnyClientMessage, Then], None],
        end: Callable[[], None],
    ) -> None:
        self.house = house
        self.end = end
        self._write = write
        self._ask = ask
        self.peer: PeerId = 0
        self.name = ""
        """Empty before an accepted login."""
        self.names: tuple[str, ...] = ()
        """The names of the seats, once there is a game."""
        self.view: CodexView | None = None
        """The game as it was when it began for this guest: the cards that do not change."""
        self.areas: list[CodexArea] = []
        self.scores: list[int] = []
        self.additional = False
        self.playing = False
        self.returning = False
        """A login under the name of somebody who was lost is under way."""
        self.suspended = False
        self.unconfirmed = False
        """The winners were told, and no sign has come that it was heard."""
        self.expected = 0
        """How many of the lobby sit down at the table; shorter lists of players are not told."""
        self.beat: float | None = None
        """When the last heartbeat came; None: the guest sends none."""

    def say(self, kind: str, **fields: Any) -> None:
        self._write(line(kind, **fields))

    def say_as_handler(self, kind: str, **fields: Any) -> None:
        """Heartbeats come from the guest's handler."""
        self._write(line(kind, f"{self.name}_handler", **fields))

    def refuse(self, text: str) -> None:
        """Every refusal is an ERROR, and the connection lives."""
        self.say("ERROR", details=text)

    def fail(self, error: Error) -> None:
        """The server refused, or made a mistake, and then the game is over."""
        self.playing = self.playing and error.error is not ErrorCode.INTERNALERROR
        self.refuse(error.message)

    def ask(self, message: AnyClientMessage, then: Then) -> None:
        """Say something to the server; lines wait until it has answered."""
        self._ask(self, message, then)

    @property
    def session(self) -> Session | None:
        """The guest's name in the server's records."""
        peer = self.house.records.peers.get(self.peer)
        return peer.session if peer else None

    @property
    def room(self) -> Room | None:
        """The table at which the guest sits."""
        return self.session.room if self.session else None

    def index(self, seat: Seat) -> int:
        """The place of a seat in the order of turns."""
        first = self.view.first if self.view else 0
        return (seat - first) % len(self.names)

    def is_connected(self, seat: Seat) -> bool:
        """Whether the player of the seat is there."""
        room = self.room
        member = room.members[seat] if room and seat < len(room.members) else None
        return member is not None and member.peer is not None
