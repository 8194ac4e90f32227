"""A widget that shows a drawing as tall as it is, and says which of its zones was clicked."""

from rich.style import Style
from rich.text import Text
from textual import events
from textual.message import Message
from textual.widgets import Static

from client.games.drawing import Drawing, Zone
from client.tui.themes import style_of


def to_text(drawing: Drawing, theme: str) -> Text:
    """Return a drawing as rich text; a span with a zone has it as meta data of its style."""
    text = Text(no_wrap=True, end="")
    for index, line in enumerate(drawing):
        text.append("\n" if index else "")
        for span in line:
            style = style_of(theme, span.role)
            if span.zone is not None:
                style += Style(meta={"zone": span.zone})
            text.append(span.text, style)
    return text


class ZoneView(Static):
    """Shows a drawing. Posts ``Clicked`` with the zone under the mouse."""

    class Clicked(Message):
        """A zone was clicked."""

        def __init__(self, zone: Zone) -> None:
            super().__init__()
            self.zone = zone

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id, markup=False)
        self._drawing: Drawing = []
        self._palette = ""

    def on_mount(self) -> None:
        """Draw again when the theme changes."""
        self.app.theme_changed_signal.subscribe(self, lambda theme: self.show(self._drawing))

    def show(self, drawing: Drawing) -> None:
        """Replace the drawing, in the palette of the application or else the dark one.

        Do nothing if both are shown already.
        """
        palette = getattr(self.app, "palette", "dark")
        if (drawing, palette) != (self._drawing, self._palette):
            self._drawing, self._palette = drawing, palette
            self.update(to_text(drawing, palette))

    def on_click(self, event: events.Click) -> None:
        """Post ``Clicked`` with the zone under the mouse; do nothing without a zone."""
        zone = event.style.meta.get("zone")
        if zone is not None:
            event.stop()
            self.post_message(self.Clicked(tuple(zone)))
