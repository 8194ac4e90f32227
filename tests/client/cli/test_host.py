"""`tavolata host`: one table for friends on every transport; it stops after the match."""

import asyncio
import re
import socket
import threading
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from client.__main__ import run
from client.cli.bans import BanCommands
from client.cli.host import (
    ACKNOWLEDGE_SECONDS,
    POLL_SECONDS,
    RESULT_SECONDS,
    STOP_SECONDS,
    HostedTable,
    HostingClient,
    address_for_friends,
    wait_for_last_acknowledgements,
)
from client.cli.text import invitation_lines
from client.connections.addresses import split_host
from games.registry import GAMES
from messages import FinalScores, RequestSetUp, RoomUpdate, SelectModeAndPlayers, StartMatch
from server.app import Addresses
from server.dialects.registry import DIALECTS
from server.transports.addresses import outbound_address
from tests.harness.dialects.rummy_client import SeedClient
from tests.harness.dialects.rummy_client import play as play_client
from tests.harness.table_messages import room
from tests.harness.terminal_session import TerminalSession, piped_session

PORTS = ("--address", "127.0.0.1", "--port", "0", "--pyro-port", "0", "--old-port", "0")


def host_command(game: str, *options: str) -> tuple[str, ...]:
    return ("host", "--game", game, "--nickname", "hosting", *PORTS, *options)


def run_in_thread(work: Coroutine[Any, Any, Any]) -> threading.Thread:
    thread = threading.Thread(target=asyncio.run, args=(work,))
    thread.start()
    return thread


def play_by_hints(session: TerminalSession) -> None:
    """Type the suggested command at every prompt, to the end of the match."""
    while True:
        found = session.wait_for(r"Draw a card|then discard a card|Put down the|The winners? .*\.")
        if found.group().startswith("The winner"):
            return
        session.type_line("hint")
        session.type_line(session.wait_for(r"would type: (.+)").group(1))


def test_legacy_rummy_client_plays_a_match_to_its_winner_and_host_exits() -> None:
    options = ("--option", "target=10", "--option", "stock_out=reshuffle")
    with piped_session(*host_command("rummy500", *options)) as host:
        port = int(host.wait_for(r"rummy dialect: 127\.0\.0\.1, port (\d+)").group(1))
        host.wait_for("1 of 2 seats taken")
        client = SeedClient("old")
        thread = run_in_thread(play_client(client, "127.0.0.1", port))
        play_by_hints(host)
        thread.join(60)
        assert host.wait_for_exit() == 0
        assert client.winner


def test_match_starts_when_a_legacy_uno_client_joins_and_quit_ends_the_host() -> None:
    with piped_session(*host_command("uno")) as host:
        port = int(host.wait_for(r"uno dialect: 127\.0\.0\.1, port (\d+)").group(1))
        host.wait_for("1 of 2 seats taken")
        with socket.create_connection(("127.0.0.1", port)) as old:
            old.sendall(b"MH|oldie|human_player\n")
            host.wait_for("The match begins: hosting, oldie")
            host.type_line("quit")
            assert host.wait_for_exit() == 0


@pytest.mark.parametrize("address_start", ["127", "PYRO"])
def test_friend_is_notified_and_exits_when_the_host_quits(address_start: str) -> None:
    with piped_session(*host_command("eriantys")) as host:
        address = host.wait_for(rf"--server ({address_start}\S+)").group(1)
        host.wait_for("1 of 2 seats taken")
        with piped_session(
            "play", "--plain", "--server", address, "--nickname", "friend"
        ) as friend:
            friend.wait_for("Type join and a number")
            host.type_line("quit")
            friend.wait_for("The server stops now.")
            assert friend.wait_for_exit() == 0
        assert host.wait_for_exit() == 0


