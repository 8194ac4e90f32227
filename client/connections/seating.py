"""A connection that takes a seat, or watches a table, before the client is shown the lobby.

The request is sent when the server lists its tables for the first time. If it is refused, the
client receives the refusal and the list, as if it had asked itself.
"""

import random
from itertools import count
from typing import NamedTuple

from msgspec import structs

from client.connections.base import ConnectionEvent, NotifyingConnection
from messages import lobby, play
from messages.base import ClientMessage, ServerMessage


class JoinTable(NamedTuple):
    """Join the table with this number, or the one with this code if the number is 0."""

    number: int
    code: str = ""


class WatchTable(NamedTuple):
    """Watch the table with this number, or the one with this code if the number is 0."""

    number: int
    code: str = ""


class JoinOrCreate(NamedTuple):
    """Join an open table like this one, or create it; ``create_only``: always create it."""

    setup: lobby.SelectModeAndPlayers
    create_only: bool = False


TableRequest = JoinTable | WatchTable | JoinOrCreate


class SeatingConnection:
    """A connection that sends a request as soon as the client is in the lobby."""

    def __init__(self, inner: NotifyingConnection, request: TableRequest) -> None:
        self._inner = inner
        self._request: TableRequest | None = request
        """None after the request was sent, or if the client has a table already."""
        self._listed: lobby.ChooseMatch | None = None
        """The first list of tables, held back until the request is answered."""
        self._ids = count(random.getrandbits(40) + 2**41)
        self._pending_id = 0
        """The id of the unanswered message of this class; 0 if there is none."""
        self._setup: lobby.SelectModeAndPlayers | None = None
        """The set-up to send when the server asks for it."""

    async def send(self, message: ClientMessage) -> None:
        """Send a message of the client. Raises ConnectionLost."""
        await self._inner.send(message)

    async def close(self) -> None:
        """Close the connection."""
        await self._inner.close()

    async def receive(self) -> ServerMessage | ConnectionEvent:
        """Return the next message that concerns the client. Raises ConnectionLost."""
        if self._listed is not None and not self._pending_id and self._setup is None:
            listed, self._listed = self._listed, None
            return listed
        while True:
            received = await self._inner.receive()
            if isinstance(received, ConnectionEvent) or not await self._handle(received):
                return received

    async def _handle(self, received: ServerMessage) -> bool:
        """Process a message; return True if the client does not need it. Raises ConnectionLost."""
        match received:
            case lobby.ChooseMatch() if self._request is not None:
                self._listed = received
                await self._send_request(self._request, received)
                return True
            case lobby.RequestSetUp() if self._setup is not None:
                setup, self._setup, self._listed = self._setup, None, None
                await self._send_own(setup)
                return True
            case play.Error() if self._pending_id and received.reply_to == self._pending_id:
                return await self._on_refused()
            case lobby.RoomUpdate() | lobby.PlayersInfo():
                self._request = self._listed = None  # the client has a table
        if self._pending_id and received.reply_to == self._pending_id:
            self._pending_id = 0
            if self._setup is None:
                self._listed = None  # the client has a table, or watches one
        return False

    async def _send_request(self, request: TableRequest, listed: lobby.ChooseMatch) -> None:
        """Send the message for a request, once. Raises ConnectionLost."""
        self._request = None
        match request:
            case JoinTable():
                await self._send_own(lobby.SelectMatch(request.number, request.code))
            case WatchTable():
                await self._send_own(lobby.WatchMatch(request.number, request.code))
            case JoinOrCreate():
                found = [] if request.create_only else list_fitting(listed.rooms, request.setup)
                if found:
                    self._request = request._replace(create_only=True)  # if it was filled meanwhile
                    await self._send_own(lobby.SelectMatch(found[0].match))
                else:
                    self._setup = request.setup
                    await self._send_own(lobby.SelectMatch(0))

    async def _on_refused(self) -> bool:
        """Create a table if joining one was refused; otherwise let the client see the refusal.

        Returns True if the client does not need the refusal. Raises ConnectionLost.
        """
        self._pending_id, self._setup = 0, None
        if self._listed is None:  # the set-up was refused: go back to the lobby
            await self._send_own(play.LeaveMatch())
            return False
        if self._request is None:
            return False
        await self._send_request(self._request, self._listed)
        return True

    async def _send_own(self, message: ClientMessage) -> None:
        """Send a message with an id of this class. Raises ConnectionLost."""
        self._pending_id = next(self._ids)
        await self._inner.send(structs.replace(message, id=self._pending_id))


def list_fitting(
    rooms: tuple[lobby.RoomInfo, ...], setup: lobby.SelectModeAndPlayers
) -> list[lobby.RoomInfo]:
    """Return the open tables of the same game and mode with a free seat."""
    return [
        room
        for room in rooms
        if (room.game, room.mode) == (setup.game, setup.mode)
        and room.state == "open"
        and not room.private
        and len(room.players) < room.number_of_players
    ]
