"""A journal that fails, at every call there is: nothing leaves that is not written.

What every guest has received is explained from the kept entries alone, by playing them again.
"""

import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET, structs

from games.registry import GAMES
from messages import (
    ActionValid,
    ChatMessage,
    ChooseNickname,
    ChooseWizard,
    Error,
    ErrorCode,
    GenericMessage,
    Heartbeat,
    LeaveMatch,
    Message,
    PlayerStatus,
    Quit,
    Reconnect,
    RequestNickname,
    RequestView,
    SelectMatch,
    SelectModeAndPlayers,
    SendChat,
    SessionOpened,
    TurnReminder,
)
from messages.codec import encode
from server.delivery.hub import Hub
from server.delivery.write_ahead import WriteAheadQueue
from server.effects import Send
from server.handler import GameHandler
from server.history.replay import Replay, replay_entries
from server.history.restore import restore
from server.journal.base import AppendCallback, Journal
from server.journal.records import Acted, Entry, Left, Resumed, Talked, decode_record, state_hash
from server.journal.sqlite import SqliteJournal
from server.limits import Limits
from server.match import SeatMessages
from server.state import ServerState, hash_secret
from tests.harness.handler import RecordingLogger, numbered_secrets
from tests.harness.memory_journal import MemoryJournal

if sys.platform != "win32":
    import resource

NAMES = ("ada", "bob", "eve")
SET_UPS = {
    "eriantys": SelectModeAndPlayers(3, True),
    "uno": SelectModeAndPlayers(3, game="uno", options={"target_score": 10_000}),
}


class FailingJournal(MemoryJournal):
    """Keeps nothing at the calls for which it is told to fail, counted from 1."""

    def __init__(self, fails: Callable[[int], bool] = lambda call: False) -> None:
        super().__init__()
        self.fails = fails
        self.calls = 0

    def append(self, entries: list[Entry], done: AppendCallback) -> bool | None:
        """See Journal."""
        self.calls += 1
        return False if self.fails(self.calls) else super().append(entries, done)


class RecordingOutbox:
    """The letter box of one connection, answers and pushes in the order they came."""

    def __init__(self) -> None:
        self.received: list[Any] = []
        self.answers: list[Any] = []
        self.sent_ids: list[int] = []
        self.peer = 0
        self.closed = False

    def answer(self, message: Message) -> None:
        """See Outbox."""
        self.received.append(message)
        self.answers.append(message)

    def push(self, send: Send) -> None:
        """See Outbox."""
        self.received += send.messages

    def close(self) -> None:
        """See Outbox."""
        self.closed = True


class ServerHarness:
    """Handler, hub and write-ahead queue as a running server has them, without an event loop.

    ``gather`` messages come in one turn of the loop, so that one write serves all of them.
    """

    def __init__(self, journal: Journal, gather: int = 1) -> None:
        self.journal = journal
        self.state = ServerState(GAMES, Limits(), numbered_secrets(), journalled=True)
        self.log = RecordingLogger()
        self.now = 0.0
        self.hub = Hub(GameHandler(self.state, self.log), lambda: self.now)
        self.callbacks: list[Callable[[], None]] = []
        self.queue = WriteAheadQueue(
            journal, self.callbacks.append, self.hub.deliver, self._set_failing
        )
        self.hub.use_write_ahead(self.queue.submit)
        self.outboxes: dict[str, RecordingOutbox] = {}
        self.all_outboxes: list[tuple[str, RecordingOutbox]] = []
        self.sent: dict[int, tuple[str, Any]] = {}
        self._ids = count(1)
        self._turns = count(1)
        self._gather = gather

    def _set_failing(self, failing: bool) -> None:
        self.state.set_journal_failing(failing)

    def connect(self, name: str) -> None:
        """A new connection for this name."""
        outbox = self.outboxes[name] = RecordingOutbox()
        self.all_outboxes.append((name, outbox))
        outbox.peer = self.hub.connect(outbox, "127.0.0.1")
        self.run_callbacks()

    def send(self, name: str, message: Any) -> int:
        """Say it under a new number; what it causes happens when the loop turns."""
        number = next(self._ids)
        self.sent[number] = name, structs.replace(message, id=number)
        self.repeat(number)
        return number

    def repeat(self, number: int) -> None:
        """Say it, maybe again, at the player's connection of now."""
        name, message = self.sent[number]
        outbox = self.outboxes[name]
        outbox.sent_ids.append(number)
        self.hub.receive(outbox.peer, message)
        if next(self._turns) % self._gather == 0:
            self.run_callbacks()

    def unanswered(self, name: str) -> list[int]:
        """What somebody said without having got an answer."""
        return [n for n, (who, _) in self.sent.items() if who == name and not self.answer(n)]

    def run_callbacks(self) -> None:
        """The loop turns until nothing is left to do."""
        while self.callbacks:
            self.callbacks.pop(0)()

    def advance(self, seconds: int) -> None:
        """Time passes, a second at a time."""
        for _ in range(seconds):
            self.now += 1.0
            self.hub.tick(self.now)
            self.run_callbacks()

    def answer(self, number: int) -> Message | None:
        """The answer to a message, if it has left."""
        name, _ = self.sent[number]
        answers = [a for n, outbox in self.all_outboxes if n == name for a in outbox.answers]
        return next((a for a in answers if a.reply_to == number), None)

    @property
    def match(self) -> Any:
        room: Any = self.state.rooms[1]
        return room.match

    def legal(self, number: int = 0) -> tuple[str, Any]:
        """Who is waited for, and something they may do."""
        seat = min(self.match.waiting)
        actions = self.match.legal(seat)
        return NAMES[seat], actions[number % len(actions)]


