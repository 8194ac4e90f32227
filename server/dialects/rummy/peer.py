"""Rummy's dialect: settings, what its peers share, and what one client has been told.

Requests of a client become messages to the server (commands.py), messages of the server become
status messages (events.py); both work on the peer. The protocol is a draft in two profiles, which
may meet at one table. Clients cannot come back after a lost connection, so they leave at once
(Rummy 10.8).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from messages import Error, ErrorCode, Options
from messages.base import Change
from messages.rummy.table import RummyView
from server.admission.connection_limiter import is_in_networks
from server.dialects.base import LegacyPeer, Shared, Wire
from server.dialects.rummy.acknowledgements import AckQueue
from server.dialects.rummy.profiles import Body, Profile, SeedProfile
from server.dialects.rummy.wire import Frame, FrameReader, MessageTooLong, encode
from server.rooms.room import Room

GAME = "rummy500"
NOT_YOUR_TURN = "not your turn"
MAX_UNREADABLE = 3
"""Messages in a row that make no sense, after which a client that has not entered is closed."""
MAX_QUEUED_REQUESTS = 64
"""Requests of one client that wait; more are dropped. A well-behaved client has two."""


@dataclass(frozen=True, kw_only=True)
class RummySettings:
    """The settings of the digest that belong to this dialect. Times are seconds."""

    max_players: int = 5
    autostart: int = 5
    """The match begins by itself with so many players."""
    turn_limit: int = 120
    ack_timeout: float = 5.0
    end_tries: int = 3
    ping_every: float = 5.0
    ping_misses: int = 3
    player_port: int = 55000
    require_player_port: bool = False
    one_player_per_ip: bool = True
    check_previous: bool = False
    options: Options = field(default_factory=dict)
    """Options of the game."""

    @property
    def silence_timeout_seconds(self) -> float:
        """How long a client may be silent: the pings that may be missed, and the first one."""
        return self.ping_every * (self.ping_misses + 1)


class RummyShared(Shared[RummySettings, "RummyPeer"]):
    """What the peers share."""

    def is_banned(self, *addresses: str) -> bool:
        """Whether one of them is banned on this server (Rummy 9.6)."""
        return any(is_in_networks(address, self.state.bans.networks) for address in addresses)

    def peers_in(self, room: Room | None) -> list["RummyPeer"]:
        """Return the clients of this dialect in a room."""
        return [peer for peer in self.peers.values() if room is not None and peer.room is room]

    def awaits_acknowledgement(self, room: Room | None) -> bool:
        """Whether a client there has still to acknowledge a BEGIN or a MOVE (Rummy 10.6)."""
        return any(peer.acks.blocks_turns for peer in self.peers_in(room))

    def tick(self, now: float) -> None:
        """Repeat what was not acknowledged, send pings and remove silent clients."""
        for peer in list(self.peers.values()):
            peer.tick(now)


class MatchEvent(NamedTuple):
    """The changes of one event, and the client's views before and after it."""

    changes: Sequence[Change]
    before: RummyView
    after: RummyView


@dataclass
class MatchProgress:
    """What a client knows of its match, and what it has still to be told."""

    names: tuple[str, ...] = ()
    view: RummyView | None = None
    changes: list[Change] = field(default_factory=list)
    """Changes of the event that is being delivered."""
    unsent_events: list[MatchEvent] = field(default_factory=list)
    """Events that the client has not been told of."""
    is_begin_due: bool = False
    """Whether the first BEGIN is still to be sent."""
    unreported_draw: str = ""
    """The draw of this turn, until it is reported with what followed."""
    last_move: str = "none"
    seq: int = 0
    drawn_cards: tuple[str, ...] | None = None
    """Cards that came to the client's own hand in the last event."""
    is_over: bool = False

    def end_event(self, after: RummyView) -> None:
        """Keep the changes of this event until the client is told of them."""
        if self.view is not None and self.changes:
            self.unsent_events.append(MatchEvent(self.changes, self.view, after))
            self.changes = []


