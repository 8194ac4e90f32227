"""Readiness, liveness, reload and the end, as a service manager and a load balancer see them."""

import socket
import sys
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.harness.operated_server import operated

UNIT = Path(__file__).parents[2] / "docs" / "examples" / "tavolata.service"


@pytest.mark.skipif(sys.platform == "win32", reason="needs socket files")
def test_manager_is_told_when_the_server_is_ready_and_when_it_stops(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(120)
        environment = {"NOTIFY_SOCKET": str(tmp_path / "notify")}
        with operated(tmp_path / "data", environment=environment) as server:
            assert manager.recv(100) == b"READY=1"
            server.process.terminate()
            assert manager.recv(100) == b"STOPPING=1"
            assert server.process.wait() == 0


def test_unit_waits_for_readiness_and_reloads_with_a_hangup() -> None:
    lines = UNIT.read_text(encoding="utf-8").splitlines()
    assert "Type=notify" in lines
    assert "ExecReload=/bin/kill -HUP $MAINPID" in lines
    assert {"CapabilityBoundingSet=", "RestrictNamespaces=yes", "UMask=0077"} <= set(lines)


def test_liveness_and_readiness_are_answered_also_for_head_and_with_a_query(
    tmp_path: Path,
) -> None:
    with operated(tmp_path, "--metrics-port", "0", last="metrics") as server:
        address = server.addresses["metrics"].partition("/")[0]

        def status(method: str, path: str) -> tuple[int, bytes]:
            connection = HTTPConnection(address, timeout=120)
            connection.request(method, path)
            response = connection.getresponse()
            content = response.read()
            connection.close()
            return response.status, content

        for path in ("/live", "/ready", "/health?verbose=1"):
            assert status("GET", path) == (200, b"ok\n")
            assert status("HEAD", path) == (200, b"")
        assert status("POST", "/ready")[0] == 400
        assert status("GET", "/nothing")[0] == 404
