"""Test the totals that the later profile shows (Rummy 11)."""

from tests.games.rummy.tables import A, table
from tests.harness.dialects.rummy_server import RummyServer, run_scenario

NAMES = ("alice", "bob")


def test_points_of_a_move_are_the_total_of_all_rounds() -> None:
    state = table("5H 6H 7H KS", "2C 3C", discard="4S", stock="8H")

    async def scenario(server: RummyServer) -> None:
        alice, bob = await server.start_at(state, *NAMES, later=("alice",))
        alice.send("TURN", "T")
        await alice.expect("OK")
        alice.send("TURN", "D", "Hand: ", "Points: 26", "K of Spades")
        begin = await alice.expect_and_acknowledge("BEGIN")
        assert begin.field("Scores") == "alice - 26, bob - -5"
        await bob.expect_and_acknowledge("MOVE")
        await bob.expect_and_acknowledge("BEGIN")
        await server.wait_for_acknowledgements()
        bob.send_turn("DRAW STOCK")
        drawn = (await bob.expect("OK")).field("Cards")
        bob.send_turn(f"DISCARD {drawn}")
        await bob.expect("OK", "valid")
        assert (await alice.expect("MOVE")).field("Points") == "-5"

    run_scenario(scenario)


def test_points_of_a_move_add_the_melds_of_this_round_to_the_total() -> None:
    melds = ((A, "9D TD JD"),)
    state = table("5H 6H 7H KS 2H", "2C 3C", stock="AC", melds=melds, scores=(120, -15), round=3)

    async def scenario(server: RummyServer) -> None:
        alice, _ = await server.start_at(state, *NAMES, later=("alice",))
        alice.send("TURN", "T")
        await alice.expect("OK")
        alice.send("TURN", "D", "Hand: 2H, AC, ", "Points: 0", "KS")
        assert (await alice.expect("MOVE")).field("Points") == str(120 + 29 + 18)

    run_scenario(scenario)
