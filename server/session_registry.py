"""SessionRegistry: all peers and sessions of one server, the nicknames in use, and kept results.

Invariants: ``disconnected_sessions`` is a subset of ``sessions``. Tokens and passwords are stored
only as hashes. A nickname belongs to one session; nobody else may use a look-alike.
"""

import hmac
from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from typing import NamedTuple

from messages import ErrorCode, Refusal
from messages.text import name_key
from server.admission.bans import Bans
from server.admission.event_log import EventLog
from server.admission.guess_limiter import GuessLimiter
from server.admission.names import check_new_name, lookalike_keys
from server.admission.returns import address_hash
from server.effects import PeerId
from server.journal.records import NO_HASH
from server.limits import Limits
from server.sessions import MAX_PREVIOUS_TOKENS, InLobby, Peer, Session

BOT_NAMES = (
    *("Bianca", "Ugo", "Carla", "Dino", "Elsa", "Fausto", "Gina", "Italo", "Lia", "Marco"),
    *("Nora", "Olmo", "Pia", "Remo", "Silva", "Tito", "Vera", "Zeno"),
)
DAMAGED_TEXT = (
    "Match {match} of this nickname was damaged on the server's disk and cannot continue. "
    "ChooseNickname with another name to play on; the person who runs the server knows more."
)
NAME_IN_USE = "Somebody here has this nickname; choose another, or Reconnect with your token."


@dataclass(frozen=True)
class Secrets:
    """Generators of unguessable values; tests pass predictable ones."""

    seed: Callable[[], bytes]
    token: Callable[[], str]
    code: Callable[[], str]


NEWER_RULES_TEXT = (
    "Match {match} of this nickname was played with newer rules than this server has. "
    "ChooseNickname with another name to play on; the person who runs the server knows more."
)


class DamagedSeat(NamedTuple):
    """A seat in a match that could not be restored; ``until`` is in seconds since 1970."""

    match: int
    until: float
    text: str = DAMAGED_TEXT


