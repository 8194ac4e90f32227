"""The registry of peers, sessions and rooms, and counters; what a room does is in ``rooms/``."""

import hmac
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count, islice

from msgspec import UNSET, UnsetType

from games.base import AnyGame
from messages import ActionValid, ChooseMatch, ClientMessage, ErrorCode, Refusal, RoomInfo
from messages.text import name_key
from server.admission.bans import Bans
from server.effects import Outcome, PeerId
from server.journal.records import NO_HASH, AnyRecord, make_entry
from server.limits import Limits
from server.rooms.room import Room
from server.sessions import MAX_PREVIOUS_TOKENS, Peer, Session

BOT_NAMES = (
    *("Bianca", "Ugo", "Carla", "Dino", "Elsa", "Fausto", "Gina", "Italo", "Lia", "Marco"),
    *("Nora", "Olmo", "Pia", "Remo", "Silva", "Tito", "Vera", "Zeno"),
)
MAX_LISTED = 200
"""Rooms in one ChooseMatch: more than anybody reads, well within a frame."""
MAX_LISTED_MATCHES = 50
"""Matches under way in one ChooseMatch."""


@dataclass(frozen=True)
class Secrets:
    """Where unguessable things come from; tests pass their own."""

    seed: Callable[[], bytes]
    token: Callable[[], str]
    code: Callable[[], str]


@dataclass(eq=False, slots=True)
class Counts:
    """Numbers for the metrics, counted since the start of the server."""

    received: int = 0
    unreadable: int = 0
    rate_limited: int = 0
    """Messages refused because too many came."""
    flooders: int = 0
    rejected: int = 0
    failures: int = 0
    lag: float = 0.0
    """Seconds by which the last sweep came too late: how long the loop was busy."""


