"""Test requests of the Rummy dialect: CONNECT, BEGIN, turns of both profiles (Rummy 9 to 11)."""

from dataclasses import replace

import pytest

from games.rummy.view import view
from messages import ChooseNickname, SelectMatch
from server.dialects.rummy.commands import is_loopback
from server.dialects.rummy.peer import RummySettings
from server.effects import Outcome
from server.limits import DEFAULT_LIMITS
from server.rooms import lifecycle
from tests.games.rummy.tables import A, B, table
from tests.harness.dialects.rummy_server import (
    HostMessage,
    RummyConnection,
    RummyServer,
    run_scenario,
)

OK = HostMessage("OK", ("connected",))


def connect_refusal(reason: str) -> HostMessage:
    return HostMessage("ERR", (f"Error Connecting {reason}",))


def test_example_of_the_digest_from_connect_to_begin_is_sent_to_both_players() -> None:
    async def scenario(server: RummyServer) -> None:
        alice, bob = await server.connect(), await server.connect()
        assert await alice.log_in("alice", "10.0.0.7") == OK
        assert await bob.log_in("bob", "10.0.0.8") == OK
        await alice.expect_and_acknowledge("CONNECT", "New player: bob")
        await server.wait_for_acknowledgements()
        alice.send("BEGIN", "Start")
        for connection in (alice, bob):
            reply = await connection.expect_and_acknowledge("BEGIN")
            assert reply.field("Round") == "1"
            assert reply.field("Scores") == "alice - 0, bob - 0"
            assert reply.field("First player") in ("alice", "bob")
            setup = reply.field("Setup info")
            assert setup.endswith("; stock=25")
            assert setup.split("; ")[0].count(" of ") == 13

    run_scenario(scenario)


def test_sender_is_the_alias_without_a_player_field() -> None:
    async def scenario(server: RummyServer) -> None:
        connection = await server.connect()
        connection.send("CONNECT", "IP Address: 10.0.0.7", "Port Num: 1", sender="zoe")
        await connection.expect("OK", "connected")
        assert "zoe" in server.server_state.sessions

    run_scenario(scenario)


def test_case_17_alias_differing_only_in_case_is_refused_and_another_is_accepted() -> None:
    async def scenario(server: RummyServer) -> None:
        await server.connect_named("alice")
        other = await server.connect()
        assert await other.log_in("Alice") == connect_refusal("need new alias")
        assert await other.log_in("alice2") == OK

    run_scenario(scenario)


def test_case_18_ban_of_the_stated_address_is_checked_before_the_alias_and_disconnects() -> None:
    async def scenario(server: RummyServer) -> None:
        await server.connect_named("alice")
        server.server_state.bans.add("address", "10.0.0.64/29")
        other = await server.connect()
        assert await other.log_in("alice", "10.0.0.66") == connect_refusal("ip banned")
        assert await other.read_to_end() == []

    run_scenario(scenario)


@pytest.mark.parametrize("later", [False, True])
def test_ban_of_the_socket_address_is_told_at_connect_in_both_profiles_and_disconnects(
    later: bool,
) -> None:
    async def scenario(server: RummyServer) -> None:
        server.server_state.bans.add("address", "127.0.0.1")
        other = await server.connect(later=later)
        assert await other.log_in("alice", "10.0.0.1") == connect_refusal("ip banned")
        assert await other.read_to_end() == []
        assert server.server_state.sessions == {}

    run_scenario(scenario)


def test_banned_client_that_sends_unreadable_or_long_messages_is_disconnected_unanswered() -> None:
    async def scenario(server: RummyServer) -> None:
        server.server_state.bans.add("address", "127.0.0.1")
        for nonsense in (b"hello\n\nyou\n\n" * 3, b"x" * 20_000):
            other = await server.connect()
            other.send_bytes(nonsense)
            assert await other.read_to_end() == []

    run_scenario(scenario)


