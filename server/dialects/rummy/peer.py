"""Rummy's dialect: settings, the state that peers share, and the state of one client.

commands.py translates requests of the client to messages, events.py translates messages of the
server to status messages; both use the peer. The protocol has two profiles, whose clients may share
a room. It has no reconnect, so a client whose connection is lost leaves at once (Rummy 10.8).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from messages import Error, ErrorCode, Options
from messages.base import Change
from messages.rummy.table import RummyView
from server.admission.connection_limiter import is_in_networks
from server.dialects.peer import LegacyPeer, Shared
from server.dialects.requests import Wire
from server.dialects.rummy.acknowledgements import AckQueue
from server.dialects.rummy.profiles import Body, Profile, SeedProfile
from server.dialects.rummy.wire import Frame, FrameReader, MessageTooLong, encode
from server.rooms.room import Room

GAME = "rummy500"
NOT_YOUR_TURN = "not your turn"
MAX_UNREADABLE = 3
"""Unreadable messages in a row after which a client that has not logged in is disconnected."""
MAX_QUEUED_REQUESTS = 64
"""Maximum number of queued requests of one client; more are dropped. Two are normal."""


@dataclass(frozen=True, kw_only=True)
class RummySettings:
    """Settings of this dialect. Times are in seconds."""

    max_players: int = 5
    autostart: int = 5
    """Number of players with which the match starts automatically."""
    single_lobby: bool = False
    """True if clients are refused, instead of getting a new lobby, when no lobby is open."""
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
    """Options of the game in rooms that this dialect creates."""

    @property
    def silence_timeout_seconds(self) -> float:
        """Return the maximum age of an unacknowledged message: ``ping_misses`` + 1 intervals."""
        return self.ping_every * (self.ping_misses + 1)


class RummyShared(Shared[RummySettings, "RummyPeer"]):
    """State that the peers share."""

    def is_banned(self, *addresses: str) -> bool:
        """Return whether at least one of the addresses is banned on this server (Rummy 9.6)."""
        return any(is_in_networks(address, self.state.bans.networks) for address in addresses)

    def peers_in(self, room: Room | None) -> list["RummyPeer"]:
        """Return the clients of this dialect in a room; none if ``room`` is None."""
        return [peer for peer in self.peers.values() if room is not None and peer.room is room]

    def awaits_acknowledgement(self, room: Room | None) -> bool:
        """Return whether a client in the room has not acknowledged a BEGIN or MOVE (Rummy 10.6)."""
        return any(peer.acks.blocks_turns for peer in self.peers_in(room))

    def tick(self, now: float) -> None:
        """Run the timers of all clients that have logged in."""
        for peer in list(self.peers.values()):
            peer.tick(now)


class MatchEvent(NamedTuple):
    """The changes of one event, and the client's views before and after it."""

    changes: Sequence[Change]
    before: RummyView
    after: RummyView


@dataclass
class MatchProgress:
    """State of a client's match, and the events that were not sent yet."""

    names: tuple[str, ...] = ()
    view: RummyView | None = None
    changes: list[Change] = field(default_factory=list)
    """Changes of the event that is being delivered."""
    unsent_events: list[MatchEvent] = field(default_factory=list)
    """Events for which no message was sent yet."""
    is_begin_due: bool = False
    """True if the first BEGIN is still to be sent."""
    unreported_draw: str = ""
    """The draw of this turn, until it is reported with the actions that follow."""
    last_move: str = "none"
    seq: int = 0
    drawn_cards: tuple[str, ...] | None = None
    """Cards that the client drew or took in the last event."""
    is_over: bool = False

    def end_event(self, after: RummyView) -> None:
        """Move the collected changes to ``unsent_events``; ``after`` is the view after them.

        Does nothing without changes or before the first view.
        """
        if self.view is not None and self.changes:
            self.unsent_events.append(MatchEvent(self.changes, self.view, after))
            self.changes = []


