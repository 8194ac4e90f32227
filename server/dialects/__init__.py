"""Routes for old clients, each speaking a wire of one game's own; off unless asked for."""

from collections.abc import Callable
from typing import Any, NamedTuple

from server.dialects.codex import CodexRoute
from server.dialects.listener import Listener
from server.dialects.rummy import RummyRoute
from server.dialects.rummy_guest import RummySettings
from server.dialects.shelfie import ShelfieRoute
from server.dialects.shelfie_guest import ShelfieSettings
from server.dialects.uno import UnoRoute
from server.dialects.uno_guest import UnoSettings

__all__ = ["DIALECTS", "Dialect", "Listener"]


class Dialect(NamedTuple):
    """How its route is made, of what game, and what an operator may set of it, if anything."""

    route: Callable[..., Listener]
    game: str
    settings: type[Any] | None = None


DIALECTS = {
    "uno": Dialect(UnoRoute, "uno", UnoSettings),
    "codex": Dialect(CodexRoute, "codex"),
    "shelfie": Dialect(ShelfieRoute, "shelfie", ShelfieSettings),
    "rummy": Dialect(RummyRoute, "rummy500", RummySettings),
}
"""Every dialect by its name."""
