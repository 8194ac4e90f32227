"""Codex Naturalis' old dialect: logging in, the lobby, leaving (digest 4; rules digest 11).

The first guest is the creator and says how many play. Then the lobby sits down at a table of this
server, where guests of other routes may sit too. Where a table of this game is open already, a new
guest is seated there.
"""

from messages import (
    ChooseNickname,
    Error,
    LeaveMatch,
    Message,
    Quit,
    Reconnect,
    SelectMatch,
    SelectModeAndPlayers,
)
from server.dialects.codex.guest import DIALECT, CodexGuest
from server.dialects.codex.wire import NAME_LENGTH, Connect, SetPlayerNumber, Wrong, maybe_name

SIZES = range(2, 5)


# --- login --------------------------------------------------------------------------------------


def connect(guest: CodexGuest, request: Connect) -> None:
    """CONNECT: a new name, the name of somebody who was lost, or another game for a guest."""
    if guest.name:
        _again(guest, request)
        return
    name = maybe_name(request.sender)
    if name is None:
        text = f"A name has 1 to {NAME_LENGTH} letters, digits, _ - or . and is not Everyone."
        _login_refused(guest, request.sender, text)
        return
    if guest.house.records.waits_for(name, DIALECT):
        guest.returning = True
        guest.ask(Reconnect(name, ""), lambda answer: _returned(guest, name, answer))
    elif len(guest.house.lobby) >= SIZES[-1]:
        _login_refused(guest, name, "The lobby is full; try again when its game has begun.")
    else:
        guest.ask(ChooseNickname(name), lambda answer: _named(guest, name, answer))


def _again(guest: CodexGuest, request: Connect) -> None:
    """After a game the same guest may play another one."""
    if request.sender != guest.name or guest.room or guest in guest.house.lobby:
        raise Wrong(f"You are connected already, as {guest.name}.")
    _login_accepted(guest)
    _enter(guest)


def _login_refused(guest: CodexGuest, name: str, text: str) -> None:
    guest.say("RESULT_OF_LOGIN", accepted=False, selectedUsername=name[:64], details=text)


def _login_accepted(guest: CodexGuest) -> None:
    guest.say("RESULT_OF_LOGIN", accepted=True, selectedUsername=guest.name, details="")


def _returned(guest: CodexGuest, name: str, answer: Message) -> None:
    """The game itself is told in news.py."""
    if isinstance(answer, Error):
        guest.returning = False
        _login_refused(guest, name, answer.message)


def _named(guest: CodexGuest, name: str, answer: Message) -> None:
    if isinstance(answer, Error):
        _login_refused(guest, name, answer.message)
        return
    _login_accepted(guest)
    _enter(guest)


# --- the lobby ----------------------------------------------------------------------------------


def _enter(guest: CodexGuest) -> None:
    """Into the lobby that waits, or to an open table, or as the creator of a lobby."""
    lobby, table = guest.house.lobby, guest.house.maybe_table()
    if not lobby and table is not None:
        guest.ask(SelectMatch(table.number), lambda answer: _seated(guest, answer))
        return
    lobby.append(guest)
    if len(lobby) == 1:
        guest.say("UPDATE_CREATOR")
    _tell_lobby(lobby)


def _tell_lobby(lobby: list[CodexGuest]) -> None:
    names = [guest.name for guest in lobby]
    for guest in lobby:
        guest.say("SHOW_UPDATE_PLAYERS_IN_LOBBY", usernames=names)


def _seated(guest: CodexGuest, answer: Message) -> None:
    """Who came too late for the last seat is told so and parted with."""
    if isinstance(answer, Error):
        _exceeding(guest)


def _exceeding(guest: CodexGuest) -> None:
    guest.say("EXCEEDING_PLAYER")
    guest.house.hub.receive(guest.peer, Quit())


def set_player_number(guest: CodexGuest, request: SetPlayerNumber) -> None:
    """SET_PLAYER_NUMBER: the creator's, once; everything else is refused and may be tried again."""
    lobby = guest.house.lobby
    if not lobby or guest is not lobby[0]:
        raise Wrong("Only the creator of a lobby says how many play, and only once.")
    number = request.num_players
    if number not in SIZES:
        raise Wrong(f"Between {SIZES[0]} and {SIZES[-1]} players can play.")
    guest.expected = min(number, len(lobby))
    guest.ask(SelectMatch(0), lambda answer: None)
    table = SelectModeAndPlayers(number, game="codex")
    guest.ask(table, lambda answer: _opened(guest, number, answer))


def _opened(creator: CodexGuest, number: int, answer: Message) -> None:
    """The table is there: the lobby sits down, and those in excess go."""
    if isinstance(answer, Error):
        creator.refuse(answer.message)
        creator.ask(LeaveMatch(), lambda answer: None)
        return
    lobby, creator.house.lobby = creator.house.lobby, []
    room = creator.room
    assert room is not None
    for place, guest in enumerate(lobby):
        guest.expected = min(number, len(lobby))
        if place >= number:
            _exceeding(guest)
        elif guest is not creator:
            _sit_down(guest, room.number)


def _sit_down(guest: CodexGuest, table: int) -> None:
    guest.ask(SelectMatch(table), lambda answer: _seated(guest, answer))


# --- leaving ------------------------------------------------------------------------------------


def part(guest: CodexGuest) -> None:
    """The connection is gone. A seat or a result waits for its owner, all else is given up."""
    house = guest.house
    if guest in house.lobby:
        _leave_lobby(guest)
    in_game = guest.room is not None and guest.room.match is not None
    if guest.session is not None and not in_game and not guest.unconfirmed:
        house.hub.receive(guest.peer, Quit())


def _leave_lobby(guest: CodexGuest) -> None:
    """Without its creator a lobby is dissolved (rules digest 11)."""
    lobby = guest.house.lobby
    creator = guest is lobby[0]
    lobby.remove(guest)
    if not creator:
        _tell_lobby(lobby)
        return
    guest.house.lobby = []
    for other in lobby:
        other.say("UPDATE_AFTER_LOBBY_CRASH")
        guest.house.hub.receive(other.peer, Quit())
