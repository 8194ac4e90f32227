"""`tavolata admin` with a server process, and how that process stops."""

import asyncio
import json
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

import pytest
from structlog.testing import capture_logs

from client.__main__ import run
from messages import ChooseNickname
from messages.codec import encode
from messages.framing import frame
from server.transports.admin import COMMAND_FAILED, FILE, AdminSocket

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs socket files")


class ServerProcess(NamedTuple):
    data: Path
    port: int
    metrics: str
    process: "subprocess.Popen[str]"

    def connect(self, name: str) -> socket.socket:
        """Connect and choose a nickname."""
        client = socket.create_connection(("127.0.0.1", self.port), 20)
        client.sendall(frame(encode(ChooseNickname(name))))
        data = b""
        while b"ChooseMatch" not in data:
            data += client.recv(65536)
        return client


@contextmanager
def _running_server(data: Path) -> Iterator[ServerProcess]:
    ports = [
        "--port",
        "0",
        "--pyro-port",
        "0",
        "--no-web",
        "--metrics-port",
        "0",
        "--durability",
        "disk",
    ]
    command = [sys.executable, "-m", "server", *ports, "--data", str(data), "--log", "json"]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        address, _, metrics = (process.stdout.readline().split()[1] for _ in range(3))
        try:
            yield ServerProcess(data, int(address.rpartition(":")[2]), metrics, process)
        finally:
            process.kill()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    with _running_server(tmp_path) as running:
        yield running


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Run a server for all tests that do not stop it."""
    with _running_server(tmp_path_factory.mktemp("data")) as running:
        yield running


def _admin(
    capsys: pytest.CaptureFixture[str], server: ServerProcess, *words: str
) -> tuple[int, str]:
    status = run(["admin", *words, "--data", str(server.data)])
    out, err = capsys.readouterr()
    return status, out + err


def test_admin_lists_and_bans_a_player_refuses_wrong_commands_and_drain_stops_the_server(
    capsys: pytest.CaptureFixture[str], server: ServerProcess
) -> None:
    assert stat.S_IMODE((server.data / FILE).stat().st_mode) == 0o600
    with server.connect("ada") as ada:
        assert "name=ada" in _admin(capsys, server, "connections")[1]
        assert b"tavolata_sessions 1.0" in urlopen(server.metrics).read()
        health = server.metrics.replace("metrics", "health")
        assert urlopen(health).read() == b"ok\n"
        assert _admin(capsys, server, "ban", "name", "ada") == (0, "banned=name ada  kicked=1\n")
        assert b"removed you" in ada.makefile("rb").read()
    assert (server.data / "bans.txt").read_text() == "name ada\n"
    assert _admin(capsys, server, "kick", "ada")[0] == 1
    assert _admin(capsys, server, "dance")[1].startswith("tavolata: unknown command")
    assert _admin(capsys, server, "drain")[0] == 0
    assert server.process.wait(20) == 0
    assert not (server.data / FILE).exists()
    assert "no server" in _admin(capsys, server, "matches")[1]
    assert server.process.stderr is not None
    events = [json.loads(line)["event"] for line in server.process.stderr]
    assert events[0] == "server_ready"
    assert events[-1] == "server_stopping"


@pytest.mark.parametrize(
    "line", [b"", b"\n", b"{}\n", b"[1]\n", b"\xff\n", b'["\xff"]\n', b"[" * 20_000 + b"\n"]
)
def test_invalid_request_gets_an_error_or_no_answer_and_the_server_runs_on(
    shared_server: ServerProcess, line: bytes
) -> None:
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(20)
        client.connect(str(shared_server.data / FILE))
        client.sendall(line)
        client.shutdown(socket.SHUT_WR)
        answer = client.makefile("rb").read()
    assert not answer or "error" in json.loads(answer)
    assert shared_server.process.poll() is None


def test_command_with_a_bug_is_logged_and_answered_with_an_error(tmp_path: Path) -> None:
    def fail(words: list[str]) -> dict[str, object]:
        raise RuntimeError("a bug")

    async def request() -> dict[str, object]:
        admin = AdminSocket(fail, tmp_path)
        assert await admin.start()
        reader, writer = await asyncio.open_unix_connection(tmp_path / FILE)
        writer.write(b'["matches"]\n')
        answer: dict[str, object] = json.loads(await reader.readline())
        writer.close()
        await admin.stop()
        return answer

    with capture_logs() as events:
        answer = asyncio.run(request())
    assert answer == {"error": COMMAND_FAILED}
    assert [(e["event"], e["command"]) for e in events] == [("admin_command_failed", "matches")]


def test_sigterm_notifies_all_clients_and_stops_although_one_does_not_read(
    server: ServerProcess,
) -> None:
    clients = [server.connect(f"player{number}") for number in range(20)]
    not_reading = server.connect("slow")
    server.process.send_signal(signal.SIGTERM)
    for client in clients:
        assert b"The server stops now" in client.makefile("rb").read()
        client.close()
    assert server.process.wait(60) == 0
    not_reading.close()
