"""A game of another distribution is installed and played without changing a built-in file."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tests.harness.killable_server import KillableServer
from tests.harness.packs import NIM, install
from tests.harness.plain_clients import PlainClient, PlainPlayer, PyroClient, SocketClient
from tests.harness.terminal_session import ROOT, TerminalSession, piped_session

HEAPS = 5
MINUTES = 5
SETUP = {"number_of_players": 2, "game": "nim", "options": {"heaps": HEAPS, "sticks": 15}}
T = TypeVar("T")


@pytest.fixture(scope="module", autouse=True)
def _installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Install the pack for all processes that a test starts."""
    folder = tmp_path_factory.mktemp("site")
    install(NIM, folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), str(folder)]))
        yield


@pytest.fixture
def server(tmp_path: Path) -> Iterator[KillableServer]:
    server = KillableServer(tmp_path / "data")
    server.start()
    yield server
    server.kill()


CONNECT: dict[str, Callable[[KillableServer], PlainClient]] = {
    "socket": lambda server: SocketClient(server.addresses[0]),
    "pyro": lambda server: PyroClient(server.addresses[1]),
}
every_transport = pytest.mark.parametrize("connect", CONNECT.values(), ids=CONNECT.keys())
Connect = Callable[[KillableServer], PlainClient]


def has_type(name: str) -> Callable[[dict[str, Any]], bool]:
    return lambda message: bool(message["type"] == name)


@contextmanager
def seated(server: KillableServer, connect: Connect) -> Iterator[list[PlainPlayer]]:
    """Two players; the first one has created a room, the second one will join it."""
    ada, bob = (PlainPlayer(connect(server), name, "SelectSticks") for name in ("ada", "bob"))
    ada.setup, bob.match = SETUP, 1
    try:
        ada.play_until(has_type("WaitForOtherPlayer"))
        yield [ada, bob]
    finally:
        ada.client.close()
        bob.client.close()


def at_once(players: list[PlainPlayer], act: Callable[[PlainPlayer], T]) -> list[T]:
    """Let every player act in a thread of its own."""
    with ThreadPoolExecutor(len(players)) as threads:
        return list(threads.map(act, players))


def to_the_end(player: PlainPlayer) -> dict[str, Any]:
    return player.play_until(has_type("FinalScores"))


@every_transport
def test_plain_clients_play_a_match_with_nim_views_and_get_the_same_winners(
    server: KillableServer, connect: Connect
) -> None:
    with seated(server, connect) as players:
        first, second = at_once(players, to_the_end)
    assert first["winners"] == second["winners"]
    assert first["reason"] == "the last stick was taken"
    assert all(player.actions > 1 for player in players)
    views = [m["view"] for player in players for m in player.received if m["type"] == "GameView"]
    assert {view["game"] for view in views} == {"nim"}


def tavolata(*arguments: str) -> str:
    """Run a command to its end and return what it writes."""
    command = [sys.executable, "-m", "client", *arguments]
    stdin, pipe = subprocess.DEVNULL, subprocess.PIPE
    ended = subprocess.run(
        command, cwd=ROOT, stdin=stdin, stdout=pipe, text=True, check=True, timeout=MINUTES * 60
    )
    return ended.stdout


def test_journal_of_a_match_is_verified_exported_and_replayed_with_all_actions(
    server: KillableServer,
) -> None:
    with seated(server, CONNECT["socket"]) as players:
        (result, _) = at_once(players, to_the_end)
    server.kill()
    data = ("--data", str(server.data))
    assert tavolata("verify", *data).endswith("over\n1 matches, 0 damaged\n")
    actions = sum(player.actions for player in players)
    assert tavolata("export", "1", *data).count('"type":"TakeSticks"') == actions
    replayed = tavolata("replay", "1", *data, "--seat", "1")
    assert replayed.count("Sticks taken: ") == actions
    assert replayed.endswith(f"The winner is {result['winners'][0]}.\n")


@pytest.mark.parametrize("route", ["socket", "pyro"])
def test_bot_command_plays_a_match_of_random_bots_and_prints_the_winner(route: str) -> None:
    lines = tavolata("bot", "--game", "nim", "--strategy", "random", "--route", route).splitlines()
    assert lines[0].startswith("match 1: random")
    assert lines[0].endswith("won; the last stick was taken")


def test_play_command_without_input_prints_an_expert_match_of_four_with_its_winners() -> None:
    lines = tavolata("play", "--game", "nim", "--players", "4", "--expert").splitlines()
    assert "heaps: (0, 0, 0)" in lines
    assert "The winners are " in lines[-1]


