"""Test lines about games, leaving, disconnects and the turn clock (server.dialects.uno.events).

UNO 10.3, 10.4, 11.3, 11.5.
"""

from itertools import count

import pytest

from games.base import Step
from games.rng import Rng
from games.uno import UNO
from games.uno.state import Options, State
from games.uno.view import view
from messages import ChooseNickname, SelectMatch, SelectModeAndPlayers, StartMatch
from messages.uno.actions import UnoMode
from messages.uno.table import (
    UnoCardsDrawn,
    UnoChange,
    UnoDirectionChanged,
    UnoHandTaken,
    UnoStepStarted,
    UnoTurnLost,
)
from server.dialects.uno.events import (
    change_lines,
    game_info_line,
    maybe_prompt_line,
    maybe_step_line,
    turn_order,
)
from server.dialects.uno.peer import UnoSettings
from tests.games.uno.tables import table
from tests.harness.dialects.uno_server import RunScenario, UnoConnection, UnoServer

SEATS = ("a", "b", "c", "d")


def _start_with_first_card(symbol: str, mode: UnoMode = "normal") -> Step[State]:
    """Return the start of a game of three whose first card has this symbol."""
    for number in count():
        step = UNO.start(3, Options(mode=mode), Rng(number.to_bytes(8, "big")))
        if view(step.state, 0).top.split()[1] == symbol:
            return step
    raise AssertionError


@pytest.mark.parametrize(
    ("symbol", "mode", "expected"),
    [
        ("5", "normal", []),
        ("0", "seven_o", []),
        ("7", "seven_o", []),
        ("SKIP", "normal", ["BTS|FIRST"]),
        ("REVERSE", "normal", ["BRS|false"]),
        ("DRAW_2", "normal", ["BDC|FIRST", "BDC|FIRST", "BTS|FIRST"]),
        ("DRAW_2", "progressive", []),
        ("WILD", "normal", []),
    ],
)
def test_lines_of_the_start_are_rst_and_the_effects_of_the_first_card(
    symbol: str, mode: UnoMode, expected: list[str]
) -> None:
    step = _start_with_first_card(symbol, mode)
    first = SEATS[(step.state.dealer + 1) % 3]
    lines = [line for change in step.changes for line in change_lines(change, SEATS)]
    assert lines == ["RST", *(line.replace("FIRST", first) for line in expected)]


def test_turn_order_starts_with_the_player_on_turn_in_both_directions_without_leavers() -> None:
    state = table("RED 2", "RED 3", "RED 4", "RED 5", turn=2)
    assert turn_order(view(state, 0)) == [2, 3, 0, 1]
    state = table("RED 2", "RED 3", "RED 4", "RED 5", turn=2, clockwise=False)
    assert turn_order(view(state, 0)) == [2, 1, 0, 3]
    state = table("RED 2", "", "RED 4", "RED 5", seated=(0, 2, 3), turn=2, clockwise=False)
    assert turn_order(view(state, 0)) == [2, 0, 3]


def test_empty_hand_is_an_empty_field_of_bgi() -> None:
    state = table("", "RED 3", top="GREEN 6", turn=1)
    assert game_info_line(view(state, 0), SEATS) == "BGI|GREEN 6||b:1:0;a:0:0|false"


@pytest.mark.parametrize(
    ("decision", "prompt"),
    [("RETAIN", "DPC|RED 2"), ("COLOR", "AC"), ("SWAP", "AC7"), ("CHALLENGE", "ACH")],
)
def test_prompt_is_sent_only_to_the_player_who_decides(decision: str, prompt: str) -> None:
    card = 2 if decision == "RETAIN" else -1
    state = table("RED 2, RED 3", "BLUE 3", decision=decision, card=card)
    assert (
        maybe_prompt_line(view(state, 0), SEATS) == maybe_step_line(view(state, 0), SEATS) == prompt
    )
    assert maybe_prompt_line(view(state, 1), SEATS) is None
    assert maybe_step_line(view(state, 1), SEATS) is None


def test_turn_sends_bgi_but_no_prompt_to_the_other_player_and_nothing_after_the_end() -> None:
    state = table("RED 2, RED 3", "BLUE 3")
    assert maybe_step_line(view(state, 1), SEATS) == "BGI|RED 1|BLUE 3|a:2:0;b:1:0|false"
    assert maybe_prompt_line(view(state, 1), SEATS) is None
    over = table("RED 2", "BLUE 3", decision="OVER", turn=-1)
    assert maybe_step_line(view(over, 0), SEATS) is None