# A short match with everything that is written down in it

Step = Callable[[ServerHarness], int | None]


def _send_step(name: str, message: Any) -> Step:
    return lambda server: server.send(name, message)


def _act_step(number: int) -> Step:
    return lambda server: server.send(*server.legal(number))


def _connect_step(name: str) -> Step:
    return lambda server: server.connect(name)


def _disconnect_step(name: str) -> Step:
    def step(server: ServerHarness) -> None:
        server.hub.disconnect(server.outboxes[name].peer)
        server.run_callbacks()

    return step


def _resume_step(name: str) -> Step:
    """With the last token that arrived; what was not answered before is said again."""

    def step(server: ServerHarness) -> int:
        lost = server.unanswered(name)
        received = [m for n, outbox in server.all_outboxes if n == name for m in outbox.received]
        token = [m for m in received if isinstance(m, SessionOpened)][-1].token
        number = server.send(name, Reconnect(name, token))
        for old in lost:
            server.repeat(old)
        return number

    return step


def _start_step(game: str, set_up: SelectModeAndPlayers | None = None) -> list[Step]:
    steps: list[Step] = []
    for name in NAMES:
        steps += [_connect_step(name), _send_step(name, ChooseNickname(name))]
    steps += [_send_step("ada", SelectMatch(0)), _send_step("ada", set_up or SET_UPS[game])]
    steps += [_send_step(name, SelectMatch(1)) for name in NAMES[1:]]
    wizards = zip(NAMES, GAMES[game].wizards, strict=False)
    return steps + [_send_step(name, ChooseWizard(wizard)) for name, wizard in wizards]


def _script(game: str) -> list[Step]:
    return [
        *_start_step(game),
        *map(_act_step, range(9)),
        _send_step("bob", SendChat("nice move")),
        _disconnect_step("eve"),
        *(_connect_step("eve"), _resume_step("eve")),
        *map(_act_step, range(9)),
        _send_step("eve", LeaveMatch()),
        *map(_act_step, range(6)),
        _send_step("bob", Quit()),
    ]


# What the kept entries explain


