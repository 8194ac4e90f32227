"""The main screen: title, recap, body of the page, preview, log or chat, menu and command line.

It shows the page of its conversation and passes what the user does to the conversation. Board and
menu are two views of one choice: the pointer says what the user points at in either of them.
"""

from collections.abc import Callable, Sequence
from time import monotonic
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.css.query import NoMatches
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Input, OptionList, Static

from client.games.base import DIRECTIONS
from client.games.drawing import Drawing, Line, Size, Span, block_width, plain
from client.games.parsing import CommandError
from client.games.registry import ui_of
from client.tui import selection
from client.tui.conversation import Conversation
from client.tui.help_pages import build_help, wrap_all
from client.tui.line_client import Replies
from client.tui.match_pages import (
    MatchPage,
    Pointer,
    build_page,
    entry_of,
    highlighted,
    recap_line,
    recap_lines,
)
from client.tui.pages import MenuEntry, Page, Prefill, ScreenAction
from client.tui.screens.board import Board, DrawingView, Overlay
from client.tui.screens.dialogs import NewRoomScreen
from client.tui.screens.looks import palette_of
from client.tui.screens.reader import FRAME_COLUMNS, MAX_COLUMNS, ReaderScreen
from client.tui.screens.widgets import CommandLine, LogView, Menu, MenuOption
from client.tui.selection import Picked
from client.tui.text import help as help_text
from client.tui.text import screen
from client.tui.themes import to_rich
from messages.registry import Action

MIN_SIZE = Size(60, 15)
"""A smaller window shows only a sentence."""
WHOLE_SIZE = Size(80, 24)
"""In a smaller window the board is folded, and the log is hidden."""
MAX_VISIBLE_LINES = 80
"""Number of lines of the log to scroll back; all of them are drawn again with every new line."""
SUMMARY_SECONDS = 3.0
"""Time for which the scores of a round cover the board."""
NOTICE_SECONDS = 3.0
MAX_STEPS = 10
"""More steps than any choice has."""

QueueSend = Callable[[Replies], None]
"""Queues messages to be sent, without blocking."""


