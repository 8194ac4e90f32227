"""Commands that are typed in an open room: wizard, partner, seats, computer players, start."""

from collections.abc import Sequence

from client.games.levels import strategy_for
from client.games.parsing import CommandError, parse_number, pick
from client.games.registry import ui
from client.model import Model
from client.tui.text import typing
from messages import ClientMessage, RoomInfo, lobby

KICK = "kick"
"""Command of the host that is followed by the name of a player."""
FILL = "fill"
"""Command of the host that gives all free seats to computer players."""
HOST_COMMANDS = ("add", FILL, "seats", KICK, "start")
"""Commands that only the host of an open room may use."""
PARTNER = "partner"
"""Command of every player in an open room of a game with teams."""
ROOM_COMMANDS = (*HOST_COMMANDS, PARTNER, "wizard")


def parse_room_line(line: str, model: Model) -> list[ClientMessage]:
    """Return the messages for a line, not empty, typed in an open room.

    It is a command of the host, the choice of a partner, or a free wizard by name or by number from
    1, with or without the word ``wizard``. ``again`` follows a match after which the table is open
    again. Raises CommandError for any other line.
    """
    words = line.lower().split()
    match words:
        case ["add" | "fill", *level] if len(level) <= 1:
            return _computer_players(words[0], level, model.room)
        case ["seats", number]:
            return [lobby.ChangeSeats(parse_number(number, "number of seats"))]
        case ["start"]:
            return [lobby.StartMatch()]
        case ["again"]:
            return _start_again(model)
        case [command, *_] if command == PARTNER:
            return [lobby.ChoosePartner(_parse_name(line, typing.PARTNER_USAGE))]
        case [command, *_] if command == KICK:
            return [lobby.KickPlayer(_parse_name(line, typing.KICK_USAGE))]
    return [_parse_wizard(words, model.wizards)]


def _computer_players(
    command: str, level: Sequence[str], room: RoomInfo | None
) -> list[ClientMessage]:
    """Return a message for one computer player (``add``), or for each free seat (``fill``).

    The level may also be a strategy. Raises CommandError if no seat is free to be filled.
    """
    strategies = ui(room.game).strategies if room else ()
    strategy = strategy_for(level[0][:64], strategies) if level else ""
    if command != FILL or room is None:
        return [lobby.AddComputerPlayer(strategy)]
    free = room.number_of_players - len(room.players)
    if free < 1:
        raise CommandError(typing.NO_FREE_SEAT)
    return [lobby.AddComputerPlayer(strategy)] * free


def _start_again(model: Model) -> list[ClientMessage]:
    """Return PlayAgain for a player who has not said it yet at the table of the last match.

    For the host of a full table, if nobody else is undecided, it is StartMatch. Raises CommandError
    if there is nothing to say.
    """
    room = model.room
    if room is None:
        raise CommandError(typing.SAME_TABLE)
    is_full = len(room.players) >= room.number_of_players
    if room.host == model.nickname and is_full and not set(room.undecided) - {model.nickname}:
        return [lobby.StartMatch()]
    if model.nickname not in room.undecided:
        raise CommandError(typing.SAME_TABLE)
    return [lobby.PlayAgain()]


def _parse_wizard(words: Sequence[str], free_wizards: Sequence[str]) -> ClientMessage:
    """Return the choice of a free wizard by name or number, with or without the word ``wizard``.

    Raises CommandError for other words, and if there is no wizard to choose.
    """
    if words[0] == "wizard":
        words = words[1:]
    if len(words) != 1 or not free_wizards:
        raise CommandError(typing.WIZARD_USAGE if free_wizards else typing.WAIT)
    choices = {wizard.lower(): wizard for wizard in free_wizards}
    choices.update({str(n): wizard for n, wizard in enumerate(free_wizards, start=1)})
    return lobby.ChooseWizard(pick(words[0], choices, typing.A_WIZARD))


def _parse_name(line: str, usage: str) -> str:
    """Return the text after the first word, cut to 64 characters.

    Raises CommandError with ``usage`` if there is none.
    """
    _, _, name = line.strip().partition(" ")
    if not name.strip():
        raise CommandError(usage)
    return name.strip()[:64]


def starts_by_itself(model: Model, own_bots: int) -> bool:
    """Return whether the match of the room starts without another person doing anything.

    ``own_bots`` is the number of computer players that this client has requested. False if a seat
    is free for a person, or if another person has to choose a wizard. True without a room, and if
    this client is about to be asked for a wizard.
    """
    room = model.room
    if room is None or (room.free_wizards and not {model.nickname} & set(room.wizards)):
        return True
    if max(len(room.players), 1 + own_bots) < room.number_of_players:
        return False
    has_wizards = bool(room.wizards or room.free_wizards or model.wizards)
    undecided = room.number_of_players - len(room.wizards)
    return not has_wizards or undecided <= max(room.bots, own_bots)
