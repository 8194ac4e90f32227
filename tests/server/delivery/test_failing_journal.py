"""A journal that fails at any append: no client receives anything that is not journalled.

The tests replay the written entries and compare the result with what every client received.
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
from server.session_registry import hash_secret
from server.state import ServerState
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
    """Fails at the appends for which ``fails`` returns True, counted from 1."""

    def __init__(self, fails: Callable[[int], bool] = lambda call: False) -> None:
        super().__init__()
        self.fails = fails
        self.calls = 0

    def append(self, entries: list[Entry], done: AppendCallback) -> bool | None:
        """See Journal."""
        self.calls += 1
        return False if self.fails(self.calls) else super().append(entries, done)


class RecordingOutbox:
    """Records the messages of one connection in order."""

    transport_name = "test"

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
    """Handler, hub and write-ahead queue of a server, without an event loop.

    One write serves ``messages_per_turn`` messages, as if they came in one turn of the loop.
    """

    def __init__(self, journal: Journal, messages_per_turn: int = 1) -> None:
        self.journal = journal
        self.state = ServerState(
            games=GAMES, limits=Limits(), secrets=numbered_secrets(), has_journal=True
        )
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
        self._messages_per_turn = messages_per_turn

    def _set_failing(self, failing: bool) -> None:
        self.state.set_journal_failing(failing)

    def connect(self, name: str) -> None:
        """Connect a client that will use this nickname."""
        outbox = self.outboxes[name] = RecordingOutbox()
        self.all_outboxes.append((name, outbox))
        outbox.peer = self.hub.connect(outbox, "127.0.0.1")
        self.run_callbacks()

    def send(self, name: str, message: Any) -> int:
        """Send a message with a new id; return the id."""
        number = next(self._ids)
        self.sent[number] = name, structs.replace(message, id=number)
        self.repeat(number)
        return number

    def repeat(self, number: int) -> None:
        """Send the message with this id on the current connection of its sender."""
        name, message = self.sent[number]
        outbox = self.outboxes[name]
        outbox.sent_ids.append(number)
        self.hub.receive(outbox.peer, message)
        if next(self._turns) % self._messages_per_turn == 0:
            self.run_callbacks()

    def unanswered(self, name: str) -> list[int]:
        """Return the ids of this client's messages without an answer."""
        return [n for n, (sender, _) in self.sent.items() if sender == name and not self.answer(n)]

    def run_callbacks(self) -> None:
        """Run scheduled callbacks until none is left."""
        while self.callbacks:
            self.callbacks.pop(0)()

    def advance(self, seconds: int) -> None:
        """Advance the time second by second."""
        for _ in range(seconds):
            self.now += 1.0
            self.hub.tick(self.now)
            self.run_callbacks()

    def answer(self, number: int) -> Message | None:
        """Return the answer to the message with this id, or None."""
        name, _ = self.sent[number]
        answers = [a for n, outbox in self.all_outboxes if n == name for a in outbox.answers]
        return next((a for a in answers if a.reply_to == number), None)

    @property
    def match(self) -> Any:
        room: Any = self.state.rooms[1]
        return room.match

    def legal(self, number: int = 0) -> tuple[str, Any]:
        """Return the name of a player who must decide, and one legal action."""
        seat = min(self.match.waiting)
        actions = self.match.legal(seat)
        return NAMES[seat], actions[number % len(actions)]


# A short match with records of all kinds

Input = Callable[[ServerHarness], int | None]


def _send_input(name: str, message: Any) -> Input:
    return lambda server: server.send(name, message)


def _act_input(number: int) -> Input:
    return lambda server: server.send(*server.legal(number))


def _connect_input(name: str) -> Input:
    return lambda server: server.connect(name)


def _disconnect_input(name: str) -> Input:
    def perform(server: ServerHarness) -> None:
        server.hub.disconnect(server.outboxes[name].peer)
        server.run_callbacks()

    return perform


def _resume_input(name: str) -> Input:
    """Return an input that reconnects with the last token and repeats unanswered messages."""

    def perform(server: ServerHarness) -> int:
        unanswered = server.unanswered(name)
        received = [m for n, outbox in server.all_outboxes if n == name for m in outbox.received]
        token = [m for m in received if isinstance(m, SessionOpened)][-1].token
        number = server.send(name, Reconnect(name, token))
        for old in unanswered:
            server.repeat(old)
        return number

    return perform