def test_connection_limit_closes_a_third_connection_of_a_banned_address_unanswered() -> None:
    async def scenario(server: RummyServer) -> None:
        server.server_state.bans.add("address", "127.0.0.1")
        waiting = [await server.connect() for _ in range(2)]
        third = await server.connect()
        assert await third.read_to_end() == []
        for connection in waiting:
            assert await connection.log_in("alice") == connect_refusal("ip banned")

    run_scenario(
        scenario, limits=replace(DEFAULT_LIMITS, trusted_networks=(), connections_per_address=2)
    )


def test_connect_from_an_address_whose_ban_was_removed_is_accepted() -> None:
    async def scenario(server: RummyServer) -> None:
        server.server_state.bans.add("address", "10.0.0.66")
        server.server_state.bans.remove("address", "10.0.0.66")
        assert await (await server.connect()).log_in("alice", "10.0.0.66") == OK

    run_scenario(scenario)


def test_banned_name_is_refused_as_alias_and_another_is_accepted() -> None:
    async def scenario(server: RummyServer) -> None:
        server.server_state.bans.add("name", "alice")
        other = await server.connect()
        assert await other.log_in("alice") == connect_refusal("need new alias")
        assert await other.log_in("alice2") == OK

    run_scenario(scenario)


def test_second_client_from_one_address_is_refused_until_the_first_disconnects() -> None:
    async def scenario(server: RummyServer) -> None:
        first, second = await server.connect(), await server.connect()
        assert await first.log_in("alice", "10.0.0.7") == OK
        assert await second.log_in("bob", "10.0.0.7") == connect_refusal("ip in use")
        assert await second.read_to_end() == []
        await first.close()
        await server.run_ready_callbacks()
        third = await server.connect()
        assert await third.log_in("bob", "10.0.0.7") == OK

    run_scenario(scenario)


def test_two_clients_from_one_address_are_accepted_without_one_player_per_ip() -> None:
    async def scenario(server: RummyServer) -> None:
        for alias in ("alice", "bob"):
            connection = await server.connect()
            assert await connection.log_in(alias, "10.0.0.7") == OK

    run_scenario(scenario, RummySettings(one_player_per_ip=False))


@pytest.mark.parametrize("alias", ["host", "None", "x" * 21, "al ice", "ali\u0107e", "a|b"])
def test_illegal_alias_is_refused_and_another_is_accepted(alias: str) -> None:
    async def scenario(server: RummyServer) -> None:
        connection = await server.connect()
        assert await connection.log_in(alias) == connect_refusal("need new alias")
        assert await connection.log_in("x") == OK

    run_scenario(scenario)


def test_three_but_not_two_bad_messages_before_connect_end_the_connection() -> None:
    async def scenario(server: RummyServer) -> None:
        connection = await server.connect()
        connection.send("DANCE", "please")
        connection.send("OK", "connected", sender="me")
        assert await connection.log_in("alice") == OK
        other = await server.connect()
        for _ in range(3):
            other.send("TURN", "new turn: DRAW STOCK", sender="me")
        assert await other.read_to_end() == []

    run_scenario(scenario)


def test_connect_from_another_port_is_closed_unanswered_with_require_player_port() -> None:
    async def scenario(server: RummyServer) -> None:
        connection = await server.connect()
        connection.send("CONNECT", "IP Address: 10.0.0.7", "Player: alice", sender="alice")
        assert await connection.read_to_end() == []
        assert server.server_state.sessions == {}

    run_scenario(scenario, RummySettings(require_player_port=True, player_port=1))


def test_only_the_host_starts_once_and_with_two_players_also_with_a_bare_start() -> None:
    async def scenario(server: RummyServer) -> None:
        alice = await server.connect_named("alice")
        alice.send("BEGIN", "Start")
        assert (await alice.expect("ERR")).body[0] == "Resend BEGIN"
        bob = await server.connect_named("bob")
        bob.send("BEGIN", "Start")
        assert (await bob.expect("ERR")).body[0] == "Resend BEGIN"
        alice.send_bytes(b"start\n")
        for connection in (alice, bob):
            await connection.expect_and_acknowledge("BEGIN")
        await server.wait_for_acknowledgements()
        alice.send("BEGIN", "Start")
        assert (await alice.expect("ERR")).body[0] == "Resend BEGIN"

    run_scenario(scenario)


