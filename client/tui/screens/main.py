"""The main screen: title, body of the page, log or chat, menu and command line.

It shows the page of its conversation and passes what the user does to the conversation.
"""

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

from client.games.drawing import plain, to_text
from client.games.registry import ui_of
from client.tui import display
from client.tui.conversation import Conversation
from client.tui.line_client import Replies
from client.tui.pages import MenuEntry, Page, Prefill, ScreenAction, Size, build_help, build_page
from client.tui.paint import colorize, colorize_board
from client.tui.screens.dialogs import HelpScreen
from client.tui.screens.form import form_for
from client.tui.screens.widgets import CommandLine, LogView, Menu, MenuOption
from client.tui.text import screen

MIN_BOARD_WIDTH = 80
MAX_VISIBLE_LINES = 80
"""Number of lines of the log to scroll back; all of them are drawn again with every new line."""

QueueSend = Callable[[Replies], None]
"""Queues messages to be sent, without blocking."""


class MainScreen(Screen[None]):
    """The screen of one conversation; ``last_nickname`` is offered as a nickname."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", show=False),
        Binding("f1", "help", show=False),
        Binding("f2", "switch", show=False),
        Binding("f3", "hint", show=False),
        Binding("pageup", "scroll_page(-1)", show=False, priority=True),
        Binding("pagedown", "scroll_page(1)", show=False, priority=True),
        *(
            Binding(f"shift+{direction}", f"scroll_board('{direction}')", show=False, priority=True)
            for direction in ("left", "right", "up", "down")
        ),
    ]

    def __init__(
        self, conversation: Conversation, queue_send: QueueSend, last_nickname: str = ""
    ) -> None:
        super().__init__()
        self.conversation = conversation
        self._queue_send = queue_send
        self._last_nickname = last_nickname
        self._redraw_pending = False
        self._shown_texts: dict[str, str] = {}
        """The current text of each widget by its selector; unchanged text is not drawn again."""

    def compose(self) -> ComposeResult:
        """Create the widgets; the style sheet places the log beside or below the page."""
        yield Static(id="title", markup=False)
        with Container(id="grid"):
            with VerticalScroll(id="body", can_focus=False):
                yield Static(id="page", markup=False)
            with VerticalScroll(id="side", can_focus=False):
                yield Static(id="side-title", markup=False)
                yield LogView(id="lines", markup=False)
            yield Menu()
        yield CommandLine(self.conversation.client.list_completions)

    def on_mount(self) -> None:
        """Draw, and from now on every second, because the title may show a countdown."""
        self.set_interval(1.0, self.request_redraw)
        self.request_redraw()

    def on_resize(self) -> None:
        """Redraw, because the board depends on the size."""
        self.request_redraw()

    def request_redraw(self) -> None:
        """Schedule a redraw; do nothing if one is pending already."""
        if not self._redraw_pending:
            self._redraw_pending = True
            self.call_later(self.redraw)

    def redraw(self) -> None:
        """Update all widgets and the size of the viewport; do nothing if the screen is closed.

        If the entries of the menu have changed and the command line is empty, the menu gets the
        focus, or the command line if no entry can be chosen.
        """
        self._redraw_pending = False
        try:
            body = self.query_one("#body").outer_size
        except NoMatches:  # the screen has just been closed
            return
        size = Size(max(MIN_BOARD_WIDTH, body.width), body.height)
        viewport = self.conversation.client.viewport
        viewport.width, viewport.height = size
        page = build_page(self.conversation, size, monotonic(), self._last_nickname)
        self._update_texts(page)
        is_changed = self.query_one(Menu).set_entries(page.entries)
        if is_changed and not self.query_one(CommandLine).value:
            self._focus_input()

    def _update_texts(self, page: Page) -> None:
        """Update the title, the page and the side panel; new lines scroll the panel to its end.

        Letters of colours are painted only if the game uses them.
        """
        conversation = self.conversation
        lines = list(conversation.chat if conversation.chat_open else conversation.log)
        self._update_text("#title", page.title)
        view = conversation.model.view
        letters = view is not None and ui_of(view).letter_colors
        body = to_text([plain(line) if isinstance(line, str) else line for line in page.body])
        self._update_text("#page", "\n".join(body), partial(colorize_board, letters=letters))
        side_title = screen.side_title(conversation.chat_open, conversation.unread)
        self._update_text("#side-title", side_title)
        if self._update_text("#lines", "\n".join(lines[-MAX_VISIBLE_LINES:])):
            self.query_one("#side").scroll_end(animate=False)

    def _update_text(
        self, selector: str, text: str, paint: Callable[[str], Text] = colorize
    ) -> bool:
        """Set the text of a widget, painted by ``paint``; return False if it is the same as before.

        The same text is not drawn again. The layout is computed only if the length of a line has
        changed.
        """
        before = self._shown_texts.get(selector)
        if before == text:
            return False
        self._shown_texts[selector] = text
        is_reshaped = before is None or _line_lengths(before) != _line_lengths(text)
        self.query_one(selector, Static).update(paint(text), layout=is_reshaped)
        return True

    @property
    def log_lines(self) -> list[str]:
        """Return the lines that the side panel shows now, of the log or of the chat."""
        return self._shown_texts.get("#lines", "").splitlines()

    @property
    def entries(self) -> tuple[MenuEntry, ...]:
        """Return the entries of the menu, disabled ones included."""
        return self.query_one(Menu).entries or ()

    def _focus_input(self) -> None:
        """Focus the menu, or the command line if no entry can be chosen."""
        if any(not entry.disabled_reason for entry in self.entries):
            self.query_one(Menu).focus()
        else:
            self.query_one(CommandLine).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Execute the selected entry of the menu."""
        if isinstance(event.option, MenuOption):
            self.choose(event.option.entry)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Let the board highlight the action of the highlighted entry and undo any scrolling."""
        if isinstance(event.option, MenuOption):
            viewport = self.conversation.client.viewport
            viewport.center, viewport.chosen = None, event.option.entry.on_select
            self.request_redraw()

    def choose(self, entry: MenuEntry) -> None:
        """Execute a menu entry by the type of its ``on_select``.

        A line is executed and a message is sent. Other types prefill the command line, show the
        next step of a choice, open the form or close the result.
        """
        match entry.on_select:
            case str(line):
                self.submit_line(line)
            case Prefill(line):
                self.query_one(CommandLine).edit(line)
            case tuple(words):
                self.conversation.partial_choice.append(words)
                self.request_redraw()
            case ScreenAction.OPEN_FORM:
                self.app.push_screen(form_for(self.conversation), self._on_form_closed)
            case ScreenAction.CLOSE_RESULT:
                self.conversation.result_seen = True
                self.request_redraw()
            case message:
                self._send(self.conversation.send(message))

    def on_menu_help_requested(self) -> None:
        """Open the help page."""
        self.action_help()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Execute the typed line and clear the command line; ``?`` opens the help page.

        An empty line is ignored. The menu gets the focus if it has entries.
        """
        line = event.value.strip()
        event.input.clear()
        if line == "?":
            self.action_help()
        elif line:
            self.submit_line(line)
        self._focus_input()

    def submit_line(self, line: str) -> None:
        """Execute a line, not empty, as if it was typed, and send the messages.

        ``new``, ``again`` and ``join`` also close the result of the last match.
        """
        if line.split()[0].lower() in ("new", "again", "join"):
            self.conversation.result_seen = True
        self._send(self.conversation.on_line(line, monotonic()))

    def _on_form_closed(self, command: str | None) -> None:
        """Execute the command of the form; do nothing if the form was cancelled."""
        if command:
            self.submit_line(command)

    def _send(self, replies: Replies) -> None:
        """Queue the messages to be sent, remove the notices, which are outdated now, and redraw."""
        self.app.clear_notifications()  # they hide a part of the board and are outdated now
        self._queue_send(replies)
        self.request_redraw()

    def action_back(self) -> None:
        """Clear the command line, or if it is empty undo a step of an incomplete choice."""
        line = self.query_one(CommandLine)
        if line.value:
            line.clear()
        else:
            self.conversation.step_back()
        self._focus_input()
        self.request_redraw()

    def action_help(self) -> None:
        """Open the help page."""
        self.app.push_screen(HelpScreen(partial(build_help, self.conversation.model)))

    def action_switch(self) -> None:
        """Switch the side panel between the log and the chat."""
        self.conversation.show_chat(not self.conversation.chat_open)
        self.request_redraw()

    def action_hint(self) -> None:
        """Execute ``hint``, which asks what a computer player would do."""
        self.submit_line("hint")

    def action_scroll_page(self, pages: int) -> None:
        """Scroll the body by pages, which overlap by two lines; a negative number scrolls up."""
        body = self.query_one("#body")
        body.scroll_relative(y=pages * max(1, body.size.height - 2), animate=False)

    def action_scroll_board(self, direction: str) -> None:
        """Scroll a board that is larger than the screen, and redraw; do nothing without a view."""
        if self.conversation.model.view is not None:
            viewport = self.conversation.client.viewport
            display.scroll(self.conversation.model.view, viewport, direction)
            self.request_redraw()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll a large board up, or with Shift to the left."""
        self._scroll_by_wheel(event, "left" if event.shift else "up")

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll a large board down, or with Shift to the right."""
        self._scroll_by_wheel(event, "right" if event.shift else "down")

    def _scroll_by_wheel(self, event: events.MouseEvent, direction: str) -> None:
        """Scroll the board in this direction if the mouse is over the body of the page."""
        if self.query_one("#body").region.contains(event.screen_x, event.screen_y):
            self.action_scroll_board(direction)


def _line_lengths(text: str) -> list[int]:
    return [len(line) for line in text.split("\n")]
