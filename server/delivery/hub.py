"""Connects the transports with the handler, on the event loop's thread.

A transport gives each connection an outbox and tells the hub what it read; the hub calls the
handler with the time and delivers the outcome to the outboxes. No I/O happens here.
"""

from collections.abc import Callable
from typing import Protocol

from messages.base import Message
from messages.errors import ProtocolError
from messages.registry import AnyClientMessage
from server.effects import Outcome, PeerId, Send, StartBot
from server.handler import GameHandler
from server.sessions import OUR_CLIENT, ClientKind


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

    def __init__(self, handler: GameHandler, clock: Callable[[], float]) -> None:
        self.handler = handler
        self.start_bot: Callable[[StartBot], None] | None = None
        self._clock = clock
        self._outboxes: dict[PeerId, Outbox] = {}
        self._event_outboxes: dict[PeerId, EventOutbox] = {}
        self._stopped = False
        self._submit: Callable[[Outcome], None] = self.deliver
        self.is_drained: Callable[[], bool] = lambda: True

    def connect(self, outbox: Outbox, address: str, client: ClientKind = OUR_CLIENT) -> PeerId:
        """A new connection; its first message (RequestNickname) is in the outbox at return.

        OUR_BOT is for computer players this server started, never for a guest.
        """
        peer, outcome = self.handler.connected(address, self._clock(), client)
        self._outboxes[peer] = outbox
        self._submit(outcome)
        return peer

    def use_write_ahead(
        self, submit: Callable[[Outcome], None], is_drained: Callable[[], bool] = lambda: True
    ) -> None:
        """From now on outcomes go to ``submit``, which calls ``deliver`` when they are written.

        ``is_drained`` tells whether everything has been delivered.
        """
        self._submit, self.is_drained = submit, is_drained

    def notify_event_end(self, peer: PeerId, outbox: EventOutbox) -> None:
        """Call ``outbox.end_event`` after each event that queued something there, from now on."""
        self._event_outboxes[peer] = outbox

    def receive(self, peer: PeerId, message: AnyClientMessage) -> bool:
        """Handle a readable message; exactly one answer to it goes to the peer's outbox.

        False: nothing more is read from this peer, although its connection may end later.
        """
        if self._stopped:
            return False
        outcome = self.handler.receive(peer, message, self._clock())
        self._submit(outcome)
        return outcome.answer is not None and peer not in outcome.closes

    def malformed(self, peer: PeerId, error: ProtocolError) -> bool:
        """Answer something unreadable; False if nothing more is read from this peer."""
        if self._stopped:
            return False
        outcome = self.handler.malformed(peer, error, self._clock())
        self._submit(outcome)
        return peer not in outcome.closes

    def disconnect(self, peer: PeerId) -> None:
        """The connection has ended, whoever ended it. A second call does nothing."""
        self._event_outboxes.pop(peer, None)
        if self._outboxes.pop(peer, None) is not None and not self._stopped:
            self._submit(self.handler.disconnected(peer, self._clock()))

    def tick(self, now: float) -> None:
        """Do what is due by now. Called a few times per second."""
        for outcome in self.handler.tick(now):
            self._submit(outcome)

    def submit(self, outcome: Outcome) -> None:
        """Deliver what the operator caused, in the order of everything else."""
        if not self._stopped:
            self._submit(outcome)

    def stop(self, *, final: bool = False) -> None:
        """Tell everybody that the server stops, perhaps for good, and close every connection.

        Nothing is read afterwards: that connections end now does not mean that people left.
        If the journal fails nobody waits for it: what was not answered did not happen.
        """
        submit = self.deliver if self.handler.state.journal_failing else self._submit
        submit(self.handler.stopping(final))
        self._stopped = True

    def deliver(self, *outcomes: Outcome) -> None:
        """Queue messages in the outboxes, close connections and start bots."""
        outboxes = self._outboxes
        for outcome in outcomes:
            for send in outcome.before_answer:
                self._push(send)
            if outcome.answer is not None and outcome.peer in outboxes:
                outboxes[outcome.peer].answer(outcome.answer)
            for send in outcome.sends:
                for peer in send.peers:
                    if peer in outboxes:
                        outboxes[peer].push(send)
            for peer in outcome.closes:
                if (outbox := outboxes.get(peer)) is not None:
                    outbox.close()
            if self.start_bot is not None:
                for bot in outcome.bots:
                    self.start_bot(bot)
            if self._event_outboxes:
                self._end_event(outcome)

    def _push(self, send: Send) -> None:
        for peer in send.peers:
            if (outbox := self._outboxes.get(peer)) is not None:
                outbox.push(send)

    def _end_event(self, outcome: Outcome) -> None:
        """Tell the outboxes that asked for it that this was everything."""
        received = {peer for send in outcome.sends for peer in send.peers}
        received.update(peer for send in outcome.before_answer for peer in send.peers)
        if outcome.answer is not None:
            received.add(outcome.peer)
        for peer in sorted(received & self._event_outboxes.keys()):
            if (outbox := self._event_outboxes.get(peer)) is not None:
                outbox.end_event()