class MainScreen(Screen[None]):
    """The screen of one conversation; ``last_nickname`` is offered as a nickname."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", show=False),
        Binding("f1", "help", show=False),
        Binding("f2", "switch", show=False),
        Binding("f3", "hint", show=False),
        Binding("f4", "recap", show=False),
        Binding("f8", "turn_board", show=False, priority=True),
        Binding("pageup", "scroll_page(-1)", show=False, priority=True),
        Binding("pagedown", "scroll_page(1)", show=False, priority=True),
        *(
            Binding(f"shift+{direction}", f"scroll_board('{direction}')", show=False, priority=True)
            for direction in DIRECTIONS
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
        self._shown_texts: dict[str, tuple[str, str]] = {}
        """The text and theme of each widget by its selector; the same text is not drawn again."""
        self._pointer = Pointer()
        self._clicked: selection.Zone | None = None
        """The zone whose action was selected by a click; a second click sends it."""
        self._page = MatchPage(Page("", (), ()))
        self._seen_actions: tuple[Action, ...] = ()
        self._summary_timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """Create the widgets; the style sheet places the panels beside or below the page."""
        yield DrawingView(id="title", ground="panel")
        yield DrawingView(id="recap")
        with Container(id="grid"):
            with Vertical(id="body"):
                yield Board()
                yield DrawingView(id="preview")
            yield Menu()
            with Horizontal(id="panels"):
                with Vertical(id="side"):
                    yield Static(screen.SINCE_TITLE, id="since-title", classes="panel-title")
                    yield Static(id="since", markup=False)
                    yield Static(id="side-title", markup=False)
                    with VerticalScroll(classes="lines", can_focus=False):
                        yield LogView(id="lines", markup=False)
                with Vertical(id="extra"):
                    yield Static(screen.THIS_MOMENT, classes="panel-title", markup=False)
                    yield Static(id="moment", markup=False)
                    yield Static(screen.CHAT_TITLE, classes="panel-title", markup=False)
                    with VerticalScroll(classes="lines", can_focus=False):
                        yield LogView(id="chat", markup=False)
        yield Static(id="tiny", markup=False)
        yield CommandLine(self.conversation.client.list_completions)
        yield Overlay(id="overlay", ground="panel")

    def on_mount(self) -> None:
        """Draw, and from now on every second, because the title may show a countdown."""
        self.set_interval(1.0, self.request_redraw)
        self.app.theme_changed_signal.subscribe(self, lambda theme: self.request_redraw())
        self.request_redraw()

    def on_resize(self) -> None:
        """Redraw, because the board depends on the size."""
        is_folded = not _fits(WHOLE_SIZE, self.size)
        self.set_class(not _fits(MIN_SIZE, self.size), "-tiny")
        self.set_class(is_folded, "-folded")
        self.set_class(is_folded and self.has_class("-whole"), "-whole")
        self.query_one("#tiny", Static).update(screen.too_small(*self.size, *MIN_SIZE))
        self.request_redraw()

    def request_redraw(self) -> None:
        """Schedule a redraw after the layout; do nothing if one is pending already."""
        if not self._redraw_pending:
            self._redraw_pending = True
            self.call_later(self.redraw)

    # --- drawing ----------------------------------------------------------------------------------

    def redraw(self) -> None:
        """Update all widgets; do nothing if the screen is closed.

        If the entries of the menu have changed and the command line is empty, the menu gets the
        focus, or the command line if no entry can be chosen.
        """
        self._redraw_pending = False
        try:
            board = self.query_one(Board)
        except NoMatches:  # the screen has just been closed
            return
        self._prepare_pointer()
        self._page = built = self._build_page()
        self.set_class(self._is_in_match, "-match")
        self._show(built, board)
        self._update_panels(built)
        menu = self.query_one(Menu)
        is_changed = menu.set_entries(built.page.entries, self._pointer.on_select)
        if is_changed and not self.query_one(CommandLine).value and not self._has_overlay:
            self._focus_input()
        self._show_summary()

    @property
    def _is_in_match(self) -> bool:
        model = self.conversation.model
        return model.phase == "playing" and model.view is not None and model.result is None

    def _build_page(self) -> MatchPage:
        """Return the page for the size of the board; a turned board has its usual size."""
        size = self.query_one(Board).outer_size
        columns, lines = size.width, size.height
        if self.has_class("-whole"):
            columns, lines = max(columns, WHOLE_SIZE.columns), max(lines, WHOLE_SIZE.lines)
        room = Size(columns or WHOLE_SIZE.columns, lines)
        return build_page(self.conversation, room, monotonic(), self._last_nickname, self._pointer)

    def _prepare_pointer(self) -> None:
        """Point at nothing after new legal actions, and at the action of a new hint."""
        actions = self.conversation.model.actions
        if actions is not self._seen_actions:
            self._seen_actions = actions
            self._pointer, self._clicked = Pointer(), None
        hinted, self.conversation.client.hinted = self.conversation.client.hinted, None
        if hinted is not None:
            self.conversation.partial_choice.clear()
            self._select_action(hinted)

    def _show(self, built: MatchPage, board: Board) -> None:
        """Show title, recap, board and preview."""
        title, columns = built.page.title, self.size.width
        title_line = (Span(f" {title}", "text+bold"),) if isinstance(title, str) else title
        self.query_one("#title", DrawingView).show([self._title_in(title_line, columns)])
        self.query_one("#recap", DrawingView).show([recap_line(built.recap, columns)])
        board.show_marked(built.page.body, built.choice.marks)
        self.query_one("#preview", DrawingView).show([built.preview])

    def _title_in(self, line: Line, columns: int) -> Line:
        """Return the title of a match with its right part at the right border of the screen."""
        missing = columns - sum(len(span.text) for span in line)
        if len(line) < 3 or missing <= 0:
            return line
        return (*line[:-1], Span(" " * missing), line[-1])

    def _update_panels(self, built: MatchPage) -> None:
        """Update log or chat, recap and rules of the moment; new lines scroll to the end."""
        conversation = self.conversation
        chat = conversation.chat if conversation.chat_open else conversation.log
        side_title = screen.side_title(conversation.chat_open, conversation.unread)
        self._update_text("#side-title", [plain(side_title, "muted+bold")])
        self._update_text("#since", built.recap or [plain(screen.NOTHING_CHANGED, "muted")])
        self._update_text("#moment", [plain(line) for line in self._moment()])
        for selector, lines in (("#lines", chat), ("#chat", conversation.chat)):
            last = [plain(line) for line in list(lines)[-MAX_VISIBLE_LINES:]]
            if self._update_text(selector, last):
                self.query_one(selector).parent.scroll_end(animate=False)  # type: ignore[union-attr]

    def _moment(self) -> list[str]:
        """Return the rules of the pending prompt, for the panel of a large screen."""
        prompt = self.conversation.model.prompt
        if prompt is None or not self.has_class("-huge"):
            return []
        return [*ui_of(prompt).text.prompt_rules.get(type(prompt), ()), ""]

    def _update_text(self, selector: str, lines: Sequence[Line]) -> bool:
        """Set the lines of a widget; return False if they are the same as before.

        The same text is not drawn again. The layout is computed only if the length of a line has
        changed.
        """
        theme = palette_of(self)
        text = "\n".join("".join(span.text for span in line) for line in lines)
        before = self._shown_texts.get(selector)
        if before == (text, theme):
            return False
        self._shown_texts[selector] = (text, theme)
        is_reshaped = before is None or _line_lengths(before[0]) != _line_lengths(text)
        rich = Text("\n").join(to_rich(line, theme) for line in lines)
        rich.no_wrap = False
        self.query_one(selector, Static).update(rich, layout=is_reshaped)
        return True

    @property
    def log_lines(self) -> list[str]:
        """Return the lines that the side panel shows now, of the log or of the chat."""
        return self._shown_texts.get("#lines", ("", ""))[0].splitlines()

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

    # --- the scores of a round --------------------------------------------------------------------

    @property
    def _has_overlay(self) -> bool:
        return bool(self.query_one(Overlay).display)

    def _show_summary(self) -> None:
        """Cover the board with the scores of the last round that has ended, for a short time."""
        if not self.conversation.summaries:
            return
        summary: Drawing = self.conversation.summaries[-1]
        self.conversation.summaries.clear()
        overlay = self.query_one(Overlay)
        lines = [*summary, (), (Span(help_text.CLOSE_SUMMARY, "muted"),)]
        columns = min(block_width(lines) + 4, self.size.width)
        rows = min(len(lines) + 2, self.size.height)
        overlay.styles.width, overlay.styles.height = columns, rows
        overlay.styles.offset = (self.size.width - columns) // 2, (self.size.height - rows) // 2
        overlay.display = True
        overlay.show(lines)
        overlay.focus()
        if self._summary_timer is not None:
            self._summary_timer.stop()
        self._summary_timer = self.set_timer(SUMMARY_SECONDS, self.on_overlay_closed)

    def on_overlay_closed(self) -> None:
        """Hide the scores and focus the menu or the command line again."""
        if self._has_overlay:
            self.query_one(Overlay).display = False
            self._focus_input()

    # --- choosing ---------------------------------------------------------------------------------

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Execute the selected entry of the menu."""
        if isinstance(event.option, MenuOption):
            self.choose(event.option.entry)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Point at the highlighted entry; do nothing if the pointer means it already."""
        if not isinstance(event.option, MenuOption) or event.option.entry not in self.entries:
            return
        entry = event.option.entry
        if highlighted(self.entries, self._pointer.on_select) != entry:
            self._point(Pointer(entry.on_select))

    def _point(self, pointer: Pointer) -> None:
        """Set the pointer, show the default part of the board again, and redraw."""
        self._pointer, self._clicked = pointer, None
        self.conversation.center = None
        self.request_redraw()

    def choose(self, entry: MenuEntry) -> None:
        """Execute a menu entry by the type of its ``on_select``.

        A line is executed and a message is sent. Other types prefill the command line, show the
        next step of a choice, open the form, or change the result page. While an action is
        unanswered, no other one is sent.
        """
        match entry.on_select:
            case str(line):
                self.submit_line(line)
            case Prefill(line):
                self.query_one(CommandLine).edit(line)
            case tuple(words):
                self.conversation.partial_choice.append(words)
                self._point(Pointer())
            case ScreenAction.OPEN_FORM:
                form = NewRoomScreen(self.conversation.client.lobby.last_setup)
                self.app.push_screen(form, self._on_form_closed)
            case ScreenAction.CLOSE_RESULT:
                self.conversation.result_seen = True
                self.request_redraw()
            case ScreenAction.TOGGLE_BOARD:
                self.conversation.board_shown = not self.conversation.board_shown
                self.request_redraw()
            case message if not self.conversation.is_action_pending:
                self._send(self.conversation.send(message))

    def on_board_pointed(self, event: Board.Pointed) -> None:
        """Move the cursor and the menu to a zone; do nothing if it cannot be chosen."""
        matching = selection.containing(self._page.choice.left, event.zone)
        entry = entry_of(self.entries, matching[0]) if matching else None
        if entry is not None and self._pointer.zone != event.zone:
            clicked = self._clicked if self._clicked == event.zone else None
            self._point(Pointer(entry.on_select, event.zone))
            self._clicked = clicked
            self.query_one(Menu).highlight(entry.on_select)

    def on_board_chosen(self, event: Board.Chosen) -> None:
        """Select or send the action of a zone, narrow the choice, or say why there is none."""
        choice, zone = self._page.choice, event.zone
        if event.is_final and self._pointer.zone is None and len(choice.chosen) == 1:
            self.choose(MenuEntry("", choice.chosen[0].action))
            return
        outcome = selection.choose_zone(
            choice.left, zone, is_final=event.is_final, clicked=self._clicked
        )
        if outcome.action is not None and outcome.is_sent:
            self.choose(MenuEntry("", outcome.action))
        elif outcome.action is not None:
            self._select_action(outcome.action)
            self._clicked = zone
        elif not outcome.is_narrowed:
            self._pointer = self._pointer._replace(remark=self._reason_for(zone))
        elif Picked(zone) not in self.conversation.partial_choice:
            self.conversation.partial_choice.append(Picked(zone))
            self._point(Pointer())
        self.request_redraw()

    def _select_action(self, action: Action) -> None:
        """Move the cursor and the menu to an action; a group that contains it is opened."""
        for _ in range(MAX_STEPS):
            built = self._build_page()
            found = [c for c in built.choice.left if c.action == action]
            entry = entry_of(built.page.entries, found[0]) if found else None
            if entry is None:
                return
            if entry.on_select == action:
                self._pointer = Pointer(action)
                self.query_one(Menu).highlight(action)
                return
            self.conversation.partial_choice.append(entry.on_select)  # type: ignore[arg-type]

    def _reason_for(self, zone: selection.Zone) -> str:
        """Return why a zone cannot be chosen."""
        model = self.conversation.model
        if model.view is None or not self._page.choice.left:
            return screen.NOT_YOUR_TURN if not model.is_my_turn else screen.NOT_NOW
        view, commands = model.view, ui_of(model.view).commands(model.view, model.names)
        closed = self.conversation.attempt(lambda: commands.unavailable(view, model.actions), ())
        return selection.reason_for(zone, closed, screen.NOT_NOW)

    def on_enter_board(self) -> None:
        """Focus the board if a zone can be chosen there; otherwise do nothing."""
        if self._page.choice.marks.legal:
            self.query_one(Board).focus()

    def on_board_typed(self, event: Board.Typed) -> None:
        """Continue a key that was pressed on the board on the command line."""
        self.query_one(Menu).type_character(event.character)

    # --- lines and keys ---------------------------------------------------------------------------

    def on_menu_help_requested(self) -> None:
        """Open the help pages."""
        self.action_help()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Execute the typed line and clear the command line; ``?`` opens the help pages.

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

        ``new``, ``again`` and ``join`` also close the result of the last match. The board, the help
        and the rules are shown by the screen itself.
        """
        word, _, rest = line.removeprefix("/").partition(" ")
        if word.lower() in ("new", "again", "join"):
            self.conversation.result_seen = True
        try:
            if self._show_on_screen(word.lower(), rest.strip()):
                return
        except CommandError as error:
            self.conversation.log.append(str(error))
            self.request_redraw()
            return
        self._send(self.conversation.on_line(line, monotonic()))

    def _show_on_screen(self, word: str, rest: str) -> bool:
        """Execute a command that only the screen can execute; return False for other commands.

        Raises CommandError.
        """
        view = self.conversation.model.view
        is_drawn = view is not None and ui_of(view).drawing is not None
        if word == "help":
            self.action_help()
        elif word == "rules":
            self._show_rules(rest)
        elif word == "board" and is_drawn:
            self.conversation.show_player(rest)
            self.request_redraw()
        elif word == "scroll" and is_drawn and rest in DIRECTIONS:
            self.action_scroll_board(rest)
        else:
            return False
        return True

    def _show_rules(self, game: str) -> None:
        """Open the rules of a game, or of the table. Raises CommandError for an unknown game."""
        from client.tui import display

        model, columns = self.conversation.model, self._reader_columns
        rules = wrap_all(display.show_rules(model, game), columns)
        pages = {**build_help(model, columns, self.query_one(Board).text), help_text.RULES: rules}
        self.app.push_screen(ReaderScreen(pages, help_text.RULES))

    @property
    def _reader_columns(self) -> int:
        return min(self.size.width, MAX_COLUMNS) - FRAME_COLUMNS

    def _on_form_closed(self, command: str | None) -> None:
        """Execute the command of the form; do nothing if the form was cancelled."""
        if command:
            self.submit_line(command)

    def _send(self, replies: Replies) -> None:
        """Queue the messages to be sent, show new notices instead of the old ones, and redraw."""
        self.app.clear_notifications()  # they hide a part of the board and are outdated now
        for line in self.conversation.notices:
            self.app.notify(line, markup=False, timeout=NOTICE_SECONDS)
        self.conversation.notices.clear()
        self._queue_send(replies)
        self.request_redraw()

    def action_back(self) -> None:
        """Go one step back: clear the command line, undo a step of a choice, or focus the menu."""
        line = self.query_one(CommandLine)
        is_on_board = isinstance(self.focused, Board)
        if line.value:
            line.clear()
        elif self.conversation.step_back():
            self._point(Pointer())
            if is_on_board:
                self.query_one(Board).focus()
                return
        self._focus_input()
        self.request_redraw()

    def action_help(self) -> None:
        """Open the help pages at the rules of this moment."""
        board = self.query_one(Board).text
        pages = self.conversation.attempt(
            lambda: build_help(self.conversation.model, self._reader_columns, board), {}
        )
        if pages:
            self.app.push_screen(ReaderScreen(pages, help_text.NOW))

    def action_recap(self) -> None:
        """Open a page with everything that happened since the last turn."""
        lines = recap_lines(self.conversation) or [plain(screen.NOTHING_CHANGED)]
        self.app.push_screen(ReaderScreen({help_text.RECAP: lines}, help_text.RECAP))

    def action_switch(self) -> None:
        """Switch the side panel between the log and the chat."""
        self.conversation.show_chat(not self.conversation.chat_open)
        self.request_redraw()

    def action_hint(self) -> None:
        """Execute ``hint``, which selects what a computer player would do."""
        self.submit_line("hint")

    def action_scroll_page(self, pages: int) -> None:
        """Scroll the board by pages, which overlap by two lines; a negative number scrolls up."""
        board = self.query_one(Board)
        board.scroll_relative(y=pages * max(1, board.size.height - 2), animate=False)

    def action_turn_board(self) -> None:
        """Page through the board, and start again at its end; show the whole board if it is folded.

        On the result page, switch between scores and board.
        """
        board = self.query_one(Board)
        if any(e.on_select is ScreenAction.TOGGLE_BOARD for e in self.entries):
            self.choose(MenuEntry("", ScreenAction.TOGGLE_BOARD))
        elif self.has_class("-folded"):
            self.toggle_class("-whole")
            self.call_after_refresh(self.request_redraw)
        elif board.scroll_y >= board.max_scroll_y:
            board.scroll_home(animate=False)
        else:
            self.action_scroll_page(1)

    def action_scroll_board(self, direction: str) -> None:
        """Scroll a board in a direction: the game moves a large board, other boards are shifted."""
        right, up = DIRECTIONS[direction]
        view = self.conversation.model.view
        drawing = ui_of(view).drawing if view is not None else None
        if drawing is None or drawing.scroll is None:
            self.query_one(Board).scroll_relative(x=4 * right, y=-2 * up, animate=False)
            return
        scroll, marks = drawing.scroll, self._page.choice.marks
        self.conversation.center = self.conversation.attempt(
            lambda: scroll(view, marks, (right, up)), self.conversation.center
        )
        self.request_redraw()

    def on_board_scrolled(self, event: Board.Scrolled) -> None:
        """Scroll by the mouse wheel."""
        self.action_scroll_board(event.direction)


def _fits(needed: Size, size: tuple[int, int]) -> bool:
    """Return whether a window of this size has at least the needed columns and lines."""
    return size[0] >= needed.columns and size[1] >= needed.lines


def _line_lengths(text: str) -> list[int]:
    return [len(line) for line in text.split("\n")]
