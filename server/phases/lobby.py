"""Match: choose a table from the list, or 0 for a new one; or watch one."""

from messages import (
    ErrorCode,
    GenericMessage,
    Message,
    Refusal,
    RequestRefresh,
    RequestSetUp,
    SelectMatch,
    WaitForOtherPlayer,
    WatchMatch,
)
from server.effects import Effect, to
from server.rooms import lifecycle, spectators
from server.rooms.room import Peer, Phase, Session
from server.state import ServerState, answer, valid


def receive(state: ServerState, peer: Peer, message: Message) -> list[Effect]:
    """SelectMatch, RequestRefresh or WatchMatch."""
    assert peer.session is not None
    peer.session.finished = None  # who asks for the next match knows how the last one ended
    if isinstance(message, RequestRefresh):
        return [answer(peer, state.match_list(reply_to=message.id, watchable=True))]
    if isinstance(message, WatchMatch):
        return _watch(state, peer, peer.session, message)
    assert isinstance(message, SelectMatch)
    if message.match == 0 and not message.code:
        return _new(peer, peer.session, message)
    return _join(state, peer, peer.session, message)


def _new(peer: Peer, session: Session, message: SelectMatch) -> list[Effect]:
    session.phase = Phase.SETUP
    return [
        valid(peer, "Match selected with success", message),
        to(
            peer.id,
            GenericMessage(f"Welcome {session.name}, set up your match."),
            RequestSetUp(),
        ),
    ]


def _join(state: ServerState, peer: Peer, session: Session, message: SelectMatch) -> list[Effect]:
    if message.match < 0:
        raise Refusal(ErrorCode.CHOICENOTVALID, "Matches have numbers above 0; 0 makes a new one.")
    room = lifecycle.find_table(state, message.match, message.code)
    lifecycle.join(room, session)
    welcome = f"Welcome to match {room.number}, {room.game.title}, hosted by {room.host.name}."
    return [
        valid(peer, "Match selected with success", message),
        to(peer.id, GenericMessage(welcome), WaitForOtherPlayer()),
        *lifecycle.arrival(state, room, session),
    ]


def _watch(state: ServerState, peer: Peer, session: Session, message: WatchMatch) -> list[Effect]:
    room = spectators.find_watchable(state, message.match, message.code)
    text = f"You watch match {room.number}, {room.game.title}, hosted by {room.host.name}"
    return [valid(peer, text, message), *spectators.watch(room, session)]
