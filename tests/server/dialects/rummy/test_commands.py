"""Requests in Rummy's dialect: entry, the start, turns of both profiles (Rummy 9 to 11)."""

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


def entry_refused(reason: str) -> HostMessage:
    return HostMessage("ERR", (f"Error Connecting {reason}",))


def test_the_first_conversation_of_the_digest() -> None:
    async def scenario(server: RummyServer) -> None:
        alice, bob = await server.connect(), await server.connect()
        assert await alice.log_in("alice", "10.0.0.7") == OK
        assert await bob.log_in("bob", "10.0.0.8") == OK
        await alice.expect_and_acknowledge("CONNECT", "New player: bob")
        await server.wait_for_acknowledgements()
        alice.send("BEGIN", "Start")
        for connection in (alice, bob):
            said = await connection.expect_and_acknowledge("BEGIN")
            assert said.field("Round") == "1"
            assert said.field("Scores") == "alice - 0, bob - 0"
            assert said.field("First player") in ("alice", "bob")
            setup = said.field("Setup info")
            assert setup.endswith("; stock=25")
            assert setup.split("; ")[0].count(" of ") == 13

    run_scenario(scenario)


def test_the_sender_is_the_alias_where_no_player_is_named() -> None:
    async def scenario(server: RummyServer) -> None:
        connection = await server.connect()
        connection.send("CONNECT", "IP Address: 10.0.0.7", "Port Num: 1", sender="zoe")
        await connection.expect("OK", "connected")
        assert "zoe" in server.server_state.sessions

    run_scenario(scenario)


def test_t16_the_sixth_player_finds_the_lobby_full() -> None:
    async def scenario(server: RummyServer) -> None:
        for alias in ("a", "b", "c", "d", "e"):
            await server.connect_named(alias)
        sixth = await server.connect()
        assert await sixth.log_in("f") == entry_refused("lobby full")
        assert await sixth.read_to_end() == []

    run_scenario(scenario, RummySettings(autostart=9))


def test_t16_during_the_match_nobody_enters_even_if_a_seat_is_free() -> None:
    async def scenario(server: RummyServer) -> None:
        await server.start_match("alice", "bob")
        late = await server.connect()
        assert await late.log_in("carol") == entry_refused("game in progress already")
        assert await late.read_to_end() == []

    run_scenario(scenario)


def test_t17_an_alias_that_differs_in_case_only() -> None:
    async def scenario(server: RummyServer) -> None:
        await server.connect_named("alice")
        other = await server.connect()
        assert await other.log_in("Alice") == entry_refused("need new alias")
        assert await other.log_in("alice2") == OK

    run_scenario(scenario)


def test_t18_a_banned_address_is_noticed_before_the_alias() -> None:
    async def scenario(server: RummyServer) -> None:
        await server.connect_named("alice")
        server.server_state.bans.add("address", "10.0.0.64/29")
        other = await server.connect()
        assert await other.log_in("alice", "10.0.0.66") == entry_refused("ip banned")
        assert await other.read_to_end() == []

    run_scenario(scenario)


@pytest.mark.parametrize("later", [False, True])
def test_a_ban_of_the_address_of_the_socket_is_told_too(later: bool) -> None:
    async def scenario(server: RummyServer) -> None:
        server.server_state.bans.add("address", "127.0.0.1")
        other = await server.connect(later=later)
        assert await other.log_in("alice", "10.0.0.1") == entry_refused("ip banned")
        assert await other.read_to_end() == []
        assert server.server_state.sessions == {}

    run_scenario(scenario)


def test_a_banned_address_that_says_nothing_sensible_is_sent_away_like_any() -> None:
    async def scenario(server: RummyServer) -> None:
        server.server_state.bans.add("address", "127.0.0.1")
        for nonsense in (b"hello\n\nyou\n\n" * 3, b"x" * 20_000):
            other = await server.connect()
            other.send_bytes(nonsense)
            assert await other.read_to_end() == []

    run_scenario(scenario)


def test_a_banned_address_holds_no_more_connections_than_any() -> None:
    async def scenario(server: RummyServer) -> None:
        server.server_state.bans.add("address", "127.0.0.1")
        waiting = [await server.connect() for _ in range(2)]
        third = await server.connect()
        assert await third.read_to_end() == []
        for connection in waiting:
            assert await connection.log_in("alice") == entry_refused("ip banned")

    run_scenario(
        scenario, limits=replace(DEFAULT_LIMITS, trusted_networks=(), connections_per_address=2)
    )


