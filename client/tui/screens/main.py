"""The one screen of a conversation: title, page, log or chat, menu, and a line to type in."""

from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.css.query import NoMatches
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static

from client.games.registry import ui_of
from client.tui import display
from client.tui.conversation import Conversation
from client.tui.line_client import Replies
from client.tui.pages import Entry, Fill, Opens, Page, Space, guide, page
from client.tui.paint import board, painted
from client.tui.screens.dialogs import FormScreen, HelpScreen
from client.tui.screens.widgets import CommandLine, Item, Lines, Menu
from client.tui.text import screen

LEAST_WIDTH = 80
SHOWN_LINES = 80
"""As much of the log as anybody scrolls back; it is drawn again with every line."""

Post = Callable[[Replies], None]
"""Takes what is to be sent, and returns at once."""


class MainScreen(Screen[None]):
    """``post`` takes the messages away; ``known_name`` is offered as a nickname."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", show=False),
        Binding("f1", "rules", show=False),
        Binding("f2", "switch", show=False),
        Binding("f3", "hint", show=False),
        Binding("pageup", "scroll(-1)", show=False, priority=True),
        Binding("pagedown", "scroll(1)", show=False, priority=True),
        *(
            Binding(f"shift+{way}", f"look('{way}')", show=False, priority=True)
            for way in ("left", "right", "up", "down")
        ),
    ]

    def __init__(self, talk: Conversation, post: Post, known_name: str = "") -> None:
        super().__init__()
        self.talk = talk
        self._post = post
        self._known_name = known_name
        self._waiting = False
        self._shown: dict[str, str] = {}

    def compose(self) -> ComposeResult:
        """The side panel is beside the page where there is room, and below it otherwise."""
        yield Static(id="title", markup=False)
        with Container(id="grid"):
            with VerticalScroll(id="body", can_focus=False):
                yield Static(id="page", markup=False)
            with VerticalScroll(id="side", can_focus=False):
                yield Static(id="side-title", markup=False)
                yield Lines(id="lines", markup=False)
            yield Menu()
        yield CommandLine(self.talk.client.completions)

    def on_mount(self) -> None:
        """A clock may be running."""
        self.set_interval(1.0, self.changed)
        self.changed()

    def on_resize(self) -> None:
        self.changed()

    def changed(self) -> None:
        """Draw soon; once, however much has changed."""
        if not self._waiting:
            self._waiting = True
            self.call_later(self.draw)

    def draw(self) -> None:
        """Bring the widgets up to date."""
        self._waiting = False
        try:
            room = self.query_one("#body").outer_size
        except NoMatches:  # the screen has just been closed
            return
        space = Space(max(LEAST_WIDTH, room.width), room.height)
        self.talk.client.viewport.width, self.talk.client.viewport.height = space
        shown = page(self.talk, space, monotonic(), self._known_name)
        self._show(shown)
        if self.query_one(Menu).show(shown.entries) and not self.query_one(CommandLine).value:
            self._focus()

    def _show(self, shown: Page) -> None:
        lines = list(self.talk.chat if self.talk.chat_open else self.talk.log)[-SHOWN_LINES:]
        self._text("#title", shown.title)
        view = self.talk.model.view
        letters = view is not None and ui_of(view).letter_colors
        self._text("#page", "\n".join(shown.body), partial(board, letters=letters))
        self._text("#side-title", screen.side_title(self.talk.chat_open, self.talk.unread))
        if self._text("#lines", "\n".join(lines)):
            self.query_one("#side").scroll_end(animate=False)

    def _text(self, place: str, text: str, paint: Callable[[str], Text] = painted) -> bool:
        """Whether this is something new there."""
        before = self._shown.get(place)
        if before == text:
            return False
        self._shown[place] = text
        reshaped = before is None or _shape(before) != _shape(text)
        self.query_one(place, Static).update(paint(text), layout=reshaped)
        return True

    @property
    def shown_lines(self) -> list[str]:
        """The log or the chat as it stands on the screen."""
        return self._shown.get("#lines", "").splitlines()

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What can be chosen now."""
        return self.query_one(Menu).entries or ()

    def _focus(self) -> None:
        if any(not entry.why for entry in self.entries):
            self.query_one(Menu).focus()
        else:
            self.query_one(CommandLine).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if isinstance(event.option, Item):
            self.choose(event.option.entry)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """The board may show what would be chosen."""
        if isinstance(event.option, Item):
            viewport = self.talk.client.viewport
            viewport.center, viewport.chosen = None, event.option.entry.does
            self.changed()

    def choose(self, entry: Entry) -> None:
        """Do what the entry does."""
        match entry.does:
            case str(line):
                self.say(line)
            case Fill(line):
                self.query_one(CommandLine).begin(line)
            case tuple(words):
                self.talk.trail.append(words)
                self.changed()
            case Opens.FORM:
                self.app.push_screen(FormScreen(self.talk.client.lobby.last), self._filled)
            case Opens.LOBBY:
                self.talk.looked = True
                self.changed()
            case message:
                self._send(self.talk.send(message))

    def on_menu_asked(self) -> None:
        self.action_rules()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        line = event.value.strip()
        event.input.clear()
        if line == "?":
            self.action_rules()
        elif line:
            self.say(line)
        self._focus()

    def say(self, line: str) -> None:
        """Do what the line says."""
        if line.split()[0].lower() in ("new", "again", "join"):
            self.talk.looked = True
        self._send(self.talk.typed(line))

    def _filled(self, line: str | None) -> None:
        if line:
            self.say(line)

    def _send(self, replies: Replies) -> None:
        self.app.clear_notifications()  # what was wrong before hides a part of the board
        self._post(replies)
        self.changed()

    def action_back(self) -> None:
        """Give up what is typed, or go one step back in a choice."""
        line = self.query_one(CommandLine)
        if line.value:
            line.clear()
        else:
            self.talk.back()
        self._focus()
        self.changed()

    def action_rules(self) -> None:
        """The rules of this moment."""
        self.app.push_screen(HelpScreen(partial(guide, self.talk.model)))

    def action_switch(self) -> None:
        """The chat instead of the log, and back."""
        self.talk.show_chat(not self.talk.chat_open)
        self.changed()

    def action_hint(self) -> None:
        self.say("hint")

    def action_scroll(self, way: int) -> None:
        """Look at another part of the board."""
        body = self.query_one("#body")
        body.scroll_relative(y=way * max(1, body.size.height - 2), animate=False)

    def action_look(self, way: str) -> None:
        """Look at another part of a board that is larger than the screen."""
        if self.talk.model.view is not None:
            display.scroll(self.talk.model.view, self.talk.client.viewport, way)
            self.changed()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel over the board, where the page has nothing to scroll; Shift: sideways."""
        self._turn_wheel(event, "left" if event.shift else "up")

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._turn_wheel(event, "right" if event.shift else "down")

    def _turn_wheel(self, event: events.MouseEvent, way: str) -> None:
        if self.query_one("#body").region.contains(event.screen_x, event.screen_y):
            self.action_look(way)


def _shape(text: str) -> list[int]:
    """The lengths of the lines: while they stay the same, nothing moves on the screen."""
    return [len(line) for line in text.split("\n")]
