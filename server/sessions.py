"""Peers (connections), sessions (a nickname with its token) and the states of a session.

A peer has no session until it has a nickname. A session is always in exactly one state; the state
holds the data that only this state needs. ``phases/`` defines what each state accepts.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, NamedTuple, TypeAlias
from weakref import ref

from msgspec import Struct

from messages import Seat
from messages.lobby import OnlinePlayer
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
"""Returns the normal form of a nickname, or None if it cannot be used."""


class ClientKind(Struct, frozen=True, kw_only=True):
    """Capabilities and needs of a kind of client; the defaults are for our own protocol."""

    nickname_rule: NameRule = maybe_name
    wants_views: bool = False
    """True if the client gets a view after every step of its match."""
    has_token: bool = True
    """True if the client can send a token to resume its session."""
    dialect: str = ""
    """The dialect whose clients resume a session without a token; empty for all others."""
    returns_from_any_address: bool = False
    """True if the nickname alone resumes a session of ``dialect`` from any address; otherwise only
    from the address of its last connection, or with a code."""
    is_rate_limited: bool = True
    """True if the handler applies the rate limit; otherwise the transport does."""
    reads_results_later: bool = True
    """True if a result is kept until the client has proved that it received it."""
    accepts_repeated_prompts: bool = True
    """True if an open prompt may be repeated after the journal failed."""
    remind_at: int = 0
    """Seconds left for a decision at which it is reminded; 0: half of the time limit."""
    match_seed: bytes = b""
    """Seed of the rooms that it opens, for tests; empty: the client may choose one."""


OUR_CLIENT = ClientKind()
OUR_BOT = ClientKind(nickname_rule=str)
"""Accepts any nickname, because it was checked by the rule of the host who added the bot."""

UNNAMED_PHASE = "nickname"
MAX_PREVIOUS_TOKENS = 8
"""Answers with a new token that may be lost in a row before a session cannot be resumed."""


class _State(Struct, frozen=True, eq=False):
    """Base class of the states of a session."""

    phase: ClassVar[str]
    """The name of the state in texts for users."""
    owner: "ref[Session]"
    """A weak reference: a cycle with the session would live until a garbage collection."""

    @property
    def session(self) -> "Session":
        """The session in this state. Raises ReferenceError after the session has ended."""
        session = self.owner()
        if session is None:
            raise ReferenceError("the session of this state has ended")
        return session


class InLobby(_State, frozen=True, eq=False):
    """In the lobby, without a room."""

    phase: ClassVar[str] = "match"


class SettingUp(_State, frozen=True, eq=False):
    """Choosing the options of a new room."""

    phase: ClassVar[str] = "set-up"


class InRoom(_State, frozen=True, eq=False):
    """Member of an open room; ``wizard`` is empty until one is chosen.

    ``is_undecided`` is True after a match in the room, until the player says to play again.
    """

    phase: ClassVar[str] = "wizard"
    room: "Room"
    wizard: str = ""
    is_undecided: bool = False


class Playing(_State, frozen=True, eq=False):
    """Player with a seat in a match."""

    phase: ClassVar[str] = "turn"
    room: "Room"
    match: Match
    seat: Seat
    wizard: str = ""


class Spectating(_State, frozen=True, eq=False):
    """Spectator of a room, with or without a match."""

    phase: ClassVar[str] = "watch"
    room: "Room"


SessionState: TypeAlias = InLobby | SettingUp | InRoom | Playing | Spectating


class Disconnected(Struct):
    """Replaces the connection of a session while its owner is disconnected; a bot may stand in."""

    since: float
    match: int = 0
    """The match during which the connection was lost; a client's cursor is valid only there."""
    stand_in_hash: bytes = NO_HASH
    """The token hash of the stand-in; empty until one was started."""
    stand_in: PeerId | None = None
    """The connection of the stand-in, once it has joined."""
    by_restart: bool = False
    """Whether the server was started again, so that the owner is likely to return soon."""


class Listing(NamedTuple):
    """The entry of a session in the list of players, valid for this state and this peer."""

    state: SessionState
    peer: PeerId | None
    entry: OnlinePlayer


