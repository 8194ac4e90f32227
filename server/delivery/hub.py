"""Hub: connects transports with the handler, on the event loop's thread, without I/O.

A transport registers an outbox for each connection and passes what it reads to the hub. The hub
calls the handler with the time and delivers the outcome to the outboxes.
"""

from collections.abc import Callable
from typing import Protocol

from messages.base import Message
from messages.errors import ProtocolError, Refusal
from messages.registry import AnyClientMessage
from server.effects import Outcome, PeerId, Report, Send, StartBot
from server.handler import GameHandler
from server.sessions import OUR_CLIENT, ClientKind


class Outbox(Protocol):
    """The sending half of one connection; its methods never block and never raise."""

    @property
    def transport_name(self) -> str:
        """The name of the transport or dialect, for the operator."""

    def answer(self, message: Message) -> None:
        """Queue the answer to the oldest unanswered message."""

    def push(self, send: Send) -> None:
        """Queue messages that are not an answer, in order."""

    def close(self) -> None:
        """Send what is queued, then close the connection."""


class EventOutbox(Outbox, Protocol):
    """An outbox that is notified at the end of each event, which legacy dialects need."""

    def end_event(self) -> None:
        """Process the messages of one outcome, all of which have been queued for this peer now."""


class Hub:
    """The hub of one server; ``clock`` is monotonic."""

    def __init__(self, handler: GameHandler, clock: Callable[[], float]) -> None:
        self.handler = handler
        self.start_bot: Callable[[StartBot], None] | None = None
        self.write_report: Callable[[Report], None] | None = None
        self._clock = clock
        self._outboxes: dict[PeerId, Outbox] = {}
        self._event_outboxes: dict[PeerId, EventOutbox] = {}
        self._stopped = False
        self._submit: Callable[[Outcome], None] = self.deliver
        self.is_drained: Callable[[], bool] = lambda: True

    def connect(self, outbox: Outbox, address: str, client: ClientKind = OUR_CLIENT) -> PeerId:
        """Register a connection and its outbox; return the id of its peer.

        The first message is queued before this returns, unless outcomes wait for the journal; for a
        rejected connection it is an Error, and the outbox is closed. ``client`` is OUR_BOT only for
        computer players that this server started.
        """
        peer, outcome = self.handler.connected(address, self._clock(), client)
        self._outboxes[peer] = outbox
        self._submit(outcome)
        return peer

    def transport_of(self, peer: PeerId) -> str:
        """Return the name of the transport of a peer; empty if it is not connected."""
        outbox = self._outboxes.get(peer)
        return "" if outbox is None else outbox.transport_name

    def use_write_ahead(
        self, submit: Callable[[Outcome], None], is_drained: Callable[[], bool] = lambda: True
    ) -> None:
        """Pass all later outcomes to ``submit``, which calls ``deliver`` when they are written.

        ``is_drained`` returns whether everything has been delivered.
        """
        self._submit, self.is_drained = submit, is_drained

    def check_open_files(self) -> None:
        """Raise Refusal if no descriptors are left for a further connection."""
        self.handler.state.check_open_files()

    def refuse_connection(self, refusal: Refusal, address: str) -> None:
        """Count and log a connection that its transport has refused."""
        self.handler.refuse_connection(refusal, address)

    def register_event_outbox(self, peer: PeerId, outbox: EventOutbox) -> None:
        """Call ``outbox.end_event`` after each later outcome that has messages for the peer."""
        self._event_outboxes[peer] = outbox

    def receive(self, peer: PeerId, message: AnyClientMessage) -> bool:
        """Handle a message; exactly one answer goes to the peer's outbox, unless it is cut off.

        Return whether to read on. False: the peer is cut off, its connection will be closed, or the
        hub was stopped and the message ignored.
        """
        if self._stopped:
            return False
        outcome = self.handler.receive(peer, message, self._clock())
        self._submit(outcome)
        return outcome.answer is not None and peer not in outcome.closes

    def malformed(self, peer: PeerId, error: ProtocolError) -> bool:
        """Answer unreadable input with its error; return whether to read on.

        False: the connection will be closed, or the hub was stopped and the input ignored.
        """
        if self._stopped:
            return False
        outcome = self.handler.malformed(peer, error, self._clock())
        self._submit(outcome)
        return peer not in outcome.closes

    def disconnect(self, peer: PeerId) -> None:
        """Remove a connection that has ended; a second call does nothing.

        After ``stop`` the handler is not told, so the session is kept.
        """
        self._event_outboxes.pop(peer, None)
        if self._outboxes.pop(peer, None) is not None and not self._stopped:
            self._submit(self.handler.disconnected(peer, self._clock()))

    def tick(self, now: float) -> None:
        """Submit all outcomes of the handler's tick; called several times per second."""
        for outcome in self.handler.tick(now):
            self._submit(outcome)

    def submit(self, outcome: Outcome) -> None:
        """Submit an outcome that no input caused, such as that of an admin command.

        It is delivered in order with all others, and ignored after ``stop``.
        """
        if not self._stopped:
            self._submit(outcome)

    def stop(self, *, final: bool = False) -> None:
        """Tell all clients that the server stops, and close their connections.

        With ``final``, clients do not try to reconnect. Input is ignored afterwards, so that closed
        connections do not count as players who left.
        If the journal fails, this does not wait for it: unanswered messages have no effect.
        """
        submit = self.deliver if self.handler.state.journal_failing else self._submit
        submit(self.handler.announce_stop(final))
        self._stopped = True

    def deliver(self, *outcomes: Outcome) -> None:
        """Queue the messages of outcomes, close connections, start bots and write reports.

        Peers without an outbox are skipped. Event outboxes are notified after each outcome.
        """
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
            if outcome.reports and self.write_report is not None:
                for report in outcome.reports:
                    self.write_report(report)
            if self._event_outboxes:
                self._end_event(outcome)

    def _push(self, send: Send) -> None:
        """Queue messages in the outboxes of their peers; peers without an outbox are skipped."""
        for peer in send.peers:
            if (outbox := self._outboxes.get(peer)) is not None:
                outbox.push(send)

    def _end_event(self, outcome: Outcome) -> None:
        """Call ``end_event`` of all event outboxes for which this outcome has messages."""
        received = {peer for send in outcome.sends for peer in send.peers}
        received.update(peer for send in outcome.before_answer for peer in send.peers)
        if outcome.answer is not None:
            received.add(outcome.peer)
        for peer in sorted(received & self._event_outboxes.keys()):
            if (outbox := self._event_outboxes.get(peer)) is not None:
                outbox.end_event()