def _start_inputs(game: str, set_up: SelectModeAndPlayers | None = None) -> list[Input]:
    inputs: list[Input] = []
    for name in NAMES:
        inputs += [_connect_input(name), _send_input(name, ChooseNickname(name))]
    inputs += [_send_input("ada", SelectMatch(0)), _send_input("ada", set_up or SET_UPS[game])]
    inputs += [_send_input(name, SelectMatch(1)) for name in NAMES[1:]]
    wizards = zip(NAMES, GAMES[game].wizards, strict=False)
    return inputs + [_send_input(name, ChooseWizard(wizard)) for name, wizard in wizards]


def _script(game: str) -> list[Input]:
    return [
        *_start_inputs(game),
        *map(_act_input, range(9)),
        _send_input("bob", SendChat("nice move")),
        _disconnect_input("eve"),
        *(_connect_input("eve"), _resume_input("eve")),
        *map(_act_input, range(9)),
        _send_input("eve", LeaveMatch()),
        *map(_act_input, range(6)),
        _send_input("bob", Quit()),
    ]


# What clients may know


class JournalledFacts:
    """Everything that clients may know, given the written entries."""

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
        seat_messages, record = self.replay.feed(entry), decode_record(entry.body)
        match = self.replay.match
        assert match is not None
        self.seqs.add(match.seq)
        if isinstance(record, Resumed):
            self.tokens.add(record.token_hash)
            seat_messages = match.resume_messages(record.seat)
        if isinstance(record, Acted) and isinstance(record.action.id, int):
            self.acted.add((NAMES[record.seat], record.action.id))
        if isinstance(record, Talked):
            self.chat.add((record.sender, record.text))
        if isinstance(record, Left):
            self.left.add(NAMES[record.seat])
        self._add_messages(seat_messages)

    def _add_messages(self, seat_messages: list[SeatMessages]) -> None:
        for seats, messages in seat_messages:
            names = NAMES if seats is None else tuple(NAMES[seat] for seat in seats)
            self.messages |= {(name, encode(message)) for name in names for message in messages}

    def allows_push(self, name: str, message: Any) -> bool:
        """Return whether this message may have been pushed to this player."""
        if isinstance(message, ChatMessage):
            return (message.sender, message.text) in self.chat
        if isinstance(message, TurnReminder):
            return message.seq in self.seqs
        if isinstance(message, PlayerStatus) and message.status == "gone":
            return message.nickname in self.left
        return getattr(message, "seq", UNSET) is UNSET or (name, encode(message)) in self.messages

    def allows_answer(self, name: str, request: Any, answer: Any) -> bool:
        """Return whether this may be the answer to this request."""
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


def _check_received_is_journalled(server: ServerHarness) -> None:
    facts = JournalledFacts(server.journal.entries(1))
    for name, outbox in server.all_outboxes:
        for message in outbox.received:
            if message.reply_to is UNSET:
                assert facts.allows_push(name, message), (name, message)
            else:
                _, request = server.sent[message.reply_to]
                assert facts.allows_answer(name, request, message), (name, request, message)


# The harness


def _run(server: ServerHarness, script: list[Input]) -> bytes:
    """Run all inputs, with a recovery after each failure; return the hash of the last state."""
    state = b""
    for perform in script:
        number = perform(server)
        if server.state.journal_failing:
            _check_failing_and_recover(server, number)
        if server.state.rooms and server.match:
            state = state_hash(server.match.state)
    server.run_callbacks()
    if server.state.journal_failing:
        _check_failing_and_recover(server, None)
    return state


def _check_failing_and_recover(server: ServerHarness, number: int | None) -> None:
    """Check that actions are refused while writes fail, then that the queue recovers."""
    _check_received_is_journalled(server)
    refused = _check_actions_are_refused(server)
    for _ in range(10):
        server.queue.retry()
        server.run_callbacks()
        _check_received_is_journalled(server)
        if not server.state.journal_failing:
            break
    assert not server.state.journal_failing
    assert all(_is_not_saved(server.answer(probe)) for probe in refused)
    assert number is None or server.answer(number) is not None


