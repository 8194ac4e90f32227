"""Text written by people, made safe to show.

Names are judged, other text is cleaned: no control, format (bidi, zero-width), surrogate, private
or unassigned characters, no floods of combining marks, one line. The server cleans at its door and
every renderer cleans again.
"""

import unicodedata

MAX_MARKS = 3
"""Combining marks kept in a row: enough for every living script, too few to climb the screen."""

NAME_RULE = "Use 3 to 20 letters, digits, _ or -."


def clean(text: str, limit: int = 512) -> str:
    """The text on one line with everything a terminal might obey taken out."""
    kept: list[str] = []
    marks = 0
    for char in text[: limit * 4]:
        category = unicodedata.category(char)
        marks = marks + 1 if category[0] == "M" else 0
        if category[0] == "Z" or char in "\t\n\r\v\f":
            kept.append(" ")
        elif category[0] != "C" and marks <= MAX_MARKS and category != "Me":
            kept.append(char)
    return "".join(kept).strip()[:limit]


def maybe_name(text: str) -> str | None:
    """The nickname in its normal form, or None if it breaks NAME_RULE."""
    name = unicodedata.normalize("NFKC", text)
    if 3 <= len(name) <= 20 and all(c.isalnum() or c in "_-" for c in name):
        return name
    return None


def name_key(name: str) -> str:
    """Equal for names that look alike: what must be unique."""
    return unicodedata.normalize("NFKC", name).casefold()
