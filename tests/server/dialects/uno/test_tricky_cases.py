"""Test the tricky cases of the digest over the dialect, in its numbering (UNO 13).

26 to 28 are about lobbies and names: test_lobby.py.
"""

from collections.abc import Iterator
from itertools import count

from games.rng import Rng
from games.uno import UNO
from games.uno.cards import DECK, DRAW_4, PER_COLOR, REVERSE, WILD
from games.uno.state import Options, State
from tests.games.uno.tables import table
from tests.harness.dialects.uno_server import RunScenario, UnoServer

NAMES = ("alice", "bob", "carol", "dave")
PROGRESSIVE = {"mode": "progressive"}
JUMP_IN = {"mode": "jump_in"}
SEVEN_O = {"mode": "seven_o"}


def _deals(players: int) -> Iterator[tuple[bytes, State]]:
    """Yield seeds and the positions they deal."""
    for number in count():
        seed = number.to_bytes(16, "big")
        yield seed, UNO.start(players, Options(), Rng(seed)).state


def test_01_reverse_with_two_players_skips_the_other_player(run_scenario: RunScenario) -> None:
    async def scenario(server: UnoServer) -> None:
        state = table("RED REVERSE, RED 2, RED 3", "BLUE 1, BLUE 2")
        alice, bob = await server.start_at(state, *NAMES)
        effects = ["BCP|alice|RED REVERSE", "BRS|false", "BTS|bob"]
        bgi = "BGI|RED REVERSE|RED 2;RED 3|alice:2:0;bob:2:0|true"
        assert await alice.sync("PC|RED REVERSE") == [*effects, bgi]
        assert (await bob.sync())[:-1] == effects

    run_scenario(scenario)


