"""Where to play: here, at one of the last servers, or at another one."""

from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from client.tui.paint import painted
from client.tui.phrases import full
from messages.text import clean


class ConnectScreen(Screen[str]):
    """Dismissed with an address; an empty one means: here."""

    def __init__(self, addresses: tuple[str, ...], trouble: str = "") -> None:
        super().__init__()
        self._addresses = ("", *addresses)
        self._trouble = clean(trouble)

    def compose(self) -> ComposeResult:
        """A list, and a line for what is not in it."""
        yield Static(full.TITLE, id="title", markup=False)
        yield Static(self._trouble, id="trouble", markup=False)
        yield Static(full.CONNECT, markup=False)
        options = [Option(painted(clean(a) or full.PLAY_HERE)) for a in self._addresses]
        yield OptionList(*options, id="servers", markup=False)
        yield Static(full.OTHER_SERVER, markup=False)
        yield Input(id="address", max_length=200)
        yield Static(full.CONNECT_KEYS, id="connect-keys", markup=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """One of the list."""
        self.dismiss(self._addresses[event.option_index])

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Another one."""
        if event.value.strip():
            self.dismiss(event.value.strip())
