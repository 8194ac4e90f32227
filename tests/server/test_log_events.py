"""The log of a real server about its start, clients and refusals, which has no secrets."""

import socket
import ssl
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from messages import ChooseNickname, SelectMatch, SelectModeAndPlayers
from server.admission.event_log import EventLog
from server.limits import Limits
from server.operations.metrics import Metrics
from tests.harness.handler import HandlerHarness
from tests.harness.logged_server import LoggedServer, logged_server
from tests.harness.plain_clients import SocketClient
from tests.harness.timeouts import GIVE_UP_SECONDS

PASSWORD, CHAT = "open-sesame-7", "nobody may read this line"


def _ask(client: SocketClient, kind: str, **fields: Any) -> dict[str, Any]:
    """Send a message and return the next ActionValid or Error."""
    client.send(kind, **fields)
    while (message := client.receive())["type"] not in ("Error", "ActionValid"):
        continue
    return message


def _play_a_match(server: LoggedServer) -> str:
    """Begin a match, chat and leave it; return the token of the player."""
    with closing(SocketClient(server.socket)) as client:
        assert _ask(client, "ChooseNickname", nickname="ada", password="a-wrong-one")["error"]
        client.send("ChooseNickname", nickname="ada", password=PASSWORD)
        while (opened := client.receive())["type"] != "SessionOpened":
            continue
        _ask(client, "SelectMatch", match=0)
        setup = {"number_of_players": 2, "mode": False, "game": "uno", "bots": 1}
        _ask(client, "SelectModeAndPlayers", **setup)
        while client.receive()["type"] != "PlayersInfo":
            continue
        _ask(client, "SendChat", text=CHAT)
        assert _ask(client, "LeaveMatch")["type"] == "ActionValid"
    return str(opened["token"])


def test_start_sessions_matches_and_wrong_passwords_are_logged_without_secrets(
    tmp_path: Path,
) -> None:
    secret = tmp_path / "password"
    secret.write_text(PASSWORD + "\n")
    options = ("--password-file", str(secret), "--limit", "chat_lines=77", "--data", str(tmp_path))
    with logged_server(*options) as server:
        ready = server.events[-1]
        assert (ready["tls"], ready["durability"]) == ("off", "process")
        assert ready["changed_limits"] == "chat_lines=77"
        assert ready["version"][0].isdigit()
        token = _play_a_match(server)
        assert server.wait_for("wrong_passwords")["last_address"] == "127.0.0.1"
        assert server.wait_for("session_opened")["nickname"] == "ada"
        began = server.wait_for("match_began")
        assert (began["game"], began["players"].split(", ")[0]) == ("uno", "ada")
        assert server.wait_for("match_ended")["match"] == began["match"]
        assert server.wait_for("session_ended")["nickname"] == "ada"
        assert server.stop() == 0
    text = "".join(server.lines)
    assert [one for one in (token, PASSWORD, "a-wrong-one", CHAT) if one in text] == []


def test_failed_tls_handshakes_are_logged_with_their_reason(tmp_path: Path) -> None:
    with logged_server("--tls", "auto", "--data", str(tmp_path)) as server:
        host, _, port = server.socket.rpartition(":")
        with socket.create_connection((host, int(port)), GIVE_UP_SECONDS) as plain:
            plain.sendall(b"this is no TLS at all\r\n")
            assert "wrong version" in server.wait_for("tls_handshakes_failed")["last_reason"]
        context = ssl.create_default_context()
        other = socket.create_connection((host, int(port)), GIVE_UP_SECONDS)
        with other, pytest.raises(ssl.SSLError):
            context.wrap_socket(other, server_hostname="localhost")
        failed = server.wait_for("tls_handshakes_failed")
        assert "unknown ca" in failed["last_reason"]
        assert server.stop() == 0


def test_refusals_by_limits_per_address_are_logged_and_counted() -> None:
    limits = Limits(matches_per_address=2, open_rooms_per_address=2, connections_per_address=3)
    harness = HandlerHarness(limits)
    events = harness.state.events = EventLog()
    logged: list[str] = []

    class Recorder:
        """Keeps the limits that are logged."""

        def warning(self, event: str, **fields: Any) -> None:
            logged.append(f"{event} {fields.get('limit') or fields.get('reason')}")

        def info(self, event: str, **fields: Any) -> None:
            assert event in ("session_opened", "match_began")

    events.log = Recorder()
    peers = [harness.connect(address="192.0.2.1") for _ in range(4)]
    _open_rooms(harness, peers[:3])
    assert "connections_refused connections_per_address" in logged
    assert "limit_exceeded open_rooms_per_address" in logged
    text = Metrics(harness.state, harness.handler.counts).render().decode()
    for limit in ("connections_per_address", "open_rooms_per_address"):
        assert f'tavolata_limit_refusals_total{{limit="{limit}"}} 1.0' in text


def _open_rooms(harness: HandlerHarness, peers: list[int]) -> None:
    """Open a room with each peer."""
    for number, peer in enumerate(peers):
        harness.send(peer, ChooseNickname(f"eve{number}"))
        harness.send(peer, SelectMatch(0))
        harness.send(peer, SelectModeAndPlayers(2, False))
