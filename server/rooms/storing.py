"""Open rooms as rows of the journal, so that they survive a restart.

A room is stored at the end of each input that has changed it, before the answer is sent.
"""

from server.effects import Outcome
from server.journal.open_rooms import OpenRoom, RoomMember, encode_room
from server.journal.records import NO_HASH, RoomEntry
from server.rooms.room import Room
from server.sessions import Session
from server.state import ServerState


def add_room_entries(state: ServerState, outcome: Outcome) -> None:
    """Add the rows of all changed rooms to the outcome; nothing without a journal.

    A room whose row would be the same is left out. The row is removed when the room has a match,
    is closed, or has no members who could come back.
    """
    changed = list(state.changed_rooms)
    state.changed_rooms.clear()
    if not state.has_journal:
        return
    for room in changed:
        body = _encode(state, room)
        if body != room.stored:
            room.stored = body
            outcome.room_entries.append(RoomEntry(room.number, body))


def _encode(state: ServerState, room: Room) -> bytes:
    """Return the row of a room; empty if it needs none."""
    if room.match is not None or state.rooms.get(room.number) is not room:
        return b""
    members = [member for member in room.members if _can_return(member)]
    if all(member.is_computer for member in members):
        return b""
    names = {member.name for member in members}
    host = room.host.name if room.host.name in names else members[0].name
    stored = OpenRoom(
        setup=room.setup,
        host=host,
        members=tuple(map(_encode_member, members)),
        opened_at=int(state.unix_time() - (state.now - room.opened_at)),
        bot_seats=room.bot_seats,
        code=room.code,
        has_played=room.has_played,
        rate_limit_key=room.rate_limit_key,
        address=room.address,
        pairs=tuple((one.name, other.name) for one, other in room.pairs),
        kicked=tuple((one.name, one.address) for one in room.kicked),
    )
    return encode_room(stored)


def _can_return(member: Session) -> bool:
    """Return whether a member has a token or a nickname with which it can come back."""
    return member.is_computer or member.token_hash != NO_HASH or member.dialect != ""


def _encode_member(member: Session) -> RoomMember:
    """Return the data of a member; a computer player gets a new token after a restart."""
    return RoomMember(
        name=member.name,
        token_hash=NO_HASH if member.is_computer else member.token_hash,
        previous_token_hashes=() if member.is_computer else member.previous_token_hashes,
        strategy=member.strategy,
        dialect=member.dialect,
        wizard=member.wizard,
        is_undecided=member.is_undecided,
    )
