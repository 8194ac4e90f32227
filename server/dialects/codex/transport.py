"""Codex Naturalis' old dialect as a route: JSON lines on a port of its own.

Dull on purpose: cut lines, obey one after the other; hear what the hub puts, and write lines.
"""

import time
from collections import deque
from collections.abc import Callable

from messages import Error, Message
from messages.registry import AnyClientMessage
from server.delivery.hub import Hub
from server.dialects.codex.commands import obey, part
from server.dialects.codex.events import hear
from server.dialects.codex.peer import DIALECT, CodexGuest, CodexHouse, Then
from server.dialects.codex.wire import LINE_BYTES, maybe_name
from server.dialects.lines import Lines
from server.dialects.transport import LegacyConnection, Listener
from server.effects import Send
from server.limits import Limits
from server.rooms.room import ClientKind

CLIENT = ClientKind(nickname_rule=maybe_name, has_token=False, dialect=DIALECT)
SILENCE_SECONDS = 10.0
"""Who has sent heartbeats and then none for so long is lost (digest 5)."""


class CodexConversation:
    """One connection: bytes from the wire, messages from the hub.

    What a line asks of the server may take a while, because it is written down first; the lines
    after it wait, and nothing more is read meanwhile.
    """

    def __init__(self, house: CodexHouse, wire: LegacyConnection, address: str) -> None:
        self._hub = house.hub
        self._wire = wire
        self._lines = Lines(LINE_BYTES)
        self._inbox: deque[str | None] = deque()
        self._awaited: deque[Then] = deque()
        self._answers: list[Message] = []
        self._event: list[Message] = []
        self._working = False
        self.guest = CodexGuest(house, wire.write, self._ask, wire.close)
        self.guest.peer = self._hub.connect(self, address, client=CLIENT)
        self._hub.notify_event_end(self.guest.peer, self)

    def _ask(self, guest: CodexGuest, message: AnyClientMessage, then: Then) -> None:
        self._awaited.append(then)
        self._hub.receive(guest.peer, message)

    # The wire.

    @property
    def pending(self) -> bool:
        """Whether a line was begun and has not ended."""
        return self._lines.pending

    def feed(self, data: bytes) -> bool:
        """Take the lines that are whole now."""
        lines = self._lines.feed(data)
        self._inbox += lines
        self._work()
        return bool(lines)

    def lost(self) -> None:
        """A seat in a game waits for its owner."""
        part(self.guest)
        self._hub.disconnect(self.guest.peer)

    # The hub.

    def answer(self, message: Message) -> None:
        """Keep the answer for the line that is being obeyed; a success is heard as well."""
        if self._awaited:
            self._answers.append(message)
        if not isinstance(message, Error):
            self._event.append(message)

    def push(self, send: Send) -> None:
        """Messages that are not answers."""
        self._event += send.messages

    def end_event(self) -> None:
        """All that one event caused is here: first the news, then what follows from an answer."""
        answers, self._answers = self._answers, []
        event, self._event = self._event, []
        hear(self.guest, event)
        for answer in answers:
            self._awaited.popleft()(answer)
        self._work()

    def close(self) -> None:
        """The server said goodbye."""
        self._wire.close()

    # Line after line.

    def _work(self) -> None:
        """Obey as far as answers are there."""
        if self._working:
            return
        self._working = True
        while self._inbox and not self._awaited and not self._wire.closing:
            obey(self.guest, self._inbox.popleft())
        self._working = False
        self._wire.pause_reading(bool(self._awaited))

    # Once a second.

    def beat(self, milliseconds: float) -> None:
        """A heartbeat for the guest; a guest whose own ones stopped is lost."""
        guest = self.guest
        if not guest.name or self._wire.closing:
            return
        guest.say_as_handler("HEARTBEAT", id=milliseconds)
        if guest.beat is not None and guest.house.records.now - guest.beat > SILENCE_SECONDS:
            self._wire.close()


class CodexRoute(Listener):
    """The listening side and what its guests share."""

    def __init__(
        self, hub: Hub, limits: Limits, host: str, clock: Callable[[], float] = time.time
    ) -> None:
        super().__init__(hub, limits, host)
        self._house = CodexHouse(hub)
        self._clock = clock
        self._talks: dict[LegacyConnection, CodexConversation] = {}

    def converse(self, wire: LegacyConnection, address: str) -> CodexConversation:
        """A new guest, who has to CONNECT first."""
        self._talks[wire] = CodexConversation(self._house, wire, address)
        return self._talks[wire]

    def sweep(self, now: float) -> None:
        """Once a second: late messages, and heartbeats both ways."""
        super().sweep(now)
        self._talks = {wire: talk for wire, talk in self._talks.items() if wire in self.open}
        for talk in self._talks.values():
            talk.beat(self._clock() * 1000.0)
