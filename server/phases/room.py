"""Phase "wizard": member of an open room, until the match starts.

In games with wizards each member is prompted for one; RoomUpdate lists those that are still free.
In games with teams each member may choose a partner. After a match each member may say to play
again. The host may add computer players, change the number of seats, remove players, and start with
fewer players.
"""

from msgspec import structs

from messages import ErrorCode, Refusal, RoomUpdate, WaitForOtherPlayer
from messages.lobby import (
    AddComputerPlayer,
    ChangeSeats,
    ChoosePartner,
    ChooseWizard,
    KickPlayer,
    PlayAgain,
    StartMatch,
)
from messages.text import name_key
from server.effects import Outcome
from server.rooms import lifecycle, opening
from server.rooms.room import Kicked, Room
from server.rooms.teams import with_pair
from server.sessions import InRoom, Peer, Session
from server.state import ServerState, accepted_outcome


def choose_wizard(state: ServerState, peer: Peer, member: InRoom, message: ChooseWizard) -> Outcome:
    """Handle ChooseWizard: set or change the wizard, then start the match or update the room.

    Letter case and spaces around the wizard do not matter. Raises Refusal for one that is not free,
    and in games without wizards. The match starts if the room is full and every wizard is chosen.
    """
    session, room = member.session, member.room
    if not room.game.wizards:
        text = "This game has no wizards; it starts when everybody is here."
        raise Refusal(ErrorCode.UNEXPECTEDMESSAGE, text)
    wizard, free = message.wizard.strip().upper(), room.free_wizards()
    if not wizard or (wizard != member.wizard and wizard not in free):
        text = f"Choose one of the wizards still free: {', '.join(free)}."
        raise Refusal(ErrorCode.CHOICENOTVALID, text)
    session.state = InRoom(session.ref, room, wizard)
    state.room_list.update(room)
    text = "You have been successfully associated with the wizard that you chose"
    outcome = accepted_outcome(peer, text, message)
    if not lifecycle.start_if_ready(state, room, outcome):
        outcome.send(room.audience, RoomUpdate(room.info(), room.code))
        outcome.send((peer.id,), WaitForOtherPlayer())
    return outcome


def choose_partner(
    state: ServerState, peer: Peer, member: InRoom, message: ChoosePartner
) -> Outcome:
    """Handle ChoosePartner: put the sender and another member in one team; update the room.

    Older choices of both are replaced. Raises Refusal in games without teams, with a number of
    seats for which there are none, and for a nickname that no other member has.
    """
    room, chooser = member.room, member.session
    _check_teams(room)
    partner = _find_other_session(room.members, chooser, message.partner)
    room.pairs = with_pair(room.pairs, (chooser, partner))
    state.room_list.update(room)
    outcome = accepted_outcome(peer, f"You play in one team with {partner.name}", message)
    outcome.send(room.audience, RoomUpdate(room.info(), room.code))
    return outcome


def play_again(state: ServerState, peer: Peer, member: InRoom, message: PlayAgain) -> Outcome:
    """Handle PlayAgain: the member is no longer undecided; update the room.

    A member who has said so before, or who joined after the last match, is only answered.
    """
    outcome = accepted_outcome(peer, "You play the next match", message)
    if member.is_undecided:
        member.session.state = InRoom(member.owner, member.room, member.wizard)
        state.room_list.update(member.room)
        outcome.send(member.room.audience, RoomUpdate(member.room.info(), member.room.code))
    return outcome


def _find_other_session(sessions: list[Session], sender: Session, nickname: str) -> Session:
    """Return the session with this nickname. Raises Refusal if nobody but the sender has it."""
    others = [other for other in sessions if other is not sender]
    key = name_key(nickname)
    found = next((other for other in others if other.key == key), None)
    if found is None:
        names = ", ".join(other.name for other in others)
        text = f"Choose one of these players: {names}." if names else "Nobody else is here yet."
        raise Refusal(ErrorCode.CHOICENOTVALID, text)
    return found


