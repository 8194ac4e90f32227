"""A proxy that injects one network fault at a chosen message.

The proxy reads complete messages of one transport and counts them by sender. At the chosen message
it injects one of five faults:

    end         the message is dropped; both ends see a clean end of this connection.
    reset       the message is dropped; every connection of the client is reset.
    hole        this message and all later ones are dropped, on every connection of the client.
                After a short time the client's ends are reset. If the client sent the message, the
                server's ends are reset too; otherwise the server must detect the loss itself.
    half        half of the message is delivered, then both ends see the end of this connection.
    unanswered  the message is delivered, but its answer is not.

The next connections may fail too, alternately by a reset and by the loss of the answer to the
message with which the client reconnects.
"""

import asyncio
import contextlib
import socket
import struct
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

import msgspec

HOLE_SECONDS = 0.02
"""Duration of a black hole; sufficient for several messages of a match."""

_NO_LINGER = struct.pack("ii", 1, 0)
_NOTHING = object()


class Side(StrEnum):
    """The sender of a message."""

    CLIENT = "client"
    SERVER = "server"


class FaultKind(StrEnum):
    """The kinds of faults; see the module."""

    END = "end"
    RESET = "reset"
    HOLE = "hole"
    HALF = "half"
    UNANSWERED = "unanswered"


class Fault(NamedTuple):
    """A fault at one message of one side; then ``failing_reconnects`` connections fail too."""

    side: Side
    number: int
    kind: FaultKind
    failing_reconnects: int = 0
    hole_seconds: float | None = HOLE_SECONDS
    """Duration of a black hole; None: until the client gives up."""


@dataclass(frozen=True)
class WireFormat:
    """Message boundaries of a transport, and the label that an answer shares with its request."""

    header: int
    rest: Callable[[bytes], int]
    label: Callable[[bytes], object]
    reconnect_messages: int
    """Number of messages with which a client reconnects, including the one with its token."""

    async def read(self, reader: asyncio.StreamReader) -> bytes:
        """Read the next complete message."""
        head = await reader.readexactly(self.header)
        return head + await reader.readexactly(self.rest(head))


def _frame_label(frame: bytes) -> object:
    message = msgspec.msgpack.decode(frame[4:])
    return message.get("replyTo", message.get("id"))


def _pyro_rest(head: bytes) -> int:
    return sum(struct.unpack_from("!II", head, 12))


class WebWireFormat(WireFormat):
    """The opening handshake of a WebSocket as one message in each direction, then its frames."""

    async def read(self, reader: asyncio.StreamReader) -> bytes:
        """Read the next complete message."""
        head = await reader.readexactly(2)
        if head[0] < WEB_FRAME:
            return head + await reader.readuntil(b"\r\n\r\n")
        length = head[1] & 0x7F
        if length >= 126:
            more = await reader.readexactly(2 if length == 126 else 8)
            head, length = head + more, int.from_bytes(more, "big")
        return head + await reader.readexactly(length + (4 if head[1] & 0x80 else 0))


WEB_FRAME = 0x80
"""The first byte of a final frame is this or higher; that of HTTP is a letter."""


def _web_label(message: bytes) -> object:
    if message[0] != WEB_FRAME | 1:
        return message[0] >= WEB_FRAME
    start = 2 + {126: 2, 127: 8}.get(message[1] & 0x7F, 0)
    payload = message[start:]
    if message[1] & 0x80:
        mask, payload = payload[:4], payload[4:]
        payload = bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))
    decoded = msgspec.json.decode(payload)
    return decoded.get("replyTo", decoded.get("id"))


FRAMES = WireFormat(4, lambda head: int.from_bytes(head, "big"), _frame_label, reconnect_messages=1)
REMOTE_CALLS = WireFormat(40, _pyro_rest, lambda message: message[10:12], reconnect_messages=3)
WEB_FRAMES = WebWireFormat(2, lambda head: 0, _web_label, reconnect_messages=2)
WIRES = {"socket": FRAMES, "pyro": REMOTE_CALLS, "web": WEB_FRAMES}
"""The wire format of each transport."""


