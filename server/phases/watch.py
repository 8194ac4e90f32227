"""Watch: a spectator of somebody else's match."""

from msgspec import structs

from messages import ErrorCode, Message, Refusal, RequestView
from server.effects import Outcome
from server.sessions import Peer
from server.state import ServerState


def receive(state: ServerState, peer: Peer, message: Message) -> Outcome:
    """RequestView; LeaveMatch is accepted in any phase."""
    assert isinstance(message, RequestView)
    assert peer.session is not None
    room = peer.session.watched
    assert room is not None
    if room.match is None:
        raise Refusal(ErrorCode.UNEXPECTEDMESSAGE, "Wait until the match begins, or LeaveMatch.")
    return Outcome(peer.id, structs.replace(room.match.view(None), reply_to=message.id))
