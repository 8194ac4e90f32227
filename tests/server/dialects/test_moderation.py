"""Test legacy clients that the host of their room removes, or that the operator mutes."""

from messages import (
    ChooseNickname,
    KickPlayer,
    Message,
    SelectMatch,
    SelectModeAndPlayers,
)
from server.delivery.hub import Hub
from tests.harness.dialects import rummy_server, shelfie_server
from tests.harness.dialects.codex_server import CodexServer, RunCodexScenario, kinds
from tests.harness.dialects.rummy_server import RummyServer
from tests.harness.dialects.shelfie_server import ShelfieServer, names_of
from tests.harness.dialects.uno_server import RunScenario, UnoServer
from tests.harness.memory_connection import MemoryConnection

REASON = "The host has removed you from match 1; choose another match."


async def _open_room(hub: Hub, setup: SelectModeAndPlayers) -> MemoryConnection:
    """Open room 1 with the host hostess, who uses our own protocol."""
    host = MemoryConnection(hub)
    requests: list[Message] = [ChooseNickname("hostess"), SelectMatch(0), setup]
    for request in requests:
        await host.send(request)  # type: ignore[arg-type]
    return host


def test_kicked_uno_client_gets_a_text_leaves_the_lobby_and_cannot_rejoin_it(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        setup = SelectModeAndPlayers(4, game="uno", name="main", standing=True)
        host = await _open_room(server.hub, setup)
        alice, bob = await server.connect_named("alice"), await server.connect_named("bob")
        assert await alice.sync() == ["BPJ|bob"]
        await host.send(KickPlayer("alice"))
        assert await alice.sync() == [f"BGM|{REASON}"]
        assert await bob.sync() == ["BLG|alice"]
        assert await alice.sync("JL|main") == ["ERR|E006"]
        assert await alice.sync("CL|mine") == ["IAD", "BCL|mine"]
        assert await bob.sync() == ["BCL|mine"]

    run_scenario(scenario)


def test_kicked_shelfie_client_gets_a_text_and_the_menu_and_cannot_rejoin() -> None:
    async def scenario(server: ShelfieServer) -> None:
        host = await _open_room(server.hub, SelectModeAndPlayers(3, game="shelfie"))
        ada = await server.connect_named("ada")
        await ada.assert_accepted("join|1")
        await ada.sync()
        await host.send(KickPlayer("ada"))
        received = await ada.sync()
        assert f"message|{REASON}" in received
        assert "notifyGoToMenu" in names_of(received)
        assert "removed you" in await ada.assert_refused("join|1")
        await ada.assert_accepted("createMatch|2")

    shelfie_server.run_scenario(scenario, written=False)


def test_kicked_codex_client_gets_an_error_and_is_disconnected_and_later_opens_a_lobby(
    run_codex_scenario: RunCodexScenario,
) -> None:
    async def scenario(server: CodexServer) -> None:
        host = await _open_room(server.hub, SelectModeAndPlayers(3, game="codex"))
        ada = await server.connect_named("ada")
        await host.send(KickPlayer("ada"))
        lines = [line for line in await ada.read_to_end() if line["networkType"] == "ERROR"]
        assert [line["details"] for line in lines] == [REASON]
        again = await server.connect()
        again.name = "ada"
        assert "UPDATE_CREATOR" in kinds(await again.sync("CONNECT"))

    run_codex_scenario(scenario)


def test_kicked_rummy_client_gets_err_and_is_disconnected_and_later_opens_a_room() -> None:
    async def scenario(server: RummyServer) -> None:
        host = await _open_room(server.hub, SelectModeAndPlayers(3, game="rummy500", standing=True))
        ada = await server.connect_named("ada")
        await host.send(KickPlayer("ada"))
        *_, last = await ada.read_to_end()
        assert last == ("ERR", (REASON,))
        ada.alias = ""
        await server.connect_named("ada")
        assert [room.host.name for room in server.server_state.rooms.values()] == ["hostess", "ada"]

    rummy_server.run_scenario(scenario)


def test_muted_uno_client_cannot_chat_or_name_a_lobby_and_the_others_receive_nothing(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        alice, bob = await server.connect_named("alice"), await server.connect_named("bob")
        server.server_state.bans.add("mute", "BOB")
        await bob.sync()
        assert await bob.sync("SM|hello") == ["ERR|E009"]
        assert await bob.sync("CL|rude-words") == ["ERR|E006"]
        assert await alice.sync() == ["BPJ|bob"]
        server.server_state.bans.remove("mute", "bob")
        await bob.sync("SM|hello")
        assert await alice.sync() == ["BM|bob:hello"]

    run_scenario(scenario)