class RummyPeer(LegacyPeer[RummyShared, Frame | None]):
    """One client. Its requests are frames; None is one that cannot be read.

    OK and ERR are handled when they arrive, even while a request waits for its answers.
    """

    pauses_reading = False

    def __init__(self, shared: RummyShared, wire: Wire) -> None:
        super().__init__(shared, wire, FrameReader())
        self.acks = AckQueue(self.send)
        self.profile: Profile = SeedProfile()
        self.address = ""
        """The address that counts for duplicates: the client may be behind a local proxy."""
        self.is_entering = False
        """Whether a seat was requested; the first RoomUpdate answers the CONNECT."""
        self.is_room_closed = False
        """Whether the client's table has been closed."""
        self.is_address_banned = False
        """Whether the server has rejected the connection because its address is banned."""
        self.known_players: list[str] = []
        """The players in the lobby that the client has been told of."""
        self.progress = MatchProgress()
        self.refused_turn: Body = ()
        """The last turn of the later profile that was refused."""
        self._unreadable = 0
        """Messages in a row that made no sense."""
        self._pinged_at = shared.now()
        self._received_since_ping = True
        self._missed_pings = 0

    @property
    def is_on_turn(self) -> bool:
        """Whether it is the client's turn."""
        view = self.progress.view
        return view is not None and view.turn == view.seat and not self.progress.is_over

    def refusal_reason(self, error: Error) -> str:
        """Return the reason for an ERR."""
        return NOT_YOUR_TURN if error.error is ErrorCode.NOTYOURTURN else error.message

    # Sending.

    def send(self, kind: str, body: Body) -> None:
        """Send a message that needs no acknowledgement, or one of the queue."""
        self.wire.write(encode(kind, body, is_later=self.profile.is_later))

    def send_acknowledged(self, kind: str, *body: str) -> None:
        """Send a message that the client has to acknowledge, when its turn in the queue comes."""
        self.acks.add(kind, body, self.shared.now())

    # Receiving.

    def feed(self, data: bytes) -> bool:
        """Handle the messages that are complete now; return whether there are any."""
        try:
            frames = self._reader.feed(data)
        except MessageTooLong:
            self.leave()
            return False
        for frame in frames:
            self._take(frame)
        self.run_ready()
        return bool(frames)

    def _take(self, frame: Frame | None) -> None:
        self._received_since_ping = True
        if frame is None or not (self.name or frame.type == "CONNECT"):
            self._unreadable += 1
            if not self.name and self._unreadable >= MAX_UNREADABLE:
                self.leave()
            return
        self._unreadable = 0
        if frame.type == "OK":
            self._acknowledge(self.profile.acknowledged_type(frame.first_line))
        elif frame.type == "ERR":
            kind = frame.first_line.removeprefix("resend").strip().upper()
            self.acks.resend(kind, self.shared.now())
        elif len(self._inbox) < MAX_QUEUED_REQUESTS:
            self._inbox.append(frame)

    def _acknowledge(self, kind: str) -> None:
        """The client has a message. After END it leaves; after others the table may go on."""
        if not self.acks.acknowledge(kind, self.shared.now()):
            return
        if kind == "END":
            self.leave()
        for other in self.shared.peers_in(self.room):
            other.run_ready()

    def can_start(self, request: Frame | None) -> bool:
        """Whether a request can be handled now.

        A client of the later profile repeats what is refused for ever, so its turn waits until
        everybody has acknowledged, and its draw until its turn.
        """
        if request is None or request.type != "TURN" or not self.profile.is_later:
            return True
        is_early = (
            request.first_line in ("t", "p") and not self.is_on_turn and not self.progress.is_over
        )
        return not is_early and not self.shared.awaits_acknowledgement(self.room)

    # Connecting and leaving.

    def connect(self) -> None:
        """Connect to the hub; leave at once if the port is wrong."""
        super().connect()
        settings = self.shared.settings
        if settings.require_player_port and self.wire.port != settings.player_port:
            self.leave()

    def close(self) -> None:
        """Send what waits, then end. A rejected client first hears the reason after CONNECT."""
        if not self.is_address_banned:
            self.acks.send_all()
            self.wire.close()

    def leave(self) -> None:
        """Leave the server; nobody comes back (Rummy 10.8). A second call does nothing."""
        if not self.has_left:
            self.acks.clear()
            super().leave()
            if self.is_address_banned:
                self.wire.close()

    # Time.

    def tick(self, now: float) -> None:
        """Repeat what was not acknowledged, send a ping, leave if the client is silent."""
        settings = self.shared.settings
        if self._is_silent(now):
            self.leave()
            return
        self.acks.tick(now, settings.ack_timeout)
        if not self.profile.is_later and now - self._pinged_at >= settings.ping_every:
            self._ping(now)

    def _is_silent(self, now: float) -> bool:
        """Whether a message has not been acknowledged for too long (Rummy 10.6)."""
        settings, acks = self.shared.settings, self.acks
        if acks.kind == "END":
            return (
                acks.send_count >= settings.end_tries
                and acks.seconds_since_send(now) >= settings.ack_timeout
            )
        return acks.seconds_since_first_send(now) >= settings.silence_timeout_seconds

    def _ping(self, now: float) -> None:
        """Count the last ping as missed if nothing came since; leave after too many (10.7)."""
        self._missed_pings = 0 if self._received_since_ping else self._missed_pings + 1
        if self._missed_pings >= self.shared.settings.ping_misses:
            self.leave()
            return
        self._pinged_at, self._received_since_ping = now, False
        self.send("OK", ("ping",))
