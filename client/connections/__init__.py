"""Connections to a server, over any transport."""

from client.connections.base import (
    CannotConnect,
    Connection,
    ConnectionEvent,
    ConnectionLost,
    NotifyingConnection,
    RateLimited,
    UntrustedServer,
)
from client.connections.target import Server, Target, connect

__all__ = [
    "CannotConnect",
    "Connection",
    "ConnectionEvent",
    "ConnectionLost",
    "NotifyingConnection",
    "RateLimited",
    "Server",
    "Target",
    "UntrustedServer",
    "connect",
]
