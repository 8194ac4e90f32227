"""The assembled server: its transports, endpoints and complete stop."""

import asyncio
import inspect
import json
import re
import ssl
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from games.uno.cards import CARD_BY_TEXT
from messages import ChooseNickname, SelectMatch, SelectModeAndPlayers
from server.app import (
    BOT_DELAY_SECONDS,
    CODE_ALPHABET,
    OS_SECRETS,
    Addresses,
    Settings,
    announce_ready,
    computer_delay,
    running,
)
from server.cli import COMPUTERS, serve_command
from server.transports.admin import FILE as ADMIN_FILE
from server.transports.socket import SocketTransport
from tests.harness.handler import HandlerHarness
from tests.harness.timeouts import within


def run(scenario: Callable[[Addresses], Awaitable[None]], **settings: Any) -> Addresses:
    """Run the scenario with a server; return its addresses after the server has stopped."""

    async def run_server() -> Addresses:
        async with running(Settings(port=0, pyro_port=0, **settings), COMPUTERS) as addresses:
            await scenario(addresses)
        return addresses

    return asyncio.run(within(run_server()))


async def is_reachable(address: str) -> bool:
    host, port = address.rpartition("@")[2].rsplit(":", 1)
    try:
        _, writer = await asyncio.open_connection(host, int(port))
    except ConnectionRefusedError:
        return False
    writer.close()
    return True


async def get(address: str, path: str) -> tuple[int, str]:
    host, port = address.rsplit(":", 1)
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    head, _, body = (await reader.read()).decode().partition("\r\n\r\n")
    writer.close()
    return int(head.split()[1]), body


def test_transports_dialects_and_metrics_listen_until_the_server_stops() -> None:
    def all_addresses(addresses: Addresses) -> list[str]:
        web = addresses.web.removeprefix("http://")
        others = (web, addresses.metrics, *addresses.dialects.values())
        return [addresses.socket, addresses.pyro, *others]

    async def connect_to_all(addresses: Addresses) -> None:
        assert addresses.dialects.keys() == {"uno", "rummy"}
        assert [await is_reachable(address) for address in all_addresses(addresses)] == [True] * 6

    async def check_all(addresses: Addresses) -> list[bool]:
        return [await is_reachable(address) for address in all_addresses(addresses)]

    addresses = run(connect_to_all, dialects={"uno": 0, "rummy": 0}, metrics_port=0, web_port=0)
    assert asyncio.run(check_all(addresses)) == [False] * 6


