"""UNO's old dialect: what guests say about themselves and their lobbies (UNO 10, 11.4)."""

from messages import (
    AddComputerPlayer,
    ChooseNickname,
    Error,
    LeaveMatch,
    SelectMatch,
    SelectModeAndPlayers,
    SendChat,
    StartMatch,
)
from messages.registry import AnyClientMessage
from messages.uno.actions import UNO_MODES
from server.dialects.steps import Steps
from server.dialects.uno.asking import do, well_formed
from server.dialects.uno.guest import Place, UnoGuest
from server.dialects.uno.lobbies import MAIN, Found, list_of_lobbies, lobbies, maybe_lobby
from server.dialects.uno.wire import (
    CHAT_LENGTH,
    TYPES,
    Code,
    Wrong,
    line,
    maybe_lobby_name,
    maybe_name,
    one_argument,
)


def make_handshake(guest: UnoGuest, name: str, kind: str) -> Steps:
    """MH. A client that calls itself a computer player is a guest like any other."""
    wanted = well_formed(maybe_name(name), Code.BAD_NAME)
    if kind not in TYPES:
        raise Wrong(Code.INVALID)
    yield from do(ChooseNickname(wanted))
    guest.name = wanted
    guest.house.guests[wanted] = guest
    guest.say("AH")
    list_lobbies(guest)
    try:
        yield from _move(guest, lobbies(guest.house.records)[MAIN], "BPJ")
    except Wrong as wrong:
        # The handshake stands; the guest is in the hall and told why.
        guest.say(line("ERR", wrong.code))


def list_lobbies(guest: UnoGuest) -> None:
    """LOL."""
    guest.say(list_of_lobbies(guest.house.records))


def create_lobby(guest: UnoGuest, text: str) -> Steps:
    """CL: everybody who is not playing is told of the new lobby, its maker included."""
    name = well_formed(maybe_lobby_name(text))
    _check_free_to_move(guest)
    if maybe_lobby(guest.house.records, name) is not None:
        raise Wrong(Code.INVALID)
    yield from _open(guest, name, "")
    for other in list(guest.house.guests.values()):
        if other.place is not Place.GAME:
            other.say(line("BCL", name))


def join_lobby(guest: UnoGuest, text: str) -> Steps:
    """JL: into another lobby, if that one does not play and has a seat."""
    name = well_formed(maybe_lobby_name(text))
    _check_free_to_move(guest)
    lobby = well_formed(maybe_lobby(guest.house.records, name))
    if lobby.room is not None and lobby.room is guest.room:
        raise Wrong(Code.INVALID)
    yield from _move(guest, lobby, "BJL")


def add_computer(guest: UnoGuest, name: str, strategy: str = "") -> Steps:
    """ACP: without a strategy it is the usual one of this server."""
    wanted = well_formed(maybe_name(name), Code.BAD_NAME)
    known = guest.house.records.strategies.get("uno", ())
    if not known or (strategy and strategy not in known):
        raise Wrong(Code.INVALID)
    yield from do(AddComputerPlayer(strategy, wanted))


def start_game(guest: UnoGuest, mode: str) -> Steps:
    """SG."""
    if mode not in UNO_MODES:
        raise Wrong(Code.INVALID)
    yield from do(StartMatch({"mode": mode}))


def leave_game(guest: UnoGuest) -> None:
    """LG."""
    guest.part(lost=False)


def send_message(guest: UnoGuest, *texts: str) -> Steps:
    """SM: whatever is wrong with a text has one code of its own (UNO 10.5)."""
    if not texts:
        raise Wrong(Code.MISSING)
    text = one_argument(texts[0])
    if len(texts) > 1 or not 0 < len(text) <= CHAT_LENGTH or guest.place is Place.HALL:
        raise Wrong(Code.CHAT)
    (answer,) = yield [SendChat(text)]
    if isinstance(answer, Error):
        raise Wrong(Code.CHAT)


# --- moving -------------------------------------------------------------------------------------


def _check_free_to_move(guest: UnoGuest) -> None:
    """Nobody walks away from a game; LG is for that (UNO 10.1)."""
    if guest.place is Place.GAME or (guest.room and guest.room.match):
        raise Wrong(Code.INVALID)


def _standing_up(guest: UnoGuest) -> list[AnyClientMessage]:
    return [LeaveMatch()] if guest.room else []


def _move(guest: UnoGuest, lobby: Found, arrival: str) -> Steps:
    """Leave one lobby for another in one go, or raise Wrong and stay."""
    if lobby.playing:
        raise Wrong(Code.PLAYING)
    if lobby.full:
        raise Wrong(Code.FULL)
    if lobby.room is None:
        yield from _open(guest, lobby.name, arrival)
    else:
        guest.arrival = arrival
        yield [*_standing_up(guest), SelectMatch(lobby.room.number)]


def _open(guest: UnoGuest, name: str, arrival: str) -> Steps:
    """Make a lobby and move there; where no more tables fit the guest ends up in the hall."""
    settings = guest.house.settings
    guest.arrival = arrival
    table = SelectModeAndPlayers(
        settings.seats,
        game="uno",
        name=name,
        standing=True,
        clock=settings.turn_limit,
        absent="forfeit",
        options=settings.options,
    )
    answers = yield [*_standing_up(guest), SelectMatch(0), table]
    if isinstance(answers[-1], Error):
        yield [LeaveMatch()]
        raise Wrong(Code.FULL)