class RummyPeer(LegacyPeer[RummyShared, Frame | None]):
    """One client. Its requests are frames; None is an unreadable one.

    OK and ERR are handled when they arrive, even while a request waits for answers.
    """

    pauses_reading = False

    def __init__(self, shared: RummyShared, wire: Wire) -> None:
        super().__init__(shared, wire, FrameReader())
        self.acks = AckQueue(self.send)
        self.profile: Profile = SeedProfile()
        self.address = ""
        """Address for ``one_player_per_ip``; behind a local proxy, the one the client claims."""
        self.is_entering = False
        """True if a seat was requested; the first RoomUpdate answers the CONNECT."""
        self.is_room_closed = False
        """True if the client's room has been closed."""
        self.is_address_banned = False
        """True if the handler refused the connection because of a ban; CONNECT reports it."""
        self.next_start_at = 0.0
        """Time of the server state before which an automatic start is not requested again."""
        self.known_players: list[str] = []
        """Players in the room that were announced to the client."""
        self.progress = MatchProgress()
        self.refused_turn: Body = ()
        """Body of the last refused D of the later profile."""
        self._unreadable = 0
        """Number of unreadable messages in a row."""
        self._pinged_at = shared.now()
        self._received_since_ping = True
        self._missed_pings = 0

    @property
    def is_on_turn(self) -> bool:
        """Return whether it is the client's turn in a match that is not over."""
        view = self.progress.view
        return view is not None and view.turn == view.seat and not self.progress.is_over

    def refusal_reason(self, error: Error) -> str:
        """Return the reason in ERR for a handler error: its text, except for a wrong turn."""
        return NOT_YOUR_TURN if error.error is ErrorCode.NOTYOURTURN else error.message

    # Sending.

    def send(self, kind: str, body: Body) -> None:
        """Send one message at once, in the profile of the client; no acknowledgement is awaited."""
        self.wire.write(encode(kind, body, is_later=self.profile.is_later))

    def send_until_acknowledged(self, kind: str, *body: str) -> None:
        """Queue a message that the client must acknowledge.

        It is sent when all before it are acknowledged, and again until it is acknowledged too.
        """
        self.acks.add(kind, body, self.shared.now())

    # Receiving.

    def feed(self, data: bytes) -> bool:
        """Handle the messages that these bytes complete; return whether there are any.

        If a message is too long, the client leaves and the result is False.
        """
        try:
            frames = self._reader.feed(data)
        except MessageTooLong:
            self.leave()
            return False
        for frame in frames:
            self._receive_frame(frame)
        self.run_ready()
        return bool(frames)

    def _receive_frame(self, frame: Frame | None) -> None:
        """Handle OK (acknowledge) and ERR (send again) at once; queue other frames.

        A frame is dropped if the queue is full. Every frame shows that the connection is alive.
        Before the login, anything but CONNECT counts as unreadable, and too many in a row end the
        connection. Unreadable frames are ignored.
        """
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
            self._inbox.append(self._without_old_index(frame))

    def _without_old_index(self, frame: Frame) -> Frame:
        """Return T instead of a P of the later profile outside the client's turn.

        The turn clock has closed the turn of that P, so its index belongs to an older pile. All
        other frames are returned unchanged.
        """
        is_take = frame.type == "TURN" and self.profile.is_later and frame.first_line == "p"
        return frame._replace(body=("T",)) if is_take and not self.is_on_turn else frame

    def _acknowledge(self, kind: str) -> None:
        """Remove the head of the queue if it has this type; otherwise do nothing.

        After END the client leaves. Requests in the room that waited for the acknowledgement
        resume.
        """
        if not self.acks.acknowledge(kind, self.shared.now()):
            return
        if kind == "END":
            self.leave()
        for other in self.shared.peers_in(self.room):
            other.run_ready()

    def can_start(self, request: Frame | None) -> bool:
        """Return whether a request can be handled now.

        A client of the later profile repeats a refused request without end. So its TURN waits for
        all acknowledgements of the room, and a draw also for the client's turn.
        """
        if request is None or request.type != "TURN" or not self.profile.is_later:
            return True
        is_early = (
            request.first_line in ("t", "p") and not self.is_on_turn and not self.progress.is_over
        )
        return not is_early and not self.shared.awaits_acknowledgement(self.room)

    # Connecting and leaving.

    def connect(self) -> None:
        """Connect to the hub; leave at once if the client's port is not the required one.

        Without ``require_player_port`` any port is allowed.
        """
        super().connect()
        settings = self.shared.settings
        if settings.require_player_port and self.wire.port != settings.player_port:
            self.leave()

    def close(self) -> None:
        """Send the queue and close the connection.

        Does nothing for a banned client, which stays until its CONNECT is refused.
        """
        if not self.is_address_banned:
            self.acks.send_all()
            self.wire.close()

    def leave(self) -> None:
        """Discard the queue and leave the server; a repeat is ignored.

        The connection of a banned client, which ``close`` keeps, is closed here.
        """
        if not self.has_left:
            self.acks.clear()
            super().leave()
            if self.is_address_banned:
                self.wire.close()

    # Time.

    def tick(self, now: float) -> None:
        """Resend an unacknowledged message and, in the seed profile, send a ping if one is due.

        If the client has been silent for too long, it leaves instead.
        """
        settings = self.shared.settings
        if self._is_silent(now):
            self.leave()
            return
        self.acks.tick(now, settings.ack_timeout)
        if not self.profile.is_later and now - self._pinged_at >= settings.ping_every:
            self._ping(now)

    def _is_silent(self, now: float) -> bool:
        """Return whether the head of the queue has been unacknowledged for too long (Rummy 10.6).

        For END the number of tries counts, for other types the time since the first one.
        """
        settings, acks = self.shared.settings, self.acks
        if acks.kind == "END":
            return (
                acks.send_count >= settings.end_tries
                and acks.seconds_since_send(now) >= settings.ack_timeout
            )
        return acks.seconds_since_first_send(now) >= settings.silence_timeout_seconds

    def _ping(self, now: float) -> None:
        """Send a ping; leave instead if too many in a row had no reply (10.7).

        Any message since the last ping is a reply.
        """
        self._missed_pings = 0 if self._received_since_ping else self._missed_pings + 1
        if self._missed_pings >= self.shared.settings.ping_misses:
            self.leave()
            return
        self._pinged_at, self._received_since_ping = now, False
        self.send("OK", ("ping",))
