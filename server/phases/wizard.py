"""Wizard: seated at an open table; in games that have them, everybody picks a different wizard."""

from messages import ChooseWizard, ErrorCode, Message, Refusal, SelectWizard, WaitForOtherPlayer
from server.lobby import Lobby, valid
from server.outgoing import Effect, Outgoing
from server.rooms import Peer, Room, Session


def receive(lobby: Lobby, peer: Peer, message: Message, now: float) -> list[Effect]:
    """ChooseWizard."""
    assert isinstance(message, ChooseWizard)
    assert peer.session is not None
    assert peer.session.room is not None
    session, room = peer.session, peer.session.room
    session.wizard = _checked(room, session, message.wizard)
    text = "You have been successfully associated with the wizard that you chose"
    effects: list[Effect] = [valid(peer, text, message), *_ask_again(room)]
    started = lobby.start_if_ready(room)
    return effects + (started or [Outgoing((peer.id,), WaitForOtherPlayer())])


def _checked(room: Room, session: Session, asked: str) -> str:
    wizard = asked.strip().upper()
    if not room.game.wizards:
        text = "This game has no wizards; it starts when everybody is here."
        raise Refusal(ErrorCode.UNEXPECTEDMESSAGE, text)
    if wizard in room.free_wizards() or wizard == session.wizard:
        return wizard
    free = ", ".join(room.free_wizards())
    raise Refusal(ErrorCode.CHOICENOTVALID, f"Choose one of the wizards still free: {free}.")


def _ask_again(room: Room) -> list[Effect]:
    """Those who are still choosing learn what is left."""
    choosing = tuple(m.peer for m in room.present if not m.wizard and m.peer is not None)
    return [Outgoing(choosing, SelectWizard(room.free_wizards()))] if choosing else []
