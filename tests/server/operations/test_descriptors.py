"""A server without free file descriptors refuses clients and still answers its operator."""

import struct
import sys
import urllib.request
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from client.__main__ import run
from server.operations import descriptors
from tests.harness.logged_server import SERVE, LoggedServer, logged_server
from tests.harness.plain_clients import SocketClient

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs limits of Unix")


def _limited(soft: int, hard: int) -> list[str]:
    """Return the command of a server with these limits of open files."""
    shell = f'ulimit -Sn {soft}; ulimit -Hn {hard}; exec "$@"'
    return ["bash", "-c", shell, "bash", *SERVE]


def _get(address: str) -> str:
    with urllib.request.urlopen(f"http://{address}") as response:
        return str(response.read().decode())


def test_soft_limit_is_raised_for_the_connections(tmp_path: Path) -> None:
    options = ["--data", str(tmp_path), "--limit", "connections=200"]
    with logged_server(*options, command=_limited(64, 512)) as server:
        with ExitStack() as stack:
            for _ in range(150):
                client = stack.enter_context(closing(SocketClient(server.socket)))
                assert client.receive()["type"] == "RequestNickname"
        assert server.stop() == 0
        assert "open_files_limit_too_low" not in "".join(server.lines)


def test_clients_are_refused_while_health_admin_and_journal_have_descriptors(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--data", str(tmp_path), "--metrics-port", "0"]
    with logged_server(*options, command=_limited(64, 64)) as server:
        warning = next(e for e in server.events if e["event"] == "open_files_limit_too_low")
        assert (warning["open_files_limit"], warning["needed_open_files"]) == (64, 4064)
        metrics = server.events[-1]["metrics_address"]
        with ExitStack() as stack:
            answers = [_first_message(stack, server) for _ in range(100)]
            refused = [answer for answer in answers if answer != "RequestNickname"]
            assert 70 < len(refused) < 100
            assert refused.count("SERVERFULL") >= descriptors.REFUSED
            assert {*refused} <= {"SERVERFULL", "aborted"}
            assert _get(f"{metrics}/health") == "ok\n"
            text = _get(f"{metrics}/metrics")
            assert f"tavolata_connections_rejected_total {len(refused)}.0" in text
            assert 'tavolata_limit_refusals_total{limit="open_files"}' in text
            assert run(["admin", "ban", "name", "eve", "--data", str(tmp_path)]) == 0
            assert "banned=name eve" in capsys.readouterr().out
        assert server.wait_for("connections_refused")["reason"] == "open_files"
        assert server.stop() == 0
        assert "library_error" not in "".join(server.lines)


def _first_message(stack: ExitStack, server: LoggedServer) -> str:
    """Connect until the end of the test; return the type of the first message, or its error."""
    client = stack.enter_context(closing(SocketClient(server.socket)))
    try:
        message = client.receive()
    except (OSError, struct.error):
        return "aborted"
    return str(message.get("error", message["type"]))


def test_descriptors_are_low_when_the_lowest_free_number_is_reserved() -> None:
    assert descriptors.is_low(0)
    assert not descriptors.is_low(sys.maxsize)


def test_server_without_a_journal_has_bans_and_admin_commands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bans.txt").write_text("name mallory\n")
    with logged_server("--durability", "none", "--data", str(tmp_path)) as server:
        assert server.events[-1]["durability"] == "none"
        with closing(SocketClient(server.socket)) as client:
            client.send("ChooseNickname", nickname="mallory")
            while (answer := client.receive())["type"] == "RequestNickname":
                continue
            assert answer.get("error") == "NOTALLOWED"
        assert run(["admin", "bans", "--data", str(tmp_path)]) == 0
        assert "name mallory" in capsys.readouterr().out
        assert not (tmp_path / "journal.sqlite").exists()
        assert server.stop() == 0


def test_two_servers_without_a_journal_cannot_use_one_folder(tmp_path: Path) -> None:
    options = ("--durability", "none", "--data", str(tmp_path))
    with logged_server(*options), logged_server(*options, ready=False) as second:
        assert "is in use by another server" in second.wait_for("server_not_started")["reason"]
        assert second.wait_for_end() == 1


def test_folder_that_is_not_named_is_not_created_without_a_journal(tmp_path: Path) -> None:
    with logged_server("--durability", "none", cwd=tmp_path) as server:
        assert server.events[-1].get("data_folder") == "none"
        assert server.stop() == 0
    assert not (tmp_path / "tavolata-data").exists()