@pytest.mark.parametrize("game", GAMES)
def test_host_shows_an_address_and_waits_for_players_in_each_game(game: str) -> None:
    with piped_session(*host_command(game)) as host:
        address = host.wait_for(r"--server (127\.0\.0\.1:\d+)").group(1)
        host.wait_for("1 of 2 seats taken")
        assert re.fullmatch(r"127\.0\.0\.1:\d+", address)
        host.type_line("quit")
        assert host.wait_for_exit() == 0


def test_address_that_host_cannot_listen_on_is_reported_with_status_1(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["host", "--address", "203.0.113.1", "--port", "0"]) == 1
    assert "cannot listen on 203.0.113.1" in capsys.readouterr().err


def test_invitation_has_the_outbound_address_for_0_0_0_0_and_a_given_address_unchanged() -> None:
    lines = list(
        invitation_lines(address_for_friends("0.0.0.0"), ("7700", "7701"), {"rummy": "50100"})
    )
    assert f"{outbound_address()}:7700" in lines[1]
    assert lines[-1].endswith("port 50100")
    assert (
        "10.1.2.3:7700"
        in list(invitation_lines(address_for_friends("10.1.2.3"), ("7700", "7701"), {}))[1]
    )


def test_each_dialect_has_a_known_game_and_its_own_port() -> None:
    assert {dialect.game for dialect in DIALECTS.values()} <= set(GAMES)
    assert len({dialect.port for dialect in DIALECTS.values()}) == len(DIALECTS)


def _admin(words: Sequence[str]) -> dict[str, object]:
    return {"rows": []}


def hosting_client(setup: SelectModeAndPlayers, host: str = "127.0.0.1") -> HostingClient:
    server = Addresses("127.0.0.1:1", "PYRO:tavolata@127.0.0.1:2", admin=_admin)
    table = HostedTable(server, host, BanCommands(_admin, Path("bans.txt")))
    client = HostingClient(lambda line: None, "ada", setup, table=table)
    client.on_message(RequestSetUp())
    return client


def test_invitation_of_the_waiting_room_has_the_address_for_friends() -> None:
    client = hosting_client(SelectModeAndPlayers(2), "0.0.0.0")
    assert client.lobby.address == f"{outbound_address()}:1"


@pytest.mark.parametrize(
    ("host", "own_address"),
    [
        ("0.0.0.0", "127.0.0.1:1"),
        ("", "127.0.0.1:1"),
        ("::", "[::1]:1"),
        ("::1", "[::1]:1"),
        ("10.1.2.3", "10.1.2.3:1"),
    ],
)
def test_host_connects_to_loopback_if_the_server_listens_everywhere(
    host: str, own_address: str
) -> None:
    server = Addresses("127.0.0.1:1", "PYRO:tavolata@127.0.0.1:2", admin=_admin)
    assert (
        HostedTable(server, host, BanCommands(_admin, Path("bans.txt"))).own_address == own_address
    )
    assert split_host(own_address)[1] == 1


def test_hosting_client_starts_a_match_when_the_last_seat_is_taken_but_no_rematch() -> None:
    client = hosting_client(SelectModeAndPlayers(2, game="uno", standing=True))

    def starts(*players: str) -> bool:
        update = RoomUpdate(room(game="uno", players=players))
        return any(isinstance(sent, StartMatch) for sent in client.on_message(update))

    assert not starts("ada")
    assert starts("ada", "bob")
    client.on_message(FinalScores(("ada",), {"ada": 1}, "done", "00"))
    assert not starts("ada", "bob")
    assert not starts("ada")
    assert starts("ada", "eve")


def test_hosting_client_finishes_after_the_match() -> None:
    client = hosting_client(SelectModeAndPlayers(2))
    client.on_message(FinalScores(("ada",), {"ada": 1}, "done", "00"))
    assert client.is_finished
    assert not client.has_quit


