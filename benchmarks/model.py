"""A minimal server without rules: the upper bound for a server of this kind in Python.

It decodes a typed message, answers its sender and sends one update to both players of the match.
It makes one SQLite commit per loop iteration before it sends, as durable as `--durability process`.
It has no lobby, no rules and no limits; connections are paired in the order in which they connect.
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
"""First sequence number; large, so that all numbers of a run have the same encoded length."""
GREETING = b"hello"
"""Sent to both players of a pair when both are connected."""
MOVES_PER_TURN = 3
"""Consecutive moves of the same seat, as with students in Eriantys."""

_decode = Decoder(AnyClientMessage).decode


def answer_frame() -> bytes:
    """Return the frame that answers a move."""
    return frame(encode(ActionValid(CONFIRMED)))


def update_frame(seat: int, move: MoveStudent, seq: int) -> bytes:
    """Return the frame that both players receive after a move."""
    moved = StudentMoved(seat, move.color, "ENTRANCE", move.move_to, move.island_position)
    return frame(encode(UpdateMessage(moved, seq=seq)))


class ModelPeer(asyncio.Protocol):
    """One connection of the model server."""

    transport: asyncio.Transport

    def __init__(self, server: "ModelServer") -> None:
        self.out: list[bytes] = []
        self._server = server
        self._buffer = b""
        self._seq = FIRST_SEQ

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.number, self.seat, self.opponent = self._server.pair(self)

    def data_received(self, data: bytes) -> None:
        if self._buffer:
            data, self._buffer = self._buffer + data, b""
        while len(data) >= HEADER:
            end = HEADER + int.from_bytes(data[:HEADER], "big")
            if end > len(data):
                break
            self._move(data[HEADER:end])
            data = data[end:]
        self._buffer = data

    def _move(self, payload: bytes) -> None:
        move = cast(MoveStudent, _decode(payload))
        self._seq += 1
        update = update_frame(self.seat, move, self._seq)
        opponent = self.opponent
        assert opponent is not None
        self.queue(answer_frame())
        self.queue(update)
        opponent.queue(update)
        self._server.queue_row((self.number, self.seat, payload))

    def queue(self, data: bytes) -> None:
        """Queue a frame; it is written after the commit at the end of this loop iteration."""
        if not self.out:
            self._server.peers_to_flush.append(self)
        self.out.append(data)


class ModelServer:
    """Pairs connections and writes their moves to SQLite."""

    def __init__(self, path: Path) -> None:
        self.peers_to_flush: list[ModelPeer] = []
        self._loop = asyncio.get_running_loop()
        self._rows: list[tuple[int, int, bytes]] = []
        self._unpaired: ModelPeer | None = None
        self._pairs = 0
        self._database = sqlite3.connect(path, isolation_level=None)
        self._database.execute("PRAGMA journal_mode=WAL")
        self._database.execute("PRAGMA synchronous=OFF")
        self._database.execute(
            "CREATE TABLE moves (id INTEGER PRIMARY KEY, match INTEGER, seat INTEGER, move BLOB)"
        )

    async def start(self) -> str:
        """Start to listen and return HOST:PORT."""
        self._server = await self._loop.create_server(lambda: ModelPeer(self), "127.0.0.1", 0)
        return f"127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def stop(self) -> None:
        """Stop listening and close the database."""
        self._server.close()
        self._database.close()

    def pair(self, peer: ModelPeer) -> tuple[int, int, ModelPeer | None]:
        """Return the match, the seat and the opponent (None for the first) of a new connection."""
        if self._unpaired is None:
            self._unpaired = peer
            return self._pairs, 0, None
        first, self._unpaired = self._unpaired, None
        first.opponent = peer
        self._pairs += 1
        for player in (first, peer):
            player.transport.write(GREETING)
        return self._pairs - 1, 1, first

    def queue_row(self, row: tuple[int, int, bytes]) -> None:
        """Queue a move; it is committed at the end of this loop iteration."""
        if not self._rows:
            self._loop.call_soon(self._commit_and_flush)
        self._rows.append(row)

    def _commit_and_flush(self) -> None:
        self._database.execute("BEGIN")
        self._database.executemany(
            "INSERT INTO moves (match, seat, move) VALUES (?, ?, ?)", self._rows
        )
        self._database.execute("COMMIT")
        self._rows.clear()
        peers, self.peers_to_flush = self.peers_to_flush, []
        for peer in peers:
            peer.transport.write(b"".join(peer.out))
            peer.out.clear()


class ModelLoad(Load):
    """Load for the model server: the same clients with an endless script of student moves."""

    def __init__(self, server: Worker, groups: int) -> None:
        super().__init__(server, groups)
        for group in self.groups:
            group.start_after_greeting(_script(), len(GREETING))


def _script() -> Script:
    action = MoveStudent("ISLAND", "YELLOW", 7)
    update_size = len(update_frame(0, action, FIRST_SEQ))
    sender_size = update_size + len(answer_frame())
    moves = [
        Move(
            seat,
            action,
            frame(encode(action)),
            (sender_size, update_size) if seat == 0 else (update_size, sender_size),
        )
        for seat in (0, 1)
        for _ in range(MOVES_PER_TURN)
    ]
    return Script((False, 0, frozenset()), (0, 0), tuple(moves))
