"""GameHandler: what happens, without any I/O.

Inputs are calls, each with the time; outputs are effects. It runs only on the event loop's thread,
so there is nothing to lock. For each message: is it welcome in this phase? then the phase function
decides. A Refusal goes to the sender only. An unexpected exception is caught here and nowhere else:
it ends the match it came from and never the server.
"""

from collections.abc import Callable
from functools import partial
from itertools import count
from math import inf
from typing import Any

import structlog
from msgspec import UNSET

from messages import (
    Error,
    ErrorCode,
    GenericMessage,
    Heartbeat,
    Message,
    ProtocolError,
    Reconnect,
    Refusal,
    RequestNickname,
    TurnReminder,
)
from messages.registry import AnyClientMessage
from server.admission.connection_limiter import Door
from server.admission.costs import COSTS, UNREADABLE, USUAL
from server.counters import Counts
from server.effects import Effect, Goodbye, PeerId, Send, to
from server.idempotency import keep, maybe_answer
from server.journal.records import Abandoned, TimedOut
from server.phases import FUNCTIONS, WELCOME
from server.rooms import absence, lifecycle
from server.rooms.room import OUR_BOT, OUR_CLIENT, ClientKind, Peer, Phase, Room
from server.state import ServerState, address, answer, note

_NO_PROOF = (Reconnect, Heartbeat)
"""What a client also says while the answer with its new token is still on the way."""

PATIENCE = 5.0
"""Seconds of a failing journal before newcomers are turned away: most troubles are shorter."""
UNSOUND = "The server cannot save right now; come again a little later."
LOG_SECONDS = 1.0
"""One line about flooders in this time."""
CRASHED = "The server made a mistake; this match ends here. Please report it."


