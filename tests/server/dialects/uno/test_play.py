"""Test the lines of games and their order (UNO 11.5).

Together these hold server.dialects.uno.commands and server.dialects.uno.asking.
"""

from itertools import count

import pytest
from msgspec.structs import replace

from games.rng import Rng
from games.uno import UNO
from games.uno.cards import CARD_BY_TEXT
from games.uno.state import Options, State
from games.uno.view import view
from server.dialects.uno.events import game_info_line
from server.dialects.uno.peer import UnoSettings
from tests.games.uno.tables import table
from tests.harness.dialects.uno_server import RunScenario, UnoServer

NAMES = ("alice", "bob", "carol", "dave")
SHORT_GAME = UnoSettings(options={"target_score": 1})


def _with_hand_order(state: State, seat: int, *cards: str) -> State:
    """Return the state with a hand in another order, as in the example of the digest."""
    hands = list(state.hands)
    hands[seat] = bytes(CARD_BY_TEXT[card][0] for card in cards)
    return replace(state, hands=tuple(hands))


def test_example_of_the_digest_is_sent_line_by_line_to_both_players(
    run_scenario: RunScenario,
) -> None:
    """The example of UNO 11.8, with three cards per player."""
    state = table(
        "GREEN 0, WILD DRAW_4, RED 1",
        "YELLOW 6, BLUE 3, RED REVERSE",
        top="RED 6",
        draw="RED 9",
        options={"hand_size": 3},
    )
    state = _with_hand_order(state, 0, "GREEN 0", "WILD DRAW_4", "RED 1")
    state = _with_hand_order(state, 1, "YELLOW 6", "BLUE 3", "RED REVERSE")

    async def scenario(server: UnoServer) -> None:
        c1, c2 = await server.connect(), await server.connect()
        c1.send("MH|alice|human_player")
        assert await c1.read_lines(4) == ["AH", "LOL|main:0", "IAD", "BPJ|alice"]
        c2.send("MH|bob|human_player")
        assert await c2.read_lines(4) == ["AH", "LOL|main:1", "BPJ|alice", "BPJ|bob"]
        assert await c1.read_line() == "BPJ|bob"
        c1.send("SG|normal")
        for client in (c1, c2):
            assert await client.read_lines(2) == ["GST|normal", "RST"]
            await client.read_until("BGI|")
        server.set_position(state)
        bgi = "BGI|RED 6|GREEN 0;WILD DRAW_4;RED 1|alice:3:0;bob:3:0|true"
        c1.send("PC|GREEN 0")
        assert await c1.read_lines(2) == ["ERR|E010", bgi]
        c1.send("PC|RED 1")
        after = "BGI|RED 1|GREEN 0;WILD DRAW_4|bob:3:0;alice:2:0|false"
        assert await c1.read_lines(2) == ["BCP|alice|RED 1", after]
        after = "BGI|RED 1|YELLOW 6;BLUE 3;RED REVERSE|bob:3:0;alice:2:0|true"
        assert await c2.read_lines(2) == ["BCP|alice|RED 1", after]
        c2.send("UNO")
        assert await c2.read_line() == "ERR|E006"
        c2.send("DC")
        assert await c2.read_lines(2) == ["BDC|bob", "DPC|RED 9"]
        assert await c1.read_line() == "BDC|bob"
        c2.send("RC|true")
        after = "BGI|RED 9|YELLOW 6;BLUE 3;RED REVERSE|alice:2:0;bob:3:0|false"
        assert await c2.read_lines(2) == ["BCP|bob|RED 9", after]
        after = "BGI|RED 9|GREEN 0;WILD DRAW_4|alice:2:0;bob:3:0|true"
        assert await c1.read_lines(2) == ["BCP|bob|RED 9", after]

    run_scenario(scenario)