@dataclass(eq=False, kw_only=True)
class SessionRegistry:
    """The peers and sessions of one server, by nickname, and what new sessions must not use."""

    limits: Limits
    secrets: Secrets
    events: EventLog = field(default_factory=EventLog)
    """Logs what clients cause."""
    unix_time: Callable[[], float] = lambda: 0.0
    """Seconds since 1970, for dates of matches and for heartbeats of legacy clients."""
    now: float = 0.0
    """The time of the current input, without time in which the process was suspended."""
    bans: Bans = field(default_factory=Bans)
    password: bytes = NO_HASH
    """The hash of the server's password; empty if none is required."""
    guesses: GuessLimiter = field(init=False)
    """Limits wrong passwords and return codes per address."""
    peers: dict[PeerId, Peer] = field(default_factory=dict)
    sessions: dict[str, Session] = field(default_factory=dict)
    """All sessions by ``name_key``; changed only by ``add_session`` and ``end_session``."""
    people: int = 0
    """The number of sessions that are not computer players."""
    _sorted_keys: list[str] = field(default_factory=list)
    """The keys of ``sessions`` in increasing order, for pages of the list of players."""
    lookalikes: dict[str, str] = field(default_factory=dict)
    """Keys of sessions by their ``lookalike_keys``; if restored sessions share one, the last."""
    disconnected_sessions: dict[str, Session] = field(default_factory=dict)
    kept_results: dict[bytes, Session] = field(default_factory=dict)
    """Former sessions with a result that was not read, by the hash of each valid token."""
    expected_bots: dict[str, str] = field(default_factory=dict)
    """Strategies of started computer players that have not joined yet, by ``name_key``."""
    damaged_seats: dict[str, DamagedSeat] = field(default_factory=dict)
    """Seats in matches that could not be restored, by ``name_key``."""
    _bot_numbers: "count[int]" = field(default_factory=count)

    def __post_init__(self) -> None:
        """Create the limiter of guesses, which the limits define."""
        self.guesses = GuessLimiter(self.limits.wrong_passwords)

    def open_session(self, peer: Peer, name: str) -> tuple[Session, str]:
        """Register a new session of the peer with this nickname; return it with its new token.

        The nickname is not checked. A computer player that was expected gets its strategy.
        """
        token = self.secrets.token()
        session = Session(name, _stored_hash(peer, token), peer.is_computer, peer.id)
        session.strategy = self.expected_bots.pop(session.key, "")
        session.client, session.dialect = peer.client, peer.client.dialect
        self.add_session(session)
        peer.session = session
        if not peer.is_computer:
            self.events.opened_session(session.name, peer.address, self.now)
        return session, token

    def add_session(self, session: Session) -> None:
        """Register a session under its nickname, which is not checked, and reserve look-alikes.

        A session that has the nickname already is replaced.
        """
        replaced = self.sessions.get(session.key)
        if replaced is None:
            insort(self._sorted_keys, session.key)
        self.people += _people_in(session) - _people_in(replaced)
        self.sessions[session.key] = session
        self.lookalikes.update(dict.fromkeys(lookalike_keys(session.name), session.key))

    def sessions_after(self, name: str, count: int) -> list[Session]:
        """Return up to ``count`` sessions in the order of their keys, after that of ``name``.

        No session needs to have this name; an empty one comes before all others.
        """
        start = bisect_right(self._sorted_keys, name_key(name))
        return [self.sessions[key] for key in self._sorted_keys[start : start + count]]

    def check_name_free(self, name: str, *, is_computer: bool = False) -> None:
        """Raise Refusal for a new nickname that is in use, looks like another, or is reserved.

        The name of a computer player that has not joined yet is in use. For a computer player that
        joins, only names of sessions are refused: the rest was checked when its seat was reserved.
        """
        self.check_name_not_in_use(name)
        if is_computer:
            return
        if name_key(name) in self.expected_bots:
            raise Refusal(ErrorCode.DUPLICATENICKNAME, NAME_IN_USE)
        check_new_name(name)
        if similar := self._maybe_lookalike(name):
            text = f"This nickname looks like {similar.name}, who is here; choose another."
            raise Refusal(ErrorCode.DUPLICATENICKNAME, text)

    def check_name_not_in_use(self, name: str) -> None:
        """Raise Refusal if a session has this nickname."""
        if name_key(name) in self.sessions:
            raise Refusal(ErrorCode.DUPLICATENICKNAME, NAME_IN_USE)

    def _maybe_lookalike(self, name: str) -> Session | None:
        """Return a session whose nickname looks like this one, or equals it; None without one.

        ``lookalike_keys`` defines which names look alike.
        """
        keys = (self.lookalikes.get(key, "") for key in lookalike_keys(name))
        return next((self.sessions[key] for key in keys if key in self.sessions), None)

    def maybe_resumable_session(self, name: str, token: str, peer: Peer) -> Session | None:
        """Return the session that the peer may resume with this nickname and token, or None.

        Valid are the token of the session, ``previous_token_hashes`` and, for a computer player,
        the token of the stand-in. If none fits, it may be a former session whose result is kept. A
        peer of a dialect may resume a disconnected session of that dialect by the nickname alone;
        its address is not checked here.
        """
        session = self.sessions.get(name_key(name))
        if peer.client.dialect:
            return session if self.can_return_by_name(name, peer.client.dialect) else None
        given = hash_secret(token)
        if session is None or not _is_valid_token(session, given, peer):
            session = self.kept_results.get(given)
        return session if session is not None and session.key == name_key(name) else None

    def can_return_by_name(self, name: str, dialect: str) -> bool:
        """Return whether a disconnected session of this dialect has this nickname."""
        session = self.sessions.get(name_key(name))
        return (
            session is not None and session.dialect == dialect and session.disconnected is not None
        )

    def is_password(self, given: str) -> bool:
        """Return whether this is the server's password; always true if none is required."""
        return not self.password or hmac.compare_digest(hash_secret(given), self.password)

    def resume_session(self, session: Session, peer: Peer) -> str:
        """Connect the session to this peer and replace its token; return the new one.

        Earlier tokens stay valid, at most MAX_PREVIOUS_TOKENS. The peers of its room are updated. A
        previous connection is neither told nor closed here.
        """
        token = self.secrets.token()
        hashes = (*session.previous_token_hashes, session.token_hash)
        session.previous_token_hashes = hashes[-MAX_PREVIOUS_TOKENS:]
        session.token_hash = _stored_hash(peer, token)
        session.connection, session.client = peer.id, peer.client
        self.disconnected_sessions.pop(session.key, None)
        peer.session = session
        if session.room:
            session.room.update_peers()
        if not peer.is_computer:
            self.events.resumed_session(session.name, peer.address, self.now)
        return token

    def end_session(self, session: Session) -> None:
        """Remove a session, so that its nickname is free; its peer, if any, has no session then.

        The seat is not given up here.
        """
        removed = self.sessions.pop(session.key, None)
        if removed is not None:
            del self._sorted_keys[bisect_left(self._sorted_keys, session.key)]
            if not removed.is_computer:
                self.events.ended_session(removed.name, self.now)
        self.people -= _people_in(removed)
        self.disconnected_sessions.pop(session.key, None)
        for key in lookalike_keys(session.name):
            if self.lookalikes.get(key) == session.key:
                del self.lookalikes[key]
        if session.peer is not None and session.peer in self.peers:
            self.peers[session.peer].session = None

    def release_idle_name(self, name: str) -> None:
        """End the session of this nickname if it has neither a connection nor a seat.

        Its result, if any, is kept.
        """
        session = self.sessions.get(name_key(name))
        if session is not None and session.peer is None and session.room is None:
            self.end_session(session)
            self.keep_result(session)

    def reserve_damaged(
        self, match: int, names: Iterable[str], since: float, text: str = DAMAGED_TEXT
    ) -> None:
        """Reserve nicknames of a match that could not be restored, for ``abandon_seconds``.

        ``text`` is the refusal of these names.
        """
        until = since + self.limits.abandon_seconds
        for name in names:
            self.damaged_seats[name_key(name)] = DamagedSeat(match, until, text)

    def check_not_damaged(self, name: str, code: ErrorCode) -> None:
        """Raise Refusal with this code if the nickname has a seat in a match that was not restored.

        A reservation whose time is over is removed instead.
        """
        seat = self.damaged_seats.get(name_key(name))
        if seat is None:
            return
        if self.unix_time() >= seat.until:
            del self.damaged_seats[name_key(name)]
            return
        raise Refusal(code, seat.text.format(match=seat.match))

    def expire_sessions(self) -> None:
        """End sessions without a seat that have been disconnected for ``reconnect_seconds``.

        Their results are kept; those kept for ``result_seconds`` are forgotten.
        """
        max_seconds = self.limits.reconnect_seconds
        for session in [s for s in self.disconnected_sessions.values() if s.room is None]:
            if session.disconnected is None or self.now - session.disconnected.since >= max_seconds:
                self.end_session(session)
                self.keep_result(session)
        for token_hash, session in list(self.kept_results.items()):
            if self.now < session.result_until:
                break  # the oldest results come first
            del self.kept_results[token_hash]

    def keep_result(self, session: Session) -> None:
        """Keep a session that has ended and has a result to read, so that its owner can resume it.

        Its state becomes that of the lobby. The oldest are forgotten beyond ``kept_results``.
        Sessions without a result or notice, or without a token, are not kept.
        """
        has_news = session.last_match is not None or session.notice
        if not has_news or session.token_hash == NO_HASH or session.dialect:
            return
        session.state = InLobby(session.ref)
        for token_hash in (session.token_hash, *session.previous_token_hashes):
            self.kept_results[token_hash] = session
        while len(self.kept_results) > self.limits.kept_results:
            del self.kept_results[next(iter(self.kept_results))]

    def readmit(self, session: Session) -> None:
        """Register a session whose result was kept; does nothing if it is registered.

        Raises Refusal if its nickname is in use by another.
        """
        if self.sessions.get(session.key) is session:
            return
        self.release_idle_name(session.name)
        if session.key in self.sessions:
            text = "Somebody here has your nickname now; your result is kept, come again later."
            raise Refusal(ErrorCode.DUPLICATENICKNAME, text)
        for token_hash in (session.token_hash, *session.previous_token_hashes):
            self.kept_results.pop(token_hash, None)
        self.add_session(session)

    def next_bot_name(self) -> str:
        """Return a free and not banned name for a computer player; no name is returned twice."""
        while True:
            level, index = divmod(next(self._bot_numbers), len(BOT_NAMES))
            name = f"{BOT_NAMES[index]}-bot{level + 1 if level else ''}"
            try:
                self.check_bot_name(name)
            except Refusal:
                continue
            return name

    def check_bot_name(self, name: str) -> None:
        """Raise Refusal for a name that a computer player could not take when it joins its room.

        Such a name is banned, reserved, of a damaged match, in use, or looks like one in use.
        """
        self.bans.check_name(name)
        self.check_not_damaged(name, ErrorCode.DUPLICATENICKNAME)
        self.check_name_free(name)


def _people_in(session: Session | None) -> int:
    """Return 1 for the session of a person; 0 for a computer player, and for None."""
    return 0 if session is None or session.is_computer else 1


def _is_valid_token(session: Session, given: bytes, peer: Peer) -> bool:
    """Return whether the peer may resume the session with the token of this hash.

    Valid are the current and the previous tokens and, for a computer player, that of the stand-in.
    """
    valid = [session.token_hash, *session.previous_token_hashes]
    if peer.is_computer and session.disconnected:
        valid.append(session.disconnected.stand_in_hash)
    return any(hmac.compare_digest(known, given) for known in valid)


def _stored_hash(peer: Peer, token: str) -> bytes:
    """Return the hash of a new token; for a client that cannot send tokens, that of its address.

    It is empty if the client cannot resume a session.
    """
    if peer.client.has_token:
        return hash_secret(token)
    return address_hash(peer.address) if peer.client.dialect else NO_HASH


def hash_secret(token: str) -> bytes:
    """Return the SHA-256 hash of a token or password."""
    return sha256(token.encode("utf-8", "surrogatepass")).digest()
