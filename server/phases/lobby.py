"""Match: choose a room from the list, or 0 for a new one; or watch one."""

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
from server.effects import Outcome
from server.rooms import lifecycle, spectators
from server.sessions import Peer, Phase, Session
from server.state import ServerState, accepted


def receive(state: ServerState, peer: Peer, message: Message) -> Outcome:
    """SelectMatch, RequestRefresh or WatchMatch."""
    assert peer.session is not None
    peer.session.finished = None  # who asks for the next match knows how the last one ended
    if isinstance(message, RequestRefresh):
        return Outcome(peer.id, state.match_list(reply_to=message.id, watchable=True))
    if isinstance(message, WatchMatch):
        return _watch(state, peer, peer.session, message)
    assert isinstance(message, SelectMatch)
    if message.match == 0 and not message.code:
        return _new(peer, peer.session, message)
    return _join(state, peer, peer.session, message)


def _new(peer: Peer, session: Session, message: SelectMatch) -> Outcome:
    session.phase = Phase.SETUP
    welcome = GenericMessage(f"Welcome {session.name}, set up your match.")
    outcome = accepted(peer, "Match selected with success", message)
    outcome.send((peer.id,), welcome, RequestSetUp())
    return outcome


def _join(state: ServerState, peer: Peer, session: Session, message: SelectMatch) -> Outcome:
    if message.match < 0:
        raise Refusal(ErrorCode.CHOICENOTVALID, "Matches have numbers above 0; 0 makes a new one.")
    room = lifecycle.find_table(state, message.match, message.code)
    lifecycle.join(room, session)
    welcome = f"Welcome to match {room.number}, {room.game.title}, hosted by {room.host.name}."
    outcome = accepted(peer, "Match selected with success", message)
    outcome.send((peer.id,), GenericMessage(welcome), WaitForOtherPlayer())
    lifecycle.announce_member(state, room, session, outcome)
    return outcome


def _watch(state: ServerState, peer: Peer, session: Session, message: WatchMatch) -> Outcome:
    room = spectators.find_watchable(state, message.match, message.code)
    text = f"You watch match {room.number}, {room.game.title}, hosted by {room.host.name}"
    outcome = accepted(peer, text, message)
    spectators.watch(room, session, outcome)
    return outcome
