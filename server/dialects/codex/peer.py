"""Codex Naturalis' dialect: the state that peers share, and the state of one client.

commands.py translates requests of the client to messages, events.py translates messages of the
server to lines; both use the peer. A client that loses its connection in a game resumes its session
with the name from the same address, or with name and code, because the protocol has no tokens.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from messages import Error, ErrorCode, Message
from messages.base import Seat
from messages.codex.area import CodexArea
from messages.codex.table import CodexView
from messages.registry import AnyClientMessage
from server.dialects.base import public_rooms
from server.dialects.codex.hands import ClientHand
from server.dialects.codex.wire import MAX_LINE_BYTES, encode
from server.dialects.lines import Lines
from server.dialects.peer import Shared
from server.dialects.requests import Refused, Wire
from server.dialects.returning import ReturningPeer
from server.dialects.settings import ReturnSettings
from server.rooms.room import Room

NOT_BEGUN = "The game has not begun; wait for the other players."
HEARTBEAT_INTERVAL_SECONDS = 1.0
"""Interval between heartbeats to a client (digest 5)."""
HEARTBEAT_TIMEOUT_SECONDS = 10.0
"""A client that has sent a heartbeat must send the next within this time (digest 5)."""


@dataclass(eq=False)
class CodexShared(Shared[ReturnSettings, "CodexPeer"]):
    """State that the peers share."""

    lobby: list["CodexPeer"] = field(default_factory=list)
    """Clients that wait until the first one, the creator, chooses the number of players."""
    _next_heartbeats_at: float = 0.0
    """Time of the event loop at which the next heartbeats are due."""

    def maybe_open_room(self, peer: "CodexPeer") -> Room | None:
        """Return the first public open Codex room with a free seat, of any transport, or None.

        Rooms whose host has lost the connection are left out, because nobody there waits for
        players, and those whose host has removed the client. A host who has not returned since a
        restart of the server is expected: otherwise two clients would wait in a room each.
        """
        open_rooms = (r for r in public_rooms(self.state, "codex") if r.match is None)
        hosted = (r for r in open_rooms if r.free_seats > 0 and r.host.is_expected)
        return next((room for room in hosted if not peer.is_kicked_from(room)), None)

    def send_lobby_members(self) -> None:
        """Send the names of all clients in the lobby to each of them."""
        names = [peer.name for peer in self.lobby]
        for peer in self.lobby:
            peer.send("SHOW_UPDATE_PLAYERS_IN_LOBBY", usernames=names)

    def remove_from_lobby(self, peer: "CodexPeer") -> None:
        """Remove a client, which must be in the lobby, and send the remaining names to the others.

        If the client is the creator, the others are told and leave the server too (rules digest
        11).
        """
        is_creator = peer is self.lobby[0]
        self.lobby.remove(peer)
        if is_creator:
            others, self.lobby = self.lobby, []
            for other in others:
                other.send("UPDATE_AFTER_LOBBY_CRASH")
                other.leave()
        self.send_lobby_members()

    def tick(self, now: float) -> None:
        """Once a second, send heartbeats and disconnect clients whose heartbeats have stopped.

        Seconds that were missed are not made up for.
        """
        if now < self._next_heartbeats_at:
            return
        self._next_heartbeats_at += HEARTBEAT_INTERVAL_SECONDS
        if self._next_heartbeats_at <= now:
            self._next_heartbeats_at = now + HEARTBEAT_INTERVAL_SECONDS
        for peer in self.peers.values():
            peer.send_heartbeat()


class CodexPeer(ReturningPeer[CodexShared, str | None]):
    """One client. Its requests are lines; None is an unreadable line."""

    def __init__(self, shared: CodexShared, wire: Wire) -> None:
        super().__init__(shared, wire, Lines(MAX_LINE_BYTES))
        self.login_text = ""
        """The name that the client sent with its login, with a code if it used one."""
        self.event: list[Message] = []
        """Messages of the event that is being delivered."""
        self.names: tuple[str, ...] = ()
        """Nickname of each seat; empty before the game."""
        self.view: CodexView | None = None
        """The view at the start of the game or at the reconnect; not updated afterwards."""
        self.areas: list[CodexArea] = []
        self.hands: list[ClientHand] = []
        """The hand of each seat as the client knows it."""
        self.scores: list[int] = []
        self.is_additional_turn = False
        self.is_playing = False
        self.is_over = False
        """True from the end of a game until the client connects again."""
        self.is_returning = False
        """True if the client is resuming the session of a lost connection."""
        self.is_suspended = False
        self.is_result_unconfirmed = False
        """True if the winners were sent and no line has arrived since."""
        self.expected_players = 0
        """Clients of the lobby that join the room; shorter lists of players are not sent."""
        self.last_heartbeat_at: float | None = None
        """Arrival of the last heartbeat, in the time of the server state; None before the first.

        That clock does not count time in which the process was suspended.
        """

    # Lines.

    def send(self, kind: str, **fields: Any) -> None:
        """Send one line of the type ``kind``; fields that are None are omitted."""
        self.wire.write(encode(kind, **fields))

    def answer_login(self, name: str, refusal: str = "") -> None:
        """Accept a login, or refuse it if ``refusal``, the reason, is not empty.

        The name is sent back, truncated to 64 characters.
        """
        name = name[:64]
        self.send("RESULT_OF_LOGIN", accepted=not refusal, selectedUsername=name, details=refusal)

    def send_error(self, reason: str) -> None:
        """Send ERROR with this text; the connection stays open."""
        self.send("ERROR", details=reason)

    def send_server_error(self, error: Error) -> None:
        """Send the text of an error of the handler; after an internal error the game is over."""
        if error.error is ErrorCode.INTERNALERROR:
            self.end_game()
        self.send_error(error.message)

    def send_heartbeat(self) -> None:
        """Send a heartbeat, unless the connection is closing.

        Close the connection if the client has sent heartbeats before, but none within the time-out.
        """
        state = self.shared.state
        if self.wire.closing:
            return
        self.send("HEARTBEAT", sender=f"{self.name}_handler", id=state.unix_time() * 1000.0)
        last = self.last_heartbeat_at
        if last is not None and state.now - last > HEARTBEAT_TIMEOUT_SECONDS:
            self.wire.close()

    # Messages.

    def is_own_name(self, text: str) -> bool:
        """Return whether the client may send this name as its own: as logged in, or as typed."""
        return text != "" and text in (self.name, self.login_text)

    def end_game(self) -> None:
        """Record that the game is over."""
        self.is_playing, self.is_over = False, True

    def check_playing(self, text: str = NOT_BEGUN) -> None:
        """Raise Refused if the client is not playing; ``text`` is the reason before a game."""
        if not self.is_playing:
            raise Refused("The game is over." if self.is_over else text)

    async def act(self, message: AnyClientMessage) -> None:
        """Send a message about the game and await the answer; send an error to the client as ERROR.

        Raises Refused only if the client is not playing.
        """
        self.check_playing()
        if error := await self.maybe_error(message):
            self.send_server_error(error)

    def passes_to_on_message(self, answer: Message) -> bool:
        """Return True for all answers but errors, which the request itself reports."""
        return not isinstance(answer, Error)

    def on_message(self, message: Message) -> None:
        """Collect a message in ``event`` until the event ends, because lines have a fixed order."""
        self.event.append(message)

    def dispatch(self, messages: Iterable[Message]) -> None:
        """Handle each message as the base class does: its event function sends the lines."""
        for message in messages:
            super().on_message(message)

    def on_disconnect(self) -> None:
        """Leave the lobby, and the server unless in a game or with an unconfirmed result.

        Without a session there is nothing to leave.
        """
        if self in self.shared.lobby:
            self.shared.remove_from_lobby(self)
        is_in_game = self.room is not None and self.room.match is not None
        if self.session is not None and not is_in_game and not self.is_result_unconfirmed:
            self.leave()

    # Seats.

    def turn_index(self, seat: Seat) -> int:
        """Return the index of a seat in turn order; the first player has 0.

        Before the first view, seat 0 is the first player. The names of the players must be known.
        """
        first = self.view.first if self.view else 0
        return (seat - first) % len(self.names)

    def is_seat_connected(self, seat: Seat) -> bool:
        """Return whether a player has this seat and is connected, or a stand-in acts there."""
        room = self.room
        member = room.members_by_seat[seat] if room and seat < len(room.members_by_seat) else None
        return member is not None and member.peer is not None
