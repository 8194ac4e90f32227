"""Test messages of a turn that the turn clock has closed: answered, never punished."""

import pytest

from games.rummy.view import view
from tests.games.rummy.tables import A, table
from tests.harness.dialects.rummy_server import RummyConnection, RummyServer, run_scenario

NAMES = ("alice", "bob")
STATE = table("4H 9C JS KS", "2C 3C 5D", discard="2D", stock="AC 8D 7D 6D")
LATE_DISCARD = ("D", "Hand: A of Clubs, 4 of Hearts, 9 of Clubs, J of Spades, ", "Points: 0", "KS")
HAND = "Starting Hand: 4 of Hearts, 9 of Clubs, J of Spades, K of Spades"


async def exceed_turn_limit(server: RummyServer, *connections: RummyConnection) -> None:
    """Advance the time past the turn limit; all acknowledge the MOVE of the turn clock."""
    for _ in range(12):
        server.advance(10)
        for connection in connections:
            if not connection.later:
                connection.send("OK", "ping")
        await server.run_ready_callbacks()
    for connection in connections:
        await connection.expect_and_acknowledge("MOVE")
    await server.wait_for_acknowledgements()


async def play_turn(server: RummyServer, player: RummyConnection, other: RummyConnection) -> None:
    """Draw and discard the drawn card with a client of the seed profile."""
    player.send_turn("DRAW STOCK")
    drawn = (await player.expect("OK")).field("Cards")
    player.send_turn(f"DISCARD {drawn}")
    await player.expect("OK", "valid")
    for connection in (player, other):
        await connection.expect_and_acknowledge("MOVE")
    await server.wait_for_acknowledgements()


async def start_and_miss_discard(
    server: RummyServer, later: tuple[str, ...]
) -> tuple[RummyConnection, RummyConnection]:
    """Start a match in which alice draws and the turn clock discards for her."""
    alice, bob = await server.start_at(STATE, *NAMES, later=later)
    alice.send("TURN", *(("T",) if later else ("new turn: DRAW STOCK",)))
    await alice.expect("OK")
    await exceed_turn_limit(server, alice, bob)
    return alice, bob


def test_late_d_in_the_next_turn_gets_the_hand_again_and_the_client_plays_on() -> None:
    async def scenario(server: RummyServer) -> None:
        alice, bob = await start_and_miss_discard(server, later=("alice",))
        await play_turn(server, bob, alice)
        for _ in range(3):
            alice.send("TURN", *LATE_DISCARD)
            begin = await alice.expect_and_acknowledge("BEGIN")
            assert begin.body == (
                "First player: alice",
                "Round: 1",
                "Scores: alice - 0, bob - 0",
                HAND,
                "8 of Diamonds",
            )
        alice.send("TURN", "T")
        await alice.expect("OK", "TURN", "7 of Diamonds")
        hand = "Hand: 4 of Hearts, 9 of Clubs, J of Spades, 7 of Diamonds, "
        alice.send("TURN", "D", hand, "Points: 0", "K of Spades")
        assert (await alice.expect("MOVE")).field("Discarded") == "K of Spades"

    run_scenario(scenario)


def test_late_d_in_the_turn_of_another_player_gets_the_hand_and_the_player_on_turn() -> None:
    async def scenario(server: RummyServer) -> None:
        alice, bob = await start_and_miss_discard(server, later=("alice",))
        alice.send("TURN", *LATE_DISCARD)
        begin = await alice.expect_and_acknowledge("BEGIN")
        assert (begin.body[0], begin.body[3]) == ("First player: bob", HAND)
        await server.wait_for_acknowledgements()
        await play_turn(server, bob, alice)
        alice.send("TURN", "T")
        assert (await alice.expect("OK")).body[0] == "TURN"

    run_scenario(scenario)


