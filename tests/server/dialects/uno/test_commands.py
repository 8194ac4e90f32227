"""Test refused lines: the right code, the open prompt again, nothing changed (UNO 11.5-11.7).

Also tolerated line formats (UNO 11.1). (server.dialects.uno.commands)
"""

import pytest

from games.uno.state import State
from server.dialects.uno.commands import COMMANDS
from server.limits import Limits
from tests.games.uno.tables import table
from tests.harness.dialects.uno_server import RunScenario, UnoConnection, UnoServer

NAMES = ("alice", "bob", "carol")
UNREADABLE = [
    ("PC", "E003"),
    ("PC|", "E003"),
    ("PC||", "E003"),
    ("PC|RED 5|now", "E006"),
    ("DC|", "E006"),
    ("DC|now", "E006"),
    ("RC", "E003"),
    ("RC|", "E003"),
    ("RC|maybe", "E006"),
    ("RC|true|now", "E006"),
    ("CC", "E003"),
    ("CC|", "E003"),
    ("CC|PINK", "E006"),
    ("CC|red", "E006"),
    ("CC|WILD", "E006"),
    ("CC|RED|now", "E006"),
    ("MC7", "E003"),
    ("MC7|", "E003"),
    ("MC7||RED 7", "E003"),
    ("MC7|bob|RED 7|now", "E006"),
    ("CH", "E003"),
    ("CH|maybe", "E006"),
    ("CH|true|now", "E006"),
]
"""Lines refused in every state, on turn or not."""

BGI = "BGI|RED 1|RED 2;RED 3;BLUE 7|alice:3:0;bob:2:0;carol:2:0|true"
PROMPTS: dict[str, tuple[list[str], str]] = {
    "PLAY": ([], BGI),
    "RETAIN": (["DC"], "DPC|RED 9"),
    "COLOR": (["PC|WILD WILD"], "AC"),
    "SWAP": (["PC|RED 7"], "AC7"),
}
"""For each decision: the lines that lead to it, and its prompt."""


def _position(state: str) -> State:
    extra = {"COLOR": "WILD WILD", "SWAP": "RED 7"}.get(state, "RED 3")
    hand = "RED 2, RED 3, BLUE 7" if extra == "RED 3" else f"RED 2, {extra}, BLUE 7"
    return table(
        hand, "BLUE 1, BLUE 2", "GREEN 1, GREEN 2", draw="RED 9", options={"mode": "seven_o"}
    )


async def _start_with_prompt(server: UnoServer, state: str) -> tuple[list[UnoConnection], str]:
    """Start a game in which Alice has an open prompt; all lines so far are read."""
    connections = await server.start_at(_position(state), *NAMES)
    lines, prompt = PROMPTS[state]
    received = await connections[0].sync(*lines)
    assert not lines or received[-1] == prompt
    for connection in connections[1:]:
        await connection.sync()
    return connections, prompt


REFUSED_IN_STATE = [
    ("PLAY", "PC|GREEN 9", "E010"),
    ("PLAY", "PC|BLUE 7", "E010"),
    ("PLAY", "PC|nonsense", "E010"),
    ("PLAY", "PC|red 2", "E010"),
    ("PLAY", "RC|true", "E006"),
    ("PLAY", "CC|RED", "E006"),
    ("PLAY", "CH|true", "E006"),
    ("PLAY", "MC7|bob", "E003"),
    ("PLAY", "MC7|bob|", "E003"),
    ("PLAY", "MC7|nobody|BLUE 7", "E006"),
    ("PLAY", "MC7|bob|RED 7", "E010"),
    ("PLAY", "MC7|bob|BLUE 7", "E010"),
    ("PLAY", "MC7|bob|RED 2", "E010"),
    ("PLAY", "MC7|bob|nonsense", "E010"),
    ("RETAIN", "PC|RED 2", "E010"),
    ("RETAIN", "PC|nonsense", "E010"),
    ("RETAIN", "DC", "E006"),
    ("RETAIN", "CC|RED", "E006"),
    ("RETAIN", "MC7|bob", "E003"),
    ("RETAIN", "MC7|bob|BLUE 7", "E006"),
    ("COLOR", "PC|WILD WILD", "E006"),
    ("COLOR", "PC|GREEN WILD", "E006"),
    ("COLOR", "PC|nonsense", "E006"),
    ("COLOR", "DC", "E006"),
    ("COLOR", "RC|true", "E006"),
    ("COLOR", "MC7|bob|BLUE 7", "E006"),
    ("SWAP", "PC|RED 7", "E006"),
    ("SWAP", "DC", "E006"),
    ("SWAP", "RC|false", "E006"),
    ("SWAP", "CC|BLUE", "E006"),
    ("SWAP", "MC7|alice", "E006"),
    ("SWAP", "MC7|nobody", "E006"),
    ("SWAP", "MC7|bob|BLUE 7", "E010"),
    ("SWAP", "MC7|bob|nonsense", "E010"),
]


