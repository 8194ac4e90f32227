"""GameHandler: decides what each input causes, without I/O.

Every input is a call with the current time and returns an Outcome. All calls are made on the event
loop's thread, so there are no locks. The state of the sender's session and the type of a message
select the phase function that handles it. A Refusal goes to the sender only. Unexpected exceptions
are caught here and nowhere else: they end the match they came from, never the server.
"""

from collections.abc import Callable
from functools import partial
from itertools import count
from math import inf
from typing import Any

import structlog
from msgspec import UNSET

from messages.errors import ErrorCode, ProtocolError, Refusal
from messages.lobby import RequestNickname
from messages.play import Error, GenericMessage, Heartbeat, Reconnect
from messages.registry import AnyClientMessage
from server import heartbeats
from server.admission.connection_limiter import ConnectionLimiter
from server.admission.costs import COSTS, DEFAULT_COST, UNREADABLE_COST, answer_cost
from server.admission.event_log import LimitExceeded
from server.admission.flood_log import FloodLog
from server.effects import Outcome, PeerId, answer_outcome, refusal_outcome
from server.idempotency import store_answer, stored_answer
from server.journal.records import NO_HASH, Abandoned
from server.limits import Limits
from server.phases import TABLE, unexpected_text
from server.rooms import absence, lifecycle, snapshots, storing
from server.rooms.room import Room
from server.sessions import OUR_BOT, OUR_CLIENT, ClientKind, Peer
from server.state import Counts, ServerState

NOT_PROVING_TOKEN = (Reconnect, Heartbeat)
"""Messages that do not prove that the client received its new token."""

CANNOT_SAVE = "The server cannot save right now; come again a little later."
INTERNAL_ERROR_TEXT = "The server made a mistake; this match ends here. Please report it."


