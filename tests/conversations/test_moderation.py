"""Moderation over both transports: the host removes players, the operator mutes them,
and players report others."""

from pathlib import Path
from typing import Any

import pytest

from messages import (
    ActionValid,
    AddComputerPlayer,
    ChatMessage,
    ChooseMatch,
    ChooseNickname,
    Error,
    ErrorCode,
    KickPlayer,
    ListPlayers,
    ReportPlayer,
    RoomUpdate,
    SelectMatch,
    SelectModeAndPlayers,
    SendChat,
)
from tests.harness.clients import TRANSPORTS, ConnectedClient, RunningServer, run


async def _connect(server: RunningServer, transport: str, *names: str) -> list[ConnectedClient]:
    clients = [await server.connect(transport) for _ in names]
    for client, name in zip(clients, names, strict=True):
        await client.send(ChooseNickname(name))
    return clients


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_kicked_player_returns_to_the_lobby_stays_connected_and_cannot_rejoin(
    transport: str,
) -> None:
    async def scenario(server: RunningServer) -> None:
        ada, bob = await _connect(server, transport, "ada", "bob")
        await ada.send(SelectMatch(0))
        await ada.send(SelectModeAndPlayers(3))
        await bob.send(SelectMatch(1))
        assert await bob.assert_refused(KickPlayer("ada")) == ErrorCode.NOTALLOWED
        assert isinstance(await ada.send(KickPlayer("bob")), ActionValid)
        error = await bob.receive(Error)
        assert error.error is ErrorCode.NOTALLOWED
        assert (await bob.receive(ChooseMatch)).rooms[0].players == ("ada",)
        assert bob.model.phase == "match"
        assert await bob.assert_refused(SelectMatch(1)) == ErrorCode.NOTALLOWED
        assert isinstance(await bob.send(SelectMatch(0)), ActionValid)

    run(scenario)


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_kicked_computer_player_frees_the_seat_for_a_person(transport: str) -> None:
    async def scenario(server: RunningServer) -> None:
        ada, bob = await _connect(server, transport, "ada", "bob")
        await ada.send(SelectMatch(0))
        await ada.send(SelectModeAndPlayers(2))
        await ada.send(AddComputerPlayer(name="robot"))
        while (await ada.receive(RoomUpdate)).room.players != ("ada", "robot"):
            pass
        assert await bob.assert_refused(SelectMatch(1)) == ErrorCode.MATCHFULL
        assert isinstance(await ada.send(KickPlayer("robot")), ActionValid)
        assert isinstance(await bob.send(SelectMatch(1)), ActionValid)

    run(scenario)


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_muted_player_cannot_chat_also_after_a_restart_of_the_server(
    transport: str, tmp_path: Path
) -> None:
    async def mute(server: RunningServer) -> None:
        ada, _ = await _connect(server, transport, "ada", "bob")
        assert server.addresses.admin(["mute", "Ada"]) == {"rows": [{"muted": "Ada"}]}
        assert await ada.assert_refused(SendChat("hello")) == ErrorCode.NOTALLOWED

    async def check_and_unmute(server: RunningServer) -> None:
        ada, bob = await _connect(server, transport, "ada", "bob")
        for message in (SendChat("hello"), SendChat("hello", "bob")):
            assert await ada.assert_refused(message) == ErrorCode.NOTALLOWED
        assert server.addresses.admin(["unmute", "ada"]) == {"rows": []}
        assert isinstance(await ada.send(SendChat("hello again")), ActionValid)
        assert (await bob.receive(ChatMessage)).text == "hello again"

    run(mute, data=tmp_path)
    run(check_and_unmute, data=tmp_path)


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_report_is_confirmed_stored_and_listed_for_the_operator_and_the_reported_learns_nothing(
    transport: str, tmp_path: Path
) -> None:
    async def scenario(server: RunningServer) -> None:
        ada, bob = await _connect(server, transport, "ada", "bob")
        await bob.send(SendChat("bad words"))
        await bob.pushed_until_answer(ListPlayers())
        assert await ada.assert_refused(ReportPlayer("nobody")) == ErrorCode.CHOICENOTVALID
        assert isinstance(await ada.send(ReportPlayer("BOB", "insults")), ActionValid)
        assert await bob.pushed_until_answer(ListPlayers()) == []
        rows: Any = server.addresses.admin(["reports"])["rows"]
        report, line = rows
        assert (report["reporter"], report["reported"]) == ("ada", "bob")
        assert (report["reason"], line) == ("insults", {"chat": "[bob] bad words"})

    run(scenario, data=tmp_path)
    assert len((tmp_path / "reports.jsonl").read_text().splitlines()) == 1