def test_a_ban_that_is_lifted_is_no_ban() -> None:
    async def scenario(server: RummyServer) -> None:
        server.server_state.bans.add("address", "10.0.0.66")
        server.server_state.bans.remove("address", "10.0.0.66")
        assert await (await server.connect()).log_in("alice", "10.0.0.66") == OK

    run_scenario(scenario)


def test_a_banned_name_needs_a_new_alias() -> None:
    async def scenario(server: RummyServer) -> None:
        server.server_state.bans.add("name", "alice")
        other = await server.connect()
        assert await other.log_in("alice") == entry_refused("need new alias")
        assert await other.log_in("alice2") == OK

    run_scenario(scenario)


def test_one_player_for_each_address() -> None:
    async def scenario(server: RummyServer) -> None:
        first, second = await server.connect(), await server.connect()
        assert await first.log_in("alice", "10.0.0.7") == OK
        assert await second.log_in("bob", "10.0.0.7") == entry_refused("ip in use")
        assert await second.read_to_end() == []
        await first.close()
        await server.run_ready_callbacks()
        third = await server.connect()
        assert await third.log_in("bob", "10.0.0.7") == OK

    run_scenario(scenario)


def test_several_players_of_one_address_where_that_is_allowed() -> None:
    async def scenario(server: RummyServer) -> None:
        for alias in ("alice", "bob"):
            connection = await server.connect()
            assert await connection.log_in(alias, "10.0.0.7") == OK

    run_scenario(scenario, RummySettings(one_player_per_ip=False))


@pytest.mark.parametrize("alias", ["host", "None", "x" * 21, "al ice", "ali\u0107e", "a|b"])
def test_an_alias_that_may_not_be(alias: str) -> None:
    async def scenario(server: RummyServer) -> None:
        connection = await server.connect()
        assert await connection.log_in(alias) == entry_refused("need new alias")
        assert await connection.log_in("x") == OK

    run_scenario(scenario)


def test_three_bad_messages_before_entry_end_the_connection() -> None:
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


def test_a_connection_from_another_port_is_closed_unread() -> None:
    async def scenario(server: RummyServer) -> None:
        connection = await server.connect()
        connection.send("CONNECT", "IP Address: 10.0.0.7", "Player: alice", sender="alice")
        assert await connection.read_to_end() == []
        assert server.server_state.sessions == {}

    run_scenario(scenario, RummySettings(require_player_port=True, player_port=1))


def test_only_the_hosting_player_begins_and_only_with_two() -> None:
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


def test_the_next_in_line_takes_over_the_lobby() -> None:
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


def test_the_match_begins_by_itself_with_enough_players() -> None:
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


def test_guests_of_other_routes_sit_down_here_and_are_announced() -> None:
    async def scenario(server: RummyServer) -> None:
        alice = await server.connect_named("alice")
        other = server.connect_memory()
        await other.send(ChooseNickname("carla"))
        (room,) = server.server_state.rooms.values()
        await other.send(SelectMatch(room.number))
        await alice.expect_and_acknowledge("CONNECT", "New player: carla")

    run_scenario(scenario)


def test_what_is_loopback() -> None:
    assert is_loopback("127.0.0.9")
    assert is_loopback("::1")
    assert is_loopback("nonsense")
    assert not is_loopback("10.0.0.1")


FORGIVING = {"forgiving": True}
NAMES = ("alice", "bob")


async def refused(connection: RummyConnection, text: str) -> str:
    """The reason why this turn was refused."""
    connection.send_turn(text)
    said = await connection.expect("ERR")
    assert said.body[0] == "Resend TURN"
    return said.field("Reason")


async def drawn(connection: RummyConnection, text: str = "DRAW STOCK") -> str:
    """Draw; the cards given."""
    connection.send_turn(text)
    said = await connection.expect("OK")
    assert said.body[0] == "valid"
    return said.field("Cards")


async def moved(connections: list[RummyConnection], *body: str) -> list[HostMessage]:
    """Everybody hears of the same MOVE and acknowledges it."""
    said = [await connection.expect_and_acknowledge("MOVE") for connection in connections]
    assert len(set(said)) == 1
    assert said[0].body[:-1] == body
    return said


