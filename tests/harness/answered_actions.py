"""Actions that the server has answered, to compare with the journal after faults."""

from collections import Counter, defaultdict
from pathlib import Path

from messages import ActionValid, ClientMessage, Message
from messages.base import members
from messages.registry import Action
from server.journal.reader import JournalReader, open_reader
from server.journal.records import Acted, Began, Player, decode_record
from server.journal.sqlite import FILE

ACTIONS = members(Action)


class AnsweredActions:
    """The ids of all actions that were sent and of those that were accepted, by nickname."""

    def __init__(self) -> None:
        self.answered: dict[str, set[int]] = defaultdict(set)
        self.count = 0
        self._sent: dict[str, set[int]] = defaultdict(set)

    def add_sent(self, nickname: str, message: ClientMessage) -> None:
        """Store the id of a message that is an action; do nothing for any other message."""
        if isinstance(message, ACTIONS) and isinstance(message.id, int):
            self._sent[nickname].add(message.id)

    def add_received(self, nickname: str, message: Message) -> None:
        """Store the id of an accepted action; do nothing for any other message."""
        if isinstance(message, ActionValid) and message.reply_to in self._sent[nickname]:
            self.answered[nickname].add(int(message.reply_to))
            self.count += 1

    def journal_problems(self, data: Path) -> list[str]:
        """Return the answered actions that the journal lacks, and those that it has twice."""
        with open_reader(data / FILE) as reader:
            written = _written_actions(reader)
        lost = [
            f"the answered action {number} of {name} is lost"
            for name, answered in self.answered.items()
            for number in sorted(answered - written[name].keys())
        ]
        return lost + [
            f"the action {number} of {name} was done {times} times"
            for name in self.answered
            for number, times in written[name].items()
            if times > 1
        ]


def _written_actions(reader: JournalReader) -> dict[str, Counter[int]]:
    """Return how often each action is in the journal, by nickname and id."""
    written: dict[str, Counter[int]] = defaultdict(Counter)
    players: dict[int, tuple[Player, ...]] = {}
    for entry in reader.entries_after(0):
        record = decode_record(entry.body)
        if isinstance(record, Began):
            players[entry.match] = record.players
        elif isinstance(record, Acted) and isinstance(record.action.id, int):
            written[players[entry.match][record.seat].name][record.action.id] += 1
    return written
