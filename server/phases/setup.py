"""Set-up: the creator of a match says which game, for how many, and how it is played."""

from messages import Message, SelectModeAndPlayers, WaitForOtherPlayer
from server.effects import Outcome
from server.rooms import lifecycle
from server.sessions import Peer
from server.state import ServerState, accepted


def receive(state: ServerState, peer: Peer, message: Message) -> Outcome:
    """SelectModeAndPlayers."""
    assert isinstance(message, SelectModeAndPlayers)
    assert peer.session is not None
    room = lifecycle.open_table(state, peer.session, message)
    outcome = accepted(peer, "Match created with success", message)
    outcome.send((peer.id,), WaitForOtherPlayer())
    lifecycle.announce_member(state, room, peer.session, outcome)
    outcome.bots += [lifecycle.add_computer(state, room, "", "") for _ in range(message.bots)]
    return outcome
