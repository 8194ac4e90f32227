"""Validation of nicknames and cleaning of text that people wrote.

Nicknames are validated, other text is cleaned: no control, format (bidi, zero-width), surrogate,
private or unassigned characters, no long runs of combining marks, one line. The server cleans its
input, and every renderer cleans again.
"""

import unicodedata

MAX_MARKS = 3
"""Combining marks allowed in a row: enough for scripts in use, too few to cover other lines."""

NAME_RULE = "Use 3 to 20 letters of one alphabet, digits, _ or -."


BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that are invisible; a name made of them could not be seen."""


def clean(text: str, limit: int = 512) -> str:
    """Return the text on one line, stripped, without control characters, at most ``limit`` long."""
    return visible(text[: limit * 4]).strip()[:limit].strip()


def visible(line: str) -> str:
    """Return a line without control characters; unlike ``clean``, keep indentation and length."""
    if line.isascii() and line.isprintable():  # fast path for almost all lines
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
    """Return the nickname in NFKC form, or None if it breaks NAME_RULE.

    Alphabets, reserved names and look-alikes are checked by the server only (``admission/names``).
    """
    name = unicodedata.normalize("NFKC", text)
    if 3 <= len(name) <= 20 and all((c.isalnum() and c not in BLANKS) or c in "_-" for c in name):
        return name
    return None


def name_key(name: str) -> str:
    """Return the form of a nickname that must be unique: equal in any case and width."""
    return unicodedata.normalize("NFKC", name).casefold()
