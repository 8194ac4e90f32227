"""Signs in ASCII, for terminals and fonts without Unicode: one column becomes one column. Pure."""

import locale
import os
import unicodedata
from collections.abc import Mapping

_SIGNS = {
    **{"▶": ">", "◀": "<", "▸": ">", "◂": "<", "▲": "M", "▼": "v", "✦": "!", "‹": "<", "›": ">"},
    **{"░": "#", "▒": "#", "▓": "#", "█": "#", "▮": "|", "▌": ">", "▐": "<", "▏": "|", "▕": "|"},
    **{"♜": "T", "★": "+", "⊘": "x", "¢": "c", "○": "o", "●": "o", "⇄": "~", "✱": "W"},
    **{"♠": "S", "♥": "H", "♦": "D", "♣": "C", "·": ".", "…": "~", "•": "o", "■": "#", "▪": "#"},
    **{"→": ">", "←": "<", "↑": "^", "↓": "v", "↔": "-", "↕": "|", "−": "-", "–": "-", "—": "-"},
    **{"×": "x", "÷": "/", "≥": ">", "≤": "<", "▀": "#", "▄": "#", "▁": "_", "▂": "_", "▃": "_"},
    **{"▅": "#", "▆": "#", "▇": "#", "✓": "v", "✗": "x", "⟳": "@"},
}


def _box_drawing() -> dict[str, str]:
    """Return the ASCII sign of each box-drawing character, found by its Unicode name."""
    return {chr(code): _box_sign(unicodedata.name(chr(code))) for code in range(0x2500, 0x2580)}


def _box_sign(name: str) -> str:
    """Return the sign for the name of a box-drawing character: a side, or else a corner."""
    words = name.removeprefix("BOX DRAWINGS ").split()
    is_dotted = "DASH" in words
    is_heavy, is_double = "HEAVY" in words, "DOUBLE" in words and not is_dotted
    if "DIAGONAL" in words:
        return "/"
    if words[-1] == "HORIZONTAL" and "AND" not in words:
        return "." if is_dotted else "=" if is_heavy or is_double else "-"
    if words[-1] == "VERTICAL" and "AND" not in words:
        return ":" if is_dotted else "#" if is_heavy else '"' if is_double else "|"
    return "#" if is_heavy else "+"


ASCII: Mapping[int, str] = str.maketrans({**_box_drawing(), **_SIGNS})
"""The table for ``str.translate``."""


def to_ascii(text: str) -> str:
    """Return the text with every known sign replaced; letters of names stay as they are."""
    return text.translate(ASCII)


def wants_ascii() -> bool:
    """Return whether TAVOLATA_SIGNS is ``ascii`` or, without it, the locale is not UTF-8."""
    chosen = os.environ.get("TAVOLATA_SIGNS", "").lower()
    if chosen:
        return chosen == "ascii"
    return locale.getpreferredencoding(False).lower().replace("-", "") != "utf8"
