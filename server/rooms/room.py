"""Room: the data of a place where players gather before, during and after a match.

It computes and caches, but decides nothing; what happens in a room is decided in ``lifecycle.py``.
``update_peers`` must be called after each change of members or of their connections.
"""

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NamedTuple

from games.base import AnyGame
from messages import ChatMessage, RoomInfo, Seat, SelectModeAndPlayers
from server.effects import PeerId, Send
from server.journal.records import NO_HASH, Began
from server.match import Match, SeatMessages
from server.results import seeded_mark
from server.room_list import Openings
from server.rooms.chat import ChatHistory
from server.rooms.teams import Pair, arrange
from server.rooms.turn_clock import TurnClock
from server.sessions import Session

MAX_RECENT_LINES = 10
"""Number of lines of a room, or of the lobby, that go with a report to the operator."""


@dataclass(eq=False, slots=True)
class RecentChat:
    """The last lines in a room, or in the lobby, with or without a match, for reports."""

    _lines: deque[ChatMessage] = field(default_factory=lambda: deque(maxlen=MAX_RECENT_LINES))

    def add(self, line: ChatMessage) -> None:
        """Keep a line; beyond MAX_RECENT_LINES the oldest one is dropped."""
        self._lines.append(line)

    def visible_to(self, name: str) -> tuple[ChatMessage, ...]:
        """Return the lines to all, and the private ones that this player wrote or received."""
        return tuple(line for line in self._lines if not line.to or name in (line.sender, line.to))


class Kicked(NamedTuple):
    """A player whom the host removed: ``name_key`` of the nickname, and its rate limit key."""

    name: str
    address: str
    """Empty if only the nickname counts."""


