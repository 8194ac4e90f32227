"""A client's own copy of the board: a view and a change give the view after the change."""

from collections.abc import Callable
from typing import Any

from client.games.codex import mirror as codex
from client.games.eriantys import mirror as eriantys
from client.games.rummy import mirror as rummy
from client.games.shelfie import mirror as shelfie
from client.games.uno import mirror as uno
from messages.base import Change, View
from messages.codex.table import CodexView
from messages.eriantys.table import EriantysView
from messages.rummy.table import RummyView
from messages.shelfie.table import ShelfieView
from messages.uno.table import UnoView

__all__ = ["MIRRORS", "follow"]

# One line per game.
MIRRORS: dict[type[View], Callable[[Any, Any], Any]] = {
    EriantysView: eriantys.follow,
    UnoView: uno.follow,
    CodexView: codex.follow,
    ShelfieView: shelfie.follow,
    RummyView: rummy.follow,
}


def follow(view: View, change: Change) -> View:
    """The view after one more change."""
    after: View = MIRRORS[type(view)](view, change)
    return after
