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

from client.games.drawing import Size, Span, shorten
from client.games.parsing import CommandError
from client.games.registry import ui_of
from client.tui import display
from client.tui.conversation import Conversation
from client.tui.match_board import recap_line
from client.tui.match_pages import MatchPage, Pointer, window_title
from client.tui.message_ids import Replies
from client.tui.screens.board import Board, DrawingView, Overlay
from client.tui.screens.choosing import NOTICE_SECONDS, WHOLE_SIZE
from client.tui.screens.panels import Panels
from client.tui.screens.reading import ReadingScreen
from client.tui.screens.widgets import CommandLine, Menu
from client.tui.table_start import can_wait_for_rematch
from client.tui.text import help as help_text
from client.tui.text import screen

MIN_SIZE = Size(60, 15)
"""A smaller window shows only a sentence; Enter continues in line mode."""
SUMMARY_SECONDS = 3.0
"""Time for which the scores of a round cover the board."""
MIN_TIMER_SECONDS = 0.001
"""A timer of Textual that is due at once fails with a division by zero."""

QueueSend = Callable[[Replies], None]
"""Queues messages to be sent, without blocking."""


class MainScreen(ReadingScreen):
    """The screen of one conversation; ``last_nickname`` is offered as a nickname."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", show=False),
        Binding("f2", "switch", show=False),
        Binding("f3", "hint", show=False),
        Binding("f6", "filter", show=False),
        Binding("enter", "continue_in_lines", show=False, priority=True),
    ]

    def __init__(
        self, conversation: Conversation, queue_send: QueueSend, last_nickname: str = ""
    ) -> None:
        super().__init__(conversation, last_nickname)
        self._queue_send = queue_send
        self._redraw_pending = False
        self._has_start_timer = False
        """True while a timer runs that starts the table."""
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
        is answered, because the menu usually gets new entries then. In the lobby the cursor of the
        menu stays on its table while the list changes.

        Also opens the summary of an ended round, or closes it after the match, and rings the bell
        and sets the timer for the countdown of a full table.
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
        wanted = self._pointer.on_select
        if wanted is None and self.conversation.shows_room_list:
            wanted = menu.highlighted_effect  # tables may appear above the cursor
        is_changed = menu.set_entries(built.page.entries, wanted)
        self._focus_after_change(is_changed)
        self._show_summary()
        self._count_down()

    def _count_down(self) -> None:
        """Ring the bell if a table has become complete, and set a timer for its start."""
        table_start = self.conversation.table_start
        if table_start.take_bell():
            self.app.bell()
        delay = table_start.delay(monotonic())
        if delay is not None and not self._has_start_timer:
            self._has_start_timer = True
            self.set_timer(max(delay, MIN_TIMER_SECONDS), self._start_table)

    def _start_table(self) -> None:
        """Start the table whose countdown has ended; do nothing if it was stopped.

        If another countdown has begun meanwhile, the next redraw sets a timer for it.
        """
        self._has_start_timer = False
        if replies := self.conversation.start_due_table(monotonic()):
            self._send(replies)

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
        """Update title, recap, board and preview, and what the empty command line says."""
        columns, title = self.size.width, self.query_one("#title", DrawingView)
        title.show([window_title(self.conversation, built.page, columns, monotonic())])
        self.query_one("#recap", DrawingView).show([recap_line(built.recap, columns)])
        board.show_marked(built.page.body, built.choice.marks)
        needs_nickname = self.conversation.model.phase == "nickname"
        hint = screen.TYPE_NICKNAME if needs_nickname else screen.KEYS
        self.query_one(CommandLine).placeholder = hint
        preview = self.query_one("#preview", DrawingView)
        preview.show([shorten(built.preview, preview.size.width or columns)])

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
        """True while the overlay is open."""
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

        ``new``, ``again``, ``join`` and ``leave`` also close the result of the last match. The
        exception is ``again`` at a full table without wizards to choose: the result stays until the
        rematch begins. Commands that the screen executes itself send nothing; an error of theirs is
        added to the log.
        """
        word, _, rest = line.removeprefix("/").partition(" ")
        is_rematch = word.lower() == "again" and can_wait_for_rematch(self.conversation.model)
        closes_result = word.lower() in ("new", "again", "join", "leave") and not is_rematch
        if closes_result and self.conversation.model.result is not None:
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
            self.show_rules(rest)
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

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Permit to continue in line mode only in a window below MIN_SIZE; other actions always."""
        return action != "continue_in_lines" or self.has_class("-tiny")

    def action_continue_in_lines(self) -> None:
        """End the full screen and continue the conversation in line mode."""
        self.app.call_later(self.app.run_action, "continue_in_lines")

    def action_switch(self) -> None:
        """Switch the side panel between the log and the chat."""
        self.conversation.show_chat(not self.conversation.chat_open)
        self.request_redraw()

    def action_filter(self) -> None:
        """List the next selection of tables in the lobby; do nothing on other pages."""
        if self.conversation.shows_room_list:
            self.submit_line(self.conversation.client.lobby.pages.next_filter())

    def action_hint(self) -> None:
        """Execute ``hint``, which selects what a computer player would do."""
        self.submit_line("hint")


def _fits(needed: Size, size: tuple[int, int]) -> bool:
    """Return whether a window of this size has at least the needed columns and lines."""
    return size[0] >= needed.columns and size[1] >= needed.lines
