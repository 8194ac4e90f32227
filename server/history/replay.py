"""Replay: plays a match again from its records, for a restart, `replay`, `export` and `verify`.

The hash of each record is checked before the record is used. A replay stops at the first record
that cannot be applied and keeps the state before it; ``error`` says where and why.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import msgspec

from games.base import AnyGame, Seating
from messages import ChatMessage, Refusal
from server.idempotency import Answers, shared_answer
from server.journal import records
from server.journal.records import NO_HASH, Acted, AnyRecord, Began, Entry
from server.match import Match, MatchStep, SeatMessages
from server.rooms.chat import ChatHistory
from server.sessions import MAX_PREVIOUS_TOKENS


class ReplayError(Exception):
    """Raised when a record cannot be applied; ``str()`` says why."""


@dataclass
class Replay:
    """One match, replayed up to its last valid record."""

    number: int
    games: Mapping[str, AnyGame]
    muted: bool = False
    """True if no messages are made, which makes the replay faster."""
    began: Began | None = None
    match: Match | None = None
    last_hash: bytes = NO_HASH
    token_hashes: list[bytes] = field(default_factory=list)
    previous_token_hashes: dict[int, tuple[bytes, ...]] = field(default_factory=dict)
    removed_seats: set[int] = field(default_factory=set)
    answers: dict[int, Answers] = field(default_factory=dict)
    chat: ChatHistory = field(default_factory=ChatHistory)
    records: int = 0
    is_over: bool = False
    error: str = ""

    def feed(self, entry: Entry) -> list[SeatMessages]:
        """Check and apply one entry and return its messages; none if it has no step, or when muted.

        An invalid entry sets ``error`` and returns nothing; later entries are ignored.
        """
        if self.error:
            return []
        try:
            return self._apply(self._checked_record(entry))
        except (ReplayError, Refusal, msgspec.MsgspecError, KeyError, IndexError) as error:
            self.error = f"record {self.records + 1} is invalid: {error}"
            return []

    def _checked_record(self, entry: Entry) -> AnyRecord:
        """Decode the record of an entry and keep its hash as ``last_hash``.

        Raises ReplayError if the hash is wrong or the match is over, and MsgspecError if the record
        cannot be decoded.
        """
        expected_hash = records.chain_hash(self.last_hash, entry.body)
        if expected_hash != entry.hash:
            raise ReplayError("its hash does not match the previous record")
        record = records.decode_record(entry.body)
        if self.is_over:
            raise ReplayError("it follows the final record")
        self.last_hash = expected_hash
        return record

    def _apply(self, record: AnyRecord) -> list[SeatMessages]:
        """Apply and count a record and return its messages; note the seats that the rules removed.

        Raises ReplayError unless Began comes first and only once.
        """
        step: MatchStep | None
        if isinstance(record, Began) and self.match is None:
            step = self._start(record)
        elif isinstance(record, Began) or self.match is None:
            raise ReplayError("the start of the match must be the first record, and only that")
        else:
            step = self._continue(self.match, record)
        self.records += 1
        if step is None:
            return []
        self.removed_seats.update(step.removed_seats)
        return step.messages

    def _continue(self, match: Match, record: AnyRecord) -> MatchStep | None:
        """Apply a record after the first; return its step, or None if the match does not advance.

        Records without a step update tokens or chat, or end the match. Raises Refusal for an
        illegal action and ReplayError if the final state differs from the recorded one.
        """
        match record:
            case Acted():
                return self._act(match, record)
            case records.TimedOut():
                return match.timeout(record.seat)
            case records.Left():
                self.removed_seats.add(record.seat)
                return match.leave(record.seat)
            case records.Resumed():
                before = (
                    *self.previous_token_hashes.get(record.seat, ()),
                    self.token_hashes[record.seat],
                )
                self.previous_token_hashes[record.seat] = before[-MAX_PREVIOUS_TOKENS:]
                self.token_hashes[record.seat] = record.token_hash
            case records.Talked():
                self.chat.add(ChatMessage(record.sender, record.text))
            case records.Whispered():
                names = match.seating.nicknames
                line = ChatMessage(names[record.seat], record.text, names[record.to])
                for seat in {record.seat, record.to}:
                    self.chat.add_private(seat, line)
            case records.Ended():
                if records.state_hash(match.state) != record.state_hash:
                    raise ReplayError("the final state differs from the recorded one")
                self.is_over = True
            case records.Abandoned():
                self.is_over = True
        return None

    def _start(self, record: Began) -> MatchStep | None:
        """Create the match and return its opening step; None when muted.

        Raises ReplayError for another format or an unknown game.
        """
        if record.format != records.FORMAT:
            raise ReplayError(f"it has format {record.format}, this program reads {records.FORMAT}")
        game = self.games.get(record.setup.game)
        if game is None:
            raise ReplayError(f"this program has no game named {record.setup.game}")
        options = game.options(record.setup.mode, record.setup.options)
        names = tuple(player.name for player in record.players)
        seating = Seating(self.number, names, tuple(player.wizard for player in record.players))
        self.began = record
        self.match = Match(game, options, seating, record.seed)
        self.token_hashes = [player.token_hash for player in record.players]
        self.answers = {seat: {} for seat in range(len(names))}
        if self.muted:
            self.match.mute()
            return None
        return self.match.opening_step()

    def _act(self, match: Match, record: Acted) -> MatchStep:
        """Apply an action and return its step; keep the answer of an action with an id.

        Previous tokens of the seat are dropped: the action proves that the new token arrived.
        """
        step = match.act(record.seat, record.action)
        self.previous_token_hashes.pop(record.seat, None)
        if isinstance(record.action.id, int):
            text = match.game.confirm(record.action)
            self.answers[record.seat][record.action.id] = shared_answer(text)
        return step


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
