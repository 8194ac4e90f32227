"""Watching over both routes: the mirror of a watcher equals a fresh view of no seat."""

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
from tests.harness.clients import ROUTES, Server, run


@pytest.mark.parametrize("route", ROUTES)
def test_a_guest_watches_a_game_of_others(route: str) -> None:
    async def scene(server: Server) -> None:
        ada, bob = await server.guest("socket"), await server.guest("pyro")
        wes = await server.guest(route)
        for guest, name in ((ada, "ada"), (bob, "bob"), (wes, "wes")):
            await guest.say(ChooseNickname(name))
        await ada.say(SelectMatch(0))
        await ada.say(SelectModeAndPlayers(2, game="uno"))
        assert isinstance(await wes.say(WatchMatch(1)), ActionValid)
        await bob.say(SelectMatch(1))
        await wes.hear(PlayersInfo)
        await wes.hear(GameView)
        for turn in range(20):
            actor = (ada, bob)[turn % 2]
            listed = await actor.say(ListActions())
            assert isinstance(listed, LegalActions)
            if listed.actions:
                await actor.say(listed.actions[0])
        mirror = wes.model
        fresh = await wes.say(RequestView())
        assert isinstance(fresh, GameView)
        assert mirror.view == fresh.view
        assert mirror.watching
        assert await wes.refused(ListActions()) == ErrorCode.UNEXPECTEDMESSAGE
        await bob.close()
        await ada.close()

    run(scene)


@pytest.mark.parametrize("route", ROUTES)
def test_the_end_reaches_the_watcher(route: str) -> None:
    async def scene(server: Server) -> None:
        ada, bob = await server.guest("socket"), await server.guest("pyro")
        wes = await server.guest(route)
        for guest, name in ((ada, "ada"), (bob, "bob"), (wes, "wes")):
            await guest.say(ChooseNickname(name))
        await ada.say(SelectMatch(0))
        await ada.say(SelectModeAndPlayers(2, game="uno"))
        await bob.say(SelectMatch(1))
        await wes.say(WatchMatch(1))
        await bob.say(LeaveMatch())
        assert (await wes.hear(FinalScores)).winners == ("ada",)

    run(scene)