def _check_teams(room: Room) -> None:
    """Raise Refusal if the game has no teams, or none with the number of seats of the room."""
    game, number = room.game, room.setup.number_of_players
    if game.teams(number):
        return
    with_teams = [str(seats) for seats in game.seats if game.teams(seats)]
    if not with_teams:
        raise Refusal(ErrorCode.UNEXPECTEDMESSAGE, f"{game.title} has no teams.")
    text = f"{game.title} has teams with {' or '.join(with_teams)} players, not with {number}."
    raise Refusal(ErrorCode.CHOICENOTVALID, text)


def add_bot(state: ServerState, peer: Peer, member: InRoom, message: AddComputerPlayer) -> Outcome:
    """Handle AddComputerPlayer of the host: reserve a seat and start a bot for it.

    Raises Refusal if the sender is not the host, or strategy, nickname or seat are not available.
    """
    _check_host(member)
    rule = peer.client.nickname_rule
    bot = opening.reserve_bot_seat(state, member.room, message.strategy, message.name, rule)
    outcome = accepted_outcome(peer, "A computer player takes a seat", message)
    outcome.bots.append(bot)
    return outcome


def change_seats(state: ServerState, peer: Peer, member: InRoom, message: ChangeSeats) -> Outcome:
    """Handle ChangeSeats of the host: update the room, and start the match if the room is full.

    Raises Refusal if the sender is not the host, while the journal fails, and for a number that
    the game does not allow or that has no seat for each member and each computer player.
    """
    _check_host(member)
    state.check_journal()
    room = member.room
    seats, expected = room.game.seats, len(room.people) + room.bot_seats
    min_seats = max(seats[0], expected)
    if not min_seats <= message.number_of_players <= seats[-1]:
        text = f"This table may have {min_seats} to {seats[-1]} seats; {expected} are taken."
        raise Refusal(ErrorCode.CHOICENOTVALID, text)
    room.setup = structs.replace(room.setup, number_of_players=message.number_of_players)
    state.room_list.update(room)
    outcome = accepted_outcome(peer, "The table has changed its size", message)
    outcome.send(room.audience, RoomUpdate(room.info(), room.code))
    lifecycle.start_if_ready(state, room, outcome)
    return outcome


def start_match(state: ServerState, peer: Peer, member: InRoom, message: StartMatch) -> Outcome:
    """Handle StartMatch of the host: start with the members there are and the given options.

    Raises Refusal if the sender is not the host, and as ``start_by_host`` does.
    """
    _check_host(member)
    outcome = accepted_outcome(peer, "The match starts", message)
    lifecycle.start_by_host(state, member.room, message.options, outcome)
    return outcome


def kick_player(state: ServerState, peer: Peer, member: InRoom, message: KickPlayer) -> Outcome:
    """Handle KickPlayer of the host: remove another member, or a spectator, from the room.

    A person cannot come back under this nickname, nor from the same address unless it is trusted
    or that of the host. Raises Refusal if the sender is not the host, and for a nickname that
    nobody else in the room has.
    """
    _check_host(member)
    room = member.room
    target = _find_other_session(room.members + room.spectators, member.session, message.nickname)
    connected = None if target.disconnected or target.peer is None else state.peers[target.peer]
    address = connected.rate_limit_key if connected else ""
    kicked = Kicked(target.key, "" if address == peer.rate_limit_key else address)
    outcome = accepted_outcome(peer, f"{target.name} was removed from the match", message)
    lifecycle.kick(state, room, target, kicked, outcome)
    return outcome


def _check_host(member: InRoom) -> None:
    """Raise Refusal unless the member is the host."""
    if member.room.host is not member.session:
        text = f"Only the host of this match may do that; ask {member.room.host.name}."
        raise Refusal(ErrorCode.NOTALLOWED, text)
