"""The legacy wire protocols this server offers; each is off unless asked for."""

from collections.abc import Callable
from typing import Any, NamedTuple

from server.delivery.hub import Hub
from server.dialects.base import Dialect
from server.dialects.codex import CODEX
from server.dialects.rummy.peer import RummySettings
from server.dialects.rummy.transport import RummyRoute
from server.dialects.shelfie import SHELFIE
from server.dialects.transport import LegacyTransport, Listener
from server.dialects.uno import UNO
from server.limits import Limits

__all__ = ["DIALECTS", "Dialect", "Listener", "legacy_transport"]


class OldDialect(NamedTuple):
    """A dialect whose peers are not LegacyPeers yet."""

    route: Callable[..., Listener]
    game: str
    port: int
    settings: type[Any] | None = None
    main_table: str = ""


DIALECTS: dict[str, Dialect | OldDialect] = {
    "uno": UNO,
    "codex": CODEX,
    "shelfie": SHELFIE,
    "rummy": OldDialect(RummyRoute, "rummy500", 50100, RummySettings),
}
"""Every dialect by its name."""


def legacy_transport(
    name: str, hub: Hub, limits: Limits, host: str, settings: Any = None
) -> Listener:
    """Return the transport of a dialect; ``settings`` replace the defaults."""
    dialect = DIALECTS[name]
    if isinstance(dialect, Dialect):
        return LegacyTransport(dialect, hub, limits, host, settings)
    return dialect.route(hub, limits, host, *([] if settings is None else [settings]))
