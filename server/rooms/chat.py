"""The chat history of a match, which players are sent when they reconnect.

It keeps the last lines to the whole room and, for each seat, the last private lines that its player
sent or received. A private line is never sent to another seat or to a spectator.
"""

from collections import deque
from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple

from messages.base import Seat
from messages.play import ChatMessage

MAX_CHAT_LINES = 50
"""Number of lines to the room, and of private lines of each seat, that are kept."""


class _Kept(NamedTuple):
    """A line with a number that orders the lines of a history."""

    number: int
    line: ChatMessage


def _new_lines() -> deque[_Kept]:
    """Return an empty list of lines, which drops the oldest beyond the maximum."""
    return deque(maxlen=MAX_CHAT_LINES)


@dataclass(eq=False, slots=True)
class ChatHistory:
    """The last chat lines of a match; seats are those of the current match."""

    _public: deque[_Kept] = field(default_factory=_new_lines)
    _private: dict[Seat, deque[_Kept]] = field(default_factory=dict)
    _numbers: "count[int]" = field(default_factory=count)

    def add(self, line: ChatMessage) -> None:
        """Keep a line to the whole room."""
        self._public.append(_Kept(next(self._numbers), line))

    def add_private(self, seat: Seat, line: ChatMessage) -> None:
        """Keep a private line that the player of this seat sent or received."""
        kept = self._private.setdefault(seat, _new_lines())
        kept.append(_Kept(next(self._numbers), line))

    def lines_for(self, seat: Seat) -> list[ChatMessage]:
        """Return the lines to the room and the private lines of this seat, in their order."""
        lines = [*self._public, *self._private.get(seat, ())]
        return [kept.line for kept in sorted(lines)]

    def forget_private(self) -> None:
        """Forget all private lines, because seats get other players in the next match."""
        self._private.clear()
