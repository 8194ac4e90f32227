"""Spectators: sessions that watch a room without a seat.

A spectator gets only public information: the view of no seat, and changes redacted for no seat.
A match never waits for a spectator. A spectator who reconnects continues to watch.
"""

from messages import ErrorCode, IsTurnOfPlayer, Refusal, RoomUpdate, ServerMessage
from server.effects import Outcome
from server.match import Match, MatchStep
from server.rooms.room import Room, maybe_room
from server.sessions import InLobby, Peer, Session, Spectating
from server.state import ServerState


def find_watchable_room(state: ServerState, number: int, code: str) -> Room:
    """Return the room with this code or, if that is empty, the public one with this number.

    Letter case of the code and spaces around it do not matter. Raises Refusal if there is none, its
    host wants no spectators, or it has too many of them.
    """
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


def start_watching(peer: Peer, session: Session, room: Room, outcome: Outcome) -> None:
    """Make the session a spectator of the room; send the public view and the turn to it only.

    Before the match it is sent only RoomUpdate.
    """
    room.spectators.append(session)
    session.state = Spectating(session.ref, room)
    if room.match is None:
        outcome.send((peer.id,), RoomUpdate(room.info()))
        return
    room.spectator_seq = room.match.seq
    outcome.send((peer.id,), *room.match.public_messages(None), *_turn_messages(room.match))


def stop_watching(session: Session, room: Room) -> None:
    """Return a spectator to the lobby and remove it from the room, without messages."""
    session.state = InLobby(session.ref)
    if session in room.spectators:
        room.spectators.remove(session)


def pause_watching(session: Session) -> None:
    """Remove a disconnected spectator from the room, but keep its state for a reconnect.

    Does nothing for a session that does not watch.
    """
    if isinstance(session.state, Spectating) and session in session.state.room.spectators:
        session.state.room.spectators.remove(session)


def resume_watching(
    state: ServerState, peer: Peer, spectator: Spectating, outcome: Outcome
) -> None:
    """Watch again from the current public view after a reconnect.

    If the room was closed, return to the lobby and send the list of rooms.
    """
    session, room = spectator.session, spectator.room
    stop_watching(session, room)
    if state.rooms.get(room.number) is room:
        start_watching(peer, session, room, outcome)
    else:
        outcome.send((peer.id,), state.match_list())


def send_step(room: Room, match: Match, step: MatchStep, outcome: Outcome) -> None:
    """Send the spectators all public changes since the last ones sent, and a new turn.

    Does nothing if no spectator is connected.
    """
    peers = room.spectator_peers
    if peers:
        messages = match.public_messages(room.spectator_seq)
        if step.has_new_turn:
            messages += _turn_messages(match)
        room.spectator_seq = match.seq
        outcome.send(peers, *messages)


def _turn_messages(match: Match) -> list[ServerMessage]:
    """Return IsTurnOfPlayer for each player with the turn; nothing after the end."""
    if match.result is not None:
        return []
    return [IsTurnOfPlayer(name, seq=match.seq) for name in match.turn_names]
