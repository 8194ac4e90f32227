"""`tavolata host`: one table for friends on every route, over with its match."""

import asyncio
import re
import socket
import threading
from collections.abc import Coroutine
from typing import Any

import pytest

from client.__main__ import run
from client.cli.host import HostingClient, address_for_friends, outbound_address
from client.cli.text import invitation
from games.registry import GAMES
from messages import FinalScores
from server.dialects.registry import DIALECTS
from tests.harness.dialects.rummy_client import SeedClient
from tests.harness.dialects.rummy_client import play as play_client
from tests.harness.terminal_session import TerminalSession, piped_session

PORTS = ("--address", "127.0.0.1", "--port", "0", "--pyro-port", "0", "--old-port", "0")


def hosting(game: str, *more: str) -> tuple[str, ...]:
    return ("host", "--game", game, "--nickname", "hosting", *PORTS, *more)


def in_the_background(work: Coroutine[Any, Any, Any]) -> threading.Thread:
    thread = threading.Thread(target=asyncio.run, args=(work,))
    thread.start()
    return thread


def follow_hints(session: TerminalSession) -> None:
    """Play what a computer player would, to the end of the match."""
    while True:
        found = session.wait_for(r"Draw a card|then discard a card|Put down the|The winners? .*\.")
        if found.group().startswith("The winner"):
            return
        session.type_line("hint")
        session.type_line(session.wait_for(r"would type: (.+)").group(1))


def test_a_friend_on_the_old_dialect_plays_a_match_and_all_ends_with_it() -> None:
    options = ("--option", "target=10", "--option", "stock_out=reshuffle")
    with piped_session(*hosting("rummy500", *options)) as host:
        port = int(host.wait_for(r"rummy dialect: 127\.0\.0\.1, port (\d+)").group(1))
        host.wait_for("1 of 2 seats taken")
        client = SeedClient("old")
        thread = in_the_background(play_client(client, "127.0.0.1", port))
        follow_hints(host)
        thread.join(60)
        assert host.wait_for_exit() == 0
        assert client.winner


def test_an_old_uno_client_comes_to_the_table_of_the_host_and_it_starts() -> None:
    with piped_session(*hosting("uno")) as host:
        port = int(host.wait_for(r"uno dialect: 127\.0\.0\.1, port (\d+)").group(1))
        host.wait_for("1 of 2 seats taken")
        with socket.create_connection(("127.0.0.1", port)) as old:
            old.sendall(b"MH|oldie|human_player\n")
            host.wait_for("The match begins: hosting, oldie")
            host.type_line("quit")
            assert host.wait_for_exit() == 0


@pytest.mark.parametrize("route", ["127", "PYRO"])
def test_a_friend_is_told_and_does_not_wait_when_the_host_has_gone(route: str) -> None:
    with piped_session(*hosting("eriantys")) as host:
        address = host.wait_for(rf"--server ({route}\S+)").group(1)
        host.wait_for("1 of 2 seats taken")
        with piped_session(
            "play", "--plain", "--server", address, "--nickname", "friend"
        ) as friend:
            friend.wait_for("Type join and a number")
            host.type_line("quit")
            friend.wait_for("The server stops now. Goodbye!")
            assert friend.wait_for_exit() == 0
        assert host.wait_for_exit() == 0


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_hosted(game: str) -> None:
    with piped_session(*hosting(game)) as host:
        address = host.wait_for(r"--server (127\.0\.0\.1:\d+)").group(1)
        host.wait_for("1 of 2 seats taken")
        assert re.fullmatch(r"127\.0\.0\.1:\d+", address)
        host.type_line("quit")
        assert host.wait_for_exit() == 0


def test_a_port_that_is_taken_is_said_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["host", "--address", "203.0.113.1", "--port", "0"]) == 1
    assert "cannot listen on 203.0.113.1" in capsys.readouterr().err


def test_the_invitation_names_an_address_friends_can_reach() -> None:
    lines = list(invitation(address_for_friends("0.0.0.0"), ("7700", "7701"), {"rummy": "50100"}))
    assert f"{outbound_address()}:7700" in lines[1]
    assert lines[-1].endswith("port 50100")
    assert (
        "10.1.2.3:7700"
        in list(invitation(address_for_friends("10.1.2.3"), ("7700", "7701"), {}))[1]
    )


def test_each_dialect_belongs_to_a_game_and_has_a_port_of_its_own() -> None:
    assert {dialect.game for dialect in DIALECTS.values()} <= set(GAMES)
    assert len({dialect.port for dialect in DIALECTS.values()}) == len(DIALECTS)


def test_the_hosts_client_is_finished_with_the_match() -> None:
    client = HostingClient(lambda line: None, "ada")
    client.heard(FinalScores(("ada",), {"ada": 1}, "done", "00"))
    assert client.finished