def _check_actions_are_refused(server: ServerHarness) -> list[int]:
    """Send an action for every player; return their ids, none of which has an effect."""
    if not server.state.rooms or not server.match:
        return []
    before = server.match.state
    refused = []
    for name in NAMES:
        session = server.state.sessions.get(name)
        if session is not None and session.peer is not None and session.room is not None:
            waiting = _has_unanswered(server, name)
            refused.append(server.send(name, server.legal()[1]))
            server.run_callbacks()
            assert _is_not_saved(server.answer(refused[-1])) is not waiting
    assert server.match.state is before
    return refused


def _has_unanswered(server: ServerHarness, name: str) -> bool:
    """Return whether an earlier answer is pending; later answers wait for it."""
    return any(server.answer(number) is None for number in server.outboxes[name].sent_ids)


def _is_not_saved(answer: Message | None) -> bool:
    if not isinstance(answer, Error):
        return False
    assert answer.message.endswith("try again in a moment.")
    return answer.error is ErrorCode.NOTSAVED


def _check_end(server: ServerHarness, state: bytes, expected: bytes) -> None:
    _check_received_is_journalled(server)
    entries = list(server.journal.entries(1))
    replay = replay_entries(entries, GAMES)[1]
    assert replay.is_over
    assert not replay.error
    assert state == expected
    assert [number for name in NAMES for number in server.unanswered(name)] == []
    assert server.log.errors == []


def _run_without_failures(game: str, messages_per_turn: int) -> tuple[int, bytes]:
    journal = FailingJournal()
    server = ServerHarness(journal, messages_per_turn)
    state = _run(server, _script(game))
    _check_end(server, state, state)
    return journal.calls, state


@pytest.mark.parametrize("game", ["eriantys", "uno"])
@pytest.mark.parametrize("messages_per_turn", [1, 3])
@pytest.mark.parametrize("times", [1, 3])
def test_after_failure_of_any_append_the_match_ends_as_without_and_nothing_unwritten_is_sent(
    game: str, messages_per_turn: int, times: int
) -> None:
    calls, expected = _run_without_failures(game, messages_per_turn)
    assert calls > 8
    for first in range(1, calls + 1):
        journal = FailingJournal(range(first, first + times).__contains__)
        server = ServerHarness(journal, messages_per_turn)
        state = _run(server, _script(game))
        assert journal.calls > first, "the failed append was repeated"
        _check_end(server, state, expected)


def test_after_failure_of_every_second_append_an_uno_match_ends_as_without() -> None:
    _, expected = _run_without_failures("uno", 1)
    server = ServerHarness(FailingJournal(lambda call: call % 2 == 1))
    _check_end(server, _run(server, _script("uno")), expected)


def test_heartbeat_is_answered_while_the_journal_fails_unless_an_earlier_answer_waits() -> None:
    journal = FailingJournal()
    server = ServerHarness(journal)
    _run(server, _start_inputs("eriantys"))
    journal.fails = lambda call: True
    actor, action = server.legal()
    other = next(name for name in NAMES if name != actor)
    server.send(actor, action)
    assert isinstance(server.answer(server.send(other, Heartbeat())), Heartbeat)
    assert server.answer(server.send(actor, Heartbeat())) is None, "its earlier answer is pending"


def test_client_with_too_many_pending_answers_is_disconnected_and_the_queue_stays_bounded() -> None:
    journal = FailingJournal()
    server = ServerHarness(journal)
    _run(server, _start_inputs("eriantys"))
    journal.fails = lambda call: True
    actor, action = server.legal()
    other = next(name for name in NAMES if name != actor)
    server.send(actor, action)
    for name in (actor, other):
        requests = 0
        while not server.outboxes[name].closed:
            server.send(name, RequestView())
            requests += 1
        assert requests <= Limits().pending_answers + 1
        assert server.outboxes[name].received[-1].error is ErrorCode.NOTSAVED
    pending = len(server.queue._pending)
    for _ in range(1000):
        server.hub.tick(server.now)
    assert len(server.queue._pending) == pending


def test_new_connections_are_rejected_after_journal_failing_seconds_until_it_works() -> None:
    journal = FailingJournal()
    server = ServerHarness(journal)
    _run(server, _start_inputs("eriantys"))
    journal.fails = lambda call: True
    server.send(*server.legal())
    server.connect("early")
    assert not server.outboxes["early"].closed
    server.advance(6)
    pending = len(server.queue._pending)
    for _ in range(100):
        server.connect("late")
        assert server.outboxes["late"].closed
        assert [type(message) for message in server.outboxes["late"].received] == [Error]
    assert len(server.queue._pending) == pending
    journal.fails = lambda call: False
    server.queue.retry()
    server.run_callbacks()
    server.connect("later")
    assert type(server.outboxes["later"].received[0]) is RequestNickname


