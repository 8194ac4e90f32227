"""Set-up: the creator of a match says which game, for how many, and how it is played."""

from messages import Message, SelectModeAndPlayers, WaitForOtherPlayer
from server import tables
from server.lobby import Lobby, valid
from server.outgoing import Effect, to
from server.rooms import Peer


def receive(lobby: Lobby, peer: Peer, message: Message) -> list[Effect]:
    """SelectModeAndPlayers."""
    assert isinstance(message, SelectModeAndPlayers)
    assert peer.session is not None
    room = tables.open_table(lobby, peer.session, message)
    return [
        valid(peer, "Match created with success", message),
        to(peer.id, WaitForOtherPlayer()),
        *tables.arrival(lobby, room, peer.session),
        *tables.call_computers(lobby, room, message.bots),
    ]
