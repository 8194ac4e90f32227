"""Restore: brings all unfinished matches, and unread results, back after a restart.

Sessions of people are restored as disconnected; computer players are started again. A match is
replayed from its last snapshot or, if that is damaged, from its start. A match that cannot be
replayed is left out and stays in the journal unchanged. A match of older rules, which these rules
do not replay, is ended and its players are told.
"""

from itertools import count
from typing import NamedTuple

from server.effects import StartBot
from server.history.replay import Replay, replay_entries
from server.idempotency import drop_oldest
from server.journal.base import Journal
from server.journal.records import Abandoned, Began, Entry, make_entry
from server.match import Match
from server.rooms.room import Room
from server.rooms.turn_clock import TurnClock
from server.session_registry import hash_secret
from server.sessions import Disconnected, Playing, Session
from server.state import ServerState

OLDER_RULES_NOTICE = (
    "Match {match} has ended without a winner: this server was updated, and the rules of {title} "
    "have changed since the match began."
)


class Restored(NamedTuple):
    """The result of ``restore``: what is to be started, logged and written next."""

    bots: list[StartBot]
    failed: list[Replay]
    """Replays of matches that were not restored and stay in the journal unchanged."""
    outdated: list[Replay]
    """Replays of matches of older rules, which ``end_records`` end."""

    @property
    def end_records(self) -> list[Entry]:
        """The last record of each outdated match, to be appended to the journal."""
        return [_end_record(replay) for replay in self.outdated]


def _end_record(replay: Replay) -> Entry:
    """Return the record that ends an outdated match; its reason has both versions of the rules."""
    return make_entry(replay.number, replay.last_hash, Abandoned(replay.error))


def restore(state: ServerState, journal: Journal) -> Restored:
    """Restore the rooms of unfinished matches and the unread results of finished ones.

    New matches get numbers above all numbers in the journal. If a replay fails, the whole journal
    is checked. Rooms and sessions change only when everything has been read, so that this can be
    repeated after JournalDamaged.
    """
    state.match_numbers = count(journal.last_match() + 1)
    bots: list[StartBot] = []
    failed: list[Replay] = []
    outdated: list[Replay] = []
    replays = _read_unfinished(state, journal)
    if any(replay.error and not replay.other_rules for replay in replays):
        journal.check_integrity()
    sessions = _read_result_sessions(state, journal)
    for replay in replays:
        if replay.is_outdated:
            outdated.append(replay)
        elif replay.error or replay.began is None or replay.match is None:
            failed.append(replay)
        else:
            bots += _register_room(state, replay, replay.began, replay.match)
    sessions += [one for replay in outdated for one in _sessions_with_notice(state, replay)]
    for session in sessions:
        state.keep_result(session)
    return Restored(bots, failed, outdated)


def _read_unfinished(state: ServerState, journal: Journal) -> list[Replay]:
    """Replay all unfinished matches, from their last snapshots if those are valid."""
    replays = replay_entries(journal.unfinished(), state.games, muted=True).values()
    return [
        _replay_from_start(replay, journal) if _has_damaged_snapshot(replay) else replay
        for replay in replays
    ]


def _has_damaged_snapshot(replay: Replay) -> bool:
    """Return whether a replay from a snapshot failed for another reason than other rules."""
    return bool(replay.error) and replay.from_snapshot and not replay.other_rules


def _sessions_with_notice(state: ServerState, replay: Replay) -> list[Session]:
    """Return the sessions of people in an outdated match who can resume with a token.

    They get a notice that the match has ended, kept for ``result_seconds``.
    """
    began = replay.began
    assert began is not None
    title = state.games[began.setup.game].title
    sessions: list[Session] = []
    for seat, player in enumerate(began.players):
        session = _maybe_session(state, replay, began, seat)
        if session is not None and not player.strategy and not player.dialect:
            session.notice = OLDER_RULES_NOTICE.format(match=replay.number, title=title)
            session.result_until = state.now + state.limits.result_seconds
            sessions.append(session)
    return sessions


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
    """Replay a match from its first record without its snapshots, because the last is damaged.

    The returned replay has an ``error`` if a record is invalid.
    """
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
