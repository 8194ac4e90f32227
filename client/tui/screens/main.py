"""The main screen: title, recap, body of the page, preview, panels, menu and command line.

It shows the page of its conversation and passes what the user does to the conversation.
"""

from collections.abc import Callable
from time import monotonic
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.css.query import NoMatches
from textual.widgets import Input, Static

from client.games.base import DIRECTIONS
from client.games.drawing import Line, Point, Size, Span, plain
from client.games.parsing import CommandError
from client.games.registry import ui_of
from client.tui import display
from client.tui.conversation import Conversation
from client.tui.help_pages import HelpPages, build_help, wrap_all
from client.tui.line_client import Replies
from client.tui.match_board import match_title, recap_line, recap_lines
from client.tui.match_pages import MatchPage, Pointer
from client.tui.pages import MenuEntry, ScreenAction
from client.tui.screens.board import Board, DrawingView, Overlay
from client.tui.screens.choosing import WHOLE_SIZE, ChoosingScreen
from client.tui.screens.panels import Panels
from client.tui.screens.reader import FRAME_COLUMNS, MAX_COLUMNS, ReaderScreen
from client.tui.screens.widgets import CommandLine, Menu
from client.tui.text import help as help_text
from client.tui.text import screen

MIN_SIZE = Size(60, 15)
"""A smaller window shows only a sentence."""
SUMMARY_SECONDS = 3.0
"""Time for which the scores of a round cover the board."""
NOTICE_SECONDS = 3.0

QueueSend = Callable[[Replies], None]
"""Queues messages to be sent, without blocking."""


