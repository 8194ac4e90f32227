"""The same server again, after the end of its process: only the journal is left."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from games.registry import GAMES
from server.delivery.hub import Hub
from server.dialects.base import Dialect
from server.dialects.transport import LegacyTransport
from server.handler import GameHandler
from server.history.restore import restore
from server.journal.base import Journal
from server.limits import Limits
from server.state import ServerState
from tests.harness.handler import numbered_secrets

RESTART_AT = 5000.0
"""The time of the new server, which stands still."""


@asynccontextmanager
async def restarted(journal: Journal, dialect: Dialect) -> AsyncIterator[tuple[Hub, int]]:
    """The hub of the new server, and the port of the dialect."""
    lobby = ServerState(GAMES, Limits(), numbered_secrets(), has_journal=True)
    assert restore(lobby, journal) == ([], [])
    hub = Hub(GameHandler(lobby), lambda: RESTART_AT)
    route = LegacyTransport[Any](dialect, hub, Limits(), "127.0.0.1")
    address = await route.start(0)
    hub.tick(RESTART_AT)
    try:
        yield hub, int(address.rpartition(":")[2])
    finally:
        await route.stop()