def test_list_of_unreadable_lines_covers_every_command_that_answers_a_prompt() -> None:
    answers = {code for code, command in COMMANDS.items() if command.answers_prompt}
    assert {line.split("|")[0] for line, _ in UNREADABLE} == answers


@pytest.mark.parametrize(("state", "line", "code"), REFUSED_IN_STATE)
def test_refused_answer_gets_its_code_and_the_prompt_again_and_changes_nothing(
    state: str, line: str, code: str, run_scenario: RunScenario
) -> None:
    async def scenario(server: UnoServer) -> None:
        (alice, bob, carol), prompt = await _start_with_prompt(server, state)
        before = server.active_room.match.state if server.active_room.match else None
        assert await alice.sync(line) == [f"ERR|{code}", prompt]
        assert await bob.sync() == await carol.sync() == []
        assert server.active_room.match is not None
        assert server.active_room.match.state == before

    run_scenario(scenario)


@pytest.mark.parametrize("state", PROMPTS)
def test_unreadable_answer_gets_its_code_and_the_prompt_again_at_every_prompt(
    state: str, run_scenario: RunScenario
) -> None:
    async def scenario(server: UnoServer) -> None:
        (alice, bob, _), prompt = await _start_with_prompt(server, state)
        for line, code in UNREADABLE:
            assert await alice.sync(line) == [f"ERR|{code}", prompt], line
        assert await bob.sync() == []

    run_scenario(scenario)


@pytest.mark.parametrize("state", PROMPTS)
def test_refused_answer_of_a_player_who_is_not_on_turn_gets_its_code_but_no_prompt(
    state: str, run_scenario: RunScenario
) -> None:
    async def scenario(server: UnoServer) -> None:
        (alice, bob, _), _prompt = await _start_with_prompt(server, state)
        for line in ("PC|BLUE 1", "PC|nonsense", "DC", "RC|true", "CC|RED", "MC7|alice|RED 7"):
            assert await bob.sync(line) == ["ERR|E006"], line
        for line, code in UNREADABLE:
            assert await bob.sync(line) == [f"ERR|{code}"], line
        assert await bob.sync("UNO", "MC7|alice") == ["ERR|E006", "ERR|E003"]
        assert await alice.sync() == []

    run_scenario(scenario)


@pytest.mark.parametrize("state", PROMPTS)
def test_chat_and_lobby_list_are_accepted_at_every_prompt(
    state: str, run_scenario: RunScenario
) -> None:
    async def scenario(server: UnoServer) -> None:
        (alice, bob, _), _prompt = await _start_with_prompt(server, state)
        assert await alice.sync("SM|hm") == ["BM|alice:hm"]
        assert await bob.sync("SM|hm") == ["BM|alice:hm", "BM|bob:hm"]
        bob.send("LOL")
        assert await bob.read_line() == "LOL|main:3"

    run_scenario(scenario)


@pytest.mark.parametrize("state", PROMPTS)
def test_refused_command_that_answers_no_prompt_gets_its_code_but_no_prompt(
    state: str, run_scenario: RunScenario
) -> None:
    async def scenario(server: UnoServer) -> None:
        (alice, _, _), _prompt = await _start_with_prompt(server, state)
        lines = ["NONSENSE", "MH|x|human_player", "SG|normal", "ACP|hal", "CL|x", "JL|x", "SM|"]
        codes = ["E001", "E001", "E006", "E006", "E006", "E006", "E009"]
        assert await alice.sync(*lines) == [f"ERR|{code}" for code in codes]
        assert await alice.sync("UNO") == ["ERR|E006"]
        assert await alice.sync("LG|now", "LOL|now", "UNO|now") == ["ERR|E006"] * 3

    run_scenario(scenario)


@pytest.mark.parametrize(("line", "code"), UNREADABLE)
def test_unreadable_answer_outside_a_game_gets_the_same_code_as_in_a_game(
    line: str, code: str, run_scenario: RunScenario
) -> None:
    async def scenario(server: UnoServer) -> None:
        alice = await server.connect_named("alice")
        assert await alice.sync(line) == [f"ERR|{code}"]

    run_scenario(scenario)


@pytest.mark.parametrize(
    "line", ["PC|RED 5", "PC|x", "DC", "RC|true", "CC|RED", "MC7|a|RED 7", "CH|true", "UNO"]
)
def test_game_command_outside_a_game_is_refused_with_e006(
    line: str, run_scenario: RunScenario
) -> None:
    async def scenario(server: UnoServer) -> None:
        alice = await server.connect_named("alice")
        assert await alice.sync(line) == ["ERR|E006"]

    run_scenario(scenario)


