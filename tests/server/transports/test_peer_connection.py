"""Connections of peers in both wire formats: messages wait for answers, but heartbeats do not."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import pytest

from messages import Heartbeat, ListPlayers, Message
from messages.codec import encode
from messages.framing import frame
from server.delivery.hub import Hub
from server.effects import Outcome
from server.transports.peer_connection import MAX_UNANSWERED
from tests.harness import socket_server, web_server

REQUESTS = 20


class Client(NamedTuple):
    """A connected client, in either wire format, that has read its first message."""

    hub: Hub
    send: Callable[[Message], None]
    read: Callable[[], Awaitable[Message | None]]


Scenario = Callable[[Client], Awaitable[None]]


def _over_socket(scenario: Scenario) -> None:
    async def play(server: socket_server.SocketServer) -> None:
        client = await server.connect()
        await client.read()
        send = lambda message: client.writer.write(frame(encode(message)))  # noqa: E731
        await scenario(Client(server.hub, send, client.read))

    socket_server.run(play)


def _over_web(scenario: Scenario) -> None:
    async def play(server: web_server.WebServer) -> None:
        client = await server.open()
        await scenario(Client(server.hub, client.send, client.read))

    web_server.run(play)


both_formats = pytest.mark.parametrize("over", [_over_socket, _over_web], ids=["socket", "web"])


@both_formats
def test_messages_wait_while_too_many_are_unanswered(over: Callable[[Scenario], None]) -> None:
    async def scenario(client: Client) -> None:
        held: list[Outcome] = []
        client.hub.use_write_ahead(held.append)
        for _ in range(REQUESTS):
            client.send(ListPlayers())
        while len(held) < MAX_UNANSWERED:
            await asyncio.sleep(0.001)
        for _ in range(100):
            await asyncio.sleep(0)
        assert len(held) == MAX_UNANSWERED
        client.hub.use_write_ahead(client.hub.deliver)
        client.hub.deliver(*held)
        for _ in range(REQUESTS):
            assert type(await client.read()).__name__ == "Error"

    over(scenario)


@both_formats
def test_heartbeats_do_not_wait(over: Callable[[Scenario], None]) -> None:
    async def scenario(client: Client) -> None:
        held: list[Outcome] = []
        client.hub.use_write_ahead(held.append)
        for _ in range(REQUESTS):
            client.send(Heartbeat())
        while len(held) < REQUESTS:
            await asyncio.sleep(0.001)

    over(scenario)
