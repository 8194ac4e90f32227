"""Spectators: people without a seat, who see what anybody may know and nothing else.

A spectator gets the view of no seat and each change as no seat may see it, on every transport.
Nobody waits for a spectator; one who loses the connection and returns goes on watching.
"""

from messages import ErrorCode, IsTurnOfPlayer, Refusal, RoomUpdate, ServerMessage
from server.effects import Outcome
from server.match import Match, MatchStep
from server.rooms.room import Room, maybe_room
from server.sessions import InLobby, Peer, Session, Spectating
from server.state import ServerState


def find_watchable(state: ServerState, number: int, code: str) -> Room:
    """The room somebody wants to watch; a private one only by its code."""
    room = maybe_room(state.rooms, number, code)
    if room is None:
        text = "No such match can be watched; choose one of the list."
        raise Refusal(ErrorCode.CHOICENOTVALID, text)
    if not room.setup.watchers:
        text = "The host of this match wants no watchers; choose another from the list."
        raise Refusal(ErrorCode.NOTALLOWED, text)
    if len(room.spectators) >= state.limits.spectators_per_match:
        raise Refusal(ErrorCode.MATCHFULL, "Too many watch this match already; choose another.")
    return room


def watch(peer: Peer, session: Session, room: Room, outcome: Outcome) -> None:
    """Start watching; send what anybody may know now."""
    room.spectators.append(session)
    session.state = Spectating(session.ref, room)
    if room.match is None:
        outcome.send((peer.id,), RoomUpdate(room.info()))
        return
    room.spectator_seq = room.match.seq
    outcome.send((peer.id,), *room.match.public_messages(None), *_turns(room.match))


def stop(session: Session, room: Room) -> None:
    """Stop watching."""
    session.state = InLobby(session.ref)
    if session in room.spectators:
        room.spectators.remove(session)


def pause_watching(session: Session) -> None:
    """Send nothing more to a spectator who was disconnected; the session remembers the room."""
    if isinstance(session.state, Spectating) and session in session.state.room.spectators:
        session.state.room.spectators.remove(session)


def resume_watching(
    state: ServerState, peer: Peer, spectator: Spectating, outcome: Outcome
) -> None:
    """Go on after a reconnect: with the room as it is now, or the lobby if it was closed."""
    session, room = spectator.session, spectator.room
    stop(session, room)
    if state.rooms.get(room.number) is room:
        watch(peer, session, room, outcome)
    else:
        outcome.send((peer.id,), state.match_list())


def send_step(room: Room, match: Match, step: MatchStep, outcome: Outcome) -> None:
    """Send a step of the match to the spectators."""
    peers = room.spectator_peers
    if peers:
        messages = match.public_messages(room.spectator_seq)
        if step.has_new_turn:
            messages += _turns(match)
        room.spectator_seq = match.seq
        outcome.send(peers, *messages)


def _turns(match: Match) -> list[ServerMessage]:
    """Whose turn it is, while the match goes on."""
    if match.result is not None:
        return []
    return [IsTurnOfPlayer(name, seq=match.seq) for name in match.turns]
