"""The chat history of a match, which players are sent when they reconnect.

It keeps the last lines to the whole room and, for each seat, the last private lines that its player
sent or received. A private line is never sent to another seat or to a spectator.

Lines in the journal are kept apart from those of spectators and other outsiders. So a restart, with
or without a snapshot, restores the same lines.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple

from messages.base import Seat
from messages.play import ChatMessage
from server.journal.records import ChatRecord, Talked

MAX_CHAT_LINES = 50
"""Number of lines to the room, and of private lines of each seat, that are kept."""


class _StoredLine(NamedTuple):
    """A line with a number that orders the lines of a history; ``record`` if it is journalled."""

    number: int
    line: ChatMessage
    record: ChatRecord | None


def _new_lines() -> deque[_StoredLine]:
    """Return an empty list of lines, which drops the oldest beyond the maximum."""
    return deque(maxlen=MAX_CHAT_LINES)


@dataclass(eq=False, slots=True)
class _Lines:
    """The last lines to the room, or the last private lines of one seat."""

    journalled: deque[_StoredLine] = field(default_factory=_new_lines)
    others: deque[_StoredLine] = field(default_factory=_new_lines)

    def add(self, line: _StoredLine) -> None:
        """Store a line with those that are in the journal, or with the others."""
        (self.others if line.record is None else self.journalled).append(line)

    def latest(self) -> list[_StoredLine]:
        """Return the last MAX_CHAT_LINES lines, in their order."""
        return sorted([*self.journalled, *self.others])[-MAX_CHAT_LINES:]


@dataclass(eq=False, slots=True)
class ChatHistory:
    """The last chat lines of a match; seats are those of the current match."""

    _public: _Lines = field(default_factory=_Lines)
    _private: dict[Seat, _Lines] = field(default_factory=dict)
    _numbers: "count[int]" = field(default_factory=count)

    def add(self, line: ChatMessage) -> None:
        """Keep a line to the whole room that is not in the journal."""
        self._public.add(_StoredLine(next(self._numbers), line, None))

    def add_private(self, seat: Seat, line: ChatMessage) -> None:
        """Keep a private line of the player of this seat that is not in the journal."""
        self._private.setdefault(seat, _Lines()).add(_StoredLine(next(self._numbers), line, None))

    def add_record(self, record: ChatRecord, names: Sequence[str]) -> None:
        """Keep a line that is in the journal; ``names`` are the nicknames by seat.

        Raises IndexError for a seat that does not exist.
        """
        number = next(self._numbers)
        if isinstance(record, Talked):
            line = ChatMessage(record.sender, record.text)
            self._public.add(_StoredLine(number, line, record))
            return
        line = ChatMessage(names[record.seat], record.text, names[record.to])
        for seat in {record.seat, record.to}:
            self._private.setdefault(seat, _Lines()).add(_StoredLine(number, line, record))

    def lines_for(self, seat: Seat) -> list[ChatMessage]:
        """Return the lines to the room and the private lines of this seat, in their order."""
        lines = self._public.latest()
        if seat in self._private:
            lines = sorted(lines + self._private[seat].latest())
        return [stored.line for stored in lines]

    def records(self) -> tuple[ChatRecord, ...]:
        """Return the records of all kept lines that are in the journal, in their order.

        A history to which they are added has the same lines, except those not in the journal.
        """
        lines = (self._public, *self._private.values())
        by_number = {stored.number: stored.record for part in lines for stored in part.journalled}
        return tuple(record for _, record in sorted(by_number.items()) if record is not None)

    def forget_private(self) -> None:
        """Forget all private lines, because seats get other players in the next match."""
        self._private.clear()