def test_line_client_plays_a_match_against_a_computer_player_and_quits() -> None:
    question, end = "Select sticks: ", "The winner is "
    with piped_session("play", "--plain", "--game", "nim", "--nickname", "ada") as ada:
        while ada.wait_for(f"{question}|{end}").group() == question:
            ada.wait_for(" 1  take sticks")
            ada.type_line("1")
        ada.type_line("quit")
        assert ada.wait_for_exit() == 0
    assert "heaps: (0, " in ada.screen


CHECK_DRAWING = """
from client.games.drawing import Marks, Size, to_text
from client.games.registry import ui
from tavolata_nim.messages import NimView, SticksTaken, TakeSticks
drawing = ui("nim").drawing
view = NimView(seat=0, misere=False, heaps=(1, 3), turn=0)
take = TakeSticks(1, 2)
(zone,) = drawing.zones(view, take)
before = NimView(seat=0, misere=False, heaps=(1, 4), turn=1)
marks = Marks(frozenset({zone}), changed=drawing.changed(before, view))
lines = drawing.draw(view, ("ada", "bob"), Size(80, 23), marks)
recap = drawing.recap(view, ("ada", "bob"), [SticksTaken(1, 1, 1)])
print(*to_text([*lines, drawing.preview(view, (), take), *recap]), sep="\\n")
"""


def test_drawing_of_the_pack_marks_zones_changes_and_previews() -> None:
    command = [sys.executable, "-c", CHECK_DRAWING]
    ended = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    assert ended.stdout.splitlines() == [
        " heap 0: 1",
        "✦heap 1: 1 [2] 3",
        "heap 1: 3 → 1 sticks",
        "bob took 1 of heap 1",
    ]


def test_pack_passes_the_tests_of_every_game_and_of_the_registry() -> None:
    """The tests of all games accept the game like a built-in one."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "nim"]
    tests = ["tests/games/test_every_game.py", "tests/games/test_registry.py"]
    ended = subprocess.run(
        [*command, *tests], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stdout
    assert " passed" in ended.stdout


@contextmanager
def without_the_pack(server: KillableServer, *arguments: str) -> Iterator[TerminalSession]:
    """Run a program that does not find the pack, with a room for it on the server."""
    command = (*arguments, "--server", server.addresses[0])
    with pytest.MonkeyPatch.context() as patch, seated(server, CONNECT["socket"]):
        patch.delenv("PYTHONPATH")
        with piped_session(*command) as program:
            yield program


def test_line_client_without_the_pack_names_the_option_when_it_joins_and_can_quit(
    server: KillableServer,
) -> None:
    with without_the_pack(server, "play", "--plain", "--nickname", "bob") as client:
        client.wait_for("join and a number")
        client.type_line("join 1")
        client.wait_for("This program does not know nim: start it with --game-pack")
        client.type_line("quit")
        assert client.wait_for_exit() == 0


def test_bot_without_the_pack_names_the_option_and_exits_with_1(server: KillableServer) -> None:
    with without_the_pack(server, "bot", "--join", "1", "--strategy", "random") as bot:
        bot.wait_for("tavolata: This program does not know nim: start it with --game-pack")
        assert bot.wait_for_exit() == 1


def resume(players: list[PlainPlayer], server: KillableServer, connect: Connect) -> None:
    for player in players:
        player.client.close()
        player.resume(connect(server))


@every_transport
def test_match_continues_to_its_end_after_the_server_was_killed(
    server: KillableServer, connect: Connect
) -> None:
    with seated(server, connect) as players:
        at_once(players, lambda player: player.play_until(lambda _: player.actions == 2))
        server.kill()
        server.start()
        resume(players, server, connect)
        first, second = at_once(players, to_the_end)
    assert first["winners"] == second["winners"]
    assert sum(player.actions for player in players) >= HEAPS


def test_match_continues_with_its_pack_after_a_restart_without_it(
    server: KillableServer,
) -> None:
    connect = CONNECT["socket"]
    with seated(server, connect) as players:
        at_once(players, lambda player: player.play_until(lambda _: player.actions == 2))
        server.kill()
        with pytest.MonkeyPatch.context() as patch:
            patch.delenv("PYTHONPATH")
            server.start()
        server.kill()
        server.start()
        resume(players, server, connect)
        first, second = at_once(players, to_the_end)
    assert first["winners"] == second["winners"]
