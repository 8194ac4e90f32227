"""A match in its room: start, steps, end; members who leave; rooms that close.

What a function causes it adds to the outcome; it raises Refusal before anything has changed.
"""

from msgspec import structs

from games.base import Result, Table
from messages.base import Seat
from messages.errors import ErrorCode, Refusal
from messages.lobby import Options, RoomUpdate, SelectWizard
from messages.play import GenericMessage, PlayerStatus
from server.effects import Outcome
from server.journal import records
from server.match import Match, MatchStep
from server.rooms import spectators
from server.rooms.room import Room
from server.rooms.turn_clock import TurnClock
from server.sessions import Disconnected, InLobby, InRoom, Playing, Session, SettingUp, Spectating
from server.state import ServerState

# The match


def start_if_ready(state: ServerState, room: Room, outcome: Outcome) -> bool:
    """Start once every seat is taken and every wizard chosen; return whether it started."""
    if room.match or room.setup.standing or not room.is_full or room.without_wizard:
        return False
    _start(state, room, outcome)
    return True


def start_by_host(state: ServerState, room: Room, options: Options, outcome: Outcome) -> None:
    """Start with the members there are, if the game can be played by so many."""
    seated, title = len(room.members_by_seat), room.game.title
    state.check_journal()
    if seated not in room.game.seats:
        first, last = room.game.seats[0], room.game.seats[-1]
        text = f"{title} is for {first} to {last} players; {seated} are here."
        raise Refusal(ErrorCode.CHOICENOTVALID, text)
    if room.without_wizard:
        names = ", ".join(member.name for member in room.without_wizard)
        raise Refusal(ErrorCode.CHOICENOTVALID, f"Wait until these chose a wizard: {names}.")
    merged = {**room.setup.options, **options}
    room.options = room.game.options(room.setup.mode, merged)
    room.setup = structs.replace(room.setup, options=merged)
    _start(state, room, outcome)


def _start(state: ServerState, room: Room, outcome: Outcome) -> None:
    members = room.members
    names = tuple(member.name for member in members)
    number = next(state.numbers) if room.has_played else room.number
    table = Table(number, names, tuple(member.wizard for member in members))
    seed = state.secrets.seed()
    match = room.match = Match(room.game, room.options, table, seed)
    room.has_played, room.last_hash, room.spectator_seq = True, records.NO_HASH, None
    state.open_rooms.pop(room.number, None)
    for seat, member in enumerate(members):
        member.state = Playing(member.ref, room, match, seat, member.wizard)
        member.last_match = None
    if room.setup.clock:
        room.clock = TurnClock(room.setup.clock)
        state.rooms_with_clock[room.number] = room
    state.journal(room, _began(state, room, seed), outcome)
    publish_step(state, room, match, match.opening_step(), outcome)


def _began(state: ServerState, room: Room, seed: bytes) -> records.Began:
    players = tuple(
        records.Player(m.name, m.wizard, m.token_hash, m.strategy, m.dialect) for m in room.members
    )
    at = int(state.unix_time())
    return records.Began(records.FORMAT, room.setup, players, room.host.name, room.code, seed, at)


def publish_step(
    state: ServerState, room: Room, match: Match, step: MatchStep, outcome: Outcome
) -> None:
    """Send the messages of a step, go on with the turn clock, and end the match if it is over."""
    outcome.sends += room.to_peers(step.messages)
    if room.spectators:
        spectators.send_step(room, match, step, outcome)
    if step.removed_seats:
        for seat in step.removed_seats:
            _remove_by_rules(state, room, seat, outcome)
        if not room.people:
            return
    for viewer in room.view_subscribers:
        outcome.sends += room.to_peers([((viewer.seat,), (match.view(viewer.seat),))])
    if step.result is not None:
        _end(state, room, match, step.result, outcome)
    elif room.clock is not None:
        room.clock.update(match.waiting, step.seats_to_prompt, state.now)


def _end(state: ServerState, room: Room, match: Match, result: Result, outcome: Outcome) -> None:
    if state.has_journal:
        ended = records.Ended(result.winners, result.reason, records.state_hash(match.state))
        state.journal(room, ended, outcome)
    for member in room.people:
        member.last_match = match if member.client.reads_results_later else None
    (reopen if room.setup.standing else close)(state, room, outcome)


