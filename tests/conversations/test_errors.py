"""Refusals reach the sender, over every transport, with a code and a text."""

import pytest

from messages import (
    ActionValid,
    ChooseNickname,
    ChooseWizard,
    ErrorCode,
    ListActions,
    ListPlayers,
    RequestRefresh,
    SelectMatch,
    SelectModeAndPlayers,
    SelectWizard,
)
from messages.eriantys.actions import MoveMotherNature
from messages.registry import GameView, LegalActions
from tests.harness.clients import TRANSPORTS, ConnectedClient, RunningServer, run

every_transport = pytest.mark.parametrize("transport", TRANSPORTS)


async def _start_match(
    server: RunningServer, transport: str
) -> tuple[ConnectedClient, ConnectedClient]:
    ada, bob = await server.connect(transport), await server.connect(transport)
    assert isinstance(await ada.send(ChooseNickname("ada")), ActionValid)
    assert isinstance(await bob.send(ChooseNickname("bob")), ActionValid)
    await ada.send(SelectMatch(0))
    await ada.send(SelectModeAndPlayers(2))
    await bob.send(SelectMatch(1))
    await ada.send(ChooseWizard("KING"))
    await bob.send(ChooseWizard("SAGE"))
    for client in (ada, bob):
        await client.receive(GameView)
    legal = await ada.send(ListActions())
    assert isinstance(legal, LegalActions)
    return (ada, bob) if legal.actions else (bob, ada)


@every_transport
def test_duplicate_and_invalid_nicknames_are_refused_and_a_valid_one_accepted(
    transport: str,
) -> None:
    async def scenario(server: RunningServer) -> None:
        ada, bob = await server.connect(transport), await server.connect(transport)
        await ada.send(ChooseNickname("ada"))
        assert await bob.assert_refused(ChooseNickname("Ada")) == ErrorCode.DUPLICATENICKNAME
        assert await bob.assert_refused(ChooseNickname("b!")) == ErrorCode.INVALIDNICKNAME
        assert isinstance(await bob.send(ChooseNickname("bob")), ActionValid)

    run(scenario)


@every_transport
def test_invalid_match_set_up_and_wizard_and_a_refresh_in_a_room_are_refused(
    transport: str,
) -> None:
    async def scenario(server: RunningServer) -> None:
        ada = await server.connect(transport)
        await ada.send(ChooseNickname("ada"))
        assert await ada.assert_refused(SelectMatch(44)) == ErrorCode.CHOICENOTVALID
        await ada.send(SelectMatch(0))
        assert await ada.assert_refused(SelectModeAndPlayers(7)) == ErrorCode.CHOICENOTVALID
        await ada.send(SelectModeAndPlayers(2))
        assert await ada.assert_refused(ChooseWizard("MERLIN")) == ErrorCode.CHOICENOTVALID
        assert await ada.assert_refused(RequestRefresh()) == ErrorCode.UNEXPECTEDMESSAGE

    run(scenario)


@every_transport
def test_actions_out_of_turn_and_out_of_phase_are_refused_and_a_legal_one_accepted(
    transport: str,
) -> None:
    async def scenario(server: RunningServer) -> None:
        active, waiting = await _start_match(server, transport)
        legal = await active.send(ListActions())
        assert await waiting.assert_refused(legal.actions[0]) == ErrorCode.NOTYOURTURN
        assert await active.assert_refused(MoveMotherNature(1)) == ErrorCode.ACTIONNONVALID
        assert isinstance(await active.send(legal.actions[0]), ActionValid)

    run(scenario)


@every_transport
def test_refused_wizard_and_refused_action_are_not_prompted_again(transport: str) -> None:
    async def scenario(server: RunningServer) -> None:
        active, _ = await _start_match(server, transport)
        eve = await server.connect(transport)
        await eve.send(ChooseNickname("eve"))
        await eve.send(SelectMatch(0))
        await eve.send(SelectModeAndPlayers(2))
        await eve.receive(SelectWizard)
        for client, refused in ((eve, ChooseWizard("MERLIN")), (active, MoveMotherNature(1))):
            await client.pushed_until_answer(ListPlayers())
            await client.assert_refused(refused)
            assert await client.pushed_until_answer(ListPlayers()) == []

    run(scenario)


def test_wrong_passwords_of_all_transports_count_together_also_from_this_machine() -> None:
    async def scenario(server: RunningServer) -> None:
        clients = [await server.connect(TRANSPORTS[number % 3]) for number in range(4)]
        guesses = [clients[number % 4] for number in range(12)]
        codes = [await client.assert_refused(ChooseNickname("ada", "guess")) for client in guesses]
        assert codes == [ErrorCode.NOTALLOWED] * 10 + [ErrorCode.RATELIMITED] * 2
        for client in clients[:3]:
            answer = await client.send(ChooseNickname("ada", "open sesame"))
            assert "came from your address; wait" in answer.message

    run(scenario, password="open sesame")
