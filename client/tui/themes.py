"""Themes: the style of each role of a drawing, for ``dark``, ``light`` and ``mono``. Pure.

Roles are described in ``client/games/drawing.py``. Every text has a contrast of at least 4.5:1 on
its ground. ``mono`` uses two colours only, so that nothing depends on colours.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from client.games.drawing import Line

ATTRIBUTES = ("bold", "underline", "strike", "reverse")


class Palette(NamedTuple):
    """The colours of a theme."""

    background: str
    panel: str
    selected: str
    """The ground of the selected row of a menu."""
    text: str
    inks: Mapping[str, str]
    """The colour of text by its role: ``muted``, or ``red`` for ``ink:red``."""
    tints: Mapping[str, str]
    """The ground of ``tint:COLOR``; the text on it is the ink of this colour."""


DARK = Palette(
    background="#12161d",
    panel="#1a2029",
    selected="#2a394d",
    text="#e8ebf0",
    inks={
        "red": "#ff9a8f",
        "yellow": "#f5cf5a",
        "green": "#5fd492",
        "blue": "#7db8ff",
        "pink": "#ff9fd6",
        "purple": "#c9adff",
        "cyan": "#62d6e0",
        "white": "#f4f4f4",
        "grey": "#b9c1cb",
        "black": "#e8ebf0",
        "text": "#e8ebf0",
        "muted": "#a9b4c2",
        "accent": "#6fc3ff",
        "legal": "#7fe0c3",
        "change": "#ffb86b",
        "error": "#ff9d94",
    },
    tints={
        "red": "#4d2422",
        "green": "#1c4230",
        "blue": "#1e3763",
        "purple": "#3f2d61",
        "yellow": "#4a3d12",
        "pink": "#4d2340",
        "cyan": "#17404d",
        "white": "#3c434d",
        "grey": "#323a45",
        "black": "#000000",
    },
)
LIGHT = Palette(
    background="#fbfaf6",
    panel="#f0eee7",
    selected="#d5e3f6",
    text="#1b1f26",
    inks={
        "red": "#a3211a",
        "yellow": "#6b4e00",
        "green": "#0f6138",
        "blue": "#174ea6",
        "pink": "#9a1d66",
        "purple": "#5b34ad",
        "cyan": "#085c68",
        "white": "#33373d",
        "grey": "#4d5560",
        "black": "#1b1f26",
        "text": "#1b1f26",
        "muted": "#4b5563",
        "accent": "#0b5394",
        "legal": "#0d5f4a",
        "change": "#8a4300",
        "error": "#a11a12",
    },
    tints={
        "red": "#f8d8d4",
        "green": "#cfeadb",
        "blue": "#d3e2fb",
        "purple": "#e8dcfb",
        "yellow": "#f7e7b0",
        "pink": "#f8d5ea",
        "cyan": "#cdeff7",
        "white": "#ffffff",
        "grey": "#dfe3e8",
        "black": "#c9ced6",
    },
)
MONO = Palette(
    background=DARK.background,
    panel=DARK.background,
    selected=DARK.background,
    text=DARK.text,
    inks=dict.fromkeys(DARK.inks, DARK.text),
    tints=dict.fromkeys(DARK.tints, DARK.background),
)

CHIPS = {
    "red": ("#c8372e", "#ffffff"),
    "yellow": ("#f5cb3d", "#111111"),
    "green": ("#2aa56a", "#111111"),
    "blue": ("#2468cf", "#ffffff"),
    "pink": ("#e86bb5", "#111111"),
    "purple": ("#c79bff", "#111111"),
    "cyan": ("#7fd8ff", "#111111"),
    "white": ("#f4f4f4", "#111111"),
    "grey": ("#9aa3ad", "#111111"),
    "black": ("#000000", "#ffffff"),
}
"""Ground and text of ``chip:COLOR``, in the themes with colours."""
CARD_GROUND = "#f1efe8"
CARDS = {
    "spade": "#111111",
    "heart": "#a3211a",
    "diamond": "#174ea6",
    "club": "#0f6138",
    "back": "#33373d",
}
"""Text of ``card:SUIT`` on the ground of a playing card, in the themes with colours."""
BRAND = ("#f08a24", "#111111")
"""Ground and text of the role ``brand``."""

PALETTES = {"dark": DARK, "light": LIGHT, "mono": MONO}


@lru_cache(maxsize=2048)
def style_of(theme: str, role: str, ground: str = "") -> Style:
    """Return the style of a role; ``ground`` is the colour behind text that has none of its own.

    Without ``ground`` such text has no background. Raises ValueError for an unknown role or
    attribute, and KeyError for an unknown theme.
    """
    name, *attributes = role.split("+")
    unknown = [attribute for attribute in attributes if attribute not in ATTRIBUTES]
    if unknown:
        raise ValueError(f"unknown attribute {unknown[0]!r} in the role {role!r}")
    style = _mono_style(name, ground) if theme == "mono" else _color_style(theme, name, ground)
    return style + Style.parse(" ".join(attributes))


def _color_style(theme: str, name: str, ground: str) -> Style:
    """Return the style of a role without attributes in a theme with colours.

    Only chips, tints, cards and the brand have a background of their own. Raises ValueError for an
    unknown role.
    """
    palette = PALETTES[theme]
    kind, _, color = name.partition(":")
    match kind:
        case "chip" if color in CHIPS:
            back, front = CHIPS[color]
            is_faint = theme == "light" and color == "white"
            return Style(color=front, bgcolor=back, underline=True if is_faint else None)
        case "tint" if color in palette.tints:
            return Style(color=palette.inks[color], bgcolor=palette.tints[color])
        case "card" if color in CARDS:
            return Style(color=CARDS[color], bgcolor=CARD_GROUND)
        case "brand" if not color:
            return Style(color=BRAND[1], bgcolor=BRAND[0])
    return Style(color=palette.inks[_ink_name(name)], bgcolor=ground or None)


def _mono_style(name: str, ground: str) -> Style:
    """Return the style of a role without attributes in two colours; chips and the brand are bold.

    Raises ValueError for an unknown role.
    """
    kind, _, color = name.partition(":")
    if (kind, color in CHIPS) == ("chip", True) or name == "brand":
        return Style(color=MONO.text, bgcolor=ground or None, bold=True)
    if not ((kind == "tint" and color in MONO.tints) or (kind == "card" and color in CARDS)):
        _ink_name(name)
    return Style(color=MONO.text, bgcolor=ground or None)


def _ink_name(name: str) -> str:
    """Return the key of a role in the inks of a palette. Raises ValueError for an unknown role."""
    kind, _, color = name.partition(":")
    key = color if kind == "ink" else name
    if key not in DARK.inks or (not color and key in CHIPS):
        raise ValueError(f"unknown role {name!r}")
    return key


def to_rich(line: Line, theme: str) -> Text:
    """Return a line as text with styles, for a widget with a background of its own."""
    text = Text(no_wrap=True, end="")
    for span in line:
        text.append(span.text, style_of(theme, span.role))
    return text
