"""Where routes and the handler meet, on the event loop's thread.

A route gives each connection an outbox and tells the hub what it read; the hub calls the handler
with the time and puts what comes back into the outboxes. No I/O happens here.
"""

from collections.abc import Callable
from typing import Protocol

from messages.base import Message
from messages.errors import ProtocolError
from messages.registry import AnyClientMessage
from server.effects import Effect, Goodbye, PeerId, Send, StartBot
from server.handler import GameHandler
from server.journal.records import Entry
from server.rooms.room import OUR_CLIENT, ClientKind


class Outbox(Protocol):
    """The sending half of one connection."""

    def answer(self, message: Message) -> None:
        """Queue the answer to the oldest unanswered message; never blocks and never raises."""

    def push(self, send: Send) -> None:
        """Queue messages that are not an answer; never blocks and never raises."""

    def close(self) -> None:
        """Deliver what was queued, then end the connection."""


class EventOutbox(Outbox, Protocol):
    """An outbox that is told where an event ends (the legacy dialects need it)."""

    def end_event(self) -> None:
        """Everything that one event caused has been queued."""


class Hub:
    """One per server. ``clock`` is monotonic."""

    def __init__(
        self,
        handler: GameHandler,
        clock: Callable[[], float],
        start_bot: Callable[[StartBot], None] | None = None,
    ) -> None:
        self.handler = handler
        self.start_bot = start_bot
        self._clock = clock
        self._outboxes: dict[PeerId, Outbox] = {}
        self._event_outboxes: dict[PeerId, EventOutbox] = {}
        self._stopped = False
        self._take: Callable[[list[Effect]], None] = self.deliver
        self.flushes: list[Callable[[], None]] = []
        """How each route sends at once what was put in this tick; it does so by itself later."""
        self.settled: Callable[[], bool] = lambda: True

    def connect(
        self,
        outbox: Outbox,
        address: str,
        *,
        computer: bool = False,
        client: ClientKind = OUR_CLIENT,
    ) -> PeerId:
        """A new connection; its first message (RequestNickname) is in the outbox at return.

        ``computer`` is for computer players this server called, never for a guest.
        """
        peer, effects = self.handler.connected(
            address, self._clock(), computer=computer, client=client
        )
        self._outboxes[peer] = outbox
        self._take(effects)
        return peer

    def write_first(
        self, take: Callable[[list[Effect]], None], settled: Callable[[], bool] = lambda: True
    ) -> None:
        """From now on effects go to ``take``, which gives them to ``deliver`` in its own time.

        ``settled`` tells whether it has given all of them.
        """
        self._take, self.settled = take, settled

    def notify_event_end(self, peer: PeerId, outbox: EventOutbox) -> None:
        """Call ``outbox.end_event`` after each event that queued something there, from now on."""
        self._event_outboxes[peer] = outbox

    def receive(self, peer: PeerId, message: AnyClientMessage) -> bool:
        """A readable message; exactly one of what is put into the peer's outbox answers it.

        False: nothing more is heard from this peer, although its goodbye may have to wait.
        """
        if self._stopped:
            return False
        effects = self.handler.receive(peer, message, self._clock())
        self._take(effects)
        return bool(effects) and (type(effects[-1]) is not Goodbye or effects[-1].peer != peer)

    def malformed(self, peer: PeerId, error: ProtocolError) -> bool:
        """Something unreadable came; the peer is told, and cut off if it goes on: then False."""
        if self._stopped:
            return False
        effects = self.handler.malformed(peer, error, self._clock())
        self._take(effects)
        return effects[-1] != Goodbye(peer)

    def disconnect(self, peer: PeerId) -> None:
        """The connection is gone, whoever ended it. Harmless when said twice."""
        self._event_outboxes.pop(peer, None)
        if self._outboxes.pop(peer, None) is not None and not self._stopped:
            self._take(self.handler.disconnected(peer, self._clock()))

    def tick(self) -> None:
        """Time has passed; call it about once a second."""
        self._take(self.handler.tick(self._clock()))

    def carry(self, effects: list[Effect]) -> None:
        """What no guest caused but the operator."""
        if not self._stopped:
            self._take(effects)

    def stop(self, *, final: bool = False) -> None:
        """Tell everybody that the server ends, perhaps for good, and close every connection.

        Nothing is heard afterwards: that connections end now does not mean that people left.
        Where nothing can be written nobody waits for it: what was not answered did not happen.
        """
        say = self.deliver if self.handler.state.in_trouble else self._take
        say(self.handler.stopping(final))
        self._stopped = True

    def _end_event(self, effects: list[Effect]) -> None:
        told = {peer for effect in effects if type(effect) is Send for peer in effect.peers}
        for peer in sorted(told & self._event_outboxes.keys()):
            if (outbox := self._event_outboxes.get(peer)) is not None:
                outbox.end_event()

    def deliver(self, *events: list[Effect]) -> None:
        """Queue messages in the outboxes, close connections and start bots."""
        outboxes = self._outboxes
        for effects in events:
            for effect in effects:
                if type(effect) is Send:
                    for peer in effect.peers:
                        if peer in outboxes:
                            if effect.answer:
                                outboxes[peer].answer(effect.messages[0])
                            else:
                                outboxes[peer].push(effect)
                elif type(effect) is not Entry:
                    self._carry_out(effect)
            if self._event_outboxes:
                self._end_event(effects)

    def flush(self) -> None:
        """Send what was put; who waited for the journal need not wait for the next reads too."""
        for flush in self.flushes:
            flush()

    def _carry_out(self, effect: Effect) -> None:
        if isinstance(effect, StartBot):
            if self.start_bot is not None:
                self.start_bot(effect)
        elif isinstance(effect, Goodbye) and (box := self._outboxes.get(effect.peer)) is not None:
            box.close()
