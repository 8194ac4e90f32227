"""Spectators over both transports."""

import pytest

from messages import (
    ActionValid,
    ChooseNickname,
    ErrorCode,
    FinalScores,
    LeaveMatch,
    ListActions,
    PlayersInfo,
    RequestView,
    SelectMatch,
    SelectModeAndPlayers,
    WatchMatch,
)
from messages.registry import GameView, LegalActions
from tests.harness.clients import TRANSPORTS, RunningServer, run


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_mirror_of_a_spectator_equals_a_fresh_view_and_list_actions_is_refused(
    transport: str,
) -> None:
    async def scenario(server: RunningServer) -> None:
        ada, bob = await server.connect("socket"), await server.connect("pyro")
        wes = await server.connect(transport)
        for client, name in ((ada, "ada"), (bob, "bob"), (wes, "wes")):
            await client.send(ChooseNickname(name))
        await ada.send(SelectMatch(0))
        await ada.send(SelectModeAndPlayers(2, game="uno"))
        assert isinstance(await wes.send(WatchMatch(1)), ActionValid)
        await bob.send(SelectMatch(1))
        await wes.receive(PlayersInfo)
        await wes.receive(GameView)
        for turn in range(20):
            actor = (ada, bob)[turn % 2]
            listed = await actor.send(ListActions())
            assert isinstance(listed, LegalActions)
            if listed.actions:
                await actor.send(listed.actions[0])
        mirror = wes.model
        fresh = await wes.send(RequestView())
        assert isinstance(fresh, GameView)
        assert mirror.view == fresh.view
        assert mirror.is_spectator
        assert await wes.assert_refused(ListActions()) == ErrorCode.UNEXPECTEDMESSAGE
        await bob.close()
        await ada.close()

    run(scenario)


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_result_reaches_the_spectator_when_a_player_leaves(transport: str) -> None:
    async def scenario(server: RunningServer) -> None:
        ada, bob = await server.connect("socket"), await server.connect("pyro")
        wes = await server.connect(transport)
        for client, name in ((ada, "ada"), (bob, "bob"), (wes, "wes")):
            await client.send(ChooseNickname(name))
        await ada.send(SelectMatch(0))
        await ada.send(SelectModeAndPlayers(2, game="uno"))
        await bob.send(SelectMatch(1))
        await wes.send(WatchMatch(1))
        await bob.send(LeaveMatch())
        assert (await wes.receive(FinalScores)).winners == ("ada",)

    run(scenario)
