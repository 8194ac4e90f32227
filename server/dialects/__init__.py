"""The legacy wire protocols this server offers; each is off unless asked for."""

from typing import Any

from server.delivery.hub import Hub
from server.dialects.base import Dialect
from server.dialects.codex import CODEX
from server.dialects.rummy import RUMMY
from server.dialects.shelfie import SHELFIE
from server.dialects.transport import LegacyTransport, Listener
from server.dialects.uno import UNO
from server.limits import Limits

__all__ = ["DIALECTS", "Dialect", "Listener", "legacy_transport"]

DIALECTS = {dialect.name: dialect for dialect in (UNO, CODEX, SHELFIE, RUMMY)}
"""Every dialect by its name."""


def legacy_transport(
    name: str, hub: Hub, limits: Limits, host: str, settings: Any = None
) -> Listener:
    """Return the transport of a dialect; ``settings`` replace the defaults."""
    return LegacyTransport(DIALECTS[name], hub, limits, host, settings)
