"""The base of the main screen: pages to read on top of it, and scrolling the board."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from client.games.base import DIRECTIONS
from client.games.drawing import Point, plain
from client.games.registry import ui_of
from client.tui import display
from client.tui.help_pages import HelpPages, build_help, wrap_all
from client.tui.match_board import recap_lines
from client.tui.pages import MenuEntry, ScreenAction
from client.tui.screens.board import Board
from client.tui.screens.choosing import ChoosingScreen
from client.tui.screens.reader import FRAME_COLUMNS, MAX_COLUMNS, ReaderScreen
from client.tui.text import help as help_text
from client.tui.text import screen


class ReadingScreen(ChoosingScreen):
    """A screen with a board that scrolls, and with keys for help, recap and rules."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", show=False),
        Binding("f4", "recap", show=False),
        Binding("f8", "turn_board", show=False, priority=True),
        Binding("pageup", "scroll_page(-1)", show=False, priority=True),
        Binding("pagedown", "scroll_page(1)", show=False, priority=True),
        *(
            Binding(f"shift+{direction}", f"scroll_board('{direction}')", show=False, priority=True)
            for direction in DIRECTIONS
        ),
    ]

    # --- pages to read ----------------------------------------------------------------------------

    def show_rules(self, game: str) -> None:
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

    def action_help(self) -> None:
        """Open the help pages at the rules of this moment; do nothing if building them fails."""
        board = self.query_one(Board).text
        nothing: HelpPages = {}
        pages = self.conversation.calls.attempt(
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

    # --- scrolling --------------------------------------------------------------------------------

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
        self.conversation.center = self.conversation.calls.attempt(
            lambda: scroll(view, marks, step), self.conversation.center
        )
        self.request_redraw()

    def on_board_scrolled(self, event: Board.Scrolled) -> None:
        """Scroll the board in the direction of the mouse wheel."""
        self.action_scroll_board(event.direction)
