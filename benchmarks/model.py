"""The model of a move, with free rules: the limit a server of this kind can come near.

It decodes a typed message, answers its sender, sends one update to both players of the match and
makes one SQLite commit per loop tick before anything leaves, as safe as `--durability process`.
It has no lobby, no rules, no limits: connections are paired in the order in which they come.
"""

import asyncio
import sqlite3
from pathlib import Path
from typing import cast

from msgspec.msgpack import Decoder

from benchmarks.load import Load
from benchmarks.scripts import Move, Script
from messages import ActionValid
from messages.codec import encode
from messages.eriantys.actions import MoveStudent
from messages.eriantys.table import StudentMoved
from messages.framing import HEADER, frame
from messages.registry import AnyClientMessage, UpdateMessage
from tests.harness.processes import Worker

CONFIRMED = "You have successfully moved the student"
FIRST_SEQ = 1 << 16
"""From here on numbers have the same length for long enough."""
HELLO = b"hello"
"""Said to both players of a pair once both are there."""
TURN = 3
"""Moves in a row by the same seat, as students are moved."""

_decode = Decoder(AnyClientMessage).decode


def answer() -> bytes:
    """What the sender is told."""
    return frame(encode(ActionValid(CONFIRMED)))


def update(seat: int, move: MoveStudent, seq: int) -> bytes:
    """What both players are told."""
    moved = StudentMoved(seat, move.color, "ENTRANCE", move.move_to, move.island_position)
    return frame(encode(UpdateMessage(moved, seq=seq)))


class ModelPeer(asyncio.Protocol):
    """One connection."""

    transport: asyncio.Transport

    def __init__(self, server: "ModelServer") -> None:
        self.out: list[bytes] = []
        self._server = server
        self._rest = b""
        self._seq = FIRST_SEQ

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.number, self.seat, self.other = self._server.pair(self)

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data, self._rest = self._rest + data, b""
        while len(data) >= HEADER:
            end = HEADER + int.from_bytes(data[:HEADER], "big")
            if end > len(data):
                break
            self._move(data[HEADER:end])
            data = data[end:]
        self._rest = data

    def _move(self, payload: bytes) -> None:
        move = cast(MoveStudent, _decode(payload))
        self._seq += 1
        told = update(self.seat, move, self._seq)
        other = self.other
        assert other is not None
        self.put(answer())
        self.put(told)
        other.put(told)
        self._server.keep((self.number, self.seat, payload))

    def put(self, data: bytes) -> None:
        """One more message, written at the end of this tick."""
        if not self.out:
            self._server.written.append(self)
        self.out.append(data)


class ModelServer:
    """Pairs connections and keeps what they do."""

    def __init__(self, path: Path) -> None:
        self.written: list[ModelPeer] = []
        self._loop = asyncio.get_running_loop()
        self._rows: list[tuple[int, int, bytes]] = []
        self._alone: ModelPeer | None = None
        self._pairs = 0
        self._store = sqlite3.connect(path, isolation_level=None)
        self._store.execute("PRAGMA journal_mode=WAL")
        self._store.execute("PRAGMA synchronous=OFF")
        self._store.execute(
            "CREATE TABLE moves (id INTEGER PRIMARY KEY, match INTEGER, seat INTEGER, move BLOB)"
        )

    async def start(self) -> str:
        """Listen; the answer is HOST:PORT."""
        self._server = await self._loop.create_server(lambda: ModelPeer(self), "127.0.0.1", 0)
        return f"127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def stop(self) -> None:
        """Stop listening."""
        self._server.close()
        self._store.close()

    def pair(self, peer: ModelPeer) -> tuple[int, int, ModelPeer | None]:
        """The match, the seat and the other player of a new connection."""
        if self._alone is None:
            self._alone = peer
            return self._pairs, 0, None
        first, self._alone = self._alone, None
        first.other = peer
        self._pairs += 1
        for player in (first, peer):
            player.transport.write(HELLO)
        return self._pairs - 1, 1, first

    def keep(self, row: tuple[int, int, bytes]) -> None:
        """One more move, written to the store at the end of this tick."""
        if not self._rows:
            self._loop.call_soon(self._tick)
        self._rows.append(row)

    def _tick(self) -> None:
        self._store.execute("BEGIN")
        self._store.executemany(
            "INSERT INTO moves (match, seat, move) VALUES (?, ?, ?)", self._rows
        )
        self._store.execute("COMMIT")
        self._rows.clear()
        written, self.written = self.written, []
        for peer in written:
            peer.transport.write(b"".join(peer.out))
            peer.out.clear()


class ModelLoad(Load):
    """Tables at the model: the same guests, an endless script of moves of students."""

    def __init__(self, server: Worker, address: str, tables: int) -> None:
        super().__init__(server, address, tables)
        for table in self.tables:
            table.begin_after_greeting(_script(), len(HELLO))


def _script() -> Script:
    action = MoveStudent("ISLAND", "YELLOW", 7)
    told = len(update(0, action, FIRST_SEQ))
    spoken = told + len(answer())
    moves = [
        Move(seat, action, frame(encode(action)), (spoken, told) if seat == 0 else (told, spoken))
        for seat in (0, 1)
        for _ in range(TURN)
    ]
    return Script((False, 0, frozenset()), (0, 0), tuple(moves))
