"""UNO's old dialect as a route: text lines ``CODE|arg|arg`` on a port of its own (UNO 10, 11).

Dull on purpose: cut lines, obey one after the other; hear what the hub puts, and write lines.
Players of this dialect cannot come back after a lost connection, so they leave at once (UNO 10.3).
"""

from collections import deque

from messages import Error, ErrorCode, Message
from server.dialects.lines import Lines
from server.dialects.listener import Listener, Wire
from server.dialects.uno_asking import Steps
from server.dialects.uno_commands import obey
from server.dialects.uno_guest import UnoGuest, UnoHouse, UnoSettings
from server.dialects.uno_lines import LINE_BYTES, line, maybe_name
from server.dialects.uno_news import hear
from server.hub import Hub
from server.limits import Limits
from server.outgoing import Outgoing

REMOVED = "You did not play for too long and have left the game."


class UnoConversation:
    """One connection: bytes from the wire, messages from the hub.

    What a line needs from the server may take a while, because it is written down first; the lines
    after it wait, and nothing more is read meanwhile.
    """

    def __init__(self, house: UnoHouse, wire: Wire, address: str) -> None:
        self._hub = house.hub
        self._wire = wire
        self._lines = Lines(LINE_BYTES)
        self._inbox: deque[str | None] = deque()
        self._steps: Steps | None = None
        self._awaited = 0
        self._answers: list[Message] = []
        self._working = False
        self._guest = UnoGuest(house, self._say)
        self._guest.peer = self._hub.connect(self, address, names=maybe_name, views=True)
        self._hub.settle_with(self._guest.peer, self)

    def _say(self, text: str) -> None:
        self._wire.write(f"{text}\n".encode())

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
        """Who goes without LG is removed as well, and the others are told the difference."""
        self._guest.part(lost=True)
        self._hub.disconnect(self._guest.peer)

    # The hub.

    def put(self, batch: list[Outgoing]) -> None:
        """Answers are for the line that is being obeyed, everything else is heard."""
        for outgoing in batch:
            self._put(outgoing)

    def _put(self, outgoing: Outgoing) -> None:
        message = outgoing.message
        if outgoing.answer and self._awaited:
            self._answers.append(message)
        if not outgoing.answer or _is_our_mistake(message):
            hear(self._guest, message)

    def settle(self) -> None:
        """All that one event caused was heard; now say how the table is, and go on."""
        guest = self._guest
        if guest.idle and not guest.parted:
            guest.say(line("BGM", REMOVED))
            guest.part(lost=True)
        elif guest.stepped and not guest.idle:
            guest.tell_table()
        self._work()

    def close(self) -> None:
        """The server said goodbye."""
        self._wire.close()

    # Line after line.

    def _work(self) -> None:
        """Obey as far as answers are there; after the end nothing more is heard."""
        if self._working:
            return
        self._working = True
        while not (self._guest.parted or self._wire.closing):
            if self._steps is None and self._inbox:
                self._steps = obey(self._guest, self._inbox.popleft())
            elif self._steps is None or len(self._answers) < self._awaited:
                break
            self._go_on(self._steps)
        self._working = False
        self._wire.hold(self._steps is not None)

    def _go_on(self, steps: Steps) -> None:
        """The next step: something to say to the server, or the end of this line."""
        answers, self._answers = self._answers, []
        try:
            messages = steps.send(answers) if self._awaited else next(steps)
        except StopIteration:
            self._steps, self._awaited, self._guest.asking = None, 0, False
            return
        self._awaited, self._guest.asking = len(messages), True
        for message in messages:
            self._hub.receive(self._guest.peer, message)


def _is_our_mistake(answer: Message) -> bool:
    return isinstance(answer, Error) and answer.error is ErrorCode.INTERNALERROR


class UnoRoute(Listener):
    """The listening side and what its guests share."""

    def __init__(
        self, hub: Hub, limits: Limits, host: str, settings: UnoSettings | None = None
    ) -> None:
        super().__init__(hub, limits, host)
        self._house = UnoHouse(hub, settings or UnoSettings(), limits.malformed_messages)

    def converse(self, wire: Wire, address: str) -> UnoConversation:
        """A new guest, who has to say MH first."""
        return UnoConversation(self._house, wire, address)
