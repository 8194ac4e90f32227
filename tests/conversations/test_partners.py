"""Players choose partners over both transports, and the match seats them in one team."""

import pytest

from messages import (
    ActionValid,
    ChooseNickname,
    ChoosePartner,
    ChooseWizard,
    ErrorCode,
    PlayersInfo,
    SelectMatch,
    SelectModeAndPlayers,
)
from messages.eriantys.table import EriantysView
from messages.registry import GameView
from tests.harness.clients import TRANSPORTS, RunningServer, run

NAMES = ("ada", "bob", "cyd", "dan")


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_partners_chosen_before_the_start_are_a_team_in_the_room_and_in_the_views(
    transport: str,
) -> None:
    async def scenario(server: RunningServer) -> None:
        clients = [await server.connect(transport) for _ in NAMES]
        for client, name in zip(clients, NAMES, strict=True):
            await client.send(ChooseNickname(name))
        await clients[0].send(SelectMatch(0))
        await clients[0].send(SelectModeAndPlayers(4))
        for client in clients[1:]:
            await client.send(SelectMatch(1))
        assert isinstance(await clients[1].send(ChoosePartner("ada")), ActionValid)
        assert await clients[1].assert_refused(ChoosePartner("eve")) == ErrorCode.CHOICENOTVALID
        for client, wizard in zip(clients, ("king", "witch", "sage", "druid"), strict=True):
            await client.send(ChooseWizard(wizard))
        for client in clients:
            seats = (await client.receive(PlayersInfo)).player_nicknames
            view = (await client.receive(GameView)).view
            assert isinstance(view, EriantysView)
            assert view.teams == ((0, 2), (1, 3))
            teams = [{seats[seat] for seat in team} for team in view.teams]
            assert {"ada", "bob"} in teams
            assert client.model.room is not None
            assert {"ada", "bob"} in map(set, client.model.room.teams)
        assert await clients[2].assert_refused(ChoosePartner("ada")) == ErrorCode.UNEXPECTEDMESSAGE

    run(scenario)
