"""How long a silent guest of Rummy's old dialect can hold up a table: real figures, passed in.

The ping rule: a ping every five seconds, three may stay unanswered, so twenty seconds from the last
sign of life (Rummy 10.6, 10.7). Both profiles keep to it, although only one of them is pinged.
"""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from messages import ChooseNickname, LeaveMatch, SelectMatch
from messages.rummy.actions import DiscardRummyCard, DrawRummyStock
from server.dialects.rummy.peer import RummySettings
from tests.games.rummy.tables import table
from tests.harness.dialects.rummy_server import PING, RummyConnection, RummyServer, run_scenario
from tests.harness.memory_connection import MemoryConnection

STATE = table("5H 6H 7H KS", "2C 3C QD", "4C 5C QH", discard="4S", stock="9C")
LONGEST = 20
"""Seconds; the default settings say the same."""
LATE = 14
"""Seconds of silence that are always forgiven."""
ALICE, BOB, CARLA = 0, 1, 2


def test_the_longest_silence_follows_from_the_settings() -> None:
    assert RummySettings().silence_timeout == LONGEST
    assert RummySettings(ping_every=2.0, ping_misses=4).silence_timeout == 10.0


profiles = pytest.mark.parametrize("later", [False, True], ids=["seed", "later"])


async def mixed_table(
    server: RummyServer, *, later: bool
) -> tuple[RummyConnection, RummyConnection, MemoryConnection]:
    """Alice and Bob of the dialect, Carla of another route, in a match that has begun."""
    alice, bob, carla = (
        await server.connect_named("alice"),
        await server.connect_named("bob", later=later),
        server.connect_memory(),
    )
    await carla.send(ChooseNickname("carla"))
    await carla.send(SelectMatch(next(iter(server.server_state.rooms))))
    await server.wait_until_idle()
    for connection in (alice, bob):
        await connection.expect_and_acknowledge("CONNECT", "New player: carla")
    await server.wait_for_acknowledgements()
    alice.send("BEGIN", "Start")
    for connection in (alice, bob):
        await connection.expect_and_acknowledge("BEGIN")
    await server.wait_for_acknowledgements()
    return alice, bob, carla


async def seconds_until(
    server: RummyServer, done: Callable[[], bool], *awake: RummyConnection
) -> int:
    """How long it takes; those who are awake answer their pings."""
    for passed in range(2 * LONGEST):
        if done():
            return passed
        await second(server, *awake)
    raise AssertionError("this takes too long")


async def second(server: RummyServer, *awake: RummyConnection) -> None:
    server.advance(1)
    for connection in awake:
        connection.send("OK", "ping")
    await server.run_ready_callbacks()
    await server.wait_until_idle()


def turn_of(server: RummyServer) -> int:
    assert server.active_room.match is not None
    turn: int = server.active_room.match.state.turn
    return turn


@profiles
@pytest.mark.parametrize("pings", [False, True], ids=["silent", "answers pings"])
def test_a_guest_of_another_route_waits_no_longer_than_the_ping_rule_allows(
    later: bool, pings: bool
) -> None:
    """Carla has played, Alice may not before Bob knows it, and Bob says nothing."""

    async def scenario(server: RummyServer) -> None:
        alice, bob, carla = await mixed_table(server, later=later)
        server.set_position(replace(STATE, turn=CARLA))
        await carla.send(DrawRummyStock())
        await carla.send(DiscardRummyCard("QH"))
        await server.wait_until_idle()
        await alice.expect_and_acknowledge("MOVE")
        await server.wait_for_acknowledgements("bob")
        assert server.transport.shared.is_waiting(server.active_room)
        awake = [alice, bob] if pings else [alice]
        seconds = await seconds_until(
            server, lambda: "bob" not in server.server_state.sessions, *awake
        )
        assert LONGEST - 5 <= seconds <= LONGEST
        assert (await alice.expect_and_acknowledge("MOVE")).field("Move") == "LEFT"
        await server.wait_for_acknowledgements()
        alice.send_turn("DRAW STOCK")
        await alice.expect("OK")
        alice.send_turn("DISCARD K of Spades")
        await alice.expect("OK", "valid")
        await server.wait_until_idle()
        assert turn_of(server) == CARLA

    run_scenario(scenario)


@profiles
def test_a_silent_guest_on_turn_is_passed_over_as_soon(later: bool) -> None:
    async def scenario(server: RummyServer) -> None:
        alice, _, _ = await mixed_table(server, later=later)
        server.set_position(STATE)
        alice.send_turn("DRAW STOCK")
        await alice.expect("OK")
        alice.send_turn("DISCARD K of Spades")
        await alice.expect("OK", "valid")
        await alice.expect_and_acknowledge("MOVE")
        assert turn_of(server) == BOB
        assert await seconds_until(server, lambda: turn_of(server) == CARLA, alice) <= LONGEST

    run_scenario(scenario)


@profiles
def test_a_late_ok_is_soon_enough_and_the_count_begins_anew(later: bool) -> None:
    async def scenario(server: RummyServer) -> None:
        alice, bob, carla = await mixed_table(server, later=later)
        for _ in range(3):
            server.set_position(replace(STATE, turn=CARLA))
            await carla.send(DrawRummyStock())
            await carla.send(DiscardRummyCard("QH"))
            await server.wait_until_idle()
            await alice.expect_and_acknowledge("MOVE")
            sent = await bob.expect("MOVE")
            for _ in range(LATE):
                await second(server, alice)
            bob.acknowledge("MOVE")
            again = [await bob.expect("MOVE") for _ in range(2)]
            assert again == [sent] * 2, "sent again every five seconds, the very same"
            await server.wait_for_acknowledgements()
        assert "bob" in server.server_state.sessions

    run_scenario(scenario)


@profiles
def test_after_the_end_nothing_is_left(later: bool) -> None:
    """END three times to who does not answer; then the connection, the name and the table go."""
    state = table("4H 5H", "2D", "3C", stock="6H", discard="3D", scores=(495, 0, 0))

    async def scenario(server: RummyServer) -> None:
        alice, bob, carla = await mixed_table(server, later=later)
        server.set_position(state)
        alice.send_turn("DRAW STOCK")
        await alice.expect("OK")
        alice.send_turn("MELD 4H, 5H, 6H")
        await alice.expect("OK", "valid")
        await alice.expect_and_acknowledge("MOVE")
        await alice.expect_and_acknowledge("END", "Winner: alice", "End Connection")
        assert await alice.read_to_end() == []
        if not later:
            await bob.expect_and_acknowledge("MOVE")
        while [peer.acks.kind for peer in server.transport.shared.peers.values()] != ["END"]:
            await server.run_ready_callbacks()
        assert await seconds_until(server, lambda: not server.transport.shared.peers) == 15
        assert [said for said in await bob.read_to_end() if said != PING] == 3 * [
            ("END", ("Winner: alice", "End Connection"))
        ]
        await carla.send(LeaveMatch())
        await server.wait_until_idle()
        assert (server.server_state.rooms, list(server.server_state.sessions)) == ({}, ["carla"])

    run_scenario(scenario)
