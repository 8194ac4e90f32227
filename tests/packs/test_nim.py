"""A game of another distribution is installed and played, and no file of ours is changed for it."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tests.harness.killable_server import Mortal
from tests.harness.packs import NIM, install
from tests.harness.plain_clients import PlainClient, PlainPlayer, PyroClient, SocketClient
from tests.harness.typist import ROOT, Typist, on_a_pipe

HEAPS = 5
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
def server(tmp_path: Path) -> Iterator[Mortal]:
    server = Mortal(tmp_path / "data")
    server.start()
    yield server
    server.kill()


CONNECT: dict[str, Callable[[Mortal], PlainClient]] = {
    "socket": lambda server: SocketClient(server.addresses[0]),
    "pyro": lambda server: PyroClient(server.addresses[1]),
}
every_transport = pytest.mark.parametrize("connect", CONNECT.values(), ids=CONNECT.keys())
Connect = Callable[[Mortal], PlainClient]


def has_type(name: str) -> Callable[[dict[str, Any]], bool]:
    return lambda message: bool(message["type"] == name)


@contextmanager
def seated(server: Mortal, connect: Connect) -> Iterator[list[PlainPlayer]]:
    """Two players; the first one has created a table, the second one will join it."""
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
def test_plain_clients_play(server: Mortal, connect: Connect) -> None:
    with seated(server, connect) as players:
        first, second = at_once(players, to_the_end)
    assert first["winners"] == second["winners"]
    assert first["reason"] == "the last stick was taken"
    assert all(player.actions > 1 for player in players)
    views = [m["view"] for player in players for m in player.received if m["type"] == "GameView"]
    assert {view["game"] for view in views} == {"nim"}


@contextmanager
def without_the_pack(server: Mortal, *arguments: str) -> Iterator[Typist]:
    """A program that does not find the pack, and a table for it on the server."""
    command = (*arguments, "--server", server.addresses[0])
    with pytest.MonkeyPatch.context() as patch, seated(server, CONNECT["socket"]):
        patch.delenv("PYTHONPATH")
        with on_a_pipe(*command) as program:
            yield program


def test_a_client_without_the_pack_says_so(server: Mortal) -> None:
    with without_the_pack(server, "play", "--plain", "--nickname", "bob") as client:
        client.wait_for("join and a number")
        client.type("join 1")
        client.wait_for("This program does not know nim: start it with --game-pack")
        client.type("quit")
        assert client.ends() == 0


def test_a_bot_without_the_pack_says_so(server: Mortal) -> None:
    with without_the_pack(server, "bot", "--join", "1", "--strategy", "random") as bot:
        bot.wait_for("tavolata: This program does not know nim: start it with --game-pack")
        assert bot.ends() == 1


def resume(players: list[PlainPlayer], server: Mortal, connect: Connect) -> None:
    for player in players:
        player.client.close()
        player.resume(connect(server))


@every_transport
def test_a_match_continues_after_the_server_was_killed(server: Mortal, connect: Connect) -> None:
    with seated(server, connect) as players:
        at_once(players, lambda player: player.play_until(lambda _: player.actions == 2))
        server.kill()
        server.start()
        resume(players, server, connect)
        first, second = at_once(players, to_the_end)
    assert first["winners"] == second["winners"]
    assert sum(player.actions for player in players) >= HEAPS


def test_a_match_waits_for_its_pack_in_the_journal(server: Mortal) -> None:
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
