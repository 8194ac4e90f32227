"""Replay: plays a match again from its records, for a restart, `replay`, `export` and `verify`.

The hash of each record is checked before the record is used. A replay stops at the first record
that cannot be applied and keeps the state before it; ``error`` says where and why.

A replay that starts with a snapshot continues from there. Any other snapshot is compared with the
replay, or skipped.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import msgspec

from games.base import AnyGame, Seating
from messages import Refusal
from server.idempotency import Answers, shared_answer
from server.journal import records
from server.journal.records import (
    NO_HASH,
    Acted,
    AnyRecord,
    Began,
    Entry,
    Player,
    Resumed,
    SeatSnapshot,
    Snapshot,
    Whispered,
)
from server.match import Match, MatchStep, SeatMessages
from server.rooms.chat import ChatHistory
from server.sessions import MAX_PREVIOUS_TOKENS


class ReplayError(Exception):
    """Raised when a record cannot be applied; ``str()`` says why."""


OTHER_RULES = "it was played with version {played} of the rules, this program has version {own}"


@dataclass
class Replay:
    """One match, replayed up to its last valid record."""

    number: int
    games: Mapping[str, AnyGame]
    muted: bool = False
    """True if no messages are made, which makes the replay faster."""
    skips_snapshots: bool = False
    """True if snapshots are not read, so that damaged ones are no error."""
    match_type: type[Match] = Match
    """The class of the match; a subclass may make other messages."""
    began: Began | None = None
    match: Match | None = None
    last_hash: bytes = NO_HASH
    previous_hash: bytes = NO_HASH
    """The hash of the record before the last one."""
    token_hashes: list[bytes] = field(default_factory=list)
    previous_token_hashes: dict[int, tuple[bytes, ...]] = field(default_factory=dict)
    removed_seats: set[int] = field(default_factory=set)
    answers: dict[int, Answers] = field(default_factory=dict)
    chat: ChatHistory = field(default_factory=ChatHistory)
    records: int = 0
    from_snapshot: bool = False
    """True if the first record was a snapshot."""
    snapshot_records: int = 0
    """The number of records up to the last snapshot, which is included."""
    is_over: bool = False
    ended_at: int = 0
    """The time of the end in seconds since 1970; 0 if it is unknown."""
    error: str = ""
    other_rules: int = 0
    """The version of the rules of the match if this program cannot replay it, otherwise 0. Then
    ``error`` says so, there is no ``match``, and only the hashes of the records are checked."""
    _unchecked_hash: bytes = NO_HASH
    """The computed hash of a skipped snapshot, if it differs from the stored one."""

    @property
    def is_outdated(self) -> bool:
        """True if the rules of this program are newer than those of the match and do not replay it.

        False for a match of newer rules, which the program that wrote it can continue.
        """
        game = self.games.get(self.began.setup.game) if self.began else None
        return game is not None and 0 < self.other_rules < game.rules_version

    def feed(self, entry: Entry) -> list[SeatMessages]:
        """Check and apply one entry and return its messages; none if it has no step, or when muted.

        A snapshot as first entry is loaded; with ``skips_snapshots`` later ones are skipped. An
        invalid entry sets ``error`` and returns nothing; then later entries are ignored.
        """
        if self.error and not self.other_rules:
            return []
        try:
            if entry.is_snapshot and self.began is None:
                self._load_snapshot(entry)
                return []
            if entry.is_snapshot and self.skips_snapshots:
                self._skip_snapshot(entry)
                return []
            return self._apply(self._check_and_decode(entry))
        except (ReplayError, Refusal, msgspec.MsgspecError, KeyError, IndexError) as error:
            self.error = f"record {self.records + 1} is invalid: {error}"
            self.other_rules = 0
            return []

    def _check_and_decode(self, entry: Entry) -> AnyRecord:
        """Check the hash of an entry, decode its record and keep the hash as ``last_hash``.

        Raises ReplayError if the hash is wrong or the match is over, and MsgspecError if the record
        cannot be decoded.
        """
        chained = records.chain_hash(self.last_hash, entry.body) == entry.hash
        if not chained and self._unchecked_hash:
            chained = records.chain_hash(self._unchecked_hash, entry.body) == entry.hash
        if not chained:
            raise ReplayError("its hash does not match the previous record")
        record = records.decode_record(entry.body)
        if self.is_over:
            raise ReplayError("it follows the final record")
        self.previous_hash, self.last_hash = self.last_hash, entry.hash
        self._unchecked_hash = NO_HASH
        return record

    def _skip_snapshot(self, entry: Entry) -> None:
        """Count a snapshot without reading it, and continue the chain from its stored hash.

        If the computed hash differs, the next record may follow either of them: body or stored hash
        is damaged, and only the next record tells which.
        """
        computed = records.chain_hash(self.last_hash, entry.body)
        self._unchecked_hash = computed if computed != entry.hash else NO_HASH
        self.last_hash = entry.hash
        self.records += 1

    def _load_snapshot(self, entry: Entry) -> None:
        """Load match, tokens, answers and chat from a snapshot, the first entry of this replay.

        Raises ReplayError, MsgspecError or IndexError if it is damaged or does not fit the rules.
        """
        self.from_snapshot = True
        record = records.decode_record(entry.body)
        if not isinstance(record, Snapshot):
            raise ReplayError("it is not a snapshot")
        if records.chain_hash(record.previous_hash, entry.body) != entry.hash:
            raise ReplayError("its hash does not match")
        self._start_match(record.began)
        if self.match is not None:
            self.match.load(record.match)
        for seat, session in enumerate(record.seats):
            self.token_hashes[seat] = session.token_hash
            self.previous_token_hashes[seat] = session.previous_token_hashes
            self.answers[seat] = _cached_answers(session, record.texts)
            if session.is_removed:
                self.removed_seats.add(seat)
        for line in record.chat:
            self.chat.add_record(line, tuple(player.name for player in record.began.players))
        self.records = self.snapshot_records = record.records + 1
        self.last_hash = entry.hash

    def _apply(self, record: AnyRecord) -> list[SeatMessages]:
        """Apply and count a record, record the seats that the rules removed, return its messages.

        Raises ReplayError unless Began comes first and only once, and the errors of
        ``_apply_later_record``.
        """
        step: MatchStep | None = None
        if isinstance(record, Began) and self.began is None:
            step = self._start_match(record)
        elif isinstance(record, Began) or self.began is None:
            raise ReplayError("the start of the match must be the first record, and only that")
        elif self.match is None:
            self._follow_record(record)
        else:
            step = self._apply_later_record(self.match, record)
        self.records += 1
        if step is None:
            return []
        self.removed_seats.update(step.removed_seats)
        return step.messages

    def _apply_later_record(self, match: Match, record: AnyRecord) -> MatchStep | None:
        """Apply a record after the first; return its step, or None if the match does not advance.

        Records without a step update tokens or chat, or end the match. Raises Refusal for an
        illegal action, IndexError for a seat that does not exist, and ReplayError if the final
        state, or a snapshot, differs from the replay.
        """
        match record:
            case Acted():
                return self._apply_action(match, record)
            case records.TimedOut():
                return match.timeout(record.seat)
            case records.Left():
                self.removed_seats.add(record.seat)
                return match.leave(record.seat)
            case Resumed():
                self._resume(record)
            case records.Talked() | records.Whispered():
                self.chat.add_record(record, match.seating.nicknames)
            case records.Ended():
                if records.state_hash(match.state) != record.state_hash:
                    raise ReplayError("the final state differs from the recorded one")
                self.is_over, self.ended_at = True, record.ended_at
            case records.Abandoned():
                self.is_over = True
            case records.Snapshot():
                if difference := snapshot_difference(record, self):
                    raise ReplayError(f"the snapshot differs from the replay: {difference}")
                self.snapshot_records = self.records + 1
        return None

    def _follow_record(self, record: AnyRecord) -> None:
        """Apply what a record says about tokens, seats and the end of a match with other rules."""
        match record:
            case Resumed():
                self._resume(record)
            case records.Left():
                self.removed_seats.add(record.seat)
            case records.Ended():
                self.is_over, self.ended_at = True, record.ended_at
            case records.Abandoned():
                self.is_over = True

    def _resume(self, record: Resumed) -> None:
        """Replace the token of a seat. Raises IndexError for a seat that does not exist."""
        before = (
            *self.previous_token_hashes.get(record.seat, ()),
            self.token_hashes[record.seat],
        )
        self.previous_token_hashes[record.seat] = before[-MAX_PREVIOUS_TOKENS:]
        self.token_hashes[record.seat] = record.token_hash

    def _start_match(self, record: Began) -> MatchStep | None:
        """Create the match and return its opening step; None when muted.

        A match of rules that this program does not replay is not created (``other_rules``). Raises
        ReplayError for another format or an unknown game.
        """
        if record.format != records.FORMAT:
            raise ReplayError(f"it has format {record.format}, this program reads {records.FORMAT}")
        game = self.games.get(record.setup.game)
        if game is None:
            raise ReplayError(f"this program has no game named {record.setup.game}")
        names = tuple(player.name for player in record.players)
        self.began = record
        self.token_hashes = [player.token_hash for player in record.players]
        self.answers = {seat: {} for seat in range(len(names))}
        if not game.replays(record.rules_version):
            self.other_rules = record.rules_version
            self.error = OTHER_RULES.format(played=record.rules_version, own=game.rules_version)
            return None
        options = game.options(record.setup.mode, record.setup.options)
        seating = Seating(self.number, names, tuple(player.wizard for player in record.players))
        self.match = self.match_type(game, options, seating, record.seed, record.setup)
        if self.muted:
            self.match.mute()
            return None
        return self.match.opening_step()

    def _apply_action(self, match: Match, record: Acted) -> MatchStep:
        """Apply an action and return its step; keep the answer of an action with an id.

        Previous tokens of the seat are dropped: the action proves that the new token arrived.
        """
        step = match.act(record.seat, record.action)
        self.previous_token_hashes.pop(record.seat, None)
        if isinstance(record.action.id, int):
            text = match.game.confirm(record.action)
            self.answers[record.seat][record.action.id] = shared_answer(text)
        return step


def snapshot_difference(snapshot: Snapshot, replay: Replay) -> str:
    """Return in which part a snapshot differs from the replay before it; empty if in none.

    A snapshot may also have answers to messages that are not in the journal, such as chat lines,
    and chat from before the match. The tokens of computer players and older tokens of people are
    not compared, because the journal does not have all of them.
    """
    if replay.began is None or replay.match is None or snapshot.began != replay.began:
        return "the start of the match"
    if (snapshot.previous_hash, snapshot.records) != (replay.previous_hash, replay.records):
        return "the record before it"
    if snapshot.match != replay.match.snapshot():
        return "the state of the match"
    removed = {seat for seat, session in enumerate(snapshot.seats) if session.is_removed}
    if removed != replay.removed_seats or len(snapshot.seats) != len(replay.match.seats):
        return "the seats that were given up"
    for seat in set(replay.match.seats) - removed:
        if _session_differs(snapshot, replay, replay.began.players[seat], seat):
            return f"the session of seat {seat}"
    return "the chat" if _chat_differs(snapshot, replay) else ""


def _chat_differs(snapshot: Snapshot, replay: Replay) -> bool:
    """Return whether chat lines differ from the replay, except lines from before the match.

    Those come first and are lines to the room.
    """
    known = replay.chat.records()
    earlier = max(0, len(snapshot.chat) - len(known))
    before, during = snapshot.chat[:earlier], snapshot.chat[earlier:]
    return during != known or any(isinstance(line, Whispered) for line in before)


def _session_differs(snapshot: Snapshot, replay: Replay, player: Player, seat: int) -> bool:
    """Return whether the token, or an answer that the replay also has, differs from the replay."""
    session, known = snapshot.seats[seat], replay.answers[seat]
    if not player.strategy and session.token_hash != replay.token_hashes[seat]:
        return True
    answers = _cached_answers(session, snapshot.texts)
    return any(
        answers[message_id] != known[message_id] for message_id in answers.keys() & known.keys()
    )


def _cached_answers(session: SeatSnapshot, texts: tuple[str, ...]) -> Answers:
    """Return the cached answers of a session in a snapshot. Raises IndexError for a wrong index."""
    return {message_id: shared_answer(texts[text]) for message_id, text in session.answers.items()}


def replay_entries(
    entries: Iterable[Entry], games: Mapping[str, AnyGame], *, muted: bool = False
) -> dict[int, Replay]:
    """Replay all matches in these entries; return the replays by match number, also failed ones.

    With ``muted`` no messages are created.
    """
    matches: dict[int, Replay] = {}
    for entry in entries:
        if entry.match not in matches:
            matches[entry.match] = Replay(entry.match, games, muted)
        matches[entry.match].feed(entry)
    return matches
