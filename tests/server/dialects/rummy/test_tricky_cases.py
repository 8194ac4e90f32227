"""Test the tricky cases of the digest about the protocol, in its numbering (Rummy 12).

16 to 18, 20 and 21 are in test_commands.py, the others with the rules.
"""

from msgspec.structs import replace

from messages import ChooseNickname, SelectMatch
from messages.rummy.actions import DiscardRummyCard, DrawRummyStock
from tests.games.rummy.tables import table
from tests.harness.dialects.rummy_server import PING, RummyConnection, RummyServer, run_scenario

NAMES = ("alice", "bob")
STATE = table("5H 6H 7H KS", "2C 3C QD", "4C 5C QH", discard="4S", stock="9C")


async def draw_refusal_reason(connection: RummyConnection) -> str:
    connection.send_turn("DRAW STOCK")
    return (await connection.expect("ERR")).field("Reason")


async def play_first_turn(alice: RummyConnection) -> None:
    """Play a turn of Alice and acknowledge her own MOVE."""
    alice.send_turn("DRAW STOCK")
    await alice.expect("OK")
    alice.send_turn("DISCARD K of Spades")
    await alice.expect("OK", "valid")
    await alice.expect_and_acknowledge("MOVE")


def test_case_11_end_names_two_winners_to_both_clients_and_disconnects_them() -> None:
    state = table("4H 5H", "2D", stock="6H", discard="3D", scores=(495, 512))

    async def scenario(server: RummyServer) -> None:
        alice, bob = await server.start_at(state, *NAMES)
        alice.send_turn("DRAW STOCK")
        await alice.expect("OK")
        alice.send_turn("MELD 4H, 5H, 6H")
        await alice.expect("OK", "valid")
        for connection in (alice, bob):
            assert (await connection.expect_and_acknowledge("MOVE")).field("Next player") == "none"
            await connection.expect_and_acknowledge("END", "Winner: alice, bob", "End Connection")
            assert await connection.read_to_end() == []

    run_scenario(scenario)


def test_case_13_turn_is_refused_as_waiting_until_all_acknowledged_begin() -> None:
    async def scenario(server: RummyServer) -> None:
        alice, bob = await server.connect_named("alice"), await server.connect_named("bob")
        alice.send("BEGIN", "Start")
        first = (await alice.expect_and_acknowledge("BEGIN")).field("First player")
        await bob.expect("BEGIN")
        starter = alice if first == "alice" else bob
        assert await draw_refusal_reason(starter) == "waiting"
        bob.acknowledge("BEGIN")
        await server.wait_for_acknowledgements()
        starter.send_turn("DRAW STOCK")
        assert (await starter.expect("OK")).body[0] == "valid"

    run_scenario(scenario)


def test_case_14_move_is_resent_every_5_seconds_and_after_20_the_silent_client_is_removed() -> None:
    async def scenario(server: RummyServer) -> None:
        alice, bob, carol = await server.start_at(STATE, *NAMES, "carol")
        await play_first_turn(alice)
        await bob.expect_and_acknowledge("MOVE")
        move = await carol.expect("MOVE")
        await server.wait_for_acknowledgements("carol")
        assert await draw_refusal_reason(bob) == "waiting"
        for _ in range(3):
            server.advance(5)
            for connection in (alice, bob):
                connection.send("OK", "ping")
            await server.run_ready_callbacks()
            assert await carol.expect("MOVE") == move
        assert await draw_refusal_reason(bob) == "waiting"
        server.advance(5)
        for connection in (alice, bob):
            assert (await connection.expect_and_acknowledge("MOVE")).field("Move") == "LEFT"
        await server.wait_for_acknowledgements()
        bob.send_turn("DRAW STOCK")
        await bob.expect("OK")
        assert all(message in (PING, move) for message in await carol.read_to_end())

    run_scenario(scenario)


def test_case_14_client_that_answers_pings_but_does_not_acknowledge_is_removed() -> None:
    """Otherwise the other players would wait without end."""

    async def scenario(server: RummyServer) -> None:
        alice, bob, carol = await server.start_at(STATE, *NAMES, "carol")
        await play_first_turn(alice)
        await bob.expect_and_acknowledge("MOVE")
        await server.wait_for_acknowledgements("carol")
        for _ in range(4):
            server.advance(5)
            for connection in (alice, bob, carol):
                connection.send("OK", "ping")
            await server.run_ready_callbacks()
        assert (await alice.expect_and_acknowledge("MOVE")).field("Move") == "LEFT"

    run_scenario(scenario)