@dataclass(eq=False)
class ServerState:
    """All peers, sessions and rooms of one server; two servers in one process are independent."""

    games: Mapping[str, AnyGame]
    limits: Limits
    secrets: Secrets
    strategies: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The strategies of computer players by game; the first is the default."""
    has_journal: bool = False
    """Whether matches are written to a journal."""
    journal_failing: bool = False
    """Whether writing to it fails at the moment; then nothing new may happen."""
    reprompt_needed: bool = False
    """Whether it failed since all open prompts were last sent again."""
    draining: bool = False
    """Whether the server is about to stop; then no rooms are opened."""
    unix_time: Callable[[], float] = lambda: 0.0
    """Seconds since 1970: for the dates of matches and in heartbeats of legacy clients."""
    bans: Bans = field(default_factory=Bans)
    password: bytes = NO_HASH
    """The hash of the server's password; empty: none is needed."""
    now: float = 0.0
    """The time of the input that is being handled."""
    peers: dict[PeerId, Peer] = field(default_factory=dict)
    sessions: dict[str, Session] = field(default_factory=dict)
    disconnected_sessions: dict[str, Session] = field(default_factory=dict)
    rooms: dict[int, Room] = field(default_factory=dict)
    open_rooms: dict[int, Room] = field(default_factory=dict)
    rooms_with_clock: dict[int, Room] = field(default_factory=dict)
    expected_bots: dict[str, str] = field(default_factory=dict)
    """The strategies of computer players that were started and have not joined yet, by name."""
    numbers: "count[int]" = field(default_factory=lambda: count(1))
    _bot_numbers: "count[int]" = field(default_factory=count)

    def set_journal_failing(self, failing: bool) -> None:
        """Note that writing to the journal fails, or works again."""
        self.journal_failing = failing
        self.reprompt_needed |= failing

    @property
    def playing_count(self) -> int:
        """The number of matches that are on."""
        return len(self.rooms) - len(self.open_rooms)

    def open_session(self, peer: Peer, name: str) -> tuple[Session, str]:
        """Open a session for the peer; return it with its token, of which only a hash is kept."""
        token = self.secrets.token()
        session = Session(name, _kept(peer, token), peer.is_computer, peer.id)
        session.strategy = self.expected_bots.pop(session.key, "")
        session.client, session.dialect = peer.client, peer.client.dialect
        self.sessions[session.key] = session
        peer.session = session
        return session, token

    def maybe_resumable_session(self, name: str, token: str, peer: Peer) -> Session | None:
        """The session of that name if the token is its token, or its stand-in's.

        Some dialects have no tokens: there the name of somebody who was disconnected is enough, but
        only for clients of the same dialect.
        """
        session = self.sessions.get(name_key(name))
        if session is None:
            return None
        if peer.client.dialect:
            return session if self.can_return_by_name(name, peer.client.dialect) else None
        given = hash_secret(token)
        current = hmac.compare_digest(session.token_hash, given)
        before = any(hmac.compare_digest(old, given) for old in session.previous_token_hashes)
        stand_in = (
            session.disconnected.stand_in_hash
            if peer.is_computer and session.disconnected
            else NO_HASH
        )
        return session if current or before or hmac.compare_digest(stand_in, given) else None

    def can_return_by_name(self, name: str, dialect: str) -> bool:
        """Whether somebody of this dialect with this name was disconnected and may return."""
        session = self.sessions.get(name_key(name))
        return (
            session is not None and session.dialect == dialect and session.disconnected is not None
        )

    def is_password(self, given: str) -> bool:
        """Whether this is the password, or none is needed."""
        return not self.password or hmac.compare_digest(hash_secret(given), self.password)

    def resume_session(self, session: Session, peer: Peer) -> str:
        """Continue the session on this peer, with a new token."""
        token = self.secrets.token()
        hashes = (*session.previous_token_hashes, session.token_hash)
        session.previous_token_hashes = hashes[-MAX_PREVIOUS_TOKENS:]
        session.token_hash = _kept(peer, token)
        session.connection, session.client = peer.id, peer.client
        self.disconnected_sessions.pop(session.key, None)
        peer.session = session
        if session.room:
            session.room.update_peers()
        return token

    def end_session(self, session: Session) -> None:
        """End a session; its name is free again."""
        self.sessions.pop(session.key, None)
        self.disconnected_sessions.pop(session.key, None)
        if session.peer is not None and session.peer in self.peers:
            self.peers[session.peer].session = None

    def release_idle_name(self, name: str) -> None:
        """End a session that is kept only for the result of its last match."""
        session = self.sessions.get(name_key(name))
        if session is not None and session.peer is None and session.room is None:
            self.end_session(session)

    def expire_sessions(self) -> None:
        """End the sessions that waited too long to read the result of their last match."""
        patience = self.limits.reconnect_seconds
        for session in [s for s in self.disconnected_sessions.values() if s.room is None]:
            if session.disconnected is None or self.now - session.disconnected.since >= patience:
                self.end_session(session)

    def next_bot_name(self) -> str:
        """A name for a computer player that nobody has and no other bot was given."""
        while True:
            level, index = divmod(next(self._bot_numbers), len(BOT_NAMES))
            name = f"{BOT_NAMES[index]}-bot{level + 1 if level else ''}"
            if name_key(name) not in self.sessions:
                return name

    def check_journal(self) -> None:
        """Raise Refusal while the journal fails: then nothing new may happen."""
        if self.journal_failing:
            text = "The server cannot save right now, so nothing was done; try again in a moment."
            raise Refusal(ErrorCode.NOTSAVED, text)

    def journal(self, room: Room, record: AnyRecord, outcome: Outcome) -> None:
        """Add a record of the room's match to what is appended to the journal, if there is one."""
        match = room.match
        if self.has_journal and match is not None:
            entry = make_entry(match.table.match, room.last_hash, record)
            room.last_hash = entry.hash
            outcome.entries.append(entry)

    def match_list(
        self, reply_to: int | UnsetType = UNSET, *, watchable: bool = False
    ) -> ChooseMatch:
        """The open rooms that anybody may join; with ``watchable``, also some to watch."""
        public = [r for r in self.open_rooms.values() if not r.code and r.free_seats > 0][
            :MAX_LISTED
        ]
        lines = tuple(room.line() for room in public)
        rooms = tuple(room.info() for room in public)
        playing = tuple(islice(self._to_watch(), MAX_LISTED_MATCHES)) if watchable else ()
        return ChooseMatch(lines, rooms, playing=playing, reply_to=reply_to)

    def _to_watch(self) -> Iterator[RoomInfo]:
        public = (r for r in self.rooms.values() if r.match and not r.code and r.setup.watchers)
        return (room.info() for room in public)


def accepted(peer: Peer, text: str, request: ClientMessage) -> Outcome:
    """An outcome that answers a request with ActionValid."""
    return Outcome(peer.id, ActionValid(text, reply_to=request.id))


def _kept(peer: Peer, token: str) -> bytes:
    """The hash that is kept of a new token."""
    return hash_secret(token) if peer.client.has_token else NO_HASH


def hash_secret(token: str) -> bytes:
    """The hash of a token or password."""
    return sha256(token.encode("utf-8", "surrogatepass")).digest()
