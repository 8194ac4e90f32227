"""UNO's dialect: settings, and the state of one client.

commands.py translates requests of the client to messages, events.py translates messages of the
server to lines; both use the peer. The protocol has no reconnect, so a client whose connection is
lost leaves at once (UNO 10.3).
"""

from dataclasses import dataclass, field
from hashlib import sha256
from typing import Literal

from msgspec.structs import replace

from messages import Error, ErrorCode, Message, Options
from messages.uno.table import UnoView
from server.dialects.base import Screen
from server.dialects.lines import Lines, line
from server.dialects.peer import LegacyPeer, Shared
from server.dialects.requests import Wire
from server.dialects.uno.wire import CODES_BY_ERROR, MAX_LINE_BYTES, Code, sanitize_argument
from server.sessions import ClientKind

Strategy = Literal["basic", "advanced", "random"]
"""The strategies of UNO's computer players (UNO 10.2)."""


def notice_line(text: str) -> str:
    """Return BGM, a text for the player, sanitized."""
    return line("BGM", sanitize_argument(text))


@dataclass(frozen=True, kw_only=True)
class UnoSettings:
    """Settings of the lobbies that clients of this dialect create."""

    seats: int = 10
    turn_limit: int = 60
    """Seconds for one decision."""
    remind_at: int = 30
    """Seconds left at which RP is sent; if the time limit is not longer, half of the limit."""
    default_strategy: Strategy = "basic"
    """Strategy of a computer player that ACP adds without one."""
    seed: int = 0
    """Determines the cards of every game that a client starts, for tests; 0: random cards."""
    options: Options = field(default_factory=dict)
    """Options of the game, apart from its mode."""


class UnoShared(Shared[UnoSettings, "UnoPeer"]):
    """State that the peers share."""


class UnoPeer(LegacyPeer[UnoShared, str | None]):
    """One client. Its requests are lines; None is an unreadable line."""

    def __init__(self, shared: UnoShared, wire: Wire) -> None:
        super().__init__(shared, wire, Lines(MAX_LINE_BYTES))
        self.screen = Screen.MENU
        self.is_host_announced = False
        """True if IAD was sent for the current lobby."""
        self.announcement_code = "BPJ"
        """The code that announces this client in its lobby; empty if it created the lobby."""
        self.known_members: list[str] = []
        """Members of the lobby that were announced to the client."""
        self.disconnected_names: set[str] = set()
        """Members who lost their connection, even if they may still reconnect."""
        self.names: tuple[str, ...] = ()
        """Nickname of each seat in the current or last game."""
        self.view: UnoView | None = None
        """The last view of that game."""
        self.queued_start_lines: list[str] | None = None
        """Lines about a game that is starting, until its first view arrives; otherwise None."""
        self.table_changed = False
        """True if a step has ended for which no BGI or prompt was sent yet."""
        self.is_removed = False
        """True if the client was removed from its game, because it was idle."""
        self.consecutive_refusals = 0
        """Number of refused requests in a row."""

    @property
    def client_kind(self) -> ClientKind:
        """Return the abilities of the client, with the time of its reminders and the seed."""
        settings = self.shared.settings
        seed = sha256(str(settings.seed).encode()).digest() if settings.seed else b""
        return replace(self.dialect.client, remind_at=settings.remind_at, match_seed=seed)

    @property
    def current_view(self) -> UnoView | None:
        """Return the last view of the game in progress; None outside a game."""
        return self.view if self.screen is Screen.GAME else None

    def send(self, text: str) -> None:
        """Send one line; ``text`` has no line end."""
        self.wire.write(f"{text}\n".encode())

    def send_notice(self, text: str) -> None:
        """Send BGM, a text for the player, sanitized."""
        self.send(notice_line(text))

    def leave(self, *, disconnected: bool = True) -> None:
        """Leave the server; a repeat is ignored.

        With ``disconnected``, the other clients of this dialect in the room first record the client
        as disconnected, so they announce that (UNO 10.3).
        """
        for other in self.shared.peers.values() if disconnected and not self.has_left else ():
            if other is not self and self.room and other.room is self.room:
                other.disconnected_names.add(self.name)
        super().leave()

    def announce_host(self) -> None:
        """Send IAD if the client is the host of its room; only once per lobby."""
        if not self.is_host_announced and self.room and self.room.host is self.session:
            self.is_host_announced = True
            self.send("IAD")

    def refusal_reason(self, error: Error) -> str:
        """Return the code for an error of the handler, E006 by default (UNO 11.6)."""
        return CODES_BY_ERROR.get(error.error, Code.INVALID)

    def passes_to_on_message(self, answer: Message) -> bool:
        """Return True only for an internal error, because such an error ends the game."""
        return isinstance(answer, Error) and answer.error is ErrorCode.INTERNALERROR