def reopen(state: ServerState, room: Room, outcome: Outcome) -> None:
    """Open a standing room again for its members after a match."""
    state.rooms_with_clock.pop(room.number, None)
    room.match, room.clock = None, None
    room.members_by_seat = list(room.members)
    room.update_peers()
    for member in room.members:
        member.state = InRoom(member.ref, room)
    state.open_rooms[room.number] = room
    room.opened_at = state.now
    outcome.send(room.audience, RoomUpdate(room.info(), room.code))
    if room.game.wizards:
        outcome.send(room.peers, SelectWizard(room.game.wizards))


def close(state: ServerState, room: Room, outcome: Outcome) -> None:
    """Remove the room; its members and spectators are back in the lobby."""
    for index in (state.rooms, state.open_rooms, state.rooms_with_clock):
        index.pop(room.number, None)
    peers = room.audience
    for member in room.members:
        member.state = InLobby(member.ref)
        if member.peer is None and member.last_match is None:
            state.end_session(member)
    room.members_by_seat = []
    room.update_peers()
    for spectator in list(room.spectators):
        spectators.stop(spectator, room)
    outcome.send(peers, state.match_list())


def close_idle(state: ServerState, outcome: Outcome) -> None:
    """Close the rooms that wait for too long; ``open_rooms`` has the oldest first."""
    for room in list(state.open_rooms.values()):
        if state.now - room.opened_at < state.limits.open_room_seconds:
            break
        outcome.send(room.audience, GenericMessage("This table waited too long and is closed now."))
        close(state, room, outcome)


# Leaving


def leave(state: ServerState, session: Session, outcome: Outcome) -> None:
    """Go back to the lobby; the others are told that a seat is given up."""
    match session.state:
        case SettingUp():
            session.state = InLobby(session.ref)
        case Spectating(room=room):
            spectators.stop(session, room)
        case InRoom(room=room):
            _remove_member(state, room, session, outcome)
            if room.people:
                outcome.send(room.audience, RoomUpdate(room.info(), room.code))
        case Playing(room=room, match=match, seat=seat):
            _remove_member(state, room, session, outcome)
            if room.people:
                state.journal(room, records.Left(seat), outcome)
                publish_step(state, room, match, match.leave(seat), outcome)


def _remove_by_rules(state: ServerState, room: Room, seat: Seat, outcome: Outcome) -> None:
    """Send a member whose seat the rules took away back to the lobby."""
    session = room.members_by_seat[seat] if room.members_by_seat else None
    if session is None:
        return
    _remove_member(state, room, session, outcome)
    if isinstance(session.connection, Disconnected):
        state.end_session(session)
    else:
        outcome.send((session.connection,), state.match_list())


def _remove_member(state: ServerState, room: Room, session: Session, outcome: Outcome) -> None:
    """Free the seat and tell the others; a room without people is closed."""
    if isinstance(session.state, Playing):
        room.members_by_seat[session.state.seat] = None
    else:
        room.members_by_seat.remove(session)
    session.state = InLobby(session.ref)
    room.bot_seats -= session.is_computer
    room.update_peers()
    if not room.people:
        state.journal(room, records.Abandoned("everybody left"), outcome)
        close(state, room, outcome)
        return
    if room.host is session:
        room.host = room.people[0]
    outcome.send(room.audience, PlayerStatus(session.name, "gone"))


def on_disconnect(state: ServerState, session: Session, outcome: Outcome) -> None:
    """Keep a seat, a result or a place as a spectator for a while, but not a mere nickname."""
    match = session.match
    session.connection = Disconnected(state.now, match.table.match if match else 0)
    spectators.pause_watching(session)
    idle = isinstance(session.state, InLobby | SettingUp) and match is None
    if session.is_computer or idle:
        release_seat_and_name(state, session, outcome)
        return
    state.disconnected_sessions[session.key] = session
    if session.room is not None:
        session.room.update_peers()
        outcome.send(session.room.audience, PlayerStatus(session.name, "absent"))


def release_seat_and_name(state: ServerState, session: Session, outcome: Outcome) -> None:
    """End a session: the nickname is free again, the seat is given up."""
    state.end_session(session)
    leave(state, session, outcome)
