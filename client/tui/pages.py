"""What is on the screen, as data: pure functions from a conversation to a page or a help page.

A page is a title, a body of lines and a menu. An entry of the menu is a line as it could be typed,
a message, a longer path into a choice, or something the screen itself opens. The games come in
through ``client.games.registry``; a new one needs no line here.
"""

import re
import textwrap
from enum import Enum, auto
from typing import NamedTuple

from client.connections import ConnectionEvent
from client.connections.text import EVENTS
from client.games.registry import ui_of
from client.model import Model
from client.tui import display
from client.tui.choices import Words, choices
from client.tui.conversation import Conversation
from client.tui.text import screen
from client.tui.text.messages import ask
from messages import ClientMessage, RoomInfo, View
from messages.text import clean

_COLUMN = re.compile(r"\s*\S.*?\s{2,}(?=\S)")
"""A command with the space before its meaning."""


class Opens(Enum):
    """What only the screen can do."""

    FORM = auto()
    LOBBY = auto()


class Fill(NamedTuple):
    """The beginning of a line, to be finished by typing."""

    line: str


Does = str | ClientMessage | Words | Fill | Opens


class Entry(NamedTuple):
    """``why`` tells why it cannot be chosen now; empty if it can."""

    label: str
    does: Does
    why: str = ""


class Space(NamedTuple):
    """The room for a page."""

    columns: int
    lines: int


class Page(NamedTuple):
    """All there is to see apart from the log and the chat."""

    title: str
    body: tuple[str, ...]
    entries: tuple[Entry, ...]


def page(talk: Conversation, space: Space, now: float, known_name: str = "") -> Page:
    """The page of this moment; ``known_name`` is offered where a name is asked for."""
    shown = _page(talk, space, now, known_name)
    if talk.over:
        return shown._replace(title=screen.OVER, entries=(Entry(screen.QUIT, "quit"),))
    if talk.away:
        return shown._replace(title=EVENTS[ConnectionEvent.LOST], entries=())
    return shown


def _page(talk: Conversation, space: Space, now: float, known_name: str) -> Page:
    model = talk.model
    if model.phase == "nickname":
        names = (Entry(known_name, known_name),) if known_name else ()
        return Page(screen.CHOOSE_NICKNAME, ("", screen.NICKNAME_HINT), names)
    if model.result is not None and not talk.looked:
        return _end(talk, space)
    if model.phase == "playing" and model.view is not None:
        return _table(talk, space, now)
    if model.phase == "room" and model.room is not None:
        return _room(model, model.room)
    if model.phase == "match":
        return _lobby(model)
    if model.phase == "setup":
        return Page(screen.SET_UP, (), SET_UP)
    return Page(screen.CONNECTING, (), ())


SET_UP = (Entry(screen.NEW_MATCH, Opens.FORM), Entry(screen.LEAVE, "leave"))
"""After a set-up that was refused."""


def _lobby(model: Model) -> Page:
    empty = () if model.rooms else ("", screen.LOBBY_EMPTY)
    offered = [(f"join {room.match}", room) for room in model.rooms]
    everywhere = (*model.rooms, *model.playing)
    offered += [(f"watch {room.match}", room) for room in everywhere if room.watchers]
    rooms = [Entry(screen.room_label(line, room), line) for line, room in offered]
    first = [Entry(screen.NEW_MATCH, Opens.FORM), Entry(screen.JOIN_CODE, Fill("join "))]
    table = ("", screen.ROOM_HEAD, *map(screen.room_row, everywhere)) if rooms else ()
    entries = (*rooms, *first, Entry(screen.QUIT, "quit"))
    return Page(screen.LOBBY, (*empty, *table), entries)


def _room(model: Model, room: RoomInfo) -> Page:
    code = ("", screen.code_line(model.code)) if model.code else ()
    body = ("", screen.room_title(room), "", *screen.seats(room), *code)
    entries = _wizards(model, room)
    if room.host == model.nickname:
        if len(room.players) < room.number_of_players:
            entries.append(Entry(screen.ADD, "add"))
        entries.append(Entry(screen.SEATS, Fill("seats ")))
        if len(room.players) > 1 and not model.wizards:
            entries.append(Entry(screen.START, "start"))
    return Page(screen.status(model), body, (*entries, Entry(screen.LEAVE, "leave")))


def _wizards(model: Model, room: RoomInfo) -> list[Entry]:
    """The free ones, then those that others have."""
    if not model.wizards:
        return []
    free = [wizard for wizard in model.wizards if wizard not in room.wizards.values()]
    names = [clean(wizard.lower(), 20) for wizard in free]
    taken = [
        Entry(clean(wizard.lower(), 20), "", screen.taken_by(name))
        for name, wizard in room.wizards.items()
    ]
    return [Entry(name, f"wizard {name}") for name in names] + taken


def _table(talk: Conversation, space: Space, now: float) -> Page:
    model = talk.model
    assert model.view is not None
    asked = screen.so_far(talk.path) if talk.path else screen.status(model)
    title = screen.title(talk.seconds_left(now), asked, screen.missing(model))
    body = _board(talk, model.view, space)
    if model.is_spectator:
        return Page(title, body, (Entry(screen.STOP_WATCHING, "leave"),))
    return Page(title, body, tuple(_choices(model, talk.path)))


def _board(talk: Conversation, view: View, space: Space) -> tuple[str, ...]:
    names, viewport = talk.model.names, talk.client.viewport
    return tuple(display.render_to_fit(view, names, *space, viewport))


def _choices(model: Model, path: Words) -> list[Entry]:
    assert model.view is not None
    commands = ui_of(model.view).commands(model.view, model.names)
    actions = {commands.text(action): action for action in model.actions}
    entries = []
    for choice in choices(actions, path):
        action = actions.get(" ".join(choice.words)) if choice.whole else None
        if action is None:
            entries.append(Entry(choice.label, choice.words))
        else:
            note = commands.explain(model.view, action)
            entries.append(Entry(f"{choice.label}   {note}".rstrip(), action))
    if actions and not path:
        closed = commands.unavailable(model.view, model.actions)
        entries += [Entry(command, "", why) for command, why in closed]
    return entries


def _end(talk: Conversation, space: Space) -> Page:
    model = talk.model
    assert model.result is not None
    board = _board(talk, model.view, space) if model.view is not None else ()
    body = ("", *screen.scores(model.result), "", *board)
    entries = (
        Entry(screen.AGAIN, "again"),
        Entry(screen.NEW_MATCH, Opens.FORM),
        Entry(screen.TO_LOBBY, Opens.LOBBY),
        Entry(screen.QUIT, "quit"),
    )
    return Page(screen.result_line(model.result), body, entries)


def guide(model: Model, width: int) -> list[str]:
    """What is asked, what the signs mean and what can be typed, in lines of at most ``width``."""
    lines = _now(model)
    if model.phase == "playing" and model.view is not None:
        lines += ["", " ".join(display.show_legend(model))]
    lines += ["", screen.HELP_TYPING, *display.show_help(model), "", *screen.HELP_KEYS]
    return [piece for line in lines for piece in _wrapped(line, width)]


def _wrapped(line: str, width: int) -> list[str]:
    """What follows a command stays in its column."""
    column = _COLUMN.match(line)
    indent = " " * (column.end() if column else 0)
    return textwrap.wrap(line, width, subsequent_indent=indent) or [""]


def _now(model: Model) -> list[str]:
    if model.phase != "playing" or model.prompt is None:
        return [screen.status(model)]
    rules = ui_of(model.prompt).text.prompt_rules.get(type(model.prompt), ())
    return [ask(model.prompt), "", " ".join(rules)]