def test_02_reverse_after_a_third_player_left_skips_the_other_player(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        state = table("RED REVERSE, RED 2, RED 3", "BLUE 1, BLUE 2", "BLUE 3")
        alice, bob, carol = await server.start_at(state, *NAMES)
        carol.send("LG")
        assert await carol.read_to_end() == []
        assert await alice.sync() == ["BLG|carol"], "alice is still on turn; no prompt is repeated"
        assert await alice.sync("PC|BLUE 9") == [
            "ERR|E010",
            "BGI|RED 1|RED 2;RED 3;RED REVERSE|alice:3:0;bob:2:0|true",
        ]
        effects = ["BCP|alice|RED REVERSE", "BRS|false", "BTS|bob"]
        assert (await alice.sync("PC|RED REVERSE"))[:-1] == effects
        assert (await bob.sync())[1:-1] == effects

    run_scenario(scenario)


def test_03_first_card_reverse_with_four_players_starts_with_the_dealer_counter_clockwise(
    run_scenario: RunScenario,
) -> None:
    def matches(state: State) -> bool:
        return state.discard[-1] % PER_COLOR == REVERSE and state.dealer == 2

    async def scenario(server: UnoServer) -> None:
        server.set_next_seed(next(seed for seed, state in _deals(4) if matches(state)))
        connections = [await server.connect_named(name) for name in NAMES]
        for connection in connections:
            await connection.sync()
        received = await connections[0].sync("SG|normal")
        assert received[:3] == ["GST|normal", "RST", "BRS|false"]
        assert "carol:7:0;bob:7:0;alice:7:0;dave:7:0|false" in received[3]
        assert (await connections[2].sync())[-1].endswith("|true")

    run_scenario(scenario)


def test_04_first_card_draw_four_is_replaced_before_the_game_is_sent(
    run_scenario: RunScenario,
) -> None:
    def matches(seed: bytes) -> bool:
        _, rng = Rng(seed).below(2)
        return rng.shuffled(DECK)[0][-15] == DRAW_4

    async def scenario(server: UnoServer) -> None:
        server.set_next_seed(next(seed for seed, _ in _deals(2) if matches(seed)))
        alice, _ = await server.connect_named("alice"), await server.connect_named("bob")
        await alice.sync()
        received = await alice.sync("SG|normal")
        assert received[:2] == ["GST|normal", "RST"]
        assert not any("DRAW_4" in line.split("|")[1] for line in received if "|" in line)
        assert all(
            line.split("|")[0] in ("GST", "RST", "BRS", "BTS", "BDC", "BGI") for line in received
        )

    run_scenario(scenario)


def test_05_first_card_wild_prompts_the_first_player_and_the_clock_chooses_the_color(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        seed, state = next((s, d) for s, d in _deals(2) if d.discard[-1] == WILD)
        server.set_next_seed(seed)
        connections = [await server.connect_named(name) for name in ("alice", "bob")]
        first, other = connections[state.turn], connections[1 - state.turn]
        await connections[0].sync()
        connections[0].send("SG|normal")
        assert await first.read_lines(3) == ["GST|normal", "RST", "AC"]
        assert await other.read_lines(2) == ["GST|normal", "RST"]
        assert await other.sync("PC|RED 5", "CC|RED") == ["ERR|E006", "ERR|E006"]
        assert await first.sync("PC|RED 5") == ["ERR|E006", "AC"]
        server.advance(30)
        assert await first.sync() == ["RP|30"]
        server.advance(30)
        named, bgi = await first.sync()
        assert named.startswith("BCC|")
        color = named.removeprefix("BCC|")
        assert bgi.startswith(f"BGI|{color} WILD|")
        assert bgi.endswith("|true"), "still that player's turn"
        assert (await other.sync())[0] == named
        server.advance(29)
        assert await first.sync() == [], "with a fresh clock"
        server.advance(1)
        assert await first.sync() == ["RP|30"]

    run_scenario(scenario)


def test_06_playing_another_card_after_drawing_is_refused_with_e010(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        state = table("RED 9, BLUE 2", "BLUE 3", draw="RED 5")
        alice, bob = await server.start_at(state, *NAMES)
        assert await alice.sync("DC") == ["BDC|alice", "DPC|RED 5"]
        assert await alice.sync("PC|RED 9") == ["ERR|E010", "DPC|RED 5"]
        assert await bob.sync() == ["BDC|alice"]
        assert (await alice.sync("PC|RED 5"))[0] == "BCP|alice|RED 5"

    run_scenario(scenario)


def test_07_drawn_draw_four_that_is_illegal_under_strict_ends_the_turn(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        state = table("RED 9, BLUE 2", "BLUE 3", draw="WILD DRAW_4")
        alice, _ = await server.start_at(state, *NAMES)
        bgi = "BGI|RED 1|RED 9;BLUE 2;WILD DRAW_4|bob:1:0;alice:3:0|false"
        assert await alice.sync("DC") == ["BDC|alice", bgi]

    run_scenario(scenario)


def test_08_wild_played_with_its_color_needs_no_prompt(run_scenario: RunScenario) -> None:
    async def scenario(server: UnoServer) -> None:
        state = table("WILD WILD, RED 2, RED 3", "BLUE 3")
        alice, bob = await server.start_at(state, *NAMES)
        effects = ["BCP|alice|GREEN WILD", "BCC|GREEN"]
        assert (await alice.sync("PC|GREEN WILD"))[:-1] == effects
        assert (await bob.sync())[:-1] == effects

    run_scenario(scenario)


def test_09_colored_card_that_is_not_in_the_hand_is_refused_although_a_wild_is(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        state = table("WILD WILD", "BLUE 3")
        alice, _ = await server.start_at(state, *NAMES)
        bgi = "BGI|RED 1|WILD WILD|alice:1:0;bob:1:0|true"
        assert await alice.sync("PC|RED 5") == ["ERR|E010", bgi]

    run_scenario(scenario)


def test_10_forgotten_uno_after_a_skip_of_two_players_is_fined_at_the_own_next_move(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        state = table("RED SKIP, RED 5", "BLUE 3", draw="BLUE 1, BLUE 2")
        alice, bob = await server.start_at(state, *NAMES)
        await alice.sync("PC|RED SKIP")
        await bob.sync()
        effects = ["BDC|alice", "BDC|alice", "BCP|alice|RED 5"]
        bgi = "BGI|RED 5|BLUE 1;BLUE 2|bob:1:0;alice:2:0|false"
        assert await alice.sync("PC|RED 5") == [*effects, bgi]
        assert (await bob.sync())[:-1] == effects

    run_scenario(scenario)


def test_11_uno_declared_before_a_draw_does_not_count_for_a_later_play(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        state = table("RED 2, RED 3", "BLUE 3, BLUE 4", draw="RED 5, GREEN 8, GREEN 1, GREEN 2")
        alice, bob = await server.start_at(state, *NAMES)
        assert (await alice.sync("UNO", "DC", "RC|false"))[0] == "BUNO|alice"
        await bob.sync("DC")
        await alice.sync("PC|RED 2")
        await bob.sync("DC")
        await alice.sync("PC|RED 3")
        assert "BDC|alice" in await bob.sync("DC"), "UNO must be declared again"

    run_scenario(scenario)


def test_12_draw_two_as_last_card_is_drawn_and_counted_before_the_round_ends(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        state = table("RED DRAW_2", "BLUE 3", draw="BLUE 9, GREEN 9")
        alice, bob = await server.start_at(state, *NAMES)
        received = await alice.sync("PC|RED DRAW_2")
        assert received[:5] == ["BCP|alice|RED DRAW_2", "BDC|bob", "BDC|bob", "RE|alice", "RST"]
        assert "alice:7:21" in received[-1] or received[-1] == "AC"
        assert "alice:7:21" in "".join(await bob.sync())

    run_scenario(scenario)


def test_13_progressive_refuses_a_draw_four_on_draw_twos_and_the_player_draws_four(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        state = table(
            "RED DRAW_2, RED 3, RED 4",
            "BLUE DRAW_2, BLUE 1, BLUE 5",
            "WILD DRAW_4, GREEN 1",
            options=PROGRESSIVE,
        )
        alice, bob, carol = await server.start_at(state, *NAMES)
        await alice.sync("PC|RED DRAW_2")
        await bob.sync("PC|BLUE DRAW_2")
        await carol.sync()
        bgi = "BGI|BLUE DRAW_2|GREEN 1;WILD DRAW_4|carol:2:0;alice:2:0;bob:2:0|true"
        assert await carol.sync("PC|RED DRAW_4") == ["ERR|E010", bgi]
        received = await carol.sync("DC")
        assert received[:-1] == [*["BDC|carol"] * 4, "BTS|carol"]
        assert received[-1].endswith("|alice:2:0;bob:2:0;carol:6:0|false")

    run_scenario(scenario)


def test_14_progressive_draw_two_as_last_card_stacks_and_is_drawn_before_the_round_ends(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        state = table(
            "BLUE DRAW_2", "GREEN 1", "GREEN 2", top="RED DRAW_2", options=PROGRESSIVE, pending=2
        )
        alice, _, _ = await server.start_at(state, *NAMES)
        received = await alice.sync("PC|BLUE DRAW_2")
        expected = ["BCP|alice|BLUE DRAW_2", *["BDC|bob"] * 4, "RE|alice", "RST"]
        assert received[: len(expected)] == expected

    run_scenario(scenario)


def test_15_progressive_penalty_of_a_leaver_is_not_passed_to_the_next_player(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        state = table(
            "BLUE 3", "GREEN 1", "GREEN 2", top="RED DRAW_2", options=PROGRESSIVE, pending=6, turn=1
        )
        alice, bob, carol = await server.start_at(state, *NAMES)
        bob.send("LG")
        await bob.read_to_end()
        bgi = "BGI|RED DRAW_2|GREEN 2|carol:1:0;alice:1:0|true"
        assert await carol.sync() == ["BLG|bob", bgi]
        assert (await alice.sync())[0] == "BLG|bob"
        assert (await carol.sync("DC")).count("BDC|carol") == 1, "an ordinary turn"

    run_scenario(scenario)


def test_16_jump_in_moves_the_turn_to_the_player_after_it_also_with_uno_out_of_turn(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        state = table(
            "BLUE 1", "BLUE 2", "BLUE 3", "RED 7, BLUE 5", top="RED 7", options=JUMP_IN, turn=1
        )
        alice, bob, carol, dave = await server.start_at(state, *NAMES)
        bgi = "BGI|RED 7|BLUE 5|alice:1:0;bob:1:0;carol:1:0;dave:1:0|false"
        assert await dave.sync("UNO") == ["BUNO|dave"], "in jump_in also out of turn"
        assert await dave.sync("PC|RED 7") == ["BCP|dave|RED 7", bgi]
        assert (await alice.sync())[-1].endswith("|true")
        for connection in (bob, carol):
            received = await connection.sync()
            assert received[:2] == ["BUNO|dave", "BCP|dave|RED 7"]
            assert received[2].endswith("|false")
            assert len(received) == 3

    run_scenario(scenario)


def test_17_jump_in_while_a_drawn_card_is_decided_is_refused_with_e010(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        state = table(
            *("BLUE 1", "BLUE 2", "BLUE 3", "RED 7, BLUE 5"),
            top="RED 7",
            draw="RED 4",
            options=JUMP_IN,
            turn=1,
        )
        _, bob, carol, dave = await server.start_at(state, *NAMES)
        assert await bob.sync("DC") == ["BDC|bob", "DPC|RED 4"]
        assert await dave.sync("PC|RED 7") == ["BDC|bob", "ERR|E010"]
        assert await dave.sync("PC|BLUE 5", "PC|NONSENSE") == ["ERR|E010", "ERR|E010"]
        assert await dave.sync("DC", "RC|true", "CC|RED") == ["ERR|E006"] * 3
        assert await carol.sync("PC|BLUE 3", "DC") == ["BDC|bob", "ERR|E010", "ERR|E006"]
        assert await bob.sync() == []
        assert (await bob.sync("RC|true"))[0] == "BCP|bob|RED 4"

    run_scenario(scenario)


def test_18_seven_o_7_as_last_card_ends_the_round_without_a_swap(run_scenario: RunScenario) -> None:
    async def scenario(server: UnoServer) -> None:
        state = table("RED 7", "BLUE 1", "BLUE 2", options=SEVEN_O)
        alice, _, _ = await server.start_at(state, *NAMES)
        assert (await alice.sync("PC|RED 7"))[:3] == ["BCP|alice|RED 7", "RE|alice", "RST"]

    run_scenario(scenario)


def test_19_seven_o_swap_with_oneself_is_refused_with_e006_and_repeats_the_prompt(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        state = table("RED 7, RED 2", "BLUE 1", "BLUE 2", options=SEVEN_O)
        alice, bob, _ = await server.start_at(state, *NAMES)
        bgi = "BGI|RED 1|RED 2;RED 7|alice:2:0;bob:1:0;carol:1:0|true"
        assert await alice.sync("MC7|alice|RED 7") == ["ERR|E006", bgi]
        assert await alice.sync("PC|RED 7", "MC7|alice") == ["AC7", "ERR|E006", "AC7"]
        assert await bob.sync() == []

    run_scenario(scenario)


def test_20_seven_o_zero_rotates_the_hands_counter_clockwise_in_that_direction(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        state = table(
            *("RED 0, RED 2, RED 3", "BLUE 1", "GREEN 1, GREEN 2"), options=SEVEN_O, clockwise=False
        )
        alice, bob, carol = await server.start_at(state, *NAMES)
        players = "carol:2:0;bob:2:0;alice:1:0"
        bgi = f"BGI|RED 0|BLUE 1|{players}|false"
        passed = "BGM|Every hand moved one seat counter-clockwise."
        assert await alice.sync("PC|RED 0") == ["BCP|alice|RED 0", passed, bgi]
        assert (await bob.sync())[-1] == f"BGI|RED 0|GREEN 1;GREEN 2|{players}|false"
        assert (await carol.sync())[-1] == f"BGI|RED 0|RED 2;RED 3|{players}|true"

    run_scenario(scenario)


def test_21_draw_pile_smaller_than_the_penalty_is_refilled_and_all_four_cards_are_drawn(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        state = table(
            *("WILD DRAW_4, BLUE 2, BLUE 3", "GREEN 1", "GREEN 2"), draw="GREEN 9", rest="discard"
        )
        alice, bob, _ = await server.start_at(state, *NAMES)
        received = await alice.sync("PC|BLUE DRAW_4")
        shuffled = "BGM|The discard pile was shuffled and is the new draw pile."
        drawn = ["BDC|bob", shuffled, *["BDC|bob"] * 3]
        assert received[:-1] == ["BCP|alice|BLUE DRAW_4", "BCC|BLUE", *drawn, "BTS|bob"]
        assert received[-1].endswith("|carol:1:0;alice:2:0;bob:5:0|false")
        assert "GREEN 9" in (await bob.sync())[-1]

    run_scenario(scenario)


def test_22_dc_with_nothing_left_to_draw_ends_the_turn_without_bdc(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        state = table("BLUE 2", "", "BLUE 3", rest=1)
        alice, bob, _ = await server.start_at(state, *NAMES)
        count = len(state.hands[1])
        bgi = f"BGI|RED 1|BLUE 2|bob:{count}:0;carol:1:0;alice:1:0|false"
        assert await alice.sync("DC") == [bgi]
        assert (await bob.sync())[0].endswith("|true")

    run_scenario(scenario)


def test_23_disconnect_at_the_color_prompt_plays_the_wild_and_passes_the_turn(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        state = table("WILD WILD, BLUE 2, BLUE 3", "GREEN 1", "GREEN 2")
        alice, bob, carol = await server.start_at(state, *NAMES)
        assert await alice.sync("PC|WILD WILD") == ["AC"]
        await alice.close()
        disconnect_lines = ["ERR|E007", "BLG|alice", "BM|server:Player alice has disconnected"]
        effects = ["BCP|alice|BLUE WILD", "BCC|BLUE", *disconnect_lines]
        assert await bob.read_lines(7) == [
            *effects,
            "IAD",
            "BGI|BLUE WILD|GREEN 1|bob:1:0;carol:1:0|true",
        ]
        assert await carol.read_lines(6) == [
            *effects,
            "BGI|BLUE WILD|GREEN 2|bob:1:0;carol:1:0|false",
        ]

    run_scenario(scenario)


def test_24_stale_play_after_a_timeout_is_refused_with_e006_and_not_sent_to_others(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        state = table("RED 2, RED 3", "GREEN 1")
        alice, bob = await server.start_at(state, *NAMES)
        server.advance(60)
        assert (await alice.sync())[:2] == ["RP|30", "BTS|alice"]
        assert (await bob.sync())[:1] == ["BTS|alice"]
        assert await alice.sync("PC|RED 2") == ["ERR|E006"]
        assert await bob.sync() == []

    run_scenario(scenario)


def test_25_room_closes_and_frees_the_names_of_computer_players_when_the_last_client_leaves(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        alice, bob = await server.connect_named("alice"), await server.connect_named("bob")
        await alice.sync("CL|room", "ACP|hal", "ACP|eve", "SG|normal")
        alice.send("LG")
        await alice.read_to_end()
        bob.send("LOL")
        assert (await bob.read_until("LOL"))[-1] == "LOL|main:1"
        assert (await bob.sync("ACP|hal"))[-1] == "BPJ|hal", "the computers' names are free again"

    run_scenario(scenario)
