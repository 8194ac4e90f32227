"""The looks of the full-screen client: a theme with Unicode or ASCII signs, changed by F5."""

import os
from functools import lru_cache
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.dom import DOMNode
from textual.filter import LineFilter, Monochrome
from textual.theme import Theme

from client.tui.hangup import end_with_terminal
from client.tui.signs import to_ascii, wants_ascii
from client.tui.themes import PALETTES

LOOKS = {"dark": "dark", "light": "light", "mono": "mono", "ascii": "dark"}
"""The theme of each look, in the order of F5; ``ascii`` has ASCII signs."""
COLORLESS_LOOKS = ("mono", "ascii")
"""The looks that differ from each other with NO_COLOR."""
SIZE_VARIABLES = ("COLUMNS", "LINES")
"""Environment variables with the size that a window had when its shell exported them."""


def textual_theme(look: str) -> Theme:
    """Return the theme of a look for the widgets of Textual."""
    name = LOOKS[look]
    palette = PALETTES[name]
    muted = palette.inks["muted"]
    selected = {
        "foreground": palette.text,
        "background": palette.selected,
        "text-style": "bold reverse" if name == "mono" else "bold",
    }
    variables = {
        **{f"block-cursor-{key}": value for key, value in selected.items()},
        **{f"block-cursor-blurred-{key}": value for key, value in selected.items()},
        **dict.fromkeys(("text-muted", "text-disabled", "foreground-muted"), muted),
        **dict.fromkeys(("text", "foreground-disabled"), palette.text),
        "block-hover-background": palette.panel,
        "border": palette.inks["accent"],
        "border-blurred": muted,
        "scrollbar": muted,
        "scrollbar-background": palette.panel,
        "text-error": palette.inks["error"],
    }
    return Theme(
        name=f"tavolata-{look}",
        primary=palette.inks["accent"],
        error=palette.inks["error"],
        warning=palette.inks["change"],
        success=palette.inks["legal"],
        accent=palette.inks["accent"],
        foreground=palette.text,
        background=palette.background,
        surface=palette.background,
        panel=palette.panel,
        dark=name != "light",
        variables=variables,
    )


@lru_cache(maxsize=4096)
def _without_color(style: Style) -> Style:
    """Return the style without colours; bold, underline and the like are kept, dim is not."""
    return style.without_color + Style(dim=False)


class NoColors(LineFilter):
    """A filter that removes all colours, for NO_COLOR."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments without colours and dim; the background is not used."""
        return [
            Segment(text, None if style is None else _without_color(style), control)
            for text, style, control in segments
        ]


class AsciiSigns(LineFilter):
    """A filter that replaces signs with ASCII ones of the same width."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments with ASCII signs; the background is not used."""
        return [Segment(to_ascii(text), style, control) for text, style, control in segments]


class LooksApp(App[None]):
    """An application with the looks of Tavolata; a subclass may save the chosen one.

    An unknown ``look`` is replaced by the first one. With NO_COLOR only COLORLESS_LOOKS are known.
    SIZE_VARIABLES are removed from the environment, because Textual prefers them to the size of the
    terminal, so that the window could not be resized.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f5", "next_look", show=False, priority=True)]

    def __init__(self, look: str = "dark") -> None:
        for name in SIZE_VARIABLES:
            os.environ.pop(name, None)
        super().__init__()
        for name in LOOKS:
            self.register_theme(textual_theme(name))
        self.look = look if look in self._looks else self._looks[0]
        self._added_filters: list[LineFilter] = [NoColors()] if self.no_color else []
        self._ascii = AsciiSigns()
        self._always_ascii = wants_ascii()
        self._set_first_theme(f"tavolata-{self._theme_look}")

    def on_load(self) -> None:
        """End with the terminal, also below a program that does not pass on SIGHUP."""
        if not self.is_headless:
            end_with_terminal()

    def _set_first_theme(self, name: str) -> None:
        """Set the theme before any style is parsed, so that the styles are parsed once.

        Assigned to ``theme``, a name takes effect after the first screen was made, and all styles
        are parsed again then.
        """
        self.set_reactive(App.theme, name)
        self._parsed_theme = name
        self.stylesheet.set_variables(self.get_css_variables())
        is_dark = self.current_theme.dark
        self.set_class(is_dark, "-dark-mode", update=False)
        self.set_class(not is_dark, "-light-mode", update=False)

    def refresh_css(self, animate: bool = True) -> None:
        """Parse all styles again after a change of the theme; otherwise do nothing.

        Textual calls this at the start, too.
        """
        if self._parsed_theme != self.theme:
            self._parsed_theme = self.theme
            super().refresh_css(animate)

    @property
    def _looks(self) -> tuple[str, ...]:
        """The looks that F5 goes through: with NO_COLOR only those without colours."""
        return COLORLESS_LOOKS if self.no_color else tuple(LOOKS)

    @property
    def _theme_look(self) -> str:
        """The look whose theme is used; without colours always ``mono``."""
        return "mono" if self.no_color else self.look

    @property
    def palette(self) -> str:
        """The name of the theme in which drawings are shown."""
        return LOOKS[self._theme_look]

    def get_line_filters(self) -> list[LineFilter]:
        """Return the filters of Textual, but remove colours instead of turning them grey.

        In the look ``ascii``, or if the terminal needs it, signs are replaced with ASCII ones.
        """
        filters = [each for each in super().get_line_filters() if not isinstance(each, Monochrome)]
        is_ascii = self._always_ascii or self.look == "ascii"
        return [*filters, *self._added_filters, *([self._ascii] if is_ascii else [])]

    def action_next_look(self) -> None:
        """Change to the next look, after the last to the first; save it and redraw all screens."""
        looks = self._looks
        self.look = looks[(looks.index(self.look) + 1) % len(looks)]
        self.theme = f"tavolata-{self._theme_look}"
        self.save_look(self.look)
        for screen in self.screen_stack:
            for node in (screen, *screen.walk_children()):
                node.refresh()

    def save_look(self, look: str) -> None:
        """Save the look for the next start; does nothing here."""


def palette_of(node: DOMNode) -> str:
    """Return the name of the theme for a widget; ``dark`` in an application without looks."""
    app = node.app
    return app.palette if isinstance(app, LooksApp) else "dark"