class JournalledFacts:
    """Everything that may be known outside when these entries are kept."""

    def __init__(self, entries: Iterator[Entry]) -> None:
        self.replay = Replay(1, GAMES)
        self.messages: set[tuple[str, bytes]] = set()
        self.acted: set[tuple[str, int]] = set()
        self.tokens: set[bytes] = set()
        self.left: set[str] = set()
        self.chat: set[tuple[str, str]] = set()
        self.seqs: set[Any] = set()
        for entry in entries:
            self._add_entry(entry)
        assert not self.replay.error

    def _add_entry(self, entry: Entry) -> None:
        said, record = self.replay.feed(entry), decode_record(entry.body)
        match = self.replay.match
        assert match is not None
        self.seqs.add(match.seq)
        if isinstance(record, Resumed):
            self.tokens.add(record.token_hash)
            said = match.resume(record.seat)
        if isinstance(record, Acted) and isinstance(record.action.id, int):
            self.acted.add((NAMES[record.seat], record.action.id))
        if isinstance(record, Talked):
            self.chat.add((record.sender, record.text))
        if isinstance(record, Left):
            self.left.add(NAMES[record.seat])
        self._add_messages(said)

    def _add_messages(self, said: list[SeatMessages]) -> None:
        for seats, messages in said:
            names = NAMES if seats is None else tuple(NAMES[seat] for seat in seats)
            self.messages |= {(name, encode(message)) for name in names for message in messages}

    def allows_push(self, name: str, message: Any) -> bool:
        """Whether this may have been pushed to this player."""
        if isinstance(message, ChatMessage):
            return (message.sender, message.text) in self.chat
        if isinstance(message, TurnReminder):
            return message.seq in self.seqs
        if isinstance(message, PlayerStatus) and message.status == "gone":
            return message.nickname in self.left
        return getattr(message, "seq", UNSET) is UNSET or (name, encode(message)) in self.messages

    def allows_answer(self, name: str, request: Any, answer: Any) -> bool:
        """Whether this request may have been answered like this."""
        if isinstance(answer, SessionOpened):
            return hash_secret(answer.token) in self.tokens
        if isinstance(answer, ActionValid) and type(request) in _actions(self.replay):
            return (name, request.id) in self.acted
        if isinstance(answer, ActionValid) and isinstance(request, LeaveMatch | Quit):
            return name in self.left
        if isinstance(answer, ActionValid) and isinstance(request, SendChat):
            return (name, request.text) in self.chat
        return True


def _actions(replay: Replay) -> tuple[type, ...]:
    return replay.match.game.actions if replay.match else ()


def _check_explained(server: ServerHarness) -> None:
    story = JournalledFacts(server.journal.entries(1))
    for name, outbox in server.all_outboxes:
        for message in outbox.received:
            if message.reply_to is UNSET:
                assert story.allows_push(name, message), (name, message)
            else:
                _, request = server.sent[message.reply_to]
                assert story.allows_answer(name, request, message), (name, request, message)


# The harness


def _run(server: ServerHarness, script: list[Step]) -> bytes:
    """Every step; after those that fail, wait for better times. The last state's hash."""
    state = b""
    for step in script:
        number = step(server)
        if server.state.journal_failing:
            _bad_times(server, number)
        if server.state.rooms and server.match:
            state = state_hash(server.match.state)
    server.run_callbacks()
    if server.state.journal_failing:
        _bad_times(server, None)
    return state


def _bad_times(server: ServerHarness, number: int | None) -> None:
    """Nothing new happens while writing fails; afterwards everything goes on by itself."""
    _check_explained(server)
    refused = _probe(server)
    for _ in range(10):
        server.queue.retry()
        server.run_callbacks()
        _check_explained(server)
        if not server.state.journal_failing:
            break
    assert not server.state.journal_failing
    assert all(_is_not_saved(server.answer(probe)) for probe in refused)
    assert number is None or server.answer(number) is not None


def _probe(server: ServerHarness) -> list[int]:
    """Everybody in the match tries something; nobody succeeds, and who can be told is told."""
    if not server.state.rooms or not server.match:
        return []
    before = server.match.state
    refused = []
    for name in NAMES:
        session = server.state.sessions.get(name)
        if session is not None and session.peer is not None and session.room is not None:
            waiting = _waits(server, name)
            refused.append(server.send(name, server.legal()[1]))
            server.run_callbacks()
            assert _is_not_saved(server.answer(refused[-1])) is not waiting
    assert server.match.state is before
    return refused


def _waits(server: ServerHarness, name: str) -> bool:
    """Whether somebody has not got an answer; the next ones have to wait behind it."""
    return any(server.answer(number) is None for number in server.outboxes[name].sent_ids)


def _is_not_saved(answer: Message | None) -> bool:
    if not isinstance(answer, Error):
        return False
    assert answer.message.endswith("try again in a moment.")
    return answer.error is ErrorCode.NOTSAVED


