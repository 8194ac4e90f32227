"""Set-up: the creator of a match says which game, for how many, and how it is played."""

from messages import Message, SelectModeAndPlayers, WaitForOtherPlayer
from server.effects import Effect, to
from server.rooms import lifecycle
from server.rooms.room import Peer
from server.state import ServerState, valid


def receive(state: ServerState, peer: Peer, message: Message) -> list[Effect]:
    """SelectModeAndPlayers."""
    assert isinstance(message, SelectModeAndPlayers)
    assert peer.session is not None
    room = lifecycle.open_table(state, peer.session, message)
    return [
        valid(peer, "Match created with success", message),
        to(peer.id, WaitForOtherPlayer()),
        *lifecycle.arrival(state, room, peer.session),
        *lifecycle.call_computers(state, room, message.bots),
    ]
