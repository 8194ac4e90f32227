"""The life of a room: a match starts, advances and ends; members leave; the room closes.

Functions add their effects to the outcome. They raise Refusal before they change anything.
"""

from msgspec import structs

from games.base import Result, Seating
from messages.base import Seat
from messages.errors import ErrorCode, Refusal
from messages.lobby import Options, RoomUpdate, SelectWizard
from messages.play import Error, GenericMessage, PlayerStatus
from messages.seeds import next_seed, parse_seed
from server.effects import Outcome
from server.journal import records
from server.match import Match, MatchStep
from server.rooms import snapshots, spectators
from server.rooms.room import Kicked, Room
from server.rooms.teams import without_member
from server.rooms.turn_clock import TurnClock
from server.sessions import Disconnected, InLobby, InRoom, Playing, Session, SettingUp, Spectating
from server.state import DRAINING_TEXT, ServerState

KICKED_TEXT = "The host has removed you from match {number}; choose another match."
TOO_LONG_TEXT = "This match has reached {maximum} actions, the maximum, and ends without a winner."

# The match


def start_if_ready(state: ServerState, room: Room, outcome: Outcome) -> bool:
    """Start the match if every seat is taken and every wizard chosen; return whether it started.

    A standing room is started only by its host. While the server drains, all in the room are told
    instead that no match starts.
    """
    if room.match or room.setup.standing or not room.is_full or room.without_wizard:
        return False
    if state.draining:
        outcome.send(room.audience, GenericMessage(DRAINING_TEXT))
        return False
    _start_match(state, room, outcome)
    return True


def start_by_host(state: ServerState, room: Room, options: Options, outcome: Outcome) -> None:
    """Start a match with the present members; these options are merged into those of the room.

    Raises Refusal while the journal fails or the server drains, if the number of members does not
    suit the game, a wizard is missing or an option is invalid.
    """
    seated, title = len(room.members_by_seat), room.game.title
    state.check_journal()
    state.check_not_draining()
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
    _start_match(state, room, outcome)


def _start_match(state: ServerState, room: Room, outcome: Outcome) -> None:
    """Start a match and its turn clock, journal and publish its start; all members become players.

    Partners get seats of one team. The first match has the number of the room, later ones in a
    standing room get new numbers. The room is no longer open, and private chat lines and the last
    results of its members are forgotten.
    """
    room.members_by_seat = room.seats_by_team(len(room.members))
    room.update_peers()
    members = room.members
    names = tuple(member.name for member in members)
    number = next(state.match_numbers) if room.has_played else room.number
    seating = Seating(number, names, tuple(member.wizard for member in members))
    seed = _match_seed(state, room)
    match = room.match = Match(room.game, room.options, seating, seed, room.setup)
    room.has_played, room.last_hash, room.spectator_seq = True, records.NO_HASH, None
    room.chat.forget_private()
    room.records, room.snapshot_due_at = 0, state.limits.snapshot_records
    state.open_rooms.pop(room.number, None)
    state.room_list.update(room)
    for seat, member in enumerate(members):
        member.state = Playing(member.ref, room, match, seat, member.wizard)
        member.last_match = None
    if room.setup.clock:
        room.clock = TurnClock(room.setup.clock)
        state.rooms_with_clock[room.number] = room
    if state.has_journal:
        room.began = _began_record(state, room, seed)
        state.journal(room, room.began, outcome)
    state.events.began_match(number, room.game.name, names, state.now)
    publish_step(state, room, match, match.opening_step(), outcome)


def _match_seed(state: ServerState, room: Room) -> bytes:
    """Return the seed of the next match in a room: a random one unless the host chose it.

    After the first match the chosen seed is replaced by the one that follows it, also in the
    set-up, so that a restart continues the series.
    """
    if not room.setup.seed:
        return state.secrets.seed()
    seed = parse_seed(room.setup.seed)
    if room.has_played:
        seed = next_seed(seed)
        room.setup = structs.replace(room.setup, seed=seed.hex())
    return seed


def _began_record(state: ServerState, room: Room, seed: bytes) -> records.Began:
    """Return the first record of a match: players, set-up, host, code, seed and time."""
    players = tuple(
        records.Player(m.name, m.wizard, m.token_hash, m.strategy, m.dialect) for m in room.members
    )
    return records.Began(
        records.FORMAT,
        room.setup,
        players,
        room.host.name,
        room.code,
        seed,
        started_at=int(state.unix_time()),
        rules_version=room.game.rules_version,
    )


