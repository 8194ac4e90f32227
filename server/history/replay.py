"""A match played again from its records: for a restart, for `replay`, `export` and `verify`.

The chain of hashes is checked before each record is believed. A match that cannot be followed is
damaged: it stays as far as it was right, with a sentence that says where and why.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import msgspec

from games.base import AnyGame, Table
from messages import ChatMessage, Refusal
from server.idempotency import Answers, accepted
from server.journal import records
from server.journal.records import NO_HASH, Acted, AnyRecord, Began, Entry
from server.match import Match, MatchStep, SeatMessages
from server.rooms.room import CHAT_LINES
from server.sessions import MAX_PREVIOUS_TOKENS


class ReplayError(Exception):
    """The records do not tell one whole story; ``str()`` says why."""


@dataclass
class Replay:
    """One match, as far as its records have been followed."""

    number: int
    games: Mapping[str, AnyGame]
    muted: bool = False
    """Whether nobody wants to know what was said; that is faster."""
    began: Began | None = None
    match: Match | None = None
    last_hash: bytes = NO_HASH
    tokens: list[bytes] = field(default_factory=list)
    old_tokens: dict[int, tuple[bytes, ...]] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)
    answers: dict[int, Answers] = field(default_factory=dict)
    chat: list[ChatMessage] = field(default_factory=list)
    records: int = 0
    is_over: bool = False
    error: str = ""

    def feed(self, entry: Entry) -> list[SeatMessages]:
        """Follow one more record and return its messages; nothing after a damage."""
        if self.error:
            return []
        try:
            return self._follow(self._checked(entry))
        except (ReplayError, Refusal, msgspec.MsgspecError, KeyError, IndexError) as error:
            self.error = f"record {self.records + 1} cannot be followed: {error}"
            return []

    def _checked(self, entry: Entry) -> AnyRecord:
        chain = records.chain_hash(self.last_hash, entry.body)
        if chain != entry.hash:
            raise ReplayError("its hash does not fit the record before it")
        record = records.decode_record(entry.body)
        if self.is_over:
            raise ReplayError("it comes after the end")
        self.last_hash = chain
        return record

    def _follow(self, record: AnyRecord) -> list[SeatMessages]:
        step: MatchStep | None
        if isinstance(record, Began) and self.match is None:
            step = self._begin(record)
        elif isinstance(record, Began) or self.match is None:
            raise ReplayError("the beginning is not at the beginning")
        else:
            step = self._continue(self.match, record)
        self.records += 1
        if step is None:
            return []
        self.gone.update(step.removed_seats)
        return step.messages

    def _continue(self, game: Match, record: AnyRecord) -> MatchStep | None:
        match record:
            case Acted():
                return self._act(game, record)
            case records.TimedOut():
                return game.timeout(record.seat)
            case records.Left():
                self.gone.add(record.seat)
                return game.leave(record.seat)
            case records.Resumed():
                before = (*self.old_tokens.get(record.seat, ()), self.tokens[record.seat])
                self.old_tokens[record.seat] = before[-MAX_PREVIOUS_TOKENS:]
                self.tokens[record.seat] = record.token_hash
            case records.Talked():
                self.chat = [*self.chat, ChatMessage(record.sender, record.text)][-CHAT_LINES:]
            case records.Ended():
                if records.state_hash(game.state) != record.state_hash:
                    raise ReplayError("the last state is not the one that was written down")
                self.is_over = True
            case records.Abandoned():
                self.is_over = True
        return None

    def _begin(self, record: Began) -> MatchStep | None:
        if record.format != records.FORMAT:
            raise ReplayError(f"it has format {record.format}, this program reads {records.FORMAT}")
        game = self.games.get(record.asked.game)
        if game is None:
            raise ReplayError(f"this program has no game named {record.asked.game}")
        options = game.options(record.asked.mode, record.asked.options)
        names = tuple(player.name for player in record.players)
        table = Table(self.number, names, tuple(player.wizard for player in record.players))
        self.began = record
        self.match = Match(game, options, table, record.seed)
        self.tokens = [player.token_hash for player in record.players]
        self.answers = {seat: {} for seat in range(len(names))}
        if self.muted:
            self.match.mute()
            return None
        return self.match.opening_step()

    def _act(self, match: Match, record: Acted) -> MatchStep:
        step = match.act(record.seat, record.action)
        self.old_tokens.pop(record.seat, None)
        if isinstance(record.action.id, int):
            text = match.game.confirm(record.action)
            self.answers[record.seat][record.action.id] = accepted(text)
        return step


def replay_entries(
    entries: Iterable[Entry], games: Mapping[str, AnyGame], *, muted: bool = False
) -> dict[int, Replay]:
    """Every match in these entries, followed as far as it goes."""
    matches: dict[int, Replay] = {}
    for entry in entries:
        if entry.match not in matches:
            matches[entry.match] = Replay(entry.match, games, muted)
        matches[entry.match].feed(entry)
    return matches
