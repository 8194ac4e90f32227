"""Snapshots of matches in the journal, so that a restart need not replay whole matches.

A snapshot is taken at the end of an input, when tokens and cached answers belong to the records
written so far. The final one is taken before the last record of a match, for players who read the
result after a restart.
"""

from messages.play import ActionValid
from server.effects import Outcome
from server.journal.records import NO_HASH, SeatSnapshot, Snapshot
from server.rooms.room import Room
from server.sessions import Session
from server.state import ServerState

REMOVED = SeatSnapshot(NO_HASH, is_removed=True)


def take_due_rooms(state: ServerState) -> list[Room]:
    """Empty ``rooms_to_snapshot`` and return its rooms, without those whose match has ended."""
    due, state.rooms_to_snapshot = state.rooms_to_snapshot, []
    return [room for room in due if room.match and state.rooms.get(room.number) is room]


def add_snapshot(state: ServerState, room: Room, outcome: Outcome) -> None:
    """Journal a snapshot of the room's match; the next one is due ``snapshot_records`` later.

    Does nothing without a match or without a journal.
    """
    match, began = room.match, room.began
    if match is None or began is None:
        return
    texts: dict[str, int] = {}
    seats = tuple(
        REMOVED if member is None else _seat_snapshot(member, texts, outcome)
        for member in room.members_by_seat
    )
    state_of_match, chat = match.snapshot(), room.chat.records()
    snapshot = Snapshot(
        room.last_hash, room.records, began, state_of_match, seats, tuple(texts), chat
    )
    room.snapshot_due_at = room.records + 1 + state.limits.snapshot_records
    state.journal(room, snapshot, outcome)


def _seat_snapshot(member: Session, texts: dict[str, int], outcome: Outcome) -> SeatSnapshot:
    """Return the tokens of a member and its cached answers, without those that are not ActionValid.

    An answer of this outcome is included, although it is not cached yet. ``texts`` has the index of
    each text and is extended. A computer player gets a new token after a restart, so its tokens are
    left out.
    """
    answers = {
        message_id: texts.setdefault(answer.msg, len(texts))
        for message_id, answer in member.answers.items()
        if type(answer) is ActionValid
    }
    answer = outcome.answer
    if type(answer) is ActionValid and answer.reply_to and member.peer == outcome.peer:
        answers[answer.reply_to] = texts.setdefault(answer.msg, len(texts))
    if member.is_computer:
        return SeatSnapshot(NO_HASH, answers=answers)
    return SeatSnapshot(member.token_hash, member.previous_token_hashes, answers)