@pytest.mark.parametrize(
    ("symbol", "mode", "effects"),
    [
        ("5", "normal", []),
        ("7", "seven_o", []),
        ("SKIP", "jump_in", ["BTS|FIRST"]),
        ("REVERSE", "normal", ["BRS|false"]),
        ("DRAW_2", "normal", ["BDC|FIRST", "BDC|FIRST", "BTS|FIRST"]),
        ("DRAW_2", "progressive", []),
    ],
)
def test_start_of_a_game_sends_gst_rst_effects_of_the_first_card_and_bgi_to_all(
    symbol: str, mode: str, effects: list[str], run_scenario: RunScenario
) -> None:
    """All players receive GST, RST, the effects of the first card and BGI."""
    seeds = (number.to_bytes(8, "big") for number in count())
    deals = ((s, UNO.start(3, UNO.options(False, {"mode": mode}), Rng(s)).state) for s in seeds)
    seed, state = next(d for d in deals if view(d[1], 0).top.split()[1] == symbol)
    first = NAMES[(state.dealer + 1) % 3]
    lines = [f"GST|{mode}", "RST", *(line.replace("FIRST", first) for line in effects)]

    async def scenario(server: UnoServer) -> None:
        server.set_next_seed(seed)
        connections = [await server.connect_named(name) for name in NAMES[:3]]
        for connection in connections:
            await connection.sync()
        for seat, connection in enumerate(connections):
            received = await connection.sync(*["SG|" + mode][seat:])
            bgi = game_info_line(view(state, seat), NAMES[:3])
            assert received == [*lines, bgi]

    run_scenario(scenario)


