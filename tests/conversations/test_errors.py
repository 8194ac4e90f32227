"""Every refusal reaches the offender, over both routes, with a code and a sentence that helps."""

import pytest

from messages import (
    ActionValid,
    ChooseNickname,
    ChooseWizard,
    ErrorCode,
    ListActions,
    RequestRefresh,
    SelectMatch,
    SelectModeAndPlayers,
)
from messages.eriantys.actions import MoveMotherNature
from messages.registry import GameView, LegalActions
from tests.harness.clients import ROUTES, Guest, Server, run

both_routes = pytest.mark.parametrize("route", ROUTES)


async def _two_at_a_table(server: Server, route: str) -> tuple[Guest, Guest]:
    ada, bob = await server.guest(route), await server.guest(route)
    assert isinstance(await ada.say(ChooseNickname("ada")), ActionValid)
    assert isinstance(await bob.say(ChooseNickname("bob")), ActionValid)
    await ada.say(SelectMatch(0))
    await ada.say(SelectModeAndPlayers(2))
    await bob.say(SelectMatch(1))
    await ada.say(ChooseWizard("KING"))
    await bob.say(ChooseWizard("SAGE"))
    for guest in (ada, bob):
        await guest.hear(GameView)
    legal = await ada.say(ListActions())
    assert isinstance(legal, LegalActions)
    return (ada, bob) if legal.actions else (bob, ada)


@both_routes
def test_names(route: str) -> None:
    async def scene(server: Server) -> None:
        ada, bob = await server.guest(route), await server.guest(route)
        await ada.say(ChooseNickname("ada"))
        assert await bob.refused(ChooseNickname("Ada")) == ErrorCode.DUPLICATENICKNAME
        assert await bob.refused(ChooseNickname("b!")) == ErrorCode.INVALIDNICKNAME
        assert isinstance(await bob.say(ChooseNickname("bob")), ActionValid)

    run(scene)


@both_routes
def test_choices(route: str) -> None:
    async def scene(server: Server) -> None:
        ada = await server.guest(route)
        await ada.say(ChooseNickname("ada"))
        assert await ada.refused(SelectMatch(44)) == ErrorCode.CHOICENOTVALID
        await ada.say(SelectMatch(0))
        assert await ada.refused(SelectModeAndPlayers(7)) == ErrorCode.CHOICENOTVALID
        await ada.say(SelectModeAndPlayers(2))
        assert await ada.refused(ChooseWizard("MERLIN")) == ErrorCode.CHOICENOTVALID
        assert await ada.refused(RequestRefresh()) == ErrorCode.UNEXPECTEDMESSAGE

    run(scene)


@both_routes
def test_turns(route: str) -> None:
    async def scene(server: Server) -> None:
        active, waiting = await _two_at_a_table(server, route)
        legal = await active.say(ListActions())
        assert await waiting.refused(legal.actions[0]) == ErrorCode.NOTYOURTURN
        assert await active.refused(MoveMotherNature(1)) == ErrorCode.ACTIONNONVALID
        assert isinstance(await active.say(legal.actions[0]), ActionValid)

    run(scene)
