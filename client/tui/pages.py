"""The content of the full screen as data: pure functions from a conversation to a page or help.

A page is a title, a body of lines and a menu. Nothing here depends on a particular game; games are
found through ``client.games.registry``.
"""

import re
import textwrap
from enum import Enum, auto
from typing import NamedTuple

from client.connections import ConnectionEvent
from client.connections.text import EVENTS
from client.games.drawing import Line
from client.games.levels import LEVELS
from client.games.registry import ui_of
from client.model import Model
from client.tui import display
from client.tui.choices import Words, list_choices
from client.tui.conversation import Conversation
from client.tui.lobby_pages import draw_lobby, draw_nickname, draw_room, title_of
from client.tui.text import lobby, screen
from client.tui.text import tutorial as tutorial_text
from client.tui.text.messages import prompt_text
from client.tui.tutorial import draw_note
from messages import ChoosePartner, ClientMessage, RoomInfo, View
from messages.text import clean

_COLUMN = re.compile(r"\s*\S.*?\s{2,}(?=\S)")
"""Matches a command in a help text with the spaces before its explanation."""


class ScreenAction(Enum):
    """An effect of a menu entry that only the screen can have."""

    OPEN_FORM = auto()
    CLOSE_RESULT = auto()


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


class Size(NamedTuple):
    """The part of the terminal that the body of a page may fill."""

    columns: int
    lines: int


class Page(NamedTuple):
    """Everything on the screen except the log and the chat; text without a role is a string."""

    title: str
    body: tuple[str | Line, ...]
    entries: tuple[MenuEntry, ...]


def build_page(conversation: Conversation, size: Size, now: float, last_nickname: str = "") -> Page:
    """Return the page for the current state; ``last_nickname`` is offered as a nickname.

    While disconnected the title says so and there are no entries. Once the server has ended, the
    title says so and the only entry is to quit. The body stays in both cases.
    """
    page = with_note(_phase_page(conversation, size, now, last_nickname), conversation, size)
    if conversation.has_server_ended:
        return page._replace(title=screen.SERVER_ENDED, entries=(MenuEntry(screen.QUIT, "quit"),))
    if conversation.is_disconnected:
        return page._replace(title=EVENTS[ConnectionEvent.LOST], entries=())
    return page


def with_note(page: Page, conversation: Conversation, size: Size) -> Page:
    """Return the page with the note of the tutorial at its end, above the menu.

    While a note has to be read, the menu only goes on with the tutorial or ends it.
    """
    tutorial = conversation.client.tutorial
    note = draw_note(tutorial, size.columns)
    if tutorial is None or not note:
        return page
    entries = page.entries
    if tutorial.is_reading:
        entries = (MenuEntry(tutorial_text.NEXT, "next"), MenuEntry(tutorial_text.SKIP, "skip"))
    room = max(0, size.lines - len(note))
    return page._replace(body=(*page.body[:room], *note), entries=entries)


def _phase_page(conversation: Conversation, size: Size, now: float, last_nickname: str) -> Page:
    """Return the page of the phase; an unread result of a match is shown before any later phase.

    While there is nothing to show yet, the page says that the client is connecting.
    """
    model = conversation.model
    if model.phase == "nickname":
        return _nickname_page(conversation, last_nickname)
    if model.result is not None and not conversation.result_seen:
        return _result_page(conversation, size)
    if model.phase == "playing" and model.view is not None:
        return _match_page(conversation, size, now)
    if model.phase == "room" and model.room is not None:
        return _room_page(model, model.room, conversation.client.lobby.address, size.columns)
    if model.phase == "match":
        return _lobby_page(conversation)
    if model.phase == "setup":
        return Page(screen.CHOOSE_SETUP, (), SETUP_ENTRIES)
    return Page(screen.CONNECTING, (), ())


SETUP_ENTRIES = (
    MenuEntry(screen.NEW_TABLE, ScreenAction.OPEN_FORM),
    MenuEntry(screen.LEAVE, "leave"),
)
"""Shown after the server refused a set-up; otherwise it is sent as soon as it is requested."""


def _nickname_page(conversation: Conversation, last_nickname: str) -> Page:
    """Return the page that asks for a nickname, with the reason if one was refused.

    The refused nickname is offered to be changed, the last one to be used.
    """
    dialogue = conversation.client.lobby
    refused = clean(dialogue.refused_nickname, 20)
    entries = [MenuEntry(screen.change_nickname(refused), Prefill(refused))] * bool(refused)
    if last_nickname and last_nickname != refused:
        entries.append(MenuEntry(last_nickname, last_nickname))
    body = draw_nickname(refused, dialogue.refusal)
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
    body = draw_lobby(model, conversation.chat, page_line)
    title = lobby.people(model.total_rooms or len(rooms), clean(dialogue.address, 40))
    return Page(title, tuple(body), tuple(entries))


