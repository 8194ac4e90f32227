"""The pages before a match as data, and the records of which every page consists. Pure.

A page is a title, a body of lines and a menu. The pages of a match are in ``match_pages.py``.
"""

from enum import Enum, auto
from typing import NamedTuple

from client.games.drawing import Line
from client.model import Model
from client.tui.choices import Words
from client.tui.conversation import Conversation
from client.tui.text import screen
from messages import ChoosePartner, ClientMessage, RoomInfo
from messages.text import clean


class ScreenAction(Enum):
    """An effect of a menu entry that only the screen can have."""

    OPEN_FORM = auto()
    CLOSE_RESULT = auto()
    TOGGLE_BOARD = auto()


class Prefill(NamedTuple):
    """Puts the beginning of a command on the command line, for the user to complete."""

    line: str


OnSelect = str | ClientMessage | Words | Prefill | ScreenAction
"""The effect of a menu entry: a line is executed as if typed, a message is sent, words are the next
step of an incomplete choice."""


class MenuEntry(NamedTuple):
    """An entry of the menu; with a ``disabled_reason`` it cannot be chosen and shows the reason."""

    label: str
    on_select: OnSelect
    disabled_reason: str = ""


class Page(NamedTuple):
    """Title, body and menu of the screen; text without a role is a string."""

    title: str | Line
    body: tuple[str | Line, ...]
    entries: tuple[MenuEntry, ...]


def build_lobby_page(conversation: Conversation, last_nickname: str = "") -> Page:
    """Return the page of a phase before the match; ``last_nickname`` is offered as a nickname.

    While there is nothing to show yet, the page says that the client is connecting.
    """
    model = conversation.model
    if model.phase == "nickname":
        names = (MenuEntry(last_nickname, last_nickname),) if last_nickname else ()
        return Page(screen.CHOOSE_NICKNAME, ("", screen.NICKNAME_HINT), names)
    if model.phase == "room" and model.room is not None:
        return _room_page(model, model.room)
    if model.phase == "match":
        return _lobby_page(model, has_previous_page=conversation.client.lobby.pages.has_previous)
    if model.phase == "setup":
        return Page(screen.CHOOSE_SETUP, (), SETUP_ENTRIES)
    return Page(screen.CONNECTING, (), ())


SETUP_ENTRIES = (
    MenuEntry(screen.NEW_TABLE, ScreenAction.OPEN_FORM),
    MenuEntry(screen.LEAVE, "leave"),
)
"""Shown after the server refused a set-up; otherwise it is sent as soon as it is requested."""


def _lobby_page(model: Model, *, has_previous_page: bool) -> Page:
    """Return a page of the rooms, with entries to join or watch one, to create one and to quit.

    Without an open room a hint is shown. The entry for a private room only prefills ``join``. If
    there are several pages, there are entries for the next, the previous and those of one game.
    """
    empty = () if model.rooms else ("", screen.LOBBY_EMPTY)
    offered = [(f"join {room.match}", room) for room in model.rooms]
    all_rooms = (*model.rooms, *model.playing)
    offered += [(f"watch {room.match}", room) for room in all_rooms if room.watchers]
    rooms = [MenuEntry(screen.room_label(line, room), line) for line, room in offered]
    new = MenuEntry(screen.NEW_TABLE, ScreenAction.OPEN_FORM)
    join = MenuEntry(screen.JOIN_CODE, Prefill("join "))
    listing = ("", screen.ROOM_HEAD, *map(screen.room_row, all_rooms)) if rooms else ()
    pages = [MenuEntry(screen.MORE_TABLES, "more")] * bool(model.next_page)
    pages += [MenuEntry(screen.PREVIOUS_TABLES, "back")] * has_previous_page
    if pages:
        pages.append(MenuEntry(screen.ONE_GAME, Prefill("list ")))
        listing += ("", screen.page_line(model, has_previous_page=has_previous_page))
    entries = (*rooms, *pages, new, join, MenuEntry(screen.QUIT, "quit"))
    return Page(screen.LOBBY, (*empty, *listing), entries)


def _room_page(model: Model, room: RoomInfo) -> Page:
    """Return the seats of an open room, with entries to choose wizard and partner and to leave.

    The host can also change the number of seats, and add a computer player while a seat is free.
    With two players the host can remove one, and start unless a wizard is still to be chosen.
    """
    code = ("", screen.code_line(model.code)) if model.code else ()
    body = ("", screen.room_title(room), "", *screen.seat_lines(room), *code)
    entries = _wizard_entries(model, room) + _partner_entries(model, room)
    if room.host == model.nickname:
        if len(room.players) < room.number_of_players:
            entries.append(MenuEntry(screen.ADD, "add"))
        entries.append(MenuEntry(screen.SEATS, Prefill("seats ")))
        if len(room.players) > 1:
            entries.append(MenuEntry(screen.KICK, Prefill("kick ")))
        if len(room.players) > 1 and not model.wizards:
            entries.append(MenuEntry(screen.START, "start"))
    return Page(screen.status_line(model), body, (*entries, MenuEntry(screen.LEAVE, "leave")))


def _wizard_entries(model: Model, room: RoomInfo) -> list[MenuEntry]:
    """Return the free wizards, then the taken ones, which are disabled.

    The list is empty if this player has no wizard to choose.
    """
    if not model.wizards:
        return []
    free = [wizard for wizard in model.wizards if wizard not in room.wizards.values()]
    names = [clean(wizard.lower(), 20) for wizard in free]
    taken = [
        MenuEntry(clean(wizard.lower(), 20), "", screen.taken_reason(name))
        for name, wizard in room.wizards.items()
    ]
    return [MenuEntry(name, f"wizard {name}") for name in names] + taken


def _partner_entries(model: Model, room: RoomInfo) -> list[MenuEntry]:
    """Return an entry for each player of another team; empty without teams and for spectators."""
    own = next((team for team in room.teams if model.nickname in team), ())
    others = [name for name in room.players if own and name not in own]
    return [MenuEntry(screen.partner_label(name), ChoosePartner(name)) for name in others]