class GameHandler:
    """One per server; every route feeds it."""

    def __init__(self, state: ServerState, log: Any = None) -> None:
        self.state = state
        self.door = Door(state.limits)
        self.counts = Counts()
        self._log = log or structlog.get_logger()
        self._ids = count(1)
        self._pause = state.limits.pause_seconds
        self._asleep = inf
        """A clock that shows more than this has gone on while this process stood still."""
        self._given_back = 0.0
        self._unlogged = 0
        self._log_due = 0.0
        self._sound = 0.0
        """When the journal was last known to work."""

    def connected(
        self,
        address: str,
        now: float,
        *,
        computer: bool = False,
        client: ClientKind = OUR_CLIENT,
    ) -> tuple[PeerId, list[Effect]]:
        """A new connection; ``computer`` only for players this server itself seats."""
        self._tell_time(now)
        peer = Peer(next(self._ids), address, computer, OUR_BOT if computer else client)
        peer.heard = peer.asked = peer.named = self.state.now
        self.state.peers[peer.id] = peer
        try:
            self._let_in(peer)
        except Refusal as refusal:
            peer.credit = -inf
            self.counts.turned_away += 1
            reason = Error(refusal.code, refusal.text)
            return peer.id, [to(peer.id, reason), Goodbye(peer.id)]
        return peer.id, [to(peer.id, RequestNickname())]

    def _let_in(self, peer: Peer) -> None:
        """Raises Refusal if this guest has to go again."""
        if peer.computer:
            peer.credit = inf
            return
        self.door.enter(peer, peer.address, self.state.now)
        self.state.bans.check_address(peer.address)
        if self.state.in_trouble and self.state.now - self._sound > PATIENCE:
            raise Refusal(ErrorCode.NOTSAVED, UNSOUND)
        if not peer.client.is_rate_limited:
            peer.credit = inf
        if len(self.state.peers) > self.state.limits.connections:
            raise Refusal(ErrorCode.SERVERFULL, "The server is full; try again later.")

    def receive(self, who: PeerId, message: AnyClientMessage, now: float) -> list[Effect]:
        """A readable message. Exactly one of the effects is its direct answer."""
        self._tell_time(now)
        state = self.state
        self.counts.received += 1
        peer = state.peers[who]
        peer.malformed = 0
        if peer.late:
            return absence.heard(state, peer) + self.receive(who, message, now)
        cost = COSTS.get(type(message), USUAL)
        if peer.credit < cost and (refused := self._refuse_hasty(peer, message, cost)) is not None:
            return refused
        peer.credit -= cost
        peer.heard = state.now
        session = peer.session
        if session is not None and session.old_hashes and type(message) not in _NO_PROOF:
            session.old_hashes = ()
        if message.id is not UNSET:
            return self._once(peer, message.id, message)
        return self._receive(peer, message)

    def _refuse_hasty(
        self, peer: Peer, message: AnyClientMessage, cost: float
    ) -> list[Effect] | None:
        """What a guest is told who has spent everything, unless there is more to spend by now."""
        if peer.sent_away:
            return []
        session = peer.session
        if session is not None and session.purse is None:
            session.purse = self.door.purse(self.state.now)
        try:
            self.door.check(peer, cost, self.state.now, session.purse if session else None)
        except Refusal as refusal:
            self.counts.hasty += 1
            told = answer(peer, Error(refusal.code, refusal.text, reply_to=message.id))
            return [told, *self._send_away(peer)] if peer.sent_away else [told]
        return None

    def _send_away(self, peer: Peer) -> list[Effect]:
        self.counts.sent_away += 1
        self._unlogged += 1
        if self.state.now >= self._log_due:  # a flood must not become a flood of lines
            name = peer.session.name if peer.session else ""
            facts = {"address": peer.address, "name": name, "since_last": self._unlogged}
            self._log.warning("flooders were sent away", **facts)
            self._unlogged, self._log_due = 0, self.state.now + LOG_SECONDS
        return [Goodbye(peer.id)]

    def malformed(self, who: PeerId, error: ProtocolError, now: float) -> list[Effect]:
        """Something unreadable came; a peer that goes on like this is cut off."""
        self._tell_time(now)
        peer = self.state.peers[who]
        peer.malformed += 1
        peer.credit -= UNREADABLE
        self.counts.unreadable += 1
        reply_to = UNSET if error.reply_to is None else error.reply_to
        told: list[Effect] = [answer(peer, Error(error.code, error.text, reply_to=reply_to))]
        fatal = error.code is ErrorCode.FRAMETOOLONG
        if fatal or peer.malformed >= self.state.limits.malformed_messages:
            told.append(Goodbye(who))
        return told

    def disconnected(self, who: PeerId, now: float) -> list[Effect]:
        """The connection is gone, whoever ended it."""
        peer = self.state.peers.pop(who, None)
        if peer is None:
            return []
        self.door.leave(peer)
        session = peer.session
        if session is None:
            return []
        self._tell_time(now)
        return self._guarded(session.room, lambda: lifecycle.lose(self.state, session))

    def tick(self, now: float) -> list[Effect]:
        """Time has passed: silence is noticed, tables go on without the absent, clocks run out."""
        self._tell_time(now)
        effects = absence.beats(self.state)
        if self.state.in_trouble:
            absence.stand_still(self.state)
            return effects
        self._sound = self.state.now
        if self.state.was_in_trouble:
            effects += absence.ask_again(self.state)
        self.door.sweep(self.state.now)
        self.state.forget_late()
        effects += absence.part_with_nameless(self.state)
        effects += lifecycle.close_idle(self.state)
        for room in absence.rooms_with_absences(self.state):
            effects += self._guarded(room, partial(absence.go_on, self.state, room))
        for room in list(self.state.clocked_rooms.values()):
            effects += self._guarded(room, partial(_clock, self.state, room))
        return effects

    def stopping(self, final: bool) -> list[Effect]:
        """The server ends: every guest is told, then every guest's connection is closed.

        Unless it is ``final``, the guests may wait until it is back.
        """
        peers = tuple(peer.id for peer in self.state.peers.values() if not peer.computer)
        told = Send(peers, (GenericMessage("The server stops now. Goodbye!", final),))
        return [told, *(Goodbye(peer) for peer in peers)]

    def _tell_time(self, now: float) -> None:
        """The lobby's time: as the clock goes, less the time in which this process stood still."""
        if now > self._asleep:
            self._given_back += now - self._asleep + self._pause
        self._asleep = now + self._pause
        self.state.now = now - self._given_back

    def _once(self, peer: Peer, number: int, message: AnyClientMessage) -> list[Effect]:
        """A repeated id gets the same answer again and has no second effect."""
        if peer.session is not None and peer.answers:  # from before it had a name
            peer.session.answers.update(peer.answers)
            peer.answers.clear()
        known = maybe_answer((peer.session or peer).answers, number)
        if known is not None:
            return [answer(peer, known)]
        effects = self._receive(peer, message)
        owner = peer.session or peer
        for effect in effects:
            if type(effect) is Send and effect.answer:
                most = self.state.limits.remembered_answers
                keep(owner.answers, number, effect.messages[0], most)
        return effects

    def _receive(self, peer: Peer, message: AnyClientMessage) -> list[Effect]:
        try:
            session = peer.session
            phase = Phase.NICKNAME if session is None else session.phase
            decide = FUNCTIONS[phase].get(type(message))
            if decide is None:
                raise Refusal(ErrorCode.UNEXPECTEDMESSAGE, _unexpected(peer, message))
            return decide(self.state, peer, message)
        except Refusal as refusal:
            error = Error(refusal.code, refusal.text, reply_to=message.id)
            return [answer(peer, error)]
        except Exception:
            self.counts.failures += 1
            self._log.exception("a message failed", type=type(message).__name__)
            crash = Error(ErrorCode.INTERNALERROR, CRASHED, reply_to=message.id)
            room = peer.session.room if peer.session else None
            return [answer(peer, crash), *self._crash(room, peer.id)]

    def _guarded(self, room: Room | None, work: Callable[[], list[Effect]]) -> list[Effect]:
        """Work that no message asked for; when it fails, the match it touched ends."""
        try:
            return work()
        except Exception:
            self.counts.failures += 1
            self._log.exception("the match failed")
            return self._crash(room)

    def _crash(self, room: Room | None, sender: PeerId | None = None) -> list[Effect]:
        """End a match; everybody in it but the sender is told, and all are back in the lobby."""
        if room is None:
            return []
        others = tuple(peer for peer in room.peers if peer != sender)
        told = Send(others, (Error(ErrorCode.INTERNALERROR, CRASHED),))
        written = note(self.state, room, Abandoned("an internal error"))
        return [told, *written, *lifecycle.close(self.state, room)]


def _clock(state: ServerState, room: Room) -> list[Effect]:
    """Remind those whose time runs out; go on without those whose time is over."""
    clock, match = room.clock, room.match
    if clock is None or match is None or room.alone_since is not None or not room.here:
        return []
    effects = address(
        room,
        [((s,), (TurnReminder(left, seq=match.seq),)) for s, left in clock.reminders(state.now)],
    )
    for seat in clock.expired(state.now):
        if room.match is match and seat in match.waiting:
            step = match.timeout(seat)
            effects += note(state, room, TimedOut(seat))
            effects += lifecycle.publish_step(state, room, match, step)
    return effects


def _unexpected(peer: Peer, message: Message) -> str:
    welcome = " or ".join(cls.__name__ for cls in list(WELCOME[peer.phase])[:6])
    return f"{type(message).__name__} is not for the {peer.phase} phase; send {welcome}."
