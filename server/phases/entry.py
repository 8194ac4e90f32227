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
from server.effects import Effect, Goodbye, Send, to
from server.journal.records import Resumed
from server.rooms import absence, spectators
from server.rooms.room import Peer, Phase, Session
from server.state import ServerState, address, answer, hashed, note, valid


def receive(state: ServerState, peer: Peer, message: Message) -> list[Effect]:
    """ChooseNickname or Reconnect."""
    if isinstance(message, ChooseNickname):
        return _choose(state, peer, message)
    assert isinstance(message, Reconnect)
    return _reconnect(state, peer, message)


def _choose(state: ServerState, peer: Peer, message: ChooseNickname) -> list[Effect]:
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
    return [
        valid(peer, "The nickname has been registered successfully", message),
        to(peer.id, SessionOpened(session.name, token), state.match_list()),
    ]


def _reconnect(state: ServerState, peer: Peer, message: Reconnect) -> list[Effect]:
    state.bans.check_name(message.nickname)
    state.bans.check_token(hashed(message.token))
    session = state.maybe_resume(message.nickname, message.token, peer)
    if session is None:
        text = "Name and token do not belong together, or the seat was given up; ChooseNickname."
        raise Refusal(ErrorCode.SESSIONUNKNOWN, text)
    if peer.computer and not session.computer:
        return _help_out(state, session, peer, message)
    effects: list[Effect] = []
    if session.peer is not None:
        state.peers[session.peer].session = None
        text = "You are connected from somewhere else now; this connection ends."
        effects = [to(session.peer, Error(ErrorCode.SUPERSEDED, text))]
        session.lost_in = session.match.table.match if session.match else 0
        effects.append(Goodbye(session.peer))
    token = state.attach(session, peer)
    if session.room and session.room.match:
        effects += note(state, session.room, Resumed(session.seat, session.token_hash))
    opened = SessionOpened(session.name, token, reply_to=message.id)
    return [answer(peer, opened), *effects, *_catch_up(state, session, peer, message.last_seq)]


def _help_out(state: ServerState, session: Session, peer: Peer, message: Reconnect) -> list[Effect]:
    """A computer player sits in for somebody who is away."""
    assert session.room is not None
    assert session.room.match is not None
    state.stand_in(session, peer)
    opened = SessionOpened(session.name, message.token, reply_to=message.id)
    said = session.room.match.resume(session.seat)
    return [answer(peer, opened), *address(session.room, said)]


def _ending(session: Session, peer: Peer, cursor: int) -> list[Effect]:
    """How the last match ended, for one who may not have heard it."""
    match = session.finished
    if match is None:
        return []
    seat = match.table.nicknames.index(session.name)
    said = match.resume(seat, cursor, same_match=session.lost_in == match.table.match)
    return [to(peer.id, *messages) for _, messages in said if messages]


def _catch_up(state: ServerState, session: Session, peer: Peer, cursor: int) -> list[Effect]:
    """What somebody who comes back needs to go on where they were."""
    room = session.room
    if session.watched is not None:
        return spectators.watch_on(state, session)
    if room is None:
        question = RequestSetUp() if session.phase is Phase.SETUP else state.match_list()
        return [*_ending(session, peer, cursor), to(peer.id, question)]
    others = tuple(p for p in room.peers if p != peer.id)
    effects: list[Effect] = [Send(others, (PlayerStatus(session.name, "present"),))]
    if room.match:
        effects += absence.back(state, room)
        if room.chat:
            effects.append(to(peer.id, *room.chat))
        same = session.lost_in == room.match.table.match
        return effects + address(room, room.match.resume(session.seat, cursor, same_match=same))
    effects += _ending(session, peer, cursor)
    effects.append(to(peer.id, RoomUpdate(room.info(), room.code)))
    if room.game.wizards and not session.wizard:
        effects.append(to(peer.id, SelectWizard(room.free_wizards())))
    return effects
