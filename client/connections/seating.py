"""A connection that takes a seat, or watches a table, before the client is shown the lobby.

The request is sent when the server lists its tables for the first time. If it is refused, the
client receives the refusal and the list, as if it had asked itself. Until then other messages are
held back, and confirmations are delivered last: a client that has no unanswered message would take
the next line of its user for a nickname.
"""

import random
from collections import deque
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
HELD = (play.ActionValid, lobby.SessionOpened, play.GenericMessage)
"""Messages that are held back until the client has a table, or is shown the lobby."""


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
        """The id of the last message of this class."""
        self._setup: lobby.SelectModeAndPlayers | None = None
        """The set-up to send when the server asks for it."""
        self._held: list[ServerMessage] = []
        self._inbox: deque[ServerMessage | ConnectionEvent] = deque()
        self._is_done = False
        """True when the client has a table, or the request was refused."""

    async def send(self, message: ClientMessage) -> None:
        """Send a message of the client. Raises ConnectionLost."""
        await self._inner.send(message)

    async def close(self) -> None:
        """Close the connection."""
        await self._inner.close()

    async def receive(self) -> ServerMessage | ConnectionEvent:
        """Return the next message or event. Raises ConnectionLost.

        Until the request is done, lists of tables and answers to it are handled here, and messages
        of the types HELD are delivered later.
        """
        while not self._inbox:
            received = await self._inner.receive()
            if isinstance(received, ConnectionEvent) or self._is_done:
                self._deliver(received)
            elif isinstance(received, HELD):
                self._held.append(received)
            else:
                await self._handle(received)
        return self._inbox.popleft()

    def _deliver(self, *messages: ServerMessage | ConnectionEvent) -> None:
        """Deliver messages after those that were held back, but before confirmations."""
        confirmations = [held for held in self._held if isinstance(held, play.ActionValid)]
        others = [held for held in self._held if not isinstance(held, play.ActionValid)]
        self._inbox += [*others, *messages, *confirmations]
        self._held.clear()

    async def _handle(self, received: ServerMessage) -> None:
        """Send or complete the request if a message allows it; deliver any other message.

        A message that shows the client at a table ends the request. Raises ConnectionLost.
        """
        match received:
            case lobby.ChooseMatch() if self._request is not None:
                self._listed = received
                await self._send_request(self._request, received)
            case lobby.RequestSetUp() if self._setup is not None:
                setup, self._setup, self._listed = self._setup, None, None
                await self._send_with_new_id(setup)
            case play.Error() if received.reply_to == self._pending_id:
                await self._on_refused(received)
            case lobby.RequestNickname() | play.Error():
                self._deliver(received)
            case _:
                self._is_done = True  # the client has a table, or watches one
                self._deliver(received)

    async def _send_request(self, request: TableRequest, listed: lobby.ChooseMatch) -> None:
        """Send the message for a request, once. Raises ConnectionLost.

        JoinOrCreate joins the first fitting table of the list; without one, or if joining is
        refused, it creates a table.
        """
        self._request = None
        match request:
            case JoinTable():
                await self._send_with_new_id(lobby.SelectMatch(request.number, request.code))
            case WatchTable():
                await self._send_with_new_id(lobby.WatchMatch(request.number, request.code))
            case JoinOrCreate():
                found = [] if request.create_only else list_fitting(listed.rooms, request.setup)
                if found:
                    self._request = request._replace(create_only=True)  # if it was filled meanwhile
                    await self._send_with_new_id(lobby.SelectMatch(found[0].match))
                else:
                    self._setup = request.setup
                    await self._send_with_new_id(lobby.SelectMatch(0))

    async def _on_refused(self, refusal: play.Error) -> None:
        """Create a table if joining one was refused; otherwise deliver the refusal.

        The refusal is followed by the list of tables; after a refused set-up LeaveMatch requests
        the lobby. Raises ConnectionLost.
        """
        self._setup = None
        if self._listed is None:  # the set-up was refused
            self._is_done = True
            self._deliver(refusal)
            await self._send_with_new_id(play.LeaveMatch())
        elif self._request is not None:
            await self._send_request(self._request, self._listed)
        else:
            self._is_done = True
            self._deliver(refusal, self._listed)

    async def _send_with_new_id(self, message: ClientMessage) -> None:
        """Send a message with a new id, which becomes the pending one. Raises ConnectionLost."""
        self._pending_id = next(self._ids)
        await self._inner.send(structs.replace(message, id=self._pending_id))


def list_fitting(
    rooms: tuple[lobby.RoomInfo, ...], setup: lobby.SelectModeAndPlayers
) -> list[lobby.RoomInfo]:
    """Return the open public tables of the same game and mode with a free seat.

    The number of seats and the options may differ.
    """
    return [
        room
        for room in rooms
        if (room.game, room.mode) == (setup.game, setup.mode)
        and room.state == "open"
        and not room.private
        and len(room.players) < room.number_of_players
    ]