@dataclass(eq=False, slots=True)
class Room:
    """An open room, or the room of a match.

    Members have seats in the order of joining; during a match ``members_by_seat`` is None at seats
    that were given up.
    """

    number: int
    game: AnyGame
    setup: SelectModeAndPlayers
    options: Any
    code: str
    host: Session
    members_by_seat: list[Session | None] = field(default_factory=list)
    pairs: list[Pair[Session]] = field(default_factory=list)
    """Members who chose each other as partners, the oldest choice first."""
    match: Match | None = None
    last_hash: bytes = NO_HASH
    """The hash of the last record of the match."""
    began: Began | None = None
    """The first record of the match; None before a match, and without a journal."""
    records: int = 0
    """The number of records of the match."""
    snapshot_due_at: int = 0
    """The number of records after which a snapshot is taken."""
    clock: TurnClock | None = None
    chat: ChatHistory = field(default_factory=ChatHistory)
    """The last chat lines, for players who reconnect."""
    recent_chat: RecentChat = field(default_factory=RecentChat)
    has_played: bool = False
    """True if a match was started here; the next one in a standing room gets a new number."""
    missing_records: int = 0
    """Records of the match that the disk lost before the server started."""
    rate_limit_key: str = ""
    """The address of its creator as limits count it; empty if trusted."""
    address: str = ""
    """The address of its creator as the list of rooms groups it, also if trusted."""
    opening: int = 0
    """The number of its last opening, counted over all rooms."""
    openings: Openings = field(default_factory=Openings)
    """All openings from its address; shared by the rooms of the address."""
    opened_at: float = 0.0
    suspended_since: float | None = None
    """The time at which the match was suspended because one player was left, or None."""
    bot_seats: int = 0
    """The number of seats of computer players, including those that have not joined yet."""
    peers: tuple[PeerId, ...] = ()
    """The peers of connected members; cached, because every change is sent to them."""
    peers_by_seat: tuple[tuple[PeerId, ...], ...] = ()
    """For each seat a tuple with its peer, or an empty one."""
    spectators: list[Session] = field(default_factory=list)
    spectator_seq: int | None = None
    """The number of the last change sent to spectators; None before a match is watched."""
    view_subscribers: tuple[Session, ...] = ()
    """Connected members who get a view after every step."""
    stored: bytes = b""
    """Its row in the journal; empty without one."""
    kicked: list[Kicked] = field(default_factory=list)
    """Players whom the host removed and who cannot come back, the latest last."""

    @property
    def members(self) -> list[Session]:
        """All sessions with a seat, also disconnected ones and computer players, by seat."""
        return [member for member in self.members_by_seat if member is not None]

    @property
    def people(self) -> list[Session]:
        """The members who are not computer players."""
        return [member for member in self.members if not member.is_computer]

    @property
    def connected_people(self) -> list[Session]:
        """The people with a seat who are connected; spectators do not count."""
        return [member for member in self.people if not member.disconnected]

    @property
    def disconnected_people(self) -> list[Session]:
        """The people with a seat who are disconnected, with or without a stand-in."""
        return [member for member in self.people if member.disconnected]

    @property
    def absence_policy(self) -> str:
        """The absence policy: the host's choice, or the default of the game."""
        return self.setup.absent or self.game.absence_policy

    @property
    def free_seats(self) -> int:
        """The number of free seats for people; seats of computer players are not free."""
        return self.setup.number_of_players - self.bot_seats - len(self.people)

    @property
    def is_full(self) -> bool:
        """True if there are as many seats with members as the set-up asks for.

        Reserved seats of computer players that have not joined are not taken yet.
        """
        return len(self.members_by_seat) == self.setup.number_of_players

    def has_kicked(self, name: str, address: str) -> bool:
        """Return whether the host removed a player with this ``name_key`` or rate limit key.

        An empty rate limit key, that of a trusted address, equals no other.
        """
        return any(name == one.name or address == one.address != "" for one in self.kicked)

    @property
    def without_wizard(self) -> list[Session]:
        """Members who have not chosen a wizard; empty in games without wizards."""
        return [m for m in self.members if not m.wizard] if self.game.wizards else []

    def to_peers(self, messages: Iterable[SeatMessages]) -> list[Send]:
        """Address messages for seats to the players who are connected at these seats now.

        Seats given as None mean all connected players, without spectators. Messages that nobody
        would receive are left out.
        """
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

    def remind_at(self, seat: Seat) -> int:
        """Return the seconds left at which the client at a seat is reminded; 0 if it chose none."""
        member = self.members_by_seat[seat]
        return 0 if member is None else member.client.remind_at

    @property
    def audience(self) -> tuple[PeerId, ...]:
        """The peers of all connected members and spectators."""
        return self.peers + self.spectator_peers if self.spectators else self.peers

    @property
    def spectator_peers(self) -> tuple[PeerId, ...]:
        """The peers of connected spectators."""
        return tuple(session.peer for session in self.spectators if session.peer is not None)

    def update_peers(self) -> None:
        """Update ``peers``, ``peers_by_seat`` and ``view_subscribers`` from the members."""
        connections = [None if member is None else member.peer for member in self.members_by_seat]
        self.peers_by_seat = tuple([() if peer is None else (peer,) for peer in connections])
        self.peers = tuple([peer for peer in connections if peer is not None])
        self.view_subscribers = tuple(
            m for m in self.members if m.client.wants_views and m.peer is not None
        )

    def free_wizards(self) -> tuple[str, ...]:
        """Return the wizards that no member has chosen; empty in games without wizards."""
        taken = {member.wizard for member in self.members}
        return tuple(wizard for wizard in self.game.wizards if wizard not in taken)

    def seats_by_team(self, number: int) -> list[Session | None]:
        """Return the member, or None, at each of ``number`` seats if the match started now.

        Partners are in one team.
        """
        return arrange(self.members, number, self.game.teams(number), self.pairs)

    def team_names(self) -> tuple[tuple[str, ...], ...]:
        """Return the nicknames of the members in each team; empty if there are no teams.

        Before a match, members have the seats that they would get if it started now.
        """
        seats = self.members_by_seat
        if self.match is None:
            seats = self.seats_by_team(self.setup.number_of_players)
        teams = self.game.teams(len(seats))
        return tuple(tuple(m.name for seat in team if (m := seats[seat])) for team in teams)

    def info(self) -> RoomInfo:
        """Return the description of this room for clients, without its code."""
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
            teams=self.team_names(),
            free_wizards=self.free_wizards(),
            standing=self.setup.standing,
            undecided=tuple(member.name for member in self.members if member.is_undecided),
            seeded=seeded_mark(self.setup),
        )

    def list_line(self) -> str:
        """Return this room as one line of the match list: number, game, seats and host.

        Name, expert mode and a seed chosen by the host are added if the room has them.
        """
        mode = ", expert" if self.setup.mode else ""
        seats = f"{len(self.members_by_seat)} of {self.setup.number_of_players} seats taken"
        name = f" ({self.setup.name})" if self.setup.name else ""
        seeded = ", seed chosen by the host" if self.setup.seed else ""
        host = f"host {self.host.name}"
        return f"{self.number}: {self.game.title}{name}{mode}, {seats}, {host}{seeded}"


def maybe_room(rooms: Mapping[int, Room], number: int, code: str) -> Room | None:
    """Return the room with this code or, without a code, the public room with this number.

    None if there is no such room; a private room is not found by number. Letter case of the code
    and spaces around it do not matter.
    """
    if code:
        wanted = code.strip().upper()
        return next((room for room in rooms.values() if room.code == wanted), None)
    room = rooms.get(number)
    return room if room is None or not room.code else None
