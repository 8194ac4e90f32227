"""UNO's old dialect: what a guest may say, and what it does (UNO 11.4, 11.6).

The order of checks: code, handshake (E001), number of arguments (E003), surplus and form (E006,
E008), then whether it may be done now (E006), and last the rules (E010, E002, E004, E005, E011). The
first three are made here for all commands, the form by each command; the rest is the server's.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from messages import AddComputerPlayer, ChooseNickname, Error, ErrorCode, SendChat, StartMatch
from messages.registry import AnyClientMessage
from messages.uno import (
    UNO_MODES,
    AnswerDrawnUnoCard,
    AnswerUnoChallenge,
    ChooseUnoColor,
    DrawUnoCard,
    PlayUnoCard,
    SayUno,
    SwapUnoHands,
)
from messages.uno_table import UnoView
from server.dialects.uno_guest import Place, UnoGuest
from server.dialects.uno_lines import (
    CHAT_LENGTH,
    TYPES,
    Code,
    Wrong,
    fold,
    is_seven,
    line,
    maybe_card,
    maybe_color,
    maybe_flag,
    maybe_lobby_name,
    maybe_name,
    one_argument,
    split,
)
from server.dialects.uno_lobbies import MAIN, list_of_lobbies, lobbies, maybe_lobby

T = TypeVar("T")

CODES: dict[ErrorCode, Code] = {
    ErrorCode.DUPLICATENICKNAME: Code.NAME_TAKEN,
    ErrorCode.INVALIDNICKNAME: Code.BAD_NAME,
    ErrorCode.ACTIONNONVALID: Code.CARD,
    ErrorCode.MATCHFULL: Code.COMPUTERS,
}
"""What a refusal is called here; all others are E006."""


class Command(NamedTuple):
    """``fewest`` arguments must be there and not empty; an ``answer`` is to an open question."""

    run: Callable[..., None]
    fewest: int = 0
    most: int = 0
    answer: bool = False


def obey(guest: UnoGuest, text: str | None) -> None:
    """A line came; None is one that cannot be read. Every refusal reaches the guest."""
    code, arguments = split(text or "")
    if text is not None and not text.strip():
        return
    command = COMMANDS.get(code)
    try:
        if command is None or (code == "MH") is bool(guest.name):
            raise Wrong(Code.PROTOCOL)
        _check_number(command, arguments)
        command.run(guest, *arguments)
    except Wrong as wrong:
        guest.refuse(wrong.code, repeat=command is not None and command.answer)
    else:
        guest.errors = 0


def _check_number(command: Command, arguments: list[str]) -> None:
    needed = arguments[: command.fewest]
    if len(needed) < command.fewest or not all(needed):
        raise Wrong(Code.MISSING)
    if len(arguments) > command.most:
        raise Wrong(Code.INVALID)


def _well_formed(value: T | None, code: Code = Code.INVALID) -> T:
    if value is None:
        raise Wrong(code)
    return value


def _do(guest: UnoGuest, message: AnyClientMessage) -> None:
    """Have the server do it, or raise Wrong with this dialect's word for why not."""
    answer = guest.ask(message)
    if isinstance(answer, Error):
        if answer.error is ErrorCode.INTERNALERROR:
            guest.say(line("BGM", one_argument(answer.message)))
        raise Wrong(CODES.get(answer.error, Code.INVALID))


# --- people and lobbies: 10 ---------------------------------------------------------------------


def _make_handshake(guest: UnoGuest, name: str, kind: str) -> None:
    """A client that calls itself a computer player is a guest like any other."""
    wanted = _well_formed(maybe_name(name), Code.BAD_NAME)
    if kind not in TYPES:
        raise Wrong(Code.INVALID)
    _do(guest, ChooseNickname(wanted))
    guest.name = wanted
    guest.house.guests[wanted] = guest
    guest.say("AH")
    _list_lobbies(guest)
    try:
        guest.sit_down(lobbies(guest.house.records)[MAIN], "BPJ")
    except Wrong as wrong:
        # The handshake stands; the guest is in the hall and told why.
        guest.say(line("ERR", wrong.code))


def _list_lobbies(guest: UnoGuest) -> None:
    guest.say(list_of_lobbies(guest.house.records))


def _create_lobby(guest: UnoGuest, text: str) -> None:
    name = _well_formed(maybe_lobby_name(text))
    if guest.place is Place.GAME or maybe_lobby(guest.house.records, name) is not None:
        raise Wrong(Code.INVALID)
    guest.open_lobby(name, "")
    for other in list(guest.house.guests.values()):
        if other.place is not Place.GAME:
            other.say(line("BCL", name))


def _join_lobby(guest: UnoGuest, text: str) -> None:
    name = _well_formed(maybe_lobby_name(text))
    lobby = maybe_lobby(guest.house.records, name)
    if guest.place is Place.GAME or lobby is None:
        raise Wrong(Code.INVALID)
    if lobby.room is not None and lobby.room is guest.room:
        raise Wrong(Code.INVALID)
    guest.sit_down(lobby, "BJL")


