"""Arrange short texts in lines of at most 80 columns."""

from collections.abc import Iterable, Sequence

from client.games.text import MORE_CHOICES

WIDTH = 80
MAX_LISTED = 200
"""Maximum number of commands that are listed; the rest is only counted."""


def wrap_items(items: Iterable[str]) -> list[str]:
    """Return lines with the items side by side, wrapped between items.

    Without items there is one blank line.
    """
    lines = [" "]
    for item in items:
        if len(lines[-1]) + 2 + len(item) > WIDTH:
            lines.append(" ")
        lines[-1] += f"  {item}" if lines[-1].strip() else f" {item}"
    return lines


def format_columns(texts: Sequence[str]) -> list[str]:
    """Return lines with the texts in as many columns of equal width as fit.

    Only the first MAX_LISTED texts are listed; a last line counts the others.
    """
    listed = texts[:MAX_LISTED]
    width = max(map(len, listed), default=0) + 2
    count = max(1, (WIDTH - 2) // width)
    lines = [
        ("  " + "".join(f"{text:<{width}}" for text in listed[i : i + count])).rstrip()
        for i in range(0, len(listed), count)
    ]
    more = len(texts) - MAX_LISTED
    return lines + ([MORE_CHOICES.format(count=more)] if more > 0 else [])
