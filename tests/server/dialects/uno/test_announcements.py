"""Test that events without a code of their own are announced with BGM (UNO 11.3)."""

import pytest

from games.uno.state import State
from tests.games.uno.tables import table
from tests.harness.dialects.uno_server import RunScenario, UnoServer

NAMES = ("alice", "bob", "carol")
SEVEN_O = {"mode": "seven_o"}


def announced(lines: list[str]) -> list[str]:
    """Return the lines without the last one, which must be BGI."""
    assert lines[-1].startswith("BGI|")
    return lines[:-1]


def test_swap_of_a_seven_is_announced_to_all_players(run_scenario: RunScenario) -> None:
    async def scenario(server: UnoServer) -> None:
        hands = ("RED 7, RED 3, RED 4", "BLUE 1, BLUE 4", "BLUE 2, BLUE 3")
        clients = await server.start_at(table(*hands, options=SEVEN_O), *NAMES)
        clients[0].send("MC7|carol|RED 7")
        expected = ["BCP|alice|RED 7", "BGM|alice and carol swapped their hands."]
        for client in clients:
            assert announced(await client.sync()) == expected

    run_scenario(scenario)


@pytest.mark.parametrize(
    ("clockwise", "direction"), [(True, "clockwise"), (False, "counter-clockwise")]
)
def test_zero_is_announced_with_its_direction(
    run_scenario: RunScenario, clockwise: bool, direction: str
) -> None:
    async def scenario(server: UnoServer) -> None:
        hands = ("RED 0, RED 3, RED 4", "BLUE 1, BLUE 4", "BLUE 2, BLUE 3")
        state = table(*hands, options=SEVEN_O, clockwise=clockwise)
        clients = await server.start_at(state, *NAMES)
        clients[0].send("PC|RED 0")
        expected = ["BCP|alice|RED 0", f"BGM|Every hand moved one seat {direction}."]
        for client in clients:
            assert announced(await client.sync()) == expected

    run_scenario(scenario)


def test_reshuffle_is_announced_between_the_cards_drawn_before_and_after_it(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        hands = ("RED DRAW_2, RED 3, RED 4", "GREEN 1", "GREEN 2")
        clients = await server.start_at(table(*hands, draw="GREEN 9", rest="discard"), *NAMES)
        clients[0].send("PC|RED DRAW_2")
        shuffled = "BGM|The discard pile was shuffled and is the new draw pile."
        expected = ["BCP|alice|RED DRAW_2", "BDC|bob", shuffled, "BDC|bob", "BTS|bob"]
        for client in clients:
            assert announced(await client.sync()) == expected

    run_scenario(scenario)


@pytest.mark.parametrize(
    ("hand", "verdict", "effects"),
    [
        ("RED 3", "right", ["BDC|alice"] * 4),
        ("BLUE 3", "wrong", [*["BDC|bob"] * 6, "BTS|bob"]),
    ],
)
def test_verdict_of_a_challenge_is_announced_before_the_cards_are_drawn(
    run_scenario: RunScenario, hand: str, verdict: str, effects: list[str]
) -> None:
    async def scenario(server: UnoServer) -> None:
        hands = (f"WILD DRAW_4, {hand}, BLUE 5", "GREEN 1", "GREEN 2")
        state = table(*hands, options={"wd4_policy": "challenge"})
        alice, bob, carol = await server.start_at(state, *NAMES)
        await alice.sync("PC|BLUE DRAW_4")
        await bob.sync()
        await carol.sync()
        bob.send("CH|true")
        text = f"BGM|bob challenged the DRAW_4 of alice and was {verdict}."
        for client in (bob, alice, carol):
            assert announced(await client.sync()) == [text, *effects]

    run_scenario(scenario)


def test_blocked_round_is_announced_before_its_winner(run_scenario: RunScenario) -> None:
    async def scenario(server: UnoServer) -> None:
        clients = await server.start_at(_blocked_after_one_more_pass(), *NAMES)
        clients[0].send("DC")
        text = "BGM|No card is left to draw and nobody played. The lowest hand wins the round."
        for client in clients:
            lines = await client.sync()
            assert lines[:2] == [text, "RE|alice"]

    run_scenario(scenario)


def _blocked_after_one_more_pass() -> State:
    """Return a state in which nothing can be drawn and two of three players have passed."""
    return table("BLUE 2", "", "BLUE 3", rest=1, passes=2)
