"""Test that a CONNECT always finds an open lobby, with any number of matches (Rummy 9.2)."""

import pytest

from messages import ChooseNickname, SelectMatch, SelectModeAndPlayers
from server.dialects.rummy.peer import RummySettings
from tests.harness.dialects.rummy_server import (
    HostMessage,
    RummyConnection,
    RummyServer,
    run_scenario,
)
from tests.harness.memory_connection import MemoryConnection

OK = HostMessage("OK", ("connected",))
SINGLE = RummySettings(single_lobby=True, autostart=9)


def connect_refusal(reason: str) -> HostMessage:
    return HostMessage("ERR", (f"Error Connecting {reason}",))


async def start_next_match(server: RummyServer, *aliases: str) -> list[RummyConnection]:
    """Start one more match; the aliases are all its players, the first one is the host."""
    connections: list[RummyConnection] = []
    for alias in aliases:
        connection = await server.connect()
        assert await connection.log_in(alias) == OK
        for other in connections:
            await other.expect_and_acknowledge("CONNECT", f"New player: {alias}")
        connections.append(connection)
    await server.wait_for_acknowledgements()
    connections[0].send("BEGIN", "Start")
    for connection in connections:
        begin = await connection.expect_and_acknowledge("BEGIN")
        assert begin.field("Scores") == ", ".join(f"{alias} - 0" for alias in aliases)
    await server.wait_for_acknowledgements()
    return connections


async def seat_native_players(server: RummyServer, seats: int, *names: str) -> None:
    """Seat players of the memory transport at a new table; it starts when it is full."""
    for name in names:
        player: MemoryConnection = server.connect_memory()
        await player.send(ChooseNickname(name))
        if name == names[0]:
            await player.send(SelectMatch(0))
            await player.send(SelectModeAndPlayers(seats, game="rummy500"))
        else:
            (room,) = server.server_state.open_rooms.values()
            await player.send(SelectMatch(room.number))
        await server.wait_until_idle()


@pytest.mark.parametrize("later", [False, True])
def test_connect_during_a_match_of_another_transport_opens_a_lobby(later: bool) -> None:
    async def scenario(server: RummyServer) -> None:
        await seat_native_players(server, 2, "ada", "bob")
        assert server.active_room.match is not None
        client = await server.connect(later=later)
        expected = HostMessage("OK", ("CONNECT",)) if later else OK
        assert await client.log_in("alice") == expected
        (room,) = server.server_state.open_rooms.values()
        assert [member.name for member in room.members] == ["alice"]

    run_scenario(scenario)


def test_four_matches_of_legacy_clients_run_in_parallel_and_each_is_played() -> None:
    async def scenario(server: RummyServer) -> None:
        pairs = [("a1", "a2"), ("b1", "b2"), ("c1", "c2"), ("d1", "d2")]
        matches = [await start_next_match(server, *pair) for pair in pairs]
        assert len(server.server_state.rooms) == len(pairs)
        for match in matches:
            answers = []
            for connection in match:
                connection.send_turn("DRAW STOCK")
                answers.append(await connection.read_message())
            assert sorted(answer.type for answer in answers if answer) == ["ERR", "OK"]

    run_scenario(scenario)


def test_connect_to_a_full_lobby_opens_another() -> None:
    async def scenario(server: RummyServer) -> None:
        for alias in ("a", "b"):
            await server.connect_named(alias)
        third = await server.connect()
        assert await third.log_in("c") == OK
        assert len(server.server_state.open_rooms) == 2

    run_scenario(scenario, RummySettings(max_players=2, autostart=9))


def test_next_connect_joins_the_lobby_that_the_last_one_opened() -> None:
    async def scenario(server: RummyServer) -> None:
        await start_next_match(server, "alice", "bob")
        await start_next_match(server, "carol", "dave")

    run_scenario(scenario)


def test_lobby_whose_host_is_disconnected_is_not_offered() -> None:
    async def scenario(server: RummyServer) -> None:
        ada = server.connect_memory()
        await ada.send(ChooseNickname("ada"))
        await ada.send(SelectMatch(0))
        await ada.send(SelectModeAndPlayers(3, game="rummy500"))
        await server.wait_until_idle()
        ada.close()
        alice = await server.connect()
        assert await alice.log_in("alice") == OK
        assert len(server.server_state.open_rooms) == 2

    run_scenario(scenario)


def test_case_16_sixth_connect_is_refused_and_disconnected_with_a_single_lobby() -> None:
    async def scenario(server: RummyServer) -> None:
        for alias in ("a", "b", "c", "d", "e"):
            await server.connect_named(alias)
        sixth = await server.connect()
        assert await sixth.log_in("f") == connect_refusal("lobby full")
        assert await sixth.read_to_end() == []

    run_scenario(scenario, SINGLE)


def test_case_16_connect_during_a_match_is_refused_and_disconnected_with_a_single_lobby() -> None:
    async def scenario(server: RummyServer) -> None:
        await server.start_match("alice", "bob")
        late = await server.connect()
        assert await late.log_in("carol") == connect_refusal("game in progress already")
        assert await late.read_to_end() == []

    run_scenario(scenario, SINGLE)
