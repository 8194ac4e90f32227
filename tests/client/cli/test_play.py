"""Playing line by line, on a server in this process or on one that goes away and comes back."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO

import pytest

from client.cli.play import play_lines
from client.connections import Target
from messages import SelectModeAndPlayers
from tests.client.conftest import ROOT
from tests.harness.timeouts import within
from tests.harness.typist import on_a_pipe


@contextmanager
def _serving(port: str) -> "Iterator[subprocess.Popen[str]]":
    ports = ["--port", port, "--pyro-port", "0", "--durability", "none"]
    command = [sys.executable, "-m", "client", "serve", *ports]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        try:
            yield server
        finally:
            server.kill()


def test_a_lost_server_is_a_notice_and_play_goes_on_when_it_is_back() -> None:
    with _serving("0") as server:
        assert server.stdout is not None
        address = server.stdout.readline().split("//")[1].strip()
        with on_a_pipe("play", "--plain", "--server", address, "--nickname", "loser") as typist:
            typist.wait_for("Type new to make one")
            server.kill()
            typist.wait_for("The connection was lost; trying to come back.")
            with _serving(address.rpartition(":")[2]):
                typist.wait_for("Connected again")
                typist.wait_for("Type new to make one")
                typist.type("quit")
                assert typist.ends() == 0
            assert "Traceback" not in typist.screen


def test_without_an_address_the_wished_match_is_made_at_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO("king\nleave\nquit\n"))
    wish = SelectModeAndPlayers(2, mode=True, bots=1)
    asyncio.run(within(play_lines(Target(""), "ada", wish, terminal=False)))
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("The match begins: ada, ") for line in lines)
    assert lines[-1] == "Goodbye."
