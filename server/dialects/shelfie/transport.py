"""My Shelfie's old dialect as a route: ``name|argument`` messages on a port of its own (part B).

Dull on purpose: cut requests, obey one after the other; hear what the hub puts, and write lines.
Who loses the connection in a match comes back with the same name from the same address.
"""

from messages import Message
from server.delivery.hub import Hub
from server.dialects.listener import Listener, Wire
from server.dialects.shelfie.commands import obey
from server.dialects.shelfie.guest import DIALECT, ShelfieGuest, ShelfieHouse, ShelfieSettings
from server.dialects.shelfie.news import hear
from server.dialects.shelfie.wire import Requests, maybe_name, pack
from server.dialects.steps import Stepping, Steps
from server.limits import Limits

PING_SECONDS = 10.0


class ShelfieConversation(Stepping):
    """One connection: bytes from the wire, messages from the hub."""

    def __init__(self, house: ShelfieHouse, wire: Wire, address: str) -> None:
        super().__init__(house.hub, wire)
        self._requests = Requests()
        self._guest = ShelfieGuest(house, self.say, address)
        self.peer = house.hub.connect(self, address, names=maybe_name, views=True, dialect=DIALECT)
        self._guest.peer = self.peer
        house.hub.notify_event_end(self.peer, self)

    def say(self, text: str) -> None:
        """One message to the guest, framed as the guest frames."""
        self._wire.write(pack(text, framed=self._requests.framed))

    def ping(self) -> None:
        """A sign of life, to those who have shown how they frame."""
        if self._guest.name:
            self.say("ping")

    # The wire.

    @property
    def pending(self) -> bool:
        """Whether a message was begun and is not whole."""
        return self._requests.pending

    def feed(self, data: bytes) -> bool:
        """Take the requests that are whole now."""
        requests = self._requests.feed(data)
        self.take(requests)
        return bool(requests)

    def lost(self) -> None:
        """Whoever ended it."""
        self._guest.lose()
        self._hub.disconnect(self.peer)

    # The requests and what comes of them.

    @property
    def parted(self) -> bool:
        """Whether the guest has left."""
        return self._guest.parted

    def obey(self, request: str | None) -> Steps:
        """One request."""
        return obey(self._guest, request)

    def hear(self, message: Message) -> None:
        """Something the server said."""
        hear(self._guest, message)

    def settled(self) -> None:
        """Others did something; show it."""
        self._guest.tell_changes(own=False)


class ShelfieRoute(Listener):
    """The listening side and what its guests share."""

    def __init__(
        self, hub: Hub, limits: Limits, host: str, settings: ShelfieSettings | None = None
    ) -> None:
        super().__init__(hub, limits, host)
        self._house = ShelfieHouse(hub, settings or ShelfieSettings())
        self._talks: dict[Wire, ShelfieConversation] = {}
        self._pinged = 0.0

    def converse(self, wire: Wire, address: str) -> ShelfieConversation:
        """A new guest, who has to log in first."""
        talk = self._talks[wire] = ShelfieConversation(self._house, wire, address)
        return talk

    def sweep(self, now: float) -> None:
        """About once a second; every ten seconds everybody gets a ping (B.2)."""
        super().sweep(now)
        self._talks = {wire: talk for wire, talk in self._talks.items() if wire in self.open}
        if now - self._pinged >= PING_SECONDS:
            self._pinged = now
            for talk in self._talks.values():
                talk.ping()
