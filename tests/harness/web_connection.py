"""A client connection over the WebSocket, with the client library of the websockets project.

It has the interface of the connections in ``client/connections``, so that all conversation tests
run over it. It sends no heartbeats by itself.
"""

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as connect_websocket
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from client.connections import CannotConnect, Connection, ConnectionLost, connect
from messages.base import ClientMessage, ServerMessage
from messages.codec import encode_json, server_from_plain
from messages.play import Heartbeat

LOST = "the connection was lost"


class WebConnection:
    """A connection that delivers all messages but heartbeats."""

    def __init__(self, websocket: ClientConnection) -> None:
        self._websocket = websocket

    async def send(self, message: ClientMessage) -> None:
        """Send one message. Raises ConnectionLost if the connection has ended."""
        try:
            await self._websocket.send(encode_json(message), text=True)
        except ConnectionClosed:
            raise ConnectionLost(LOST) from None

    async def receive(self) -> ServerMessage:
        """Return the next message. Raises ConnectionLost when there are no more."""
        while True:
            try:
                text = await self._websocket.recv(decode=False)
            except ConnectionClosed:
                raise ConnectionLost(LOST) from None
            message = server_from_plain(msgspec.json.decode(text))
            assert message is not None
            if not isinstance(message, Heartbeat):
                return message

    async def close(self) -> None:
        """Close the connection; do nothing if it has ended already."""
        await self._websocket.close()


async def connect_web(address: str) -> Connection:
    """Connect to the page at this address, like http://127.0.0.1:7780. Raises CannotConnect."""
    try:
        websocket = await connect_websocket(
            f"ws{address.removeprefix('http')}/play",
            compression=None,
            max_size=None,
            ping_interval=None,
            close_timeout=1.0,
            proxy=None,
        )
    except (OSError, EOFError, InvalidHandshake) as error:
        raise CannotConnect(str(error)) from None
    return WebConnection(websocket)


async def connect_to(address: str) -> Connection:
    """Connect over the transport of an address. Raises CannotConnect."""
    return await (connect_web(address) if "://" in address else connect(address))