def test_case_15_err_resend_move_resends_it_to_that_client_only_and_another_type_nothing() -> None:
    async def scenario(server: RummyServer) -> None:
        alice, bob = await server.start_at(table("5H 6H KS", "2C 3C", discard="4S"), *NAMES)
        await play_first_turn(alice)
        move = await bob.expect("MOVE")
        bob.send("ERR", "Resend MOVE")
        assert await bob.expect("MOVE") == move
        bob.send("ERR", "Resend BEGIN")
        bob.acknowledge("MOVE")
        await server.wait_for_acknowledgements()
        assert await alice.sync() == []
        assert await bob.sync() == []

    run_scenario(scenario)


def test_case_19_unacknowledged_end_is_sent_three_times_then_the_client_is_disconnected() -> None:
    state = table("4H 5H", "2D", stock="6H", discard="3D", scores=(495, 0))

    async def scenario(server: RummyServer) -> None:
        alice, bob = await server.start_at(state, *NAMES)
        alice.send_turn("DRAW STOCK")
        await alice.expect("OK")
        alice.send_turn("MELD 4H, 5H, 6H")
        await alice.expect("OK", "valid")
        for connection in (alice, bob):
            await connection.expect_and_acknowledge("MOVE")
        await alice.expect_and_acknowledge("END")
        assert await alice.read_to_end() == []
        for seconds in (5, 5, 4):
            await bob.expect("END", "Winner: alice", "End Connection")
            server.advance(seconds)
            bob.send("OK", "ping")
            await server.run_ready_callbacks()
        server.advance(1)
        assert all(message == PING for message in await bob.read_to_end())

    run_scenario(scenario)


def test_any_ok_answers_a_ping_and_a_client_silent_for_20_seconds_is_removed() -> None:
    async def scenario(server: RummyServer) -> None:
        alice = await server.connect_named("alice")
        for _ in range(6):
            server.advance(5)
            assert await alice.read_message() == PING
            alice.send("OK", "anything")
            await server.run_ready_callbacks()
        server.advance(20)
        assert all(message == PING for message in await alice.read_to_end())
        await server.wait_until_idle()
        assert server.server_state.sessions == {}

    run_scenario(scenario)


def test_silent_client_of_the_later_profile_in_a_lobby_is_not_removed_after_a_minute() -> None:
    async def scenario(server: RummyServer) -> None:
        bob = await server.connect_named("bob", later=True)
        server.advance(60)
        await server.connect_named("alice")
        assert bob.alias in server.server_state.sessions

    run_scenario(scenario)


def test_surplus_acknowledgements_are_ignored_without_an_answer() -> None:
    async def scenario(server: RummyServer) -> None:
        alice, bob = await server.start_at(table("5H 6H KS", "2C 3C", discard="4S"), *NAMES)
        for text in ("begun", "move received", "ending", "connected", "nonsense"):
            bob.send("OK", text)
        alice.send_turn("DRAW STOCK")
        await alice.expect("OK")
        assert await bob.sync() == []

    run_scenario(scenario)


def test_player_of_another_transport_plays_before_acknowledgements_a_rummy_client_waits() -> None:
    async def scenario(server: RummyServer) -> None:
        alice, bob = await server.connect_named("alice"), await server.connect_named("bob")
        other = server.connect_memory()
        await other.send(ChooseNickname("carla"))
        (room,) = server.server_state.rooms.values()
        await other.send(SelectMatch(room.number))
        for connection in (alice, bob):
            await connection.expect_and_acknowledge("CONNECT")
        await server.wait_for_acknowledgements()
        alice.send("BEGIN", "Start")
        await alice.expect_and_acknowledge("BEGIN")
        await bob.expect("BEGIN")
        server.set_position(replace(STATE, turn=2))
        await other.send(DrawRummyStock())
        await other.send(DiscardRummyCard("QH"))
        await server.wait_until_idle()
        assert room.match is not None
        assert room.match.state.turn == 0, "bob has not even acknowledged the BEGIN"
        assert (await alice.expect_and_acknowledge("MOVE")).field("Player") == "carla"
        assert await draw_refusal_reason(alice) == "waiting"
        bob.acknowledge("BEGIN")
        await bob.expect_and_acknowledge("MOVE")

    run_scenario(scenario)
