"""The peer behind a key of the Pyro5 transport: its answers and pushes. No sockets here.

A key outlives the connections that use it. What the hub delivers is either the answer to the oldest
call that waits, or a push that is numbered and kept until a later poll confirms it: poll(cursor)
forgets what is below the cursor and gives what is at or above it, so that a poll repeated after a
lost answer gives the same again. One poll waits at a time.

A peer ends once, for one reason; from then on calls get that reason, and so do polls when
everything that was pushed before has been fetched. The hub is told in the next turn of the loop,
never from inside one of its own calls.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from itertools import islice
from typing import Protocol

from msgspec import Struct

from messages.base import Message
from messages.codec import encode
from messages.errors import ErrorCode
from messages.play import Error
from server.effects import PeerId, Send
from server.limits import Limits

SESSION_ENDED = Error(
    ErrorCode.SESSIONUNKNOWN, "No session has this key, or it has ended; open() gives a new one."
)
TOO_SLOW = Error(
    ErrorCode.TOOSLOW,
    "You polled too slowly and missed messages; open() a new session and use reconnect there.",
)


class CallerConnection(Protocol):
    """What a peer needs of a connection."""

    address: str
    using: "set[PyroPeer]"
    """The peers whose keys were used through this connection."""

    def reply(self, seq: int, payload: bytes, pushed: int = 0) -> None:
        """Answer the call with this number; does nothing if the connection has ended."""


class PendingCall(Struct, frozen=True):
    """A call that waits for its answer."""

    caller: CallerConnection
    seq: int

    def reply(self, message: Error) -> None:
        """Answer with an error."""
        self.caller.reply(self.seq, encode(message))


class PendingPoll(Struct, frozen=True):
    """The poll that waits for something to be pushed."""

    call: PendingCall
    cursor: int
    timer: asyncio.TimerHandle


class PyroPeer:
    """The outbox of one key. ``soon`` is told when there is something to do in the next turn."""

    __slots__ = (
        *("_bound", "_first", "_limits", "_loop", "_poll", "_queue", "_soon"),
        *("ended", "id", "last_used_at", "waiting"),
    )

    def __init__(
        self,
        limits: Limits,
        loop: asyncio.AbstractEventLoop,
        soon: "Callable[[PyroPeer], None]",
    ) -> None:
        self.id: PeerId = 0
        self.ended: Error | None = None
        """Why it ended; None as long as it has not."""
        self.last_used_at = loop.time()
        self.waiting: deque[PendingCall] = deque()
        self._limits = limits
        self._loop = loop
        self._soon = soon
        self._first = 0
        self._queue: deque[Message] = deque()
        self._bound = limits.queue_messages
        self._poll: PendingPoll | None = None

    # What the hub calls.

    def answer(self, message: Message) -> None:
        """Answer the oldest call that waits."""
        if self.waiting:
            call, pushed = self.waiting.popleft(), self._first + len(self._queue)
            call.caller.reply(call.seq, encode(message), pushed)

    def push(self, send: Send) -> None:
        """Keep these messages for the next poll."""
        if self.ended is None:
            self._queue.extend(send.messages)
            if len(self._queue) > self._bound:
                self.end(TOO_SLOW)
            elif self._poll is not None:
                self._soon(self)

    def close(self) -> None:
        """End; what was pushed can still be fetched, after that the key is unknown."""
        self.end(SESSION_ENDED)

    # What the transport calls.

    def poll(self, cursor: int, wait: float, call: PendingCall) -> None:
        """Answer with everything from ``cursor`` on, waiting for it if there is nothing yet."""
        self.last_used_at = self._loop.time()
        self.answer_poll()
        if self.ended is TOO_SLOW:
            call.reply(TOO_SLOW)
        elif not self._first <= cursor <= self._first + len(self._queue):
            call.reply(self._bad_cursor())
        else:
            self._forget(cursor)
            self._give_or_wait(cursor, wait, call)

    def answer_poll(self) -> None:
        """Answer the poll that waits, if one does, with what there is."""
        if (poll := self._take_poll()) is not None:
            self._give(poll.call, poll.cursor)

    def drop_poll_of(self, caller: CallerConnection) -> None:
        """Forget the poll that waits if it came over this connection, which has ended."""
        if self.is_polled_by(caller):
            self._take_poll()

    def is_polled_by(self, caller: CallerConnection) -> bool:
        """Whether a poll of this connection waits."""
        return self._poll is not None and self._poll.call.caller is caller

    def end(self, reason: Error) -> None:
        """Accept no more calls and pushes. The first reason counts."""
        if self.ended is None:
            self.ended = reason
            self.last_used_at = self._loop.time()
            self._soon(self)

    def settle(self) -> None:
        """Answer everything that waits after the end; who was too slow gets no pushes."""
        reason = self.ended or SESSION_ENDED
        if reason is TOO_SLOW:
            self._queue.clear()
            if (poll := self._take_poll()) is not None:
                self.waiting.append(poll.call)
        self.answer_poll()
        while self.waiting:
            self.waiting.popleft().reply(reason)

    def is_over(self, now: float) -> bool:
        """Whether nobody has called for so long that this key can be forgotten.

        After the end a client has as long to fetch the rest as it has to send a message; one that
        was too slow for that has the usual time to learn it.
        """
        if self.ended is not None and self.ended is not TOO_SLOW:
            return now - self.last_used_at > self._limits.message_seconds
        return self._poll is None and now - self.last_used_at > self._limits.remote_idle_seconds

    def maybe_first(self) -> bytes | None:
        """The first push as plain data, if it is still there."""
        return encode(self._queue[0]) if self._queue else None

    def _take_poll(self) -> PendingPoll | None:
        """Return the poll that waits, if one does; it waits no longer."""
        poll, self._poll = self._poll, None
        if poll is not None:
            poll.timer.cancel()
            self.last_used_at = self._loop.time()
        return poll

    def _give_or_wait(self, cursor: int, wait: float, call: PendingCall) -> None:
        if self._queue:
            self._give(call, cursor)
        elif self.ended is not None:
            call.reply(self.ended)
        elif not wait > 0:  # so that a wait of NaN does not wait
            self._give(call, cursor)
        else:
            timer = self._loop.call_later(wait, self.answer_poll)
            self._poll = PendingPoll(call, cursor, timer)

    def _give(self, call: PendingCall, cursor: int) -> None:
        """Encoding all of them at once is cheaper than to join what was encoded for others."""
        messages = list(islice(self._queue, cursor - self._first, None))
        payload = _pushes(messages, cursor)
        while len(payload) > self._limits.queue_bytes and len(messages) > 1:
            del messages[len(messages) // 2 :]  # the cursor tells that there is more
            payload = _pushes(messages, cursor)
        call.caller.reply(call.seq, payload)

    def _forget(self, cursor: int) -> None:
        while self._first < cursor:
            self._queue.popleft()
            self._first += 1

    def _bad_cursor(self) -> Error:
        text = f"Go on with the cursor your last poll gave you; the oldest kept is {self._first}."
        return Error(ErrorCode.CHOICENOTVALID, text)


def _pushes(messages: list[Message], cursor: int) -> bytes:
    return encode({"messages": messages, "cursor": cursor + len(messages)})
