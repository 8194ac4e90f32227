"""Phase "nickname": a new session for a nickname, or a session resumed with its token."""

from typing import NamedTuple

from messages.errors import ErrorCode, Refusal
from messages.lobby import ChooseNickname, RequestSetUp, RoomUpdate, SelectWizard, SessionOpened
from messages.play import Error, GenericMessage, PlayerStatus, Reconnect
from messages.text import NAME_RULE
from server.admission.costs import answer_cost
from server.admission.returns import address_hash, is_same_code
from server.effects import Outcome, PeerId
from server.journal.records import Resumed
from server.rooms import absence, lifecycle, spectators
from server.session_registry import hash_secret
from server.sessions import InLobby, InRoom, Peer, Playing, Session, SettingUp, Spectating
from server.state import ServerState, accepted_outcome

PASSWORD_NEEDED = "This server has a password; ask the person who runs the server for it."
WRONG_PASSWORD = "This password is wrong; ask the person who runs the server for the password."
REWOUND = (
    "The server's disk lost the last {count} records of this match; it continues from before them."
)
OTHER_ADDRESS = (
    "{name} was connected from another address. To return from here, log in as {name}#CODE with "
    "the code that the server sent at the start of the match."
)
UNKNOWN = "Name and token do not belong together, or the seat was given up; ChooseNickname."


def choose_nickname(
    state: ServerState, peer: Peer, unnamed: None, message: ChooseNickname
) -> Outcome:
    """Handle ChooseNickname: open a session, send its token and the list of rooms.

    The cost of the list is charged to the rate limit of the peer. A disconnected session without a
    seat loses the nickname. Raises Refusal for a wrong password and a nickname that is invalid,
    reserved, banned, of a damaged match, in use or looks so. A computer player needs no password
    and may have a banned nickname, because its room waits for it.
    """
    if state.password and not peer.is_computer:
        _check_password(state, peer, message.password)
    name = peer.client.nickname_rule(message.nickname)
    if name is None:
        raise Refusal(ErrorCode.INVALIDNICKNAME, f"This nickname cannot be used. {NAME_RULE}")
    if not peer.is_computer:
        state.bans.check_name(name)
    state.check_not_damaged(name, ErrorCode.DUPLICATENICKNAME)
    state.release_idle_name(name)
    state.check_name_free(name, is_computer=peer.is_computer)
    session, token = state.open_session(peer, name)
    outcome = accepted_outcome(peer, "The nickname has been registered successfully", message)
    listed = state.match_list()
    peer.prepaid -= answer_cost(listed)
    outcome.send((peer.id,), SessionOpened(session.name, token), listed)
    return outcome


def _check_password(state: ServerState, peer: Peer, given: str) -> None:
    """Raise Refusal for a missing or wrong password; only a wrong one counts as a guess.

    Every password is refused while the address of the peer has no guess left.
    """
    if not given:
        raise Refusal(ErrorCode.NOTALLOWED, PASSWORD_NEEDED)
    state.guesses.check(peer.address, state.now)
    if not state.is_password(given):
        state.guesses.count_wrong(peer.address, state.now)
        state.events.wrong_password(peer.address, state.now)
        raise Refusal(ErrorCode.NOTALLOWED, WRONG_PASSWORD)


def reconnect(state: ServerState, peer: Peer, unnamed: None, message: Reconnect) -> Outcome:
    """Handle Reconnect: resume a session with a new token, or attach a stand-in to its seat.

    The previous connection, if there still is one, is closed. The client is sent all it needs to
    continue. Raises Refusal for a banned nickname or token, if they fit no session, if a client
    without a token has another address, and if the session has ended and another has its nickname.
    A computer player may resume a session with a banned nickname, because its match waits for it.
    """
    if not peer.is_computer:
        state.bans.check_name(message.nickname)
    state.bans.check_token(hash_secret(message.token))
    session = state.maybe_resumable_session(message.nickname, message.token, peer)
    if session is None:
        state.check_not_damaged(message.nickname, ErrorCode.SESSIONUNKNOWN)
        raise Refusal(ErrorCode.SESSIONUNKNOWN, UNKNOWN)
    if _knows_kept_result(state, session, message.last_seq):
        raise Refusal(ErrorCode.SESSIONUNKNOWN, UNKNOWN)
    if peer.client.dialect:
        _check_return(state, peer, session, message.token)
    if peer.is_computer and not session.is_computer:
        return _attach_stand_in(peer, session, message)
    state.readmit(session)
    outcome = Outcome(peer.id)
    left_match = session.disconnected.match if session.disconnected else 0
    if session.peer is not None:
        left_match = session.match.seating.match if session.match else 0
        _supersede(state, session.peer, outcome)
    token = state.resume_session(session, peer)
    outcome.answer = SessionOpened(session.name, token, reply_to=message.id)
    _catch_up(state, peer, session, _Cursor(left_match, message.last_seq), outcome)
    return outcome


def _check_return(state: ServerState, peer: Peer, session: Session, code: str) -> None:
    """Raise Refusal if a client of a dialect may not resume this disconnected session.

    It may from the session's last address, and from any other with the code of the seat, or if the
    dialect allows any address. A wrong code counts as a guess, as a wrong password does.
    """
    known = (session.token_hash, *session.previous_token_hashes)
    if peer.client.returns_from_any_address or address_hash(peer.address) in known:
        return
    if code:
        state.guesses.check(peer.address, state.now)
        match = session.match
        seat = match.seating.nicknames.index(session.name) if match else -1
        if match and is_same_code(match.return_code(seat), code):
            return
        state.guesses.count_wrong(peer.address, state.now)
        state.events.wrong_password(peer.address, state.now)
    raise Refusal(ErrorCode.NOTALLOWED, OTHER_ADDRESS.format(name=session.name))


