"""Parts of a game that can be shown by themselves, by the class of the view; one entry per game.

Every game has ``stats``: how the players stand, as far as everybody may know.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from client.games.codex import board as codex
from client.games.eriantys import board as eriantys
from client.games.rummy import board as rummy
from client.games.shelfie import board as shelfie
from client.games.uno import board as uno
from client.tui.boards import Board, Viewport, render
from messages import View
from messages.codex.table import CodexView
from messages.eriantys.table import EriantysView
from messages.rummy.table import RummyView
from messages.shelfie.table import ShelfieView
from messages.uno.table import UnoView


def _nameless(part: Any) -> Board:
    """A part that names nobody."""

    def show(view: Any, names: Sequence[str]) -> list[str]:
        shown = part(view)
        return [shown] if isinstance(shown, str) else shown

    return show


OBJECTS: dict[type[View], Mapping[str, Board]] = {
    EriantysView: {
        "islands": _nameless(eriantys.islands),
        "clouds": _nameless(eriantys.clouds),
        "characters": _nameless(eriantys.characters),
        "stats": eriantys.schools,
    },
    UnoView: {
        "pile": _nameless(uno.pile),
        "hand": _nameless(uno.hand),
        "stats": uno.players,
    },
    ShelfieView: {
        "goals": _nameless(shelfie.draw_goals),
        "goal": _nameless(shelfie.personal_goal),
        "shelf": _nameless(shelfie.own_shelf),
        "hand": _nameless(shelfie.hand),
        "stats": shelfie.stats,
    },
    CodexView: {
        "area": lambda view, names: codex.look(view, names, Viewport()),
        "cards": _nameless(codex.visible),
        "objectives": _nameless(codex.objectives),
        "hand": _nameless(codex.hand),
        "stats": codex.players,
    },
    RummyView: {
        "melds": rummy.melds,
        "pile": _nameless(rummy.pile),
        "hand": _nameless(rummy.hand),
        "stats": rummy.players,
    },
}


def objects_of(view: View) -> Mapping[str, Board]:
    """What can be shown of whatever game this is; the board always."""
    return {**OBJECTS.get(type(view), {}), "board": render}
