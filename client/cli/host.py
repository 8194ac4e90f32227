"""Hosting for friends: one table with the host's own seat at it, and the end with its match."""

import socket
from typing import NamedTuple

from client.tui.line_client import PlainClient, Replies
from messages import FinalScores, Message, RoomInfo, RoomUpdate, StartMatch

ANYWHERE = ("0.0.0.0", "::")
DOCUMENTATION = ("192.0.2.1", 9)
"""An address that belongs to nobody; nothing is ever sent there."""


class OldPort(NamedTuple):
    """The dialect of a game, and the port its old clients know."""

    dialect: str
    port: int
    table: str = ""
    """The name of the table to which they all come first, where there is one. Such a table stands:
    it starts when its host says so."""


OLD_PORTS: dict[str, OldPort] = {
    "uno": OldPort("uno", 5050, "main"),
    "codex": OldPort("codex", 1234),
    "shelfie": OldPort("shelfie", 8080),
    "rummy500": OldPort("rummy", 50100),
}
"""One line for each game that has a dialect."""


class HostingClient(PlainClient):
    """Makes the table at once, starts it when it is full, is finished when its match is over."""

    def heard(self, message: Message) -> Replies:
        """The same as for everybody, but nothing comes after the final scores."""
        replies = super().heard(message)
        self.finished = self.finished or isinstance(message, FinalScores)
        if isinstance(message, RoomUpdate) and self.lobby.last.standing and _is_full(message.room):
            replies += self.say(StartMatch())
        return replies


def _is_full(room: RoomInfo) -> bool:
    return len(room.players) == room.number_of_players


def own_address() -> str:
    """The address under which this machine is likely to be seen by its neighbours."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(DOCUMENTATION)  # chooses the way out; a datagram socket sends nothing
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def seen_from_outside(host: str) -> str:
    """The address to tell friends, for a server that listens on this one."""
    return own_address() if host in ANYWHERE else host
