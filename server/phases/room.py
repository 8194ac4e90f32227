"""Wizard: member of an open room, until the match starts.

In games that have wizards each member is asked for one, and again after a choice that was not free;
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
from server.effects import Outcome
from server.rooms import lifecycle
from server.rooms.room import Room
from server.sessions import Peer, Session
from server.state import ServerState, accepted


def receive(state: ServerState, peer: Peer, message: Message) -> Outcome:
    """ChooseWizard, AddComputerPlayer, ChangeSeats or StartMatch."""
    assert peer.session is not None
    assert peer.session.room is not None
    session, room = peer.session, peer.session.room
    if isinstance(message, ChooseWizard):
        return _choose(state, peer, session, room, message)
    _check_host(room, session)
    if isinstance(message, AddComputerPlayer):
        rule = peer.client.nickname_rule
        bot = lifecycle.add_computer(state, room, message.strategy, message.name, rule)
        outcome = accepted(peer, "A computer player takes a seat", message)
        outcome.bots.append(bot)
        return outcome
    if isinstance(message, ChangeSeats):
        return _resize(state, peer, room, message)
    assert isinstance(message, StartMatch)
    outcome = accepted(peer, "The match starts", message)
    lifecycle.start_by_host(state, room, message.options, outcome)
    return outcome


def _check_host(room: Room, session: Session) -> None:
    if room.host is not session:
        text = f"Only the host of this match may do that; ask {room.host.name}."
        raise Refusal(ErrorCode.NOTALLOWED, text)


def _resize(state: ServerState, peer: Peer, room: Room, message: ChangeSeats) -> Outcome:
    """Nobody loses a seat, nor a computer player that was started; a full room starts."""
    lifecycle.check_journal(state)
    seats, expected = room.game.seats, len(room.people) + room.promised
    least = max(seats[0], expected)
    if not least <= message.number_of_players <= seats[-1]:
        text = f"This table may have {least} to {seats[-1]} seats; {expected} are taken."
        raise Refusal(ErrorCode.CHOICENOTVALID, text)
    room.asked = structs.replace(room.asked, number_of_players=message.number_of_players)
    outcome = accepted(peer, "The table has changed its size", message)
    outcome.send(room.audience, RoomUpdate(room.info(), room.code))
    lifecycle.start_if_ready(state, room, outcome)
    return outcome


def _choose(
    state: ServerState, peer: Peer, session: Session, room: Room, message: ChooseWizard
) -> Outcome:
    if not room.game.wizards:
        text = "This game has no wizards; it starts when everybody is here."
        raise Refusal(ErrorCode.UNEXPECTEDMESSAGE, text)
    wizard = message.wizard.strip().upper()
    if wizard != session.wizard and wizard not in room.free_wizards():
        return _ask_again(peer, room, message)
    session.wizard = wizard
    text = "You have been successfully associated with the wizard that you chose"
    outcome = accepted(peer, text, message)
    if not lifecycle.start_if_ready(state, room, outcome):
        outcome.send(room.audience, RoomUpdate(room.info(), room.code))
        outcome.send((peer.id,), WaitForOtherPlayer())
    return outcome


def _ask_again(peer: Peer, room: Room, message: ChooseWizard) -> Outcome:
    free = room.free_wizards()
    text = f"Choose one of the wizards still free: {', '.join(free)}."
    outcome = Outcome(peer.id, Error(ErrorCode.CHOICENOTVALID, text, reply_to=message.id))
    outcome.send((peer.id,), SelectWizard(free))
    return outcome
