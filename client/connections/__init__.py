"""Ways to a server; they all look the same."""

from client.connections.address import connect
from client.connections.base import CannotConnect, Connection, ConnectionLost

__all__ = ["CannotConnect", "Connection", "ConnectionLost", "connect"]
