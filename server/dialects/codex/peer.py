"""Codex Naturalis' dialect: what its peers share, and what one client has been told.

Requests of a client become messages to the server (commands.py), messages of the server become
lines (events.py); both work on the peer. A client that loses its connection in a game comes back
with its name, because this dialect has no tokens.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from messages import Error, ErrorCode, Message
from messages.base import Seat
from messages.codex.area import CodexArea
from messages.codex.table import CodexView
from messages.registry import AnyClientMessage
from server.dialects.base import LegacyPeer, Refused, Shared, Wire
from server.dialects.codex.wire import MAX_LINE_BYTES, encode
from server.dialects.lines import Lines
from server.rooms.room import Room

HEARTBEAT_INTERVAL_SECONDS = 1.0
"""How often each client is sent a heartbeat (digest 5)."""
HEARTBEAT_TIMEOUT_SECONDS = 10.0
"""A client that has sent heartbeats and then none for so long is disconnected (digest 5)."""


@dataclass(eq=False)
class CodexShared(Shared[None, "CodexPeer"]):
    """What the peers share."""

    lobby: list["CodexPeer"] = field(default_factory=list)
    """Those that wait until the first of them, the creator, says how many play."""
    _next_heartbeats_at: float = 0.0
    """When the next heartbeats are due, in the time of the event loop."""

    def maybe_open_room(self) -> Room | None:
        """Return a public table of this game with a free seat, whoever opened it."""
        rooms = self.state.open_rooms.values()
        fitting = (r for r in rooms if r.game.name == "codex" and not r.code and r.free_seats > 0)
        return next(fitting, None)

    def send_lobby_members(self) -> None:
        """Tell everybody in the lobby who is there."""
        names = [peer.name for peer in self.lobby]
        for peer in self.lobby:
            peer.send("SHOW_UPDATE_PLAYERS_IN_LOBBY", usernames=names)

    def remove_from_lobby(self, peer: "CodexPeer") -> None:
        """Remove a client; without its creator a lobby is dissolved (rules digest 11)."""
        is_creator = peer is self.lobby[0]
        self.lobby.remove(peer)
        if is_creator:
            others, self.lobby = self.lobby, []
            for other in others:
                other.send("UPDATE_AFTER_LOBBY_CRASH")
                other.leave()
        self.send_lobby_members()

    def tick(self, now: float) -> None:
        """Once a second, send heartbeats and disconnect clients whose own ones have stopped."""
        if now < self._next_heartbeats_at:
            return
        self._next_heartbeats_at += HEARTBEAT_INTERVAL_SECONDS
        if self._next_heartbeats_at <= now:
            self._next_heartbeats_at = now + HEARTBEAT_INTERVAL_SECONDS
        for peer in self.peers.values():
            peer.send_heartbeat()


class CodexPeer(LegacyPeer[CodexShared, str | None]):
    """One client. Its requests are lines; None is one that cannot be read."""

    def __init__(self, shared: CodexShared, wire: Wire) -> None:
        super().__init__(shared, wire, Lines(MAX_LINE_BYTES))
        self.event: list[Message] = []
        """The messages of the event that is being delivered."""
        self.names: tuple[str, ...] = ()
        """The names of the seats, once there is a game."""
        self.view: CodexView | None = None
        """The game as it was when it began for this client: the cards that do not change."""
        self.areas: list[CodexArea] = []
        self.scores: list[int] = []
        self.is_additional_turn = False
        self.is_playing = False
        self.is_returning = False
        """Whether the client is logging in with the name of a lost connection."""
        self.is_suspended = False
        self.is_result_unconfirmed = False
        """Whether the client was sent the winners and has sent nothing since."""
        self.expected_players = 0
        """How many of the lobby sit down at the table; shorter lists of players are not sent."""
        self.last_heartbeat_at: float | None = None
        """When the last heartbeat arrived, in the time of the server state; None: there was none.

        That clock leaves out the time in which the process was suspended, the loop's does not.
        """

    # Lines.

    def send(self, kind: str, **fields: Any) -> None:
        """Send one line."""
        self.wire.write(encode(kind, **fields))

    def answer_login(self, name: str, refusal: str = "") -> None:
        """Accept a login, or refuse it with a reason."""
        name = name[:64]
        self.send("RESULT_OF_LOGIN", accepted=not refusal, selectedUsername=name, details=refusal)

    def send_error(self, reason: str) -> None:
        """Send an ERROR; the connection stays open."""
        self.send("ERROR", details=reason)

    def send_server_error(self, error: Error) -> None:
        """Send an error of the server; an internal one has ended the game."""
        if error.error is ErrorCode.INTERNALERROR:
            self.is_playing = False
        self.send_error(error.message)

    def send_heartbeat(self) -> None:
        """Send a heartbeat; close the connection if those of the client have stopped."""
        state = self.shared.state
        if self.wire.closing:
            return
        self.send("HEARTBEAT", sender=f"{self.name}_handler", id=state.unix_time() * 1000.0)
        if (
            self.last_heartbeat_at is not None
            and state.now - self.last_heartbeat_at > HEARTBEAT_TIMEOUT_SECONDS
        ):
            self.wire.close()

    # Messages.

    async def act(self, message: AnyClientMessage) -> None:
        """Send what belongs to a game and wait; the client is told of an error."""
        if not self.is_playing:
            raise Refused("The game has not begun; wait for the other players.")
        if error := await self.maybe_error(message):
            self.send_server_error(error)

    def is_also_event(self, answer: Message) -> bool:
        """What an answer reports is sent like everything else; errors have replies of their own."""
        return not isinstance(answer, Error)

    def on_message(self, message: Message) -> None:
        """Keep a message until its event ends, because lines have an order of their own."""
        self.event.append(message)

    def dispatch(self, messages: Iterable[Message]) -> None:
        """Send what these messages mean."""
        for message in messages:
            super().on_message(message)

    def on_disconnect(self) -> None:
        """Keep a seat in a game and a result that may not have arrived; otherwise leave."""
        if self in self.shared.lobby:
            self.shared.remove_from_lobby(self)
        is_in_game = self.room is not None and self.room.match is not None
        if self.session is not None and not is_in_game and not self.is_result_unconfirmed:
            self.leave()

    # Seats.

    def turn_index(self, seat: Seat) -> int:
        """Return the place of a seat in the order of turns."""
        first = self.view.first if self.view else 0
        return (seat - first) % len(self.names)

    def is_seat_connected(self, seat: Seat) -> bool:
        """Whether the player of the seat is connected."""
        room = self.room
        member = room.members_by_seat[seat] if room and seat < len(room.members_by_seat) else None
        return member is not None and member.peer is not None