def publish_step(
    state: ServerState, room: Room, match: Match, step: MatchStep, outcome: Outcome
) -> None:
    """Send a step to players and spectators; update the turn clock, or end a match that is over.

    A match that has reached ``actions_per_match`` ends without a winner. Members whose seats the
    rules removed return to the lobby; nothing more happens if no people are left then. Members
    whose clients want views get one.
    """
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
        _end_with_result(state, room, match, step.result, outcome)
    elif match.steps >= state.limits.actions_per_match:
        _end_at_maximum(state, room, outcome)
    elif room.clock is not None:
        room.clock.update(match.waiting, step.seats_to_prompt, state.now)


def _end_with_result(
    state: ServerState, room: Room, match: Match, result: Result, outcome: Outcome
) -> None:
    """Journal the end, then reopen a standing room or close any other.

    People whose clients read results later keep the match as ``last_match``; that of the others is
    cleared. ``result_until`` is set for all people, ``result_seconds`` from now. If a member with a
    result to read can return with a token after a restart, a final snapshot is journalled first.
    """
    readers = [member for member in room.people if member.client.reads_results_later]
    if state.has_journal:
        if any(member.token_hash and not member.dialect for member in readers):
            snapshots.add_snapshot(state, room, outcome)
        final_hash, now = records.state_hash(match.state), int(state.unix_time())
        state.journal(room, records.Ended(result.winners, result.reason, final_hash, now), outcome)
    for member in room.people:
        member.last_match = match if member in readers else None
        member.result_until = state.now + state.limits.result_seconds
    (reopen if room.setup.standing else close)(state, room, outcome)


def _end_at_maximum(state: ServerState, room: Room, outcome: Outcome) -> None:
    """End a match that has reached ``actions_per_match``, without a winner, and tell all in it.

    Then reopen a standing room or close any other.
    """
    maximum = state.limits.actions_per_match
    outcome.send(room.audience, GenericMessage(TOO_LONG_TEXT.format(maximum=maximum)))
    state.journal(room, records.Abandoned("the maximum number of actions"), outcome)
    (reopen if room.setup.standing else close)(state, room, outcome)


def reopen(state: ServerState, room: Room, outcome: Outcome) -> None:
    """Make a room an open room again after a match; seats that were given up are removed.

    Its match and turn clock are removed, and its time limit as an open room starts now. People are
    undecided until they say to play again, except on legacy clients, which cannot say it. All are
    sent RoomUpdate, and members a prompt for a wizard in games with wizards.
    """
    _log_match_end(state, room)
    state.rooms_with_clock.pop(room.number, None)
    room.match, room.clock, room.missing_records = None, None, 0
    room.members_by_seat = list(room.members)
    room.update_peers()
    for member in room.members:
        can_decide = member.client.has_token and not member.is_computer
        member.state = InRoom(member.ref, room, is_undecided=can_decide)
    state.open_rooms[room.number] = room
    room.opened_at = state.now
    state.room_list.opened(room)
    outcome.send(room.audience, RoomUpdate(room.info(), room.code))
    if room.game.wizards:
        outcome.send(room.peers, SelectWizard(room.game.wizards))


def close(state: ServerState, room: Room, outcome: Outcome) -> None:
    """Remove the room; its members and spectators return to the lobby and get the list of rooms.

    Sessions of disconnected members without a result to read end. Nothing is journalled here.
    """
    _log_match_end(state, room)
    for index in (state.rooms, state.open_rooms, state.rooms_with_clock):
        index.pop(room.number, None)
    peers = room.audience
    for member in room.members:
        member.state = InLobby(member.ref)
        if member.peer is None and member.last_match is None:
            state.end_session(member)
    room.members_by_seat = []
    room.update_peers()
    state.room_list.update(room)
    for spectator in list(room.spectators):
        spectators.stop_watching(spectator, room)
    outcome.send(peers, state.match_list())


def _log_match_end(state: ServerState, room: Room) -> None:
    """Log that the match of a room ends; does nothing for an open room."""
    if (match := room.match) is not None:
        reason = match.result.reason if match.result else "ended without a result"
        number, game = match.seating.match, room.game.name
        state.events.ended_match(number, game, match.steps, reason, state.now)


def close_expired(state: ServerState, outcome: Outcome) -> None:
    """Close rooms that have been open for ``open_room_seconds``, and tell all in them."""
    for room in list(state.open_rooms.values()):
        if state.now - room.opened_at < state.limits.open_room_seconds:
            break  # the oldest rooms come first
        outcome.send(room.audience, GenericMessage("This table waited too long and is closed now."))
        close(state, room, outcome)


