"""GameHandler: decides what each input causes, without any I/O.

Inputs are calls, each with the time; each returns an Outcome. It runs only on the event loop's
thread, so nothing is locked. A message is looked up in the table of its sender's phase; the phase
function decides. A Refusal goes to the sender only. An unexpected exception is caught here and
nowhere else: it ends the match it came from and never the server.
"""

from collections.abc import Callable
from functools import partial
from itertools import count
from math import inf
from typing import Any

import structlog
from msgspec import UNSET

from messages.base import Message
from messages.errors import ErrorCode, ProtocolError, Refusal
from messages.lobby import RequestNickname
from messages.play import Error, GenericMessage, Heartbeat, Reconnect
from messages.registry import AnyClientMessage
from server import heartbeats
from server.admission.connection_limiter import ConnectionLimiter
from server.admission.costs import COSTS, DEFAULT_COST, UNREADABLE
from server.effects import Outcome, PeerId
from server.idempotency import keep, repeated
from server.journal.records import Abandoned
from server.phases import TABLE, unexpected_text
from server.rooms import absence, lifecycle
from server.rooms.room import Room
from server.sessions import OUR_BOT, OUR_CLIENT, ClientKind, Peer
from server.state import Counts, ServerState

NOT_PROVING_TOKEN = (Reconnect, Heartbeat)
"""Messages that do not prove that the client received its new token."""

CANNOT_SAVE = "The server cannot save right now; come again a little later."
LOG_SECONDS = 1.0
"""At most one log line about disconnected flooders in this time."""
CRASHED = "The server made a mistake; this match ends here. Please report it."


