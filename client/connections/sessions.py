"""The file in which the client stores its sessions, so that a closed terminal loses no seat.

A session is found by the address of its server and its nickname. Several clients may write at the
same time: each change reads the file again under a lock, and replaces it at once. A client changes
or removes only the session whose token it has, because a newer client may have resumed it.
"""

import time
from collections.abc import Callable
from pathlib import Path

from msgspec import DecodeError, Struct, json, structs

from client.connections.private_files import open_locked, replace_file
from client.connections.text import BAD_SESSIONS, CANNOT_SAVE_SESSION
from messages.text import name_key

MAX_SESSIONS = 20
"""Number of sessions that are stored; the oldest ones are dropped."""


class StoredSession(Struct, frozen=True):
    """A session with its token; ``game`` is empty unless the player has a seat at a table."""

    address: str
    nickname: str
    token: str
    game: str = ""
    players: tuple[str, ...] = ()
    """The nicknames at the table, the own one included."""
    saved_at: float = 0.0
    """The time of the last change, in seconds since the epoch."""
    tls: bool = False

    def is_of(self, address: str, nickname: str) -> bool:
        """Return whether this is the session of a nickname on the server with this address.

        Case and width of the nickname do not matter.
        """
        return self.address == address and name_key(self.nickname) == name_key(nickname)


def load_sessions(
    path: Path, notify: Callable[[str], None] = lambda text: None
) -> tuple[StoredSession, ...]:
    """Return the stored sessions, the latest first; none if there is no file.

    A damaged or unreadable file counts as empty; then ``notify`` is called with one sentence.
    """
    try:
        return json.decode(path.read_bytes(), type=tuple[StoredSession, ...])
    except FileNotFoundError:
        return ()
    except (OSError, DecodeError, UnicodeDecodeError):
        notify(BAD_SESSIONS.format(file=path))
        return ()


class SessionStore:
    """The file of sessions; ``notify`` is called with a sentence about each failure to read it.

    A failure to write is reported once, and play continues.
    """

    def __init__(
        self,
        path: Path,
        notify: Callable[[str], None] = lambda text: None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.path = path
        self.notify = notify
        self._clock = clock
        self._has_failed = False

    def maybe_find(self, address: str, nickname: str) -> StoredSession | None:
        """Return the session of a nickname on a server; None if there is none."""
        sessions = load_sessions(self.path, self.notify)
        return next((s for s in sessions if s.is_of(address, nickname)), None)

    def with_seat(self) -> tuple[StoredSession, ...]:
        """Return the sessions with a seat at a table, the latest first."""
        return tuple(s for s in load_sessions(self.path, self.notify) if s.game)

    def save(self, session: StoredSession, before: str = "") -> None:
        """Store a session first in the list, in place of one of the same nickname and server.

        The current time is stored with it, and only MAX_SESSIONS are kept. With ``before`` do
        nothing unless the stored session has this token.
        """

        def change(sessions: list[StoredSession]) -> list[StoredSession]:
            """Return the sessions to store; the given ones if the token does not match."""
            others = [s for s in sessions if not s.is_of(session.address, session.nickname)]
            stored = [s for s in sessions if s not in others]
            if before and [s.token for s in stored] != [before]:
                return sessions
            return [structs.replace(session, saved_at=self._clock()), *others][:MAX_SESSIONS]

        self._update_file(change)

    def remove(self, session: StoredSession) -> None:
        """Remove the session with this token; do nothing if another token is stored."""
        self._update_file(lambda sessions: [s for s in sessions if s.token != session.token])

    def _update_file(self, change: Callable[[list[StoredSession]], list[StoredSession]]) -> None:
        """Apply a function to the sessions of the file, under a lock; report the first failure.

        An unreadable file counts as empty. The file is written only if the sessions have changed.
        """
        try:
            with open_locked(self.path.with_suffix(".lock")):
                before = list(load_sessions(self.path))
                if (after := change(before)) != before:
                    replace_file(self.path, json.encode(after))
        except OSError as error:
            if not self._has_failed:
                self._has_failed = True
                reason = error.strerror or error
                self.notify(CANNOT_SAVE_SESSION.format(file=self.path, reason=reason))


def describe_other_players(session: StoredSession) -> str:
    """Return the names of the other players for a sentence: ``anna``, ``anna and bob``.

    Empty if there are none.
    """
    *first, last = [name for name in session.players if name != session.nickname] or [""]
    return f"{', '.join(first)} and {last}" if first else last
