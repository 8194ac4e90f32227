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


class Kind(StrEnum):
    """What goes wrong; see above."""

    END = "end"
    RESET = "reset"
    HOLE = "hole"
    HALF = "half"
    UNANSWERED = "unanswered"


class Cut(NamedTuple):
    """At which message of which side what goes wrong; then so many connections are spoiled."""

    side: Side
    number: int
    kind: Kind
    spoiled: int = 0
    hole_seconds: float | None = HOLE_SECONDS
    """How long a hole lasts; None: until the client has had enough."""


@dataclass(frozen=True)
class Wire:
    """How to tell messages apart: the size of a header, what follows it, which answers which."""

    header: int
    rest: Callable[[bytes], int]
    label: Callable[[bytes], object]
    polite: int
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


FRAMES = Wire(4, lambda head: int.from_bytes(head, "big"), _frame_label, polite=1)
REMOTE_CALLS = Wire(40, _pyro_rest, lambda message: message[10:12], polite=3)


class Link:
    """One connection of the client, and the one to the server that carries its messages on."""

    def __init__(self, cutter: "Cutter", client: asyncio.StreamWriter) -> None:
        self.silent = False
        self.awaited = _NOTHING
        """The label of the answer that must not arrive."""
        self.left: int | None = None
        """After how many messages of the client an answer must not arrive."""
        self._cutter = cutter
        self._ends = {Side.CLIENT: client}

    async def carry(self, reader: asyncio.StreamReader, host: str, port: int) -> None:
        """Carry messages both ways until it is over."""
        server, self._ends[Side.SERVER] = await asyncio.open_connection(host, port)
        await asyncio.gather(self._read(Side.CLIENT, reader), self._read(Side.SERVER, server))

    def spoil(self, message: bytes) -> None:
        """The client says something on a spoiled connection."""
        if self.left:
            self.left -= 1
            if not self.left:
                self.awaited = self._cutter.wire.label(message)

    def awaits(self, side: Side, message: bytes) -> bool:
        """Whether this is the answer that must not arrive."""
        if side is Side.CLIENT or self.awaited is _NOTHING:
            return False
        return self.awaited == self._cutter.wire.label(message)

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
                self._cutter.carry(self, side, await self._cutter.wire.read(reader))
        if not self.silent:
            self.end()


class Cutter:
    """Stands between one client and the server; ``happened`` tells that the cut was made."""

    def __init__(self, wire: Wire, host: str, port: int, cut: Cut | None) -> None:
        self.wire = wire
        self.cut = cut
        self.happened = False
        self.carried: Counter[Side] = Counter()
        self._target = (host, port)
        self._spoiled = 0
        self._links: dict[asyncio.Task[None], Link] = {}

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """The client opens a connection."""
        spoiled, self._spoiled = self._spoiled, max(0, self._spoiled - 1)
        if spoiled and spoiled % 2 == 0:
            reset(writer)
            return
        task = asyncio.current_task()
        assert task is not None
        self._links[task] = link = Link(self, writer)
        link.left = self.wire.polite if spoiled else None
        try:
            await link.carry(reader, *self._target)
        finally:
            link.end()
            del self._links[task]

    def carry(self, link: Link, side: Side, message: bytes) -> None:
        """Somebody said something: carry it over, or make trouble."""
        if link.silent:
            return
        self.carried[side] += 1
        if self.cut and not self.happened and self.cut[:2] == (side, self.carried[side]):
            self.happened = True
            self._spoiled = self.cut.spoiled
            self._trouble(self.cut.kind, link, side, message)
        elif link.awaits(side, message):
            link.end()
        else:
            if side is Side.CLIENT:
                link.spoil(message)
            link.write(side, message)

    async def stop(self) -> None:
        """End all that is left."""
        for link in self._links.values():
            link.reset()
        await asyncio.gather(*self._links, return_exceptions=True)

    def _trouble(self, kind: Kind, link: Link, side: Side, message: bytes) -> None:
        match kind:
            case Kind.END:
                link.end()
            case Kind.RESET:
                for other in list(self._links.values()):
                    other.reset()
            case Kind.HOLE:
                self._swallow(side)
            case Kind.HALF:
                link.write(side, message[: len(message) // 2])
                link.end()
            case Kind.UNANSWERED:
                self._leave_unanswered(link, side, message)

    def _swallow(self, side: Side) -> None:
        links = list(self._links.values())
        for link in links:
            link.silent = True
        assert self.cut is not None
        if self.cut.hole_seconds is not None:
            loop = asyncio.get_running_loop()
            loop.call_later(self.cut.hole_seconds, _end_hole, links, side)

    def _leave_unanswered(self, link: Link, side: Side, message: bytes) -> None:
        link.write(side, message)
        if side is Side.CLIENT:
            link.awaited = self.wire.label(message)
        else:
            link.end()


def _end_hole(links: list[Link], side: Side) -> None:
    for link in links:
        link.reset(*(Side if side is Side.CLIENT else (Side.CLIENT,)))


def reset(writer: asyncio.StreamWriter) -> None:
    """End this connection at once, with a reset instead of a goodbye."""
    if not writer.transport.is_closing():
        sock = writer.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _LINGER_NOT)
    writer.transport.abort()


@asynccontextmanager
async def cutting(wire: Wire, target: str, cut: Cut | None) -> AsyncIterator[tuple[Cutter, str]]:
    """A proxy to HOST:PORT as long as the block; the second value is its own HOST:PORT."""
    host, _, port = target.rpartition(":")
    cutter = Cutter(wire, host, int(port), cut)
    server = await asyncio.start_server(cutter.connected, host, 0)
    try:
        yield cutter, f"{host}:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        await cutter.stop()
