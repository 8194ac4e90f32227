"""Nickname: a new name, or an old one taken back with its token."""

from messages import (
    ChooseNickname,
    Error,
    ErrorCode,
    Message,
    PlayerStatus,
    Reconnect,
    Refusal,
    RequestSetUp,
    RoomUpdate,
    SelectWizard,
    SessionOpened,
)
from messages.text import NAME_RULE, name_key
from server.admission.costs import WRONG_PASSWORD
from server.effects import Outcome, PeerId
from server.journal.records import Resumed
from server.rooms import absence, spectators
from server.sessions import Peer, Phase, Session
from server.state import ServerState, accepted, hashed


def receive(state: ServerState, peer: Peer, message: Message) -> Outcome:
    """ChooseNickname or Reconnect."""
    if isinstance(message, ChooseNickname):
        return _choose(state, peer, message)
    assert isinstance(message, Reconnect)
    return _reconnect(state, peer, message)


def _choose(state: ServerState, peer: Peer, message: ChooseNickname) -> Outcome:
    if not peer.computer and not state.knows_password(message.password):
        peer.credit -= WRONG_PASSWORD
        text = "This server has a password; give it with ChooseNickname (play --password-file)."
        raise Refusal(ErrorCode.NOTALLOWED, text)
    name = peer.client.nickname_rule(message.nickname)
    if name is None:
        raise Refusal(ErrorCode.INVALIDNICKNAME, f"This nickname cannot be used. {NAME_RULE}")
    state.bans.check_name(name)
    state.free_name(name)
    if name_key(name) in state.sessions:
        text = "Somebody here has this nickname; choose another, or Reconnect with your token."
        raise Refusal(ErrorCode.DUPLICATENICKNAME, text)
    session, token = state.open_session(peer, name)
    outcome = accepted(peer, "The nickname has been registered successfully", message)
    outcome.send((peer.id,), SessionOpened(session.name, token), state.match_list())
    return outcome


def _reconnect(state: ServerState, peer: Peer, message: Reconnect) -> Outcome:
    state.bans.check_name(message.nickname)
    state.bans.check_token(hashed(message.token))
    session = state.maybe_resume(message.nickname, message.token, peer)
    if session is None:
        text = "Name and token do not belong together, or the seat was given up; ChooseNickname."
        raise Refusal(ErrorCode.SESSIONUNKNOWN, text)
    if peer.computer and not session.computer:
        return _stand_in(state, session, peer, message)
    outcome = Outcome(peer.id)
    if session.peer is not None:
        _supersede(state, session, session.peer, outcome)
    token = state.attach(session, peer)
    outcome.answer = SessionOpened(session.name, token, reply_to=message.id)
    if session.room and session.room.match:
        state.journal(session.room, Resumed(session.seat, session.token_hash), outcome)
    _catch_up(state, session, peer, message.last_seq, outcome)
    return outcome


def _supersede(state: ServerState, session: Session, before: PeerId, outcome: Outcome) -> None:
    """End the connection that the session had until now."""
    state.peers[before].session = None
    session.lost_in = session.match.table.match if session.match else 0
    text = "You are connected from somewhere else now; this connection ends."
    outcome.send((before,), Error(ErrorCode.SUPERSEDED, text))
    outcome.closes.append(before)


def _stand_in(state: ServerState, session: Session, peer: Peer, message: Reconnect) -> Outcome:
    """Let a computer player move for somebody who is away."""
    assert session.room is not None
    assert session.room.match is not None
    state.stand_in(session, peer)
    outcome = Outcome(peer.id, SessionOpened(session.name, message.token, reply_to=message.id))
    outcome.sends += session.room.to_peers(session.room.match.resume(session.seat))
    return outcome


def _send_result(session: Session, peer: Peer, cursor: int, outcome: Outcome) -> None:
    """Send how the last match ended, if that may not have arrived."""
    match = session.finished
    if match is None:
        return
    seat = match.table.nicknames.index(session.name)
    same = session.lost_in == match.table.match
    for _, messages in match.resume(seat, cursor, same_match=same):
        outcome.send((peer.id,), *messages)


def _catch_up(
    state: ServerState, session: Session, peer: Peer, cursor: int, outcome: Outcome
) -> None:
    """Send what somebody who returns needs to go on."""
    room = session.room
    if session.watched is not None:
        spectators.resume_watching(state, session, outcome)
    elif room is None:
        _send_result(session, peer, cursor, outcome)
        in_setup = session.phase is Phase.SETUP
        outcome.send((peer.id,), RequestSetUp() if in_setup else state.match_list())
    else:
        others = tuple(p for p in room.peers if p != peer.id)
        outcome.send(others, PlayerStatus(session.name, "present"))
        if room.match:
            absence.on_return(state, room, outcome)
            if room.chat:
                outcome.send((peer.id,), *room.chat)
            same = session.lost_in == room.match.table.match
            missed = room.match.resume(session.seat, cursor, same_match=same)
            outcome.sends += room.to_peers(missed)
        else:
            _send_result(session, peer, cursor, outcome)
            outcome.send((peer.id,), RoomUpdate(room.info(), room.code))
            if room.game.wizards and not session.wizard:
                outcome.send((peer.id,), SelectWizard(room.free_wizards()))
