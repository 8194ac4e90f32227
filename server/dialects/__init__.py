"""Routes for old clients, each speaking a wire of one game's own; off unless asked for."""

from collections.abc import Callable
from typing import Any, NamedTuple

from server.dialects.codex.transport import CodexRoute
from server.dialects.listener import Listener
from server.dialects.rummy.guest import RummySettings
from server.dialects.rummy.transport import RummyRoute
from server.dialects.shelfie.guest import ShelfieSettings
from server.dialects.shelfie.transport import ShelfieRoute
from server.dialects.uno.guest import UnoSettings
from server.dialects.uno.transport import UnoRoute

__all__ = ["DIALECTS", "Dialect", "Listener"]


class Dialect(NamedTuple):
    """How its route is made, of what game, and what an operator may set of it, if anything.

    ``port`` is where its clients expect a server. ``main_table`` is the table all of them join
    first, if there is one; it starts when its host says so.
    """

    route: Callable[..., Listener]
    game: str
    port: int
    settings: type[Any] | None = None
    main_table: str = ""


DIALECTS = {
    "uno": Dialect(UnoRoute, "uno", 5050, UnoSettings, main_table="main"),
    "codex": Dialect(CodexRoute, "codex", 1234),
    "shelfie": Dialect(ShelfieRoute, "shelfie", 8080, ShelfieSettings),
    "rummy": Dialect(RummyRoute, "rummy500", 50100, RummySettings),
}
"""Every dialect by its name."""
