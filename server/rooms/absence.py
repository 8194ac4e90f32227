"""How a room goes on without somebody.

What happens to the seat of an absent player is the policy of the room, and only while somebody else
is there to wait:

    skip      the game goes on in its own way whenever it is the absent seat's turn
    bot       a computer player moves for the absent seat until its owner is back
    suspend   as skip while two are left; a single player waits a while and then wins
    forfeit   the seat is given up after a while

A match where nobody is left stops, with its clock, until somebody is back or it is abandoned.
"""

from collections.abc import Callable

from messages import MatchResumed, MatchSuspended, Seat, TurnReminder
from server.effects import Outcome, StartBot
from server.journal.records import NO_HASH, Abandoned, TimedOut
from server.rooms import lifecycle
from server.rooms.room import Room
from server.sessions import Session
from server.state import ServerState, hash_secret


def freeze_timers(state: ServerState) -> None:
    """Stop everybody's time while the journal fails: nobody can do anything."""
    for session in state.disconnected_sessions.values():
        _restart_absence(session, state.now)
    for room in state.rooms.values():
        room.suspended_since = None if room.suspended_since is None else state.now
        if room.clock is not None and room.match is not None:
            room.clock.update(room.match.waiting, room.match.waiting, state.now)


def repeat_prompts(state: ServerState, outcome: Outcome) -> None:
    """Send all open prompts again after the journal failed: answers to them were refused.

    Clients of some dialects cannot: they were told to try again, and know no repeated prompt.
    """
    state.reprompt_needed = False
    for room in state.rooms.values():
        if room.match is not None and room.suspended_since is None:
            unable = [(m.seat,) for m in room.members if not m.client.accepts_repeated_prompts]
            prompts = [prompt for prompt in room.match.open_prompts() if prompt[0] not in unable]
            outcome.sends += room.to_peers(prompts)


def rooms_with_absences(state: ServerState) -> list[Room]:
    """Every room in which somebody is missing."""
    rooms = {id(s.room): s.room for s in state.disconnected_sessions.values() if s.room is not None}
    return list(rooms.values())


def apply_absence_policy(state: ServerState, room: Room, outcome: Outcome) -> None:
    """Do what is due in a room where somebody is missing."""
    if _release_for_good(state, room, outcome) or not room.disconnected:
        return
    if not room.connected:
        _close_if_abandoned(state, room, outcome)
    elif room.match is None:
        _forfeit(state, room, outcome)
    else:
        _POLICIES[room.absence_policy](state, room, outcome)


def on_return(state: ServerState, room: Room, outcome: Outcome) -> None:
    """Somebody is back: absences count from when there is somebody to wait; clocks go on."""
    suspended, alone = room.suspended_since is not None, len(room.connected) == 1
    room.suspended_since = None
    if alone:
        for member in room.disconnected:
            _restart_absence(member, state.now)
    if room.clock and room.match:
        fresh = room.match.waiting if suspended or alone else ()
        room.clock.update(room.match.waiting, fresh, state.now)
    if suspended:
        outcome.send(room.audience, MatchResumed())


def _close_if_abandoned(state: ServerState, room: Room, outcome: Outcome) -> None:
    wait = state.limits.abandon_seconds if room.match else state.limits.reconnect_seconds
    if all(_seconds_away(state, member) >= wait for member in room.disconnected):
        state.journal(room, Abandoned("nobody came back"), outcome)
        lifecycle.close(state, room, outcome)


def _release_for_good(state: ServerState, room: Room, outcome: Outcome) -> bool:
    """Release those who cannot return, with neither token nor name: clients of some dialects."""
    lost = [m for m in room.disconnected if m.token_hash == NO_HASH and not m.dialect]
    for member in lost:
        if member.room is room:
            lifecycle.release_seat_and_name(state, member, outcome)
    return bool(lost)


def _forfeit(state: ServerState, room: Room, outcome: Outcome) -> None:
    _release_after(state, room, state.limits.reconnect_seconds, outcome)


def _release_after(state: ServerState, room: Room, wait: float, outcome: Outcome) -> None:
    for member in room.disconnected:
        if _seconds_away(state, member) >= wait and member.room is room:
            lifecycle.release_seat_and_name(state, member, outcome)


def _skip(state: ServerState, room: Room, outcome: Outcome) -> None:
    absent = [member.seat for member in room.disconnected if _is_absent(state, member)]
    _time_out(state, room, absent, outcome)


def apply_turn_clock(state: ServerState, room: Room, outcome: Outcome) -> None:
    """Remind players whose time runs out; go on without those whose time is over."""
    clock, match = room.clock, room.match
    if clock is None or match is None or room.suspended_since is not None or not room.connected:
        return
    for seat, left in clock.due_reminders(state.now):
        outcome.sends += room.to_peers([((seat,), (TurnReminder(left, seq=match.seq),))])
    _time_out(state, room, clock.expired_seats(state.now), outcome)


def _time_out(state: ServerState, room: Room, seats: list[Seat], outcome: Outcome) -> None:
    """Go on without the decisions of these seats, as long as the match waits for them."""
    match = room.match
    for seat in seats:
        if match is not None and room.match is match and seat in match.waiting:
            step = match.timeout(seat)
            state.journal(room, TimedOut(seat), outcome)
            lifecycle.publish_step(state, room, match, step, outcome)


def _bot(state: ServerState, room: Room, outcome: Outcome) -> None:
    """Start a computer player with a token of its own for each seat; the owner's stays valid."""
    known = state.strategies.get(room.game.name, ())
    if not known:
        _skip(state, room, outcome)
        return
    for member in room.disconnected:
        away = member.disconnected
        if away and not away.stand_in_hash and _is_absent(state, member):
            token = state.secrets.token()
            away.stand_in_hash = hash_secret(token)
            at = (room.game.name, room.number, room.code)
            outcome.bots.append(StartBot(known[0], *at, member.name, token))


def _suspend(state: ServerState, room: Room, outcome: Outcome) -> None:
    if len(room.connected) + len([m for m in room.members if m.is_computer]) >= 2:
        _skip(state, room, outcome)
        return
    wait = room.game.patience(room.options) or state.limits.suspend_seconds
    if room.suspended_since is None:
        room.suspended_since = state.now
        outcome.send(room.audience, MatchSuspended(round(wait)))
    elif state.now - room.suspended_since >= wait:
        _release_after(state, room, 0.0, outcome)


def _is_absent(state: ServerState, member: Session) -> bool:
    return _seconds_away(state, member) >= state.limits.absent_seconds


def _seconds_away(state: ServerState, member: Session) -> float:
    return state.now - member.disconnected.since if member.disconnected else 0.0


def _restart_absence(session: Session, now: float) -> None:
    if session.disconnected:
        session.disconnected.since = now


_POLICIES: dict[str, Callable[[ServerState, Room, Outcome], None]] = {
    "skip": _skip,
    "bot": _bot,
    "suspend": _suspend,
    "forfeit": _forfeit,
}