@dataclass(eq=False, slots=True, weakref_slot=True)
class Session:
    """A nickname with its token; outlives its connection if it plays, watches or has a result."""

    name: str
    token_hash: bytes
    """The hash of its token; of its last address (``address_hash``) if it has a dialect."""
    is_computer: bool
    connection: PeerId | Disconnected
    key: str = field(init=False)
    ref: "ref[Session]" = field(init=False)
    """A weak reference to this session, shared by its states."""
    state: SessionState = field(init=False)
    previous_token_hashes: tuple[bytes, ...] = ()
    """Hashes of earlier tokens, valid until the client proves that it received the new token."""
    strategy: str = ""
    """The strategy of a computer player; empty for people."""
    client: ClientKind = OUR_CLIENT
    """The kind of its last client."""
    dialect: str = ""
    """The dialect in which it is resumed without a token; empty if a token is required."""
    last_match: Match | None = None
    """A finished match, kept until the client proves that it received the result."""
    result_until: float = 0.0
    """The time until which the result of ``last_match``, or the notice, is kept."""
    notice: str = ""
    """Why its match was ended at a restart without a result; kept like ``last_match``."""
    token_bucket: TokenBucket | None = None
    """Limits the messages of the session on all its connections; None until first used."""
    chat_token_bucket: TokenBucket | None = None
    """Limits its chat lines; None until first used."""
    answers: Answers = field(default_factory=dict)
    """The idempotency cache."""
    listing: Listing | None = None
    """Its last entry in the list of players; None until it was listed."""

    def __post_init__(self) -> None:
        """Compute the key of the nickname; the session begins in the lobby."""
        self.key, self.ref = name_key(self.name), ref(self)
        self.state = InLobby(self.ref)

    @property
    def peer(self) -> PeerId | None:
        """The connection that gets the messages: the owner's or the stand-in's, or None."""
        connection = self.connection
        return connection.stand_in if isinstance(connection, Disconnected) else connection

    @property
    def disconnected(self) -> Disconnected | None:
        """Data about the disconnection, or None while the owner is connected."""
        return self.connection if isinstance(self.connection, Disconnected) else None

    @property
    def is_expected(self) -> bool:
        """Whether the owner is connected, or has not returned yet after a restart of the server."""
        return self.disconnected is None or self.disconnected.by_restart

    @property
    def room(self) -> "Room | None":
        """The room in which the session has a seat; None in the lobby and for spectators."""
        return self.state.room if isinstance(self.state, InRoom | Playing) else None

    @property
    def seat(self) -> Seat:
        """The seat of the session in its match; -1 unless it plays."""
        return self.state.seat if isinstance(self.state, Playing) else -1

    @property
    def wizard(self) -> str:
        """The chosen wizard; empty before the choice and outside a room."""
        return self.state.wizard if isinstance(self.state, InRoom | Playing) else ""

    @property
    def is_undecided(self) -> bool:
        """True in a room after a match, until the player says to play again."""
        return isinstance(self.state, InRoom) and self.state.is_undecided

    def forget_result(self) -> None:
        """Forget ``last_match`` and the notice, because the client has read them."""
        self.last_match, self.notice = None, ""

    @property
    def match(self) -> Match | None:
        """The match that the session plays; otherwise ``last_match``, which may be None."""
        return self.state.match if isinstance(self.state, Playing) else self.last_match


@dataclass(eq=False, slots=True)
class Peer(LimitedConnection):
    """One connected client; has no session until it has a nickname."""

    id: PeerId
    address: str
    is_computer: bool
    client: ClientKind = OUR_CLIENT
    session: Session | None = None
    malformed_count: int = 0
    """Unreadable messages since the last readable one."""
    last_received_at: float = 0.0
    heartbeat_sent_at: float = 0.0
    unnamed_since: float = 0.0
    """The time of the last tick at which it had a session, or of its connection."""
    sends_heartbeats: bool = False
    """True if it ever sent a heartbeat; only then it is disconnected when it is silent."""
    is_late: bool = False
    answers: Answers = field(default_factory=dict)
    """The idempotency cache until it has a session."""

    @property
    def phase(self) -> str:
        """The phase of the session for texts to users; UNNAMED_PHASE without a session."""
        return self.session.state.phase if self.session else UNNAMED_PHASE
