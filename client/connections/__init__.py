"""Ways to a server; they all look the same."""

from client.connections.base import CannotConnect, Connection, ConnectionLost, RateLimited
from client.connections.target import Server, Target, connect

__all__ = [
    "CannotConnect",
    "Connection",
    "ConnectionLost",
    "RateLimited",
    "Server",
    "Target",
    "connect",
]
