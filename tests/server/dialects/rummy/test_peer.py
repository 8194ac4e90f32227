"""Test how long a silent client can block a match (server.dialects.rummy.peer).

A ping is sent every five seconds and three may be missed, so the timeout is twenty seconds (Rummy
10.6, 10.7). It applies to both profiles, although only the seed profile is pinged.
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
SILENCE_TIMEOUT_SECONDS = 20
"""The silence timeout with default settings."""
TOLERATED_SECONDS = 14
"""A silence that is always tolerated."""
ALICE, BOB, CARLA = 0, 1, 2


def test_silence_timeout_follows_from_the_ping_settings() -> None:
    assert RummySettings().silence_timeout_seconds == SILENCE_TIMEOUT_SECONDS
    assert RummySettings(ping_every=2.0, ping_misses=4).silence_timeout_seconds == 10.0


profiles = pytest.mark.parametrize("later", [False, True], ids=["seed", "later"])


async def start_mixed_match(
    server: RummyServer, *, later: bool
) -> tuple[RummyConnection, RummyConnection, MemoryConnection]:
    """Start a match of Alice and Bob over the dialect and Carla over another transport."""
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
    server: RummyServer, done: Callable[[], bool], *responding: RummyConnection
) -> int:
    """Advance time until ``done``; return the seconds. The responding clients answer pings."""
    for passed in range(2 * SILENCE_TIMEOUT_SECONDS):
        if done():
            return passed
        await advance_one_second(server, *responding)
    raise AssertionError("not done after twice the timeout")


async def advance_one_second(server: RummyServer, *responding: RummyConnection) -> None:
    server.advance(1)
    for connection in responding:
        connection.send("OK", "ping")
    await server.run_ready_callbacks()
    await server.wait_until_idle()


def turn_of(server: RummyServer) -> int:
    assert server.active_room.match is not None
    turn: int = server.active_room.match.state.turn
    return turn


@profiles
@pytest.mark.parametrize("pings", [False, True], ids=["silent", "answers pings"])
def test_client_that_does_not_acknowledge_is_removed_by_the_timeout_then_turns_continue(
    later: bool, pings: bool
) -> None:
    """Carla has played; Alice must wait for the acknowledgement of Bob, who is silent."""

    async def scenario(server: RummyServer) -> None:
        alice, bob, carla = await start_mixed_match(server, later=later)
        server.set_position(replace(STATE, turn=CARLA))
        await carla.send(DrawRummyStock())
        await carla.send(DiscardRummyCard("QH"))
        await server.wait_until_idle()
        await alice.expect_and_acknowledge("MOVE")
        await server.wait_for_acknowledgements("bob")
        assert server.transport.shared.awaits_acknowledgement(server.active_room)
        responding = [alice, bob] if pings else [alice]
        seconds = await seconds_until(
            server, lambda: "bob" not in server.server_state.sessions, *responding
        )
        assert SILENCE_TIMEOUT_SECONDS - 5 <= seconds <= SILENCE_TIMEOUT_SECONDS
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
def test_silent_client_on_turn_loses_the_turn_by_the_timeout(later: bool) -> None:
    async def scenario(server: RummyServer) -> None:
        alice, _, _ = await start_mixed_match(server, later=later)
        server.set_position(STATE)
        alice.send_turn("DRAW STOCK")
        await alice.expect("OK")
        alice.send_turn("DISCARD K of Spades")
        await alice.expect("OK", "valid")
        await alice.expect_and_acknowledge("MOVE")
        assert turn_of(server) == BOB
        assert (
            await seconds_until(server, lambda: turn_of(server) == CARLA, alice)
            <= SILENCE_TIMEOUT_SECONDS
        )

    run_scenario(scenario)


@profiles
def test_late_acknowledgements_of_a_resent_move_keep_the_client_connected(later: bool) -> None:
    async def scenario(server: RummyServer) -> None:
        alice, bob, carla = await start_mixed_match(server, later=later)
        for _ in range(3):
            server.set_position(replace(STATE, turn=CARLA))
            await carla.send(DrawRummyStock())
            await carla.send(DiscardRummyCard("QH"))
            await server.wait_until_idle()
            await alice.expect_and_acknowledge("MOVE")
            sent = await bob.expect("MOVE")
            for _ in range(TOLERATED_SECONDS):
                await advance_one_second(server, alice)
            bob.acknowledge("MOVE")
            again = [await bob.expect("MOVE") for _ in range(2)]
            assert again == [sent] * 2, "sent again every five seconds, the very same"
            await server.wait_for_acknowledgements()
        assert "bob" in server.server_state.sessions

    run_scenario(scenario)


@profiles
def test_unacknowledged_end_is_sent_three_times_then_peer_session_and_room_are_removed(
    later: bool,
) -> None:
    """Afterwards connection, session and room of the silent client are removed."""
    state = table("4H 5H", "2D", "3C", stock="6H", discard="3D", scores=(495, 0, 0))

    async def scenario(server: RummyServer) -> None:
        alice, bob, carla = await start_mixed_match(server, later=later)
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
        assert [message for message in await bob.read_to_end() if message != PING] == 3 * [
            ("END", ("Winner: alice", "End Connection"))
        ]
        await carla.send(LeaveMatch())
        await server.wait_until_idle()
        assert (server.server_state.rooms, list(server.server_state.sessions)) == ({}, ["carla"])

    run_scenario(scenario)
