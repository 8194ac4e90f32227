"""Restart a server with a dialect from its journal."""

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
"""Time of the new server; it does not advance."""


@asynccontextmanager
async def restarted(journal: Journal, dialect: Dialect) -> AsyncIterator[tuple[Hub, int]]:
    """Run the restarted server; yield its hub and the port of the dialect."""
    state = ServerState(games=GAMES, limits=Limits(), secrets=numbered_secrets(), has_journal=True)
    assert restore(state, journal) == ([], [], [])
    hub = Hub(GameHandler(state), lambda: RESTART_AT)
    transport = LegacyTransport[Any](dialect, hub, Limits(), "127.0.0.1")
    address = await transport.start(0)
    hub.tick(RESTART_AT)
    try:
        yield hub, int(address.rpartition(":")[2])
    finally:
        await transport.stop()
