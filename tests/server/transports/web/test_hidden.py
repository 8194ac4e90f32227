"""A seat on the web port is sent exactly what it would be sent on the socket, so nothing more."""

import asyncio
from typing import Any

import pytest
from msgspec import UNSET, structs

from client.bots import Create, Join, Plan, RandomBot
from client.bots.player import BotPlayer
from games.registry import GAMES
from messages.lobby import RoomUpdate
from server.app import Settings, running
from server.cli import COMPUTERS
from tests.harness.handler import numbered_secrets
from tests.harness.timeouts import within
from tests.harness.web_connection import connect_to

NAMES = ("ada", "bob")
OPTIONS: dict[str, dict[str, Any]] = {
    "uno": {"target_score": 50, "hand_size": 5},
    "rummy500": {"target": 50},
}
"""Options that make matches short."""


async def _play(address: str, name: str, way: Create | Join, is_seated: asyncio.Event) -> list[Any]:
    """Play a match; return all messages of it that are numbered, without their numbers."""
    connection = await connect_to(address)
    player = BotPlayer(RandomBot(NAMES.index(name)), Plan(nickname=name, room=way))
    received = []
    try:
        while not player.done:
            message = await within(connection.receive())
            if isinstance(message, RoomUpdate):
                is_seated.set()
            if isinstance(message.seq, int):
                received.append(structs.replace(message, seq=UNSET))
            for reply in player.receive(message):
                await connection.send(reply)
    finally:
        await connection.close()
    return received


def _match(game: str, transport: str) -> list[list[Any]]:
    """Play a match of two with fixed seeds; return the numbered messages of each seat."""

    async def scenario() -> list[list[Any]]:
        settings = Settings(port=0, pyro_port=0, web_port=0, secrets=numbered_secrets())
        async with running(settings, COMPUTERS) as addresses:
            address, seated = getattr(addresses, transport), asyncio.Event()
            create = Create(game=game, players=2, options=OPTIONS.get(game, {}))
            first = asyncio.create_task(_play(address, NAMES[0], create, seated))
            await seated.wait()
            second = await _play(address, NAMES[1], Join(1), asyncio.Event())
            return [await first, second]

    return asyncio.run(within(scenario()))


@pytest.mark.parametrize("game", GAMES)
def test_seat_is_sent_the_same_numbered_messages_over_the_web_and_over_the_socket(
    game: str,
) -> None:
    web, socket = _match(game, "web"), _match(game, "socket")
    for seat_web, seat_socket in zip(web, socket, strict=True):
        assert len(seat_web) > 20
        # Players who decide at the same time may be handled in any order.
        assert sorted(map(repr, seat_web)) == sorted(map(repr, seat_socket))
    assert web[0] != web[1]
