"""Who is there: present, late, absent, gone; and how a table goes on without somebody.

A guest that sends heartbeats is late when one does not come and lost after three; one that never
sent one is trusted to its connection. What happens to the seat of a lost guest is the policy of the
match, and only while somebody else is there to wait:

    skip      the game goes on in its own way whenever it is the absent seat's turn
    bot       a computer player moves for the absent seat until its owner is back
    suspend   as skip while two are left; alone, one can only wait a while and then wins
    forfeit   the seat is given up after a while

A table where nobody is left sleeps, with its clock, until somebody is back or it is abandoned.
"""

from collections.abc import Callable

from messages import Error, ErrorCode, Heartbeat, MatchResumed, MatchSuspended, PlayerStatus
from server.effects import Effect, Goodbye, StartBot, to
from server.journal.records import NO_HASH, Abandoned, TimedOut
from server.rooms import lifecycle
from server.rooms.room import Peer, Room, Session
from server.state import ServerState, address, hashed, note, tell

BEAT_SECONDS = 5.0
LATE_BEATS = 1.5
LOST_BEATS = 3.0


def beats(state: ServerState) -> list[Effect]:
    """Ask the silent for a sign; note who is late; part with the lost."""
    effects: list[Effect] = []
    for peer in list(state.peers.values()):
        silence = state.now - peer.heard
        if peer.computer or silence < BEAT_SECONDS:
            continue
        if state.now - peer.asked >= BEAT_SECONDS:
            peer.asked = state.now
            effects.append(to(peer.id, Heartbeat()))
        if peer.beats and silence >= LOST_BEATS * BEAT_SECONDS:
            effects.append(Goodbye(peer.id))
        elif peer.beats and silence >= LATE_BEATS * BEAT_SECONDS:
            effects += _late(peer)
    return effects


def part_with_nameless(state: ServerState) -> list[Effect]:
    """Who does not say who he is has to go at last; others want to come in."""
    effects: list[Effect] = []
    for peer in state.peers.values():
        if peer.session is not None:
            peer.named = state.now
        elif state.now - peer.named >= state.limits.nameless_seconds:
            peer.named = state.now  # it is told once
            text = "You did not choose a name for long; connect again when you want to play."
            told = to(peer.id, Error(ErrorCode.TOOSLOW, text))
            effects += [told, Goodbye(peer.id)]
    return effects


def heard(state: ServerState, peer: Peer) -> list[Effect]:
    """A sign of life; who was late is present again."""
    peer.heard = state.now
    if not peer.late:
        return []
    peer.late = False
    return _status(peer.session, "present")


def _late(peer: Peer) -> list[Effect]:
    if peer.late:
        return []
    peer.late = True
    return _status(peer.session, "late")


def _status(session: Session | None, status: str) -> list[Effect]:
    if session is None or session.room is None:
        return []
    return tell(session.room, PlayerStatus(session.name, status))  # type: ignore[arg-type]


def stand_still(state: ServerState) -> None:
    """Nobody can do anything while nothing can be saved, so nobody's time runs."""
    for session in state.lost.values():
        session.lost_at = state.now
    for room in state.rooms.values():
        room.alone_since = None if room.alone_since is None else state.now
        if room.clock is not None and room.match is not None:
            room.clock.follow(room.match.waiting, room.match.waiting, state.now)


def ask_again(state: ServerState) -> list[Effect]:
    """Writing works again: whoever was refused an answer to a question is asked once more.

    Clients of some dialects cannot: they were told to try again, and know no repeated prompt.
    """
    state.was_in_trouble = False
    effects: list[Effect] = []
    for room in state.rooms.values():
        if room.match is not None and room.alone_since is None:
            unable = [(m.seat,) for m in room.present if not m.client.accepts_repeated_prompts]
            effects += address(room, [s for s in room.match.open_prompts() if s[0] not in unable])
    return effects