@pytest.mark.parametrize(
    ("change", "lines"),
    [
        (UnoCardsDrawn(1, 3, "PENALTY"), ["BDC|b"] * 3),
        (UnoTurnLost(2, "TIMEOUT"), ["BTS|c"]),
        (UnoDirectionChanged(True), ["BRS|true"]),
        (UnoHandTaken(0, ("RED 2",)), []),
        (UnoStepStarted(0, "PLAY"), []),
    ],
)
def test_change_is_sent_as_lines_or_none_and_a_draw_as_one_line_per_card(
    change: UnoChange, lines: list[str]
) -> None:
    assert change_lines(change, SEATS) == lines


NAMES = ("alice", "bob", "carol")
SHORT = UnoSettings(options={"target_score": 1})


def disconnect_lines(name: str) -> list[str]:
    return ["ERR|E007", f"BLG|{name}", f"BM|server:Player {name} has disconnected"]


class TestLeaving:
    def test_leaving_a_lobby_closes_the_connection_tells_the_others_and_frees_the_name(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice, bob = await server.connect_named("alice"), await server.connect_named("bob")
            await alice.sync()
            bob.send("LG", "SM|too late")
            assert await bob.read_to_end() == []
            assert await alice.sync() == ["BLG|bob"]
            assert (await (await server.connect()).handshake("bob"))[0] == "AH", "the name is free"

        run_scenario(scenario)

    def test_leaving_without_a_lobby_closes_the_connection(self, run_scenario: RunScenario) -> None:
        async def scenario(server: UnoServer) -> None:
            await server.start_match("alice", "bob")
            dave = await server.connect_named("dave")
            dave.send("LG")
            assert await dave.read_to_end() == []

        run_scenario(scenario)

    def test_leaving_a_game_of_three_on_turn_passes_turn_and_admin_to_the_next_player(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("RED 2, RED 3", "BLUE 1", "BLUE 2")
            alice, bob, carol = await server.start_at(state, *NAMES)
            alice.send("LG")
            assert await alice.read_to_end() == []
            bgi = "BGI|RED 1|BLUE 1|bob:1:0;carol:1:0|true"
            assert await bob.sync() == ["BLG|alice", "IAD", bgi]
            assert await carol.sync() == [
                "BLG|alice",
                "BGI|RED 1|BLUE 2|bob:1:0;carol:1:0|false",
            ]

        run_scenario(scenario)

    def test_leaving_a_game_of_two_ends_it_and_the_lobby_is_open_again(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice, bob = await server.start_match("alice", "bob")
            bob.send("LG")
            assert await bob.read_to_end() == []
            assert await alice.sync() == ["BLG|bob", "GE|alice"]
            alice.send("LOL")
            assert await alice.read_line() == "LOL|main:1"
            assert await alice.sync("ACP|hal") == ["BPJ|hal"], "the lobby is open again"

        run_scenario(scenario)


class TestDisconnect:
    @pytest.mark.parametrize("reset", [False, True])
    def test_disconnect_in_a_lobby_is_announced_with_a_new_admin_and_frees_the_name(
        self, reset: bool, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice, bob = await server.connect_named("alice"), await server.connect_named("bob")
            if reset:
                alice.reset()
            else:
                await alice.close()
            assert await bob.read_lines(4) == [*disconnect_lines("alice"), "IAD"]
            other = await server.connect()
            assert (await other.handshake("alice"))[0] == "AH", "the name is free at once"
            assert await bob.sync() == ["BPJ|alice"]
            other.send("LG")
            assert await other.read_to_end() == []
            assert await bob.sync() == ["BLG|alice"], (
                "the new session is not marked as disconnected"
            )

        run_scenario(scenario)

    def test_disconnect_in_a_game_of_two_is_announced_and_ends_it(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice, bob = await server.start_match("alice", "bob")
            await bob.close()
            assert await alice.read_lines(4) == [*disconnect_lines("bob"), "GE|alice"]
            assert await alice.sync() == []

        run_scenario(scenario)

    def test_disconnect_after_a_partial_line_is_announced_and_the_line_is_discarded(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice, bob = await server.connect_named("alice"), await server.connect_named("bob")
            await alice.sync()
            bob.send_bytes(b"SM|never")
            await bob.close()
            assert await alice.read_lines(3) == disconnect_lines("bob")

        run_scenario(scenario)

    @pytest.mark.parametrize("lines", [[], ["DC"], ["PC|WILD WILD"], ["PC|RED 7"], ["UNO"]])
    def test_disconnect_at_any_prompt_is_announced_and_the_next_player_is_on_turn(
        self, lines: list[str], run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table(
                "RED 7, WILD WILD",
                *("BLUE 1, BLUE 3", "BLUE 2, BLUE 4"),
                draw="RED 9",
                options={"mode": "seven_o"},
            )
            alice, bob, carol = await server.start_at(state, *NAMES)
            await alice.sync(*lines)
            alice.reset()
            received = await bob.read_until("BGI|")
            index = received.index("ERR|E007")
            assert received[index : index + 3] == disconnect_lines("alice")
            assert received[-1].endswith("|true")
            assert "alice" not in received[-1]
            assert (await carol.read_until("BGI|"))[-1].endswith("|false")
            assert await bob.sync("PC|x") == ["ERR|E010", received[-1]]

        run_scenario(scenario)

    def test_disconnect_of_another_transport_in_a_lobby_is_announced_after_a_minute(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice = await server.connect_named("alice")
            ada = server.connect_memory()
            await ada.send(ChooseNickname("Ada-L"))
            await ada.send(SelectMatch(1))
            ada.close()
            assert await alice.sync() == ["BPJ|ada-l"], "the seat is kept for a reconnect"
            server.advance(59)
            assert await alice.sync() == []
            server.advance(2)
            assert await alice.sync() == disconnect_lines("ada-l")

        run_scenario(scenario)

    def test_disconnect_of_another_transport_in_a_game_is_announced_after_a_minute(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice, bob = await server.connect_named("alice"), await server.connect_named("bob")
            ada = server.connect_memory()
            await ada.send(ChooseNickname("Ada-L"))
            await ada.send(SelectMatch(1))
            await bob.sync()
            await alice.sync("SG|normal")
            server.set_position(table("RED 2, RED 3", "BLUE 1, BLUE 2", "GREEN 1"))
            await bob.sync()
            ada.close()
            server.advance(59)
            assert await bob.sync() == []
            server.advance(1)
            assert (await bob.sync())[:3] == disconnect_lines("ada-l")

        run_scenario(scenario, UnoSettings(turn_limit=600))

    def test_disconnect_that_suspends_the_game_is_told_and_the_other_wins_after_a_minute(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            ada = server.connect_memory()
            setup = SelectModeAndPlayers(
                2, game="uno", name="room", standing=True, absent="suspend"
            )
            for message in (ChooseNickname("Ada-L"), SelectMatch(0), setup):
                await ada.send(message)
            alice = await server.connect_named("alice")
            await alice.sync("JL|room")
            await ada.send(StartMatch())
            await alice.sync()
            ada.close()
            server.advance(20)
            text = "Everybody else is away; you win if nobody is back in 60 seconds."
            assert (await alice.sync())[-1] == f"BGM|{text}"
            server.advance(61)
            assert (await alice.sync())[-5:] == [*disconnect_lines("ada-l"), "IAD", "GE|alice"]

        run_scenario(scenario)


class TestTurnClock:
    def test_turn_clock_reminds_only_the_player_on_turn_once_and_skips_after_60_seconds(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice, bob = await server.start_at(table("RED 2, RED 3", "BLUE 1, BLUE 2"), *NAMES)
            server.advance(45)
            assert await alice.sync() == ["RP|30"]
            assert await bob.sync() == []
            server.advance(15)
            bgi = "BGI|RED 1|RED 2;RED 3|bob:2:0;alice:2:0|false"
            assert await alice.sync() == ["BTS|alice", bgi]
            assert (await bob.sync())[1].endswith("|true")

        run_scenario(scenario)

    def test_turn_clock_draws_a_pending_penalty_in_progressive_and_skips_the_turn(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table(
                *("RED 2, RED 3", "BLUE 1, BLUE 2"),
                top="RED DRAW_2",
                options={"mode": "progressive"},
                pending=2,
            )
            alice, _ = await server.start_at(state, *NAMES)
            server.advance(60)
            assert (await alice.sync())[:4] == ["RP|30", "BDC|alice", "BDC|alice", "BTS|alice"]

        run_scenario(scenario)

    def test_turn_clock_keeps_a_drawn_card_and_ends_the_turn_without_bts(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("RED 2, RED 3", "BLUE 1, BLUE 2", draw="RED 9")
            alice, bob = await server.start_at(state, *NAMES)
            assert await alice.sync("DC") == ["BDC|alice", "DPC|RED 9"]
            server.advance(60)
            bgi = "BGI|RED 1|RED 2;RED 3;RED 9|bob:2:0;alice:3:0|false"
            assert await alice.sync() == ["RP|30", bgi], "and no BTS"
            assert (await bob.sync())[-1].endswith("|true")

        run_scenario(scenario)

    def test_turn_clock_answers_ac7_with_the_next_player_in_seven_o(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table(
                "RED 7, BLUE 8, WILD WILD", "GREEN 1", "GREEN 2", options={"mode": "seven_o"}
            )
            alice, _, carol = await server.start_at(state, *NAMES)
            assert await alice.sync("PC|RED 7") == ["AC7"]
            server.advance(60)
            bgi = "BGI|RED 7|GREEN 1|bob:2:0;carol:1:0;alice:1:0|false"
            swap = "BGM|alice and bob swapped their hands."
            assert await alice.sync() == ["RP|30", "BCP|alice|RED 7", swap, bgi]
            assert (await carol.sync())[0] == "BCP|alice|RED 7"

        run_scenario(scenario)

    def test_client_is_told_and_removed_after_three_idle_turns_and_the_others_play_on(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("RED 2, RED 3", "BLUE 1, BLUE 2", "GREEN 1, GREEN 2")
            alice, bob, carol = await server.start_at(state, *NAMES)
            for _ in range(2):
                server.advance(60)
                assert "BTS|alice" in await bob.sync("DC", "RC|false")
                await carol.sync("DC", "RC|false")
            await bob.sync()
            server.advance(60)
            received = await bob.sync()
            assert received[:4] == ["BTS|alice", *disconnect_lines("alice")]
            (bgi,) = set(received[4:]) - {"IAD"}
            assert bgi.endswith("|bob:4:0;carol:4:0|true")
            last = await alice.read_to_end()
            assert last[-2:] == [
                "BTS|alice",
                "BGM|You did not play for too long and have left the game.",
            ]
            assert (await (await server.connect()).handshake("alice"))[0] == "AH", (
                "the name is free"
            )
            assert (await carol.sync())[-1].startswith("BGI|")

        run_scenario(scenario)

    def test_removal_of_an_idle_player_ends_a_game_of_two_and_the_lobby_is_open_again(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            state = table("RED 2, RED 3", "BLUE 1, BLUE 2", options={"max_idle_turns": 1})
            alice, bob = await server.start_at(state, *NAMES)
            server.advance(60)
            assert await bob.sync() == ["BTS|alice", *disconnect_lines("alice"), "IAD", "GE|bob"]
            bob.send("LOL")
            assert await bob.read_line() == "LOL|main:1"
            assert (await alice.read_to_end())[-1].startswith("BGM|")

        run_scenario(scenario)


def test_stop_of_the_server_is_announced_to_both_players_before_they_are_disconnected(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        alice, bob = await server.start_match("alice", "bob")
        server.hub.stop()
        for connection in (alice, bob):
            assert await connection.read_to_end() == ["BGM|The server stops now."]

    run_scenario(scenario)


def test_internal_error_is_logged_told_to_all_and_ends_the_game_but_no_connection(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        alice, bob = await server.start_match("alice", "bob")
        assert server.active_room.match is not None
        server.active_room.match.state = None
        notice, error = await alice.sync("DC")
        assert notice.startswith("BGM|The server made a mistake")
        assert error == "ERR|E006"
        assert (await bob.sync())[0].startswith("BGM|The server made a mistake")
        assert server.log.errors
        server.log.errors.clear()
        assert await alice.sync("JL|main") == ["IAD", "BJL|alice"]

    run_scenario(scenario)


@pytest.mark.parametrize("step", range(9))
def test_disconnect_after_any_number_of_requests_leaves_the_others_connected(
    step: int, run_scenario: RunScenario
) -> None:
    """The other clients can still send and receive."""

    async def scenario(server: UnoServer) -> None:
        alice, bob = await server.connect_named("alice"), await server.connect_named("bob")
        eve = await server.connect()
        steps = ["MH|eve|human_player", "LOL", "CL|room", "ACP|hal", "JL|main", "SM|hi"]
        eve.send(*steps[:step])
        if step > len(steps):
            await eve.read_until("BM|eve:hi")
            await alice.sync("SG|normal")
            eve.send(*["DC", "PC|RED 5"][: step - len(steps)])
        eve.reset()
        state = server.server_state
        while "eve" in state.sessions or len(state.peers) > 2 + len(state.expected_bots):
            await server.run_ready_callbacks()
            if not any(peer.session is None for peer in state.peers.values()):
                break
        await _check_clients_connected(alice, bob)

    run_scenario(scenario, SHORT)


async def _check_clients_connected(alice: UnoConnection, bob: UnoConnection) -> None:
    assert (await alice.sync("SM|still here"))[-1] == "BM|alice:still here"
    assert (await bob.read_until("BM|alice"))[-1] == "BM|alice:still here"
