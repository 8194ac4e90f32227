"""What clients are told: lines about a game, leaving, lost connections and the clock.

UNO 10.3, 10.4, 11.3, 11.5; server.dialects.uno.events."""

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
    UnoPileReshuffled,
    UnoStepStarted,
    UnoTurnLost,
)
from server.dialects.uno.events import (
    change_lines,
    information,
    maybe_news,
    maybe_question,
    turn_order,
)
from server.dialects.uno.peer import UnoSettings
from tests.games.uno.tables import table
from tests.harness.dialects.uno_server import Inn, Play, Talker

SEATS = ("a", "b", "c", "d")


def _dealt(symbol: str, mode: UnoMode = "normal") -> Step[State]:
    """A first round of three whose turned-up card has this symbol."""
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
def test_the_turned_up_card_is_told_at_the_start(
    symbol: str, mode: UnoMode, expected: list[str]
) -> None:
    step = _dealt(symbol, mode)
    first = SEATS[(step.state.dealer + 1) % 3]
    told = [line for change in step.changes for line in change_lines(change, SEATS)]
    assert told == ["RST", *(line.replace("FIRST", first) for line in expected)]


def test_players_are_listed_from_the_one_on_turn_in_the_direction_of_play() -> None:
    state = table("RED 2", "RED 3", "RED 4", "RED 5", turn=2)
    assert turn_order(view(state, 0)) == [2, 3, 0, 1]
    state = table("RED 2", "RED 3", "RED 4", "RED 5", turn=2, clockwise=False)
    assert turn_order(view(state, 0)) == [2, 1, 0, 3]
    state = table("RED 2", "", "RED 4", "RED 5", seated=(0, 2, 3), turn=2, clockwise=False)
    assert turn_order(view(state, 0)) == [2, 0, 3]


def test_an_empty_hand_is_an_empty_field() -> None:
    state = table("", "RED 3", top="GREEN 6", turn=1)
    assert information(view(state, 0), SEATS) == "BGI|GREEN 6||b:1:0;a:0:0|false"


@pytest.mark.parametrize(
    ("decision", "question"),
    [("RETAIN", "DPC|RED 2"), ("COLOR", "AC"), ("SWAP", "AC7"), ("CHALLENGE", "ACH")],
)
def test_a_question_is_for_the_one_who_decides(decision: str, question: str) -> None:
    card = 2 if decision == "RETAIN" else -1
    state = table("RED 2, RED 3", "BLUE 3", decision=decision, card=card)
    assert maybe_question(view(state, 0), SEATS) == maybe_news(view(state, 0), SEATS) == question
    assert maybe_question(view(state, 1), SEATS) is None
    assert maybe_news(view(state, 1), SEATS) is None


def test_a_turn_is_news_for_everybody_and_a_question_for_one() -> None:
    state = table("RED 2, RED 3", "BLUE 3")
    assert maybe_news(view(state, 1), SEATS) == "BGI|RED 1|BLUE 3|a:2:0;b:1:0|false"
    assert maybe_question(view(state, 1), SEATS) is None
    over = table("RED 2", "BLUE 3", decision="OVER", turn=-1)
    assert maybe_news(view(over, 0), SEATS) is None


@pytest.mark.parametrize(
    ("change", "lines"),
    [
        (UnoCardsDrawn(1, 3, "PENALTY"), ["BDC|b"] * 3),
        (UnoTurnLost(2, "TIMEOUT"), ["BTS|c"]),
        (UnoDirectionChanged(True), ["BRS|true"]),
        (UnoHandTaken(0, ("RED 2",)), []),
        (UnoPileReshuffled(20), []),
        (UnoStepStarted(0, "PLAY"), []),
    ],
)
def test_changes(change: UnoChange, lines: list[str]) -> None:
    assert change_lines(change, SEATS) == lines


NAMES = ("alice", "bob", "carol")
SHORT = UnoSettings(options={"target_score": 1})


