"""LegacyPeer: one client of a dialect, and the state that all peers of a dialect share.

A coroutine handles each request of a legacy client. ``await peer.request(...)`` sends messages to
the handler and waits for the answers, which arrive after their journal entries are written. The
coroutines do not use asyncio: the peer resumes them at the end of each event. Requests of a client
are handled in order. Unless ``pauses_reading`` is False, nothing is read while a request waits.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from messages import Error, Message, Quit
from messages.registry import AnyClientMessage
from server.delivery.hub import Hub
from server.dialects.requests import Answers, Reader, Refused, RequestCoroutine, Wire
from server.effects import PeerId, Send
from server.limits import Limits
from server.rooms.room import Room
from server.sessions import ClientKind, Session
from server.state import ServerState

if TYPE_CHECKING:
    from server.dialects.base import Dialect

RequestT = TypeVar("RequestT")
SharedT = TypeVar("SharedT", bound="Shared[Any, Any]")
SettingsT = TypeVar("SettingsT")
PeerT = TypeVar("PeerT", bound="LegacyPeer[Any, Any]")


@dataclass(eq=False)
class Shared(Generic[SettingsT, PeerT]):
    """State that all peers of a dialect share."""

    dialect: "Dialect"
    hub: Hub
    limits: Limits
    settings: SettingsT
    now: Callable[[], float]
    """The time of the event loop."""
    peers: dict[PeerId, PeerT] = field(default_factory=dict)
    """The peers whose clients have logged in."""

    @property
    def state(self) -> ServerState:
        """Return the server state, which dialects only read.

        It may be ahead of the messages that clients received, because those wait for the journal.
        """
        return self.hub.handler.state

    def tick(self, now: float) -> None:
        """Run the dialect's timers; does nothing unless overridden.

        Called several times per second; ``now`` is the time of the event loop.
        """


class LegacyPeer(Generic[SharedT, RequestT]):
    """One legacy client: handles its requests and translates the messages that the hub sends."""

    pauses_reading: ClassVar[bool] = True
    """True if reading from the client stops while a request waits for answers."""

    def __init__(self, shared: SharedT, wire: Wire, reader: Reader[RequestT]) -> None:
        self.shared = shared
        self.dialect = shared.dialect
        self.wire = wire
        self.name = ""
        """The nickname; empty before the client has logged in."""
        self.has_left = False
        """True if the client has left the server; further requests are ignored."""
        self.id: PeerId = 0
        self._reader = reader
        self._inbox: deque[RequestT] = deque()
        self._answer_slots: deque[Answers | None] = deque()
        """Destinations of the next answers, in order; None for an answer that is ignored."""
        self._waiting: dict[RequestCoroutine, Answers] = {}
        """The suspended coroutines, each with the answers that it awaits."""
        self._running = 0
        """Number of coroutines being executed; one may start another."""
        self._is_running_ready = False
        """Guards ``run_ready`` against recursion."""

    def connect(self) -> None:
        """Connect to the hub, which assigns the peer id, and register for the end of each event."""
        hub = self.shared.hub
        self.id = hub.connect(self, self.wire.address, client=self.client_kind)
        hub.register_event_outbox(self.id, self)

    @property
    def client_kind(self) -> ClientKind:
        """Return the abilities of the client: those of the dialect, unless overridden."""
        return self.dialect.client

    @property
    def session(self) -> Session | None:
        """Return the client's session; None before it has a nickname or after its disconnection."""
        peer = self.shared.state.peers.get(self.id)
        return peer.session if peer else None

    @property
    def room(self) -> Room | None:
        """Return the room in which the client has a seat; None without a session or a seat."""
        return self.session.room if self.session else None

    def is_kicked_from(self, room: Room) -> bool:
        """Return whether the host of the room has removed this client, or one of its address."""
        peer, session = self.shared.state.peers.get(self.id), self.session
        name, address = session.key if session else "", peer.rate_limit_key if peer else ""
        return room.has_kicked(name, address)

    @property
    def is_busy(self) -> bool:
        """Return whether a request is being handled or waits for answers."""
        return bool(self._waiting) or self._running > 0

    # Messages to the server.

    async def request(self, *messages: AnyClientMessage) -> list[Message]:
        """Send messages to the handler, wait for all answers and return the answers in order.

        Only for coroutines of this peer.
        """
        answers = Answers(len(messages))
        # Reserve all slots first: the first answer may arrive before the next message is sent.
        self._answer_slots += [answers] * len(messages)
        for message in messages:
            self.shared.hub.receive(self.id, message)
        return await answers

    async def maybe_error(self, *messages: AnyClientMessage) -> Error | None:
        """Send messages and await the answers; return the last answer if it is an error, else None.

        Errors among the other answers are ignored. There must be at least one message.
        """
        *_, answer = await self.request(*messages)
        return answer if isinstance(answer, Error) else None

    async def act(self, message: AnyClientMessage) -> None:
        """Send one message and await the answer; raise Refused if the answer is an error."""
        if error := await self.maybe_error(message):
            raise Refused(self.refusal_reason(error))

    def send_ignoring_answer(self, message: AnyClientMessage) -> None:
        """Send a message to the handler; no coroutine receives the answer."""
        self._answer_slots.append(None)
        self.shared.hub.receive(self.id, message)

    def refusal_reason(self, error: Error) -> str:
        """Return the ``Refused.reason`` for a handler error: the error text, unless overridden."""
        return error.message

    # The wire.

    @property
    def has_partial_message(self) -> bool:
        """Return whether the start of a request was read but not its end."""
        return self._reader.has_partial_message

    def feed(self, data: bytes) -> bool:
        """Queue the requests that these bytes complete, then run what can run now.

        Returns whether the bytes completed a request.
        """
        requests = self._reader.feed(data)
        self._inbox += requests
        self.run_ready()
        return bool(requests)

    @property
    def transport_name(self) -> str:
        """The name of the dialect, for the operator."""
        return self.dialect.name

    def connection_lost(self) -> None:
        """Call ``on_disconnect``, leave ``shared.peers`` and disconnect from the hub.

        Called when either side has ended the connection.
        """
        self.on_disconnect()
        self.shared.peers.pop(self.id, None)
        self.shared.hub.disconnect(self.id)

    def on_disconnect(self) -> None:
        """Call ``leave`` when the connection is lost; a dialect may keep the seat instead.

        Also called if the client has left before.
        """
        self.leave()

    def log_in(self, name: str) -> None:
        """Record the nickname and add the peer to ``shared.peers``."""
        self.name = name
        self.shared.peers[self.id] = self

    def leave(self) -> None:
        """Remove the peer from ``shared.peers`` and send Quit; a repeat is ignored.

        Quit releases the nickname and closes the connection. Further requests are ignored.
        """
        if not self.has_left:
            self.has_left = True
            self.shared.peers.pop(self.id, None)
            self.send_ignoring_answer(Quit())

    def send_notice(self, text: str) -> None:
        """Send a text for the player to read; does nothing unless overridden."""

    # The hub.

    def answer(self, message: Message) -> None:
        """Store the next answer for the coroutine that awaits it, if there is one.

        In both cases the answer is passed to ``on_message`` if ``passes_to_on_message`` says so.
        The coroutine resumes in ``end_event``. Raises IndexError if no message waits for an answer.
        """
        if (answers := self._answer_slots.popleft()) is not None:
            answers.add(message)
        if self.passes_to_on_message(message):
            self.on_message(message)

    def push(self, send: Send) -> None:
        """Pass messages that are not answers to ``on_message``, one by one."""
        for message in send.messages:
            self.on_message(message)

    def passes_to_on_message(self, answer: Message) -> bool:
        """Return whether an answer is passed to ``on_message`` as well; False unless overridden."""
        return False

    def on_message(self, message: Message) -> None:
        """Call the dialect's function for this type of message; do nothing if there is none."""
        handle = self.dialect.events.get(type(message))
        if handle is not None:
            handle(self, message)

    def end_event(self) -> None:
        """End an event: call ``on_event_end``, resume coroutines, ``send_pending``, start requests.

        ``send_pending`` is skipped if a suspended request already has all its answers, because its
        reply comes first.
        """
        self.dialect.on_event_end(self)
        self.run_ready(start_next=False)
        # A request with all its answers replies first; an outer run_ready is about to resume it.
        if not self.is_busy or any(self._answer_slots):
            self.dialect.send_pending(self)
        self.run_ready()

    def close(self) -> None:
        """Close the connection at the request of the hub."""
        self.wire.close()

    # Coroutines.

    def start(self, coroutine: RequestCoroutine) -> None:
        """Run a coroutine until it awaits answers or ends; then call ``run_ready``.

        That resumes coroutines that have their answers, and may start a queued request.
        """
        self._resume(coroutine)
        self.run_ready()

    def run_ready(self, *, start_next: bool = True) -> None:
        """Resume coroutines that have their answers; with ``start_next``, start queued requests.

        Nothing runs if the client has left or the connection is closing, and a nested call returns
        at once. One queued request starts, if ``can_start`` allows it and the client reads what was
        sent; the next one waits for the turn of this client. With ``pauses_reading``, reading stops
        while a request is unfinished or waits for its turn.
        """
        if self._is_running_ready:
            return
        self._is_running_ready = True
        has_started = waits = False
        while not (self.has_left or self.wire.closing):
            if (coroutine := self._maybe_ready()) is not None:
                self._resume(coroutine)
            elif start_next and self._inbox and not self.is_busy and self.can_start(self._inbox[0]):
                if waits := has_started or self.wire.is_congested:
                    self.wire.request_turn()
                    break
                has_started = True
                self._resume(self.dialect.handle(self, self._inbox.popleft()))
            else:
                break
        self._is_running_ready = False
        if self.pauses_reading:
            self.wire.pause_reading(self.is_busy or waits)

    def can_start(self, request: RequestT) -> bool:
        """Return whether the next request can be handled now; True unless overridden."""
        return True

    def _maybe_ready(self) -> RequestCoroutine | None:
        """Return a suspended coroutine whose answers have all arrived; None if there is none."""
        return next((c for c, answers in self._waiting.items() if answers.is_complete), None)

    def _resume(self, coroutine: RequestCoroutine) -> None:
        """Run a coroutine until it awaits answers, and record them in ``_waiting``.

        If the coroutine ends instead, call ``Dialect.send_pending``. The coroutine must handle
        Refused itself; any exception is raised to the caller.
        """
        self._waiting.pop(coroutine, None)
        self._running += 1
        try:
            answers = coroutine.send(None)
        except StopIteration:
            answers = None
        self._running -= 1
        if answers is None:
            self.dialect.send_pending(self)
        else:
            self._waiting[coroutine] = answers
