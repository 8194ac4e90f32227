"""Test the settings of the dialect in lobbies that its clients create."""

import pytest

from server.dialects.uno.peer import Strategy, UnoSettings
from tests.games.uno.tables import table
from tests.harness.dialects.uno_server import RunScenario, UnoServer

HANDS = ("RED 2, RED 3", "BLUE 1")


@pytest.mark.parametrize("remind_at", [45, 10])
def test_reminder_is_sent_once_when_remind_at_seconds_are_left(
    run_scenario: RunScenario, remind_at: int
) -> None:
    async def scenario(server: UnoServer) -> None:
        alice, bob = await server.start_at(table(*HANDS), "alice", "bob")
        server.advance(60 - remind_at - 1)
        assert await alice.sync() == []
        server.advance(1)
        assert await alice.sync() == [f"RP|{remind_at}"]
        server.advance(remind_at - 1)
        assert await alice.sync() == []
        assert await bob.sync() == []

    run_scenario(scenario, UnoSettings(remind_at=remind_at))


def test_reminder_is_sent_after_half_of_a_time_limit_that_is_not_above_remind_at(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        alice, _ = await server.start_at(table(*HANDS), "alice", "bob")
        server.advance(9)
        assert await alice.sync() == []
        server.advance(1)
        assert await alice.sync() == ["RP|10"]

    run_scenario(scenario, UnoSettings(remind_at=30, turn_limit=20))


@pytest.mark.parametrize("strategy", ["basic", "advanced", "random"])
def test_computer_player_without_a_strategy_has_the_default_of_the_settings(
    run_scenario: RunScenario, strategy: Strategy
) -> None:
    async def scenario(server: UnoServer) -> None:
        alice = await server.connect_named("alice")
        assert await alice.sync("ACP|hal", "ACP|eve|") == ["BPJ|hal", "BPJ|eve"]
        sessions = server.server_state.sessions
        assert {sessions[name].strategy for name in ("hal", "eve")} == {strategy}

    run_scenario(scenario, UnoSettings(default_strategy=strategy))


async def _first_lines(server: UnoServer) -> list[list[str]]:
    """Start a game of two; return the lines that each client receives."""
    alice, bob = [await server.connect_named(name) for name in ("alice", "bob")]
    await alice.sync()
    started = await alice.sync("SG|normal")
    lines = [started, await bob.sync()]
    for client in (bob, alice):
        client.send("LG")
        await client.read_to_end()
    await server.wait_until_idle()
    return lines


def test_games_with_a_seed_have_the_same_deal_and_others_a_random_one(
    run_scenario: RunScenario,
) -> None:
    dealt: list[list[list[str]]] = []

    async def scenario(server: UnoServer) -> None:
        server.set_next_seed(b"random")
        first = await _first_lines(server)
        server.set_next_seed(b"another")
        dealt.extend([first, await _first_lines(server)])

    run_scenario(scenario, UnoSettings(seed=7))
    run_scenario(scenario, UnoSettings(seed=7))
    assert dealt[0] == dealt[1] == dealt[2] == dealt[3]
    run_scenario(scenario, UnoSettings(seed=8))
    assert dealt[4] == dealt[5] != dealt[0]
    run_scenario(scenario, UnoSettings())
    assert dealt[6] != dealt[7]