def lost(name: str) -> list[str]:
    return ["ERR|E007", f"BLG|{name}", f"BM|server:Player {name} has disconnected"]


class TestLeaving:
    def test_a_lobby(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            alice, bob = await inn.guest("alice"), await inn.guest("bob")
            await alice.heard()
            bob.send("LG", "SM|too late")
            assert await bob.rest() == []
            assert await alice.heard() == ["BLG|bob"]
            assert (await (await inn.connect()).hello("bob"))[0] == "AH", "the name is free"

        play(scene)

    def test_the_hall(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            await inn.table("alice", "bob")
            dave = await inn.guest("dave")
            dave.send("LG")
            assert await dave.rest() == []

        play(scene)

    def test_a_game_in_one_s_turn(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            state = table("RED 2, RED 3", "BLUE 1", "BLUE 2")
            alice, bob, carol = await inn.position(state, *NAMES)
            alice.send("LG")
            assert await alice.rest() == []
            bgi = "BGI|RED 1|BLUE 1|bob:1:0;carol:1:0|true"
            assert await bob.heard() == ["BLG|alice", "IAD", bgi]
            assert await carol.heard() == [
                "BLG|alice",
                "BGI|RED 1|BLUE 2|bob:1:0;carol:1:0|false",
            ]

        play(scene)

    def test_a_game_of_two(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            alice, bob = await inn.table("alice", "bob")
            bob.send("LG")
            assert await bob.rest() == []
            assert await alice.heard() == ["BLG|bob", "GE|alice"]
            alice.send("LOL")
            assert await alice.line() == "LOL|main:1"
            assert await alice.heard("ACP|hal") == ["BPJ|hal"], "the lobby is open again"

        play(scene)


class TestALostConnection:
    @pytest.mark.parametrize("hard", [False, True])
    def test_in_a_lobby(self, hard: bool, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            alice, bob = await inn.guest("alice"), await inn.guest("bob")
            if hard:
                alice.reset()
            else:
                await alice.close()
            assert await bob.lines(4) == [*lost("alice"), "IAD"]
            other = await inn.connect()
            assert (await other.hello("alice"))[0] == "AH", "the name is free at once"
            assert await bob.heard() == ["BPJ|alice"]
            other.send("LG")
            assert await other.rest() == []
            assert await bob.heard() == ["BLG|alice"], "nothing of the old one sticks"

        play(scene)

    def test_in_a_game_of_two(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            alice, bob = await inn.table("alice", "bob")
            await bob.close()
            assert await alice.lines(4) == [*lost("bob"), "GE|alice"]
            assert await alice.heard() == []

        play(scene)

    def test_that_a_half_line_preceded(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            alice, bob = await inn.guest("alice"), await inn.guest("bob")
            await alice.heard()
            bob.send_bytes(b"SM|never")
            await bob.close()
            assert await alice.lines(3) == lost("bob")

        play(scene)

    @pytest.mark.parametrize("lines", [[], ["DC"], ["PC|WILD WILD"], ["PC|RED 7"], ["UNO"]])
    def test_at_every_question(self, lines: list[str], play: Play) -> None:
        async def scene(inn: Inn) -> None:
            state = table(
                "RED 7, WILD WILD",
                *("BLUE 1, BLUE 3", "BLUE 2, BLUE 4"),
                draw="RED 9",
                options={"mode": "seven_o"},
            )
            alice, bob, carol = await inn.position(state, *NAMES)
            await alice.heard(*lines)
            alice.reset()
            heard = await bob.until("BGI|")
            at = heard.index("ERR|E007")
            assert heard[at : at + 3] == lost("alice")
            assert heard[-1].endswith("|true")
            assert "alice" not in heard[-1]
            assert (await carol.until("BGI|"))[-1].endswith("|false")
            assert await bob.heard("PC|x") == ["ERR|E010", heard[-1]]

        play(scene)

    def test_of_a_guest_of_another_route(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            alice = await inn.guest("alice")
            ada = inn.memory()
            await ada.send(ChooseNickname("Ada-L"))
            await ada.send(SelectMatch(1))
            ada.close()
            assert await alice.heard() == ["BPJ|ada-l"], "who may come back is waited for"
            inn.pass_time(59)
            assert await alice.heard() == []
            inn.pass_time(2)
            assert await alice.heard() == lost("ada-l")

        play(scene)

    def test_of_a_guest_of_another_route_in_a_game(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            alice, bob = await inn.guest("alice"), await inn.guest("bob")
            ada = inn.memory()
            await ada.send(ChooseNickname("Ada-L"))
            await ada.send(SelectMatch(1))
            await bob.heard()
            await alice.heard("SG|normal")
            inn.stage(table("RED 2, RED 3", "BLUE 1, BLUE 2", "GREEN 1"))
            await bob.heard()
            ada.close()
            inn.pass_time(59)
            assert await bob.heard() == []
            inn.pass_time(1)
            assert (await bob.heard())[:3] == lost("ada-l")

        play(scene, UnoSettings(turn_limit=600))

    def test_that_leaves_one_alone_with_the_absent(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            ada = inn.memory()
            asked = SelectModeAndPlayers(
                2, game="uno", name="room", standing=True, absent="suspend"
            )
            for message in (ChooseNickname("Ada-L"), SelectMatch(0), asked):
                await ada.send(message)
            alice = await inn.guest("alice")
            await alice.heard("JL|room")
            await ada.send(StartMatch())
            await alice.heard()
            ada.close()
            inn.pass_time(20)
            text = "Everybody else is away; you win if nobody is back in 60 seconds."
            assert (await alice.heard())[-1] == f"BGM|{text}"
            inn.pass_time(61)
            assert (await alice.heard())[-5:] == [*lost("ada-l"), "IAD", "GE|alice"]

        play(scene)


class TestTheClock:
    def test_reminds_once_and_passes_the_turn(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            alice, bob = await inn.position(table("RED 2, RED 3", "BLUE 1, BLUE 2"), *NAMES)
            inn.pass_time(45)
            assert await alice.heard() == ["RP|30"]
            assert await bob.heard() == []
            inn.pass_time(15)
            bgi = "BGI|RED 1|RED 2;RED 3|bob:2:0;alice:2:0|false"
            assert await alice.heard() == ["BTS|alice", bgi]
            assert (await bob.heard())[1].endswith("|true")

        play(scene)

    def test_makes_a_pending_penalty_be_drawn(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            state = table(
                *("RED 2, RED 3", "BLUE 1, BLUE 2"),
                top="RED DRAW_2",
                options={"mode": "progressive"},
                pending=2,
            )
            alice, _ = await inn.position(state, *NAMES)
            inn.pass_time(60)
            assert (await alice.heard())[:4] == ["RP|30", "BDC|alice", "BDC|alice", "BTS|alice"]

        play(scene)

    def test_keeps_a_drawn_card(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            state = table("RED 2, RED 3", "BLUE 1, BLUE 2", draw="RED 9")
            alice, bob = await inn.position(state, *NAMES)
            assert await alice.heard("DC") == ["BDC|alice", "DPC|RED 9"]
            inn.pass_time(60)
            bgi = "BGI|RED 1|RED 2;RED 3;RED 9|bob:2:0;alice:3:0|false"
            assert await alice.heard() == ["RP|30", bgi], "and no BTS"
            assert (await bob.heard())[-1].endswith("|true")

        play(scene)

    def test_names_the_colour_and_swaps_with_the_next(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            state = table(
                "RED 7, BLUE 8, WILD WILD", "GREEN 1", "GREEN 2", options={"mode": "seven_o"}
            )
            alice, _, carol = await inn.position(state, *NAMES)
            assert await alice.heard("PC|RED 7") == ["AC7"]
            inn.pass_time(60)
            bgi = "BGI|RED 7|GREEN 1|bob:2:0;carol:1:0;alice:1:0|false"
            assert await alice.heard() == ["RP|30", "BCP|alice|RED 7", bgi]
            assert (await carol.heard())[0] == "BCP|alice|RED 7"

        play(scene)

    def test_three_idle_turns(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            state = table("RED 2, RED 3", "BLUE 1, BLUE 2", "GREEN 1, GREEN 2")
            alice, bob, carol = await inn.position(state, *NAMES)
            for _ in range(2):
                inn.pass_time(60)
                assert "BTS|alice" in await bob.heard("DC", "RC|false")
                await carol.heard("DC", "RC|false")
            await bob.heard()
            inn.pass_time(60)
            heard = await bob.heard()
            assert heard[:4] == ["BTS|alice", *lost("alice")]
            (bgi,) = set(heard[4:]) - {"IAD"}
            assert bgi.endswith("|bob:4:0;carol:4:0|true")
            last = await alice.rest()
            assert last[-2:] == [
                "BTS|alice",
                "BGM|You did not play for too long and have left the game.",
            ]
            assert (await (await inn.connect()).hello("alice"))[0] == "AH", "the name is free"
            assert (await carol.heard())[-1].startswith("BGI|")

        play(scene)

    def test_three_idle_turns_of_the_only_other_player(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            state = table("RED 2, RED 3", "BLUE 1, BLUE 2", options={"max_idle_turns": 1})
            alice, bob = await inn.position(state, *NAMES)
            inn.pass_time(60)
            assert await bob.heard() == ["BTS|alice", *lost("alice"), "IAD", "GE|bob"]
            bob.send("LOL")
            assert await bob.line() == "LOL|main:1"
            assert (await alice.rest())[-1].startswith("BGM|")

        play(scene)


def test_the_end_of_the_server_is_told(play: Play) -> None:
    async def scene(inn: Inn) -> None:
        alice, bob = await inn.table("alice", "bob")
        inn.hub.stop()
        for talker in (alice, bob):
            assert await talker.rest() == ["BGM|The server stops now. Goodbye!"]

    play(scene)


def test_a_mistake_of_the_server_ends_the_game_and_nothing_else(play: Play) -> None:
    async def scene(inn: Inn) -> None:
        alice, bob = await inn.table("alice", "bob")
        assert inn.playing.match is not None
        inn.playing.match.state = None
        mistake, error = await alice.heard("DC")
        assert mistake.startswith("BGM|The server made a mistake")
        assert error == "ERR|E006"
        assert (await bob.heard())[0].startswith("BGM|The server made a mistake")
        assert inn.log.entries
        inn.log.entries.clear()
        assert await alice.heard("JL|main") == ["IAD", "BJL|alice"]

    play(scene)


@pytest.mark.parametrize("step", range(9))
def test_a_guest_may_vanish_at_every_step(step: int, play: Play) -> None:
    """Whatever the others are told, they can go on."""

    async def scene(inn: Inn) -> None:
        alice, bob = await inn.guest("alice"), await inn.guest("bob")
        eve = await inn.connect()
        steps = ["MH|eve|human_player", "LOL", "CL|room", "ACP|hal", "JL|main", "SM|hi"]
        eve.send(*steps[:step])
        if step > len(steps):
            await eve.until("BM|eve:hi")
            await alice.heard("SG|normal")
            eve.send(*["DC", "PC|RED 5"][: step - len(steps)])
        eve.reset()
        state = inn.lobby
        while "eve" in state.sessions or len(state.peers) > 2 + len(state.expected_bots):
            await inn.turn()
            if not any(peer.session is None for peer in state.peers.values()):
                break
        await _still_alive(alice, bob)

    play(scene, SHORT)


async def _still_alive(alice: Talker, bob: Talker) -> None:
    assert (await alice.heard("SM|still here"))[-1] == "BM|alice:still here"
    assert (await bob.until("BM|alice"))[-1] == "BM|alice:still here"
