"""A log, or a standard output, that cannot be written does not disturb a server."""

import json
import logging
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import structlog

from client.__main__ import run
from server.operations import logs
from server.transports.admin import FILE as ADMIN_FILE
from tests.client.conftest import ROOT
from tests.harness.logged_server import FREE_PORTS, SERVE
from tests.harness.plain_clients import SocketClient
from tests.harness.ports import free_port

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs pipes of Unix")


def _admin(data: Path, *words: str) -> int:
    return run(["admin", *words, "--data", str(data)])


def test_server_whose_log_reader_is_gone_executes_admin_commands_and_stops_with_status_0(
    tmp_path: Path,
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [*SERVE, *FREE_PORTS, "--data", str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, stderr=writer) as process:
        os.close(writer)
        try:
            _wait_for_admin(process, tmp_path)
            assert _admin(tmp_path, "ban", "name", "eve") == 0
            assert _admin(tmp_path, "drain") == 0
            assert process.wait(60) == 0
        finally:
            process.kill()


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", ">/dev/full 2>/dev/full"])
def test_server_without_standard_streams_works_and_stops_with_status_0(
    tmp_path: Path, closed: str
) -> None:
    port = free_port()
    options = ["--port", port, "--pyro-port", "0", "--no-web", "--data", str(tmp_path)]
    shell = f'exec "$@" {closed}'
    command = ["sh", "-c", shell, "sh", *SERVE, *options]
    with subprocess.Popen(command, cwd=ROOT) as process:
        try:
            _wait_for_admin(process, tmp_path)
            with closing(_connect(port)) as client:
                assert client.receive()["type"] == "RequestNickname"
            process.terminate()
            assert process.wait(60) == 0
        finally:
            process.kill()


def _wait_for_admin(process: "subprocess.Popen[bytes]", data: Path) -> None:
    """Wait until the server answers admin commands; fails if it ends before."""

    def is_ready() -> bool:
        assert process.poll() is None, "the server has ended"
        return (data / ADMIN_FILE).exists() and _admin(data, "bans") == 0

    _wait_for(is_ready)


def _connect(port: str) -> SocketClient:
    """Connect as soon as the port is open."""
    found: list[SocketClient] = []

    def is_open() -> bool:
        try:
            found.append(SocketClient(f"127.0.0.1:{port}"))
        except ConnectionRefusedError:
            return False
        return True

    _wait_for(is_open)
    return found[0]


def _wait_for(condition: Callable[[], bool]) -> None:
    """Wait until the condition is true."""
    while not condition():
        threading.Event().wait(0.05)


def test_reader_that_is_too_slow_loses_lines_and_delays_nothing() -> None:
    reader, writer = os.pipe()
    with os.fdopen(writer, "w") as stream, os.fdopen(reader, "rb") as pipe:
        log = logs.LineWriter(stream)
        for number in range(40):
            log.msg(f"{number} " + "x" * 4000)
        read = os.read(pipe.fileno(), 1 << 20)
        kept = read.count(b"\n")
        assert 10 < kept < 40, "the pipe was full"
        assert b"39 x" not in read
        with structlog.testing.capture_logs() as events:
            log.msg("after")
        assert events == [
            {
                "event": "log_lines_lost",
                "log_level": "warning",
                "lost_lines": 40 - kept,
                "effect": logs.LINES_LOST,
            }
        ]
        assert os.read(pipe.fileno(), 1 << 20) == b"after\n"


def test_long_line_whose_reader_stops_leaves_no_part_in_front_of_the_next_line() -> None:
    reader, writer = os.pipe()
    with os.fdopen(writer, "w") as stream, os.fdopen(reader, "rb") as pipe:
        log = logs.LineWriter(stream)
        for _ in range(15):
            log.msg("x" * 4095)
        log.msg("y" * 4096 * 3)
        os.read(pipe.fileno(), 1 << 20)
        log._lost = 0
        log.msg('{"event": "whole"}')
        assert json.loads(os.read(pipe.fileno(), 1 << 20).splitlines()[-1])["event"] == "whole"


def test_every_line_is_json_if_the_server_cannot_start(tmp_path: Path, free_socket: int) -> None:
    for options in (["--port", str(free_socket)], ["--retain", "soon"], ["--tls-key", "nothing"]):
        command = [*SERVE, *FREE_PORTS, "--data", str(tmp_path), *options]
        ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert ended.returncode in (1, 2)
        (entry,) = [json.loads(line) for line in ended.stderr.splitlines()]
        assert (entry["event"], entry["level"]) == ("server_not_started", "error")


@pytest.fixture
def free_socket() -> Any:
    """A port that is in use."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield taken.getsockname()[1]


def _fail_in_several_places() -> None:
    with logs.logged_failures():
        thread = threading.Thread(target=lambda: 1 / 0)
        thread.start()
        thread.join()
        logging.getLogger("asyncio").error("Task exception was never retrieved")
        raise KeyError("planted")


def test_uncaught_exceptions_of_block_threads_and_libraries_are_logged_as_json(
    capsys: pytest.CaptureFixture[str],
) -> None:
    logs.configure("json")
    with pytest.raises(SystemExit):
        _fail_in_several_places()
    entries = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [entry["event"] for entry in entries] == [
        "uncaught_exception",
        "library_error",
        "server_crashed",
    ]
    assert "ZeroDivisionError" in entries[0]["exception"]
    assert "planted" in entries[2]["exception"]


def test_level_hides_less_severe_events(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("json", "warning")
    structlog.get_logger().info("hidden")
    structlog.get_logger().warning("shown")
    assert [json.loads(line)["event"] for line in capsys.readouterr().err.splitlines()] == ["shown"]