class GameHandler:
    """Handles all inputs of one server; transports call it through the hub."""

    def __init__(self, state: ServerState, log: Any = None) -> None:
        self.state = state
        self.limiter = ConnectionLimiter(state.limits)
        self.counts = Counts()
        self._log = log or structlog.get_logger()
        self._flood_log = FloodLog(self._log)
        self._ids = count(1)
        self._max_gap = state.limits.tick_gap_seconds
        self._suspended_after = inf
        """After this time the process must have been suspended since the last input."""
        self._suspended_total = 0.0
        """Total time in which the process was suspended; it does not count for time-outs."""
        self._journal_ok_at = 0.0
        """Time of the last tick at which the journal worked."""

    def apply_limits(self, limits: Limits) -> None:
        """Replace the limits; those of RESTART_NAMES must be equal to the old ones."""
        self.state.limits = limits
        self.limiter.apply_limits(limits)
        self.state.guesses.guesses = limits.wrong_passwords

    def connected(
        self, address: str, now: float, client: ClientKind = OUR_CLIENT
    ) -> tuple[PeerId, Outcome]:
        """Register a connection; return its id and an outcome that sends RequestNickname.

        A rejected connection is sent an Error instead, is closed and cut off. ``client`` is OUR_BOT
        only for computer players that this server started.
        """
        self._advance_clock(now)
        peer = Peer(next(self._ids), address, client is OUR_BOT, client)
        peer.last_received_at = peer.heartbeat_sent_at = peer.unnamed_since = self.state.now
        self.state.peers[peer.id] = peer
        outcome = Outcome()
        try:
            self._admit(peer)
        except Refusal as refusal:
            peer.prepaid = -inf
            self.refuse_connection(refusal, peer.address)
            outcome.send((peer.id,), Error(refusal.code, refusal.text))
            outcome.closes.append(peer.id)
            outcome.passes_failing_journal = refusal.code is ErrorCode.NOTSAVED
        else:
            outcome.send((peer.id,), self._greeting(peer))
        return peer.id, outcome

    def refuse_connection(self, refusal: Refusal, address: str) -> None:
        """Count and log a connection that was refused, here or by its transport."""
        self.counts.rejected += 1
        self.state.events.refused_connection(refusal, address, self.state.now)

    def _greeting(self, peer: Peer) -> RequestNickname:
        """Return the first message for a peer, with the numbers of rooms and of people.

        On a server with a password it says instead that one is needed; computer players need none.
        """
        if self.state.password and not peer.is_computer:
            return RequestNickname(password=True)
        return RequestNickname(rooms=len(self.state.rooms), people=self.state.people)

    def _admit(self, peer: Peer) -> None:
        """Count a new connection and set its rate limit; computer players are exempt from both.

        Clients whose transport limits their rate get infinite units.
        Raises Refusal for a banned address, a full server, too many or too fast connections from
        the address, and after the journal has failed for too long.
        """
        if peer.is_computer:
            peer.prepaid = inf
            return
        self.limiter.register(peer, peer.address, self.state.now)
        self.state.check_open_files()
        self.state.bans.check_address(peer.address)
        failing_for = self.state.now - self._journal_ok_at
        if self.state.journal_failing and failing_for > self.state.limits.journal_failing_seconds:
            raise Refusal(ErrorCode.NOTSAVED, CANNOT_SAVE)
        if not peer.client.is_rate_limited:
            peer.prepaid = inf
        if len(self.state.peers) > self.state.limits.connections:
            text = "The server is full; try again later."
            raise LimitExceeded("connections", ErrorCode.SERVERFULL, text)

    def receive(self, peer_id: PeerId, message: AnyClientMessage, now: float) -> Outcome:
        """Handle a message; the outcome has its answer, or none if the peer is cut off.

        A message over the rate limit is only refused. In any case a late peer is not late any more,
        and its room is told before the answer. Messages except NOT_PROVING_TOKEN invalidate the
        earlier tokens of the session. Snapshots that became due are journalled.
        """
        self._advance_clock(now)
        state = self.state
        self.counts.received += 1
        peer = state.peers[peer_id]
        peer.malformed_count = 0
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
        if state.rooms_to_snapshot:
            self._add_snapshots(outcome)
        if state.changed_rooms:
            storing.add_room_entries(state, outcome)
        return outcome

    def _check_rate_limit(
        self, peer: Peer, message: AnyClientMessage, cost: float
    ) -> Outcome | None:
        """Take units for the message from the token buckets of the peer and of its session.

        Return None if they suffice, otherwise the refusal. A peer without warnings left is also
        disconnected; from then on this returns an empty outcome.
        """
        if peer.is_cut_off:
            return Outcome()
        session = peer.session
        if session is not None and session.token_bucket is None:
            session.token_bucket = self.limiter.new_bucket(self.state.now)
        try:
            self.limiter.check(
                peer, cost, self.state.now, session.token_bucket if session else None
            )
        except Refusal as refusal:
            self.counts.rate_limited += 1
            outcome = refusal_outcome(peer.id, message.id, refusal)
            if peer.is_cut_off:
                self._disconnect_flooder(peer, outcome)
            return outcome
        return None

    def _disconnect_flooder(self, peer: Peer, outcome: Outcome) -> None:
        """Close the connection, count it, and record it in the log of floods."""
        outcome.closes.append(peer.id)
        self.counts.flooders += 1
        nickname = peer.session.name if peer.session else ""
        self._flood_log.record(peer.address, nickname, self.state.now)

    def malformed(self, peer_id: PeerId, error: ProtocolError, now: float) -> Outcome:
        """Answer unreadable input with its error and charge UNREADABLE_COST for it.

        The peer is disconnected after too many such inputs in a row, or after a fatal one.
        """
        self._advance_clock(now)
        peer = self.state.peers[peer_id]
        peer.malformed_count += 1
        peer.prepaid -= UNREADABLE_COST
        self.counts.unreadable += 1
        reply_to = UNSET if error.reply_to is None else error.reply_to
        outcome = Outcome(peer_id, Error(error.code, error.text, reply_to=reply_to))
        if error.is_fatal or peer.malformed_count >= self.state.limits.malformed_messages:
            outcome.closes.append(peer_id)
        return outcome

    def disconnected(self, peer_id: PeerId, now: float) -> Outcome:
        """Remove a closed connection; its session ends or waits for a reconnect.

        The outcome is empty for an unknown peer and for one without a session.
        """
        peer = self.state.peers.pop(peer_id, None)
        if peer is None:
            return Outcome()
        self.limiter.unregister(peer)
        session = peer.session
        if session is None:
            return Outcome()
        self._advance_clock(now)
        outcome = self._run_for_room(
            session.room, partial(lifecycle.on_disconnect, self.state, session)
        )
        self._add_snapshots(outcome)
        storing.add_room_entries(self.state, outcome)
        return outcome

    def tick(self, now: float) -> list[Outcome]:
        """Send heartbeats and do everything else that is due by now.

        Repeat prompts after a journal failure, sweep the limiters, end expired sessions, disconnect
        unnamed peers, close idle rooms, apply absence policies and turn clocks. While the journal
        fails, only heartbeats are sent, and absences and turn clocks are frozen.
        """
        self._advance_clock(now)
        state, outcome = self.state, Outcome()
        state.events.sweep(state.now)
        outcomes = heartbeats.check_silent_clients(state)
        if state.journal_failing:
            absence.freeze_timers(state)
            return outcomes
        self._journal_ok_at = state.now
        if state.reprompt_needed:
            absence.repeat_prompts(state, outcome)
        self.limiter.sweep(state.now)
        state.guesses.sweep(state.now)
        state.expire_sessions()
        heartbeats.disconnect_unnamed(state, outcome)
        lifecycle.close_expired(state, outcome)
        for room in absence.rooms_with_disconnected(state):
            apply_policy = partial(absence.apply_absence_policy, state, room)
            outcome.add(self._run_for_room(room, apply_policy))
        for room in list(state.rooms_with_clock.values()):
            apply_clock = partial(absence.apply_turn_clock, state, room)
            outcome.add(self._run_for_room(room, apply_clock))
        self._add_snapshots(outcome)
        storing.add_room_entries(state, outcome)
        return [*outcomes, outcome]

    def announce_stop(self, final: bool) -> Outcome:
        """Return the outcome that tells all clients that the server stops, and closes them.

        Computer players are left out. Clients do not try to reconnect if ``final`` is true.
        """
        peers = tuple(peer.id for peer in self.state.peers.values() if not peer.is_computer)
        outcome = Outcome(closes=list(peers))
        outcome.send(peers, GenericMessage("The server stops now.", final))
        return outcome

    def _advance_clock(self, now: float) -> None:
        """Set the time of the state to ``now``, minus the total time of suspensions.

        The process was suspended if its last input is more than ``tick_gap_seconds`` ago. Then the
        whole time since that input does not count.
        """
        if now > self._suspended_after:
            self._suspended_total += now - self._suspended_after + self._max_gap
        self._suspended_after = now + self._max_gap
        self.state.now = now - self._suspended_total

    def _answer_once(self, peer: Peer, message_id: int, message: AnyClientMessage) -> Outcome:
        """Handle a message with an id and store its answer.

        A repeated id gets the stored answer, whose cost is charged, and has no effect. Answers from
        before the session was opened are moved to the session first.
        """
        if peer.session is not None and peer.answers:  # stored before the peer had a session
            peer.session.answers.update(peer.answers)
            peer.answers.clear()
        answers = (peer.session or peer).answers
        if message_id in answers:
            answer = stored_answer(answers, message_id)
            peer.prepaid -= answer_cost(answer)  # a small message may repeat a large answer
            return answer_outcome(peer.id, answer)
        outcome = self._handle(peer, message)
        if outcome.answer is not None:
            max_answers = self.state.limits.cached_answers
            store_answer((peer.session or peer).answers, message_id, outcome.answer, max_answers)
        return outcome

    def _handle(self, peer: Peer, message: AnyClientMessage) -> Outcome:
        """Call the phase function of the message and return its outcome.

        A Refusal, or a message that the state does not accept, is answered with an Error. Any other
        exception is counted, logged and answered with INTERNALERROR; its records are discarded, and
        it ends the sender's match.
        """
        self.state.chained.clear()
        try:
            sender = peer.session.state if peer.session else None
            handle = TABLE[type(sender)].get(type(message))
            if handle is None:
                raise Refusal(ErrorCode.UNEXPECTEDMESSAGE, unexpected_text(peer, message))
            return handle(self.state, peer, sender, message)
        except Refusal as refusal:
            if isinstance(refusal, LimitExceeded):
                nickname = peer.session.name if peer.session else ""
                state = self.state
                state.events.exceeded_limit(refusal.limit, peer.address, nickname, state.now)
            return refusal_outcome(peer.id, message.id, refusal)
        except Exception:
            self.counts.failures += 1
            changed_room = self.state.discard_records()
            room = peer.session.room if peer.session else None
            room = room or changed_room  # the sender may have left the room before the error
            self._log.exception(
                "message_handling_failed",
                message_type=type(message).__name__,
                ended_match=_match_number(room),
            )
            crash = Error(ErrorCode.INTERNALERROR, INTERNAL_ERROR_TEXT, reply_to=message.id)
            outcome = Outcome(peer.id, crash)
            self._end_match_after_error(room, outcome)
            return outcome

    def _run_for_room(self, room: Room | None, work: Callable[[Outcome], None]) -> Outcome:
        """Run work that no message caused, and return its outcome.

        An exception is counted and logged, and ends the match of the room; the effects of the work
        are discarded.
        """
        outcome = Outcome()
        self.state.chained.clear()
        try:
            work(outcome)
        except Exception:
            self.counts.failures += 1
            room = self.state.discard_records() or room
            self._log.exception("room_work_failed", ended_match=_match_number(room))
            outcome = Outcome()
            self._end_match_after_error(room, outcome)
        return outcome

    def _add_snapshots(self, outcome: Outcome) -> None:
        """Journal the snapshots that the input has made due; if one fails, its match ends."""
        for room in snapshots.take_due_rooms(self.state):
            work = partial(snapshots.add_snapshot, self.state, room)
            outcome.add(self._run_for_room(room, work))

    def _end_match_after_error(self, room: Room | None, outcome: Outcome) -> None:
        """Journal that the match is abandoned and close the room; do nothing without a room.

        Nothing is journalled if the journal has no record of the match. The other members and the
        spectators are sent INTERNALERROR; ``outcome.peer``, who sent the failed message, gets it as
        the answer.
        """
        if room is None:
            return
        others = tuple(peer for peer in room.audience if peer != outcome.peer)
        outcome.send(others, Error(ErrorCode.INTERNALERROR, INTERNAL_ERROR_TEXT))
        if room.last_hash != NO_HASH:
            self.state.journal(room, Abandoned("an internal error"), outcome)
        lifecycle.close(self.state, room, outcome)


def _match_number(room: Room | None) -> int:
    """Return the number of the room's match in the journal; 0 without a match."""
    return room.match.seating.match if room and room.match else 0
