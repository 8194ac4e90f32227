"""UNO's dialect: settings, what its peers share, and what one client has been told.

Requests of a client become messages to the server (commands.py), messages of the server become
lines (events.py); both work on the peer. Clients cannot come back after a lost connection, so they
leave at once (UNO 10.3).
"""

from dataclasses import dataclass, field

from messages import Error, ErrorCode, Message, Options
from messages.uno.table import UnoView
from server.dialects.base import LegacyPeer, Screen, Shared, Wire
from server.dialects.lines import Lines, line
from server.dialects.uno.wire import CODES_BY_ERROR, MAX_LINE_BYTES, Code, sanitize_argument


@dataclass(frozen=True, kw_only=True)
class UnoSettings:
    """The settings of the digest that belong to the lobbies of this dialect."""

    seats: int = 10
    turn_limit: int = 60
    """Seconds for one decision; the reminder comes when half of them are left."""
    options: Options = field(default_factory=dict)
    """Options of the game beside its mode."""


class UnoShared(Shared[UnoSettings, "UnoPeer"]):
    """What the peers share."""


class UnoPeer(LegacyPeer[UnoShared, str | None]):
    """One client. Its requests are lines; None is one that cannot be read."""

    def __init__(self, shared: UnoShared, wire: Wire) -> None:
        super().__init__(shared, wire, Lines(MAX_LINE_BYTES))
        self.screen = Screen.MENU
        self.is_admin = False
        self.announcement_code = "BPJ"
        """The code that announces this client in its lobby; empty if it created the lobby."""
        self.known_members: list[str] = []
        """The members of the lobby that the client has been told of."""
        self.disconnected: set[str] = set()
        """Those of them who lost their connection, whether they may still come back or not."""
        self.names: tuple[str, ...] = ()
        """The names of the seats of the current game, or of the last one."""
        self.view: UnoView | None = None
        """What the client knows of that game."""
        self.queued_start_lines: list[str] | None = None
        """Lines about a game that starts, until its first view arrives."""
        self.table_changed = False
        """Whether the table waits for something else than the client was told last."""
        self.is_removed = False
        """Whether the game has removed the client, who did not play."""
        self.consecutive_refusals = 0
        """Refused requests in a row."""

    @property
    def current_view(self) -> UnoView | None:
        """What the client knows of the game that is being played."""
        return self.view if self.screen is Screen.GAME else None

    def send(self, text: str) -> None:
        """Send one line."""
        self.wire.write(f"{text}\n".encode())

    def send_notice(self, text: str) -> None:
        """BGM."""
        self.send(line("BGM", sanitize_argument(text)))

    def leave(self, *, disconnected: bool = True) -> None:
        """Leave the server; ``lost``: not by LG, which the others are told as well (UNO 10.3)."""
        for other in self.shared.peers.values() if disconnected and not self.has_left else ():
            if other is not self and self.room and other.room is self.room:
                other.disconnected.add(self.name)
        super().leave()

    def send_admin(self) -> None:
        """IAD, once for each lobby whose host the client becomes."""
        if not self.is_admin and self.room and self.room.host is self.session:
            self.is_admin = True
            self.send("IAD")

    def refusal_reason(self, error: Error) -> str:
        """Return the code for an error of the server (UNO 11.6)."""
        return CODES_BY_ERROR.get(error.error, Code.INVALID)

    def is_also_event(self, answer: Message) -> bool:
        """An internal error ends the game, whatever the request was."""
        return isinstance(answer, Error) and answer.error is ErrorCode.INTERNALERROR
