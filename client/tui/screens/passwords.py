"""The question for the password of a server, on top of any other screen."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from client.tui.text.passwords import KEYS
from messages.text import clean


class PasswordScreen(ModalScreen[str]):
    """Asks for a password, which is not shown; the result is empty if it was cancelled.

    ``notices`` of the connection stand above the question, where they hide nothing.
    """

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss('')", "")]
    DEFAULT_CSS = """
    PasswordScreen {
        align: center middle;
    }
    PasswordScreen > Vertical {
        width: 72;
        max-width: 100%;
        height: auto;
        max-height: 100%;
        overflow-y: auto;
        border: round $primary;
        padding: 0 1;
    }
    """

    def __init__(self, text: str, notices: Sequence[str] = ()) -> None:
        super().__init__()
        self._text = clean(text)
        self._notices = "\n".join(clean(line) for each in notices for line in each.splitlines())

    def compose(self) -> ComposeResult:
        """Create the notices, the text, the field for the password and the line of its keys."""
        with Vertical():
            if self._notices:
                yield Static(f"{self._notices}\n", id="password-notices", markup=False)
            yield Static(self._text, id="password-text", markup=False)
            yield Input(password=True, id="password", max_length=512)
            yield Static(KEYS, markup=False)

    def on_mount(self) -> None:
        """Focus the field."""
        self.query_one("#password").focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Close the screen with the typed password."""
        event.stop()
        self.dismiss(event.value)
