"""Peers (connections), sessions (a nickname with its token) and the state of a session.

A peer without a session has not chosen a nickname yet. A session is in exactly one state, which
carries what that state needs; what a state accepts is in ``phases/``.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, TypeAlias
from weakref import ref

from msgspec import Struct

from messages import Seat
from messages.text import maybe_name, name_key
from server.admission.connection_limiter import LimitedConnection
from server.admission.token_bucket import TokenBucket
from server.effects import PeerId
from server.idempotency import Answers
from server.journal.records import NO_HASH
from server.match import Match

if TYPE_CHECKING:
    from server.rooms.room import Room

NameRule = Callable[[str], str | None]
"""A nickname in its normal form, or None if it cannot be used."""


class ClientKind(Struct, frozen=True, kw_only=True):
    """What a client can do and what it needs; the defaults are for clients of our own protocol."""

    nickname_rule: NameRule = maybe_name
    wants_views: bool = False
    """Whether a view ends every event of a match, made in the moment of the event."""
    has_token: bool = True
    """Whether the client can show a token to take its seat back."""
    dialect: str = ""
    """The dialect in which its name is enough for that; empty: none."""
    is_rate_limited: bool = True
    """Whether the handler limits its rate; otherwise its transport does."""
    reads_results_later: bool = True
    """Whether a result is kept for the client until it has proved that it arrived."""
    accepts_repeated_prompts: bool = True
    """Whether an open prompt may be sent again after the journal failed."""


OUR_CLIENT = ClientKind()
OUR_BOT = ClientKind(nickname_rule=str)
"""The nickname of a computer player was checked by the rule of the host who added it."""

UNNAMED_PHASE = "nickname"
MAX_PREVIOUS_TOKENS = 8
"""How many answers with a new token may get lost in a row before a seat cannot be taken back."""


class _State(Struct, frozen=True, eq=False):
    phase: ClassVar[str]
    """Its name in texts for users."""
    owner: "ref[Session]"
    """Weak, because a session refers to its state and cycles of references live long."""

    @property
    def session(self) -> "Session":
        """The session that is in this state."""
        session = self.owner()
        if session is None:
            raise ReferenceError("the session of this state has ended")
        return session


class InLobby(_State, frozen=True, eq=False):
    """Choosing a room."""

    phase: ClassVar[str] = "match"


class SettingUp(_State, frozen=True, eq=False):
    """Choosing the settings of a new room."""

    phase: ClassVar[str] = "set-up"


class InRoom(_State, frozen=True, eq=False):
    """Member of a room without a match; ``wizard`` is empty until one is chosen."""

    phase: ClassVar[str] = "wizard"
    room: "Room"
    wizard: str = ""


class Playing(_State, frozen=True, eq=False):
    """Player of a match."""

    phase: ClassVar[str] = "turn"
    room: "Room"
    match: Match
    seat: Seat
    wizard: str = ""


class Spectating(_State, frozen=True, eq=False):
    """Spectator of a room."""

    phase: ClassVar[str] = "watch"
    room: "Room"


SessionState: TypeAlias = InLobby | SettingUp | InRoom | Playing | Spectating


class Disconnected(Struct):
    """The owner of a session is not connected; somebody may stand in."""

    since: float
    match: int = 0
    """The match in which the connection was lost: a client's cursor counts only there."""
    stand_in_hash: bytes = NO_HASH
    """The token of the computer player that moves meanwhile, once it was started."""
    stand_in: PeerId | None = None
    """The connection of that computer player."""


@dataclass(eq=False, slots=True, weakref_slot=True)
class Session:
    """A nickname on this server. It survives its connection as long as a seat waits for it."""

    name: str
    token_hash: bytes
    is_computer: bool
    connection: PeerId | Disconnected
    key: str = field(init=False)
    ref: "ref[Session]" = field(init=False)
    """For its states."""
    state: SessionState = field(init=False)
    previous_token_hashes: tuple[bytes, ...] = ()
    """The tokens before this one: they work until the client proves that a new one arrived."""
    strategy: str = ""
    """What kind of computer player this is; empty for people."""
    client: ClientKind = OUR_CLIENT
    """What its last client is like."""
    dialect: str = ""
    """The dialect in which the name is enough to come back; empty: none."""
    last_match: Match | None = None
    """The match that is over, until the client proves that the result has arrived."""
    quota: TokenBucket | None = None
    """The rate limit of this name, whatever connections it uses."""
    chat_quota: TokenBucket | None = None
    """The rate limit of its chat."""
    answers: Answers = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.key, self.ref = name_key(self.name), ref(self)
        self.state = InLobby(self.ref)

    @property
    def peer(self) -> PeerId | None:
        """The connection that gets its messages: the owner's or that of a stand-in."""
        connection = self.connection
        return connection.stand_in if isinstance(connection, Disconnected) else connection

    @property
    def disconnected(self) -> Disconnected | None:
        """Since when the owner is away, or None."""
        return self.connection if isinstance(self.connection, Disconnected) else None

    @property
    def room(self) -> "Room | None":
        """The room whose member it is."""
        return self.state.room if isinstance(self.state, InRoom | Playing) else None

    @property
    def seat(self) -> Seat:
        """Its seat in the match, -1 if it is in none."""
        return self.state.seat if isinstance(self.state, Playing) else -1

    @property
    def wizard(self) -> str:
        """The wizard it has chosen, if any."""
        return self.state.wizard if isinstance(self.state, InRoom | Playing) else ""

    @property
    def match(self) -> Match | None:
        """The match that is on, or the one whose result may not have arrived."""
        return self.state.match if isinstance(self.state, Playing) else self.last_match


@dataclass(eq=False, slots=True)
class Peer(LimitedConnection):
    """A connection; without a session until it has a nickname."""

    id: PeerId
    address: str
    is_computer: bool
    client: ClientKind = OUR_CLIENT
    session: Session | None = None
    malformed: int = 0
    last_received_at: float = 0.0
    heartbeat_sent_at: float = 0.0
    unnamed_since: float = 0.0
    """When it was last seen with a session, or connected."""
    sends_heartbeats: bool = False
    """Whether it ever sent one; then silence means that it is lost."""
    is_late: bool = False
    answers: Answers = field(default_factory=dict)

    @property
    def phase(self) -> str:
        """The phase of its session."""
        return self.session.state.phase if self.session else UNNAMED_PHASE