class ProxiedConnection:
    """A connection of the client, and the connection to the server that forwards its messages."""

    def __init__(self, proxy: "FaultyProxy", client: asyncio.StreamWriter) -> None:
        self.black_holed = False
        self.dropped_label = _NOTHING
        """Label of the answer to drop."""
        self.messages_before_drop: int | None = None
        """Number of messages of the client until the one whose answer is dropped."""
        self._proxy = proxy
        self._ends = {Side.CLIENT: client}

    async def forward_all(self, reader: asyncio.StreamReader, host: str, port: int) -> None:
        """Forward messages in both directions until the connection ends."""
        server, self._ends[Side.SERVER] = await asyncio.open_connection(host, port)
        await asyncio.gather(self._read(Side.CLIENT, reader), self._read(Side.SERVER, server))

    def count_reconnect_message(self, message: bytes) -> None:
        """Count a message on a failing connection, and choose the answer to drop."""
        if self.messages_before_drop:
            self.messages_before_drop -= 1
            if not self.messages_before_drop:
                self.dropped_label = self._proxy.wire.label(message)

    def is_dropped_answer(self, side: Side, message: bytes) -> bool:
        """Return whether this is the answer to drop."""
        if side is Side.CLIENT or self.dropped_label is _NOTHING:
            return False
        return self.dropped_label == self._proxy.wire.label(message)

    def write(self, sender: Side, data: bytes) -> None:
        """Write data to the other side."""
        writer = self._ends[Side.SERVER if sender is Side.CLIENT else Side.CLIENT]
        if not writer.is_closing():
            writer.write(data)

    def end(self) -> None:
        """Close both sides cleanly, after all written data is sent."""
        for writer in self._ends.values():
            writer.close()

    def reset(self, *sides: Side) -> None:
        """Reset the connections of these sides; by default both."""
        for side in sides or Side:
            if side in self._ends:
                reset(self._ends[side])

    async def _read(self, side: Side, reader: asyncio.StreamReader) -> None:
        with contextlib.suppress(asyncio.IncompleteReadError, OSError):
            while True:
                self._proxy.forward(self, side, await self._proxy.wire.read(reader))
        if not self.black_holed:
            self.end()


class FaultyProxy:
    """Forwards between one client and the server; ``triggered`` is true after the fault."""

    def __init__(self, wire: WireFormat, host: str, port: int, fault: Fault | None) -> None:
        self.wire = wire
        self.fault = fault
        self.triggered = False
        self.forwarded: Counter[Side] = Counter()
        self._target = (host, port)
        self._failing_reconnects = 0
        self._connections: dict[asyncio.Task[None], ProxiedConnection] = {}

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Handle a new connection of the client; it fails if reconnects must fail."""
        failing, self._failing_reconnects = (
            self._failing_reconnects,
            max(0, self._failing_reconnects - 1),
        )
        if failing and failing % 2 == 0:
            reset(writer)
            return
        task = asyncio.current_task()
        assert task is not None
        self._connections[task] = connection = ProxiedConnection(self, writer)
        connection.messages_before_drop = self.wire.reconnect_messages if failing else None
        try:
            with contextlib.suppress(OSError):  # the server does not run now
                await connection.forward_all(reader, *self._target)
        finally:
            connection.end()
            del self._connections[task]

    def forward(self, connection: ProxiedConnection, side: Side, message: bytes) -> None:
        """Forward a message, or inject the fault."""
        if connection.black_holed:
            return
        self.forwarded[side] += 1
        if self.fault and not self.triggered and self.fault[:2] == (side, self.forwarded[side]):
            self.triggered = True
            self._failing_reconnects = self.fault.failing_reconnects
            self._inject(self.fault.kind, connection, side, message)
        elif connection.is_dropped_answer(side, message):
            connection.end()
        else:
            if side is Side.CLIENT:
                connection.count_reconnect_message(message)
            connection.write(side, message)

    async def stop(self) -> None:
        """Reset all remaining connections."""
        for connection in self._connections.values():
            connection.reset()
        await asyncio.gather(*self._connections, return_exceptions=True)

    def _inject(
        self, kind: FaultKind, connection: ProxiedConnection, side: Side, message: bytes
    ) -> None:
        match kind:
            case FaultKind.END:
                connection.end()
            case FaultKind.RESET:
                for other in list(self._connections.values()):
                    other.reset()
            case FaultKind.HOLE:
                self._start_black_hole(side)
            case FaultKind.HALF:
                connection.write(side, message[: len(message) // 2])
                connection.end()
            case FaultKind.UNANSWERED:
                self._leave_unanswered(connection, side, message)

    def _start_black_hole(self, side: Side) -> None:
        connections = list(self._connections.values())
        for connection in connections:
            connection.black_holed = True
        assert self.fault is not None
        if self.fault.hole_seconds is not None:
            loop = asyncio.get_running_loop()
            loop.call_later(self.fault.hole_seconds, _end_hole, connections, side)

    def _leave_unanswered(self, connection: ProxiedConnection, side: Side, message: bytes) -> None:
        connection.write(side, message)
        if side is Side.CLIENT:
            connection.dropped_label = self.wire.label(message)
        else:
            connection.end()


def _end_hole(connections: list[ProxiedConnection], side: Side) -> None:
    for connection in connections:
        connection.reset(*(Side if side is Side.CLIENT else (Side.CLIENT,)))


def reset(writer: asyncio.StreamWriter) -> None:
    """Abort a connection with a TCP reset."""
    if not writer.transport.is_closing():
        sock = writer.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGER)
    writer.transport.abort()


@asynccontextmanager
async def faulty_proxy(
    wire: WireFormat, target: str, fault: Fault | None
) -> AsyncIterator[tuple[FaultyProxy, str]]:
    """Run a proxy to HOST:PORT during the block; the second value is its own HOST:PORT."""
    host, _, port = target.rpartition(":")
    proxy = FaultyProxy(wire, host, int(port), fault)
    server = await asyncio.start_server(proxy.connected, host, 0)
    try:
        yield proxy, f"{host}:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        await proxy.stop()