def test_socket_transport_stops_if_the_pyro_port_is_in_use(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stopped: list[SocketTransport] = []
    stop = SocketTransport.stop

    async def stop_and_remember(self: SocketTransport) -> None:
        stopped.append(self)
        await stop(self)

    monkeypatch.setattr(SocketTransport, "stop", stop_and_remember)

    async def start_twice(first: Addresses) -> None:
        taken = int(first.pyro.rpartition(":")[2])
        with pytest.raises(OSError, match="address already in use"):
            async with running(Settings(port=0, pyro_port=taken), COMPUTERS):
                raise AssertionError("the server has started on a port in use")
        assert len(stopped) == 1
        assert await is_reachable(first.socket)

    run(start_twice)
    assert len(stopped) == 2


def test_health_says_ok_and_metrics_count_connections() -> None:
    async def request_endpoints(addresses: Addresses) -> None:
        assert await get(addresses.metrics, "/health") == (200, "ok\n")
        status, text = await get(addresses.metrics, "/metrics")
        assert status == 200
        assert "tavolata_connections 0.0" in text

    run(request_endpoints, metrics_port=0)


def test_web_port_serves_the_page_of_its_folder_and_the_list_of_games(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("the page", encoding="utf-8")

    async def request_pages(addresses: Addresses) -> None:
        address = addresses.web.removeprefix("http://")
        assert await get(address, "/") == (200, "the page")
        status, text = await get(address, "/games.json")
        games = {game["game"]: game for game in json.loads(text)}
        assert status == 200
        assert games["uno"]["strategies"] == list(COMPUTERS.strategies["uno"])

    run(request_pages, web_port=0, web_root=tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="needs socket files")
def test_drained_server_is_unhealthy_sets_its_event_and_removes_its_admin_file(
    tmp_path: Path,
) -> None:
    async def drain(addresses: Addresses) -> None:
        reader, writer = await asyncio.open_unix_connection(tmp_path / ADMIN_FILE)
        writer.write(b'["drain"]\n')
        assert json.loads(await reader.readline()) == {"rows": [{"draining": True, "matches": 0}]}
        writer.close()
        for address in (addresses.metrics, addresses.web.removeprefix("http://")):
            assert await get(address, "/health") == (503, "draining\n")
        await addresses.drained.wait()

    run(drain, data=tmp_path, metrics_port=0, web_port=0)
    assert not (tmp_path / ADMIN_FILE).exists()


def test_seeds_tokens_and_codes_have_their_length_and_differ_per_call() -> None:
    assert len(OS_SECRETS.seed()) == 32
    assert len(OS_SECRETS.token()) >= 43
    assert re.fullmatch(f"[{CODE_ALPHABET}]{{6}}", OS_SECRETS.code())
    for make in (OS_SECRETS.seed, OS_SECRETS.token, OS_SECRETS.code):
        assert make() != make()


def test_delay_applies_to_matches_with_people_and_not_before_the_start() -> None:
    server = HandlerHarness()
    people = [server.connect(), server.connect()]
    for peer, name in zip(people, ("ada", "bob"), strict=True):
        server.send(peer, ChooseNickname(name))
    assert [computer_delay(server.state, 1.0, 0.0, peer) for peer in (*people, 99)] == [0.0] * 3
    server.send(people[0], SelectMatch(0))
    server.send(people[0], SelectModeAndPlayers(2, game="uno"))
    assert computer_delay(server.state, 1.0, 0.0, people[0]) == 0.0
    server.send(people[1], SelectMatch(1))
    assert [computer_delay(server.state, 1.0, 0.0, peer) for peer in people] == [1.0] * 2
    (room,) = server.state.rooms.values()
    for member in room.members:
        member.is_computer = True
    assert [computer_delay(server.state, 1.0, 0.0, peer) for peer in people] == [0.0] * 2


def test_computer_player_waits_for_the_reaction_time_while_a_remote_seat_may_say_uno() -> None:
    server = HandlerHarness()
    people = server.start_match("ada", "bob", setup=SelectModeAndPlayers(2, game="uno"))
    (room,) = server.state.rooms.values()
    match = room.match
    assert match is not None
    bob = room.members[1]
    bob.is_computer = True
    assert computer_delay(server.state, 0.0, 0.05, people[1]) == 0.0
    match.state = replace(match.state, window=0, turn=1)
    assert computer_delay(server.state, 0.0, 0.05, people[1]) == 0.05
    assert computer_delay(server.state, 0.01, 0.05, people[1]) == 0.05
    assert computer_delay(server.state, 1.0, 0.05, people[1]) == 1.0
    match.state = replace(match.state, window=1, turn=0)
    assert computer_delay(server.state, 0.0, 0.05, people[1]) == 0.0, "its own UNO is not awaited"
    match.state = replace(match.state, window=0, turn=1)
    server.disconnect(people[0])
    assert computer_delay(server.state, 0.0, 0.05, people[1]) == 0.0, "nobody can say UNO"


def test_reaction_time_does_not_show_who_can_jump_in() -> None:
    server = HandlerHarness()
    setup = SelectModeAndPlayers(2, game="uno", options={"mode": "jump_in"})
    people = server.start_match("ada", "bob", setup=setup)
    (room,) = server.state.rooms.values()
    match = room.match
    assert match is not None
    room.members[1].is_computer = True
    top, other = (CARD_BY_TEXT[text][0] for text in ("RED 1", "RED 2"))
    for card in (top, other):
        hands = (bytes((card,)) * 3, match.state.hands[1])
        discard = bytes((top,))
        match.state = replace(match.state, hands=hands, discard=discard, turn=1, decision="PLAY")
        assert computer_delay(server.state, 0.0, 0.05, people[1]) == 0.05


def test_default_delay_of_computer_players_is_a_second_for_serve_and_0_for_settings() -> None:
    default = inspect.signature(serve_command).parameters["bot_delay"].default
    assert default == BOT_DELAY_SECONDS == 1.0
    assert Settings().bot_delay == 0.0


ADDRESSES = Addresses(
    *("h:1", "PYRO:tavolata@h:2", {"uno": "h:3"}, "h:4", "http://h:5"), admin=lambda words: {}
)


def _announce(settings: Settings) -> tuple[list[str], list[dict[str, Any]]]:
    """Return the printed lines and the log of a server that is ready."""
    lines: list[str] = []
    with capture_logs() as log:
        announce_ready(settings, ADDRESSES, lines.append)
    return lines, [dict(entry) for entry in log]


def test_fingerprint_follows_the_addresses_and_is_in_the_log() -> None:
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    lines, log = _announce(Settings(tls=tls, fingerprint="SHA256:x"))
    assert lines == [
        "socket tls://h:1",
        "pyro PYRO:tavolata@h:2",
        "web http://h:5",
        "uno tcp://h:3",
        "metrics http://h:4/metrics",
        "fingerprint SHA256:x",
    ]
    assert [entry["tls_fingerprint"] for entry in log] == ["SHA256:x"]


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1"])
def test_server_that_others_can_reach_without_tls_logs_one_warning(host: str) -> None:
    lines, log = _announce(Settings(host=host))
    assert not any("fingerprint" in line for line in lines)
    (warning,) = [entry for entry in log if entry["log_level"] == "warning"]
    assert "--tls auto" in warning["remedy"]
    assert warning["host"] == host


def test_server_on_loopback_or_with_tls_logs_no_warning() -> None:
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    for settings in (Settings(), Settings(host="::1"), Settings(host="0.0.0.0", tls=tls)):
        assert [entry["log_level"] for entry in _announce(settings)[1]] == ["info"]
