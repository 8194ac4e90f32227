"""EventLog: log events that clients cause, so that strangers cannot fill the disk of the log.

Events about refusals are logged at most once per second and kind, with their number since the last
one. Events about sessions and matches share a token bucket; the number of those left out is logged.
No event has a token, a password or a line of chat.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from messages.errors import ErrorCode, Refusal
from server.admission.token_bucket import Rate, TokenBucket

LOG_SECONDS = 1.0
"""Minimum time between two log events of one kind about refusals."""
OMITTED_SECONDS = 10.0
"""Minimum time between two log events about events that were left out."""
EVENT_RATE = Rate(5.0, 200.0)
"""Events about sessions and matches: a full server that starts, then 5 per second."""
LIMIT_REMEDY = "see the table of limits in docs/operating.md; --limit {limit}=NUMBER changes it"
BAN = "if this continues, find the clients with tavolata admin connections and ban their network"
OMITTED = "sessions and matches changed too fast to log each of them; metrics count all"
PROBE = "usually clients without --tls, or without trust in the certificate; see tls in the docs"


class LimitExceeded(Refusal):
    """Raised for a request that a limit does not allow; ``limit`` is its name."""

    def __init__(self, limit: str, code: ErrorCode, text: str) -> None:
        super().__init__(code, text)
        self.limit = limit


@dataclass(slots=True)
class _Repeated:
    """Occurrences of one kind of event that are not logged yet, and the fields of the last."""

    next_at: float
    count: int
    fields: dict[str, Any]


class EventLog:
    """Logs to ``log`` and counts for the metrics; without ``log`` it only counts."""

    def __init__(self) -> None:
        self.log: Any = None
        self.wrong_passwords = 0
        self.tls_failures = 0
        self.exceeded: Counter[str] = Counter()
        """Refusals because of a limit, by its name."""
        self._repeated: dict[tuple[Callable[..., None], str], _Repeated] = {}
        """By kind of event: the function that logs it, and the limit or the code."""
        self._bucket = TokenBucket.full(EVENT_RATE, 0.0)
        self._omitted = 0
        self._omitted_at = 0.0

    # Refusals

    def refused_connection(self, refusal: Refusal, address: str, now: float) -> None:
        """Log a connection that was refused, and count the limit that it exceeded, if any."""
        limit = refusal.limit if isinstance(refusal, LimitExceeded) else ""
        if limit:
            self.exceeded[limit] += 1
        kind = limit or refusal.code.value
        self._record(self._log_connections, kind, now, reason=kind, last_address=address)

    def exceeded_limit(self, limit: str, address: str, nickname: str, now: float) -> None:
        """Count and log a request that a limit did not allow."""
        self.exceeded[limit] += 1
        fields = {"limit": limit, "last_address": address, "last_nickname": nickname}
        self._record(self._log_limit, limit, now, **fields)

    def wrong_password(self, address: str, now: float) -> None:
        """Count and log a wrong password or code."""
        self.wrong_passwords += 1
        self._record(self._log_passwords, "", now, last_address=address)

    def failed_handshake(self, reason: str, now: float) -> None:
        """Count and log a TLS handshake that failed."""
        self.tls_failures += 1
        self._record(self._log_handshakes, "", now, last_reason=reason)

    def _log_connections(self, count: int, **fields: Any) -> None:
        """Log refused connections."""
        self.log.warning("connections_refused", since_last_event=count, remedy=BAN, **fields)

    def _log_limit(self, count: int, **fields: Any) -> None:
        """Log refused requests."""
        remedy = LIMIT_REMEDY.format(limit=fields["limit"])
        self.log.warning("limit_exceeded", since_last_event=count, remedy=remedy, **fields)

    def _log_passwords(self, count: int, **fields: Any) -> None:
        """Log wrong passwords."""
        self.log.warning("wrong_passwords", since_last_event=count, remedy=BAN, **fields)

    def _log_handshakes(self, count: int, **fields: Any) -> None:
        """Log failed TLS handshakes."""
        self.log.warning("tls_handshakes_failed", since_last_event=count, remedy=PROBE, **fields)

    def _record(self, emit: Callable[..., None], kind: str, now: float, **fields: Any) -> None:
        """Log an event with ``emit`` now, or count it for ``sweep`` if one was logged just now."""
        if self.log is None:
            return
        repeated = self._repeated.get((emit, kind))
        if repeated is not None and now < repeated.next_at:
            repeated.count, repeated.fields = repeated.count + 1, fields
            return
        count = repeated.count + 1 if repeated is not None else 1
        self._repeated[emit, kind] = _Repeated(now + LOG_SECONDS, 0, fields)
        emit(count, **fields)

    def sweep(self, now: float) -> None:
        """Log what was counted and is due; forget kinds of events that happened no more."""
        for key, repeated in list(self._repeated.items()):
            if now < repeated.next_at:
                continue
            del self._repeated[key]
            if repeated.count:
                key[0](repeated.count, **repeated.fields)
                self._repeated[key] = _Repeated(now + LOG_SECONDS, 0, repeated.fields)
        if self._omitted and now >= self._omitted_at:
            omitted, self._omitted = self._omitted, 0
            self._omitted_at = now + OMITTED_SECONDS
            self.log.warning("events_omitted", omitted_events=omitted, effect=OMITTED)

    # Sessions and matches

    def opened_session(self, nickname: str, address: str, now: float) -> None:
        """Log a new session."""
        if self._may_log(now):
            self.log.info("session_opened", nickname=nickname, address=address)

    def resumed_session(self, nickname: str, address: str, now: float) -> None:
        """Log a session that was resumed from another connection."""
        if self._may_log(now):
            self.log.info("session_resumed", nickname=nickname, address=address)

    def ended_session(self, nickname: str, now: float) -> None:
        """Log the end of a session."""
        if self._may_log(now):
            self.log.info("session_ended", nickname=nickname)

    def began_match(self, match: int, game: str, players: tuple[str, ...], now: float) -> None:
        """Log the start of a match."""
        if self._may_log(now):
            self.log.info("match_began", match=match, game=game, players=", ".join(players))

    def ended_match(self, match: int, game: str, steps: int, reason: str, now: float) -> None:
        """Log the end of a match."""
        if self._may_log(now):
            self.log.info("match_ended", match=match, game=game, steps=steps, reason=reason)

    def _may_log(self, now: float) -> bool:
        """Return whether one more event about a session or match may be logged; count it if not."""
        if self.log is None:
            return False
        if self._bucket.try_spend(1.0, now):
            return True
        self._omitted += 1
        return False
