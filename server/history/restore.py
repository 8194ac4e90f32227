"""After a restart: every unfinished match is back, and its seats wait for their owners."""

from itertools import count

from server.effects import StartBot
from server.history.replay import Replay, replayed
from server.idempotency import trim
from server.journal.base import Journal
from server.rooms.room import Room
from server.rooms.turn_clock import TurnClock
from server.sessions import Phase, Session
from server.state import ServerState, hashed


def restore(state: ServerState, journal: Journal) -> tuple[list[StartBot], list[Replay]]:
    """Bring the matches back; what is left to do is to call the computer players.

    The second value are the matches that are damaged and stay as they are in the journal.
    """
    state.numbers = count(max(journal.matches(), default=0) + 1)
    calls: list[StartBot] = []
    damaged: list[Replay] = []
    for replay in replayed(journal.unfinished(), state.games, quiet=True).values():
        if replay.damage:
            damaged.append(replay)
        else:
            calls += _bring_back(state, replay)
    return calls, damaged


def _bring_back(state: ServerState, replay: Replay) -> list[StartBot]:
    began, match = replay.began, replay.match
    assert began is not None
    assert match is not None
    match.unmute()
    members = [_session(replay, seat) for seat in match.seats]
    host = next((m for m in members if m and m.name == began.host), None)
    host = host or next(m for m in members if m is not None)
    options = match.game.options(began.asked.mode, began.asked.options)
    room = Room(replay.number, match.game, began.asked, options, began.code, host)
    room.members, room.match, room.chain, room.played = [*members], match, replay.chain, True
    room.promised = sum(member.computer for member in room.present)
    room.chat.extend(replay.chat)
    state.rooms[room.number] = room
    if began.asked.clock:
        room.clock = TurnClock(began.asked.clock)
        state.clocked_rooms[room.number] = room
    return [call for m in room.present for call in _welcome(state, room, m)]


def _session(replay: Replay, seat: int) -> Session | None:
    assert replay.began is not None
    if seat in replay.gone:
        return None
    player = replay.began.players[seat]
    session = Session.of(player.name, replay.tokens[seat], computer=player.strategy != "")
    session.phase, session.seat, session.wizard = Phase.TURN, seat, player.wizard
    session.strategy, session.dialect = player.strategy, player.dialect
    session.old_hashes = replay.old_tokens.get(seat, ())
    session.answers.update(replay.answers[seat])
    return session


def _welcome(state: ServerState, room: Room, session: Session) -> list[StartBot]:
    """People are waited for; a computer player is called with a token of its own."""
    session.room = room
    session.lost_in = room.number
    trim(session.answers, state.limits.remembered_answers)
    state.sessions[session.key] = session
    if not session.computer:
        session.lost_at = state.now
        state.lost[session.key] = session
        return []
    token = state.secrets.token()
    session.token_hash = hashed(token)
    return [StartBot(session.strategy, room.game.name, room.number, room.code, session.name, token)]
