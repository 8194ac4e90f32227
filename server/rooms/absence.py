"""Absence policies and turn clocks: how a room continues without a player's decision.

The absence policy of the room applies to absent players while at least one person is connected:

    ``skip``      the rules of the game decide for the absent seat whenever it must decide.
    ``bot``       a computer player acts for the absent seat until its owner returns.
    ``suspend``   as skip while two players are left; a sole player waits, then wins.
    ``forfeit``   the seat is given up after ``reconnect_seconds``.

A match without connected people is frozen, with its turn clock, until a player returns or it is
abandoned.
"""

from collections.abc import Callable

from messages import MatchResumed, MatchSuspended, Seat, TurnReminder
from server.effects import Outcome, StartBot
from server.journal.records import NO_HASH, Abandoned, TimedOut
from server.rooms import lifecycle
from server.rooms.room import Room
from server.session_registry import hash_secret
from server.sessions import Session
from server.state import ServerState


def freeze_timers(state: ServerState) -> None:
    """Set the start of all absences, suspensions and running turn clocks to now.

    Called at each tick while the journal fails, because nobody can act then.
    """
    for session in state.disconnected_sessions.values():
        _restart_absence(session, state.now)
    for room in state.rooms.values():
        room.suspended_since = None if room.suspended_since is None else state.now
        if room.clock is not None and room.match is not None:
            room.clock.update(room.match.waiting, room.match.waiting, state.now)


def repeat_prompts(state: ServerState, outcome: Outcome) -> None:
    """Send all open prompts again after the journal failed, and clear ``reprompt_needed``.

    Suspended matches are skipped, and so are clients that do not accept repeated prompts: their
    refused action told them to try again.
    """
    state.reprompt_needed = False
    for room in state.rooms.values():
        if room.match is not None and room.suspended_since is None:
            unable = [(m.seat,) for m in room.members if not m.client.accepts_repeated_prompts]
            prompts = [prompt for prompt in room.match.open_prompts() if prompt[0] not in unable]
            outcome.sends += room.to_peers(prompts)


def rooms_with_disconnected(state: ServerState) -> list[Room]:
    """Return each room that has a disconnected member, once."""
    rooms = {id(s.room): s.room for s in state.disconnected_sessions.values() if s.room is not None}
    return list(rooms.values())


def apply_absence_policy(state: ServerState, room: Room, outcome: Outcome) -> None:
    """Do what is due now in a room with disconnected members.

    Release members who cannot return, and nothing else then. Close an abandoned room with nobody
    connected; without a match apply forfeit, otherwise the policy of the room.
    """
    if _release_unresumable_members(state, room, outcome) or not room.disconnected_people:
        return
    if not room.connected_people:
        _close_if_abandoned(state, room, outcome)
    elif room.match is None:
        _apply_forfeit(state, room, outcome)
    else:
        _POLICIES[room.absence_policy](state, room, outcome)


def on_return(state: ServerState, room: Room, outcome: Outcome) -> None:
    """Resume a suspended match after a player returned, and tell all if it was suspended.

    If the player is the only one connected, the absences of the others start now. In both cases the
    seats that the match waits for get their full time again.
    """
    suspended, alone = room.suspended_since is not None, len(room.connected_people) == 1
    room.suspended_since = None
    if alone:
        for member in room.disconnected_people:
            _restart_absence(member, state.now)
    if room.clock and room.match:
        restarted = room.match.waiting if suspended or alone else ()
        room.clock.update(room.match.waiting, restarted, state.now)
    if suspended:
        outcome.send(room.audience, MatchResumed())


def _close_if_abandoned(state: ServerState, room: Room, outcome: Outcome) -> None:
    """Journal the end and close a room whose people have all been disconnected for too long.

    That is ``abandon_seconds`` with a match, without one ``reconnect_seconds`` but at most
    ``idle_room_seconds``.
    """
    limits = state.limits
    open_seconds = min(limits.reconnect_seconds, limits.idle_room_seconds)
    seconds = limits.abandon_seconds if room.match else open_seconds
    if all(_disconnected_seconds(state, member) >= seconds for member in room.disconnected_people):
        state.journal(room, Abandoned("nobody came back"), outcome)
        lifecycle.close(state, room, outcome)


def _release_unresumable_members(state: ServerState, room: Room, outcome: Outcome) -> bool:
    """End the sessions and give up the seats of disconnected members who cannot resume.

    Clients of some dialects have neither a token nor a nickname to resume with. Return whether
    there were such members.
    """
    unable = [m for m in room.disconnected_people if m.token_hash == NO_HASH and not m.dialect]
    for member in unable:
        if member.room is room:
            lifecycle.release_seat_and_name(state, member, outcome)
    return bool(unable)


