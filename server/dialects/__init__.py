"""The legacy wire protocols this server offers; each is off unless asked for."""

from collections.abc import Callable
from typing import Any, NamedTuple

from server.dialects.base import Dialect
from server.dialects.codex.transport import CodexRoute
from server.dialects.rummy.guest import RummySettings
from server.dialects.rummy.transport import RummyRoute
from server.dialects.shelfie import SHELFIE
from server.dialects.transport import Listener
from server.dialects.uno import UNO

__all__ = ["DIALECTS", "Dialect", "Listener"]


class OldDialect(NamedTuple):
    """A dialect whose peers are not LegacyPeers yet."""

    route: Callable[..., Listener]
    game: str
    port: int
    settings: type[Any] | None = None
    main_table: str = ""


DIALECTS: dict[str, Dialect | OldDialect] = {
    "uno": UNO,
    "codex": OldDialect(CodexRoute, "codex", 1234),
    "shelfie": SHELFIE,
    "rummy": OldDialect(RummyRoute, "rummy500", 50100, RummySettings),
}
"""Every dialect by its name."""