def _check_end(server: ServerHarness, state: bytes, expected: bytes) -> None:
    _check_explained(server)
    entries = list(server.journal.entries(1))
    replay = replay_entries(entries, GAMES)[1]
    assert replay.is_over
    assert not replay.error
    assert state == expected
    assert [number for name in NAMES for number in server.unanswered(name)] == []
    assert server.log.errors == []


def _undisturbed(game: str, gather: int) -> tuple[int, bytes]:
    journal = FailingJournal()
    server = ServerHarness(journal, gather)
    state = _run(server, _script(game))
    _check_end(server, state, state)
    return journal.calls, state


@pytest.mark.parametrize("game", ["eriantys", "uno"])
@pytest.mark.parametrize("gather", [1, 3])
@pytest.mark.parametrize("times", [1, 3])
def test_a_journal_that_fails_at_any_call(game: str, gather: int, times: int) -> None:
    calls, expected = _undisturbed(game, gather)
    assert calls > 8
    for first in range(1, calls + 1):
        journal = FailingJournal(range(first, first + times).__contains__)
        server = ServerHarness(journal, gather)
        state = _run(server, _script(game))
        assert journal.calls > first, "the call that failed was tried again"
        _check_end(server, state, expected)


def test_a_journal_that_fails_every_second_time() -> None:
    _, expected = _undisturbed("uno", 1)
    server = ServerHarness(FailingJournal(lambda call: call % 2 == 1))
    _check_end(server, _run(server, _script("uno")), expected)


def test_signs_of_life_are_given_meanwhile() -> None:
    journal = FailingJournal()
    server = ServerHarness(journal)
    _run(server, _start_step("eriantys"))
    journal.fails = lambda call: True
    actor, action = server.legal()
    other = next(name for name in NAMES if name != actor)
    server.send(actor, action)
    assert isinstance(server.answer(server.send(other, Heartbeat())), Heartbeat)
    assert server.answer(server.send(actor, Heartbeat())) is None, "its first answer comes first"


def test_who_goes_on_asking_meanwhile_has_to_go_and_little_is_kept() -> None:
    journal = FailingJournal()
    server = ServerHarness(journal)
    _run(server, _start_step("eriantys"))
    journal.fails = lambda call: True
    actor, action = server.legal()
    other = next(name for name in NAMES if name != actor)
    server.send(actor, action)
    for name in (actor, other):
        asked = 0
        while not server.outboxes[name].closed:
            server.send(name, RequestView())
            asked += 1
        assert asked <= Limits().pending_answers + 1
        assert server.outboxes[name].received[-1].error is ErrorCode.NOTSAVED
    held = len(server.queue._pending)
    for _ in range(1000):
        server.hub.tick(server.now)
    assert len(server.queue._pending) == held


def test_newcomers_are_turned_away_when_the_trouble_lasts() -> None:
    journal = FailingJournal()
    server = ServerHarness(journal)
    _run(server, _start_step("eriantys"))
    journal.fails = lambda call: True
    server.send(*server.legal())
    server.connect("early")
    assert not server.outboxes["early"].closed
    server.advance(6)
    held = len(server.queue._pending)
    for _ in range(100):
        server.connect("late")
        assert server.outboxes["late"].closed
        assert [type(message) for message in server.outboxes["late"].received] == [Error]
    assert len(server.queue._pending) == held
    journal.fails = lambda call: False
    server.queue.retry()
    server.run_callbacks()
    server.connect("later")
    assert type(server.outboxes["later"].received[0]) is RequestNickname


@pytest.mark.parametrize("absent", ["skip", "bot", "suspend", "forfeit"])
def test_nobody_pays_for_the_time_in_which_nothing_can_be_saved(absent: Any) -> None:
    journal = FailingJournal()
    server = ServerHarness(journal)
    set_up = SelectModeAndPlayers(3, clock=30, absent=absent)
    _run(server, _start_step("eriantys", set_up))
    journal.fails = lambda call: True
    server.send(*server.legal())
    _disconnect_step("bob")(server)
    before = server.match.state
    server.advance(300)
    assert server.match.state is before
    assert server.state.sessions.keys() == set(NAMES)
    journal.fails = lambda call: False
    server.queue.retry()
    server.advance(10)
    assert server.match.state is before, "everybody has the whole time again"
    server.advance(300)
    assert not server.state.rooms or server.match.state is not before
    _check_explained(server)


