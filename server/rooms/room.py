"""A room: where players gather before, during and after a match.

It is a record; what happens in a room is in ``lifecycle.py``.
"""

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from games.base import AnyGame
from messages import ChatMessage, RoomInfo, SelectModeAndPlayers
from server.effects import PeerId, Send
from server.journal.records import NO_HASH
from server.match import Match, SeatMessages
from server.rooms.turn_clock import TurnClock
from server.sessions import Session

CHAT_LINES = 50
"""Lines of chat that a room keeps."""


@dataclass(eq=False, slots=True)
class Room:
    """Open until every seat is taken, then a match until its end.

    Members have seats in the order of joining; during a match ``members_by_seat`` has None where
    somebody left for good.
    """

    number: int
    game: AnyGame
    setup: SelectModeAndPlayers
    options: Any
    code: str
    host: Session
    members_by_seat: list[Session | None] = field(default_factory=list)
    match: Match | None = None
    last_hash: bytes = NO_HASH
    """The hash of the last record of the match in the journal."""
    clock: TurnClock | None = None
    chat: deque[ChatMessage] = field(default_factory=lambda: deque(maxlen=CHAT_LINES))
    """The last lines to the whole room, for those who return."""
    has_played: bool = False
    """Whether a match was played here before (in a standing room)."""
    rate_limit_key: str = ""
    """The address of its creator as limits count it; empty: not counted."""
    opened_at: float = 0.0
    suspended_since: float | None = None
    """Since when the match is suspended because only one player is left."""
    bot_seats: int = 0
    """Seats of computer players, whether they have joined already or not."""
    peers: tuple[PeerId, ...] = ()
    """The peers of the members, cached because every change goes to all of them."""
    peers_by_seat: tuple[tuple[PeerId, ...], ...] = ()
    """The peer of each seat, or none."""
    spectators: list[Session] = field(default_factory=list)
    spectator_seq: int | None = None
    """The number of the last change that spectators know; None before the match."""
    view_subscribers: tuple[Session, ...] = ()
    """The members who get a view after every event."""

    @property
    def members(self) -> list[Session]:
        """Everybody who has a seat."""
        return [member for member in self.members_by_seat if member is not None]

    @property
    def people(self) -> list[Session]:
        """Everybody who is not a computer player."""
        return [member for member in self.members if not member.is_computer]

    @property
    def connected(self) -> list[Session]:
        """The people who are connected."""
        return [member for member in self.people if not member.disconnected]

    @property
    def disconnected(self) -> list[Session]:
        """The people who are away, and whose seats wait for them."""
        return [member for member in self.people if member.disconnected]

    @property
    def absence_policy(self) -> str:
        """What happens here while a player is away."""
        return self.setup.absent or self.game.absent

    @property
    def free_seats(self) -> int:
        """Seats for people; those promised to computer players are not free."""
        return self.setup.number_of_players - self.bot_seats - len(self.people)

    @property
    def is_full(self) -> bool:
        """Whether everybody who is expected has joined."""
        return len(self.members_by_seat) == self.setup.number_of_players

    @property
    def without_wizard(self) -> list[Session]:
        """Those who have not chosen a wizard yet, in a game that has them."""
        return [m for m in self.members if not m.wizard] if self.game.wizards else []

    def to_peers(self, messages: Iterable[SeatMessages]) -> list[Send]:
        """Messages for seats become messages for the peers that sit there now."""
        everybody, by_seat = self.peers, self.peers_by_seat
        sends: list[Send] = []
        if not everybody:
            return sends
        for seats, parts in messages:
            if seats is None:
                peers = everybody
            elif len(seats) == 1:  # the most frequent case
                peers = by_seat[seats[0]]
            else:
                peers = tuple(chain.from_iterable(map(by_seat.__getitem__, seats)))
            if peers and parts:
                sends.append(Send(peers, parts))
        return sends

    @property
    def audience(self) -> tuple[PeerId, ...]:
        """The peers of all members and spectators."""
        return self.peers + self.spectator_peers if self.spectators else self.peers

    @property
    def spectator_peers(self) -> tuple[PeerId, ...]:
        """The peers of the spectators who are connected."""
        return tuple(session.peer for session in self.spectators if session.peer is not None)

    def update_peers(self) -> None:
        """Update what is cached after somebody joined, left, or changed the connection."""
        connections = [None if member is None else member.peer for member in self.members_by_seat]
        self.peers_by_seat = tuple([() if peer is None else (peer,) for peer in connections])
        self.peers = tuple([peer for peer in connections if peer is not None])
        self.view_subscribers = tuple(
            m for m in self.members if m.client.wants_views and m.peer is not None
        )

    def free_wizards(self) -> tuple[str, ...]:
        """The wizards nobody here has chosen."""
        taken = {member.wizard for member in self.members}
        return tuple(wizard for wizard in self.game.wizards if wizard not in taken)

    def info(self) -> RoomInfo:
        """This room as a line of the match list."""
        return RoomInfo(
            match=self.number,
            game=self.game.name,
            mode=self.setup.mode,
            options=self.setup.options,
            players=tuple(member.name for member in self.members),
            number_of_players=self.setup.number_of_players,
            bots=self.bot_seats,
            host=self.host.name,
            private=self.setup.private,
            name=self.setup.name,
            clock=self.setup.clock,
            watchers=self.setup.watchers,
            state="playing" if self.match else "open",
            wizards={member.name: member.wizard for member in self.members if member.wizard},
        )

    def line(self) -> str:
        """This room as a text of the match list."""
        mode = ", expert" if self.setup.mode else ""
        seats = f"{len(self.members_by_seat)} of {self.setup.number_of_players} seats taken"
        name = f" ({self.setup.name})" if self.setup.name else ""
        return f"{self.number}: {self.game.title}{name}{mode}, {seats}, host {self.host.name}"


def maybe_room(rooms: Mapping[int, Room], number: int, code: str) -> Room | None:
    """The room of this number, or with this code: a private one is found only by its code."""
    if code:
        wanted = code.strip().upper()
        return next((room for room in rooms.values() if room.code == wanted), None)
    room = rooms.get(number)
    return room if room is None or not room.code else None
