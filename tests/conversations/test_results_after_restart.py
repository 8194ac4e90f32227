"""A player who was away at the end of a match gets the result after a kill of the server."""

import asyncio
from pathlib import Path

import pytest

from messages import (
    ActionValid,
    ChooseMatch,
    ChooseNickname,
    FinalScores,
    LeaveMatch,
    PlayerStatus,
    Reconnect,
    SelectMatch,
    SelectModeAndPlayers,
    SessionOpened,
    YouWin,
)
from messages.registry import GameView
from tests.harness.clients import TRANSPORTS, ConnectedClient
from tests.harness.killable_server import KillableServer
from tests.harness.ports import free_port
from tests.harness.timeouts import within
from tests.harness.web_connection import connect_to


async def _client(server: KillableServer, transport: str) -> ConnectedClient:
    address = server.all_addresses[TRANSPORTS.index(transport)]
    return ConnectedClient(await connect_to(address))


async def _win_while_away(server: KillableServer, transport: str) -> str:
    """Play until ada is away and bob has left; return the token of ada, who wins."""
    ada, bob = await _client(server, transport), await _client(server, transport)
    tokens = []
    for client, name in ((ada, "ada"), (bob, "bob")):
        assert isinstance(await client.send(ChooseNickname(name)), ActionValid)
        tokens.append((await client.receive(SessionOpened)).token)
    setup = SelectModeAndPlayers(2, game="rummy500")
    await ada.send(SelectMatch(0))
    await ada.send(setup)
    await bob.send(SelectMatch(1))
    await ada.receive(GameView)
    await ada.close()
    await bob.receive(PlayerStatus)
    assert isinstance(await bob.send(LeaveMatch()), ActionValid)
    await bob.close()
    return tokens[0]


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_player_who_was_away_at_the_end_gets_the_result_after_a_kill(
    transport: str, tmp_path: Path
) -> None:
    server = KillableServer(tmp_path, web_port=free_port())
    server.start()

    async def read_result(token: str) -> None:
        ada = await _client(server, transport)
        assert isinstance(await ada.send(Reconnect("ada", token)), SessionOpened)
        assert (await ada.receive(GameView)).view.seat == 0
        await ada.receive(YouWin)
        assert (await ada.receive(FinalScores)).winners == ("ada",)
        await ada.receive(ChooseMatch)
        await ada.close()

    try:
        token = asyncio.run(within(_win_while_away(server, transport)))
        server.kill()
        server.start()
        asyncio.run(within(read_result(token)))
    finally:
        server.kill()
