"""All sizes and time-outs of the server in one frozen value, each with its reason.

Times are seconds, sizes are bytes or counts. Every value can be set by the operator; the table in
``docs/operating.md`` lists the same names and defaults, and a test compares both.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Limits of one server; the defaults suit friends and several hundred bots on one machine."""

    frame_bytes: int = 64 * 1024
    """Maximum size of a frame from a client; the largest valid message is below 1 KiB."""

    message_seconds: float = 5.0
    """Maximum time from the first byte of a message to its last; a message fits in one packet."""

    handshake_seconds: float = 60.0
    """Maximum time until the first message of a connection, and until a Pyro5 connection has a
    session. Clients need milliseconds; a person who types in a terminal needs longer."""

    unnamed_seconds: float = 600.0
    """Maximum time a client may stay connected without a nickname: sufficient for a person to
    choose one, even with an interruption."""

    heartbeat_seconds: float = 5.0
    """Silence after which a client is sent a heartbeat. A client that answers heartbeats is late
    after 1.5 times this and disconnected after 3 times: short gaps of mobile networks are
    tolerated."""

    queue_bytes: int = 256 * 1024
    """Maximum number of unsent bytes per client; a slower reader is disconnected. A full view has
    about 2 KiB, so such a client is minutes behind."""

    unread_bytes: int = 32 * 1024
    """Unsent bytes of a client above which nothing more is read from it and its next messages wait.
    The memory that one client can take stays near this number."""

    unread_seconds: float = 10.0
    """Time a client may leave more than ``unread_bytes`` unread; then it is disconnected. Twice
    ``heartbeat_seconds``: its heartbeats, which are not read meanwhile, must not be missed."""

    queue_messages: int = 2000
    """Maximum number of messages that wait for the next poll of a Pyro5 session; the equivalent of
    ``queue_bytes``."""

    malformed_messages: int = 20
    """Unreadable messages in a row after which a client is disconnected: typing errors of a person
    are tolerated, a fuzzer is not."""

    connections: int = 4000
    """Maximum number of connections on all transports; below the usual limit of open files."""

    connections_per_address: int = 32
    """Maximum number of connections from one address, on the socket and the dialects with all Pyro5
    sessions and WebSockets, and again of Pyro5 connections and of HTTP requests to the web port: a
    school class behind one router. More slow clients of one address would delay others."""

    matches: int = 4000
    """Maximum number of rooms, open or playing: a match needs about 22 KB, so all need 90 MB."""

    open_rooms_per_address: int = 8
    """Maximum number of rooms from one address whose match has not started: several friends behind
    one router. A school class needs as many as it plays matches at the same time."""

    spectators_per_match: int = 50
    """Maximum number of spectators of one match; every move is sent to each of them."""

    matches_per_address: int = 64
    """Maximum number of rooms created from one address: sufficient for a school class. An
    abandoned match counts for up to a day."""

    commands_per_second: float = 100.0
    """Units that a connection, and a session, regains per second. A bot that lists its actions
    before each move makes 30 moves per second, a person one. ``admission/costs.py`` has the cost of
    each message."""

    commands_burst: float = 400.0
    """Maximum number of units that a connection, and a session, can save up. A client that
    reconnects repeats all its unanswered commands at once."""

    address_per_second: float = 1000.0
    """Units that all connections from one address together regain per second: ten busy bots, or a
    school class."""

    address_burst: float = 4000.0
    """Maximum number of units that one address can save up: all its clients reconnect at once after
    a restart of the router."""

    rate_limit_warnings: int = 20
    """RATELIMITED answers in a row before a client is disconnected; a client that honours them gets
    one."""

    rate_limit_warnings_per_second: float = 0.5
    """Rate at which a client regains warnings."""

    wrong_passwords: int = 10
    """Maximum number of wrong passwords from one address in a minute, on all its connections, also
    from trusted networks: typing errors of some people behind one router. At this rate a dictionary
    of 10,000 words takes 16 hours."""

    kicked_per_room: int = 100
    """Number of removed players that a room remembers, the latest: more than any host removes by
    hand. Players whom it has forgotten may join again."""

    chat_lines: int = 10
    """Maximum number of chat lines within ``chat_seconds``: a pasted paragraph, not a page."""

    chat_seconds: float = 10.0
    """Period in which a client may send ``chat_lines`` lines of chat."""

    reports: int = 5
    """Maximum number of reports of a player within ``report_seconds``, one for each opponent."""

    reports_per_address: int = 20
    """Maximum number of reports from one address within ``report_seconds``, trusted ones included:
    a school class with an incident."""

    report_seconds: float = 600.0
    """Period in which a player may send ``reports`` reports."""

    report_file_bytes: int = 4 * 1024 * 1024
    """Size at which the file of reports replaces the previous one: 250 reports with the longest
    texts. So one address needs more than four hours to fill both files."""

    trusted_networks: tuple[str, ...] = ("127.0.0.0/8", "::1/128")
    """Networks without rate limits and limits per address: this machine, for bots and benchmarks.
    Must be empty behind a proxy on this machine."""

    cached_answers: int = 64
    """Answers kept per session for repeated message ids; more than a client has unanswered."""

    pending_answers: int = 200
    """Maximum number of answers that a client may wait for while the journal fails: a quarter of an
    hour of heartbeats, or two seconds of a flood. With more it is disconnected."""

    pending_events: int = 20_000
    """Maximum number of events that wait for one write to the journal: some seconds on a full
    server. With more the disk hangs, and the server acts as if the write had failed."""

    journal_failing_seconds: float = 5.0
    """Time the journal may fail before new connections are rejected; most failures are shorter."""

    actions_per_match: int = 250_000
    """Actions after which a match ends without a winner. Matches of people have some thousand; bots
    that never finish would fill the disk. So many actions take 30 MB of journal, and ``verify``
    replays them in about ten seconds."""

    snapshot_records: int = 256
    """Records of a match after which its state is saved as a snapshot. A restart replays at most as
    many of each match, in some milliseconds; a snapshot takes the space of 50 records."""

    close_seconds: float = 2.0
    """Time a client has to read its last bytes after the server closed its connection."""

    stop_seconds: float = 1.0
    """Time for the last write, and then for all clients to read their last bytes, when the server
    stops."""

    poll_seconds: float = 30.0
    """Maximum time one poll waits for a message; below the idle time-outs of common routers."""

    remote_idle_seconds: float = 45.0
    """Time after which a Pyro5 session that does not poll ends: 1.5 times ``poll_seconds``."""

    pending_calls: int = 8
    """Maximum number of unanswered calls of one Pyro5 connection; a proxy has at most one."""

    sessions_per_connection: int = 16
    """Maximum number of sessions of one Pyro5 connection; a proxy usually has one. One connection
    could take all sessions of the server otherwise."""

    reconnect_seconds: float = 60.0
    """Time a disconnected player has to reconnect before the seat and the nickname are given up."""

    result_seconds: float = 86_400.0
    """Time the result of a match is kept for players who have not read it, also across restarts:
    those who were away come back the next evening."""

    kept_results: int = 1000
    """Maximum number of players without a session for whom a result is kept, the newest: a result
    needs about 10 KB, so all need 10 MB."""

    absent_seconds: float = 15.0
    """Time after which a disconnected player counts as absent and the absence policy applies: three
    heartbeats."""

    open_room_seconds: float = 7200.0
    """Maximum time a room waits for its match to start; friends arrive within two hours."""

    idle_room_seconds: float = 1200.0
    """Maximum time a room without a match waits while nobody in it is connected, even if
    ``reconnect_seconds`` is longer."""

    suspend_seconds: float = 60.0
    """Time a suspended match waits for a second player before the remaining one wins."""

    abandon_seconds: float = 86_400.0
    """Time a match is kept while all its players are disconnected; they may continue the next
    evening."""

    tick_gap_seconds: float = 5.0
    """Time between two inputs above which the process must have been suspended; then the time
    between them does not count for any time-out."""


DEFAULT_LIMITS = Limits()

RESTART_NAMES = frozenset(
    {
        *(
            "frame_bytes",
            "pending_answers",
            "pending_events",
            "report_file_bytes",
            "report_seconds",
        ),
        *("reports", "reports_per_address", "tick_gap_seconds"),
    }
)
"""Limits that are fixed when the server starts; the others can be changed while it runs."""

DEPRECATED_NAMES: Mapping[str, str] = {
    "away_seconds": "reconnect_seconds",
    "calls_waiting": "pending_calls",
    "chats": "chat_lines",
    "failing_seconds": "journal_failing_seconds",
    "held_answers": "pending_answers",
    "held_events": "pending_events",
    "hello_seconds": "handshake_seconds",
    "lobby_seconds": "open_room_seconds",
    "nameless_seconds": "unnamed_seconds",
    "pause_seconds": "tick_gap_seconds",
    "remembered_answers": "cached_answers",
    "trusted": "trusted_networks",
    "warnings": "rate_limit_warnings",
    "warnings_per_second": "rate_limit_warnings_per_second",
    "watchers": "spectators_per_match",
}
"""Former names of limits. A configuration may still use them; the operator is warned."""
