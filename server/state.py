"""ServerState: all peers, sessions and rooms of one server, and the records to be journalled.

Invariants: ``open_rooms`` and ``rooms_with_clock`` are subsets of ``rooms``. ``rooms/`` decides
what happens in a room.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import TypeAlias

from games.base import AnyGame
from messages import ActionValid, ChooseMatch, ClientMessage, ErrorCode, Refusal
from messages.registry import Action, AnyView
from server.admission.event_log import LimitExceeded
from server.admission.token_bucket import KeyedBuckets, Rate
from server.effects import Outcome
from server.journal.records import AnyRecord, make_entry
from server.room_list import PageRequest, RoomList
from server.rooms.room import RecentChat, Room
from server.session_registry import SessionRegistry
from server.sessions import Peer

Suggest: TypeAlias = Callable[[AnyView, tuple[Action, ...]], Action | None]
"""Returns one of the legal actions for a view, or another legal one; None to do nothing."""


def _suggest_nothing(view: AnyView, actions: tuple[Action, ...]) -> None:
    """Return no action, on a server without strategies."""


NO_OPEN_FILES = "The server is full; try again later."
DRAINING_TEXT = "The server is about to stop, so no match starts any more; come back later."


@dataclass(eq=False, slots=True)
class Counts:
    """Counters for the metrics, since the start of the server."""

    received: int = 0
    """Readable messages."""
    unreadable: int = 0
    """Messages that could not be decoded."""
    rate_limited: int = 0
    """Messages refused with RATELIMITED."""
    flooders: int = 0
    """Connections closed after too many RATELIMITED answers."""
    rejected: int = 0
    """Connections refused when they were made."""
    failures: int = 0
    """Unexpected exceptions."""
    lag: float = 0.0
    """Seconds by which the last tick was late because the event loop was busy."""


@dataclass(eq=False, kw_only=True)
class ServerState(SessionRegistry):
    """All peers, sessions and rooms of one server; two servers in one process are independent."""

    games: Mapping[str, AnyGame]
    strategies: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Strategies of computer players by game; the first is the default."""
    allow_seeds: bool = False
    """True if the host of a room may choose the seed of its matches."""
    suggest: Suggest = _suggest_nothing
    """Returns the action that a computer player would choose; a pure function."""
    is_short_of_files: Callable[[], bool] = lambda: False
    """Returns whether the process has no descriptors left for more connections."""
    has_journal: bool = False
    """True if matches are journalled."""
    journal_failing: bool = False
    """True if writes to the journal fail now; then actions are refused."""
    journal_failures: int = 0
    """How often the journal has started to fail."""
    reprompt_needed: bool = False
    """True if the journal has failed since open prompts were last repeated."""
    draining: bool = False
    """True if the server stops when the last match has ended; no room opens and no match starts."""
    rooms: dict[int, Room] = field(default_factory=dict)
    open_rooms: dict[int, Room] = field(default_factory=dict)
    """The rooms without a match, oldest first."""
    rooms_with_clock: dict[int, Room] = field(default_factory=dict)
    room_list: RoomList = field(init=False)
    lobby_chat: RecentChat = field(default_factory=RecentChat)
    report_buckets: tuple[KeyedBuckets, KeyedBuckets] = field(init=False)
    """Limit the reports by ``name_key`` of the session, and by ``address_key``."""
    damaged_matches: int = 0
    """Number of matches that could not be restored because of damage."""
    match_numbers: "count[int]" = field(default_factory=lambda: count(1))
    """The next numbers of rooms and of further matches in standing rooms."""
    changed_rooms: dict[Room, None] = field(default_factory=dict)
    """Rooms that were changed by the current input, whose rows are to be stored."""
    rooms_to_snapshot: list[Room] = field(default_factory=list)
    """Rooms whose match has got ``snapshot_records`` records since its last snapshot."""
    chained: list[tuple[Room, bytes]] = field(default_factory=list)
    """For each record of the current work its room and the hash before it, until the work is done;
    its records are journalled together, or none of them (``discard_records``)."""

    def __post_init__(self) -> None:
        """Create the rate limits of reports and the list of rooms."""
        super().__post_init__()
        limits = self.limits
        by_name, by_address = (
            KeyedBuckets(Rate(number / limits.report_seconds, number))
            for number in (limits.reports, limits.reports_per_address)
        )
        self.report_buckets = (by_name, by_address)
        self.room_list = RoomList(self.rooms, self.changed_rooms)

    def set_journal_failing(self, failing: bool) -> None:
        """Record that writes to the journal fail, or work again.

        After a failure all open prompts are to be repeated (``reprompt_needed``).
        """
        self.journal_failing = failing
        self.journal_failures += failing
        self.reprompt_needed |= failing

    @property
    def match_count(self) -> int:
        """The number of matches in progress."""
        return len(self.rooms) - len(self.open_rooms)

    def check_open_files(self) -> None:
        """Raise Refusal if no descriptors are left for a further connection."""
        if self.is_short_of_files():
            raise LimitExceeded("open_files", ErrorCode.SERVERFULL, NO_OPEN_FILES)

    def check_not_draining(self) -> None:
        """Raise Refusal while the server drains, because no match may start any more."""
        if self.draining:
            raise Refusal(ErrorCode.SERVERFULL, DRAINING_TEXT)

    def check_journal(self) -> None:
        """Raise Refusal while the journal fails, because nothing could be saved."""
        if self.journal_failing:
            text = "The server cannot save right now, so nothing was done; try again in a moment."
            raise Refusal(ErrorCode.NOTSAVED, text)

    def journal(self, room: Room, record: AnyRecord, outcome: Outcome) -> None:
        """Add a record to the outcome, chained to the previous record of the room's match.

        The record is counted and its hash becomes the last one of the room. Nothing is added
        without a journal or without a match. A room whose snapshot becomes due is added to
        ``rooms_to_snapshot``.
        """
        match = room.match
        if self.has_journal and match is not None:
            entry = make_entry(match.seating.match, room.last_hash, record)
            self.chained.append((room, room.last_hash))
            room.last_hash = entry.hash
            outcome.entries.append(entry)
            room.records += 1
            if room.records == room.snapshot_due_at:
                self.rooms_to_snapshot.append(room)

    def match_milliseconds(self, room: Room) -> int | None:
        """Return the milliseconds since the start of the room's match; None without a journal.

        The result is 0 if the clock of the machine was set back to before the start.
        """
        if room.began is None:
            return None
        return max(0, int((self.unix_time() - room.began.started_at) * 1000))

    def discard_records(self) -> Room | None:
        """Undo the chaining of all records of the current work, because they are discarded.

        Without this, the next record would be chained to one that is not in the journal. Return the
        room of the first discarded record, or None.
        """
        room = self.chained[0][0] if self.chained else None
        for changed, last_hash in reversed(self.chained):
            changed.last_hash = last_hash
        self.chained.clear()
        return room

    def match_list(self) -> ChooseMatch:
        """Return the first page of the rooms to join, without matches to watch."""
        return self.room_list.page(PageRequest())


def accepted_outcome(peer: Peer, text: str, request: ClientMessage) -> Outcome:
    """Return an outcome that answers the request with ActionValid and this text."""
    return Outcome(peer.id, ActionValid(text, reply_to=request.id))