def test_next_player_becomes_host_and_may_begin_when_the_host_leaves_the_lobby() -> None:
    async def scenario(server: RummyServer) -> None:
        alice, bob = await server.connect_named("alice"), await server.connect_named("bob")
        await alice.close()
        server.connections.remove(alice)
        await server.run_ready_callbacks()
        await server.wait_until_idle()
        carol = await server.connect_named("carol")
        bob.send("BEGIN", "Start")
        for connection in (bob, carol):
            assert (await connection.expect_and_acknowledge("BEGIN")).field(
                "Scores"
            ) == "bob - 0, carol - 0"

    run_scenario(scenario)


def test_match_of_both_profiles_starts_automatically_with_autostart_players() -> None:
    async def scenario(server: RummyServer) -> None:
        alice, bob = await server.connect(), await server.connect(later=True)
        assert await alice.log_in("alice") == OK
        assert await bob.log_in("bob") == HostMessage("OK", ("CONNECT",))
        await alice.expect_and_acknowledge("CONNECT", "New player: bob")
        await alice.expect_and_acknowledge("BEGIN")
        first, *_, hand, top = (await bob.expect_and_acknowledge("BEGIN")).body
        assert first.startswith("First player: ")
        assert hand.startswith("Starting Hand: ")
        assert " of " in top

    run_scenario(scenario, RummySettings(autostart=2))


def test_refused_automatic_start_is_requested_again_only_later_or_with_more_players() -> None:
    async def scenario(server: RummyServer) -> None:
        alice, bob = await server.connect(), await server.connect()
        assert await alice.log_in("alice") == OK  # one player cannot start a match
        received = server.hub.handler.counts.received
        server.advance(6)  # sends a heartbeat, after which the start is requested again
        assert server.hub.handler.counts.received == received + 1
        assert await bob.log_in("bob") == OK
        await alice.expect_and_acknowledge("CONNECT", "New player: bob")
        await alice.expect_and_acknowledge("BEGIN")

    run_scenario(scenario, RummySettings(autostart=1))


def test_player_of_another_transport_who_joins_the_room_is_announced() -> None:
    async def scenario(server: RummyServer) -> None:
        alice = await server.connect_named("alice")
        other = server.connect_memory()
        await other.send(ChooseNickname("carla"))
        (room,) = server.server_state.rooms.values()
        await other.send(SelectMatch(room.number))
        await alice.expect_and_acknowledge("CONNECT", "New player: carla")

    run_scenario(scenario)


def test_is_loopback_is_true_for_loopback_and_unreadable_addresses_only() -> None:
    assert is_loopback("127.0.0.9")
    assert is_loopback("::1")
    assert is_loopback("nonsense")
    assert not is_loopback("10.0.0.1")


FORGIVING = {"forgiving": True}
NAMES = ("alice", "bob")


async def refusal_reason(connection: RummyConnection, text: str) -> str:
    """Send a turn; return the reason of its refusal."""
    connection.send_turn(text)
    reply = await connection.expect("ERR")
    assert reply.body[0] == "Resend TURN"
    return reply.field("Reason")


async def draw_cards(connection: RummyConnection, text: str = "DRAW STOCK") -> str:
    """Draw; return the cards."""
    connection.send_turn(text)
    reply = await connection.expect("OK")
    assert reply.body[0] == "valid"
    return reply.field("Cards")


async def expect_move(connections: list[RummyConnection], *body: str) -> list[HostMessage]:
    """Expect the same MOVE on all connections and acknowledge it."""
    reply = [await connection.expect_and_acknowledge("MOVE") for connection in connections]
    assert len(set(reply)) == 1
    assert reply[0].body[:-1] == body
    return reply


