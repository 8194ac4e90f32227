"""Phase functions of more than one phase: Heartbeat, Quit, SendChat, ListPlayers, LeaveMatch."""

from itertools import islice

from msgspec.structs import replace

from messages.errors import ErrorCode, Refusal
from messages.lobby import ListPlayers, OnlinePlayer, PlayersOnline
from messages.play import ChatMessage, Heartbeat, LeaveMatch, Quit, SendChat
from messages.text import clean, name_key
from server.admission.token_bucket import Rate, TokenBucket
from server.effects import Outcome, PeerId
from server.journal.records import Talked
from server.rooms import lifecycle
from server.rooms.room import Room
from server.sessions import (
    Disconnected,
    InLobby,
    Peer,
    Session,
    SessionState,
    SettingUp,
    Spectating,
)
from server.state import MAX_LISTED, ServerState, accept_outcome


def answer_heartbeat(
    state: ServerState, peer: Peer, sender: SessionState | None, message: Heartbeat
) -> Outcome:
    """Answer a Heartbeat; from now on the client is expected to send heartbeats."""
    peer.sends_heartbeats = True
    return Outcome(peer.id, Heartbeat(reply_to=message.id), passes_failing_journal=True)


def quit_session(
    state: ServerState, peer: Peer, sender: SessionState | None, message: Quit
) -> Outcome:
    """Handle Quit: close the connection and give up seat and nickname.

    When a stand-in quits, the session of the absent player stays.
    """
    outcome = accept_outcome(peer, "Goodbye", message)
    if sender is not None:
        session = sender.session
        session.connection = Disconnected(state.now)
        if session.room:
            session.room.update_peers()
        if peer.is_computer and not session.is_computer:  # a stand-in
            lifecycle.on_disconnect(state, session, outcome)
        else:
            lifecycle.release_seat_and_name(state, session, outcome)
        peer.session = None
    outcome.closes.append(peer.id)
    return outcome


def leave_room(
    state: ServerState, peer: Peer, sender: SessionState, message: LeaveMatch
) -> Outcome:
    """Handle LeaveMatch: give up the seat, or stop watching, and return to the lobby."""
    outcome = accept_outcome(peer, "You left the match", message)
    lifecycle.leave(state, sender.session, outcome)
    outcome.send((peer.id,), state.match_list())
    return outcome


def send_chat(state: ServerState, peer: Peer, sender: SessionState, message: SendChat) -> Outcome:
    """Handle SendChat to one session, to a room with its spectators, or to the lobby."""
    text = clean(message.text)
    if not text:
        raise Refusal(ErrorCode.CHOICENOTVALID, "Write some visible text.")
    _check_chat_rate(state, peer, sender.session)
    name, is_spectator = sender.session.name, isinstance(sender, Spectating)
    line = ChatMessage(name, text, _addressee_name(state, message.to), watcher=is_spectator)
    room = _room(sender)
    peers = _recipients(state, sender.session, room, message.to)
    outcome = accept_outcome(peer, "Your message was sent", message)
    outcome.send(peers, line)
    if room is not None and room.match is not None and not line.to:
        room.chat.append(line)
        if not is_spectator:
            state.journal(room, Talked(name, text), outcome)
    return outcome


def list_players(
    state: ServerState, peer: Peer, sender: SessionState, message: ListPlayers
) -> Outcome:
    """Handle ListPlayers: list the sessions and what they do."""
    players = tuple(
        _online_player(session) for session in islice(state.sessions.values(), MAX_LISTED)
    )
    return Outcome(peer.id, PlayersOnline(players, reply_to=message.id))


def _online_player(session: Session) -> OnlinePlayer:
    """Return what a session does, without the number of a private room."""
    room = session.room
    if session.peer is None:
        return OnlinePlayer(session.name, "away", session.is_computer)
    if room is None:
        return OnlinePlayer(session.name, "lobby", session.is_computer)
    player = OnlinePlayer(session.name, "playing" if room.match else "table", session.is_computer)
    return player if room.code else replace(player, match=room.number, game=room.game.name)


def _check_chat_rate(state: ServerState, peer: Peer, session: Session) -> None:
    """Raise Refusal if the session exceeds its chat limit; trusted networks have none."""
    if not peer.rate_limit_key:
        return
    limits = state.limits
    if session.chat_quota is None:
        rate = Rate(limits.chat_lines / limits.chat_seconds, limits.chat_lines)
        session.chat_quota = TokenBucket.full(rate, state.now)
    if not session.chat_quota.try_spend(1.0, state.now):
        text = f"You may say {limits.chat_lines} lines in {limits.chat_seconds:g} s; wait a little."
        raise Refusal(ErrorCode.RATELIMITED, text)


def _addressee_name(state: ServerState, to: str) -> str:
    """Return the nickname as its session spells it; empty if there is none."""
    return state.sessions[name_key(to)].name if name_key(to) in state.sessions else ""


def _room(sender: SessionState) -> Room | None:
    """Return the room whose chat the sender uses; None in the lobby."""
    return None if isinstance(sender, InLobby | SettingUp) else sender.room


def _recipients(
    state: ServerState, session: Session, room: Room | None, to: str
) -> tuple[PeerId, ...]:
    """Return the peers that get a chat line. Raises Refusal if the addressee is not connected."""
    if to:
        other = state.sessions.get(name_key(to))
        if other is None or other.peer is None:
            raise Refusal(ErrorCode.CHOICENOTVALID, "Nobody of this name is connected now.")
        return tuple({session.peer, other.peer} - {None})  # type: ignore[arg-type]
    if room is not None:
        return room.audience
    idle = (s for s in state.sessions.values() if isinstance(s.state, InLobby | SettingUp))
    return tuple(s.peer for s in idle if s.peer is not None)