def _knows_kept_result(state: ServerState, session: Session, last_seq: int) -> bool:
    """Return whether the session is kept only for a result whose last change the client received.

    After a restart the server does not know that such a client had gone on in the lobby.
    """
    match = session.last_match
    is_kept = state.sessions.get(session.key) is not session
    return is_kept and match is not None and last_seq == match.seq


class _Cursor(NamedTuple):
    """The match a client was connected to (0: none), and the last change it received there."""

    match: int
    seq: int


def _supersede(state: ServerState, before: PeerId, outcome: Outcome) -> None:
    """Take the session from its connection ``before``, send SUPERSEDED there and close it."""
    state.peers[before].session = None
    text = "You are connected from somewhere else now; this connection ends."
    outcome.send((before,), Error(ErrorCode.SUPERSEDED, text))
    outcome.closes.append(before)


def _attach_stand_in(peer: Peer, session: Session, message: Reconnect) -> Outcome:
    """Attach a computer player to the seat of an absent player, and send it the current match.

    The session stays the owner's, and the token of the stand-in is not replaced. Raises Refusal if
    the owner has returned or the match is over.
    """
    disconnected, playing = session.disconnected, session.state
    if disconnected is None or not isinstance(playing, Playing):
        raise Refusal(ErrorCode.SESSIONUNKNOWN, UNKNOWN)
    disconnected.stand_in, peer.session = peer.id, session
    playing.room.update_peers()
    outcome = Outcome(peer.id, SessionOpened(session.name, message.token, reply_to=message.id))
    outcome.sends += playing.room.to_peers(playing.match.resume_messages(playing.seat))
    return outcome


def _catch_up(
    state: ServerState, peer: Peer, session: Session, cursor: _Cursor, outcome: Outcome
) -> None:
    """Send what the client needs to continue in its state: a missed result, lists, prompts, views.

    Members of a room and players are also announced to the others.
    """
    match session.state:
        case InLobby():
            _send_result(peer, session, cursor, outcome)
            outcome.send((peer.id,), state.match_list())
        case SettingUp():
            _send_result(peer, session, cursor, outcome)
            outcome.send((peer.id,), RequestSetUp())
        case Spectating() as spectator:
            spectators.resume_watching(state, peer, spectator, outcome)
        case InRoom() as member:
            _return_to_room(state, peer, member, cursor, outcome)
        case Playing() as playing:
            _return_to_match(state, peer, playing, cursor, outcome)


def _send_result(peer: Peer, session: Session, cursor: _Cursor, outcome: Outcome) -> None:
    """Send the notice, and the missed changes and the result of ``last_match``, if there are any.

    The full view is sent instead of changes if they are no longer kept or the cursor is of another
    match.
    """
    if session.notice:
        outcome.send((peer.id,), GenericMessage(session.notice))
    match = session.last_match
    if match is None:
        return
    seat = match.seating.nicknames.index(session.name)
    same = cursor.match == match.seating.match
    for _, messages in match.resume_messages(seat, cursor.seq, same_match=same):
        outcome.send((peer.id,), *messages)


def _return_to_room(
    state: ServerState, peer: Peer, member: InRoom, cursor: _Cursor, outcome: Outcome
) -> None:
    """Tell the others; send the last result, the room, and a prompt if the wizard is missing.

    If everybody is here and nothing is missing, the match starts: the server may have been
    restarted before it could.
    """
    room = member.room
    state.changed_rooms[room] = None  # the session has a new token
    _announce_return(peer, member, outcome)
    _send_result(peer, member.session, cursor, outcome)
    outcome.send((peer.id,), RoomUpdate(room.info(), room.code))
    if room.game.wizards and not member.wizard:
        outcome.send((peer.id,), SelectWizard(room.free_wizards()))
    if not room.disconnected_people:
        lifecycle.start_if_ready(state, room, outcome)


def _return_to_match(
    state: ServerState, peer: Peer, playing: Playing, cursor: _Cursor, outcome: Outcome
) -> None:
    """Journal the new token, tell the others and resume a suspended match.

    The player is sent the chat of the match, with its own private lines, and what it missed. If
    records were lost, the player is told and gets a full view.
    """
    room, match = playing.room, playing.match
    state.journal(room, Resumed(playing.seat, playing.session.token_hash), outcome)
    _announce_return(peer, playing, outcome)
    absence.on_return(state, room, outcome)
    if room.missing_records:
        outcome.send((peer.id,), GenericMessage(REWOUND.format(count=room.missing_records)))
    if lines := room.chat.lines_for(playing.seat):
        outcome.send((peer.id,), *lines)
    # The client's cursor may count lost changes, so only a fresh view is correct after a loss.
    same = cursor.match == match.seating.match and not room.missing_records
    outcome.sends += room.to_peers(match.resume_messages(playing.seat, cursor.seq, same_match=same))


def _announce_return(peer: Peer, member: InRoom | Playing, outcome: Outcome) -> None:
    """Send PlayerStatus "present" to the other members, but not to spectators."""
    others = tuple(other for other in member.room.peers if other != peer.id)
    outcome.send(others, PlayerStatus(member.session.name, "present"))