def test_first_turn_of_the_digest_is_sent_to_both_and_ends_the_round_with_scores() -> None:
    state = table("5H 6H KS", "2C 3C", discard="4S", stock="7H")

    async def scenario(server: RummyServer) -> None:
        alice, bob = await server.start_at(state, *NAMES)
        assert await draw_cards(alice) == "7 of Hearts"
        alice.send_turn("MELD 5 of Hearts, 6 of Hearts, 7 of Hearts; DISCARD K of Spades")
        await alice.expect("OK", "valid")
        meld = "DRAW STOCK; MELD #1 5 of Hearts, 6 of Hearts, 7 of Hearts; DISCARD K of Spades"
        await expect_move([alice, bob], "Player: alice", f"Move: {meld}", "Next player: none")
        for connection in (alice, bob):
            reply = await connection.expect_and_acknowledge("BEGIN")
            assert reply.field("Round") == "2"
            assert reply.field("Scores") == "alice - 18, bob - -5"
            assert reply.field("First player") == "bob"

    run_scenario(scenario)


def test_turn_in_several_messages_sends_a_move_for_each_and_continues_after_a_refusal() -> None:
    melds = ((B, "9D TD JD"),)
    state = table("5H 6H 7H 8H QD KS 2H", "2C 3C", discard="4S", stock="AC", melds=melds)

    async def scenario(server: RummyServer) -> None:
        both = [alice, _] = await server.start_at(state, *NAMES)
        await draw_cards(alice)
        alice.send_turn("MELD 5H, 6H, 7H")
        await alice.expect("OK", "valid")
        text = "Move: DRAW STOCK; MELD #2 5 of Hearts, 6 of Hearts, 7 of Hearts"
        await expect_move(both, "Player: alice", text, "Next player: alice")
        await server.wait_for_acknowledgements()
        alice.send_turn("LAYOFF #1 Q of diamonds, K of Spades")
        assert (await alice.expect("ERR")).body[0] == "Resend TURN"
        alice.send_turn("LAYOFF #1 Q of Diamonds; layoff #2 8h;")
        await alice.expect("OK", "valid")
        text = "Move: LAYOFF #1 Q of Diamonds; LAYOFF #2 8 of Hearts"
        await expect_move(both, "Player: alice", text, "Next player: alice")
        await server.wait_for_acknowledgements()
        alice.send_turn("DISCARD K of Spades")
        await alice.expect("OK", "valid")
        (reply, _) = await expect_move(
            both, "Player: alice", "Move: DISCARD K of Spades", "Next player: bob"
        )
        assert reply.field("Seq") == "3"

    run_scenario(scenario)


def test_take_from_the_pile_is_sent_with_its_card_which_must_be_melded_before_the_discard() -> None:
    state = table("7H 8H KS", "2C 3C", discard="4S 9H 2D")

    async def scenario(server: RummyServer) -> None:
        both = [alice, _] = await server.start_at(state, *NAMES)
        assert await draw_cards(alice, "DRAW DISCARD 9 of Hearts") == "4 of Spades, 9 of Hearts"
        assert "9H" in await refusal_reason(alice, "DISCARD K of Spades")
        alice.send_turn("MELD 7H, 8H, 9H; DISCARD KS")
        await alice.expect("OK", "valid")
        text = (
            "Move: DRAW DISCARD 9 of Hearts; MELD #1 7 of Hearts, 8 of Hearts, 9 of Hearts;"
            " DISCARD K of Spades"
        )
        await expect_move(both, "Player: alice", text, "Next player: bob")

    run_scenario(scenario)