def test_host_ends_after_the_match_also_if_the_host_has_left_it() -> None:
    options = ("--players", "3", "--option", "target=10", "--option", "stock_out=reshuffle")
    with piped_session(*host_command("rummy500", *options)) as host:
        port = int(host.wait_for(r"rummy dialect: 127\.0\.0\.1, port (\d+)").group(1))
        host.wait_for("1 of 3 seats taken")
        clients = [SeedClient("old1"), SeedClient("old2")]
        threads = [run_in_thread(play_client(client, "127.0.0.1", port)) for client in clients]
        host.wait_for("The match begins")
        host.type_line("leave")
        for thread in threads:
            thread.join(60)
        assert host.wait_for_exit() == 0
        first, second = (client.winner for client in clients)
        assert first == second
        assert set(first.split(", ")) <= {"old1", "old2"}


def test_legacy_client_is_refused_during_the_match_of_the_host() -> None:
    with piped_session(*host_command("rummy500")) as host:
        port = int(host.wait_for(r"rummy dialect: 127\.0\.0\.1, port (\d+)").group(1))
        host.wait_for("1 of 2 seats taken")
        connect = b"Message Type: CONNECT\nSender: %s\n\nIP Address: 127.0.0.1\n\n"
        with socket.create_connection(("127.0.0.1", port)) as first:
            first.sendall(connect % b"first")
            host.wait_for("The match begins")
            with socket.create_connection(("127.0.0.1", port)) as late:
                late.sendall(connect % b"late")
                answer = late.makefile("rb").read()
        assert answer.endswith(b"\n\nError Connecting game in progress already\n\n")
        host.type_line("quit")
        assert host.wait_for_exit() == 0


def test_time_limits_after_the_match_add_up_to_less_than_a_second() -> None:
    transports = 3
    polls = 2 * POLL_SECONDS
    assert polls + RESULT_SECONDS + ACKNOWLEDGE_SECONDS + transports * STOP_SECONDS < 1


@pytest.mark.parametrize("connected", [0, 2, 1000])
def test_host_waits_for_the_last_clients_but_not_for_ever(connected: int) -> None:
    """The fake server has connections in the first ``connected`` answers."""
    asked: list[int] = []

    def admin(command: Sequence[str]) -> dict[str, Any]:
        asked.append(len(asked))
        return {"rows": [{}] if len(asked) <= connected else []}

    asyncio.run(wait_for_last_acknowledgements(admin))
    assert len(asked) == min(connected + 1, round(ACKNOWLEDGE_SECONDS / POLL_SECONDS))


def test_unreadable_ban_list_is_reported_with_status_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bans.txt").write_text("nonsense\n", encoding="utf-8")
    assert run(["host", *PORTS, "--bans", str(tmp_path / "bans.txt")]) == 1
    assert "is not name, address, token or mute" in capsys.readouterr().err


def test_two_hosts_on_one_machine_have_different_links_for_browsers() -> None:
    address = r"this link, for a browser: (http://127\.0\.0\.1:(\d+)/j/\d+)"
    with piped_session(*host_command("uno")) as first, piped_session(*host_command("uno")) as other:
        links = [session.wait_for(address) for session in (first, other)]
        assert links[0].group(2) != links[1].group(2)
        for link in links:
            with urlopen(link.group(1)) as response:
                assert b"<title>Tavolata</title>" in response.read()


def test_host_without_the_page_has_no_link() -> None:
    with piped_session(*host_command("uno", "--no-web")) as host:
        host.wait_for("Send this line to your friends")
        host.type_line("quit")
        assert host.wait_for_exit() == 0
        assert "browser" not in host.screen


def test_link_for_friends_has_the_address_that_they_reach() -> None:
    server = Addresses("0.0.0.0:1", "PYRO:tavolata@0.0.0.0:2", web="http://0.0.0.0:3", admin=_admin)
    table = HostedTable(server, "0.0.0.0", BanCommands(_admin, Path("bans.txt")))
    assert table.web_for_friends == f"http://{outbound_address()}:3"
    assert any(line.endswith(table.web_for_friends) for line in table.invitation())