def test_hand_sent_again_shows_current_totals_and_an_empty_pile_as_none() -> None:
    state = table(
        *("4H 9C JS KS", "2C 3C 5D 6H 7H"),
        discard="8H",
        melds=((A, "TS TC TH"),),
        turn=1,
        scores=(50, 5),
    )

    async def scenario(server: RummyServer) -> None:
        alice, bob = await server.start_at(state, *NAMES, later=("alice",))
        bob.send_turn("DRAW DISCARD 8 of Hearts")
        await bob.expect("OK")
        alice.send("TURN", *LATE_DISCARD)
        begin = await alice.expect("BEGIN")
        assert begin.field("Scores") == "alice - 80, bob - 5"
        assert begin.body[-1] == "none"

    run_scenario(scenario)


def test_late_d_after_the_end_of_the_match_has_no_answer_but_end() -> None:
    async def scenario(server: RummyServer) -> None:
        alice, bob = await server.start_at(STATE, *NAMES, later=("alice",))
        await bob.close()
        await alice.expect("END")
        alice.send("TURN", *LATE_DISCARD)
        alice.acknowledge("END")
        assert await alice.read_to_end() == []

    run_scenario(scenario)


def test_refusal_of_a_closed_turn_does_not_count_against_the_same_d_in_the_next_turn() -> None:
    unmatched = ("D", "Hand: 4 of Hearts", "Points: 0", "K of Spades")

    async def scenario(server: RummyServer) -> None:
        alice, bob = await server.start_at(STATE, *NAMES, later=("alice",))
        alice.send("TURN", "T")
        await alice.expect("OK")
        alice.send("TURN", *unmatched)
        await alice.expect("ERR", "Resend TURN")
        await exceed_turn_limit(server, alice, bob)
        await play_turn(server, bob, alice)
        alice.send("TURN", "T")
        await alice.expect("OK")
        alice.send("TURN", *unmatched)
        await alice.expect("ERR", "Resend TURN")

    run_scenario(scenario)


def test_late_p_draws_from_the_stock_because_its_index_belongs_to_an_older_pile() -> None:
    state = table("7D 8D JS KS", "2C 3C 5D", discard="2D 9D", stock="AC 6D QS")

    async def scenario(server: RummyServer) -> None:
        alice, bob = await server.start_at(state, *NAMES, later=("alice",))
        await exceed_turn_limit(server, alice, bob)
        alice.send("TURN", "P", "0")
        await server.run_ready_callbacks()
        await play_turn(server, bob, alice)  # discards 6D, which alice could meld with 7D and 8D
        await alice.expect("OK", "TURN", "Q of Spades")

    run_scenario(scenario)


LATE_TURNS = (
    "DISCARD K of Spades",
    "MELD 4H, 9C, JS",
    "LAYOFF #1 9C; DISCARD KS",
    "MELD 4H, 9C, JS; DISCARD KS",
)


@pytest.mark.parametrize("text", LATE_TURNS)
def test_late_turn_of_the_seed_profile_is_refused_with_a_reason_and_changes_nothing(
    text: str,
) -> None:
    async def scenario(server: RummyServer) -> None:
        alice, bob = await start_and_miss_discard(server, later=())
        alice.send_turn(text)
        assert (await alice.expect("ERR")).body == ("Resend TURN", "Reason: not your turn")
        await play_turn(server, bob, alice)
        for _ in range(3):
            alice.send_turn(text)
            refusal = await alice.expect("ERR")
            assert refusal.body[0] == "Resend TURN"
            assert refusal.field("Reason")
        assert server.active_room.match is not None
        assert view(server.active_room.match.state, A).hand == ("4H", "9C", "JS", "KS")
        alice.send_turn("DRAW STOCK")
        await alice.expect("OK", "valid", "Cards: 7 of Diamonds")

    run_scenario(scenario)


@pytest.mark.parametrize("text", ["DRAW STOCK", "DRAW DISCARD 2 of Diamonds"])
def test_late_draw_of_the_seed_profile_is_refused_in_the_turn_of_another_player(text: str) -> None:
    async def scenario(server: RummyServer) -> None:
        alice, bob = await server.start_at(STATE, *NAMES)
        await exceed_turn_limit(server, alice, bob)
        alice.send_turn(text)
        assert (await alice.expect("ERR")).body == ("Resend TURN", "Reason: not your turn")
        await play_turn(server, bob, alice)
        alice.send_turn("DRAW STOCK")
        await alice.expect("OK")

    run_scenario(scenario)
