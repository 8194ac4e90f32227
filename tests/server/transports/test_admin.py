"""`tavolata admin` at a real server, and how that server stops."""

import json
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

import pytest

from client.__main__ import run
from messages import ChooseNickname
from messages.codec import encode
from messages.framing import frame
from server.transports.admin import FILE

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs socket files")


class Served(NamedTuple):
    data: Path
    port: int
    metrics: str
    process: "subprocess.Popen[str]"

    def guest(self, name: str) -> socket.socket:
        guest = socket.create_connection(("127.0.0.1", self.port), 20)
        guest.sendall(frame(encode(ChooseNickname(name))))
        data = b""
        while b"ChooseMatch" not in data:
            data += guest.recv(65536)
        return guest


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    ports = ["--port", "0", "--pyro-port", "0", "--metrics-port", "0", "--durability", "disk"]
    command = [sys.executable, "-m", "server", *ports, "--data", str(tmp_path), "--log", "json"]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        address, _, metrics = (process.stdout.readline().split()[1] for _ in range(3))
        try:
            yield Served(tmp_path, int(address.rpartition(":")[2]), metrics, process)
        finally:
            process.kill()


def _admin(capsys: pytest.CaptureFixture[str], served: Served, *words: str) -> tuple[int, str]:
    status = run(["admin", *words, "--data", str(served.data)])
    out, err = capsys.readouterr()
    return status, out + err


def test_list_ban_and_drain_commands(capsys: pytest.CaptureFixture[str], served: Served) -> None:
    assert stat.S_IMODE((served.data / FILE).stat().st_mode) == 0o600
    with served.guest("ada") as ada:
        assert "name=ada" in _admin(capsys, served, "connections")[1]
        assert b"tavolata_sessions 1.0" in urlopen(served.metrics).read()
        health = served.metrics.replace("metrics", "health")
        assert urlopen(health).read() == b"ok\n"
        assert _admin(capsys, served, "ban", "name", "ada") == (0, "banned=name ada  kicked=1\n")
        assert b"sent you away" in ada.makefile("rb").read()
    assert (served.data / "bans.txt").read_text() == "name ada\n"
    assert _admin(capsys, served, "kick", "ada")[0] == 1
    assert _admin(capsys, served, "dance")[1].startswith("tavolata: there is no command")
    assert _admin(capsys, served, "drain")[0] == 0
    assert served.process.wait(20) == 0
    assert not (served.data / FILE).exists()
    assert "no server" in _admin(capsys, served, "matches")[1]
    assert served.process.stderr is not None
    events = [json.loads(line)["event"] for line in served.process.stderr]
    assert events[0] == "the server is ready"
    assert events[-1] == "the server stops"


@pytest.mark.parametrize(
    "line", [b"", b"\n", b"{}\n", b"[1]\n", b"\xff\n", b'["\xff"]\n', b"[" * 20_000 + b"\n"]
)
def test_invalid_request_gets_an_error_or_is_closed(served: Served, line: bytes) -> None:
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(20)
        client.connect(str(served.data / FILE))
        client.sendall(line)
        client.shutdown(socket.SHUT_WR)
        answer = client.makefile("rb").read()
    assert not answer or "error" in json.loads(answer)
    assert served.process.poll() is None


def test_sigterm_notifies_all_clients_and_stops(served: Served) -> None:
    guests = [served.guest(f"guest{number}") for number in range(20)]
    deaf = served.guest("deaf")  # never reads again
    served.process.send_signal(signal.SIGTERM)
    for guest in guests:
        assert b"The server stops now" in guest.makefile("rb").read()
        guest.close()
    assert served.process.wait(60) == 0
    deaf.close()
