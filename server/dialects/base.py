"""What all dialects share: the record that describes one, what its peers share, and one peer.

A coroutine handles each request of a legacy client. ``await peer.request(...)`` passes messages to
the server and waits for the answers, which are delivered when everything they report is in the
journal. There is no event loop: a peer resumes its coroutines itself, when everything that one
event caused has been delivered. Requests are handled one after the other, and nothing more is read
from a client while one of its requests waits.
"""

from collections import deque
from collections.abc import Callable, Coroutine, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

from messages import Error, GenericMessage, MatchSuspended, Message, Quit
from messages.registry import AnyClientMessage
from server.delivery.hub import Hub
from server.effects import PeerId, Send
from server.limits import Limits
from server.rooms.room import Room
from server.sessions import ClientKind, Session
from server.state import ServerState

T = TypeVar("T")
RequestT = TypeVar("RequestT")
ReadT = TypeVar("ReadT", covariant=True)
SharedT = TypeVar("SharedT", bound="Shared[Any, Any]")
SettingsT = TypeVar("SettingsT")
PeerT = TypeVar("PeerT", bound="LegacyPeer[Any, Any]")

NAME_LENGTH = 20


LEGACY_CLIENT = ClientKind(
    wants_views=True,
    has_token=False,
    is_rate_limited=False,
    reads_results_later=False,
    accepts_repeated_prompts=False,
)
"""What most legacy clients are like; a dialect adds its rule for nicknames."""


class Refused(Exception):
    """A request that is not carried out; ``reason`` is for the client, in the dialect's words."""

    def __init__(self, reason: str = "") -> None:
        super().__init__(reason)
        self.reason = reason


def require(value: T | None, reason: str) -> T:
    """Return the value, or raise Refused if there is none."""
    if value is None:
        raise Refused(reason)
    return value


def is_plain_name(text: str, longest: int = NAME_LENGTH) -> bool:
    """Whether a name has 1 to ``longest`` signs, all of them letters, digits or ``_ - .``."""
    return 0 < len(text) <= longest and all(sign.isalnum() or sign in "_-." for sign in text)


def public_rooms(state: ServerState, game: str) -> list[Room]:
    """Return the rooms of a game that need no code to join, whoever created them."""
    return [room for room in state.rooms.values() if room.game.name == game and not room.code]


class Screen(Enum):
    """Where a client is: in no room, in one whose match has not begun, or in a match."""

    MENU = "menu"
    ROOM = "room"
    GAME = "game"


class Answers:
    """The answers to messages that were sent together. Awaiting it returns all of them."""

    def __init__(self, expected: int) -> None:
        self._expected = expected
        self._messages: list[Message] = []

    @property
    def complete(self) -> bool:
        """Whether all answers have arrived."""
        return len(self._messages) == self._expected

    def add(self, message: Message) -> None:
        """Record the next answer."""
        self._messages.append(message)

    def __await__(self) -> Generator["Answers", None, list[Message]]:
        while not self.complete:
            yield self
        return self._messages


Work: TypeAlias = Coroutine[Answers, None, None]
"""What handles a request; it waits for nothing but answers."""


class Wire(Protocol):
    """What a peer needs of its connection."""

    address: str
    port: int
    """Where the client connects from."""
    closing: bool

    def write(self, data: bytes) -> None:
        """Send these bytes at the end of this turn of the loop."""

    def pause_reading(self, on: bool) -> None:
        """Read nothing more, or go on."""

    def close(self) -> None:
        """Send what was written, then end the connection."""


class Reader(Protocol[ReadT]):
    """Cuts requests out of a byte stream."""

    @property
    def pending(self) -> bool:
        """Whether a request has begun and is not complete."""

    def feed(self, data: bytes) -> Sequence[ReadT]:
        """Return the requests that are complete now."""


