"""A game this client has no board for yet: everything the seat knows, one field after the other."""

import textwrap
from collections.abc import Sequence

from msgspec import to_builtins

from messages import View
from messages.text import clean

WIDTH = 80


def render(view: View, names: Sequence[str]) -> list[str]:
    """The fields of the view, wrapped."""
    table = ", ".join(f"{seat} {clean(name, 20)}" for seat, name in enumerate(names))
    lines = [f"Seats: {table}"]
    for name, value in to_builtins(view).items():
        lines += textwrap.wrap(f"{name}: {clean(str(value), 2000)}", WIDTH, subsequent_indent="   ")
    return lines
