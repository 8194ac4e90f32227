"""What is welcome in more than one phase: heartbeat, chat, who is online, leaving, quitting."""

from collections.abc import Callable
from itertools import islice
from typing import Any

from msgspec.structs import replace

from messages import (
    ChatMessage,
    ErrorCode,
    Heartbeat,
    LeaveMatch,
    ListPlayers,
    Message,
    OnlinePlayer,
    PlayersOnline,
    Quit,
    Refusal,
    SendChat,
)
from messages.text import clean, name_key
from server.admission.token_bucket import Bucket, Rate
from server.effects import Outcome, PeerId
from server.journal.records import Talked
from server.rooms import lifecycle
from server.sessions import Peer, Phase, Session
from server.state import LISTED, ServerState, accepted


def _heartbeat(state: ServerState, peer: Peer, message: Heartbeat) -> Outcome:
    peer.beats = True
    return Outcome(peer.id, Heartbeat(reply_to=message.id), passes_failing_journal=True)


def _quit(state: ServerState, peer: Peer, message: Quit) -> Outcome:
    outcome = accepted(peer, "Goodbye", message)
    session = peer.session
    if session is not None:
        session.peer = None
        if session.room:
            session.room.recount()
        if peer.computer and not session.computer:  # a stand-in; the session is its owner's
            lifecycle.on_disconnect(state, session, outcome)
        else:
            lifecycle.release_seat_and_name(state, session, outcome)
        peer.session = None
    outcome.closes.append(peer.id)
    return outcome


def _leave(state: ServerState, peer: Peer, message: LeaveMatch) -> Outcome:
    session = _named(peer)
    if session.phase is Phase.MATCH:
        raise Refusal(ErrorCode.UNEXPECTEDMESSAGE, "You are not in a match; SelectMatch joins one.")
    session.phase = Phase.MATCH
    outcome = accepted(peer, "You left the match", message)
    lifecycle.leave(state, session, outcome)
    outcome.send((peer.id,), state.match_list())
    return outcome


def _chat(state: ServerState, peer: Peer, message: SendChat) -> Outcome:
    session = _named(peer)
    text = clean(message.text)
    if not text:
        raise Refusal(ErrorCode.CHOICENOTVALID, "Write some visible text.")
    _check_chats(state, peer, session)
    addressee, watcher = _addressee_name(state, message.to), session.watched is not None
    chat = ChatMessage(session.name, text, addressee, watcher=watcher)
    peers = _recipients(state, session, message.to)
    outcome = accepted(peer, "Your message was sent", message)
    outcome.send(peers, chat)
    if not addressee:
        _keep(state, session, chat, outcome)
    return outcome


def _keep(state: ServerState, session: Session, chat: ChatMessage, outcome: Outcome) -> None:
    """Keep what is said to a room in play for those who return."""
    room = session.room or session.watched
    if room is None or room.match is None:
        return
    room.chat.append(chat)
    if not chat.watcher:
        state.journal(room, Talked(session.name, chat.text), outcome)


def _online(state: ServerState, peer: Peer, message: ListPlayers) -> Outcome:
    _named(peer)
    players = tuple(_whereabouts(session) for session in islice(state.sessions.values(), LISTED))
    return Outcome(peer.id, PlayersOnline(players, reply_to=message.id))


def _whereabouts(session: Session) -> OnlinePlayer:
    """Private tables keep their numbers to themselves."""
    room = session.room
    if session.peer is None:
        return OnlinePlayer(session.name, "away", session.computer)
    if room is None:
        return OnlinePlayer(session.name, "lobby", session.computer)
    place = OnlinePlayer(session.name, "playing" if room.match else "table", session.computer)
    return place if room.code else replace(place, match=room.number, game=room.game.name)


def _check_chats(state: ServerState, peer: Peer, session: Session) -> None:
    """Raise Refusal for one who talks too much."""
    if not peer.place:
        return
    limits = state.limits
    if session.chats is None:
        rate = Rate(limits.chats / limits.chat_seconds, limits.chats)
        session.chats = Bucket.full(rate, state.now)
    if not session.chats.take(1.0, state.now):
        text = f"You may say {limits.chats} lines in {limits.chat_seconds:g} s; wait a little."
        raise Refusal(ErrorCode.RATELIMITED, text)


def _addressee_name(state: ServerState, to: str) -> str:
    return state.sessions[name_key(to)].name if name_key(to) in state.sessions else ""


def _recipients(state: ServerState, session: Session, to: str) -> tuple[PeerId, ...]:
    """One person and the sender, or a table with its watchers, or everybody in the lobby."""
    if to:
        other = state.sessions.get(name_key(to))
        if other is None or other.peer is None:
            raise Refusal(ErrorCode.CHOICENOTVALID, "Nobody of this name is connected now.")
        return tuple({session.peer, other.peer} - {None})  # type: ignore[arg-type]
    room = session.room or session.watched
    if room:
        return room.audience
    idle = (s for s in state.sessions.values() if not (s.room or s.watched))
    return tuple(s.peer for s in idle if s.peer is not None)


def _named(peer: Peer) -> Session:
    if peer.session is None:
        raise Refusal(ErrorCode.UNEXPECTEDMESSAGE, "Say who you are first: ChooseNickname.")
    return peer.session


ANYWHERE: dict[type[Message], Callable[[ServerState, Peer, Any], Outcome]] = {
    Heartbeat: _heartbeat,
    Quit: _quit,
    LeaveMatch: _leave,
    SendChat: _chat,
    ListPlayers: _online,
}