def _add_computer(guest: UnoGuest, name: str, strategy: str = "") -> None:
    wanted = _well_formed(maybe_name(name), Code.BAD_NAME)
    known = guest.house.records.strategies.get("uno", ())
    if not known or (strategy and strategy not in known):
        raise Wrong(Code.INVALID)
    _do(guest, AddComputerPlayer(strategy, wanted))


def _start_game(guest: UnoGuest, mode: str) -> None:
    if mode not in UNO_MODES:
        raise Wrong(Code.INVALID)
    _do(guest, StartMatch({"mode": mode}))


def _leave_game(guest: UnoGuest) -> None:
    guest.part(lost=False)


def _send_message(guest: UnoGuest, *texts: str) -> None:
    """Whatever is wrong with a text has one code of its own (UNO 10.5)."""
    if not texts:
        raise Wrong(Code.MISSING)
    text = texts[0]
    if len(texts) > 1 or not 0 < len(text) <= CHAT_LENGTH or guest.place is Place.HALL:
        raise Wrong(Code.CHAT)
    if isinstance(guest.ask(SendChat(text)), Error):
        raise Wrong(Code.CHAT)


# --- the game -----------------------------------------------------------------------------------


def _in_game(guest: UnoGuest) -> UnoView:
    return _well_formed(guest.maybe_view())


def _play_card(guest: UnoGuest, text: str) -> None:
    """Out of turn it is a jump-in that failed, where there are jump-ins (UNO 11.7)."""
    view = _in_game(guest)
    card = maybe_card(text)
    if view.turn == view.seat:
        if card is None and view.decision in ("PLAY", "RETAIN"):
            raise Wrong(Code.CARD)
    elif view.mode == "jump_in":
        if card is None or isinstance(guest.ask(PlayUnoCard(card)), Error):
            raise Wrong(Code.CARD)
        return
    _do(guest, PlayUnoCard(_well_formed(card)))


def _draw_card(guest: UnoGuest) -> None:
    _do(guest, DrawUnoCard())


def _retain_card(guest: UnoGuest, choice: str) -> None:
    """In spite of its name: true plays the card, false keeps it (UNO 11.4)."""
    _do(guest, AnswerDrawnUnoCard(_well_formed(maybe_flag(choice))))


def _choose_color(guest: UnoGuest, color: str) -> None:
    _do(guest, ChooseUnoColor(_well_formed(maybe_color(color))))


def _choose_for_seven(guest: UnoGuest, name: str, text: str = "") -> None:
    """Plays a seven and says whose hand is taken; only after AC7 the card may be missing."""
    view = guest.maybe_view()
    deciding = view is not None and view.turn == view.seat and view.mode == "seven_o"
    decision = view.decision if view and deciding else "OVER"
    if not text and decision != "SWAP":
        raise Wrong(Code.MISSING)
    if decision not in ("PLAY", "SWAP") or fold(name) not in guest.names:
        raise Wrong(Code.INVALID)
    card, partner = maybe_card(text), guest.names.index(fold(name))
    if decision == "PLAY":
        _play_seven(guest, card, partner)
    elif text and view and card != view.card:
        raise Wrong(Code.CARD)
    else:
        _do(guest, SwapUnoHands(partner))


def _play_seven(guest: UnoGuest, card: str | None, partner: int) -> None:
    if card is None or not is_seven(card):
        raise Wrong(Code.CARD)
    _do(guest, PlayUnoCard(card, swap=partner))


def _challenge(guest: UnoGuest, choice: str) -> None:
    """Only at a table whose options allow to challenge a DRAW_4 (UNO 5.3)."""
    _do(guest, AnswerUnoChallenge(_well_formed(maybe_flag(choice))))


def _say_uno(guest: UnoGuest) -> None:
    _do(guest, SayUno())


MANY = 4096
"""More arguments than a line can hold."""

COMMANDS: dict[str, Command] = {
    "MH": Command(_make_handshake, 2, 2),
    "LOL": Command(_list_lobbies),
    "CL": Command(_create_lobby, 1, 1),
    "JL": Command(_join_lobby, 1, 1),
    "ACP": Command(_add_computer, 1, 2),
    "SG": Command(_start_game, 1, 1),
    "LG": Command(_leave_game),
    "SM": Command(_send_message, 0, MANY),
    "PC": Command(_play_card, 1, 1, answer=True),
    "DC": Command(_draw_card, answer=True),
    "RC": Command(_retain_card, 1, 1, answer=True),
    "CC": Command(_choose_color, 1, 1, answer=True),
    "MC7": Command(_choose_for_seven, 1, 2, answer=True),
    "CH": Command(_challenge, 1, 1, answer=True),
    "UNO": Command(_say_uno),
}
