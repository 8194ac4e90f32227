"""Boards as text, by the class of the view; one line per game."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from client.games import generic
from client.games.base import DIRECTIONS, Place, Viewport
from client.games.codex import board as codex
from client.games.eriantys import board as eriantys
from client.games.rummy import board as rummy
from client.games.shelfie import board as shelfie
from client.games.uno import board as uno
from messages import View
from messages.codex.table import CodexView
from messages.eriantys.table import EriantysView
from messages.rummy.table import RummyView
from messages.shelfie.table import ShelfieView
from messages.uno.table import UnoView

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


class Scrolled(NamedTuple):
    """A board with parts that may be larger than the screen, so that one looks at some of it.

    ``look`` shows what lies before one player by itself, ``fit`` the whole board on a screen.
    """

    look: Callable[[Any, Sequence[str], Viewport], list[str]]
    fit: Callable[[Any, Sequence[str], Viewport], list[str]]
    scroll: Callable[[Any, Viewport, Place], None]


SCROLLED: dict[type[View], Scrolled] = {
    CodexView: Scrolled(codex.look, codex.render_to_fit, codex.scroll),
}


def look(view: View, names: Sequence[str], viewport: Viewport) -> list[str]:
    """What lies before the player who is looked at; the whole board where that shows it."""
    scrolled = SCROLLED.get(type(view))
    return render(view, names) if scrolled is None else scrolled.look(view, names, viewport)


def is_drawn(view: View, viewport: Viewport) -> bool:
    """Whether a screen shows what is looked at without being told."""
    return viewport.height > 0 and type(view) in SCROLLED


def scroll(view: View, viewport: Viewport, way: str) -> bool:
    """Look at another part: to the left, right, up or down. False: there is no other part."""
    scrolled = SCROLLED.get(type(view))
    if scrolled is not None:
        scrolled.scroll(view, viewport, DIRECTIONS[way])
    return scrolled is not None


def render(view: View, names: Sequence[str], *, color: bool = False) -> list[str]:
    """The board of whatever game this is."""
    board = BOARDS.get(type(view), generic.board)
    return (IN_COLOR.get(type(view), board) if color else board)(view, names)


WIDE: dict[type[View], Callable[[Any, Sequence[str], int, int], list[str]]] = {
    EriantysView: eriantys.render_ring,
    ShelfieView: shelfie.render_large,
    UnoView: uno.render_drawn,
}
"""Boards that make use of more columns and lines, for the games that have one."""


def fit(
    view: View, names: Sequence[str], width: int, height: int, viewport: Viewport | None = None
) -> list[str]:
    """The board for this many columns, 80 at least, and if possible for this many lines.

    It has its colours, where there are any; of a board that is larger the part that is looked at.
    """
    if scrolled := SCROLLED.get(type(view)):
        return scrolled.fit(
            view, names, replace(viewport or Viewport(), width=width, height=height)
        )
    wide = WIDE.get(type(view))
    return wide(view, names, width, height) if wide else render(view, names, color=True)


__all__ = [
    "BOARDS",
    "IN_COLOR",
    "SCROLLED",
    "WIDE",
    "Board",
    "Scrolled",
    "Viewport",
    "fit",
    "is_drawn",
    "look",
    "render",
    "scroll",
]
