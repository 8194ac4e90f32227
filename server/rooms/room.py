"""A room: where players gather before, during and after a match.

It is a record; what happens in a room is in ``lifecycle.py``.
"""

from collections import deque
from collections.abc import Iterable
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
    """A table: open until every seat is taken, then a match until its end.

    Members sit in the order of joining; when the match starts their places become seats and
    ``members`` has None where somebody left for good.
    """

    number: int
    game: AnyGame
    asked: SelectModeAndPlayers
    options: Any
    code: str
    host: Session
    members: list[Session | None] = field(default_factory=list)
    match: Match | None = None
    chain: bytes = NO_HASH
    """The hash of the last record of the match in the journal."""
    clock: TurnClock | None = None
    chat: deque[ChatMessage] = field(default_factory=lambda: deque(maxlen=CHAT_LINES))
    """The last things said to the whole table, for those who come back."""
    played: bool = False
    """Whether a match was played here before (at a standing table)."""
    place: str = ""
    """Where its maker is counted."""
    opened_at: float = 0.0
    alone_since: float | None = None
    """Since when only one is left at a suspended table."""
    promised: int = 0
    """Seats that belong to computer players, whether they have come already or not."""
    peers: tuple[PeerId, ...] = ()
    """The connections of the members, kept at hand because every change goes to all of them."""
    seated: tuple[tuple[PeerId, ...], ...] = ()
    """The connection at each place, or none."""
    watchers: list[Session] = field(default_factory=list)
    """Those who have no seat and watch."""
    shown: int | None = None
    """The number of the last change the watchers know; None before the match."""
    viewers: tuple[Session, ...] = ()
    """Those of them who want a view after every event."""

    @property
    def present(self) -> list[Session]:
        """Everybody who sits here."""
        return [member for member in self.members if member is not None]

    @property
    def people(self) -> list[Session]:
        """Everybody who is not a computer player."""
        return [member for member in self.present if not member.computer]

    @property
    def here(self) -> list[Session]:
        """The people who are connected."""
        return [member for member in self.people if not member.away]

    @property
    def lost(self) -> list[Session]:
        """The people who are not, and whose seats wait for them."""
        return [member for member in self.people if member.away]

    @property
    def absent(self) -> str:
        """What happens here while a player is away."""
        return self.asked.absent or self.game.absent

    @property
    def free_seats(self) -> int:
        """Seats for people; those promised to computer players are not free."""
        return self.asked.number_of_players - self.promised - len(self.people)

    @property
    def full(self) -> bool:
        """Everybody who is expected has come."""
        return len(self.members) == self.asked.number_of_players

    @property
    def undecided(self) -> list[Session]:
        """Those who have not chosen a wizard yet, in a game that has them."""
        return [m for m in self.present if not m.wizard] if self.game.wizards else []

    def to_peers(self, messages: Iterable[SeatMessages]) -> list[Send]:
        """Messages for seats become messages for the peers that sit there now."""
        everybody, by_seat = self.peers, self.seated
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
        return self.peers + self.spectators if self.watchers else self.peers

    @property
    def spectators(self) -> tuple[PeerId, ...]:
        """The peers of the spectators who are connected."""
        return tuple(session.peer for session in self.watchers if session.peer is not None)

    def recount(self) -> None:
        """Bring ``peers`` up to date after somebody came, went, or changed the connection."""
        connections = [None if member is None else member.peer for member in self.members]
        self.seated = tuple([() if peer is None else (peer,) for peer in connections])
        self.peers = tuple([peer for peer in connections if peer is not None])
        self.viewers = tuple(m for m in self.present if m.client.wants_views and m.peer is not None)

    def free_wizards(self) -> tuple[str, ...]:
        """The wizards nobody here has chosen."""
        taken = {member.wizard for member in self.present}
        return tuple(wizard for wizard in self.game.wizards if wizard not in taken)

    def info(self) -> RoomInfo:
        """This room as a line of the match list."""
        return RoomInfo(
            match=self.number,
            game=self.game.name,
            mode=self.asked.mode,
            options=self.asked.options,
            players=tuple(member.name for member in self.present),
            number_of_players=self.asked.number_of_players,
            bots=self.promised,
            host=self.host.name,
            private=self.asked.private,
            name=self.asked.name,
            clock=self.asked.clock,
            watchers=self.asked.watchers,
            state="playing" if self.match else "open",
            wizards={member.name: member.wizard for member in self.present if member.wizard},
        )

    def line(self) -> str:
        """This room as a text of the match list."""
        mode = ", expert" if self.asked.mode else ""
        seats = f"{len(self.members)} of {self.asked.number_of_players} seats taken"
        name = f" ({self.asked.name})" if self.asked.name else ""
        return f"{self.number}: {self.game.title}{name}{mode}, {seats}, host {self.host.name}"
