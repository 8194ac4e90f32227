"""Boards as text, by the class of the view; one line per game."""

from collections.abc import Callable, Sequence
from typing import Any

from client.tui.boards import codex, eriantys, generic, uno
from messages import CodexView, EriantysView, UnoView, View

Board = Callable[[Any, Sequence[str]], list[str]]
"""A view and the nicknames by seat become lines of at most 80 columns."""

BOARDS: dict[type[View], Board] = {
    EriantysView: eriantys.render,
    UnoView: uno.render,
    CodexView: codex.render,
}

LOOKS: dict[type[View], Callable[[Any, Sequence[str], int], list[str]]] = {
    CodexView: codex.look,
}
"""What lies before one player, where the board does not show everybody's."""


def look(view: View, names: Sequence[str], seat: int) -> list[str]:
    """What lies before the player of a seat; the whole board where that shows it."""
    own = LOOKS.get(type(view))
    return render(view, names) if own is None else own(view, names, seat)


def render(view: View, names: Sequence[str]) -> list[str]:
    """The board of whatever game this is."""
    return BOARDS.get(type(view), generic.render)(view, names)


__all__ = ["BOARDS", "LOOKS", "Board", "look", "render"]
