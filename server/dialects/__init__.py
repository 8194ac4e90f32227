"""Routes for old clients, each speaking the wire of one seed document; off unless asked for."""

from collections.abc import Callable

from server.dialects.codex import CodexRoute
from server.dialects.listener import Listener
from server.dialects.rummy import RummyRoute
from server.dialects.shelfie import ShelfieRoute
from server.dialects.uno import UnoRoute
from server.hub import Hub
from server.limits import Limits

__all__ = ["DIALECTS", "Listener"]

DIALECTS: dict[str, Callable[[Hub, Limits, str], Listener]] = {
    "uno": UnoRoute,
    "codex": CodexRoute,
    "shelfie": ShelfieRoute,
    "rummy": RummyRoute,
}
"""Every dialect by its name."""
