"""Every size and time-out in one frozen value, each with its reason. Times are seconds."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The defaults suit a table of friends and a few hundred bots on one machine."""

    frame_bytes: int = 64 * 1024
    """A client frame; the largest honest message has under 1 KiB, so this is generous."""

    message_seconds: float = 5.0
    """From the first byte of a message to its last: a whole one fits in one packet."""

    hello_seconds: float = 60.0
    """Until a connection has said anything at all, and until a remote one has a session: a client
    says something at once, a person who tries it with a terminal takes a moment."""

    nameless_seconds: float = 600.0
    """How long a guest may be here without a name: somebody looks for one, and fetches a coffee."""

    heartbeat_seconds: float = 5.0
    """Silence after which a client is sent a heartbeat: one that answers them is late after one and
    a half times this, and lost after three times: a short gap of a mobile network passes."""

    queue_bytes: int = 256 * 1024
    """Unsent bytes per client; a full view has about 2 KiB, so this is minutes behind."""

    queue_messages: int = 2000
    """Unpolled messages per remote session: the same bound for a route that keeps no bytes."""

    malformed_messages: int = 20
    """Unreadable messages in a row: a person's typing errors pass, a fuzzer does not."""

    connections: int = 4000
    """Open connections on all routes together: well below the usual limit of open files."""

    connections_per_address: int = 256
    """A school class behind one router, each with a few clients."""

    matches: int = 4000
    """Matches at once: about 22 KB each, so 90 MB."""

    watchers: int = 50
    """Watchers of one match: a room full of people, and each move is still told at once."""

    matches_per_address: int = 64
    """Tables made from one address: a class again; a match may sleep for a day."""

    commands_per_second: float = 100.0
    """Units a connection, and a session, may spend for long: a bot that asks before each move
    makes 30 moves a second, a person one. What costs what is in ``admission/costs.py``."""

    commands_burst: float = 400.0
    """Units at once: a client that comes back says all its unanswered commands again."""

    address_per_second: float = 1000.0
    """Units of all connections from one address: ten busy bots, or a class of people."""

    address_burst: float = 4000.0
    """Units at once from one address: everybody comes back after a router's restart."""

    warnings: int = 20
    """Refusals for sending too much before the connection ends: one is enough for who listens."""

    warnings_per_second: float = 0.5
    """How fast warnings are forgiven."""

    chats: int = 10
    """Lines of chat at once: a pasted paragraph, not a page."""

    chat_seconds: float = 10.0
    """The time in which so many lines of chat may be said."""

    trusted: tuple[str, ...] = ("127.0.0.0/8", "::1/128")
    """Networks whose guests are not counted: this machine, for bots and benchmarks. Behind a
    proxy on this machine it has to be empty."""

    remembered_answers: int = 64
    """Answers kept per session for repeated ids: more than any client has under way."""

    held_answers: int = 200
    """Answers for one guest that wait while the journal cannot be written: a quarter of an hour
    of heartbeats, or two seconds of a flood."""

    held_events: int = 20_000
    """Events that wait for one write to the journal: some seconds of a full server. With more the
    disk hangs, and clients are treated as if the write had failed."""

    failing_seconds: float = 5.0
    """Time the journal may fail before new connections are rejected: most failures are shorter."""

    close_seconds: float = 2.0
    """Time a client has to read its last bytes after the server closed its connection."""

    stop_seconds: float = 1.0
    """Time for the last write, and then for all clients to read their last bytes, when the server
    stops."""

    poll_seconds: float = 30.0
    """The longest wait of one poll: below the idle time-outs of common routers."""

    remote_idle_seconds: float = 45.0
    """A remote session nobody polled for this long is gone: one and a half longest waits."""

    calls_waiting: int = 64
    """Calls of one remote connection that wait for an answer: a proxy has one."""

    away_seconds: float = 60.0
    """How long the seat of a lost connection waits for its owner before it is given up."""

    absent_seconds: float = 15.0
    """From a lost connection to the first thing done without its owner: three heartbeats."""

    lobby_seconds: float = 7200.0
    """How long a table waits for its match to start: longer than friends are late."""

    suspend_seconds: float = 60.0
    """How long somebody who is alone at a table waits before winning."""

    abandon_seconds: float = 86_400.0
    """How long a match sleeps when nobody is there: people come back the next evening."""

    pause_seconds: float = 5.0
    """A longer gap between two ticks means that the process stood still; nobody pays for it."""


DEFAULT_LIMITS = Limits()
