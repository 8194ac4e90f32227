"""Codex Naturalis' old dialect: logging in, the lobby, leaving (digest 4; rules digest 11).

The first guest is the creator and says how many play. Then the lobby sits down at a table of this
server, where guests of other routes may sit too. Where a table of this game is open already, a new
guest is seated there.
"""

from collections.abc import Callable
from typing import Any

from messages import (
    ChooseNickname,
    Error,
    LeaveMatch,
    Message,
    Quit,
    Reconnect,
    SelectMatch,
    SelectModeAndPlayers,
    SendChat,
)
from messages.codex.actions import (
    CODEX_COLORS,
    ChooseCodexColor,
    ChooseCodexObjective,
    CodexAction,
    CodexSource,
    DrawCodexCard,
    PlaceCodexCard,
    PlaceCodexStarter,
)
from server.dialects.codex.objects import CARDS_BY_FACES
from server.dialects.codex.peer import DIALECT, CodexGuest
from server.dialects.codex.wire import (
    EVERYONE,
    NAME_LENGTH,
    AnyRequest,
    ChooseColor,
    Connect,
    Disconnect,
    Draw,
    Heartbeat,
    PlaceCard,
    PlaceObjective,
    PlaceStarter,
    Request,
    SendChatMessage,
    SetPlayerNumber,
    Wrong,
    maybe_name,
    read,
)

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


SOURCES: tuple[CodexSource, ...] = ("SLOT_1", "SLOT_2", "SLOT_3", "SLOT_4", "GOLD", "RESOURCE")
"""In the order of ``idToDraw``: of the decks the gold one comes first."""
CHAT_LENGTH = 300


def obey(guest: CodexGuest, text: str | None) -> None:
    """A line came. Every refusal reaches the guest, and the connection lives."""
    guest.unconfirmed = False
    if text is not None and not text.strip():
        return
    try:
        request = read(text)
        _check_sender(guest, request)
        _COMMANDS[type(request)](guest, request)
    except Wrong as wrong:
        guest.refuse(str(wrong))


def _check_sender(guest: CodexGuest, request: AnyRequest) -> None:
    if isinstance(request, Connect | Heartbeat | Disconnect):
        return
    if not guest.name:
        raise Wrong("Send CONNECT with your name first.")
    if request.sender != guest.name:
        raise Wrong(f"You are {guest.name}, not {request.sender[:64]}.")


def _do(guest: CodexGuest, action: CodexAction) -> None:
    """Have the server do it; what it says when it refuses is said on."""
    if not guest.playing:
        raise Wrong("The game has not begun; wait for the other players.")
    guest.ask(action, lambda answer: _answered(guest, answer))


def _answered(guest: CodexGuest, answer: Message) -> None:
    if isinstance(answer, Error):
        guest.fail(answer)


def _starter(guest: CodexGuest, request: PlaceStarter) -> None:
    _do(guest, PlaceCodexStarter(request.side))


def _color(guest: CodexGuest, request: ChooseColor) -> None:
    color = next((color for color in CODEX_COLORS if color == request.color), None)
    if color is None:
        raise Wrong(f"This colour is for the first player; choose {', '.join(CODEX_COLORS)}.")
    _do(guest, ChooseCodexColor(color))


def _objective(guest: CodexGuest, request: PlaceObjective) -> None:
    """The two that were offered are in the game as it was when it began for the guest."""
    offer = guest.view.offer if guest.view else ()
    if guest.playing and request.chosen_objective not in range(2):
        raise Wrong("Choose objective 0 or 1.")
    _do(guest, ChooseCodexObjective(offer[request.chosen_objective] if offer else ""))


def _card(guest: CodexGuest, request: PlaceCard) -> None:
    card = CARDS_BY_FACES.get((request.front_id, request.back_id))
    if card is None:
        raise Wrong("There is no card with these two faces.")
    _do(guest, PlaceCodexCard(card, request.side, request.position.x, request.position.y))


def _draw(guest: CodexGuest, request: Draw) -> None:
    if request.id_to_draw not in range(len(SOURCES)):
        raise Wrong("Draw from 0 to 5: four visible cards, the gold deck, the resource deck.")
    _do(guest, DrawCodexCard(SOURCES[request.id_to_draw]))


def _chat(guest: CodexGuest, request: SendChatMessage) -> None:
    """To everyone or to one player of the game; only in one's own name (rules digest 11)."""
    message = request.message
    everyone = message.is_broadcast or message.receiver == EVERYONE
    if message.sender != guest.name:
        raise Wrong("The author of a message must be its sender.")
    if not guest.playing:
        raise Wrong("The chat opens when the game begins.")
    if not everyone and message.receiver not in guest.names:
        raise Wrong(f"Write to {EVERYONE} or to one of {', '.join(guest.names)}.")
    if not 0 < len(message.content) <= CHAT_LENGTH:
        raise Wrong(f"Write 1 to {CHAT_LENGTH} signs.")
    word = SendChat(message.content, to="" if everyone else message.receiver)
    guest.ask(word, lambda answer: _answered(guest, answer))


def _disconnect(guest: CodexGuest, request: Disconnect) -> None:
    guest.end()


def _heartbeat(guest: CodexGuest, request: Heartbeat) -> None:
    """Only those of a guest with this name count; others are passed over (digest 5)."""
    if guest.name and request.sender == guest.name:
        guest.beat = guest.house.records.now


_COMMANDS: dict[type[Request], Callable[[CodexGuest, Any], None]] = {
    Connect: connect,
    SetPlayerNumber: set_player_number,
    PlaceStarter: _starter,
    ChooseColor: _color,
    PlaceObjective: _objective,
    PlaceCard: _card,
    Draw: _draw,
    SendChatMessage: _chat,
    Disconnect: _disconnect,
    Heartbeat: _heartbeat,
}
