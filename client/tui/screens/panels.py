"""The panels beside the board: recap, log or chat, and on large screens rules and chat."""

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Static

from client.games.drawing import Line, plain
from client.games.registry import ui_of
from client.tui.conversation import Conversation
from client.tui.screens.looks import palette_of
from client.tui.screens.widgets import LogView
from client.tui.text import screen
from client.tui.themes import to_rich
from messages import ServerMessage

MAX_VISIBLE_LINES = 80
"""Number of lines of the log to scroll back; all of them are drawn again with every new line."""


class Panels(Horizontal):
    """The panels; the style sheet decides by the size of the window which of them are shown."""

    def __init__(self) -> None:
        super().__init__(id="panels")
        self._shown_texts: dict[str, tuple[str, str]] = {}
        """The text and theme of each panel by its selector; the same text is not drawn again."""

    def compose(self) -> ComposeResult:
        """Create the recap and the log, and for large screens the rules and the chat."""
        with Vertical(id="side"):
            yield Static(screen.SINCE_TITLE, id="since-title", classes="panel-title", markup=False)
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

    def show(self, conversation: Conversation, recap: Sequence[Line]) -> None:
        """Update all panels; new lines scroll log and chat to their ends."""
        side_title = screen.side_title(conversation.chat_open, conversation.unread)
        self._update_text("#side-title", [plain(side_title, "muted+bold")])
        self._update_text("#since", recap or [plain(screen.NOTHING_CHANGED, "muted")])
        self._update_text("#moment", _prompt_rules(conversation.model.prompt))
        log = conversation.chat if conversation.chat_open else conversation.log
        for selector, lines in (("#lines", log), ("#chat", conversation.chat)):
            if self._update_text(selector, lines.last_lines(MAX_VISIBLE_LINES)):
                self.query_one(selector, LogView).scroll_container_to_end()

    def _update_text(self, selector: str, lines: Sequence[Line]) -> bool:
        """Set the lines of a panel and return True.

        If text and theme are the same as before, do nothing and return False. The layout is
        computed again only if the length of a line has changed.
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
        """The lines that the side panel shows now, of the log or of the chat."""
        return self._shown_texts.get("#lines", ("", ""))[0].splitlines()


def _prompt_rules(prompt: ServerMessage | None) -> list[Line]:
    """Return the rules of a prompt in one line, and an empty line; nothing without a prompt."""
    if prompt is None:
        return []
    rules = ui_of(prompt).text.prompt_rules.get(type(prompt), ())
    return [plain(" ".join(rules)), ()]


def _line_lengths(text: str) -> list[int]:
    """Return the number of characters of each line."""
    return [len(line) for line in text.split("\n")]
