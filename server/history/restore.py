"""Restore: brings all unfinished matches, and unread results, back after a restart.

Sessions of people are restored as disconnected; computer players are started again. A match is
replayed from its last snapshot or, if that is damaged, from its start. A match that cannot be
replayed is left out and stays in the journal unchanged.
"""

from itertools import count

from server.effects import StartBot
from server.history.replay import Replay, replay_entries
from server.idempotency import drop_oldest
from server.journal.base import Journal
from server.journal.records import Began
from server.match import Match
from server.rooms.room import Room
from server.rooms.turn_clock import TurnClock
from server.session_registry import hash_secret
from server.sessions import Disconnected, Playing, Session
from server.state import ServerState


def restore(state: ServerState, journal: Journal) -> tuple[list[StartBot], list[Replay]]:
    """Restore the rooms of unfinished matches and the unread results of finished ones.

    Return the bots to start and the failed replays. New matches get numbers above all numbers in
    the journal. If a replay fails, the whole journal is checked. Rooms and sessions change only
    when everything has been read, so that this can be repeated after JournalDamaged.
    """
    state.match_numbers = count(journal.last_match() + 1)
    bots: list[StartBot] = []
    failed: list[Replay] = []
    replays = _read_unfinished(state, journal)
    if any(replay.error for replay in replays):
        journal.check_integrity()
    sessions = _read_result_sessions(state, journal)
    for replay in replays:
        if replay.error or replay.began is None or replay.match is None:
            failed.append(replay)
        else:
            bots += _register_room(state, replay, replay.began, replay.match)
    for session in sessions:
        state.keep_result(session)
    return bots, failed


def _read_unfinished(state: ServerState, journal: Journal) -> list[Replay]:
    """Replay all unfinished matches, from their last snapshots if those are valid."""
    replays = replay_entries(journal.unfinished(), state.games, muted=True).values()
    return [
        _replay_from_start(replay, journal) if replay.error and replay.from_snapshot else replay
        for replay in replays
    ]


def _read_result_sessions(state: ServerState, journal: Journal) -> list[Session]:
    """Return the sessions of people whose matches ended in the last ``result_seconds``.

    Those of the oldest match come first. Clients of dialects and players who gave up their seats
    are left out. After ``kept_results`` sessions no older match is read.
    """
    kept: list[Session] = []
    for snapshot, last in journal.results():
        replay = Replay(last.match, state.games, muted=True)
        replay.feed(snapshot)
        replay.feed(last)
        seconds_left = state.limits.result_seconds - (state.unix_time() - replay.ended_at)
        if len(kept) >= state.limits.kept_results or (replay.ended_at and seconds_left <= 0):
            break
        kept += _sessions_with_result(state, replay, seconds_left)
    return kept[::-1]


def _sessions_with_result(state: ServerState, replay: Replay, seconds: float) -> list[Session]:
    """Return the sessions of people who played a finished match and can resume with a token.

    Their results are kept for ``seconds``. The list is empty if the match has no result.
    """
    began, match = replay.began, replay.match
    if replay.error or began is None or match is None or match.result is None:
        return []
    sessions: list[Session] = []
    for seat, player in enumerate(began.players):
        session = _maybe_session(state, replay, began, seat)
        if session is not None and not player.strategy and not player.dialect:
            session.last_match = match
            session.result_until = state.now + min(seconds, state.limits.result_seconds)
            sessions.append(session)
    return sessions


def _replay_from_start(failed: Replay, journal: Journal) -> Replay:
    """Replay a match from its first record without its snapshots, because the last is damaged."""
    replay = Replay(failed.number, failed.games, muted=True, skips_snapshots=True)
    for entry in journal.entries(failed.number):
        replay.feed(entry)
    return replay


def _register_room(
    state: ServerState, replay: Replay, began: Began, match: Match
) -> list[StartBot]:
    """Register the room of a replay with its sessions and turn clock; return the bots to start.

    If the host has left, the first remaining player is the host.
    """
    match.unmute()
    members = [_maybe_session(state, replay, began, seat) for seat in match.seats]
    host = next((m for m in members if m and m.name == began.host), None)
    host = host or next(m for m in members if m is not None)
    options = match.game.options(began.setup.mode, began.setup.options)
    room = Room(replay.number, match.game, began.setup, options, began.code, host)
    room.members_by_seat, room.match = members, match
    room.last_hash, room.has_played = replay.last_hash, True
    room.began, room.records = began, replay.records
    room.snapshot_due_at = max(
        replay.snapshot_records + state.limits.snapshot_records, replay.records + 1
    )
    room.bot_seats = sum(member.is_computer for member in room.members)
    room.chat = replay.chat
    state.rooms[room.number] = room
    state.room_list.opened(room)
    if began.setup.clock:
        room.clock = TurnClock(began.setup.clock)
        state.rooms_with_clock[room.number] = room
    for seat, member in enumerate(members):
        if member is not None:
            member.state = Playing(member.ref, room, match, seat, began.players[seat].wizard)
    return [bot for member in room.members for bot in _register_session(state, room, member)]


def _maybe_session(state: ServerState, replay: Replay, began: Began, seat: int) -> Session | None:
    """Create a disconnected session, not yet registered, for a seat; None if it was given up.

    It has the tokens, answers and dialect of the player.
    """
    if seat in replay.removed_seats:
        return None
    player = began.players[seat]
    is_bot, disconnected = player.strategy != "", Disconnected(state.now, replay.number)
    session = Session(player.name, replay.token_hashes[seat], is_bot, disconnected)
    session.strategy, session.dialect = player.strategy, player.dialect
    session.previous_token_hashes = replay.previous_token_hashes.get(seat, ())
    session.answers.update(replay.answers[seat])
    return session


def _register_session(state: ServerState, room: Room, session: Session) -> list[StartBot]:
    """Register a session; a computer player gets a new token, and the bot to start is returned.

    The list is empty for people. Answers beyond ``cached_answers`` are dropped.
    """
    drop_oldest(session.answers, state.limits.cached_answers)
    state.add_session(session)
    if not session.is_computer:
        state.disconnected_sessions[session.key] = session
        return []
    token = state.secrets.token()
    session.token_hash = hash_secret(token)
    target = (room.game.name, room.number, room.code)
    return [StartBot(session.strategy, *target, session.name, token)]
