"""The peer behind a key of the Pyro5 transport: its pending calls and pushes, without sockets.

A key outlives the connections that use it. The hub delivers either the answer to the oldest pending
call, or a push. Pushes are numbered and kept until a later poll confirms them: ``poll(cursor)``
discards pushes below the cursor and returns the others, so a poll repeated after a lost answer
returns the same pushes. At most one poll is pending.

A peer ends once, for one reason. From then on calls return that reason, and so do polls once all
earlier pushes have been fetched. The hub is notified in the next loop iteration, never from inside
one of its own calls.
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
from messages.framing import MAX_SERVER_FRAME
from messages.lobby import ChooseMatch
from messages.play import Error
from server.effects import PeerId, Send
from server.limits import Limits
from server.transports.shared_pages import MSGPACK_PAGES

MAX_POLLED_MESSAGES = 256
"""Maximum number of messages in the answer to a poll; so a poll of a long queue stays cheap."""
MAX_POLLED_BYTES = MAX_SERVER_FRAME - 1024
"""Maximum size of the answer to a poll; leaves room for the header and the annotation."""

SESSION_ENDED = Error(
    ErrorCode.SESSIONUNKNOWN, "No session has this key, or it has ended; open() gives a new one."
)
TOO_SLOW = Error(
    ErrorCode.TOOSLOW,
    "You polled too slowly and missed messages; open() a new session and use reconnect there.",
)


class CallerConnection(Protocol):
    """The part of a connection that a peer uses."""

    address: str
    peers: "set[PyroPeer]"
    """Peers whose keys were used through this connection."""

    def reply(self, seq: int, payload: bytes, pushed: int = 0) -> None:
        """Answer the call with this sequence number; do nothing if the connection has ended.

        ``pushed`` is the number of messages pushed before the answer, sent as the PUSH annotation.
        """


class PendingCall(Struct, frozen=True):
    """A call that is not answered yet."""

    caller: CallerConnection
    seq: int

    def reply(self, message: Error) -> None:
        """Answer the call with an error."""
        self.caller.reply(self.seq, encode(message))


class PendingPoll(Struct, frozen=True):
    """A poll that waits for the next push."""

    call: PendingCall
    cursor: int
    timer: asyncio.TimerHandle


class PyroPeer:
    """The outbox of one key.

    It calls ``schedule`` when a poll must be answered, or the peer has ended, in the next loop
    iteration.
    """

    transport_name = "pyro"

    __slots__ = (
        *("_first_seq", "_limits", "_loop", "_max_messages", "_poll", "_queue", "_schedule"),
        *("end_reason", "id", "last_used_at", "pending_calls"),
    )

    def __init__(
        self,
        limits: Limits,
        loop: asyncio.AbstractEventLoop,
        schedule: "Callable[[PyroPeer], None]",
    ) -> None:
        self.id: PeerId = 0
        self.end_reason: Error | None = None
        """The error that calls get after the end; None before."""
        self.last_used_at = loop.time()
        self.pending_calls: deque[PendingCall] = deque()
        self._limits = limits
        self._loop = loop
        self._schedule = schedule
        self._first_seq = 0
        self._queue: deque[Message] = deque()
        self._max_messages = limits.queue_messages
        self._poll: PendingPoll | None = None

    # Called by the hub.

    def answer(self, message: Message) -> None:
        """Answer the oldest pending call, with the number of pushes before the answer.

        Do nothing if no call is pending.
        """
        if self.pending_calls:
            call, pushed = self.pending_calls.popleft(), self._first_seq + len(self._queue)
            payload = (
                MSGPACK_PAGES.encode(message) if type(message) is ChooseMatch else encode(message)
            )
            call.caller.reply(call.seq, payload, pushed)

    def push(self, send: Send) -> None:
        """Queue messages and schedule the answer of a pending poll; ignored after the end.

        End the peer with TOO_SLOW if more than ``queue_messages`` are queued.
        """
        if self.end_reason is None:
            self._queue.extend(send.messages)
            if len(self._queue) > self._max_messages:
                self.end(TOO_SLOW)
            elif self._poll is not None:
                self._schedule(self)

    def close(self) -> None:
        """End this Pyro5 peer; queued pushes can still be polled, then its key is unknown."""
        self.end(SESSION_ENDED)

    # Called by the transport.

    def poll(self, cursor: int, wait: float, call: PendingCall) -> None:
        """Answer with the pushes from ``cursor`` on; wait up to ``wait`` seconds for the first.

        Pushes below the cursor are discarded. An older pending poll is answered first. The answer
        is an error if the cursor is not kept, after TOO_SLOW, and after any other end once no push
        is left.
        """
        self.last_used_at = self._loop.time()
        self.answer_poll()
        if self.end_reason is TOO_SLOW:
            call.reply(TOO_SLOW)
        elif not self._first_seq <= cursor <= self._first_seq + len(self._queue):
            call.reply(self._bad_cursor_error())
        else:
            self._discard_below(cursor)
            self._send_or_wait(cursor, wait, call)

    def answer_poll(self) -> None:
        """Answer the pending poll, if any, with the queued pushes, of which there may be none."""
        if (poll := self._take_poll()) is not None:
            self._send(poll.call, poll.cursor)

    def drop_poll_of(self, caller: CallerConnection) -> None:
        """Drop the pending poll without an answer if it came over this connection."""
        if self.is_polled_by(caller):
            self._take_poll()

    def is_polled_by(self, caller: CallerConnection) -> bool:
        """Return whether a poll that came over this connection is pending."""
        return self._poll is not None and self._poll.call.caller is caller

    def end(self, reason: Error) -> None:
        """Accept no more calls and pushes, set ``last_used_at`` and notify ``schedule``.

        Only the first reason counts; later calls do nothing.
        """
        if self.end_reason is None:
            self.end_reason = reason
            self.last_used_at = self._loop.time()
            self._schedule(self)

    def answer_all_pending(self) -> None:
        """Answer the pending poll with its pushes and all pending calls with the end reason.

        After TOO_SLOW the pushes are discarded and the poll gets the reason, too.
        """
        reason = self.end_reason or SESSION_ENDED
        if reason is TOO_SLOW:
            self._queue.clear()
            if (poll := self._take_poll()) is not None:
                self.pending_calls.append(poll.call)
        self.answer_poll()
        while self.pending_calls:
            self.pending_calls.popleft().reply(reason)

    def is_expired(self, now: float) -> bool:
        """Return whether the key has not been used for so long that it can be removed.

        A peer expires after ``remote_idle_seconds`` without a pending poll, also if it ended with
        TOO_SLOW. After any other end the client has ``message_seconds`` to fetch the rest.
        """
        if self.end_reason is not None and self.end_reason is not TOO_SLOW:
            return now - self.last_used_at > self._limits.message_seconds
        return self._poll is None and now - self.last_used_at > self._limits.remote_idle_seconds

    def maybe_first_push(self) -> bytes | None:
        """Return the first queued push, encoded, without removing it; None if there is none."""
        return encode(self._queue[0]) if self._queue else None

    def _take_poll(self) -> PendingPoll | None:
        """Remove and return the pending poll, if any; cancel its timer and set ``last_used_at``."""
        poll, self._poll = self._poll, None
        if poll is not None:
            poll.timer.cancel()
            self.last_used_at = self._loop.time()
        return poll

    def _send_or_wait(self, cursor: int, wait: float, call: PendingCall) -> None:
        """Answer a poll with queued pushes or the end reason; without either, wait for a push.

        After ``wait`` seconds, immediately if it is 0 or less, the answer is empty.
        """
        if self._queue:
            self._send(call, cursor)
        elif self.end_reason is not None:
            call.reply(self.end_reason)
        elif not wait > 0:  # a comparison with NaN is false, so NaN does not wait
            self._send(call, cursor)
        else:
            timer = self._loop.call_later(wait, self.answer_poll)
            self._poll = PendingPoll(call, cursor, timer)

    def _send(self, call: PendingCall, cursor: int) -> None:
        """Answer a poll with the pushes from ``cursor`` on, at least one if there is any.

        At most MAX_POLLED_MESSAGES are sent, and of several at most MAX_POLLED_BYTES.
        """
        # Encoding all pushes together is cheaper than joining bytes encoded for other peers.
        first = cursor - self._first_seq
        messages = list(islice(self._queue, first, first + MAX_POLLED_MESSAGES))
        payload = _encode_pushes(messages, cursor)
        while len(payload) > MAX_POLLED_BYTES and len(messages) > 1:
            del messages[len(messages) // 2 :]  # the client fetches the rest with the next cursor
            payload = _encode_pushes(messages, cursor)
        call.caller.reply(call.seq, payload)

    def _discard_below(self, cursor: int) -> None:
        """Remove the pushes that the client has confirmed: those with a number below the cursor."""
        while self._first_seq < cursor:
            self._queue.popleft()
            self._first_seq += 1

    def _bad_cursor_error(self) -> Error:
        """Return the error for a cursor whose pushes are not kept; it names the oldest kept one."""
        first = self._first_seq
        text = f"Go on with the cursor your last poll gave you; the oldest kept is {first}."
        return Error(ErrorCode.CHOICENOTVALID, text)


def _encode_pushes(messages: list[Message], cursor: int) -> bytes:
    """Encode the answer to a poll: the messages and the cursor of the next poll."""
    return encode({"messages": messages, "cursor": cursor + len(messages)})
