"""The command line: its exit status, and errors in one line."""

import signal
import subprocess
import sys

import pytest

from client.__main__ import run
from tests.client.conftest import ROOT
from tests.harness.terminal_session import terminal_session
from tests.harness.timeouts import GIVE_UP_SECONDS


def run_failing_command(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    status = run(list(arguments))
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return status, err


@pytest.mark.parametrize(
    ("arguments", "status", "expected_text"),
    [
        (["fly"], 2, "No such command 'fly'."),
        (["play", "--fast"], 2, "No such option"),
        (["play", "--players", "many"], 2, "Invalid value for '--players'"),
        (["play", "--players", "9"], 2, "Eriantys is for 2 to 4 players."),
        (["play", "--game", "chess"], 2, "there is no game 'chess'; choose eriantys, uno, "),
        (["play", "--game", "uno", "--players", "3", "--bots", "3"], 2, "at most 2 of the seats"),
        (["play", "--option", "fast"], 2, "KEY=VALUE"),
        (["play", "--game", "uno", "--option", "fast=true"], 2, "UNO has no option fast"),
        (["play", "--continue"], 1, "There is no seat to continue at"),
        (["host", "--game", "chess"], 2, "there is no game 'chess'"),
        (["host", "--absent", "never"], 2, "Invalid value for '--absent'"),
        (["join", "KITE"], 2, "is no invitation: use CODE@HOST:PORT"),
        (["watch", "tavolata://host"], 2, "is no invitation: use CODE@HOST:PORT"),
        (["join", "KITE@127.0.0.1:1", "--plain"], 1, "no server is listening there"),
        (["learn", "chess"], 2, "there is no game 'chess'"),
        (["replay", "nothing.jsonl"], 1, "nothing.jsonl cannot be replayed: No such file"),
        (["bot", "--route", "pigeon"], 2, "Invalid value for '--route'"),
        (["bot", "--game", "chess"], 2, "there is no game 'chess'"),
        (["bot", "--strategy", "clever"], 1, "use greedy, random or module:Class"),
        (["bot", "--matches", "0"], 2, "Invalid value for '--matches'"),
        (["bot", "--seats", "3"], 1, "3 seats and 0 computer players do not fit 2 players."),
        (["bot", "--bots", "2"], 1, "0 seats and 2 computer players do not fit 2 players."),
        (["bot", "--server", "127.0.0.1:1"], 1, "no server is listening there"),
        (["bot", "--server", "127.0.0.1:1", "--route", "pyro"], 1, "no server is listening there"),
        (["play", "--plain", "--server", "PYRO:tavolata@here"], 1, "is not a server address"),
        (["bot", "--server", "PYRO:x@127.0.0.1:1", "--route", "socket"], 1, "HOST:PORT"),
        (["play", "--plain", "--server", "nowhere"], 1, "is not a server address"),
    ],
)
def test_wrong_arguments_and_unreachable_servers_give_a_status_and_one_line_on_stderr(
    capsys: pytest.CaptureFixture[str], arguments: list[str], status: int, expected_text: str
) -> None:
    code, line = run_failing_command(capsys, *arguments)
    assert code == status
    assert line.startswith("tavolata: ")
    assert expected_text in line


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_interrupted_play_exits_with_130_and_prints_no_error() -> None:
    command = [sys.executable, "-m", "client", "play"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, text=True
    ) as process:
        assert process.stdout is not None
        assert "The match begins" in process.stdout.readline() + process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=GIVE_UP_SECONDS)
    assert err == ""
    assert process.returncode == 130


def test_without_arguments_the_commands_are_shown_with_status_0(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run([]) == 0
    out = capsys.readouterr().out
    assert all(command in out for command in ("serve", "play", "bot"))


@pytest.mark.parametrize("arguments", [["play", "--game", "chess"], ["play", "--tls-key", "x"]])
def test_wrong_arguments_on_a_terminal_end_before_the_full_screen(arguments: list[str]) -> None:
    with terminal_session(*arguments) as session:
        session.wait_for("tavolata: .*")
        assert session.wait_for_exit() == 2
        assert session.screen.strip().count("\n") == 0
