"""Wizard: seated at an open table, until the match starts.

In games that have wizards each guest is asked for one, and again after a choice that was not free;
RoomUpdate tells who took which. The host may add computer players, change the number of seats, and
start with fewer players.
"""

from msgspec import structs

from messages import (
    AddComputerPlayer,
    ChangeSeats,
    ChooseWizard,
    Error,
    ErrorCode,
    Message,
    Refusal,
    RoomUpdate,
    SelectWizard,
    StartMatch,
    WaitForOtherPlayer,
)
from server.effects import Effect, to
from server.rooms import lifecycle
from server.rooms.room import Peer, Room, Session
from server.state import ServerState, answer, tell, valid


def receive(state: ServerState, peer: Peer, message: Message) -> list[Effect]:
    """ChooseWizard, AddComputerPlayer, ChangeSeats or StartMatch."""
    assert peer.session is not None
    assert peer.session.room is not None
    session, room = peer.session, peer.session.room
    if isinstance(message, ChooseWizard):
        return _choose(state, peer, session, room, message)
    _check_host(room, session)
    if isinstance(message, AddComputerPlayer):
        rule = peer.client.nickname_rule
        call = lifecycle.add_computer(state, room, message.strategy, message.name, rule)
        return [valid(peer, "A computer player takes a seat", message), call]
    if isinstance(message, ChangeSeats):
        return _resize(state, peer, room, message)
    assert isinstance(message, StartMatch)
    started = lifecycle.start_by_host(state, room, message.options)
    return [valid(peer, "The match starts", message), *started]


def _check_host(room: Room, session: Session) -> None:
    if room.host is not session:
        text = f"Only the host of this match may do that; ask {room.host.name}."
        raise Refusal(ErrorCode.NOTALLOWED, text)


def _resize(state: ServerState, peer: Peer, room: Room, message: ChangeSeats) -> list[Effect]:
    """Nobody loses a seat, nor a computer player that was called; a full table starts."""
    lifecycle.check_trouble(state)
    seats, expected = room.game.seats, len(room.people) + room.promised
    least = max(seats[0], expected)
    if not least <= message.number_of_players <= seats[-1]:
        text = f"This table may have {least} to {seats[-1]} seats; {expected} are taken."
        raise Refusal(ErrorCode.CHOICENOTVALID, text)
    room.asked = structs.replace(room.asked, number_of_players=message.number_of_players)
    told = tell(room, RoomUpdate(room.info(), room.code))
    changed = valid(peer, "The table has changed its size", message)
    return [changed, *told, *lifecycle.start_if_ready(state, room)]


def _choose(
    state: ServerState, peer: Peer, session: Session, room: Room, message: ChooseWizard
) -> list[Effect]:
    if not room.game.wizards:
        text = "This game has no wizards; it starts when everybody is here."
        raise Refusal(ErrorCode.UNEXPECTEDMESSAGE, text)
    wizard = message.wizard.strip().upper()
    if wizard != session.wizard and wizard not in room.free_wizards():
        return _ask_again(peer, room, message)
    session.wizard = wizard
    text = "You have been successfully associated with the wizard that you chose"
    return [valid(peer, text, message), *_after_choice(state, peer, room)]


def _after_choice(state: ServerState, peer: Peer, room: Room) -> list[Effect]:
    started = lifecycle.start_if_ready(state, room)
    if started:
        return started
    told = tell(room, RoomUpdate(room.info(), room.code))
    return [*told, to(peer.id, WaitForOtherPlayer())]


def _ask_again(peer: Peer, room: Room, message: ChooseWizard) -> list[Effect]:
    free = room.free_wizards()
    text = f"Choose one of the wizards still free: {', '.join(free)}."
    error = Error(ErrorCode.CHOICENOTVALID, text, reply_to=message.id)
    return [answer(peer, error), to(peer.id, SelectWizard(free))]
