"""UNO's old dialect as a route: text lines ``CODE|arg|arg`` on a port of its own (UNO 10, 11).

Dull on purpose: cut lines, obey one after the other; hear what the hub puts, and write lines.
Players of this dialect cannot come back after a lost connection, so they leave at once (UNO 10.3).
"""

from messages import Error, ErrorCode, Message
from server.delivery.hub import Hub
from server.dialects.lines import Lines
from server.dialects.listener import Listener, Wire
from server.dialects.steps import Stepping, Steps
from server.dialects.uno.commands import obey
from server.dialects.uno.guest import UnoGuest, UnoHouse, UnoSettings
from server.dialects.uno.news import hear
from server.dialects.uno.wire import LINE_BYTES, line, maybe_name
from server.limits import Limits

REMOVED = "You did not play for too long and have left the game."


class UnoConversation(Stepping):
    """One connection: bytes from the wire, messages from the hub."""

    def __init__(self, house: UnoHouse, wire: Wire, address: str) -> None:
        super().__init__(house.hub, wire)
        self._lines = Lines(LINE_BYTES)
        self._guest = UnoGuest(house, self._say)
        self.peer = house.hub.connect(self, address, names=maybe_name, views=True)
        self._guest.peer = self.peer
        house.hub.notify_event_end(self.peer, self)

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
        self.take(lines)
        return bool(lines)

    def lost(self) -> None:
        """Who goes without LG is removed as well, and the others are told the difference."""
        self._guest.part(lost=True)
        self._hub.disconnect(self.peer)

    # The lines and what comes of them.

    @property
    def parted(self) -> bool:
        """Whether the guest has left."""
        return self._guest.parted

    def obey(self, request: str | None) -> Steps:
        """One line."""
        return obey(self._guest, request)

    def is_news(self, answer: Message) -> bool:
        """A mistake of the server's ends the game, whoever asked for what."""
        return isinstance(answer, Error) and answer.error is ErrorCode.INTERNALERROR

    def hear(self, message: Message) -> None:
        """Something the server said."""
        self._guest.asking = self.busy
        hear(self._guest, message)

    def end_event(self) -> None:
        """All that one event caused was heard; first say how the table is, then go on."""
        guest = self._guest
        if guest.idle and not guest.parted:
            guest.say(line("BGM", REMOVED))
            guest.part(lost=True)
        elif guest.stepped and not guest.idle:
            guest.tell_table()
        super().end_event()


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
