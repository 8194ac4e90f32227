"""The command line: what it does, and one clear line for whatever goes wrong."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from client.__main__ import run
from tests.client.conftest import ROOT, Served
from tests.harness.typist import on_a_pipe


def failure(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    status = run(list(arguments))
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return status, err


def test_play_without_a_terminal_tells_a_whole_match(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "--players", "3", "--expert"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[-1].startswith("The winner")
    assert "Round 1 | planning" in out
    assert err == ""


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_play_alone_is_the_same_and_can_be_interrupted() -> None:
    command = [sys.executable, "-m", "client", "play"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, text=True
    ) as process:
        assert process.stdout is not None
        assert "The match begins" in process.stdout.readline() + process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert err == ""
    assert process.returncode == 130


@pytest.mark.parametrize("route", ["socket", "pyro"])
def test_bots_play_on_a_server_of_their_own(capsys: pytest.CaptureFixture[str], route: str) -> None:
    assert run(["bot", "--matches", "2", "--route", route]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("match 1: ")
    assert lines[-3].startswith("greedy: won ")
    assert lines[-1].startswith("2 matches, ")


def test_a_bot_of_the_current_folder(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "from client.bots import RandomBot\nclass Mine(RandomBot):\n    name = 'me'\n"
    (tmp_path / "bot_of_mine.py").write_text(code)
    monkeypatch.chdir(tmp_path)
    assert run(["bot", "--strategy", "bot_of_mine:Mine", "--bots", "1"]) == 0
    assert "bot_of_mine:Mine: won" in capsys.readouterr().out


def test_a_bot_joins_somebodys_table(served: Served) -> None:
    with on_a_pipe("play", "--plain", "--server", served.socket, "--nickname", "hosting") as host:
        host.wait_for("Type new to make one|Type join")
        host.type("new 2 base bots 0 private")
        code = host.wait_for(r"the code (\w+)").group(1)
        host.type("king")
        options = ("--strategy", "random", "--server", served.pyro, "--join", code.lower())
        command = [sys.executable, "-m", "client", "bot", *options]
        joined = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        host.wait_for("The match begins: hosting, random")
        host.type("leave")
        output, _ = joined.communicate(timeout=60)
    assert joined.returncode == 0
    assert "match 1: random" in output


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["fly"], 2, "No such command 'fly'."),
        (["play", "--fast"], 2, "No such option"),
        (["play", "--players", "many"], 2, "Invalid value for '--players'"),
        (["play", "--players", "9"], 1, "Eriantys is for 2 to 4 players."),
        (["play", "--game", "chess"], 1, "No such game here"),
        (["bot", "--route", "pigeon"], 2, "Invalid value for '--route'"),
        (["bot", "--strategy", "clever"], 1, "use greedy, random or module:Class"),
        (["bot", "--matches", "0"], 2, "Invalid value for '--matches'"),
        (["bot", "--seats", "3"], 1, "3 seats and 0 server bots do not fit 2 players."),
        (["bot", "--bots", "2"], 1, "0 seats and 2 server bots do not fit 2 players."),
        (["bot", "--server", "127.0.0.1:1"], 1, "nobody listens there"),
        (["bot", "--server", "127.0.0.1:1", "--route", "pyro"], 1, "nobody listens there"),
        (["play", "--plain", "--server", "PYRO:tavolata@here"], 1, "is no server address"),
        (["bot", "--server", "PYRO:x@127.0.0.1:1", "--route", "socket"], 1, "HOST:PORT"),
        (["play", "--plain", "--server", "nowhere"], 1, "is no server address"),
    ],
)
def test_what_goes_wrong_is_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], status: int, words: str
) -> None:
    code, line = failure(capsys, *arguments)
    assert code == status
    assert line.startswith("tavolata: ")
    assert words in line


def test_without_arguments_there_is_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 0
    out = capsys.readouterr().out
    assert all(command in out for command in ("serve", "play", "bot"))


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
