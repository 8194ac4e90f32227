"""Watching: guests without a seat, who are told what anybody may know and nothing else.

A watcher gets the view of no seat and each change as no seat may see it, over every route alike.
Nobody waits for a watcher; one who loses the connection and comes back watches on.
"""

from messages import ErrorCode, IsTurnOfPlayer, Refusal, RoomUpdate, ServerMessage
from server.effects import Effect, PeerId, Send, to
from server.match import Match
from server.rooms.room import Phase, Room, Session
from server.state import ServerState


def find_watchable(state: ServerState, number: int, code: str) -> Room:
    """The table somebody wants to watch; private ones only by their code."""
    room = state.rooms.get(number)
    if code:
        wanted = code.strip().upper()
        room = next((r for r in state.rooms.values() if r.code == wanted), None)
    if room is None or (room.code and not code):
        text = "No such match can be watched; choose one of the list."
        raise Refusal(ErrorCode.CHOICENOTVALID, text)
    if not room.asked.watchers:
        text = "The host of this match wants no watchers; choose another from the list."
        raise Refusal(ErrorCode.NOTALLOWED, text)
    if len(room.watchers) >= state.limits.watchers:
        raise Refusal(ErrorCode.MATCHFULL, "Too many watch this match already; choose another.")
    return room


def watch(room: Room, session: Session) -> list[Effect]:
    """Begin to watch; what is known by now is told."""
    room.watchers.append(session)
    session.watched, session.phase = room, Phase.WATCH
    if session.peer is None:
        return []
    if room.match is None:
        return [to(session.peer, RoomUpdate(room.info()))]
    room.shown = room.match.seq
    told = [*room.match.public_messages(None), *turns(room.match)]
    return [to(session.peer, *told)]


def stop(session: Session) -> None:
    """Watch no more."""
    if session.watched is not None:
        look_away(session)
        session.watched, session.phase = None, Phase.MATCH


def look_away(session: Session) -> None:
    """The connection is gone; what was watched is remembered, and nothing is told meanwhile."""
    if session.watched is not None and session in session.watched.watchers:
        session.watched.watchers.remove(session)


def watch_on(state: ServerState, session: Session) -> list[Effect]:
    """Back again: the table as it is now, or the list of matches where it is no more."""
    room = session.watched
    stop(session)
    if room is not None and state.rooms.get(room.number) is room:
        return watch(room, session)
    return [] if session.peer is None else [to(session.peer, state.match_list())]


def follow(room: Room, *, turned: bool) -> list[Effect]:
    """What a step of the match means to those who watch it."""
    match, peers = room.match, watching(room)
    if match is None or not peers:
        return []
    told = match.public_messages(room.shown) + (turns(match) if turned else [])
    room.shown = match.seq
    return [Send(peers, tuple(told))] if told else []


def turns(match: Match) -> list[ServerMessage]:
    """Whose turn it is, while it is somebody's."""
    if match.result is not None:
        return []
    return [IsTurnOfPlayer(name, seq=match.seq) for name in match.turns]


def watching(room: Room) -> tuple[PeerId, ...]:
    """The connections of those who watch."""
    return tuple(watcher.peer for watcher in room.watchers if watcher.peer is not None)
