"""The two ways to choose: a menu and a line to type in. Keys wander between them by themselves."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.suggester import Suggester
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from client.tui.pages import Entry
from client.tui.paint import dimmed, painted
from client.tui.text import screen

Completions = Callable[[str], Sequence[str]]


class Item(Option):
    """An entry as it was shown; the menu may have changed by the time that its event is heard."""

    def __init__(self, entry: Entry) -> None:
        closed = f"{entry.label} - {entry.why}"
        shown = dimmed(closed) if entry.why else painted(entry.label)
        super().__init__(shown, disabled=bool(entry.why))
        self.entry = entry


class Menu(OptionList):
    """The entries of a page. What is typed here goes to the line."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select_or_send", show=False)]

    class Asked(Message):
        """A question mark was pressed."""

    def __init__(self) -> None:
        super().__init__(id="menu", markup=False, compact=True)
        self.entries: tuple[Entry, ...] | None = None

    def show(self, entries: tuple[Entry, ...]) -> bool:
        """Offer these; the highlight stays where it is as long as nothing changes."""
        if entries == self.entries:
            return False
        self.entries = entries
        self.clear_options()
        self.add_options([Item(entry) for entry in entries])
        self.highlighted = next((i for i, entry in enumerate(entries) if not entry.why), None)
        return True

    @property
    def _line(self) -> "CommandLine":
        return self.screen.query_one(CommandLine)

    def on_key(self, event: events.Key) -> None:
        """Letters begin a command, or go on with it while the focus is still on its way."""
        if not (event.character and event.is_printable):
            return
        event.stop()
        if event.character == "?" and not self._line.value:
            self.post_message(self.Asked())
        else:
            self._line.begin(self._line.value + event.character)

    def on_paste(self, event: events.Paste) -> None:
        """The same for many letters at once."""
        self._line.begin(self._line.value + " ".join(event.text.split()))

    async def action_select_or_send(self) -> None:
        """Enter belongs to what is typed, if anything is."""
        if self._line.value:
            await self._line.action_submit()
        else:
            self.action_select()


class Lines(Static):
    """A log: its container shows the end of it, also when much comes at once."""

    def on_resize(self) -> None:
        """Only now is it known where the end is."""
        if isinstance(self.parent, Widget):
            self.parent.scroll_end(animate=False)


class CommandLine(Input):
    """A command with its completion; Up and Down go to the menu."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", show=False),
        Binding("up,down", "to_menu", show=False),
    ]

    def __init__(self, completions: Completions) -> None:
        super().__init__(
            id="line",
            placeholder=screen.KEYS,
            suggester=_WordSuggester(completions),
            select_on_focus=False,
            compact=True,
            max_length=400,
        )

    def begin(self, text: str) -> None:
        """Go on here with what was typed elsewhere."""
        self.focus()
        self.value = text
        self.cursor_position = len(text)

    def action_complete(self) -> None:
        """Take the completion, and a space after it."""
        if self.cursor_at_end and self._suggestion:
            self.begin(f"{self._suggestion} ")

    def action_to_menu(self) -> None:
        """Choose instead of typing."""
        self.screen.query_one(Menu).focus()


class _WordSuggester(Suggester):
    """Completes the last word."""

    def __init__(self, completions: Completions) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._completions = completions

    async def get_suggestion(self, value: str) -> str | None:
        """The line with its last word finished."""
        *before, last = value.split(" ")
        words = [word for word in self._completions(value) if word != last] if last else []
        return " ".join([*before, words[0]]) if words else None