# Leaving


def leave(state: ServerState, session: Session, outcome: Outcome) -> None:
    """Return a session to the lobby; its seat is given up and the others are told.

    In a match with people left, the departure is journalled and the rules continue without the
    seat. A spectator stops watching, a set-up is cancelled; in the lobby nothing happens.
    """
    match session.state:
        case SettingUp():
            session.state = InLobby(session.ref)
        case Spectating(room=room):
            spectators.stop_watching(session, room)
        case InRoom(room=room):
            _remove_member(state, room, session, outcome)
            if room.people:
                outcome.send(room.audience, RoomUpdate(room.info(), room.code))
        case Playing(room=room, match=match, seat=seat):
            _remove_member(state, room, session, outcome)
            if room.people:
                state.journal(room, records.Left(seat, state.match_milliseconds(room)), outcome)
                publish_step(state, room, match, match.leave(seat), outcome)


def kick(
    state: ServerState, room: Room, session: Session, kicked: Kicked, outcome: Outcome
) -> None:
    """Remove a member or spectator from an open room and send it the reason and the list of rooms.

    A person cannot come back: ``kicked`` is kept, of the latest ``kicked_per_room`` only. The
    session of a computer player or of a disconnected player ends instead; no message is sent to it,
    its connection is closed, and a result to read is kept.
    """
    peer = session.peer
    if not session.is_computer:
        room.kicked = [*room.kicked, kicked][-state.limits.kicked_per_room :]
        state.changed_rooms[room] = None
    if session.is_computer or session.disconnected:
        release_seat_and_name(state, session, outcome)
        state.keep_result(session)
        outcome.closes += [] if peer is None else [peer]
    else:
        leave(state, session, outcome)
        error = Error(ErrorCode.NOTALLOWED, KICKED_TEXT.format(number=room.number))
        outcome.send(() if peer is None else (peer,), error, state.match_list())


def _remove_by_rules(state: ServerState, room: Room, seat: Seat, outcome: Outcome) -> None:
    """Move the member whose seat the rules removed to the lobby, and send it the list of rooms.

    The session ends instead if it is disconnected. Does nothing if the seat was already given up.
    """
    session = room.members_by_seat[seat] if room.members_by_seat else None
    if session is None:
        return
    _remove_member(state, room, session, outcome)
    if isinstance(session.connection, Disconnected):
        state.end_session(session)
    else:
        outcome.send((session.connection,), state.match_list())


def _remove_member(state: ServerState, room: Room, session: Session, outcome: Outcome) -> None:
    """Return the session to the lobby, free its seat and tell the others that it is gone.

    The seat stays empty in a match and is removed otherwise. If no people are left, the match is
    journalled as abandoned and the room closed. If the host leaves, the first remaining person
    becomes host, without a message.
    """
    if isinstance(session.state, Playing):
        room.members_by_seat[session.state.seat] = None
    else:
        room.members_by_seat.remove(session)
    session.state = InLobby(session.ref)
    room.pairs = without_member(room.pairs, session)
    room.bot_seats -= session.is_computer
    room.update_peers()
    if not room.people:
        state.journal(room, records.Abandoned("everybody left"), outcome)
        close(state, room, outcome)
        return
    if room.host is session:
        room.host = room.people[0]
    state.room_list.update(room)
    outcome.send(room.audience, PlayerStatus(session.name, "gone"))


def on_disconnect(state: ServerState, session: Session, outcome: Outcome) -> None:
    """Mark a session as disconnected and tell its room, or end it and give up its seat.

    It is kept if it has a seat, watches, or has a result or notice to read; sessions of computer
    players always end. A spectator stops receiving the match.
    """
    match = session.match
    session.connection = Disconnected(state.now, match.seating.match if match else 0)
    spectators.pause_watching(session)
    has_news = match is not None or session.notice
    idle = isinstance(session.state, InLobby | SettingUp) and not has_news
    if session.is_computer or idle:
        release_seat_and_name(state, session, outcome)
        return
    state.disconnected_sessions[session.key] = session
    if session.room is not None:
        session.room.update_peers()
        outcome.send(session.room.audience, PlayerStatus(session.name, "absent"))


def release_seat_and_name(state: ServerState, session: Session, outcome: Outcome) -> None:
    """End a session: its nickname is free again, and its seat is given up as in ``leave``."""
    state.end_session(session)
    leave(state, session, outcome)
