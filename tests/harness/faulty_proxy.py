"""A network that fails on purpose: a proxy that cuts a connection at a chosen message.

It reads whole messages of one route, counts them for each side that says them, and at the chosen
one makes one of five kinds of trouble:

    end         the message does not arrive; both ends see a clean end of this connection
    reset       the message does not arrive; every connection of the client is reset
    hole        this message and all after it vanish, on every connection of the client; after a
                moment the client's ends are reset. When the client spoke, the server's ends are
                reset too; when the server spoke, they stay open and only the server's own wits help
    half        half of the message arrives, then both ends see the end of this connection
    unanswered  the message arrives, but nothing that is said in return: what the client said was
                done by the server, or what the server said was heard by the client

Coming back may be hard too: the next few connections are spoiled, in turn by losing the answer to
what a client says first when it comes back, and by a reset at the door.
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
"""How long a black hole lasts: several messages of a match on this machine fit into it."""

_LINGER_NOT = struct.pack("ii", 1, 0)
_NOTHING = object()


class Side(StrEnum):
    """Who says a message."""

    CLIENT = "client"
    SERVER = "server"


class FaultKind(StrEnum):
    """What goes wrong; see above."""

    END = "end"
    RESET = "reset"
    HOLE = "hole"
    HALF = "half"
    UNANSWERED = "unanswered"


class Fault(NamedTuple):
    """At which message of which side what goes wrong; then so many connections are spoiled."""

    side: Side
    number: int
    kind: FaultKind
    failing_reconnects: int = 0
    hole_seconds: float | None = HOLE_SECONDS
    """How long a hole lasts; None: until the client has had enough."""


@dataclass(frozen=True)
class WireFormat:
    """How to tell messages apart: the size of a header, what follows it, which answers which."""

    header: int
    rest: Callable[[bytes], int]
    label: Callable[[bytes], object]
    reconnect_messages: int
    """How many messages it takes a client to come back, the one with its token included."""

    async def read(self, reader: asyncio.StreamReader) -> bytes:
        """The next whole message."""
        head = await reader.readexactly(self.header)
        return head + await reader.readexactly(self.rest(head))


def _frame_label(frame: bytes) -> object:
    message = msgspec.msgpack.decode(frame[4:])
    return message.get("replyTo", message.get("id"))


def _pyro_rest(head: bytes) -> int:
    return sum(struct.unpack_from("!II", head, 12))


FRAMES = WireFormat(4, lambda head: int.from_bytes(head, "big"), _frame_label, reconnect_messages=1)
REMOTE_CALLS = WireFormat(40, _pyro_rest, lambda message: message[10:12], reconnect_messages=3)


class ProxiedConnection:
    """One connection of the client, and the one to the server that carries its messages on."""

    def __init__(self, proxy: "FaultyProxy", client: asyncio.StreamWriter) -> None:
        self.black_holed = False
        self.dropped_label = _NOTHING
        """The label of the answer that must not arrive."""
        self.messages_before_drop: int | None = None
        """After how many messages of the client an answer must not arrive."""
        self._proxy = proxy
        self._ends = {Side.CLIENT: client}

    async def forward_all(self, reader: asyncio.StreamReader, host: str, port: int) -> None:
        """Carry messages both ways until it is over."""
        server, self._ends[Side.SERVER] = await asyncio.open_connection(host, port)
        await asyncio.gather(self._read(Side.CLIENT, reader), self._read(Side.SERVER, server))

    def count_reconnect_message(self, message: bytes) -> None:
        """The client says something on a spoiled connection."""
        if self.messages_before_drop:
            self.messages_before_drop -= 1
            if not self.messages_before_drop:
                self.dropped_label = self._proxy.wire.label(message)

    def is_dropped_answer(self, side: Side, message: bytes) -> bool:
        """Whether this is the answer that must not arrive."""
        if side is Side.CLIENT or self.dropped_label is _NOTHING:
            return False
        return self.dropped_label == self._proxy.wire.label(message)

    def write(self, said_by: Side, data: bytes) -> None:
        """Carry this to the other side."""
        writer = self._ends[Side.SERVER if said_by is Side.CLIENT else Side.CLIENT]
        if not writer.is_closing():
            writer.write(data)

    def end(self) -> None:
        """A clean end on both sides, after all that was written."""
        for writer in self._ends.values():
            writer.close()

    def reset(self, *sides: Side) -> None:
        """An end without a goodbye."""
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
    """Stands between one client and the server; ``happened`` tells that the cut was made."""

    def __init__(self, wire: WireFormat, host: str, port: int, cut: Fault | None) -> None:
        self.wire = wire
        self.fault = cut
        self.triggered = False
        self.forwarded: Counter[Side] = Counter()
        self._target = (host, port)
        self._failing_reconnects = 0
        self._connections: dict[asyncio.Task[None], ProxiedConnection] = {}

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """The client opens a connection."""
        spoiled, self._failing_reconnects = (
            self._failing_reconnects,
            max(0, self._failing_reconnects - 1),
        )
        if spoiled and spoiled % 2 == 0:
            reset(writer)
            return
        task = asyncio.current_task()
        assert task is not None
        self._connections[task] = link = ProxiedConnection(self, writer)
        link.messages_before_drop = self.wire.reconnect_messages if spoiled else None
        try:
            await link.forward_all(reader, *self._target)
        finally:
            link.end()
            del self._connections[task]

    def forward(self, link: ProxiedConnection, side: Side, message: bytes) -> None:
        """Somebody said something: carry it over, or make trouble."""
        if link.black_holed:
            return
        self.forwarded[side] += 1
        if self.fault and not self.triggered and self.fault[:2] == (side, self.forwarded[side]):
            self.triggered = True
            self._failing_reconnects = self.fault.failing_reconnects
            self._inject(self.fault.kind, link, side, message)
        elif link.is_dropped_answer(side, message):
            link.end()
        else:
            if side is Side.CLIENT:
                link.count_reconnect_message(message)
            link.write(side, message)

    async def stop(self) -> None:
        """End all that is left."""
        for link in self._connections.values():
            link.reset()
        await asyncio.gather(*self._connections, return_exceptions=True)

    def _inject(self, kind: FaultKind, link: ProxiedConnection, side: Side, message: bytes) -> None:
        match kind:
            case FaultKind.END:
                link.end()
            case FaultKind.RESET:
                for other in list(self._connections.values()):
                    other.reset()
            case FaultKind.HOLE:
                self._start_black_hole(side)
            case FaultKind.HALF:
                link.write(side, message[: len(message) // 2])
                link.end()
            case FaultKind.UNANSWERED:
                self._leave_unanswered(link, side, message)

    def _start_black_hole(self, side: Side) -> None:
        links = list(self._connections.values())
        for link in links:
            link.black_holed = True
        assert self.fault is not None
        if self.fault.hole_seconds is not None:
            loop = asyncio.get_running_loop()
            loop.call_later(self.fault.hole_seconds, _end_hole, links, side)

    def _leave_unanswered(self, link: ProxiedConnection, side: Side, message: bytes) -> None:
        link.write(side, message)
        if side is Side.CLIENT:
            link.dropped_label = self.wire.label(message)
        else:
            link.end()


def _end_hole(links: list[ProxiedConnection], side: Side) -> None:
    for link in links:
        link.reset(*(Side if side is Side.CLIENT else (Side.CLIENT,)))


def reset(writer: asyncio.StreamWriter) -> None:
    """End this connection at once, with a reset instead of a goodbye."""
    if not writer.transport.is_closing():
        sock = writer.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _LINGER_NOT)
    writer.transport.abort()


@asynccontextmanager
async def faulty_proxy(
    wire: WireFormat, target: str, cut: Fault | None
) -> AsyncIterator[tuple[FaultyProxy, str]]:
    """A proxy to HOST:PORT as long as the block; the second value is its own HOST:PORT."""
    host, _, port = target.rpartition(":")
    proxy = FaultyProxy(wire, host, int(port), cut)
    server = await asyncio.start_server(proxy.connected, host, 0)
    try:
        yield proxy, f"{host}:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        await proxy.stop()
