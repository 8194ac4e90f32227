"""Phases "match" and "set-up": join a room, set up a new one, or watch one."""

from msgspec import UNSET, structs

from messages import ErrorCode, GenericMessage, Refusal, RequestSetUp, WaitForOtherPlayer
from messages.lobby import RequestRefresh, SelectMatch, SelectModeAndPlayers, WatchMatch
from server.admission.costs import answer_cost
from server.effects import Outcome
from server.room_list import PageRequest
from server.rooms import opening, spectators
from server.sessions import InLobby, Peer, SettingUp
from server.state import ServerState, accepted_outcome

SEED_NOTICE = " The host chose the seed of the cards and can know all that are hidden."


def select_match(state: ServerState, peer: Peer, lobby: InLobby, message: SelectMatch) -> Outcome:
    """Handle SelectMatch: join an open room by code or number; a full room starts its match.

    Match 0 without a code starts the set-up of a new room. Raises Refusal for a negative number,
    for a room that does not exist, is full or has removed the sender, and while the server drains.
    The last result is forgotten even then, because the client has read it.
    """
    session = lobby.session
    session.forget_result()
    if message.match == 0 and not message.code:
        session.state = SettingUp(session.ref)
        outcome = accepted_outcome(peer, "Match selected with success", message)
        welcome = GenericMessage(f"Welcome {session.name}, set up your match.")
        outcome.send((peer.id,), welcome, RequestSetUp())
        return outcome
    if message.match < 0:
        raise Refusal(ErrorCode.CHOICENOTVALID, "Matches have numbers above 0; 0 makes a new one.")
    room = opening.find_open_room(state, message.match, message.code)
    opening.join(room, peer, session)
    outcome = accepted_outcome(peer, "Match selected with success", message)
    text = f"Welcome to match {room.number}, {room.game.title}, hosted by {room.host.name}."
    notice = SEED_NOTICE if room.setup.seed else ""
    outcome.send((peer.id,), GenericMessage(text + notice), WaitForOtherPlayer())
    opening.announce_member(state, peer, room, outcome)
    return outcome


def open_room(
    state: ServerState, peer: Peer, host: SettingUp, message: SelectModeAndPlayers
) -> Outcome:
    """Handle SelectModeAndPlayers: open a room and start its computer players.

    Raises Refusal for an invalid set-up, and if no more rooms can be opened.
    """
    room = opening.open_room(state, peer, host.session, message)
    outcome = accepted_outcome(peer, "Match created with success", message)
    outcome.send((peer.id,), WaitForOtherPlayer())
    opening.announce_member(state, peer, room, outcome)
    outcome.bots += [opening.reserve_bot_seat(state, room, "", "") for _ in range(message.bots)]
    return outcome


def refresh_list(
    state: ServerState, peer: Peer, lobby: InLobby, message: RequestRefresh
) -> Outcome:
    """Handle RequestRefresh: answer with a page of the rooms to join and the matches to watch.

    The name of the game may have any letter case. The last result is forgotten, because the client
    has read it. The rate limit of the peer is charged by the number of entries. Raises Refusal for
    an unknown game and for a bad cursor.
    """
    game = message.game.lower()
    if game and game not in state.games:
        raise Refusal(ErrorCode.CHOICENOTVALID, opening.unknown_game_text(state))
    page = state.room_list.page(PageRequest(game, not message.free_seats, message.after))
    lobby.session.forget_result()
    peer.prepaid -= answer_cost(page)
    answer = page if message.id is UNSET else structs.replace(page, reply_to=message.id)
    return Outcome(peer.id, answer)


def watch_match(state: ServerState, peer: Peer, lobby: InLobby, message: WatchMatch) -> Outcome:
    """Handle WatchMatch: make the session a spectator of the room and send it the public view.

    Raises Refusal if the room cannot be watched or its host has removed the sender. The last result
    is forgotten even then, because the client has read it.
    """
    lobby.session.forget_result()
    room = spectators.find_watchable_room(state, message.match, message.code)
    opening.check_not_kicked(room, peer, lobby.session)
    text = f"You watch match {room.number}, {room.game.title}, hosted by {room.host.name}"
    outcome = accepted_outcome(peer, text, message)
    spectators.start_watching(peer, lobby.session, room, outcome)
    return outcome
