"""Boards as text, by the class of the view; one line per game."""

from collections.abc import Callable, Sequence
from typing import Any

from client.tui.boards import eriantys, generic, rummy, uno
from messages import EriantysView, RummyView, UnoView, View

Board = Callable[[Any, Sequence[str]], list[str]]
"""A view and the nicknames by seat become lines of at most 80 columns."""

BOARDS: dict[type[View], Board] = {
    EriantysView: eriantys.render,
    UnoView: uno.render,
    RummyView: rummy.render,
}


def render(view: View, names: Sequence[str]) -> list[str]:
    """The board of whatever game this is."""
    return BOARDS.get(type(view), generic.render)(view, names)


__all__ = ["BOARDS", "Board", "render"]