class MainScreen(ChoosingScreen):
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
        super().__init__(conversation, last_nickname)
        self._queue_send = queue_send
        self._redraw_pending = False
        self._focus_due = False  # True if the menu has changed while an action was unanswered

    def compose(self) -> ComposeResult:
        """Create the widgets; the style sheet places the panels beside or below the page."""
        yield DrawingView(id="title", ground="panel")
        yield DrawingView(id="recap")
        with Container(id="grid"):
            with Vertical(id="body"):
                yield Board()
                yield DrawingView(id="preview")
            yield Menu()
            yield Panels()
        yield Static(id="tiny", markup=False)
        yield CommandLine(self.conversation.client.list_completions)
        yield Overlay()

    def on_mount(self) -> None:
        """Draw now, every second and when the theme changes; the title may show a countdown."""
        self.set_interval(1.0, self.request_redraw)
        self.app.theme_changed_signal.subscribe(self, lambda theme: self.request_redraw())
        self.request_redraw()

    def on_resize(self) -> None:
        """Set the style classes for the new size and redraw.

        A window below MIN_SIZE shows only a sentence. Below WHOLE_SIZE the board is folded; in a
        larger window the whole board is no longer requested.
        """
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
        focus, or the command line if no entry can be chosen. The focus stays until a sent action
        is answered, because the menu usually gets new entries then.
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
        self.query_one(Panels).show(self.conversation, built.recap)
        menu = self.query_one(Menu)
        is_changed = menu.set_entries(built.page.entries, self._pointer.on_select)
        self._focus_after_change(is_changed)
        self._show_summary()

    def _focus_after_change(self, is_changed: bool) -> None:
        """Move the focus to the menu or the command line if the menu has changed.

        Do nothing if the command line has text or the overlay is open. While an action is
        unanswered the move is postponed to a later redraw.
        """
        is_due, is_pending = is_changed or self._focus_due, self.conversation.is_action_pending
        self._focus_due = is_due and is_pending
        can_move = not self.query_one(CommandLine).value and not self._has_overlay
        if is_due and can_move and not is_pending:
            self._focus_input()

    @property
    def _is_in_match(self) -> bool:
        """True while a match with a view is in progress; False once it has a result."""
        model = self.conversation.model
        return model.phase == "playing" and model.view is not None and model.result is None

    def _show(self, built: MatchPage, board: Board) -> None:
        """Update the widgets of the title, the recap, the board and the preview."""
        self.query_one("#title", DrawingView).show([self._title_line(built.page.title)])
        self.query_one("#recap", DrawingView).show([recap_line(built.recap, self.size.width)])
        board.show_marked(built.page.body, built.choice.marks)
        self.query_one("#preview", DrawingView).show([built.preview])

    def _title_line(self, title: str | Line) -> Line:
        """Return the title as a line: text becomes bold, and other titles stay as they are.

        The title of a match in progress is built again, as wide as the screen instead of the board.
        """
        if isinstance(title, str):
            return (Span(f" {title}", "text+bold"),)
        view = self.conversation.model.view
        if view is None or not self._is_in_match:
            return title
        return match_title(self.conversation, view, self.size.width, monotonic())

    @property
    def log_lines(self) -> list[str]:
        """The lines that the side panel shows now, of the log or of the chat."""
        return self.query_one(Panels).log_lines

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
        """Open the overlay with the scores of the last ended round, and clear all summaries.

        Do nothing without a summary. After the end of the match close the overlay instead, because
        the page itself shows the scores.
        """
        if self.conversation.model.result is not None:
            self.conversation.summaries.clear()
            self.query_one(Overlay).close()
        elif self.conversation.summaries:
            summary = self.conversation.summaries[-1]
            self.conversation.summaries.clear()
            keys = (Span(help_text.CLOSE_SUMMARY, "muted"),)
            self.query_one(Overlay).open([*summary, (), keys], SUMMARY_SECONDS)

    def on_overlay_closed(self) -> None:
        """Focus the menu or the command line again."""
        self._focus_input()

    # --- lines and keys ---------------------------------------------------------------------------

    def on_menu_help_requested(self) -> None:
        """Open the help pages."""
        self.action_help()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Execute the typed line and clear the command line; ``?`` opens the help pages.

        An empty line executes nothing. Then the menu gets the focus if an entry can be chosen.
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

        ``new``, ``again`` and ``join`` also close the result of the last match. Commands that the
        screen executes itself send nothing; an error of theirs is added to the log.
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
        """Execute ``help``, ``rules``, ``board``, ``sort`` or ``scroll`` on the screen.

        Return False for other commands, for ``board`` and ``scroll`` of a game without a drawing,
        and if the hand cannot be sorted. Raises CommandError.
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
        elif word == "sort" and not rest and self.conversation.sort_hand():
            self.request_redraw()
        elif word == "scroll" and is_drawn:
            self._scroll_board(display.find_direction(rest))
        else:
            return False
        return True

    def _show_rules(self, game: str) -> None:
        """Open the help pages at the rules of a game, or of the table if ``game`` is empty.

        Raises CommandError for an unknown game, and for an empty one before the first table.
        """
        model, columns = self.conversation.model, self._reader_columns
        rules = wrap_all(display.show_rules(model, game), columns)
        pages = {**build_help(model, columns, self.query_one(Board).text), help_text.RULES: rules}
        self.app.push_screen(ReaderScreen(pages, help_text.RULES))

    @property
    def _reader_columns(self) -> int:
        """The width of the text on a ReaderScreen, without its frame."""
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
        """Clear the command line; if it is empty, undo a step of a choice or end the tutorial.

        Then the menu or the command line gets the focus. After an undone step the board keeps it.
        """
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
        """Open the help pages at the rules of this moment; do nothing if building them fails."""
        board = self.query_one(Board).text
        nothing: HelpPages = {}
        pages = self.conversation.attempt(
            lambda: build_help(self.conversation.model, self._reader_columns, board), nothing
        )
        if pages:
            self.app.push_screen(ReaderScreen(pages, help_text.NOW))

    def action_recap(self) -> None:
        """Open a page with everything that happened since the reader's last turn.

        If nothing happened, the page says so.
        """
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
        """Scroll the board down by a page; at its end scroll to the top.

        A folded board is switched between folded and whole instead. On the result page, switch
        between scores and board.
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
        """Scroll the board in a direction."""
        self._scroll_board(DIRECTIONS[direction])

    def _scroll_board(self, step: Point) -> None:
        """Scroll the board by a step, right and up.

        If the game can scroll its board, it computes the new centre of the visible part; if that
        fails, nothing moves. Other boards are scrolled by 4 columns or 2 lines.
        """
        right, up = step
        view = self.conversation.model.view
        drawing = ui_of(view).drawing if view is not None else None
        if drawing is None or drawing.scroll is None:
            self.query_one(Board).scroll_relative(x=4 * right, y=-2 * up, animate=False)
            return
        scroll, marks = drawing.scroll, self._page.choice.marks
        self.conversation.center = self.conversation.attempt(
            lambda: scroll(view, marks, step), self.conversation.center
        )
        self.request_redraw()

    def on_board_scrolled(self, event: Board.Scrolled) -> None:
        """Scroll the board in the direction of the mouse wheel."""
        self.action_scroll_board(event.direction)


def _fits(needed: Size, size: tuple[int, int]) -> bool:
    """Return whether a window of this size has at least the needed columns and lines."""
    return size[0] >= needed.columns and size[1] >= needed.lines
