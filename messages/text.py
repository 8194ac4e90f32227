"""Text written by people, made safe to show.

Names are judged, other text is cleaned: no control, format (bidi, zero-width), surrogate, private
or unassigned characters, no floods of combining marks, one line. The server cleans at its door and
every renderer cleans again.
"""

import unicodedata

MAX_MARKS = 3
"""Combining marks kept in a row: enough for every living script, too few to climb the screen."""

NAME_RULE = "Use 3 to 20 letters, digits, _ or -."


BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that show nothing: a name made of them could not be seen."""


def clean(text: str, limit: int = 512) -> str:
    """The text on one line with everything a terminal might obey taken out."""
    return visible(text[: limit * 4]).strip()[:limit].strip()


def visible(line: str) -> str:
    """The same for a line of our own, which may be indented and as long as it is."""
    if line.isascii() and line.isprintable():  # most of them
        return line
    kept: list[str] = []
    marks = 0
    for char in line:
        category = unicodedata.category(char)
        marks = marks + 1 if category[0] == "M" else 0
        if category[0] == "Z" or char in "\t\n\r\v\f":
            kept.append(" ")
        elif category[0] != "C" and marks <= MAX_MARKS and category != "Me" and char not in BLANKS:
            kept.append(char)
    return "".join(kept)


def maybe_name(text: str) -> str | None:
    """The nickname in its normal form, or None if it breaks NAME_RULE."""
    name = unicodedata.normalize("NFKC", text)
    if 3 <= len(name) <= 20 and all((c.isalnum() and c not in BLANKS) or c in "_-" for c in name):
        return name
    return None


def name_key(name: str) -> str:
    """Equal for names that look alike: what must be unique."""
    return unicodedata.normalize("NFKC", name).casefold()