def test_the_first_turn_of_the_digest() -> None:
    state = table("5H 6H KS", "2C 3C", discard="4S", stock="7H")

    async def scenario(server: RummyServer) -> None:
        alice, bob = await server.start_at(state, *NAMES)
        assert await drawn(alice) == "7 of Hearts"
        alice.send_turn("MELD 5 of Hearts, 6 of Hearts, 7 of Hearts; DISCARD K of Spades")
        await alice.expect("OK", "valid")
        meld = "DRAW STOCK; MELD #1 5 of Hearts, 6 of Hearts, 7 of Hearts; DISCARD K of Spades"
        await moved([alice, bob], "Player: alice", f"Move: {meld}", "Next player: none")
        for connection in (alice, bob):
            said = await connection.expect_and_acknowledge("BEGIN")
            assert said.field("Round") == "2"
            assert said.field("Scores") == "alice - 18, bob - -5"
            assert said.field("First player") == "bob"

    run_scenario(scenario)


def test_a_turn_in_several_messages() -> None:
    melds = ((B, "9D TD JD"),)
    state = table("5H 6H 7H 8H QD KS 2H", "2C 3C", discard="4S", stock="AC", melds=melds)

    async def scenario(server: RummyServer) -> None:
        both = [alice, _] = await server.start_at(state, *NAMES)
        await drawn(alice)
        alice.send_turn("MELD 5H, 6H, 7H")
        await alice.expect("OK", "valid")
        text = "Move: DRAW STOCK; MELD #2 5 of Hearts, 6 of Hearts, 7 of Hearts"
        await moved(both, "Player: alice", text, "Next player: alice")
        await server.wait_for_acknowledgements()
        alice.send_turn("LAYOFF #1 Q of diamonds, K of Spades")
        assert (await alice.expect("ERR")).body[0] == "Resend TURN"
        alice.send_turn("LAYOFF #1 Q of Diamonds; layoff #2 8h;")
        await alice.expect("OK", "valid")
        text = "Move: LAYOFF #1 Q of Diamonds; LAYOFF #2 8 of Hearts"
        await moved(both, "Player: alice", text, "Next player: alice")
        await server.wait_for_acknowledgements()
        alice.send_turn("DISCARD K of Spades")
        await alice.expect("OK", "valid")
        (said, _) = await moved(
            both, "Player: alice", "Move: DISCARD K of Spades", "Next player: bob"
        )
        assert said.field("Seq") == "3"

    run_scenario(scenario)


def test_a_deep_take_is_reported_with_its_card() -> None:
    state = table("7H 8H KS", "2C 3C", discard="4S 9H 2D")

    async def scenario(server: RummyServer) -> None:
        both = [alice, _] = await server.start_at(state, *NAMES)
        assert await drawn(alice, "DRAW DISCARD 9 of Hearts") == "4 of Spades, 9 of Hearts"
        assert "9H" in await refused(alice, "DISCARD K of Spades")
        alice.send_turn("MELD 7H, 8H, 9H; DISCARD KS")
        await alice.expect("OK", "valid")
        text = (
            "Move: DRAW DISCARD 9 of Hearts; MELD #1 7 of Hearts, 8 of Hearts, 9 of Hearts;"
            " DISCARD K of Spades"
        )
        await moved(both, "Player: alice", text, "Next player: bob")

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
def test_refused_turns_leave_everything_as_it_is(text: str) -> None:
    state = table("5H 6H 7H KS", "2C 3C", discard="4S")

    async def scenario(server: RummyServer) -> None:
        alice, bob = await server.start_at(state, *NAMES)
        assert await refused(alice, text)
        assert await refused(bob, "DRAW STOCK") == "not your turn"
        assert server.active_room.match is not None
        assert server.active_room.match.state == state
        assert await drawn(alice)

    run_scenario(scenario)


def test_a_stale_turn_is_refused_where_that_is_checked() -> None:
    state = table("5H 6H 7H KS", "2C 3C", discard="4S")

    async def scenario(server: RummyServer) -> None:
        alice, _ = await server.start_at(state, *NAMES)
        alice.send("TURN", "previous game state: DISCARD 4 of Spades", "new turn: DRAW STOCK")
        assert (await alice.expect("ERR")).field("Reason") == "stale"
        alice.send("TURN", "previous game state: none", "new turn: DRAW STOCK")
        await alice.expect("OK")

    run_scenario(scenario, RummySettings(check_previous=True))


def test_who_leaves_is_announced() -> None:
    state = table("5H 6H 7H KS", "2C 3C", "4C 5C", discard="4S")

    async def scenario(server: RummyServer) -> None:
        alice, bob, carol = await server.start_at(state, *NAMES, "carol")
        await drawn(alice)
        await carol.close()
        await moved([alice, bob], "Player: carol", "Move: LEFT", "Next player: alice")
        await server.wait_for_acknowledgements()
        await alice.close()
        await bob.expect_and_acknowledge("MOVE")
        said = await bob.expect("END", "Winner: bob", "End Connection")
        assert said.type == "END"
        bob.acknowledge("END")
        assert await bob.read_to_end() == []
        await server.run_ready_callbacks()
        await server.wait_until_idle()
        assert server.server_state.rooms == {}
        assert server.server_state.sessions == {}

    run_scenario(scenario)