@pytest.mark.parametrize(
    "text",
    [
        "",
        ";",
        "DANCE",
        "DRAW",
        "DRAW STOCK; DISCARD K of Spades",
        "DRAW DISCARD",
        "DRAW DISCARD 1 of Hearts",
        "DRAW DISCARD 9 of Hearts",
        "MELD",
        "MELD 5 of Harts",
        "LAYOFF #x 5H",
        "LAYOFF 5H",
        "DISCARD",
        "DISCARD 5H; DISCARD 6H",
        "DISCARD 5H; MELD 5H, 6H, 7H",
        "DISCARD K of Spades",
    ],
)
def test_refused_turn_gets_a_reason_and_changes_nothing_also_out_of_turn(text: str) -> None:
    state = table("5H 6H 7H KS", "2C 3C", discard="4S")

    async def scenario(server: RummyServer) -> None:
        alice, bob = await server.start_at(state, *NAMES)
        assert await refusal_reason(alice, text)
        assert await refusal_reason(bob, "DRAW STOCK") == "not your turn"
        assert server.active_room.match is not None
        assert server.active_room.match.state == state
        assert await draw_cards(alice)

    run_scenario(scenario)


def test_stale_turn_is_refused_with_check_previous_and_a_current_one_accepted() -> None:
    state = table("5H 6H 7H KS", "2C 3C", discard="4S")

    async def scenario(server: RummyServer) -> None:
        alice, _ = await server.start_at(state, *NAMES)
        alice.send("TURN", "previous game state: DISCARD 4 of Spades", "new turn: DRAW STOCK")
        assert (await alice.expect("ERR")).field("Reason") == "stale"
        alice.send("TURN", "previous game state: none", "new turn: DRAW STOCK")
        await alice.expect("OK")

    run_scenario(scenario, RummySettings(check_previous=True))


def test_leaver_is_announced_and_the_last_player_wins_then_room_and_sessions_are_removed() -> None:
    state = table("5H 6H 7H KS", "2C 3C", "4C 5C", discard="4S")

    async def scenario(server: RummyServer) -> None:
        alice, bob, carol = await server.start_at(state, *NAMES, "carol")
        await draw_cards(alice)
        await carol.close()
        await expect_move([alice, bob], "Player: carol", "Move: LEFT", "Next player: alice")
        await server.wait_for_acknowledgements()
        await alice.close()
        await bob.expect_and_acknowledge("MOVE")
        reply = await bob.expect("END", "Winner: bob", "End Connection")
        assert reply.type == "END"
        bob.acknowledge("END")
        assert await bob.read_to_end() == []
        await server.run_ready_callbacks()
        await server.wait_until_idle()
        assert server.server_state.rooms == {}
        assert server.server_state.sessions == {}

    run_scenario(scenario)


def test_closed_room_disconnects_its_clients_without_a_message() -> None:
    async def scenario(server: RummyServer) -> None:
        both = await server.start_match(*NAMES)
        outcome = Outcome()
        lifecycle.close(server.server_state, server.active_room, outcome)
        server.hub.deliver(outcome)
        for connection in both:
            assert await connection.read_to_end() == []

    run_scenario(scenario)


def test_turn_made_by_the_turn_clock_draws_and_discards_and_is_announced_to_both() -> None:
    state = table("5H 6H 7H KS", "2C 3C", discard="4S", stock="9C")

    async def scenario(server: RummyServer) -> None:
        both = await server.start_at(state, *NAMES)
        for _ in range(12):
            server.advance(10)
            for connection in both:
                connection.send("OK", "ping")
            await server.run_ready_callbacks()
        text = "Move: DRAW STOCK; DISCARD 9 of Clubs"
        await expect_move(both, "Player: alice", text, "Next player: bob")

    run_scenario(scenario)


# --- the later profile --------------------------------------------------------------------------


def send_later_turn(connection: RummyConnection, *body: str) -> None:
    connection.send("TURN", *body)


def test_whole_turn_of_the_later_profile_infers_melds_and_is_sent_in_both_profiles() -> None:
    state = table("5H 6H 7H KS 2H", "2C 3C", discard="4S 9S", stock="AC")

    async def scenario(server: RummyServer) -> None:
        alice, bob = await server.start_at(state, *NAMES, later=("alice",))
        send_later_turn(alice, "T")
        await alice.expect("OK", "TURN", "A of Clubs")
        hand = "Hand: 2 of Hearts, A of Clubs, "
        send_later_turn(alice, "D", hand, "Points: 99", "K of Spades")
        await alice.expect_and_acknowledge(
            "MOVE",
            "Player: alice",
            "Points: 18",
            "Next player: bob",
            "Discarded: K of Spades",
            "K of Spades, 4 of Spades, 9 of Spades",
        )
        reply = await bob.expect_and_acknowledge("MOVE")
        meld = "MELD #1 5 of Hearts, 6 of Hearts, 7 of Hearts"
        assert reply.field("Move") == f"DRAW STOCK; {meld}; DISCARD K of Spades"

    run_scenario(scenario)


