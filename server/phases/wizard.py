"""Wizard: seated at an open table; in games that have them, everybody picks a different wizard.

Each guest is asked once, and again after a choice that was not free; RoomUpdate tells who took what.
"""

from messages import (
    ChooseWizard,
    Error,
    ErrorCode,
    Message,
    Refusal,
    RoomUpdate,
    SelectWizard,
    WaitForOtherPlayer,
)
from server.lobby import Lobby, answer, valid
from server.outgoing import Effect, Outgoing
from server.rooms import Peer, Room, Session


def receive(lobby: Lobby, peer: Peer, message: Message, now: float) -> list[Effect]:
    """ChooseWizard."""
    assert isinstance(message, ChooseWizard)
    assert peer.session is not None
    assert peer.session.room is not None
    session, room = peer.session, peer.session.room
    if not room.game.wizards:
        text = "This game has no wizards; it starts when everybody is here."
        raise Refusal(ErrorCode.UNEXPECTEDMESSAGE, text)
    wizard = message.wizard.strip().upper()
    if wizard != session.wizard and wizard not in room.free_wizards():
        return _ask_again(peer, room, message)
    return _take(lobby, peer, session, room, message)


def _take(
    lobby: Lobby, peer: Peer, session: Session, room: Room, message: ChooseWizard
) -> list[Effect]:
    session.wizard = message.wizard.strip().upper()
    text = "You have been successfully associated with the wizard that you chose"
    effects: list[Effect] = [valid(peer, text, message)]
    started = lobby.start_if_ready(room)
    if started:
        return effects + started
    effects += lobby.tell_room(room, RoomUpdate(room.info(), room.code))
    return [*effects, Outgoing((peer.id,), WaitForOtherPlayer())]


def _ask_again(peer: Peer, room: Room, message: ChooseWizard) -> list[Effect]:
    free = room.free_wizards()
    text = f"Choose one of the wizards still free: {', '.join(free)}."
    error = Error(ErrorCode.CHOICENOTVALID, text, reply_to=message.id)
    return [answer(peer, error), Outgoing((peer.id,), SelectWizard(free))]
