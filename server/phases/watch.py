"""Watch: at somebody else's table; there is nothing to do but to look."""

from msgspec import structs

from messages import ErrorCode, Message, Refusal, RequestView
from server.effects import Effect
from server.rooms.room import Peer
from server.state import ServerState, answer


def receive(state: ServerState, peer: Peer, message: Message) -> list[Effect]:
    """RequestView; LeaveMatch is welcome anywhere."""
    assert isinstance(message, RequestView)
    assert peer.session is not None
    room = peer.session.watched
    assert room is not None
    if room.match is None:
        raise Refusal(ErrorCode.UNEXPECTEDMESSAGE, "Wait until the match begins, or LeaveMatch.")
    return [answer(peer, structs.replace(room.match.view(None), reply_to=message.id))]
