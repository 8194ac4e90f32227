"""Restores open rooms after a restart, with their members as disconnected sessions.

Members take their seats back as after a lost connection; the usual time limits begin with the
restart. Computer players are started again.
"""

from itertools import count

import structlog
from msgspec import MsgspecError, ValidationError

from messages.errors import Refusal
from server.effects import StartBot
from server.journal.open_rooms import OpenRoom, RoomMember, decode_room
from server.journal.records import RoomEntry
from server.rooms import opening
from server.rooms.room import Kicked, Room
from server.session_registry import hash_secret
from server.sessions import Disconnected, InRoom, Session
from server.state import ServerState

PLACES_GIVEN_UP = "its players can make a new table"


def restore_open_rooms(
    state: ServerState, entries: list[RoomEntry]
) -> tuple[list[StartBot], list[RoomEntry]]:
    """Register the stored rooms, the oldest first; return the bots to start and rows to remove.

    A room is removed if it has waited for ``open_room_seconds`` or cannot be restored; the latter
    is logged. A room of a game that this server does not have now stays stored. New rooms get
    higher numbers.
    """
    bots: list[StartBot] = []
    obsolete: list[RoomEntry] = []
    rooms: list[tuple[OpenRoom, RoomEntry]] = []
    for entry in entries:
        try:
            stored = _read(entry)
        except MsgspecError as error:
            _log_lost(entry.match, str(error))
            obsolete.append(RoomEntry(entry.match, b""))
        else:
            rooms.append((stored, entry))
    for stored, entry in sorted(rooms, key=lambda row: row[0].opened_at):
        age = state.unix_time() - stored.opened_at
        if age >= state.limits.open_room_seconds or entry.match in state.rooms:
            obsolete.append(RoomEntry(entry.match, b""))
        elif stored.setup.game in state.games:
            try:
                bots += _register(state, stored, entry, max(0.0, age))
            except Refusal as refusal:
                _log_lost(entry.match, refusal.text)
                obsolete.append(RoomEntry(entry.match, b""))
    numbers = [entry.match for entry in entries]
    state.match_numbers = count(max([next(state.match_numbers), *(n + 1 for n in numbers)]))
    return bots, obsolete


def _read(entry: RoomEntry) -> OpenRoom:
    """Decode a room. Raises MsgspecError if it is unreadable or its host is not a member."""
    stored = decode_room(entry.body)
    if stored.host not in {member.name for member in stored.members}:
        raise ValidationError("its host is not one of its members")
    return stored


def _log_lost(number: int, reason: str) -> None:
    """Log that a room is not restored."""
    log = structlog.get_logger()
    log.warning("open_table_not_restored", match=number, reason=reason, effect=PLACES_GIVEN_UP)


def _register(state: ServerState, stored: OpenRoom, entry: RoomEntry, age: float) -> list[StartBot]:
    """Register a room and its members; return the bots to start. Raises Refusal.

    It is refused if its options are not valid any more or a nickname has a seat in a match.
    """
    game, setup = state.games[stored.setup.game], stored.setup
    options = game.options(setup.mode, setup.options)
    members = [_session(state, member) for member in stored.members]
    for member in members:
        state.check_name_not_in_use(member.name)
    by_name = {member.name: member for member in members}
    room = Room(entry.match, game, setup, options, stored.code, by_name[stored.host])
    room.members_by_seat = list(members)
    room.has_played, room.bot_seats = stored.has_played, sum(m.is_computer for m in members)
    room.rate_limit_key, room.address = stored.rate_limit_key, stored.address
    room.opened_at, room.stored = state.now - age, entry.body
    room.pairs = [(by_name[a], by_name[b]) for a, b in stored.pairs if {a, b} <= by_name.keys()]
    room.kicked = [Kicked(*kicked) for kicked in stored.kicked]
    state.rooms[room.number] = state.open_rooms[room.number] = room
    for member, data in zip(members, stored.members, strict=True):
        member.state = InRoom(member.ref, room, data.wizard, data.is_undecided)
        state.add_session(member)
        if not member.is_computer:
            state.disconnected_sessions[member.key] = member
    state.room_list.opened(room)
    return _start_bots(state, room, stored.bot_seats)


def _session(state: ServerState, member: RoomMember) -> Session:
    """Return the disconnected session of a member, not yet registered."""
    is_computer = member.strategy != ""
    connection = Disconnected(state.now, by_restart=True)
    session = Session(member.name, member.token_hash, is_computer, connection)
    session.strategy, session.dialect = member.strategy, member.dialect
    session.previous_token_hashes = member.previous_token_hashes
    return session


def _start_bots(state: ServerState, room: Room, bot_seats: int) -> list[StartBot]:
    """Return the bots of a room: those that had joined take their seats, others join again."""
    bots: list[StartBot] = []
    target = (room.game.name, room.number, room.code)
    for member in room.members:
        if member.is_computer:
            token = state.secrets.token()
            member.token_hash = hash_secret(token)
            bots.append(StartBot(member.strategy, *target, member.name, token))
    missing = min(bot_seats - room.bot_seats, room.free_seats)
    return bots + [opening.reserve_bot_seat(state, room, "", "") for _ in range(missing)]
