"""UNO's old dialect as a route: text lines ``CODE|arg|arg`` on a port of its own (UNO 10, 11).

Dull on purpose: cut lines, obey them; hear what the hub puts, and write lines. Players of this
dialect cannot come back after a lost connection, so they leave at once (UNO 10.3).
"""

from server.dialects.lines import Lines
from server.dialects.listener import Listener, Wire
from server.dialects.uno_commands import obey
from server.dialects.uno_guest import UnoGuest, UnoHouse, UnoSettings
from server.dialects.uno_lines import LINE_BYTES, line, maybe_name
from server.dialects.uno_news import hear
from server.hub import Hub
from server.limits import Limits
from server.outgoing import Outgoing

REMOVED = "You did not play for too long and have left the game."


class UnoConversation:
    """One connection: bytes from the wire, messages from the hub."""

    def __init__(self, house: UnoHouse, wire: Wire, address: str) -> None:
        self._hub = house.hub
        self._wire = wire
        self._lines = Lines(LINE_BYTES)
        self._guest = UnoGuest(house, self._say)
        self._guest.peer = self._hub.connect(self, address, names=maybe_name)
        self._hub.settle_with(self._guest.peer, self)

    def _say(self, text: str) -> None:
        self._wire.write(f"{text}\n".encode())

    # The wire.

    @property
    def pending(self) -> bool:
        """Whether a line was begun and has not ended."""
        return self._lines.pending

    def feed(self, data: bytes) -> bool:
        """Obey line by line; after the end of the conversation nothing more is heard."""
        lines = self._lines.feed(data)
        for text in lines:
            if not self._wire.closing:
                obey(self._guest, text)
        return bool(lines)

    def lost(self) -> None:
        """Who goes without LG is removed as well, and the others are told the difference."""
        self._guest.part(lost=True)
        self._hub.disconnect(self._guest.peer)

    # The hub.

    def put(self, outgoing: Outgoing) -> None:
        """Answers are for whoever asks, everything else is heard."""
        if outgoing.answer:
            self._guest.answers.append(outgoing.message)
        else:
            hear(self._guest, outgoing.message)

    def settle(self) -> None:
        """All that one event caused was heard; now say how the table is."""
        guest = self._guest
        if guest.idle and not guest.lost:
            guest.say(line("BGM", REMOVED))
            guest.part(lost=True)
        elif guest.stepped:
            guest.stepped = False
            guest.tell_table()

    def close(self) -> None:
        """The server said goodbye."""
        self._wire.close()


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