def test_p_of_the_later_profile_takes_from_the_pile_from_the_top_to_the_index() -> None:
    state = table("7H 8H KS 2H", "2C 3C", discard="4S 9H 2D")

    async def scenario(server: RummyServer) -> None:
        alice, _ = await server.start_at(state, *NAMES, later=("alice",))
        send_later_turn(alice, "P", "1")
        await alice.expect("OK", "TURN", "4 of Spades, 9 of Hearts")

    run_scenario(scenario)


@pytest.mark.parametrize("index", ["3", "0", "99", "-1", "x", "999999999999"])
def test_case_20_illegal_p_draws_from_the_stock_and_leaves_the_pile_unchanged(index: str) -> None:
    state = table("4H 9C JS", "2C 3C", discard="4S 9H 2D KD", stock="AC")

    async def scenario(server: RummyServer) -> None:
        alice, _ = await server.start_at(state, *NAMES, later=("alice",))
        send_later_turn(alice, "P", index)
        await alice.expect("OK", "TURN", "A of Clubs")
        assert server.active_room.match is not None
        assert server.active_room.match.state.discard == state.discard

    run_scenario(scenario)


def test_case_21_repeated_d_with_forgiving_loses_the_unmatched_cards_to_the_pile() -> None:
    state = table("4H 9C JS KS", "2C 3C", discard="2D", stock="AC", options=FORGIVING)

    async def scenario(server: RummyServer) -> None:
        alice, bob = await server.start_at(state, *NAMES, later=("alice",))
        send_later_turn(alice, "T")
        await alice.expect("OK")
        body = ("D", "Hand: A of Clubs, 4 of Hearts", "Points: 40", "K of Spades")
        send_later_turn(alice, *body)
        await alice.expect("ERR", "Resend TURN")
        send_later_turn(alice, *body)
        reply = await alice.expect_and_acknowledge("MOVE")
        assert reply.field("Points") == "0"
        assert reply.body[-1] == "K of Spades, 2 of Diamonds, J of Spades, 9 of Clubs"
        text = "DRAW STOCK; LOST 9 of Clubs, J of Spades; DISCARD K of Spades"
        assert (await bob.expect_and_acknowledge("MOVE")).field("Move") == text
        assert server.active_room.match is not None
        assert view(server.active_room.match.state, A).hand == ("4H", "AC")

    run_scenario(scenario)


def test_repeated_d_that_keeps_the_taken_card_is_accepted_with_a_fine_with_forgiving() -> None:
    state = table("7H 8H KS 2H", "2C 3C", discard="9H", options=FORGIVING)

    async def scenario(server: RummyServer) -> None:
        alice, _ = await server.start_at(state, *NAMES, later=("alice",))
        send_later_turn(alice, "P", "0")
        await alice.expect("OK", "TURN", "9 of Hearts")
        body = ("D", "Hand: 7H, 8H, 9H, 2H, ", "Points: 0", "KS")
        send_later_turn(alice, *body)
        await alice.expect("ERR", "Resend TURN")
        send_later_turn(alice, *body)
        await alice.expect_and_acknowledge("MOVE")
        assert server.active_room.match is not None
        assert server.active_room.match.state.fines == (9, 0)

    run_scenario(scenario)