def test_a_table_that_is_gone_without_an_end_lets_its_guests_go() -> None:
    async def scenario(server: RummyServer) -> None:
        both = await server.start_match(*NAMES)
        outcome = Outcome()
        lifecycle.close(server.server_state, server.active_room, outcome)
        server.hub.deliver(outcome)
        for connection in both:
            assert await connection.read_to_end() == []

    run_scenario(scenario)


def test_a_table_that_plays_for_a_slow_guest_says_so() -> None:
    state = table("5H 6H 7H KS", "2C 3C", discard="4S", stock="9C")

    async def scenario(server: RummyServer) -> None:
        both = await server.start_at(state, *NAMES)
        for _ in range(12):
            server.advance(10)
            for connection in both:
                connection.send("OK", "ping")
            await server.run_ready_callbacks()
        text = "Move: DRAW STOCK; DISCARD 9 of Clubs"
        await moved(both, "Player: alice", text, "Next player: bob")

    run_scenario(scenario)


# --- the later profile --------------------------------------------------------------------------


def later_turn(connection: RummyConnection, *body: str) -> None:
    connection.send("TURN", *body)


def test_a_whole_turn_of_the_later_profile() -> None:
    state = table("5H 6H 7H KS 2H", "2C 3C", discard="4S 9S", stock="AC")

    async def scenario(server: RummyServer) -> None:
        alice, bob = await server.start_at(state, *NAMES, later=("alice",))
        later_turn(alice, "T")
        await alice.expect("OK", "TURN", "A of Clubs")
        hand = "Hand: 2 of Hearts, A of Clubs, "
        later_turn(alice, "D", hand, "Points: 99", "K of Spades")
        await alice.expect_and_acknowledge(
            "MOVE",
            "Player: alice",
            "Points: 18",
            "Next player: bob",
            "Discarded: K of Spades",
            "K of Spades, 4 of Spades, 9 of Spades",
        )
        said = await bob.expect_and_acknowledge("MOVE")
        meld = "MELD #1 5 of Hearts, 6 of Hearts, 7 of Hearts"
        assert said.field("Move") == f"DRAW STOCK; {meld}; DISCARD K of Spades"

    run_scenario(scenario)


def test_p_takes_from_the_pile_by_index() -> None:
    state = table("7H 8H KS 2H", "2C 3C", discard="4S 9H 2D")

    async def scenario(server: RummyServer) -> None:
        alice, _ = await server.start_at(state, *NAMES, later=("alice",))
        later_turn(alice, "P", "1")
        await alice.expect("OK", "TURN", "4 of Spades, 9 of Hearts")

    run_scenario(scenario)


@pytest.mark.parametrize("index", ["3", "0", "99", "-1", "x", "999999999999"])
def test_t20_an_unlawful_p_gets_a_stock_card(index: str) -> None:
    state = table("4H 9C JS", "2C 3C", discard="4S 9H 2D KD", stock="AC")

    async def scenario(server: RummyServer) -> None:
        alice, _ = await server.start_at(state, *NAMES, later=("alice",))
        later_turn(alice, "P", index)
        await alice.expect("OK", "TURN", "A of Clubs")
        assert server.active_room.match is not None
        assert server.active_room.match.state.discard == state.discard

    run_scenario(scenario)


def test_t21_the_same_refused_d_twice() -> None:
    state = table("4H 9C JS KS", "2C 3C", discard="2D", stock="AC", options=FORGIVING)

    async def scenario(server: RummyServer) -> None:
        alice, bob = await server.start_at(state, *NAMES, later=("alice",))
        later_turn(alice, "T")
        await alice.expect("OK")
        body = ("D", "Hand: A of Clubs, 4 of Hearts", "Points: 40", "K of Spades")
        later_turn(alice, *body)
        await alice.expect("ERR", "Resend TURN")
        later_turn(alice, *body)
        said = await alice.expect_and_acknowledge("MOVE")
        assert said.field("Points") == "0"
        assert said.body[-1] == "K of Spades, 2 of Diamonds, J of Spades, 9 of Clubs"
        text = "DRAW STOCK; LOST 9 of Clubs, J of Spades; DISCARD K of Spades"
        assert (await bob.expect_and_acknowledge("MOVE")).field("Move") == text
        assert server.active_room.match is not None
        assert view(server.active_room.match.state, A).hand == ("4H", "AC")

    run_scenario(scenario)