class GameHandler:
    """One per server; every transport calls it through the hub."""

    def __init__(self, state: ServerState, log: Any = None) -> None:
        self.state = state
        self.limiter = ConnectionLimiter(state.limits)
        self.counts = Counts()
        self._log = log or structlog.get_logger()
        self._ids = count(1)
        self._pause = state.limits.tick_gap_seconds
        self._suspended_after = inf
        """If ``now`` exceeds this, the process was suspended; the excess does not count."""
        self._suspended_total = 0.0
        self._unlogged = 0
        self._log_due = 0.0
        self._journal_ok_at = 0.0

    def connected(
        self, address: str, now: float, client: ClientKind = OUR_CLIENT
    ) -> tuple[PeerId, Outcome]:
        """Register a connection; OUR_BOT only for computer players of this server."""
        self._advance_clock(now)
        peer = Peer(next(self._ids), address, client is OUR_BOT, client)
        peer.last_received_at = peer.heartbeat_sent_at = peer.unnamed_since = self.state.now
        self.state.peers[peer.id] = peer
        outcome = Outcome()
        try:
            self._admit(peer)
        except Refusal as refusal:
            peer.prepaid = -inf
            self.counts.rejected += 1
            outcome.send((peer.id,), Error(refusal.code, refusal.text))
            outcome.closes.append(peer.id)
            outcome.passes_failing_journal = refusal.code is ErrorCode.NOTSAVED
        else:
            outcome.send((peer.id,), RequestNickname())
        return peer.id, outcome

    def _admit(self, peer: Peer) -> None:
        """Raise Refusal if this connection is rejected."""
        if peer.is_computer:
            peer.prepaid = inf
            return
        self.limiter.enter(peer, peer.address, self.state.now)
        self.state.bans.check_address(peer.address)
        failing_for = self.state.now - self._journal_ok_at
        if self.state.journal_failing and failing_for > self.state.limits.journal_failing_seconds:
            raise Refusal(ErrorCode.NOTSAVED, CANNOT_SAVE)
        if not peer.client.is_rate_limited:
            peer.prepaid = inf
        if len(self.state.peers) > self.state.limits.connections:
            raise Refusal(ErrorCode.SERVERFULL, "The server is full; try again later.")

    def receive(self, who: PeerId, message: AnyClientMessage, now: float) -> Outcome:
        """Handle a readable message; the outcome answers it, unless the peer is cut off."""
        self._advance_clock(now)
        state = self.state
        self.counts.received += 1
        peer = state.peers[who]
        peer.malformed = 0
        before_answer = heartbeats.clear_late(peer, state.now) if peer.is_late else None
        cost = COSTS.get(type(message), DEFAULT_COST)
        outcome = self._check_rate_limit(peer, message, cost) if peer.prepaid < cost else None
        if outcome is None:
            peer.prepaid -= cost
            peer.last_received_at = state.now
            session = peer.session
            if session and session.previous_token_hashes and type(message) not in NOT_PROVING_TOKEN:
                session.previous_token_hashes = ()
            if message.id is UNSET:
                outcome = self._handle(peer, message)
            else:
                outcome = self._answer_once(peer, message.id, message)
        if before_answer:
            outcome.before_answer = before_answer
        return outcome

    def _check_rate_limit(
        self, peer: Peer, message: AnyClientMessage, cost: float
    ) -> Outcome | None:
        """Return the refusal of a message that exceeds the rate limit; None if it does not."""
        if peer.is_cut_off:
            return Outcome()
        session = peer.session
        if session is not None and session.quota is None:
            session.quota = self.limiter.new_bucket(self.state.now)
        try:
            self.limiter.check(peer, cost, self.state.now, session.quota if session else None)
        except Refusal as refusal:
            self.counts.rate_limited += 1
            outcome = _refused(peer, message, refusal)
            if peer.is_cut_off:
                self._disconnect_flooder(peer, outcome)
            return outcome
        return None

    def _disconnect_flooder(self, peer: Peer, outcome: Outcome) -> None:
        outcome.closes.append(peer.id)
        self.counts.flooders += 1
        self._unlogged += 1
        if self.state.now >= self._log_due:  # a flood must not become a flood of log lines
            name = peer.session.name if peer.session else ""
            facts = {"address": peer.address, "name": name, "since_last": self._unlogged}
            self._log.warning("flooders were sent away", **facts)
            self._unlogged, self._log_due = 0, self.state.now + LOG_SECONDS

    def malformed(self, who: PeerId, error: ProtocolError, now: float) -> Outcome:
        """Answer something unreadable; a peer that goes on like this is disconnected."""
        self._advance_clock(now)
        peer = self.state.peers[who]
        peer.malformed += 1
        peer.prepaid -= UNREADABLE
        self.counts.unreadable += 1
        reply_to = UNSET if error.reply_to is None else error.reply_to
        outcome = Outcome(who, Error(error.code, error.text, reply_to=reply_to))
        fatal = error.code is ErrorCode.FRAMETOOLONG
        if fatal or peer.malformed >= self.state.limits.malformed_messages:
            outcome.closes.append(who)
        return outcome

    def disconnected(self, who: PeerId, now: float) -> Outcome:
        """Forget a connection that has ended, whoever ended it."""
        peer = self.state.peers.pop(who, None)
        if peer is None:
            return Outcome()
        self.limiter.leave(peer)
        session = peer.session
        if session is None:
            return Outcome()
        self._advance_clock(now)
        return self._run_for_room(
            session.room, partial(lifecycle.on_disconnect, self.state, session)
        )

    def tick(self, now: float) -> list[Outcome]:
        """Do what is due at this time: heartbeats, absences, turn clocks, idle rooms."""
        self._advance_clock(now)
        state, outcome = self.state, Outcome()
        outcomes = heartbeats.send_heartbeats(state)
        if state.journal_failing:
            absence.freeze_timers(state)
            return outcomes
        self._journal_ok_at = state.now
        if state.reprompt_needed:
            absence.repeat_prompts(state, outcome)
        self.limiter.sweep(state.now)
        state.expire_sessions()
        heartbeats.disconnect_unnamed(state, outcome)
        lifecycle.close_idle(state, outcome)
        for room in absence.rooms_with_absences(state):
            work = partial(absence.apply_absence_policy, state, room)
            outcome.add(self._run_for_room(room, work))
        for room in list(state.rooms_with_clock.values()):
            work = partial(absence.apply_turn_clock, state, room)
            outcome.add(self._run_for_room(room, work))
        return [*outcomes, outcome]

    def stopping(self, final: bool) -> Outcome:
        """Tell every client that the server stops, and close every connection.

        Unless it is ``final``, clients may wait until the server is back.
        """
        peers = tuple(peer.id for peer in self.state.peers.values() if not peer.is_computer)
        outcome = Outcome(closes=list(peers))
        outcome.send(peers, GenericMessage("The server stops now. Goodbye!", final))
        return outcome

    def _advance_clock(self, now: float) -> None:
        """Set the time of the state: the clock without the time the process was suspended."""
        if now > self._suspended_after:
            self._suspended_total += now - self._suspended_after + self._pause
        self._suspended_after = now + self._pause
        self.state.now = now - self._suspended_total

    def _answer_once(self, peer: Peer, number: int, message: AnyClientMessage) -> Outcome:
        """Handle a message with an id; a repeated id gets the same answer and no second effect."""
        if peer.session is not None and peer.answers:  # from before it had a name
            peer.session.answers.update(peer.answers)
            peer.answers.clear()
        answers = (peer.session or peer).answers
        if number in answers:
            return _answered(peer, repeated(answers, number))
        outcome = self._handle(peer, message)
        if outcome.answer is not None:
            most = self.state.limits.cached_answers
            keep((peer.session or peer).answers, number, outcome.answer, most)
        return outcome

    def _handle(self, peer: Peer, message: AnyClientMessage) -> Outcome:
        try:
            sender = peer.session.state if peer.session else None
            handle = TABLE[type(sender)].get(type(message))
            if handle is None:
                raise Refusal(ErrorCode.UNEXPECTEDMESSAGE, unexpected_text(peer, message))
            return handle(self.state, peer, sender, message)
        except Refusal as refusal:
            return _refused(peer, message, refusal)
        except Exception:
            self.counts.failures += 1
            self._log.exception("a message failed", type=type(message).__name__)
            crash = Error(ErrorCode.INTERNALERROR, CRASHED, reply_to=message.id)
            outcome = Outcome(peer.id, crash)
            self._end_match_after_error(peer.session.room if peer.session else None, outcome)
            return outcome

    def _run_for_room(self, room: Room | None, work: Callable[[Outcome], None]) -> Outcome:
        """Do work that no message asked for; when it fails, the match it touched ends."""
        outcome = Outcome()
        try:
            work(outcome)
        except Exception:
            self.counts.failures += 1
            self._log.exception("the match failed")
            outcome = Outcome()
            self._end_match_after_error(room, outcome)
        return outcome

    def _end_match_after_error(self, room: Room | None, outcome: Outcome) -> None:
        """End a match; everybody in it but the sender is told, and all are back in the lobby."""
        if room is None:
            return
        others = tuple(peer for peer in room.peers if peer != outcome.peer)
        outcome.send(others, Error(ErrorCode.INTERNALERROR, CRASHED))
        self.state.journal(room, Abandoned("an internal error"), outcome)
        lifecycle.close(self.state, room, outcome)


def _refused(peer: Peer, message: AnyClientMessage, refusal: Refusal) -> Outcome:
    return _answered(peer, Error(refusal.code, refusal.text, reply_to=message.id))


def _answered(peer: Peer, answer: Message) -> Outcome:
    not_saved = isinstance(answer, Error) and answer.error is ErrorCode.NOTSAVED
    passes = not_saved or isinstance(answer, Heartbeat)
    return Outcome(peer.id, answer, passes_failing_journal=passes)
