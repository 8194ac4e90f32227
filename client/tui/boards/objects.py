"""Parts of a game that can be shown by themselves, by the class of the view; one entry per game.

Every game has ``stats``: how the players stand, as far as everybody may know.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from client.tui.boards import Board, eriantys, shelfie, uno
from messages import EriantysView, ShelfieView, UnoView, View


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
        "goals": _nameless(shelfie.goals),
        "goal": _nameless(shelfie.personal_goal),
        "hand": _nameless(shelfie.hand),
        "stats": shelfie.stats,
    },
}


def objects_of(view: View) -> Mapping[str, Board]:
    """What can be shown of whatever game this is."""
    return OBJECTS.get(type(view), {})
