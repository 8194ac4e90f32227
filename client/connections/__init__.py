"""Ways to a server; they all look the same."""

from client.connections.base import AskedToWait, CannotConnect, Connection, ConnectionLost
from client.connections.target import Server, Target, connect

__all__ = [
    "AskedToWait",
    "CannotConnect",
    "Connection",
    "ConnectionLost",
    "Server",
    "Target",
    "connect",
]