@pytest.mark.parametrize("absent", ["skip", "bot", "suspend", "forfeit"])
def test_timers_stop_while_the_journal_fails_and_restart_afterwards(absent: Any) -> None:
    journal = FailingJournal()
    server = ServerHarness(journal)
    set_up = SelectModeAndPlayers(3, clock=30, absent=absent)
    _run(server, _start_inputs("eriantys", set_up))
    journal.fails = lambda call: True
    server.send(*server.legal())
    _disconnect_input("bob")(server)
    before = server.match.state
    server.advance(300)
    assert server.match.state is before
    assert server.state.sessions.keys() == set(NAMES)
    journal.fails = lambda call: False
    server.queue.retry()
    server.advance(10)
    assert server.match.state is before, "all timers were restarted"
    server.advance(300)
    assert not server.state.rooms or server.match.state is not before
    _check_received_is_journalled(server)


def test_stop_while_journal_fails_is_announced_without_the_pending_answer() -> None:
    journal = FailingJournal()
    server = ServerHarness(journal)
    _run(server, _start_inputs("eriantys"))
    journal.fails = lambda call: True
    number = server.send(*server.legal())
    server.run_callbacks()
    server.hub.stop()
    for outbox in server.outboxes.values():
        assert outbox.received[-1] == GenericMessage("The server stops now.")
        assert outbox.closed
    assert all(answer.reply_to != number for answer in server.outboxes["ada"].answers)


# The real file


class InspectableJournal(SqliteJournal):
    """A journal whose connections the test can access: the last is the writer's."""

    def __init__(self, folder: Path) -> None:
        self.connections: list[sqlite3.Connection] = []
        super().__init__(folder, "process", lambda work: work())

    def _connect(self) -> sqlite3.Connection:
        self.connections.append(super()._connect())
        return self.connections[-1]

    def pragma(self, text: str) -> int:
        """Execute a PRAGMA on the writer's connection and return its value."""
        (value,) = self.connections[-1].execute(f"PRAGMA {text}").fetchone() or (0,)
        return int(value)


class FileServerHarness(ServerHarness):
    """A server with a journal in a file."""

    def __init__(self, folder: Path) -> None:
        self.file = InspectableJournal(folder)
        super().__init__(self.file)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[FileServerHarness]:
    harness = FileServerHarness(tmp_path)
    _run(harness, _start_inputs("eriantys"))
    yield harness
    harness.file.close()


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
def test_disk_fault_refuses_actions_until_fixed_then_the_match_continues_and_is_restorable(
    server: FileServerHarness, fault: Any
) -> None:
    for number in range(5):
        server.send(*server.legal(number))
    with fault(server):
        number = _play_until_failing(server)
        entry_count = len(list(server.file.entries(1)))
        _check_keeps_failing(server, number)
    assert len(list(server.file.entries(1))) == entry_count
    _check_failing_and_recover(server, number)
    for number in range(5):
        assert isinstance(server.answer(server.send(*server.legal(number))), ActionValid)
    _check_received_is_journalled(server)
    assert _restored_state_hash(server) == state_hash(server.match.state)


def _play_until_failing(server: FileServerHarness) -> int:
    """Send actions and long chat lines until one is not answered; return its id."""
    for number in range(200):
        sent = [
            server.send(*server.legal(number)),
            server.send("ada", SendChat("word " * 90 + str(number))),
        ]
        if server.state.journal_failing:
            assert server.answer(sent[-1]) is None
            return sent[-1]
    raise AssertionError("the fault was not noticed")


def _check_keeps_failing(server: FileServerHarness, number: int) -> None:
    for _ in range(3):
        server.queue.retry()
        server.run_callbacks()
        assert server.state.journal_failing
        assert server.answer(number) is None
        assert any(map(_is_not_saved, map(server.answer, _check_actions_are_refused(server))))
        _check_received_is_journalled(server)


def _restored_state_hash(server: FileServerHarness) -> bytes:
    """Restore the file in another server and return the hash of its state."""
    state = ServerState(games=GAMES, limits=Limits(), secrets=numbered_secrets())
    failed = restore(state, server.file).failed
    assert failed == []
    match = state.rooms[1].match
    assert match is not None
    return state_hash(match.state)
