"""Rummy's old dialect: one guest, what the guest knows, and what the guest still has to confirm.

A guest is an ordinary peer of the hub. Messages from the guest become ours (entry.py,
turns.py), ours become messages to the guest (news.py); both work on the record here.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from messages import Message, Options, Quit
from messages.base import Change, Seat
from messages.registry import AnyClientMessage
from messages.rummy.table import RummyView
from server.admission.addresses import lies_in
from server.delivery.hub import Hub
from server.dialects.rummy.acknowledgements import Post
from server.dialects.rummy.profiles import Body, Profile, Seed
from server.effects import PeerId
from server.rooms.room import Room
from server.sessions import Session
from server.state import ServerState

Steps: TypeAlias = Generator[Sequence[AnyClientMessage], list[Message], None]
"""Yields what is to be said to the server and goes on with the answers."""


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
    def patience(self) -> float:
        """How long a guest may be silent: the pings that may be missed, and the first one."""
        return self.ping_every * (self.ping_misses + 1)


class RummyHouse:
    """What the guests of this dialect share: the hub, and who is here."""

    def __init__(self, hub: Hub, settings: RummySettings, now: Callable[[], float]) -> None:
        self.hub = hub
        self.settings = settings
        self.now = now
        self.guests: list[RummyGuest] = []
        """Those who have entered."""

    @property
    def records(self) -> ServerState:
        """Who is connected and which tables exist; only to be read."""
        return self.hub.handler.state

    def is_banned(self, *addresses: str) -> bool:
        """Whether the server's list has one of them; the list is kept for all lobbies (9.6)."""
        return any(lies_in(address, self.records.bans.networks) for address in addresses)

    def at(self, room: Room | None) -> list["RummyGuest"]:
        """The guests of this dialect at a table."""
        return [guest for guest in self.guests if room is not None and guest.room is room]

    def is_waiting(self, room: Room | None) -> bool:
        """Whether somebody there has still to acknowledge a BEGIN or a MOVE (10.6)."""
        return any(guest.post.blocking for guest in self.at(room))


class Tale(NamedTuple):
    """What an event means to the guests of this dialect."""

    mover: Seat
    actions: tuple[str, ...]
    discarded: str | None
    turn_over: bool
    round_over: bool
    new_round: bool
    winners: tuple[Seat, ...]

    @property
    def is_draw(self) -> bool:
        """Only a draw, which is told together with what comes after it."""
        return not self.turn_over and all(action.startswith("DRAW") for action in self.actions)


@dataclass
class Story:
    """What a guest knows of the match, and what of it is still to be told."""

    names: tuple[str, ...] = ()
    view: RummyView | None = None
    changes: list[Change] = field(default_factory=list)
    """Changes of the event that is being heard."""
    tales: list[tuple[Tale, RummyView]] = field(default_factory=list)
    """Events heard and not yet told."""
    starting: bool = False
    draw: str = ""
    """The draw of this turn, until it is reported with what followed."""
    last_move: str = "none"
    seq: int = 0
    given: tuple[str, ...] | None = None
    """Cards that came to the guest's own hand in the last event."""
    over: bool = False


class RummyGuest:
    """One connection of this dialect."""

    def __init__(
        self,
        house: RummyHouse,
        write: Callable[[str, Body, bool], None],
        wake: Callable[[], None],
    ) -> None:
        self.house = house
        self.wake = wake
        """Go on with what waited for others."""
        self.post = Post(self.say)
        self.profile: Profile = Seed()
        self.peer: PeerId = 0
        self.alias = ""
        """Empty before entry."""
        self.address = ""
        """The address that counts for bans and duplicates."""
        self.entering = False
        """A seat was asked for; the first news of the table answers the CONNECT."""
        self.unseated = False
        """The table is no more."""
        self.roster: list[str] = []
        """Those whom the guest knows to be in the lobby."""
        self.story = Story()
        self.refused: Body = ()
        """The last turn of the later profile that was refused."""
        self.bad = 0
        """Messages in a row that could not be understood."""
        self.parted = False
        self._write = write
        self._pinged = house.now()
        self._heard = True
        self._misses = 0

    def say(self, kind: str, body: Body) -> None:
        """A message that needs no acknowledgement, or one that the post sends."""
        self._write(kind, body, self.profile.later)

    def refuse(self, kind: str, reason: str) -> None:
        """ERR; the later profile knows no reasons."""
        self.say("ERR", (f"Resend {kind}",) if self.profile.later else (f"Resend {kind}", reason))

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
    def on_turn(self) -> bool:
        """Whether the guest is to play now."""
        view = self.story.view
        return view is not None and view.turn == view.seat and not self.story.over

    def part(self) -> None:
        """Leave the server; the alias is free at once (10.8). Harmless when said twice."""
        if self.parted:
            return
        self.parted = True
        self.post.clear()
        if self in self.house.guests:
            self.house.guests.remove(self)
        self.house.hub.receive(self.peer, Quit())

    # Time.

    def heard(self) -> None:
        """A message came: the guest lives (10.7)."""
        self._heard = True

    def tick(self, now: float) -> None:
        """Send again what was not confirmed, ping, and let go of who is silent."""
        settings = self.house.settings
        if self.post.kind == "END":
            waited = self.post.unanswered_for(now) >= settings.ack_timeout
            if self.post.tries >= settings.end_tries and waited:
                self.part()
                return
        elif self.post.silent_for(now) >= settings.patience:
            self.part()
            return
        self.post.tick(now, settings.ack_timeout)
        if not self.profile.later and now - self._pinged >= settings.ping_every:
            self._ping(now)

    def _ping(self, now: float) -> None:
        self._misses = 0 if self._heard else self._misses + 1
        if self._misses >= self.house.settings.ping_misses:
            self.part()
            return
        self._pinged, self._heard = now, False
        self.say("OK", ("ping",))
