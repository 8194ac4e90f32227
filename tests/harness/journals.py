"""Describe a journal file as text: verified, replayed and restored with the current code.

Digests do not depend on how the server groups its messages: each covers the bytes sent to one seat,
in order.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec

from games.registry import GAMES
from messages.codec import encode
from server.history.archive import verify
from server.history.replay import Replay
from server.history.restore import restore
from server.journal.records import FORMAT, decode_record, state_hash
from server.journal.sqlite import FILE, SqliteJournal
from server.limits import Limits
from server.state import ServerState
from tests.harness.recorded_server import counted_secrets
from tests.harness.wires import plain_json

__all__ = ["FILE", "FORMAT", "Row", "describe", "rows"]


class Row(NamedTuple):
    """One entry as it is stored in the file."""

    match: int
    body: bytes
    hash: bytes
    last: bool


@contextmanager
def opened(path: Path) -> Iterator[SqliteJournal]:
    """Open a copy of a journal file, so that the file itself does not change."""
    with TemporaryDirectory() as folder:
        shutil.copy(path, Path(folder) / FILE)
        journal = SqliteJournal(Path(folder), "process", lambda _: None)
        try:
            yield journal
        finally:
            journal.close()


def rows(path: Path) -> list[Row]:
    """Return all entries, match by match."""
    with opened(path) as journal:
        return [
            Row(entry.match, bytes(entry.body), bytes(entry.hash), entry.last)
            for number in journal.matches()
            for entry in journal.entries(number)
        ]


def describe(path: Path) -> str:
    """Describe each match: its damage, records, final state, and digests of sent messages.

    Then describe the unfinished matches as a restart restores them.
    """
    with opened(path) as journal:
        lines = []
        for result in verify(journal, GAMES):
            kinds = _kinds(journal, result.match)
            state = "finished" if result.is_over else "unfinished"
            records = ", ".join(f"{kind} {number}" for kind, number in kinds.items())
            lines += [
                f"match {result.match}: {result.game}, {state}, {result.error or 'sound'}",
                f"    records: {records}",
                *_replay_lines(journal, result.match),
            ]
        return "\n".join([*lines, "", *_restore_lines(journal)]) + "\n"


def _kinds(journal: SqliteJournal, number: int) -> dict[str, int]:
    kinds: dict[str, int] = {}
    for entry in journal.entries(number):
        kind = type(decode_record(entry.body)).__name__
        kinds[kind] = kinds.get(kind, 0) + 1
    return kinds


def _replay_lines(journal: SqliteJournal, number: int) -> Iterator[str]:
    replay, sent = Replay(number, GAMES), dict[int, bytes]()
    for entry in journal.entries(number):
        step_messages = replay.feed(entry)
        assert replay.match is not None
        sent = sent or dict.fromkeys(replay.match.seats, b"")
        for seats, messages in step_messages:
            for seat in sent if seats is None else seats:
                sent[seat] += b"".join(map(encode, messages))
    assert replay.match is not None
    yield f"    state: {state_hash(replay.match.state).hex()}"
    yield f"    public view: {_digest(encode(replay.match.view(None)))}"
    yield from (f"    sent to seat {seat}: {_digest(data)}" for seat, data in sent.items())


def _restore_lines(journal: SqliteJournal) -> Iterator[str]:
    server_state = ServerState(games=GAMES, limits=Limits(), secrets=counted_secrets())
    bots, damaged, _ = restore(server_state, journal)
    yield f"restored; damaged matches: {len(damaged)}"
    yield from (f"computer player: {(bot.strategy, *bot[2:])}" for bot in bots)
    for number, room in server_state.rooms.items():
        assert room.match is not None
        views = b"".join(encode(room.match.view(seat)) for seat in (None, *room.match.seats))
        lines = room.chat.lines_for(0)
        chat = b"".join(map(encode, lines))
        yield f"room {number}: {plain_json(msgspec.to_builtins(room.info()))} {room.code}"
        yield f"    state: {state_hash(room.match.state).hex()}"
        yield f"    views: {_digest(views)}, chat: {len(lines)} {_digest(chat)}"
    for session in server_state.sessions.values():
        yield (
            f"session {session.name}: seat {session.seat}, token {session.token_hash.hex()[:16]}, "
            f"older tokens {len(session.previous_token_hashes)}, wizard {session.wizard!r}, "
            f"strategy {session.strategy!r}, dialect {session.dialect!r}, "
            f"answered ids {sorted(session.answers)}"
        )


def _digest(data: bytes) -> str:
    return f"{len(data)} bytes {sha256(data).hexdigest()[:32]}"