class TestPlaying:
    def test_number_sends_bcp_and_bgi_to_both_players(self, run_scenario: RunScenario) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("RED 2, RED 3, RED 4", "BLUE 1, BLUE 2")
            alice, bob = await server.start_at(state, *NAMES)
            expected = ["BCP|alice|RED 2", "BGI|RED 2|RED 3;RED 4|bob:2:0;alice:2:0|false"]
            assert await alice.sync("PC|RED 2") == expected
            expected = ["BCP|alice|RED 2", "BGI|RED 2|BLUE 1;BLUE 2|bob:2:0;alice:2:0|true"]
            assert await bob.sync() == expected

        run_scenario(scenario)

    def test_skip_sends_bcp_bts_and_bgi_to_all_three_players(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("RED SKIP, RED 3, RED 4", "BLUE 1", "BLUE 2, BLUE 3")
            alice, bob, carol = await server.start_at(state, *NAMES)
            effects = ["BCP|alice|RED SKIP", "BTS|bob"]
            players = "carol:2:0;alice:2:0;bob:1:0"
            bgi = f"BGI|RED SKIP|RED 3;RED 4|{players}|false"
            assert await alice.sync("PC|RED SKIP") == [*effects, bgi]
            assert await bob.sync() == [*effects, f"BGI|RED SKIP|BLUE 1|{players}|false"]
            assert await carol.sync() == [*effects, f"BGI|RED SKIP|BLUE 2;BLUE 3|{players}|true"]

        run_scenario(scenario)

    def test_reverse_with_three_players_sends_bcp_brs_and_bgi_to_all(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("RED REVERSE, RED 3, RED 4", "BLUE 1", "BLUE 2, BLUE 3")
            alice, bob, carol = await server.start_at(state, *NAMES)
            effects = ["BCP|alice|RED REVERSE", "BRS|false"]
            players = "carol:2:0;bob:1:0;alice:2:0"
            bgi = f"BGI|RED REVERSE|RED 3;RED 4|{players}|false"
            assert await alice.sync("PC|RED REVERSE") == [*effects, bgi]
            assert await bob.sync() == [*effects, f"BGI|RED REVERSE|BLUE 1|{players}|false"]
            assert (await carol.sync())[-1].endswith(f"|{players}|true")

        run_scenario(scenario)

    def test_draw_two_sends_bcp_two_bdc_bts_and_bgi_with_the_new_cards_to_the_victim(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table(
                "RED DRAW_2, RED 3, RED 4", "BLUE 1", "BLUE 2, BLUE 3", draw="GREEN 4, GREEN 5"
            )
            alice, bob, carol = await server.start_at(state, *NAMES)
            effects = ["BCP|alice|RED DRAW_2", "BDC|bob", "BDC|bob", "BTS|bob"]
            players = "carol:2:0;alice:2:0;bob:3:0"
            assert (await alice.sync("PC|RED DRAW_2"))[:-1] == effects
            bgi = f"BGI|RED DRAW_2|GREEN 4;GREEN 5;BLUE 1|{players}|false"
            assert await bob.sync() == [*effects, bgi]
            assert (await carol.sync())[:-1] == effects

        run_scenario(scenario)

    def test_wild_without_a_color_prompts_its_player_and_is_sent_to_both_with_the_chosen_one(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("WILD WILD, RED 3, RED 4", "BLUE 1, BLUE 2")
            alice, bob = await server.start_at(state, *NAMES)
            assert await alice.sync("PC|WILD WILD") == ["AC"]
            assert await bob.sync() == []
            effects = ["BCP|alice|GREEN WILD", "BCC|GREEN"]
            expected = [*effects, "BGI|GREEN WILD|RED 3;RED 4|bob:2:0;alice:2:0|false"]
            assert await alice.sync("CC|GREEN") == expected
            expected = [*effects, "BGI|GREEN WILD|BLUE 1;BLUE 2|bob:2:0;alice:2:0|true"]
            assert await bob.sync() == expected

        run_scenario(scenario)

    def test_draw_four_prompts_for_a_color_and_sends_bcp_bcc_four_bdc_and_bts_to_all(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("WILD DRAW_4, BLUE 3, BLUE 4", "GREEN 1", "BLUE 2")
            alice, bob, carol = await server.start_at(state, *NAMES)
            assert await alice.sync("PC|BLACK DRAW_FOUR") == ["AC"]
            effects = ["BCP|alice|BLUE DRAW_4", "BCC|BLUE", *["BDC|bob"] * 4, "BTS|bob"]
            received = await alice.sync("CC|BLUE")
            assert received[:-1] == effects
            assert received[-1] == "BGI|BLUE DRAW_4|BLUE 3;BLUE 4|carol:1:0;alice:2:0;bob:5:0|false"
            for connection in (bob, carol):
                assert (await connection.sync())[:-1] == effects

        run_scenario(scenario)

    def test_seven_in_seven_o_with_three_players_prompts_for_a_partner_and_swaps_hands(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table(
                "RED 7, RED 3", "BLUE 1, BLUE 4", "BLUE 2, BLUE 3", options={"mode": "seven_o"}
            )
            alice, bob, carol = await server.start_at(state, *NAMES)
            assert await alice.sync("PC|RED 7") == ["AC7"]
            assert await bob.sync() == []
            effects = ["BCP|alice|RED 7", "BGM|alice and carol swapped their hands."]
            bgi = "BGI|RED 7|BLUE 2;BLUE 3|bob:2:0;carol:1:0;alice:2:0|false"
            assert await alice.sync("MC7|carol") == [*effects, bgi]
            bgi = "BGI|RED 7|RED 3|bob:2:0;carol:1:0;alice:2:0|false"
            assert await carol.sync() == [*effects, bgi]

        run_scenario(scenario)

    def test_mc7_with_a_partner_and_a_seven_plays_it_and_swaps_hands_without_a_prompt(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table(
                "RED 7, RED 3", "BLUE 1, BLUE 4", "BLUE 2, BLUE 3", options={"mode": "seven_o"}
            )
            alice, bob, _ = await server.start_at(state, *NAMES)
            received = await alice.sync("MC7|BOB|RED SEVEN;")
            bgi = "BGI|RED 7|BLUE 1;BLUE 4|bob:1:0;carol:2:0;alice:2:0|false"
            swap = "BGM|alice and bob swapped their hands."
            assert received == ["BCP|alice|RED 7", swap, bgi]
            assert (await bob.sync())[-1].startswith("BGI|RED 7|RED 3|")

        run_scenario(scenario)

    def test_seven_in_seven_o_with_two_players_swaps_hands_without_a_prompt(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("RED 7, RED 3", "BLUE 1, BLUE 4", options={"mode": "seven_o"})
            alice, bob = await server.start_at(state, *NAMES)
            bgi = "BGI|RED 7|BLUE 1;BLUE 4|bob:1:0;alice:2:0|false"
            swap = "BGM|alice and bob swapped their hands."
            assert await alice.sync("PC|RED 7") == ["BCP|alice|RED 7", swap, bgi]
            assert (await bob.sync())[-1] == "BGI|RED 7|RED 3|bob:1:0;alice:2:0|true"

        run_scenario(scenario)

    def test_jump_in_with_another_card_gets_e010_and_other_answers_out_of_turn_e006(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            hands = ("RED 2, RED 3", "BLUE 1, GREEN 5, RED 6")
            alice, bob = await server.start_at(
                table(*hands, top="BLUE 5", options={"mode": "jump_in"}), *NAMES
            )
            lines = ("PC|GREEN 5", "PC|BLUE 5", "PC|BLUE 1", "PC|nonsense")
            assert await bob.sync(*lines) == ["ERR|E010"] * 4
            assert await bob.sync("DC", "RC|true", "CC|RED") == ["ERR|E006"] * 3
            assert await alice.sync() == []

        run_scenario(scenario)

    def test_mc7_after_ac7_may_name_the_played_seven_but_no_other_card(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("RED 7, RED 3", "BLUE 1", "BLUE 2", options={"mode": "seven_o"})
            alice, _, _ = await server.start_at(state, *NAMES)
            await alice.sync("PC|RED 7")
            assert await alice.sync("MC7|carol|RED 3") == ["ERR|E010", "AC7"]
            assert await alice.sync("MC7|carol|RED 7") == [
                "BCP|alice|RED 7",
                "BGM|alice and carol swapped their hands.",
                "BGI|RED 7|BLUE 2|bob:1:0;carol:1:0;alice:1:0|false",
            ]

        run_scenario(scenario)


class TestDrawing:
    def test_playable_drawn_card_can_be_kept_with_rc_false_which_ends_the_turn(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("BLUE 2, BLUE 3", "BLUE 1", draw="RED 9")
            alice, bob = await server.start_at(state, *NAMES)
            assert await alice.sync("DC") == ["BDC|alice", "DPC|RED 9"]
            assert await bob.sync() == ["BDC|alice"]
            bgi = "BGI|RED 1|RED 9;BLUE 2;BLUE 3|bob:1:0;alice:3:0|false"
            assert await alice.sync("RC|False") == [bgi]
            assert await bob.sync() == ["BGI|RED 1|BLUE 1|bob:1:0;alice:3:0|true"]

        run_scenario(scenario)

    def test_unplayable_drawn_card_ends_the_turn_without_a_prompt(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("BLUE 2, BLUE 3", "BLUE 1", draw="GREEN 9")
            alice, bob = await server.start_at(state, *NAMES)
            bgi = "BGI|RED 1|GREEN 9;BLUE 2;BLUE 3|bob:1:0;alice:3:0|false"
            assert await alice.sync("DC") == ["BDC|alice", bgi]
            assert (await bob.sync())[0] == "BDC|alice"

        run_scenario(scenario)

    def test_drawn_wild_can_be_played_with_pc_and_a_color(self, run_scenario: RunScenario) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("BLUE 2, BLUE 3", "BLUE 1", draw="WILD WILD")
            alice, _ = await server.start_at(state, *NAMES)
            assert await alice.sync("DC") == ["BDC|alice", "DPC|WILD WILD"]
            received = await alice.sync("PC|YELLOW WILD")
            assert received[:2] == ["BCP|alice|YELLOW WILD", "BCC|YELLOW"]

        run_scenario(scenario)

    def test_drawn_wild_played_with_rc_true_prompts_for_a_color(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("BLUE 2, BLUE 3", "BLUE 1", draw="WILD WILD")
            alice, _ = await server.start_at(state, *NAMES)
            assert await alice.sync("DC", "RC|TRUE") == ["BDC|alice", "DPC|WILD WILD", "AC"]
            assert (await alice.sync("CC|BLUE"))[:2] == ["BCP|alice|BLUE WILD", "BCC|BLUE"]

        run_scenario(scenario)

    def test_drawn_seven_played_with_rc_true_prompts_for_a_partner_and_refuses_mc7_before(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("BLUE 2", "BLUE 1", "BLUE 3", draw="RED 7", options={"mode": "seven_o"})
            alice, _, _ = await server.start_at(state, *NAMES)
            assert await alice.sync("DC", "MC7|bob|RED 7") == [
                *["BDC|alice", "DPC|RED 7"],
                *["ERR|E006", "DPC|RED 7"],  # only RC and PC answer a DPC, UNO 11.7
            ]
            assert await alice.sync("RC|true") == ["AC7"]

        run_scenario(scenario)


class TestUno:
    def test_uno_before_the_play_avoids_the_penalty_and_a_second_one_is_refused(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("RED 2, RED 3", "BLUE 1, BLUE 2")
            alice, bob = await server.start_at(state, *NAMES)
            received = await alice.sync("UNO", "PC|RED 2")
            assert received[:2] == ["BUNO|alice", "BCP|alice|RED 2"]
            assert await alice.sync("UNO") == ["ERR|E006"], "a second UNO is refused"
            assert "BDC|alice" not in await bob.sync("DC")

        run_scenario(scenario)

    def test_uno_after_the_play_avoids_the_penalty_and_sends_buno_without_bgi(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("RED 2, RED 3", "BLUE 1, BLUE 2", draw="GREEN 9")
            alice, bob = await server.start_at(state, *NAMES)
            await alice.sync("PC|RED 2")
            assert await alice.sync("UNO") == ["BUNO|alice"]
            assert (await bob.sync())[-1] == "BUNO|alice", "and no new BGI"
            assert (await bob.sync("DC"))[0] == "BDC|bob", "no penalty"

        run_scenario(scenario)

    def test_forgotten_uno_draws_two_cards_when_the_next_player_acts(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("RED 2, RED 3", "BLUE 1, BLUE 2", draw="GREEN 8, GREEN 7, GREEN 9")
            alice, bob = await server.start_at(state, *NAMES)
            await alice.sync("PC|RED 2")
            received = await bob.sync("DC")
            assert received[-4:-1] == ["BDC|alice", "BDC|alice", "BDC|bob"]
            assert (await alice.sync())[-1].startswith("BGI|RED 2|RED 3;GREEN 7;GREEN 8|")

        run_scenario(scenario)

    def test_refused_uno_gets_e006_and_repeats_no_prompt(self, run_scenario: RunScenario) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("RED 2, RED 3, RED 4", "BLUE 1, BLUE 2")
            alice, bob = await server.start_at(state, *NAMES)
            assert await alice.sync("UNO") == ["ERR|E006"]
            assert await bob.sync("UNO") == ["ERR|E006"]
            assert await alice.sync("UNO|now") == ["ERR|E006"]

        run_scenario(scenario)


class TestEnd:
    def test_end_of_a_round_sends_re_and_rst_to_both_and_adds_the_score(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("RED 2", "BLUE 1, BLUE 2")
            alice, bob = await server.start_at(state, *NAMES)
            received = await alice.sync("PC|RED 2")
            assert received[:3] == ["BCP|alice|RED 2", "RE|alice", "RST"]
            assert received[-1].startswith(("BGI|", "AC"))
            received = await bob.sync()
            assert received[:3] == ["BCP|alice|RED 2", "RE|alice", "RST"]
            assert sum(line.startswith("BGI") for line in received) <= 1
            assert "alice:7:3" in received[-1]

        run_scenario(scenario)

    def test_end_of_a_round_with_a_wild_needs_no_color(self, run_scenario: RunScenario) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("WILD WILD", "BLUE 1, BLUE 2")
            alice, _ = await server.start_at(state, *NAMES)
            received = await alice.sync("PC|WILD WILD")
            assert received[:3] == ["BCP|alice|RED WILD", "RE|alice", "RST"]

        run_scenario(scenario)

    def test_end_of_a_game_opens_the_lobby_and_its_admin_starts_the_next_with_scores_of_0(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("RED 2", "BLUE 1, BLUE 2", options={"target_score": 1})
            alice, bob = await server.start_at(state, *NAMES)
            assert await alice.sync("PC|RED 2") == ["BCP|alice|RED 2", "RE|alice", "GE|alice"]
            assert await bob.sync() == ["BCP|alice|RED 2", "RE|alice", "GE|alice"]
            assert await alice.sync("PC|RED 2", "DC", "UNO") == ["ERR|E006"] * 3
            carol = await server.connect()
            seated = ["BPJ|alice", "BPJ|bob", "BPJ|carol"]
            assert await carol.handshake("carol") == ["AH", "LOL|main:2", *seated]
            assert await bob.sync("SG|normal") == ["BPJ|carol", "ERR|E006"]
            received = await alice.sync("SG|progressive")
            assert received[:3] == ["BPJ|carol", "GST|progressive", "RST"]
            assert "alice:7:0" in received[-1], "scores are at 0 again"

        run_scenario(scenario, SHORT_GAME)


class TestPenalties:
    """Penalties in the mode ``progressive`` (UNO 8.2)."""

    def test_two_draw_twos_are_stacked_and_the_next_player_draws_four_and_loses_the_turn(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table(
                "RED DRAW_2, RED 3, RED 4",
                "BLUE DRAW_2, BLUE 1, BLUE 5",
                "GREEN 1",
                options={"mode": "progressive"},
            )
            alice, bob, carol = await server.start_at(state, *NAMES)
            received = await alice.sync("PC|RED DRAW_2")
            assert received == [
                "BCP|alice|RED DRAW_2",
                "BGI|RED DRAW_2|RED 3;RED 4|bob:3:0;carol:1:0;alice:2:0|false",
            ]
            assert (await bob.sync("PC|BLUE DRAW_2"))[-2] == "BCP|bob|BLUE DRAW_2"
            received = await carol.sync("DC")
            assert received[-6:-1] == [*["BDC|carol"] * 4, "BTS|carol"]
            assert "alice:2:0;bob:2:0;carol:5:0|false" in received[-1]

        run_scenario(scenario)


class TestChallenges:
    """Challenges, with the option ``wd4_policy=challenge`` (UNO 5.3)."""

    def test_guilty_challenged_player_draws_four_and_only_ch_answers_the_ach_prompt(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table(
                "WILD DRAW_4, RED 3", "GREEN 1", "BLUE 2", options={"wd4_policy": "challenge"}
            )
            alice, bob, _ = await server.start_at(state, *NAMES)
            await alice.sync("UNO")
            received = await alice.sync("PC|BLUE DRAW_4")
            assert received == ["BCP|alice|BLUE DRAW_4", "BCC|BLUE"]
            assert (await bob.sync())[-1] == "ACH"
            assert await bob.sync("PC|GREEN 1") == ["ERR|E006", "ACH"]
            assert await bob.sync("CH|perhaps") == ["ERR|E006", "ACH"]
            received = await bob.sync("CH|true")
            verdict = "BGM|bob challenged the DRAW_4 of alice and was right."
            assert received[:-1] == [verdict, *["BDC|alice"] * 4]
            assert received[-1] == "BGI|BLUE DRAW_4|GREEN 1|bob:1:0;carol:1:0;alice:5:0|true"

        run_scenario(scenario)

    def test_challenge_without_the_option_is_refused_with_e006_in_and_out_of_turn(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("RED 2, RED 3", "GREEN 1")
            alice, bob = await server.start_at(state, *NAMES)
            assert (await alice.sync("CH|true"))[0] == "ERR|E006"
            assert await bob.sync("CH|true") == ["ERR|E006"]

        run_scenario(scenario)


def test_settings_and_options_have_their_documented_defaults() -> None:
    assert Options() == Options(mode="normal", hand_size=7, target_score=500, wd4_policy="strict")
    assert UnoSettings() == UnoSettings(
        seats=10, turn_limit=60, remind_at=30, default_strategy="basic", seed=0, options={}
    )