@dataclass(eq=False)
class Shared(Generic[SettingsT, PeerT]):
    """What the peers of a dialect share."""

    dialect: "Dialect"
    hub: Hub
    limits: Limits
    settings: SettingsT
    now: Callable[[], float]
    """The time of the event loop."""
    peers: dict[PeerId, PeerT] = field(default_factory=dict)
    """Those that have a name."""

    @property
    def state(self) -> ServerState:
        """The peers, sessions and rooms of the server; read-only.

        It may be ahead of what clients have been told, because that waits for the journal.
        """
        return self.hub.handler.state

    def tick(self, now: float) -> None:
        """Do what is due. Called a few times per second with the time of the event loop."""


class LegacyPeer(Generic[SharedT, RequestT]):
    """One connection of a legacy client: requests from the wire, messages from the hub."""

    pauses_reading: ClassVar[bool] = True
    """Whether nothing is read while a request waits for answers."""

    def __init__(self, shared: SharedT, wire: Wire, reader: Reader[RequestT]) -> None:
        self.shared = shared
        self.dialect = shared.dialect
        self.wire = wire
        self.name = ""
        """Empty before the client has logged in."""
        self.has_left = False
        """Whether the client has left the server; its requests are not handled any more."""
        self.id: PeerId = 0
        self._reader = reader
        self._inbox: deque[RequestT] = deque()
        self._slots: deque[Answers | None] = deque()
        """Where the next answers go, in the order of the messages; None: nobody waits for it."""
        self._waiting: dict[Work, Answers] = {}
        self._running = 0
        self._working = False

    def connect(self) -> None:
        """Connect to the hub, which sends its first message at once."""
        hub = self.shared.hub
        self.id = hub.connect(self, self.wire.address, client=self.dialect.client)
        hub.register_event_outbox(self.id, self)

    @property
    def session(self) -> Session | None:
        """The client's session; None before it has a nickname."""
        peer = self.shared.state.peers.get(self.id)
        return peer.session if peer else None

    @property
    def room(self) -> Room | None:
        """The room in which the client has a seat."""
        return self.session.room if self.session else None

    @property
    def busy(self) -> bool:
        """Whether a request is being handled."""
        return bool(self._waiting) or self._running > 0

    # Messages to the server.

    async def request(self, *messages: AnyClientMessage) -> list[Message]:
        """Send these messages and wait for their answers. Only in this peer's own coroutines."""
        answers = Answers(len(messages))
        # All slots first: the event of the first message may end before the next one is sent.
        self._slots += [answers] * len(messages)
        for message in messages:
            self.shared.hub.receive(self.id, message)
        return await answers

    async def maybe_error(self, *messages: AnyClientMessage) -> Error | None:
        """Send these messages and wait; return the last answer if it is an error."""
        *_, answer = await self.request(*messages)
        return answer if isinstance(answer, Error) else None

    async def act(self, message: AnyClientMessage) -> None:
        """Send one message and wait; raise Refused if the answer is an error."""
        if error := await self.maybe_error(message):
            raise Refused(self.reason(error))

    def send_unawaited(self, message: AnyClientMessage) -> None:
        """Send a message whose answer is of no interest."""
        self._slots.append(None)
        self.shared.hub.receive(self.id, message)

    def reason(self, error: Error) -> str:
        """Return what this dialect calls an error of the server."""
        return error.message

    # The wire.

    @property
    def pending(self) -> bool:
        """Whether a request has begun and is not complete."""
        return self._reader.pending

    def feed(self, data: bytes) -> bool:
        """Handle the requests that are complete now; return whether there are any."""
        requests = self._reader.feed(data)
        self._inbox += requests
        self.proceed()
        return bool(requests)

    def lost(self) -> None:
        """The connection has ended, whoever ended it."""
        self.on_disconnect()
        self.shared.peers.pop(self.id, None)
        self.shared.hub.disconnect(self.id)

    def on_disconnect(self) -> None:
        """Leave the server, unless the seat is kept for the client."""
        self.leave()

    def log_in(self, name: str) -> None:
        """Note the name of the client."""
        self.name = name
        self.shared.peers[self.id] = self

    def leave(self) -> None:
        """Leave the server; the name is free at once. A second call does nothing."""
        if not self.has_left:
            self.has_left = True
            self.shared.peers.pop(self.id, None)
            self.send_unawaited(Quit())

    def show(self, text: str) -> None:
        """Send a text for the player to read, if the dialect can."""

    # The hub.

    def answer(self, message: Message) -> None:
        """Pass an answer to the coroutine that waits for it."""
        if (answers := self._slots.popleft()) is not None:
            answers.add(message)
        if self.is_event(message):
            self.on_message(message)

    def push(self, send: Send) -> None:
        """Pass on messages that are not answers."""
        for message in send.messages:
            self.on_message(message)

    def is_event(self, answer: Message) -> bool:
        """Whether an answer also goes where all other messages go."""
        return False

    def on_message(self, message: Message) -> None:
        """The server sent something that is not an answer."""
        handle = self.dialect.events.get(type(message))
        if handle is not None:
            handle(self, message)

    def end_event(self) -> None:
        """Everything that one event caused has been delivered."""
        self.dialect.on_event(self)
        self.proceed(start_next=False)
        # A request that has all its answers sends its own reply first; it is resumed by the caller.
        if not self.busy or any(self._slots):
            self.dialect.send_pending(self)
        self.proceed()

    def close(self) -> None:
        """The server ends the connection."""
        self.wire.close()

    # Coroutines.

    def start(self, work: Work) -> None:
        """Run a coroutine of this peer until it waits for answers."""
        self._resume(work)
        self.proceed()

    def proceed(self, *, start_next: bool = True) -> None:
        """Resume what has its answers, then handle the requests that wait."""
        if self._working:
            return
        self._working = True
        while not (self.has_left or self.wire.closing):
            if (work := self._maybe_ready()) is not None:
                self._resume(work)
            elif start_next and self._inbox and not self.busy and self.may_start(self._inbox[0]):
                self._resume(self.dialect.handle(self, self._inbox.popleft()))
            else:
                break
        self._working = False
        if self.pauses_reading:
            self.wire.pause_reading(self.busy)

    def may_start(self, request: RequestT) -> bool:
        """Whether the next request can be handled now."""
        return True

    def _maybe_ready(self) -> Work | None:
        return next((work for work, answers in self._waiting.items() if answers.complete), None)

    def _resume(self, work: Work) -> None:
        self._waiting.pop(work, None)
        self._running += 1
        try:
            answers = work.send(None)
        except StopIteration:
            answers = None
        self._running -= 1
        if answers is None:
            self.dialect.send_pending(self)
        else:
            self._waiting[work] = answers