def _room_page(model: Model, room: RoomInfo, address: str, columns: int) -> Page:
    """Return the seats of an open room, with entries to choose wizard and partner and to leave.

    The host can also change the number of seats, and add computer players while a seat is free.
    With two players the host can remove one, and start unless a wizard is still to be chosen.
    """
    body = draw_room(model, room, address, columns)
    entries = _wizard_entries(model, room) + _partner_entries(model, room)
    if room.host == model.nickname:
        if len(room.players) > 1 and not model.wizards:
            entries.append(MenuEntry(screen.START, "start"))
        entries += _computer_entries(room)
        entries.append(MenuEntry(screen.SEATS, Prefill("seats ")))
        if len(room.players) > 1:
            entries.append(MenuEntry(screen.KICK, Prefill("kick ")))
    title = f"{title_of(room.game)}: {screen.status_line(model)}"
    return Page(title, tuple(body), (*entries, MenuEntry(screen.LEAVE, "leave")))


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


def _match_page(conversation: Conversation, size: Size, now: float) -> Page:
    """Return the board with an entry for each action, or for a spectator an entry to leave.

    The title has the time left, the status and the absent players. During an incomplete choice its
    words replace the status.
    """
    model = conversation.model
    assert model.view is not None
    status = (
        screen.path_title(conversation.path) if conversation.path else screen.status_line(model)
    )
    title = screen.title_line(conversation.seconds_left(now), status, screen.absence_text(model))
    body = _board_lines(conversation, model.view, size)
    if model.is_spectator:
        return Page(title, body, (MenuEntry(screen.STOP_WATCHING, "leave"),))
    return Page(title, body, tuple(_action_entries(model, conversation.path)))


def _board_lines(conversation: Conversation, view: View, size: Size) -> tuple[str, ...]:
    """Render the board for a screen of this size, at the scroll position of the conversation."""
    names, viewport = conversation.model.names, conversation.client.viewport
    return tuple(display.render_to_fit(view, names, *size, viewport))


def _action_entries(model: Model, path: Words) -> list[MenuEntry]:
    """Return an entry for each legal action, or group of actions, that starts with ``path``.

    The entry of an action has a short description of its result. If ``path`` is empty and there are
    actions, disabled entries for the commands that are unavailable now follow.
    """
    assert model.view is not None
    commands = ui_of(model.view).commands(model.view, model.names)
    actions = {commands.text(action): action for action in model.actions}
    entries = []
    for choice in list_choices(actions, path):
        action = actions.get(" ".join(choice.words)) if choice.is_complete else None
        if action is None:
            entries.append(MenuEntry(choice.label, choice.words))
        else:
            effect = commands.explain(model.view, action)
            entries.append(MenuEntry(f"{choice.label}   {effect}".rstrip(), action))
    if actions and not path:
        unavailable = commands.unavailable(model.view, model.actions)
        entries += [MenuEntry(command, "", reason) for command, reason in unavailable]
    return entries


def _result_page(conversation: Conversation, size: Size) -> Page:
    """Return the scores and the last board; entries: play again, new table, lobby, quit."""
    model = conversation.model
    assert model.result is not None
    board = _board_lines(conversation, model.view, size) if model.view is not None else ()
    body = ("", *screen.score_lines(model.result), "", *board)
    entries = (
        MenuEntry(screen.AGAIN, "again"),
        MenuEntry(screen.NEW_TABLE, ScreenAction.OPEN_FORM),
        MenuEntry(screen.TO_LOBBY, ScreenAction.CLOSE_RESULT),
        MenuEntry(screen.QUIT, "quit"),
    )
    return Page(screen.result_line(model.result), body, entries)


def build_help(model: Model, width: int) -> list[str]:
    """Return the help page: prompt and its rules, signs on the board, commands and keys.

    Without a prompt it begins with the status; outside a match it does not explain the board.
    Lines are wrapped to ``width`` columns.
    """
    lines = _prompt_help(model)
    if model.phase == "playing" and model.view is not None:
        lines += ["", " ".join(display.render_legend(model))]
    lines += ["", screen.HELP_COMMANDS, *display.render_help(model), "", *screen.HELP_KEYS]
    return [piece for line in lines for piece in _wrap(line, width)]


def _wrap(line: str, width: int) -> list[str]:
    """Wrap a line of help; an empty line stays one line.

    If the line explains a command, its continuation is indented to the column of the explanation.
    """
    column = _COLUMN.match(line)
    indent = " " * (column.end() if column else 0)
    return textwrap.wrap(line, width, subsequent_indent=indent) or [""]


def _prompt_help(model: Model) -> list[str]:
    """Return the question of the prompt and its rules; without a prompt in a match, the status."""
    if model.phase != "playing" or model.prompt is None:
        return [screen.status_line(model)]
    rules = ui_of(model.prompt).text.prompt_rules.get(type(model.prompt), ())
    return [prompt_text(model.prompt), "", " ".join(rules)]
