"""The menu, the command line and the log.

Typing in the menu moves the focus to the command line; Up and Down move it back.
"""

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset
from textual.message import Message
from textual.strip import Strip
from textual.suggester import Suggester
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from client.tui.pages import MenuEntry, OnSelect
from client.tui.screens.looks import palette_of
from client.tui.text import screen
from client.tui.themes import PALETTES, style_of

Completions = Callable[[str], Sequence[str]]


class EnterBoard(Message):
    """Posted when Tab is pressed in the menu or on the empty command line."""


class MenuOption(Option):
    """An option of the menu that keeps its entry; a disabled one shows the reason.

    The entry is kept because an event may be handled after the menu has changed.
    """

    def __init__(self, entry: MenuEntry) -> None:
        reason = f" - {entry.disabled_reason}" if entry.disabled_reason else ""
        super().__init__(f"{entry.label}{reason}", disabled=bool(entry.disabled_reason))
        self.entry = entry


class Menu(OptionList):
    """The menu of a page. Printable keys go to the command line."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select_or_send", show=False),
        Binding("tab", "enter_board", show=False),
    ]

    class HelpRequested(Message):
        """Posted when a question mark is pressed."""

    def __init__(self) -> None:
        super().__init__(id="menu", markup=False, compact=True)
        self.entries: tuple[MenuEntry, ...] | None = None

    def set_entries(self, entries: tuple[MenuEntry, ...], wanted: OnSelect | None = None) -> bool:
        """Show the entries, highlight the ``wanted`` or first enabled one and return True.

        If they are the same as before, keep the highlight and return False.
        """
        if entries == self.entries:
            return False
        self.entries = entries
        self.clear_options()
        self.add_options([MenuOption(entry) for entry in entries])
        enabled = (i for i, entry in enumerate(entries) if not entry.disabled_reason)
        self.highlighted = next(enabled, None)
        if wanted is not None:
            self.highlight(wanted)
        return True

    @property
    def highlighted_effect(self) -> OnSelect | None:
        """The effect of the highlighted entry; None if there is none."""
        if self.highlighted is None or self.highlighted >= len(self.entries or ()):
            return None
        return (self.entries or ())[self.highlighted].on_select

    def highlight(self, wanted: OnSelect) -> None:
        """Highlight the enabled entry with this effect; do nothing if there is none."""
        for index, entry in enumerate(self.entries or ()):
            if entry.on_select == wanted and not entry.disabled_reason:
                self.highlighted = index
                return

    def render_line(self, y: int) -> Strip:
        """Return a visible line; a bar replaces the first column of the highlighted entry.

        In the theme ``mono`` that entry is also reversed here, because Textual turns ``reverse``
        into colours.
        """
        strip = super().render_line(y)
        row = y + self.scroll_offset.y
        if row >= len(self._lines) or self._lines[row][0] != self.highlighted:
            return strip
        theme = palette_of(self)
        if theme == "mono":
            reverse = style_of(theme, "text+bold+reverse")
            strip = Strip([Segment(segment.text, reverse) for segment in strip])
        bar = Segment("▌", style_of(theme, "accent", PALETTES[theme].selected))
        return Strip.join([Strip([bar]), strip.crop(1)])

    def watch_highlighted(self, highlighted: int | None) -> None:
        """Scroll to the highlighted entry, as Textual does.

        If the menu has the focus, the terminal's cursor is moved there, for screen readers.
        """
        super().watch_highlighted(highlighted)
        if highlighted is not None and self.has_focus:
            row = Offset(0, highlighted - self.scroll_offset.y)
            self.app.cursor_position = self.content_region.offset + row

    @property
    def _command_line(self) -> "CommandLine":
        """The command line of the screen."""
        return self.screen.query_one(CommandLine)

    def on_key(self, event: events.Key) -> None:
        """Append a printable key to the command line; ``?`` on an empty command line requests help.

        The command line may contain text already: keys arrive here until it has the focus. Other
        keys are ignored.
        """
        if not (event.character and event.is_printable):
            return
        event.stop()
        self.type_character(event.character)

    def type_character(self, character: str) -> None:
        """Append a character to the command line and focus that.

        ``?`` on an empty command line posts HelpRequested instead.
        """
        if character == "?" and not self._command_line.value:
            self.post_message(self.HelpRequested())
        else:
            self._command_line.edit(self._command_line.value + character)

    def on_paste(self, event: events.Paste) -> None:
        """Append pasted text to the command line, as one line, and focus the command line."""
        self._command_line.edit(self._command_line.value + " ".join(event.text.split()))

    async def action_select_or_send(self) -> None:
        """Submit the command line if it contains text, otherwise select the highlighted entry."""
        if self._command_line.value:
            await self._command_line.action_submit()
        else:
            self.action_select()

    def action_enter_board(self) -> None:
        """Post EnterBoard, so that the screen focuses the board."""
        self.post_message(EnterBoard())


class LogView(Static):
    """The lines of the log or the chat; its container stays scrolled to the end."""

    def on_resize(self) -> None:
        """Scroll the container to its last line, whose position is known only after the layout."""
        self.scroll_container_to_end()

    def scroll_container_to_end(self) -> None:
        """Scroll the container to its last line."""
        if isinstance(self.parent, Widget):
            self.parent.scroll_end(animate=False)


class CommandLine(Input):
    """The input line with completion; Up and Down move the focus to the menu."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", show=False),
        Binding("up,down", "focus_menu", show=False),
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

    def edit(self, text: str) -> None:
        """Focus the command line, replace its text and put the cursor at the end."""
        self.focus()
        self.value = text
        self.cursor_position = len(text)

    def action_complete(self) -> None:
        """Accept the suggested completion and add a space; on an empty line post EnterBoard.

        Do nothing without a suggestion, or if the cursor is not at the end.
        """
        if not self.value:
            self.post_message(EnterBoard())
        elif self.cursor_at_end and self._suggestion:
            self.edit(f"{self._suggestion} ")

    def action_focus_menu(self) -> None:
        """Move the focus to the menu."""
        self.screen.query_one(Menu).focus()


class _WordSuggester(Suggester):
    """Suggests the line with its last word completed."""

    def __init__(self, completions: Completions) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._completions = completions

    async def get_suggestion(self, value: str) -> str | None:
        """Return the line with its last word replaced by the first completion that differs from it.

        Return None if there is no such completion or the line is empty or ends with a space.
        """
        *before, last = value.split(" ")
        words = [word for word in self._completions(value) if word != last] if last else []
        return " ".join([*before, words[0]]) if words else None
