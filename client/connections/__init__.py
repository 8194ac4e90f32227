"""Ways to a server; they all look the same."""

from client.connections.address import connect
from client.connections.base import AskedToWait, CannotConnect, Connection, ConnectionLost
from client.connections.target import Server, Target

__all__ = [
    "AskedToWait",
    "CannotConnect",
    "Connection",
    "ConnectionLost",
    "Server",
    "Target",
    "connect",
]