def test_an_unmet_duty_costs_the_card_when_the_d_comes_again() -> None:
    state = table("7H 8H KS 2H", "2C 3C", discard="9H", options=FORGIVING)

    async def scenario(server: RummyServer) -> None:
        alice, _ = await server.start_at(state, *NAMES, later=("alice",))
        later_turn(alice, "P", "0")
        await alice.expect("OK", "TURN", "9 of Hearts")
        body = ("D", "Hand: 7H, 8H, 9H, 2H, ", "Points: 0", "KS")
        later_turn(alice, *body)
        await alice.expect("ERR", "Resend TURN")
        later_turn(alice, *body)
        await alice.expect_and_acknowledge("MOVE")
        assert server.active_room.match is not None
        assert server.active_room.match.state.fines == (9, 0)

    run_scenario(scenario)


def test_at_a_table_that_does_not_forgive_the_discard_is_made() -> None:
    state = table("4H 9C JS KS", "2C 3C", discard="2D", stock="AC")

    async def scenario(server: RummyServer) -> None:
        alice, _ = await server.start_at(state, *NAMES, later=("alice",))
        later_turn(alice, "T")
        await alice.expect("OK")
        body = ("D", "Hand: A of Clubs, 4 of Hearts", "Points: 40", "K of Spades")
        later_turn(alice, *body)
        await alice.expect("ERR", "Resend TURN")
        later_turn(alice, *body)
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
def test_cards_nobody_has_are_refused_once_then_the_player_goes(body: tuple[str, ...]) -> None:
    state = table("4H 9C JS KS", "2C 3C", discard="2D", stock="AC", options=FORGIVING)

    async def scenario(server: RummyServer) -> None:
        alice, bob = await server.start_at(state, *NAMES, later=("alice",))
        later_turn(alice, "T")
        await alice.expect("OK")
        later_turn(alice, *body)
        await alice.expect("ERR", "Resend TURN")
        later_turn(alice, *body)
        assert await alice.read_to_end() == []
        assert (await bob.expect_and_acknowledge("MOVE")).field("Move") == "LEFT"

    run_scenario(scenario)


def test_the_later_profile_is_never_told_to_wait_but_waits() -> None:
    """An ERR would be repeated for ever; so the turn is held until all have acknowledged."""
    state = table("2C 3C KS", "4H 9C JS", discard="2D", stock="AC")

    async def scenario(server: RummyServer) -> None:
        alice, bob = await server.start_at(state, *NAMES, later=("bob",))
        await drawn(alice)
        alice.send_turn("DISCARD K of Spades")
        await alice.expect("OK", "valid")
        await alice.expect("MOVE")
        await bob.expect_and_acknowledge("MOVE")
        later_turn(bob, "T")
        await server.run_ready_callbacks()
        assert server.active_room.match is not None
        assert server.active_room.match.state.decision == "DRAW"
        alice.acknowledge("MOVE")
        assert (await bob.expect("OK")).body[0] == "TURN"

    run_scenario(scenario)


def test_a_draw_out_of_turn_waits_and_a_discard_out_of_turn_is_dropped() -> None:
    state = table("2C 3C KS", "4H 9C JS", discard="2D", stock="AC")

    async def scenario(server: RummyServer) -> None:
        alice, bob = await server.start_at(state, *NAMES, later=("bob",))
        later_turn(bob, "D", "Hand: 4H, 9C", "Points: 0", "JS")
        later_turn(bob, "T")
        await drawn(alice)
        alice.send_turn("DISCARD K of Spades")
        await alice.expect("OK", "valid")
        await alice.expect_and_acknowledge("MOVE")
        await bob.expect_and_acknowledge("MOVE")
        assert (await bob.expect("OK")).body[0] == "TURN"

    run_scenario(scenario)


def test_a_round_that_ends_is_followed_directly_by_begin_for_the_later_profile() -> None:
    state = table("5H 6H 7H KS", "2C 3C", discard="4S", stock="8H")

    async def scenario(server: RummyServer) -> None:
        alice, bob = await server.start_at(state, *NAMES, later=("alice",))
        later_turn(alice, "T")
        await alice.expect("OK")
        later_turn(alice, "D", "Hand: ", "Points: 26", "K of Spades")
        assert (await alice.expect_and_acknowledge("BEGIN")).field(
            "Scores"
        ) == "alice - 26, bob - -5"
        assert (await bob.expect_and_acknowledge("MOVE")).field("Next player") == "none"
        await bob.expect_and_acknowledge("BEGIN")

    run_scenario(scenario)
