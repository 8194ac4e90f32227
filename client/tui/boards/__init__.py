"""Boards as text, by the class of the view; one line per game."""

from collections.abc import Callable, Sequence
from typing import Any

from client.tui.boards import eriantys, eriantys_ring, generic, uno
from messages import EriantysView, UnoView, View

Board = Callable[[Any, Sequence[str]], list[str]]
"""A view and the nicknames by seat become lines of at most 80 columns."""

BOARDS: dict[type[View], Board] = {
    EriantysView: eriantys.render,
    UnoView: uno.render,
}


def render(view: View, names: Sequence[str]) -> list[str]:
    """The board of whatever game this is."""
    return BOARDS.get(type(view), generic.render)(view, names)


WIDE: dict[type[View], Callable[[Any, Sequence[str], int], list[str]]] = {
    EriantysView: eriantys_ring.render,
}
"""Boards that make use of more columns, for the games that have one."""


def fit(view: View, names: Sequence[str], width: int) -> list[str]:
    """The board for this many columns, 80 at least."""
    wide = WIDE.get(type(view))
    return wide(view, names, width) if wide else render(view, names)


__all__ = ["BOARDS", "WIDE", "Board", "fit", "render"]
