"""Peers (connections) and sessions (a nickname with its token).

These are records; what may be done with them is in ``state.py`` and the phases.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct

from messages import Seat
from messages.text import maybe_name, name_key
from server.admission.connection_limiter import Visitor
from server.admission.token_bucket import Bucket
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


OLD_TOKENS = 8
"""How many answers with a new token may get lost in a row before a seat cannot be taken back."""


class Phase(StrEnum):
    """Where a conversation stands."""

    NICKNAME = "nickname"
    MATCH = "match"
    SETUP = "set-up"
    WIZARD = "wizard"
    TURN = "turn"
    WATCH = "watch"


@dataclass(eq=False, slots=True)
class Session:
    """A name on this server. It outlives its connection for as long as a seat waits for it."""

    name: str
    key: str
    token_hash: bytes
    computer: bool
    peer: PeerId | None
    old_hashes: tuple[bytes, ...] = ()
    """The tokens before this one: they work until the owner shows that a new one arrived."""
    phase: Phase = Phase.MATCH
    room: "Room | None" = None
    seat: Seat = -1
    watched: "Room | None" = None
    """The table this guest watches without a seat."""
    wizard: str = ""
    strategy: str = ""
    """What kind of computer player this is; empty for people."""
    client: ClientKind = OUR_CLIENT
    """What its last client is like."""
    dialect: str = ""
    """The dialect in which the name is enough to come back; empty: none."""
    lost_at: float | None = None
    stand_in: bytes = NO_HASH
    """The token of the computer player that moves while the owner is away."""
    lost_in: int = 0
    """The match in which the connection was lost: a client's cursor counts only there."""
    finished: Match | None = None
    """The match that is over, until its owner shows that the result has arrived."""
    purse: Bucket | None = None
    """What this name may still spend, whatever connections it uses."""
    chats: Bucket | None = None
    """Lines of chat it may still say."""
    answers: Answers = field(default_factory=dict)

    @property
    def match(self) -> Match | None:
        """The match that is on, or the one whose result may still have to be told."""
        return self.room.match if self.room and self.room.match else self.finished

    @classmethod
    def of(cls, name: str, token_hash: bytes, *, computer: bool) -> "Session":
        """A session whose owner is not here."""
        return cls(name, name_key(name), token_hash, computer, None)


@dataclass(eq=False, slots=True)
class Peer(Visitor):
    """A connection; without a session until it has a name."""

    id: PeerId
    address: str
    computer: bool
    client: ClientKind = OUR_CLIENT
    session: Session | None = None
    malformed: int = 0
    heard: float = 0.0
    asked: float = 0.0
    named: float = 0.0
    """When it last had a name, as far as somebody looked; at first, when it came."""
    beats: bool = False
    """Whether it ever sent a heartbeat; then silence means that it is lost."""
    late: bool = False
    answers: Answers = field(default_factory=dict)

    @property
    def phase(self) -> Phase:
        """Where this conversation stands."""
        return self.session.phase if self.session else Phase.NICKNAME