def test_everybody_is_told_when_a_server_that_cannot_write_stops() -> None:
    journal = FailingJournal()
    server = ServerHarness(journal)
    _run(server, _start_step("eriantys"))
    journal.fails = lambda call: True
    number = server.send(*server.legal())
    server.run_callbacks()
    server.hub.stop()
    for outbox in server.outboxes.values():
        assert outbox.received[-1] == GenericMessage("The server stops now. Goodbye!")
        assert outbox.closed
    assert all(answer.reply_to != number for answer in server.outboxes["ada"].answers)


# The real file


class OpenFile(SqliteJournal):
    """A journal whose connections the test can reach: that of the reader, then the writer's."""

    def __init__(self, folder: Path) -> None:
        self.connections: list[sqlite3.Connection] = []
        super().__init__(folder, "process", lambda work: work())

    def _connect(self) -> sqlite3.Connection:
        self.connections.append(super()._connect())
        return self.connections[-1]

    def pragma(self, text: str) -> int:
        """Set or ask for something at the writer's connection, which must have nothing to do."""
        (value,) = self.connections[1].execute(f"PRAGMA {text}").fetchone() or (0,)
        return int(value)


class FileServerHarness(ServerHarness):
    """A server over a real file."""

    def __init__(self, folder: Path) -> None:
        self.file = OpenFile(folder)
        super().__init__(self.file)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[FileServerHarness]:
    made = FileServerHarness(tmp_path)
    _run(made, _start_step("eriantys"))
    yield made
    made.file.close()


@contextmanager
def _no_free_page(server: FileServerHarness) -> Iterator[None]:
    """A full disk as SQLite reports it (SQLITE_FULL); simulated by a limit on the file's pages."""
    server.file.pragma(f"max_page_count={server.file.pragma('page_count')}")
    yield
    server.file.pragma("max_page_count=1000000")


@contextmanager
def _read_only(server: FileServerHarness) -> Iterator[None]:
    """A file that may not be written (SQLITE_READONLY); simulated at the writer's connection,
    because permissions mean nothing to the superuser, who may well run these tests."""
    server.file.pragma("query_only=1")
    yield
    server.file.pragma("query_only=0")


@contextmanager
def _files_may_not_grow(server: FileServerHarness) -> Iterator[None]:
    """The operating system itself refuses to write (EFBIG, an I/O error to SQLite): no file of
    this process may grow beyond the size that the journal's log has now."""
    folder = Path(server.file._path)
    size = folder.with_name(folder.name + "-wal").stat().st_size
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


FAULTS = [_no_free_page, _read_only, _files_may_not_grow]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such limits")
@pytest.mark.parametrize("fault", FAULTS)
def test_play_goes_on_when_there_is_room_again(server: FileServerHarness, fault: Any) -> None:
    for number in range(5):
        server.send(*server.legal(number))
    with fault(server):
        number = _play_until_trouble(server)
        kept = len(list(server.file.entries(1)))
        _stays_in_trouble(server, number)
    assert len(list(server.file.entries(1))) == kept
    _bad_times(server, number)
    for number in range(5):
        assert isinstance(server.answer(server.send(*server.legal(number))), ActionValid)
    _check_explained(server)
    assert _restarted(server) == state_hash(server.match.state)


def _play_until_trouble(server: FileServerHarness) -> int:
    """Actions and long talk, each of them answered, until one is not."""
    for number in range(200):
        sent = [
            server.send(*server.legal(number)),
            server.send("ada", SendChat("word " * 90 + str(number))),
        ]
        if server.state.journal_failing:
            assert server.answer(sent[-1]) is None
            return sent[-1]
    raise AssertionError("the fault was not noticed")


def _stays_in_trouble(server: FileServerHarness, number: int) -> None:
    for _ in range(3):
        server.queue.retry()
        server.run_callbacks()
        assert server.state.journal_failing
        assert server.answer(number) is None
        assert any(map(_is_not_saved, map(server.answer, _probe(server))))
        _check_explained(server)


def _restarted(server: FileServerHarness) -> bytes:
    """The state as another server finds it in the file."""
    lobby = ServerState(GAMES, Limits(), numbered_secrets())
    _, damaged = restore(lobby, server.file)
    assert damaged == []
    match = lobby.rooms[1].match
    assert match is not None
    return state_hash(match.state)