def test_d_with_unmatched_cards_without_forgiving_is_refused_once_then_only_discards() -> None:
    state = table("4H 9C JS KS", "2C 3C", discard="2D", stock="AC")

    async def scenario(server: RummyServer) -> None:
        alice, _ = await server.start_at(state, *NAMES, later=("alice",))
        send_later_turn(alice, "T")
        await alice.expect("OK")
        body = ("D", "Hand: A of Clubs, 4 of Hearts", "Points: 40", "K of Spades")
        send_later_turn(alice, *body)
        await alice.expect("ERR", "Resend TURN")
        send_later_turn(alice, *body)
        assert (await alice.expect_and_acknowledge("MOVE")).field("Discarded") == "K of Spades"

    run_scenario(scenario)


@pytest.mark.parametrize(
    "body",
    [
        ("D", "Hand: 4H, A of Diamonds", "Points: 0", "KS"),
        ("D", "Hand: 4H, 9C", "Points: 0", "A of Diamonds"),
        ("D", "Hand: 4H, KS", "Points: 0", "KS"),
        ("D", "Hand: rubbish", "Points: 0", "KS"),
        ("D",),
    ],
)
def test_repeated_d_with_impossible_cards_disconnects_and_the_leaver_is_announced(
    body: tuple[str, ...],
) -> None:
    state = table("4H 9C JS KS", "2C 3C", discard="2D", stock="AC", options=FORGIVING)

    async def scenario(server: RummyServer) -> None:
        alice, bob = await server.start_at(state, *NAMES, later=("alice",))
        send_later_turn(alice, "T")
        await alice.expect("OK")
        send_later_turn(alice, *body)
        await alice.expect("ERR", "Resend TURN")
        send_later_turn(alice, *body)
        assert await alice.read_to_end() == []
        assert (await bob.expect_and_acknowledge("MOVE")).field("Move") == "LEFT"

    run_scenario(scenario)


def test_turn_of_the_later_profile_waits_for_the_acknowledgement_of_the_other_player() -> None:
    """The client would repeat the turn after each ERR, so the turn waits instead."""
    state = table("2C 3C KS", "4H 9C JS", discard="2D", stock="AC")

    async def scenario(server: RummyServer) -> None:
        alice, bob = await server.start_at(state, *NAMES, later=("bob",))
        await draw_cards(alice)
        alice.send_turn("DISCARD K of Spades")
        await alice.expect("OK", "valid")
        await alice.expect("MOVE")
        await bob.expect_and_acknowledge("MOVE")
        send_later_turn(bob, "T")
        await server.run_ready_callbacks()
        assert server.active_room.match is not None
        assert server.active_room.match.state.decision == "DRAW"
        alice.acknowledge("MOVE")
        assert (await bob.expect("OK")).body[0] == "TURN"

    run_scenario(scenario)


def test_draw_out_of_turn_waits_for_the_turn_in_the_later_profile() -> None:
    state = table("2C 3C KS", "4H 9C JS", discard="2D", stock="AC")

    async def scenario(server: RummyServer) -> None:
        alice, bob = await server.start_at(state, *NAMES, later=("bob",))
        send_later_turn(bob, "T")
        await draw_cards(alice)
        alice.send_turn("DISCARD K of Spades")
        await alice.expect("OK", "valid")
        await alice.expect_and_acknowledge("MOVE")
        await bob.expect_and_acknowledge("MOVE")
        assert (await bob.expect("OK")).body[0] == "TURN"

    run_scenario(scenario)


def test_end_of_a_round_sends_the_later_profile_begin_and_the_seed_profile_move_and_begin() -> None:
    state = table("5H 6H 7H KS", "2C 3C", discard="4S", stock="8H")

    async def scenario(server: RummyServer) -> None:
        alice, bob = await server.start_at(state, *NAMES, later=("alice",))
        send_later_turn(alice, "T")
        await alice.expect("OK")
        send_later_turn(alice, "D", "Hand: ", "Points: 26", "K of Spades")
        assert (await alice.expect_and_acknowledge("BEGIN")).field(
            "Scores"
        ) == "alice - 26, bob - -5"
        assert (await bob.expect_and_acknowledge("MOVE")).field("Next player") == "none"
        await bob.expect_and_acknowledge("BEGIN")

    run_scenario(scenario)
