"""What all dialects share: a listening port, and connections with bounded buffers and patience.

A dialect makes one Conversation for each connection. It is fed bytes and writes bytes; what is
written in one tick of the loop leaves in one piece. Who does not read is cut off when
``queue_bytes`` wait, who begins a message and does not end it after ``message_seconds``. The old
wires have no word for "too fast": who says too much is heard more slowly.
"""

import asyncio
from functools import partial
from typing import Protocol, cast

from server.admission.token_bucket import Bucket
from server.delivery.hub import Hub
from server.limits import Limits
from server.transports.buffers import bound_unsent
from server.transports.cutting import cut_late
from server.transports.deadline import Deadline

BYE_SECONDS = 2.0
"""How long a connection that was ended may take to read its last bytes."""


UNIT_BYTES = 16
"""Bytes that cost as much as a command: about one line of a dialect."""
TRICKLE_SECONDS = 0.25
"""How often somebody who says too much is heard."""


class Conversation(Protocol):
    """One guest's side of a dialect."""

    @property
    def pending(self) -> bool:
        """Whether a message was begun and is not whole."""

    def feed(self, data: bytes) -> bool:
        """Bytes came; the answer is whether they ended a message."""

    def lost(self) -> None:
        """The connection is gone, whoever ended it."""


class Wire(asyncio.Protocol):
    """One connection."""

    def __init__(self, listener: "Listener") -> None:
        self.closing = False
        self.port = 0
        """The port from which the guest calls."""
        self._listener = listener
        self._limit = listener.limits.queue_bytes
        self._out: list[bytes] = []
        self._size = 0
        self._deadline = Deadline(listener.limits, listener.now())
        self._held = False
        self._paused = False
        self._purse: Bucket | None = None
        self._unheard = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.set_write_buffer_limits(high=self._limit)
        self._listener.open.add(self)
        address = transport.get_extra_info("peername")
        self.port = int(address[1]) if address else 0
        self._purse = self._listener.maybe_purse(str(address[0]) if address else "")
        self._talk = self._listener.converse(self, str(address[0]) if address else "")

    def data_received(self, data: bytes) -> None:
        if self._purse is None:
            self._feed(data)
        else:
            self._unheard += data
            self._trickle(self._purse)

    def _trickle(self, purse: Bucket) -> None:
        """Hear as much as this guest may say now; nothing more is read before the rest."""
        if not self._held:
            size = int(purse.look(self._listener.now()) * UNIT_BYTES)
            data, self._unheard = self._unheard[:size], self._unheard[size:]
            purse.level -= len(data) / UNIT_BYTES
            self._feed(data)
        if self._unheard and not self.closing:
            self._listener.later(TRICKLE_SECONDS, partial(self._trickle, purse))
        self._pause()

    def _feed(self, data: bytes) -> None:
        if self.closing or not data:
            return
        whole = self._talk.feed(data)
        self._deadline.heard(self._listener.now(), whole=whole, pending=self._talk.pending)

    def connection_lost(self, exc: Exception | None) -> None:
        self.closing = True
        self._listener.open.discard(self)
        self._talk.lost()

    def write(self, data: bytes) -> None:
        """More bytes, sent at the end of this tick."""
        if self.closing:
            return
        if not self._out:
            self._listener.soon(self._flush)
        self._out.append(data)
        self._size += len(data)
        if self._size > self._limit:
            self.abort()

    def close(self) -> None:
        """Send what was written, then end; a reader that does not read is not waited for."""
        if self.closing:
            return
        self._flush()
        self.closing = True
        self._transport.close()
        self._listener.later(BYE_SECONDS, self._transport.abort)

    def abort(self) -> None:
        """End at once."""
        self.closing = True
        self._out.clear()
        self._transport.abort()

    def hold(self, on: bool) -> None:
        """Read nothing more for a while, or go on."""
        self._held = on
        self._pause()

    def _pause(self) -> None:
        on = self._held or bool(self._unheard)
        if on is not self._paused and not self._transport.is_closing():
            self._paused = on
            (self._transport.pause_reading if on else self._transport.resume_reading)()

    def is_late(self, now: float) -> bool:
        """Whether a message should be whole by now and is not."""
        return not self._paused and now > self._deadline.due

    def _flush(self) -> None:
        data = b"".join(self._out)
        self._out.clear()
        self._size = 0
        if self._transport.is_closing():
            return
        self._transport.write(data)
        if self._transport.get_write_buffer_size() > self._limit:
            self.abort()


class Listener:
    """The listening side; a dialect says how one of its guests converses."""

    def __init__(self, hub: Hub, limits: Limits, host: str) -> None:
        self.hub = hub
        self.limits = limits
        self.open: set[Wire] = set()
        self._host = host

    def converse(self, wire: Wire, address: str) -> Conversation:
        """Somebody connected from this address."""
        raise NotImplementedError

    def maybe_purse(self, address: str) -> Bucket | None:
        """What a guest from there may say; None: as much as it likes."""
        door = self.hub.handler.door
        return None if door.trusts(address) else door.purse(self.now())

    async def start(self, port: int) -> str:
        """Listen; the answer is HOST:PORT with the real port."""
        loop = asyncio.get_running_loop()
        self.now, self.soon, self.later = loop.time, loop.call_soon, loop.call_later
        self._server = await loop.create_server(lambda: Wire(self), self._host, port, backlog=1024)
        bound_unsent(self._server, self.limits)
        return f"{self._host}:{self._server.sockets[0].getsockname()[1]}"

    def sweep(self) -> None:
        """Cut off those who say nothing, or do not finish a message. About once a second."""
        cut_late(self.open, self.now(), self.soon)

    async def stop(self) -> None:
        """Stop listening and end every connection."""
        self._server.close()
        for wire in list(self.open):
            wire.close()
        await self._server.wait_closed()