def rooms_with_absences(state: ServerState) -> list[Room]:
    """Every room in which somebody is missing."""
    rooms = {id(s.room): s.room for s in state.lost.values() if s.room is not None}
    return list(rooms.values())


def go_on(state: ServerState, room: Room) -> list[Effect]:
    """What is due at a table where somebody is missing."""
    effects = _give_up_for_good(state, room)
    if effects or not room.lost:
        return effects
    if not room.here:
        return _sleep(state, room)
    if room.match is None:
        return _give_up_late(state, room, state.limits.away_seconds)
    return _POLICIES[room.absent](state, room)


def back(state: ServerState, room: Room) -> list[Effect]:
    """Somebody is back: absences count from when there is somebody to wait; clocks go on."""
    suspended, alone = room.alone_since is not None, len(room.here) == 1
    room.alone_since = None
    if alone:
        for member in room.lost:
            member.lost_at = state.now
    if room.clock and room.match:
        fresh = room.match.waiting if suspended or alone else ()
        room.clock.follow(room.match.waiting, fresh, state.now)
    return tell(room, MatchResumed()) if suspended else []


def _sleep(state: ServerState, room: Room) -> list[Effect]:
    patience = state.limits.abandon_seconds if room.match else state.limits.away_seconds
    if any(_away(state, member) < patience for member in room.lost):
        return []
    written = note(state, room, Abandoned("nobody came back"))
    return written + lifecycle.close(state, room)


def _give_up_for_good(state: ServerState, room: Room) -> list[Effect]:
    """Who has neither token nor name cannot come back: a guest of some old dialects."""
    effects: list[Effect] = []
    for member in room.lost:
        lost_for_good = member.token_hash == NO_HASH and not member.dialect
        if lost_for_good and member.room is room:
            effects += lifecycle.give_up(state, member)
    return effects


def _forfeit(state: ServerState, room: Room) -> list[Effect]:
    return _give_up_late(state, room, state.limits.away_seconds)


def _give_up_late(state: ServerState, room: Room, patience: float) -> list[Effect]:
    effects: list[Effect] = []
    for member in room.lost:
        if _away(state, member) >= patience and member.room is room:
            effects += lifecycle.give_up(state, member)
    return effects


def _skip(state: ServerState, room: Room) -> list[Effect]:
    match, effects = room.match, list[Effect]()
    for member in room.lost:
        absent = _away(state, member) >= state.limits.absent_seconds
        if absent and match is room.match and match is not None and member.seat in match.waiting:
            step = match.timeout(member.seat)
            effects += note(state, room, TimedOut(member.seat))
            effects += lifecycle.publish_step(state, room, match, step)
    return effects


def _bot(state: ServerState, room: Room) -> list[Effect]:
    """A computer player takes the seat with a token of its own; the owner's stays valid."""
    known = state.strategies.get(room.game.name, ())
    if not known:
        return _skip(state, room)
    calls: list[Effect] = []
    for member in room.lost:
        absent = _away(state, member) >= state.limits.absent_seconds
        if absent and not member.stand_in:
            token = state.secrets.token()
            member.stand_in = hashed(token)
            calls.append(
                StartBot(known[0], room.game.name, room.number, room.code, member.name, token)
            )
    return calls


def _suspend(state: ServerState, room: Room) -> list[Effect]:
    if len(room.here) + len([m for m in room.present if m.computer]) >= 2:
        return _skip(state, room)
    wait = room.game.patience(room.options) or state.limits.suspend_seconds
    if room.alone_since is None:
        room.alone_since = state.now
        return tell(room, MatchSuspended(round(wait)))
    if state.now - room.alone_since < wait:
        return []
    return _give_up_late(state, room, 0.0)


def _away(state: ServerState, member: Session) -> float:
    return state.now - member.lost_at if member.lost_at is not None else 0.0


_POLICIES: dict[str, Callable[[ServerState, Room], list[Effect]]] = {
    "skip": _skip,
    "bot": _bot,
    "suspend": _suspend,
    "forfeit": _forfeit,
}
