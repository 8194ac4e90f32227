"""The pages before a match as data, and the records of which every page consists. Pure.

A page is a title, a body of lines and a menu. The pages of a match are in ``match_pages.py``.
"""

from enum import Enum, auto
from typing import NamedTuple

from client.games.drawing import Drawing, Line, Size, Span, pad, shorten, width
from client.games.levels import LEVELS
from client.model import Model
from client.tui.choices import Words
from client.tui.conversation import Conversation
from client.tui.lobby_pages import draw_lobby, draw_nickname, draw_room
from client.tui.match_board import name_heading
from client.tui.text import lobby, screen
from client.tui.text import tutorial as tutorial_text
from client.tui.tutorial import draw_note
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
    title_end: str = ""
    """The right end of the title line."""


def title_line(page: Page, columns: int) -> Line:
    """Return the title as a line of this width; a title without roles becomes bold.

    The left part is shortened if the line is too narrow for both.
    """
    title = (Span(f" {page.title}", "text+bold"),) if isinstance(page.title, str) else page.title
    end: Line = (Span(f"  {page.title_end} ", "muted"),) if page.title_end else ()
    return (*pad(shorten(title, columns - width(end)), columns - width(end)), *end)


def build_lobby_page(
    conversation: Conversation, size: Size, now: float, last_nickname: str = ""
) -> Page:
    """Return the page of a phase before the match; ``last_nickname`` is offered as a nickname.

    While there is nothing to show yet, the page says that the client is connecting.
    """
    model = conversation.model
    if model.phase == "nickname":
        return _nickname_page(conversation, last_nickname, size.columns)
    if model.phase == "room" and model.room is not None:
        return _room_page(conversation, model.room, size.columns, now)
    if model.phase == "match":
        return _lobby_page(conversation)
    if model.phase == "setup":
        return Page(screen.CHOOSE_SETUP, (), SETUP_ENTRIES)
    return Page(screen.CONNECTING, (), ())


def tutorial_note(conversation: Conversation, columns: int) -> Drawing:
    """Return the note of the tutorial that is shown below the board; empty without one."""
    return list(draw_note(conversation.client.tutorial, columns))


def with_note(page: Page, conversation: Conversation, note: Drawing) -> Page:
    """Return the page with a note of the tutorial at its end, above the menu.

    While the note has to be read, the menu only continues or ends the tutorial.
    """
    tutorial = conversation.client.tutorial
    if tutorial is None or not note:
        return page
    entries = page.entries
    if tutorial.is_reading:
        entries = (MenuEntry(tutorial_text.NEXT, "next"), MenuEntry(tutorial_text.SKIP, "skip"))
    return page._replace(body=(*page.body, *note), entries=entries)


SETUP_ENTRIES = (
    MenuEntry(screen.NEW_TABLE, ScreenAction.OPEN_FORM),
    MenuEntry(screen.LEAVE, "leave"),
)
"""Shown after the server refused a set-up; otherwise it is sent as soon as it is requested."""


def _nickname_page(conversation: Conversation, last_nickname: str, columns: int) -> Page:
    """Return the page that asks for a nickname, with the reason if one was refused.

    The refused nickname is offered to be changed, the last one to be used.
    """
    dialogue = conversation.client.lobby
    refused = clean(dialogue.refused_nickname, 20)
    entries = [MenuEntry(screen.change_nickname_label(refused), Prefill(refused))] * bool(refused)
    if last_nickname and last_nickname != refused:
        entries.append(MenuEntry(last_nickname, last_nickname))
    body = draw_nickname(refused, dialogue.refusal, columns)
    return Page(screen.CHOOSE_NICKNAME, tuple(body), tuple(entries))


