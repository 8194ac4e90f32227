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
from server.effects import Effect, Goodbye, PeerId, Send, to
from server.journal.records import Talked
from server.rooms import lifecycle, spectators
from server.rooms.room import Peer, Phase, Session
from server.state import LISTED, ServerState, answer, note, valid


def _heartbeat(state: ServerState, peer: Peer, message: Heartbeat) -> list[Effect]:
    peer.beats = True
    return [answer(peer, Heartbeat(reply_to=message.id))]


def _quit(state: ServerState, peer: Peer, message: Quit) -> list[Effect]:
    effects: list[Effect] = [valid(peer, "Goodbye", message)]
    session = peer.session
    if session is not None:
        session.peer = None
        if session.room:
            session.room.recount()
        # A stand-in goes; the name, the seat and the result are still those of its owner.
        stand_in = peer.computer and not session.computer
        effects += (lifecycle.lose if stand_in else lifecycle.give_up)(state, session)
        peer.session = None
    return [*effects, Goodbye(peer.id)]


def _leave(state: ServerState, peer: Peer, message: LeaveMatch) -> list[Effect]:
    session = _named(peer)
    if session.phase is Phase.MATCH:
        raise Refusal(ErrorCode.UNEXPECTEDMESSAGE, "You are not in a match; SelectMatch joins one.")
    session.phase = Phase.MATCH
    effects: list[Effect] = [valid(peer, "You left the match", message)]
    effects += lifecycle.leave(state, session)
    return [*effects, to(peer.id, state.match_list())]


def _chat(state: ServerState, peer: Peer, message: SendChat) -> list[Effect]:
    session = _named(peer)
    text = clean(message.text)
    if not text:
        raise Refusal(ErrorCode.CHOICENOTVALID, "Write some visible text.")
    _check_chats(state, peer, session)
    addressee, watcher = _addressee_name(state, message.to), session.watched is not None
    said = ChatMessage(session.name, text, addressee, watcher=watcher)
    peers = _hearers(state, session, message.to)
    told: list[Effect] = [valid(peer, "Your message was sent", message), Send(peers, (said,))]
    return told if addressee else told + _kept(state, session, said)


def _kept(state: ServerState, session: Session, said: ChatMessage) -> list[Effect]:
    """What is said to a table in play is there for those who come back."""
    room = session.room or session.watched
    if room is None or room.match is None:
        return []
    room.chat.append(said)
    return [] if said.watcher else note(state, room, Talked(session.name, said.text))


def _online(state: ServerState, peer: Peer, message: ListPlayers) -> list[Effect]:
    _named(peer)
    players = tuple(_whereabouts(session) for session in islice(state.sessions.values(), LISTED))
    return [answer(peer, PlayersOnline(players, reply_to=message.id))]


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


def _hearers(state: ServerState, session: Session, to: str) -> tuple[PeerId, ...]:
    """One person and the sender, or a table with its watchers, or everybody in the lobby."""
    if to:
        other = state.sessions.get(name_key(to))
        if other is None or other.peer is None:
            raise Refusal(ErrorCode.CHOICENOTVALID, "Nobody of this name is connected now.")
        return tuple({session.peer, other.peer} - {None})  # type: ignore[arg-type]
    room = session.room or session.watched
    if room:
        return room.peers + spectators.watching(room)
    idle = (s for s in state.sessions.values() if not (s.room or s.watched))
    return tuple(s.peer for s in idle if s.peer is not None)


def _named(peer: Peer) -> Session:
    if peer.session is None:
        raise Refusal(ErrorCode.UNEXPECTEDMESSAGE, "Say who you are first: ChooseNickname.")
    return peer.session


ANYWHERE: dict[type[Message], Callable[[ServerState, Peer, Any], list[Effect]]] = {
    Heartbeat: _heartbeat,
    Quit: _quit,
    LeaveMatch: _leave,
    SendChat: _chat,
    ListPlayers: _online,
}
