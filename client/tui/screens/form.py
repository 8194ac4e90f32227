"""The form for a new table. Its result is the command that the same table would be typed with."""

from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen

from client.tui import form_page
from client.tui.form_drawing import draw_form
from client.tui.form_page import CANCEL, OPEN, FormState, new_form
from client.tui.screens.zone_view import ZoneView

if TYPE_CHECKING:
    from client.tui.conversation import Conversation


class NewRoomScreen(ModalScreen[str]):
    """A form for a new table; the result is a command ``new …``, empty if it was cancelled.

    On a shared server all seats wait for people; with ``is_local`` the others are computer players.
    """

    CSS_PATH = "start.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss('')", show=False),
        Binding("up,shift+tab", "move(-1)", show=False, priority=True),
        Binding("down,tab", "move(1)", show=False, priority=True),
        Binding("left", "change(-1)", show=False, priority=True),
        Binding("right,space", "change(1)", show=False, priority=True),
        Binding("enter", "submit", show=False, priority=True),
    ]

    def __init__(
        self, *, game: str, nickname: str, is_local: bool, seats: int = 0, error: str = ""
    ) -> None:
        super().__init__()
        state = new_form(game, nickname, is_local=is_local, seats=seats)
        self.state = form_page.with_error(state, error) if error else state

    def compose(self) -> ComposeResult:
        """Create the drawing in a container that scrolls in low windows."""
        with VerticalScroll(id="form-box", can_focus=False):
            yield ZoneView(id="form")

    def on_mount(self) -> None:
        """Draw the form."""
        self._show(self.state)

    def on_resize(self) -> None:
        """Draw the form for the new size."""
        self._show(self.state)

    def _show(self, state: FormState) -> None:
        """Store the state, draw it and scroll to the field at the cursor if it is not visible."""
        self.state = state
        drawing = draw_form(state, self.app.size.height)
        self.query_one("#form", ZoneView).show(drawing)
        zone = state.cursor
        row = next((n for n, line in enumerate(drawing) if any(s.zone == zone for s in line)), 0)
        box = self.query_one("#form-box")
        if not box.scroll_y <= row - 1 <= row + 2 <= box.scroll_y + box.size.height:
            box.scroll_to(y=max(0, row - box.size.height // 2), animate=False)

    def action_move(self, step: int) -> None:
        """Move the cursor by some fields; it stays at the first and the last one."""
        self._show(form_page.move(self.state, step))

    def action_change(self, step: int) -> None:
        """Set the next (1) or previous (-1) value of the field at the cursor."""
        self._show(form_page.change_value(self.state, step))

    def action_submit(self) -> None:
        """Close the form with the command, from any field but two.

        On the options show or hide their list; on Cancel close the form with an empty text.
        """
        if self.state.cursor == CANCEL:
            self.dismiss("")
        elif self.state.cursor == form_page.OPTIONS:
            self.action_change(1)
        else:
            self.dismiss(self.build_command())

    def build_command(self) -> str:
        """Return the values of the form as a command that begins with ``new``."""
        return form_page.line_of(self.state)

    def on_zone_view_clicked(self, event: ZoneView.Clicked) -> None:
        """Set the clicked value, or press the clicked button."""
        if event.zone in (OPEN, CANCEL):
            self.state = self.state._replace(cursor=event.zone)
            self.action_submit()
        else:
            self._show(form_page.set_value(self.state, event.zone))

    def on_click(self, event: events.Click) -> None:
        """Close the form with an empty text if the click was outside of it."""
        if event.widget is self:
            self.dismiss("")


def form_for(conversation: "Conversation") -> NewRoomScreen:
    """Return the form for a conversation, with the game and number of seats of its last table.

    After a refused set-up it shows the reason.
    """
    model, lobby = conversation.model, conversation.client.lobby
    usual = lobby.default_table.setup
    error = model.error.message if model.phase == "setup" and model.error else ""
    return NewRoomScreen(
        game=usual.game,
        nickname=model.nickname,
        is_local=lobby.is_local,
        seats=usual.number_of_players,
        error=error,
    )