def _apply_forfeit(state: ServerState, room: Room, outcome: Outcome) -> None:
    """Release members who have been disconnected for ``reconnect_seconds``."""
    _release_after(state, room, state.limits.reconnect_seconds, outcome)


def _release_after(state: ServerState, room: Room, seconds: float, outcome: Outcome) -> None:
    """End the sessions and give up the seats of members disconnected for this many seconds."""
    for member in room.disconnected_people:
        # Releasing one member may end the match and take the others out of the room.
        if _disconnected_seconds(state, member) >= seconds and member.room is room:
            lifecycle.release_seat_and_name(state, member, outcome)


def _apply_skip(state: ServerState, room: Room, outcome: Outcome) -> None:
    """Let the rules decide for the absent players whom the match waits for."""
    absent = [member.seat for member in room.disconnected_people if _is_absent(state, member)]
    _time_out(state, room, absent, outcome)


def apply_turn_clock(state: ServerState, room: Room, outcome: Outcome) -> None:
    """Remind players whose time runs out; let the rules decide for those whose time is over.

    Does nothing without a turn clock or match, while suspended, or with nobody connected.
    """
    clock, match = room.clock, room.match
    if (
        clock is None
        or match is None
        or room.suspended_since is not None
        or not room.connected_people
    ):
        return
    for seat, left in clock.take_due_reminders(state.now, room.remind_at):
        outcome.sends += room.to_peers([((seat,), (TurnReminder(left, seq=match.seq),))])
    _time_out(state, room, clock.expired_seats(state.now), outcome)


def _time_out(state: ServerState, room: Room, seats: list[Seat], outcome: Outcome) -> None:
    """Let the rules decide once for each of these seats, if the match still waits for it then.

    Each decision is journalled and published; the rest is skipped after the end of the match.
    """
    match = room.match
    for seat in seats:
        if match is not None and room.match is match and seat in match.waiting:
            step = match.timeout(seat)
            state.journal(room, TimedOut(seat), outcome)
            lifecycle.publish_step(state, room, match, step, outcome)


def _apply_bot(state: ServerState, room: Room, outcome: Outcome) -> None:
    """Start one stand-in for each absent player; apply skip if the game has no computer players.

    The stand-in plays the first strategy and has a token of its own; the owner's stays valid.
    """
    strategies = state.strategies.get(room.game.name, ())
    if not strategies:
        _apply_skip(state, room, outcome)
        return
    for member in room.disconnected_people:
        disconnected = member.disconnected
        if disconnected and not disconnected.stand_in_hash and _is_absent(state, member):
            token = state.secrets.token()
            disconnected.stand_in_hash = hash_secret(token)
            target = (room.game.name, room.number, room.code)
            outcome.bots.append(StartBot(strategies[0], *target, member.name, token))


def _apply_suspend(state: ServerState, room: Room, outcome: Outcome) -> None:
    """Apply skip while two players, people or computer players, are left.

    Otherwise suspend the match, if it is not suspended, and tell all; after the waiting time
    release the disconnected members, so that the remaining player wins. A game may define its own
    waiting time.
    """
    if len(room.connected_people) + len([m for m in room.members if m.is_computer]) >= 2:
        _apply_skip(state, room, outcome)
        return
    wait = room.game.sole_player_timeout(room.options) or state.limits.suspend_seconds
    if room.suspended_since is None:
        room.suspended_since = state.now
        outcome.send(room.audience, MatchSuspended(round(wait)))
    elif state.now - room.suspended_since >= wait:
        _release_after(state, room, 0.0, outcome)


def _is_absent(state: ServerState, member: Session) -> bool:
    """Return whether a member has been disconnected for ``absent_seconds``."""
    return _disconnected_seconds(state, member) >= state.limits.absent_seconds


def _disconnected_seconds(state: ServerState, member: Session) -> float:
    """Return the seconds since a member was disconnected; 0.0 while it is connected."""
    return state.now - member.disconnected.since if member.disconnected else 0.0


def _restart_absence(session: Session, now: float) -> None:
    """Count the absence of a session from now; does nothing if it is connected."""
    if session.disconnected:
        session.disconnected.since = now


_POLICIES: dict[str, Callable[[ServerState, Room, Outcome], None]] = {
    "skip": _apply_skip,
    "bot": _apply_bot,
    "suspend": _apply_suspend,
    "forfeit": _apply_forfeit,
}
