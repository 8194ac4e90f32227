"""Games on the wire: the order of messages, byte for byte (UNO 11.5).

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
from server.dialects.uno.events import information
from server.dialects.uno.peer import UnoSettings
from tests.games.uno.tables import table
from tests.harness.dialects.uno_server import RunScenario, UnoServer

NAMES = ("alice", "bob", "carol", "dave")
SHORT = UnoSettings(options={"target_score": 1})


def _unsorted(state: State, seat: int, *cards: str) -> State:
    """The same hand in another order, as the example of the digest has it."""
    hands = list(state.hands)
    hands[seat] = bytes(CARD_BY_TEXT[card][0] for card in cards)
    return replace(state, hands=tuple(hands))


def test_the_example_of_the_digest(play: RunScenario) -> None:
    """UNO 11.8; its players hold three cards each."""
    state = table(
        "GREEN 0, WILD DRAW_4, RED 1",
        "YELLOW 6, BLUE 3, RED REVERSE",
        top="RED 6",
        draw="RED 9",
        options={"hand_size": 3},
    )
    state = _unsorted(state, 0, "GREEN 0", "WILD DRAW_4", "RED 1")
    state = _unsorted(state, 1, "YELLOW 6", "BLUE 3", "RED REVERSE")

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

    play(scenario)


@pytest.mark.parametrize(
    ("symbol", "mode", "news"),
    [
        ("5", "normal", []),
        ("7", "seven_o", []),
        ("SKIP", "jump_in", ["BTS|FIRST"]),
        ("REVERSE", "normal", ["BRS|false"]),
        ("DRAW_2", "normal", ["BDC|FIRST", "BDC|FIRST", "BTS|FIRST"]),
        ("DRAW_2", "progressive", []),
    ],
)
def test_a_game_begins(symbol: str, mode: str, news: list[str], play: RunScenario) -> None:
    """GST, RST, the consequences of the turned-up card, BGI: the same for everybody."""
    seeds = (number.to_bytes(8, "big") for number in count())
    deals = ((s, UNO.start(3, UNO.options(False, {"mode": mode}), Rng(s)).state) for s in seeds)
    seed, state = next(d for d in deals if view(d[1], 0).top.split()[1] == symbol)
    first = NAMES[(state.dealer + 1) % 3]
    lines = [f"GST|{mode}", "RST", *(line.replace("FIRST", first) for line in news)]

    async def scenario(server: UnoServer) -> None:
        server.set_next_seed(seed)
        connections = [await server.connect_named(name) for name in NAMES[:3]]
        for connection in connections:
            await connection.sync()
        for seat, connection in enumerate(connections):
            heard = await connection.sync(*["SG|" + mode][seat:])
            bgi = information(view(state, seat), NAMES[:3])
            assert heard == [*lines, bgi]

    play(scenario)


class TestPlaying:
    def test_a_number(self, play: RunScenario) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("RED 2, RED 3, RED 4", "BLUE 1, BLUE 2")
            alice, bob = await server.start_at(state, *NAMES)
            said = ["BCP|alice|RED 2", "BGI|RED 2|RED 3;RED 4|bob:2:0;alice:2:0|false"]
            assert await alice.sync("PC|RED 2") == said
            said = ["BCP|alice|RED 2", "BGI|RED 2|BLUE 1;BLUE 2|bob:2:0;alice:2:0|true"]
            assert await bob.sync() == said

        play(scenario)

    def test_a_skip(self, play: RunScenario) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("RED SKIP, RED 3, RED 4", "BLUE 1", "BLUE 2, BLUE 3")
            alice, bob, carol = await server.start_at(state, *NAMES)
            news = ["BCP|alice|RED SKIP", "BTS|bob"]
            players = "carol:2:0;alice:2:0;bob:1:0"
            bgi = f"BGI|RED SKIP|RED 3;RED 4|{players}|false"
            assert await alice.sync("PC|RED SKIP") == [*news, bgi]
            assert await bob.sync() == [*news, f"BGI|RED SKIP|BLUE 1|{players}|false"]
            assert await carol.sync() == [*news, f"BGI|RED SKIP|BLUE 2;BLUE 3|{players}|true"]

        play(scenario)

    def test_a_reverse_among_three(self, play: RunScenario) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("RED REVERSE, RED 3, RED 4", "BLUE 1", "BLUE 2, BLUE 3")
            alice, bob, carol = await server.start_at(state, *NAMES)
            news = ["BCP|alice|RED REVERSE", "BRS|false"]
            players = "carol:2:0;bob:1:0;alice:2:0"
            bgi = f"BGI|RED REVERSE|RED 3;RED 4|{players}|false"
            assert await alice.sync("PC|RED REVERSE") == [*news, bgi]
            assert await bob.sync() == [*news, f"BGI|RED REVERSE|BLUE 1|{players}|false"]
            assert (await carol.sync())[-1].endswith(f"|{players}|true")

        play(scenario)

    def test_a_draw_two(self, play: RunScenario) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table(
                "RED DRAW_2, RED 3, RED 4", "BLUE 1", "BLUE 2, BLUE 3", draw="GREEN 4, GREEN 5"
            )
            alice, bob, carol = await server.start_at(state, *NAMES)
            news = ["BCP|alice|RED DRAW_2", "BDC|bob", "BDC|bob", "BTS|bob"]
            players = "carol:2:0;alice:2:0;bob:3:0"
            assert (await alice.sync("PC|RED DRAW_2"))[:-1] == news
            bgi = f"BGI|RED DRAW_2|GREEN 4;GREEN 5;BLUE 1|{players}|false"
            assert await bob.sync() == [*news, bgi]
            assert (await carol.sync())[:-1] == news

        play(scenario)

    def test_a_wild_without_a_colour(self, play: RunScenario) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("WILD WILD, RED 3, RED 4", "BLUE 1, BLUE 2")
            alice, bob = await server.start_at(state, *NAMES)
            assert await alice.sync("PC|WILD WILD") == ["AC"]
            assert await bob.sync() == []
            news = ["BCP|alice|GREEN WILD", "BCC|GREEN"]
            said = [*news, "BGI|GREEN WILD|RED 3;RED 4|bob:2:0;alice:2:0|false"]
            assert await alice.sync("CC|GREEN") == said
            said = [*news, "BGI|GREEN WILD|BLUE 1;BLUE 2|bob:2:0;alice:2:0|true"]
            assert await bob.sync() == said

        play(scenario)

    def test_a_draw_four(self, play: RunScenario) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("WILD DRAW_4, BLUE 3, BLUE 4", "GREEN 1", "BLUE 2")
            alice, bob, carol = await server.start_at(state, *NAMES)
            assert await alice.sync("PC|BLACK DRAW_FOUR") == ["AC"]
            news = ["BCP|alice|BLUE DRAW_4", "BCC|BLUE", *["BDC|bob"] * 4, "BTS|bob"]
            heard = await alice.sync("CC|BLUE")
            assert heard[:-1] == news
            assert heard[-1] == "BGI|BLUE DRAW_4|BLUE 3;BLUE 4|carol:1:0;alice:2:0;bob:5:0|false"
            for connection in (bob, carol):
                assert (await connection.sync())[:-1] == news

        play(scenario)

    def test_a_seven_with_three_players(self, play: RunScenario) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table(
                "RED 7, RED 3", "BLUE 1, BLUE 4", "BLUE 2, BLUE 3", options={"mode": "seven_o"}
            )
            alice, bob, carol = await server.start_at(state, *NAMES)
            assert await alice.sync("PC|RED 7") == ["AC7"]
            assert await bob.sync() == []
            news = ["BCP|alice|RED 7"]
            bgi = "BGI|RED 7|BLUE 2;BLUE 3|bob:2:0;carol:1:0;alice:2:0|false"
            assert await alice.sync("MC7|carol") == [*news, bgi]
            bgi = "BGI|RED 7|RED 3|bob:2:0;carol:1:0;alice:2:0|false"
            assert await carol.sync() == [*news, bgi]

        play(scenario)

    def test_a_seven_with_its_partner_at_once(self, play: RunScenario) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table(
                "RED 7, RED 3", "BLUE 1, BLUE 4", "BLUE 2, BLUE 3", options={"mode": "seven_o"}
            )
            alice, bob, _ = await server.start_at(state, *NAMES)
            heard = await alice.sync("MC7|BOB|RED SEVEN;")
            bgi = "BGI|RED 7|BLUE 1;BLUE 4|bob:1:0;carol:2:0;alice:2:0|false"
            assert heard == ["BCP|alice|RED 7", bgi]
            assert (await bob.sync())[-1].startswith("BGI|RED 7|RED 3|")

        play(scenario)

    def test_a_seven_with_two_players_needs_no_choice(self, play: RunScenario) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("RED 7, RED 3", "BLUE 1, BLUE 4", options={"mode": "seven_o"})
            alice, bob = await server.start_at(state, *NAMES)
            bgi = "BGI|RED 7|BLUE 1;BLUE 4|bob:1:0;alice:2:0|false"
            assert await alice.sync("PC|RED 7") == ["BCP|alice|RED 7", bgi]
            assert (await bob.sync())[-1] == "BGI|RED 7|RED 3|bob:1:0;alice:2:0|true"

        play(scenario)

    def test_out_of_turn_what_is_no_twin(self, play: RunScenario) -> None:
        async def scenario(server: UnoServer) -> None:
            hands = ("RED 2, RED 3", "BLUE 1, GREEN 5, RED 6")
            alice, bob = await server.start_at(
                table(*hands, top="BLUE 5", options={"mode": "jump_in"}), *NAMES
            )
            lines = ("PC|GREEN 5", "PC|BLUE 5", "PC|BLUE 1", "PC|nonsense")
            assert await bob.sync(*lines) == ["ERR|E010"] * 4
            assert await bob.sync("DC", "RC|true", "CC|RED") == ["ERR|E006"] * 3
            assert await alice.sync() == []

        play(scenario)

    def test_after_ac7_the_card_may_be_named_too(self, play: RunScenario) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("RED 7, RED 3", "BLUE 1", "BLUE 2", options={"mode": "seven_o"})
            alice, _, _ = await server.start_at(state, *NAMES)
            await alice.sync("PC|RED 7")
            assert await alice.sync("MC7|carol|RED 3") == ["ERR|E010", "AC7"]
            assert await alice.sync("MC7|carol|RED 7") == [
                "BCP|alice|RED 7",
                "BGI|RED 7|BLUE 2|bob:1:0;carol:1:0;alice:1:0|false",
            ]

        play(scenario)


class TestDrawing:
    def test_a_card_that_fits_is_kept(self, play: RunScenario) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("BLUE 2, BLUE 3", "BLUE 1", draw="RED 9")
            alice, bob = await server.start_at(state, *NAMES)
            assert await alice.sync("DC") == ["BDC|alice", "DPC|RED 9"]
            assert await bob.sync() == ["BDC|alice"]
            bgi = "BGI|RED 1|RED 9;BLUE 2;BLUE 3|bob:1:0;alice:3:0|false"
            assert await alice.sync("RC|False") == [bgi]
            assert await bob.sync() == ["BGI|RED 1|BLUE 1|bob:1:0;alice:3:0|true"]

        play(scenario)

    def test_a_card_that_does_not_fit(self, play: RunScenario) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("BLUE 2, BLUE 3", "BLUE 1", draw="GREEN 9")
            alice, bob = await server.start_at(state, *NAMES)
            bgi = "BGI|RED 1|GREEN 9;BLUE 2;BLUE 3|bob:1:0;alice:3:0|false"
            assert await alice.sync("DC") == ["BDC|alice", bgi]
            assert (await bob.sync())[0] == "BDC|alice"

        play(scenario)

    def test_playing_the_drawn_card_by_its_name(self, play: RunScenario) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("BLUE 2, BLUE 3", "BLUE 1", draw="WILD WILD")
            alice, _ = await server.start_at(state, *NAMES)
            assert await alice.sync("DC") == ["BDC|alice", "DPC|WILD WILD"]
            heard = await alice.sync("PC|YELLOW WILD")
            assert heard[:2] == ["BCP|alice|YELLOW WILD", "BCC|YELLOW"]

        play(scenario)

    def test_a_drawn_wild_asks_for_its_colour(self, play: RunScenario) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("BLUE 2, BLUE 3", "BLUE 1", draw="WILD WILD")
            alice, _ = await server.start_at(state, *NAMES)
            assert await alice.sync("DC", "RC|TRUE") == ["BDC|alice", "DPC|WILD WILD", "AC"]
            assert (await alice.sync("CC|BLUE"))[:2] == ["BCP|alice|BLUE WILD", "BCC|BLUE"]

        play(scenario)

    def test_a_drawn_seven_asks_for_its_partner(self, play: RunScenario) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("BLUE 2", "BLUE 1", "BLUE 3", draw="RED 7", options={"mode": "seven_o"})
            alice, _, _ = await server.start_at(state, *NAMES)
            assert await alice.sync("DC", "MC7|bob|RED 7") == [
                *["BDC|alice", "DPC|RED 7"],
                *["ERR|E006", "DPC|RED 7"],  # only RC and PC answer a DPC, UNO 11.7
            ]
            assert await alice.sync("RC|true") == ["AC7"]

        play(scenario)


class TestUno:
    def test_said_before_the_play(self, play: RunScenario) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("RED 2, RED 3", "BLUE 1, BLUE 2")
            alice, bob = await server.start_at(state, *NAMES)
            heard = await alice.sync("UNO", "PC|RED 2")
            assert heard[:2] == ["BUNO|alice", "BCP|alice|RED 2"]
            assert await alice.sync("UNO") == ["ERR|E006"], "once is enough"
            assert "BDC|alice" not in await bob.sync("DC")

        play(scenario)

    def test_said_after_the_play(self, play: RunScenario) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("RED 2, RED 3", "BLUE 1, BLUE 2", draw="GREEN 9")
            alice, bob = await server.start_at(state, *NAMES)
            await alice.sync("PC|RED 2")
            assert await alice.sync("UNO") == ["BUNO|alice"]
            assert (await bob.sync())[-1] == "BUNO|alice", "and no new BGI"
            assert (await bob.sync("DC"))[0] == "BDC|bob", "no penalty"

        play(scenario)

    def test_forgotten(self, play: RunScenario) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("RED 2, RED 3", "BLUE 1, BLUE 2", draw="GREEN 8, GREEN 7, GREEN 9")
            alice, bob = await server.start_at(state, *NAMES)
            await alice.sync("PC|RED 2")
            heard = await bob.sync("DC")
            assert heard[-4:-1] == ["BDC|alice", "BDC|alice", "BDC|bob"]
            assert (await alice.sync())[-1].startswith("BGI|RED 2|RED 3;GREEN 7;GREEN 8|")

        play(scenario)

    def test_refused_without_a_new_question(self, play: RunScenario) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("RED 2, RED 3, RED 4", "BLUE 1, BLUE 2")
            alice, bob = await server.start_at(state, *NAMES)
            assert await alice.sync("UNO") == ["ERR|E006"]
            assert await bob.sync("UNO") == ["ERR|E006"]
            assert await alice.sync("UNO|now") == ["ERR|E006"]

        play(scenario)


class TestTheEnd:
    def test_of_a_round(self, play: RunScenario) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("RED 2", "BLUE 1, BLUE 2")
            alice, bob = await server.start_at(state, *NAMES)
            heard = await alice.sync("PC|RED 2")
            assert heard[:3] == ["BCP|alice|RED 2", "RE|alice", "RST"]
            assert heard[-1].startswith(("BGI|", "AC"))
            heard = await bob.sync()
            assert heard[:3] == ["BCP|alice|RED 2", "RE|alice", "RST"]
            assert sum(line.startswith("BGI") for line in heard) <= 1
            assert "alice:7:3" in heard[-1]

        play(scenario)

    def test_of_a_round_with_a_last_wild(self, play: RunScenario) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("WILD WILD", "BLUE 1, BLUE 2")
            alice, _ = await server.start_at(state, *NAMES)
            heard = await alice.sync("PC|WILD WILD")
            assert heard[:3] == ["BCP|alice|RED WILD", "RE|alice", "RST"]

        play(scenario)

    def test_of_a_game_and_the_next_one(self, play: RunScenario) -> None:
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
            heard = await alice.sync("SG|progressive")
            assert heard[:3] == ["BPJ|carol", "GST|progressive", "RST"]
            assert "alice:7:0" in heard[-1], "scores are at 0 again"

        play(scenario, SHORT)


class TestPenalties:
    """Progressive: UNO 8.2."""

    def test_are_stacked_and_drawn(self, play: RunScenario) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table(
                "RED DRAW_2, RED 3, RED 4",
                "BLUE DRAW_2, BLUE 1, BLUE 5",
                "GREEN 1",
                options={"mode": "progressive"},
            )
            alice, bob, carol = await server.start_at(state, *NAMES)
            heard = await alice.sync("PC|RED DRAW_2")
            assert heard == [
                "BCP|alice|RED DRAW_2",
                "BGI|RED DRAW_2|RED 3;RED 4|bob:3:0;carol:1:0;alice:2:0|false",
            ]
            assert (await bob.sync("PC|BLUE DRAW_2"))[-2] == "BCP|bob|BLUE DRAW_2"
            heard = await carol.sync("DC")
            assert heard[-6:-1] == [*["BDC|carol"] * 4, "BTS|carol"]
            assert "alice:2:0;bob:2:0;carol:5:0|false" in heard[-1]

        play(scenario)


class TestChallenges:
    """The extension of UNO 5.3, at a table whose options have it."""

    def test_of_a_guilty_player(self, play: RunScenario) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table(
                "WILD DRAW_4, RED 3", "GREEN 1", "BLUE 2", options={"wd4_policy": "challenge"}
            )
            alice, bob, _ = await server.start_at(state, *NAMES)
            await alice.sync("UNO")
            heard = await alice.sync("PC|BLUE DRAW_4")
            assert heard == ["BCP|alice|BLUE DRAW_4", "BCC|BLUE"]
            assert (await bob.sync())[-1] == "ACH"
            assert await bob.sync("PC|GREEN 1") == ["ERR|E006", "ACH"]
            assert await bob.sync("CH|perhaps") == ["ERR|E006", "ACH"]
            heard = await bob.sync("CH|true")
            assert heard[:-1] == ["BDC|alice"] * 4
            assert heard[-1] == "BGI|BLUE DRAW_4|GREEN 1|bob:1:0;carol:1:0;alice:5:0|true"

        play(scenario)

    def test_are_not_for_other_tables(self, play: RunScenario) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("RED 2, RED 3", "GREEN 1")
            alice, bob = await server.start_at(state, *NAMES)
            assert (await alice.sync("CH|true"))[0] == "ERR|E006"
            assert await bob.sync("CH|true") == ["ERR|E006"]

        play(scenario)


def test_options_of_the_dialect_s_own_tables() -> None:
    assert Options() == Options(mode="normal", hand_size=7, target_score=500, wd4_policy="strict")
    assert UnoSettings() == UnoSettings(seats=10, turn_limit=60, options={})
