"""Boards as text, by the class of the view; one line per game."""

from collections.abc import Callable, Sequence
from typing import Any

from client.tui.boards import codex, eriantys, eriantys_ring, generic, rummy, shelfie, uno
from messages import CodexView, EriantysView, RummyView, ShelfieView, UnoView, View

Board = Callable[[Any, Sequence[str]], list[str]]
"""A view and the nicknames by seat become lines of at most 80 columns."""

BOARDS: dict[type[View], Board] = {
    EriantysView: eriantys.render,
    UnoView: uno.render,
    CodexView: codex.render,
    ShelfieView: shelfie.render,
    RummyView: rummy.render,
}
IN_COLOR: dict[type[View], Board] = {
    ShelfieView: shelfie.render_painted,
}
"""Boards that have a coloured form; nothing is told by colour alone."""

LOOKS: dict[type[View], Callable[[Any, Sequence[str], int], list[str]]] = {
    CodexView: codex.look,
}
"""What lies before one player, where the board does not show everybody's."""


def look(view: View, names: Sequence[str], seat: int) -> list[str]:
    """What lies before the player of a seat; the whole board where that shows it."""
    own = LOOKS.get(type(view))
    return render(view, names) if own is None else own(view, names, seat)


def render(view: View, names: Sequence[str], *, color: bool = False) -> list[str]:
    """The board of whatever game this is."""
    board = BOARDS.get(type(view), generic.render)
    return (IN_COLOR.get(type(view), board) if color else board)(view, names)


WIDE: dict[type[View], Callable[[Any, Sequence[str], int], list[str]]] = {
    EriantysView: eriantys_ring.render,
    ShelfieView: shelfie.render_wide,
}
"""Boards for a screen, which may use more columns and colours, for the games that have one."""


def fit(view: View, names: Sequence[str], width: int) -> list[str]:
    """The board for this many columns, 80 at least."""
    wide = WIDE.get(type(view))
    return wide(view, names, width) if wide else render(view, names)


__all__ = ["BOARDS", "IN_COLOR", "LOOKS", "WIDE", "Board", "fit", "look", "render"]