def show_text(peer: LegacyPeer[Any, Any], message: GenericMessage) -> None:
    """Show a text that does not answer a request; dialects have greetings of their own."""
    if not peer.busy:
        peer.show(message.msg)


def show_error(peer: LegacyPeer[Any, Any], message: Error) -> None:
    """Show an error that no request of the client caused."""
    peer.show(message.message)


def show_suspended(peer: LegacyPeer[Any, Any], message: MatchSuspended) -> None:
    """Show that the client is the only one left."""
    left = message.seconds_left
    peer.show(f"Everybody else is away; you win if nobody is back in {left} seconds.")


def nothing(peer: Any) -> None:
    """Do nothing."""


@dataclass(frozen=True, kw_only=True)
class Dialect:
    """One legacy wire protocol.

    ``handle`` handles a request of a client. ``events`` says what a message of the server means to
    a client; others are ignored. ``on_event`` follows when everything that one event caused has
    been delivered, before requests go on; ``send_pending`` after each event and each request.
    """

    name: str
    game: str
    port: int
    """The port its clients know."""
    main_table: str = ""
    """The name of the table that all its clients join first, if there is one."""
    settings: type[Any] | None = None
    """What an operator can set, as a dataclass."""
    client: ClientKind = LEGACY_CLIENT
    shared: Callable[["Dialect", Hub, Limits, Any, Callable[[], float]], Shared[Any, Any]]
    peer: Callable[[Any, Wire], LegacyPeer[Any, Any]]
    handle: Callable[[Any, Any], Work]
    events: Mapping[type[Message], Callable[[Any, Any], None]]
    on_event: Callable[[Any], None] = nothing
    send_pending: Callable[[Any], None] = nothing
