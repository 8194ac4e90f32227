"""The base of the main screen: choosing an action in the menu or on the board.

Board and menu are two views of one choice: the pointer says what the user points at in either of
them.
"""

from abc import abstractmethod
from time import monotonic
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import OptionList

from client.games.drawing import Size, Zone
from client.tui import selection
from client.tui.conversation import Conversation
from client.tui.lobby_pages import COPY, invitation_of
from client.tui.match_pages import (
    MatchPage,
    Pointer,
    build_page,
    entry_of,
    highlighted,
    unavailable,
)
from client.tui.message_ids import Replies
from client.tui.pages import MenuEntry, Page, Prefill, ScreenAction
from client.tui.screens.board import Board
from client.tui.screens.form import form_for
from client.tui.screens.widgets import CommandLine, Menu, MenuOption
from client.tui.selection import Picked
from client.tui.text import lobby, screen
from messages.registry import Action

WHOLE_SIZE = Size(80, 24)
"""In a smaller window the board is folded, and the log is hidden."""
NOTICE_SECONDS = 3.0
"""Time for which a notice hides a part of the board; its text is in the log, too."""
MAX_STEPS = 10
"""More steps than any choice has."""


class ChoosingScreen(Screen[None]):
    """A screen with a board, a menu and a command line; ``last_nickname`` is offered."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f7", "copy_invitation", show=False, priority=True)
    ]

    def __init__(self, conversation: Conversation, last_nickname: str = "") -> None:
        super().__init__()
        self.conversation = conversation
        self._last_nickname = last_nickname
        self._pointer = Pointer()
        self._clicked: Zone | None = None
        """The zone whose action was selected by a click; a second click sends it."""
        self._page = MatchPage(Page("", (), ()))
        self._seen_actions: tuple[Action, ...] = ()

    @abstractmethod
    def request_redraw(self) -> None:
        """Schedule a redraw; do nothing if one is pending already."""

    @abstractmethod
    def submit_line(self, line: str) -> None:
        """Execute a line, not empty, as if it was typed, and send the messages."""

    @abstractmethod
    def _on_form_closed(self, command: str | None) -> None:
        """Execute the command of the form; do nothing if the form was cancelled."""

    @abstractmethod
    def _send(self, replies: Replies) -> None:
        """Queue messages to be sent, and redraw."""

    @property
    def entries(self) -> tuple[MenuEntry, ...]:
        """The entries of the menu, disabled ones included."""
        return self.query_one(Menu).entries or ()

    def _build_page(self) -> MatchPage:
        """Build the page for the size of the board widget and the current pointer.

        With the style class ``-whole`` the page has at least WHOLE_SIZE, so the board scrolls.
        """
        size = self.query_one(Board).outer_size
        columns, lines = size.width, size.height
        if self.has_class("-whole"):
            columns, lines = max(columns, WHOLE_SIZE.columns), max(lines, WHOLE_SIZE.lines)
        room = Size(columns or WHOLE_SIZE.columns, lines)
        return build_page(self.conversation, room, monotonic(), self._last_nickname, self._pointer)

    def _prepare_pointer(self) -> None:
        """Reset the pointer after new legal actions, and select the action of a new hint.

        A hint is used once; it also cancels an incomplete choice.
        """
        actions = self.conversation.model.actions
        if actions is not self._seen_actions:
            self._seen_actions = actions
            self._pointer, self._clicked = Pointer(), None
        match = self.conversation.client.match
        hinted, match.hinted = match.hinted, None
        if hinted is not None:
            self.conversation.partial_choice.clear()
            self._select_action(hinted)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Execute the selected entry of the menu."""
        if isinstance(event.option, MenuOption):
            self.choose(event.option.entry)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Point at the highlighted entry; do nothing if the pointer means it already.

        An entry that is no longer in the menu is ignored.
        """
        if not isinstance(event.option, MenuOption) or event.option.entry not in self.entries:
            return
        entry = event.option.entry
        if highlighted(self.entries, self._pointer.on_select) != entry:
            self._point(Pointer(entry.on_select))

    def _point(self, pointer: Pointer) -> None:
        """Set the pointer, forget the last click, undo scrolling by the user, and redraw."""
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
                if not self.conversation.is_action_pending:
                    self.conversation.partial_choice.append(words)
                    self._point(Pointer())
            case ScreenAction.OPEN_FORM:
                self.app.push_screen(form_for(self.conversation), self._on_form_closed)
            case ScreenAction.CLOSE_RESULT:
                self.conversation.result_seen = True
                self.request_redraw()
            case ScreenAction.TOGGLE_BOARD:
                self.conversation.board_shown = not self.conversation.board_shown
                self.request_redraw()
            case message if not self.conversation.is_action_pending:
                self._send(self.conversation.send(message))

    def on_board_pointed(self, event: Board.Pointed) -> None:
        """Move the cursor and the menu to a zone; do nothing if it cannot be chosen.

        A click that selected the same zone before is remembered.
        """
        matching = selection.containing(self._page.choice.left, event.zone)
        entry = entry_of(self.entries, matching[0]) if matching else None
        if entry is not None and self._pointer.zone != event.zone:
            clicked = self._clicked if self._clicked == event.zone else None
            self._point(Pointer(entry.on_select, event.zone))
            self._clicked = clicked
            self.query_one(Menu).highlight(entry.on_select)

    def on_board_chosen(self, event: Board.Chosen) -> None:
        """Select or send the action of a zone, or narrow the choice if several actions have it.

        Without an action the reason replaces the preview. Enter sends the highlighted action if the
        pointer is in the menu. Before a match a table or the invitation may be chosen.
        """
        choice, zone = self._page.choice, event.zone
        if not choice.left and self._choose_before_match(zone):
            return
        if event.is_final and self._pointer.zone is None and len(choice.chosen) == 1:
            self.choose(MenuEntry("", choice.chosen[0].action))
            return
        effect = selection.choose_zone(
            choice.left, zone, is_final=event.is_final, clicked=self._clicked
        )
        if effect.action is not None and effect.is_sent:
            self.choose(MenuEntry("", effect.action))
        elif effect.action is not None:
            self._select_action(effect.action)
            self._clicked = zone
        elif not effect.is_narrowed:
            self._pointer = self._pointer._replace(remark=self._reason_for(zone))
        elif Picked(zone) not in self.conversation.partial_choice:
            self.conversation.partial_choice.append(Picked(zone))
            self._point(Pointer())
        self.request_redraw()

    def _choose_before_match(self, zone: Zone) -> bool:
        """Join or watch a clicked table, or copy the invitation; return False for other zones.

        False also for a table without a menu entry.
        """
        if zone == COPY:
            self.action_copy_invitation()
            return True
        kind, number = (*zone, "")[:2]
        lines = (f"join {number}", f"watch {number}") if kind == "table" else ()
        entry = next((entry for entry in self.entries if entry.on_select in lines), None)
        if entry is not None:
            self.choose(entry)
        return entry is not None

    def action_copy_invitation(self) -> None:
        """Copy the invitation of the waiting room to the clipboard of the terminal (OSC 52).

        A notice shows the copied line, or that there is nothing to copy.
        """
        model, address = self.conversation.model, self.conversation.client.lobby.address
        line = invitation_of(model, model.room, address) if model.room is not None else ""
        if line:
            self.app.copy_to_clipboard(line)
        text = lobby.COPIED.format(line=line) if line else lobby.NOTHING_TO_COPY
        self.app.notify(text, markup=False, timeout=NOTICE_SECONDS)

    def _select_action(self, action: Action) -> None:
        """Set the pointer and the highlight of the menu to an action; do nothing without an entry.

        Groups of the menu that contain the action become steps of the incomplete choice.
        """
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

    def _reason_for(self, zone: Zone) -> str:
        """Return why a zone cannot be chosen: another player's turn, or the reason of the game."""
        model = self.conversation.model
        if model.view is None or not self._page.choice.left:
            return screen.NOT_YOUR_TURN if not model.is_my_turn else screen.NOT_NOW
        closed = unavailable(self.conversation, model.view)
        return selection.reason_for(zone, closed, screen.NOT_NOW)

    def on_enter_board(self) -> None:
        """Focus the board if a zone can be chosen there; otherwise do nothing."""
        if self._page.choice.marks.legal:
            self.query_one(Board).focus()

    def on_board_typed(self, event: Board.Typed) -> None:
        """Append a key that was pressed on the board to the command line, and focus that.

        ``?`` on an empty command line opens the help instead.
        """
        self.query_one(Menu).type_character(event.character)
