"""Turn: the match is on; its game decides what an action does."""

from msgspec import structs

from messages import ActionValid, ErrorCode, ListActions, Message, Refusal, RequestView
from messages.registry import LegalActions
from server.effects import Outcome
from server.journal.records import Acted
from server.rooms import lifecycle
from server.sessions import Peer
from server.state import ServerState

SUSPENDED = "The match is suspended until another player is back; you can chat meanwhile."


def receive(state: ServerState, peer: Peer, message: Message) -> Outcome:
    """An action of the game, ListActions or RequestView."""
    session = peer.session
    assert session is not None
    room = session.room
    assert room is not None
    match = room.match
    assert match is not None
    game = match.game
    if type(message) in game.actions:
        lifecycle.check_journal(state)
        if room.alone_since is not None:  # nothing is played against the absent
            raise Refusal(ErrorCode.SUSPENDED, SUSPENDED)
        step = match.act(session.seat, message)  # type: ignore[arg-type]
        answer = ActionValid(game.confirm(message), reply_to=message.id)  # type: ignore[attr-defined]
        outcome = Outcome(peer.id, answer)
        state.journal(room, Acted(session.seat, message), outcome)  # type: ignore[arg-type]
        lifecycle.publish_step(state, room, match, step, outcome)
        return outcome
    if isinstance(message, ListActions):
        return Outcome(peer.id, LegalActions(match.legal(session.seat), reply_to=message.id))
    if isinstance(message, RequestView):
        return Outcome(peer.id, structs.replace(match.view(session.seat), reply_to=message.id))
    text = f"This is a match of {game.title}; ListActions says what you may do."
    raise Refusal(ErrorCode.UNEXPECTEDMESSAGE, text)
