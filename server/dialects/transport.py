"""What all dialects share: a listening port, and connections with bounded buffers and patience.

A dialect makes one Conversation for each connection. It is fed bytes and writes bytes; what is
written in one tick of the loop leaves in one piece. Who does not read is cut off when
``queue_bytes`` wait, who begins a message and does not end it after ``message_seconds``. The old
wires have no word for "too fast": who says too much is heard more slowly.
"""

import asyncio
from functools import partial
from typing import Protocol

from server.admission.token_bucket import Bucket
from server.delivery.hub import Hub
from server.limits import Limits
from server.transports.base import Connection, Transport

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


class Wire(Connection):
    """One connection. A client that does not read is cut off without a word."""

    transport: "Listener"

    def __init__(self, listener: "Listener") -> None:
        super().__init__(listener)
        self._size = 0
        """Bytes queued in this turn of the loop."""
        self._held = False
        self._paused = False
        self._purse: Bucket | None = None
        self._unheard = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._purse = self.transport.maybe_purse(self.address)
        self._talk = self.transport.converse(self, self.address)

    def data_received(self, data: bytes) -> None:
        if self._purse is None:
            self._feed(data)
        else:
            self._unheard += data
            self._trickle(self._purse)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._talk.lost()

    def _trickle(self, purse: Bucket) -> None:
        """Hear as much as this guest may say now; nothing more is read before the rest."""
        if not self._held:
            size = int(purse.look(self.transport.now()) * UNIT_BYTES)
            data, self._unheard = self._unheard[:size], self._unheard[size:]
            purse.level -= len(data) / UNIT_BYTES
            self._feed(data)
        if self._unheard and not self.closing:
            self.transport.later(TRICKLE_SECONDS, partial(self._trickle, purse))
        self._pause()

    def _feed(self, data: bytes) -> None:
        if self.closing or not data:
            return
        whole = self._talk.feed(data)
        self.note_input(whole=whole, pending=self._talk.pending)

    def write(self, data: bytes) -> None:
        """Queue bytes; more than ``queue_bytes`` in one turn of the loop end the connection."""
        self.queue(data)
        self._size += len(data)
        if self._size > self._limit and not self.closing:
            self.abort()

    def flush(self) -> None:
        """Send everything that is queued."""
        self._size = 0
        super().flush()

    def hold(self, on: bool) -> None:
        """Read nothing more for a while, or go on."""
        self._held = on
        self._pause()

    def _pause(self) -> None:
        on = self._held or bool(self._unheard)
        if on is not self._paused and not self._stream.is_closing():
            self._paused = on
            (self._stream.pause_reading if on else self._stream.resume_reading)()

    def is_late(self, now: float) -> bool:
        """Whether a message is late; never while nothing is read."""
        return not self._paused and super().is_late(now)


class Listener(Transport):
    """The listening side; a dialect says how one of its guests converses."""

    def __init__(self, hub: Hub, limits: Limits, host: str) -> None:
        super().__init__(limits, host)
        self.hub = hub

    def accept(self) -> Wire:
        """Return the protocol object of a new connection."""
        return Wire(self)

    def converse(self, wire: Wire, address: str) -> Conversation:
        """Somebody connected from this address."""
        raise NotImplementedError

    def maybe_purse(self, address: str) -> Bucket | None:
        """What a guest from there may say; None: as much as it likes."""
        door = self.hub.handler.door
        return None if door.trusts(address) else door.purse(self.now())