def test_mc7_in_the_normal_mode_is_refused_with_e006_and_repeats_the_prompt(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        state = table("RED 7, RED 3", "BLUE 1", "BLUE 2")
        alice, _, _ = await server.start_at(state, *NAMES)
        bgi = "BGI|RED 1|RED 3;RED 7|alice:2:0;bob:1:0;carol:1:0|true"
        assert await alice.sync("MC7|bob|RED 7") == ["ERR|E006", bgi]

    run_scenario(scenario)


def test_refusals_restart_neither_the_reminder_at_30_nor_the_end_of_the_turn_at_60_seconds(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        alice, _ = await server.start_at(table("RED 2, RED 3", "BLUE 1"), *NAMES)
        server.advance(29)
        assert (await alice.sync("PC|GREEN 9"))[0] == "ERR|E010"
        server.advance(1)
        assert await alice.sync() == ["RP|30"]
        server.advance(29)
        assert (await alice.sync("DC|x"))[0] == "ERR|E006"
        server.advance(1)
        assert (await alice.sync())[0] == "BTS|alice"

    run_scenario(scenario)


def test_color_prompt_restarts_the_turn_clock_which_then_chooses_the_color(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        alice, _ = await server.start_at(table("WILD WILD, RED 3", "BLUE 1"), *NAMES)
        server.advance(59)
        assert await alice.sync("PC|WILD WILD") == ["RP|30", "AC"]
        server.advance(59)
        assert await alice.sync() == ["RP|30"]
        server.advance(1)
        received = await alice.sync()
        assert received[:2] == ["BCP|alice|RED WILD", "BCC|RED"], "and no BTS"

    run_scenario(scenario)


class TestLineFormat:
    """Line formats of UNO 11.1."""

    def test_several_lines_in_one_segment_are_answered_in_order(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice = await server.connect()
            alice.send_bytes(b"MH|alice|human_player\nACP|hal\nSM|hi\nLOL\n")
            expected = ["AH", "LOL|main:0", "IAD", "BPJ|alice", "BPJ|hal", "BM|alice:hi"]
            assert await alice.read_lines(7) == [*expected, "LOL|main:2"]

        run_scenario(scenario)

    def test_line_in_segments_of_one_byte_is_joined(self, run_scenario: RunScenario) -> None:
        async def scenario(server: UnoServer) -> None:
            alice = await server.connect()
            for byte in b"MH|alice|human_player\n":
                alice.send_bytes(bytes((byte,)))
                await server.run_ready_callbacks()
            assert await alice.read_lines(4) == ["AH", "LOL|main:0", "IAD", "BPJ|alice"]

        run_scenario(scenario)

    def test_crlf_spaces_around_arguments_and_blank_lines_are_tolerated(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice = await server.connect()
            alice.send_bytes(b"\n\r\n   \n MH | alice |\thuman_player \r\nSM| hello there \r\n")
            expected = ["AH", "LOL|main:0", "IAD", "BPJ|alice", "BM|alice:hello there"]
            assert await alice.read_lines(5) == expected
            assert await alice.sync("", "  ", "\r", "\t") == []

        run_scenario(scenario)

    def test_line_over_4096_bytes_or_undecodable_gets_e001_once_and_the_next_is_read(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice = await server.connect_named("alice")
            alice.send_bytes(b"SM|" + b"x" * 4094 + b"\n")
            assert await alice.read_line() == "ERR|E001"
            alice.send_bytes(b"SM|" + b"x" * 4093 + b"\n")
            assert await alice.read_line() == "ERR|E009"
            alice.send_bytes(b"SM|" + b"x" * 4093 + b"\r\n")
            assert await alice.read_line() == "ERR|E009"
            alice.send_bytes(b"SM|\xff\xfe\n")
            assert await alice.read_line() == "ERR|E001"
            alice.send_bytes(b"x" * 300_000)
            assert await alice.read_line() == "ERR|E001", "before the line ends"
            alice.send_bytes(b"x" * 300_000 + b"\n")
            assert await alice.sync("SM|é") == ["BM|alice:é"]

        run_scenario(scenario)

    def test_twenty_but_not_nineteen_refusals_in_a_row_disconnect_and_others_are_told(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice, bob = await server.connect_named("alice"), await server.connect_named("bob")
            await alice.sync()
            alice.send(*["NONSENSE"] * 19)
            assert await alice.read_lines(19) == ["ERR|E001"] * 19
            assert await alice.sync("SM|hi") == ["BM|alice:hi"]
            alice.send(*["NONSENSE", "CL"] * 15)
            assert await alice.read_to_end() == ["ERR|E001", "ERR|E003"] * 10
            assert await bob.read_lines(5) == [
                "BM|alice:hi",
                *["ERR|E007", "BLG|alice", "BM|server:Player alice has disconnected"],
                "IAD",
            ]

        run_scenario(scenario)

    def test_twenty_refusals_before_the_handshake_disconnect_the_client(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice = await server.connect()
            alice.send(*["LOL"] * 30)
            assert await alice.read_to_end() == ["ERR|E001"] * 20

        run_scenario(scenario)

    def test_limit_malformed_messages_sets_after_how_many_refusals_a_client_is_disconnected(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice = await server.connect()
            alice.send(*["LOL"] * 30)
            assert await alice.read_to_end() == ["ERR|E001"] * 3

        run_scenario(scenario, limits=Limits(malformed_messages=3))