def _lobby_page(conversation: Conversation) -> Page:
    """Return a page of the rooms, with entries to join or watch one, to create one and to quit.

    Without an open room a hint is shown. The entry for a private room only prefills ``join``. If
    there are several pages, there are entries for the next, the previous and those of one game.
    """
    model, dialogue = conversation.model, conversation.client.lobby
    has_previous_page = dialogue.pages.has_previous
    rooms = sorted(model.rooms, key=lambda room: room.match)
    offered = [(f"join {room.match}", room) for room in rooms]
    offered += [
        (f"watch {room.match}", room)
        for room in (*rooms, *sorted(model.playing, key=lambda room: room.match))
        if room.watchers
    ]
    entries = [MenuEntry(screen.room_label(line, room), line) for line, room in offered]
    pages = [MenuEntry(screen.MORE_TABLES, "more")] * bool(model.next_page)
    pages += [MenuEntry(screen.PREVIOUS_TABLES, "back")] * has_previous_page
    if pages:
        pages.append(MenuEntry(screen.ONE_GAME, Prefill("list ")))
    entries += [*pages, MenuEntry(screen.NEW_TABLE, ScreenAction.OPEN_FORM)]
    entries += [MenuEntry(screen.JOIN_CODE, Prefill("join ")), MenuEntry(screen.QUIT, "quit")]
    page_line = screen.page_line(model, has_previous_page=has_previous_page) if pages else ""
    body = draw_lobby(model, conversation.chat.texts, dialogue.pages.filter_name, page_line)
    title: Line = (
        Span(f" {lobby.LOBBY} ", "brand+bold"),
        Span(f" {lobby.open_tables(model.total_rooms or len(rooms))}", "text+bold"),
        Span(f"  {clean(dialogue.address, 40)}", "muted"),
    )
    return Page(title, tuple(body), tuple(entries), clean(model.nickname, 20))


def _room_page(conversation: Conversation, room: RoomInfo, columns: int, now: float) -> Page:
    """Return the seats of an open room, with entries to choose wizard and partner and to leave.

    The host can also change the number of seats, and add computer players while a seat is free.
    With two players or more the host can remove one, and start unless a wizard is still to be
    chosen. While the start is counted down, the title says so.
    """
    model, dialogue = conversation.model, conversation.client.lobby
    body = draw_room(model, room, dialogue.address, columns, dialogue.web_address)
    entries = _wizard_entries(model, room) + _partner_entries(model, room)
    if room.host == model.nickname:
        if len(room.players) > 1 and not model.wizards:
            entries.append(MenuEntry(screen.START, "start"))
        entries += _computer_entries(room)
        entries.append(MenuEntry(screen.SEATS, Prefill("seats ")))
        if len(room.players) > 1:
            entries.append(MenuEntry(screen.KICK, Prefill("kick ")))
    title = _room_title(conversation, room, columns, now)
    starts = conversation.table_start.seconds_left(now) is not None  # that needs the whole line
    title_end = "" if starts else lobby.table_and_host(room.match, clean(room.host, 20))
    return Page(title, tuple(body), (*entries, MenuEntry(screen.LEAVE, "leave")), title_end)


def _room_title(conversation: Conversation, room: RoomInfo, columns: int, now: float) -> Line:
    """Return the game and what is awaited: the own wizard, a start, or players for free seats."""
    model, seconds = conversation.model, conversation.table_start.seconds_left(now)
    awaited = lobby.free_seats(room.number_of_players - len(room.players))
    if model.wizards:
        awaited = screen.status_line(model)
    if seconds is not None:
        awaited = lobby.starts_in(seconds, is_host=room.host == model.nickname)
    return (
        Span(f" {name_heading(room.game, columns)} ", "brand+bold"),
        Span(screen.WAITING, "muted+reverse"),
        Span(f" {awaited}", "text+bold"),
    )


def _computer_entries(room: RoomInfo) -> list[MenuEntry]:
    """Return entries to add a computer player of each level, or to fill several free seats."""
    free = room.number_of_players - len(room.players)
    add = [MenuEntry(screen.add_label(level), f"add {level}") for level in LEVELS]
    fill = [MenuEntry(screen.fill_label(free, level), f"fill {level}") for level in LEVELS]
    return (add if free else []) + (fill if free > 1 else [])


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
