"""Test the line client on a pipe, with real processes."""

import signal
import subprocess
import sys

import pytest

from client.tui.console import write
from tests.client.conftest import Served
from tests.harness.terminal_session import ROOT, piped_session, play_by_hints
from tests.harness.timeouts import GIVE_UP_SECONDS


def test_match_played_by_hints_over_a_pipe_ends_and_quit_exits_with_0() -> None:
    with piped_session("play", "--plain", "--nickname", "ada", "--expert") as session:
        session.type_line("king")
        session.wait_for("The match begins: ada")
        assert play_by_hints(session).endswith(".")
        session.wait_for("Type new for another match")
        session.type_line("quit")
        assert session.wait_for_exit() == 0
        assert session.screen.endswith("You left the server.\n")


def test_end_of_the_pipe_answers_the_lines_before_it_and_exits_with_0(served: Served) -> None:
    command = [sys.executable, "-m", "client", "play", "--plain", "--server", served.socket]
    result = subprocess.run(
        command,
        cwd=ROOT,
        input="piper\nnonsense\nhelp\n",
        capture_output=True,
        text=True,
        timeout=GIVE_UP_SECONDS,
    )
    assert result.returncode == 0
    assert "'nonsense' is no command" in result.stdout
    assert "join table 3" in result.stdout
    assert result.stdout.endswith("You left the server.\n")
    assert result.stderr == ""


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_game_command_in_a_waiting_room_does_not_block_later_lines_and_the_end(
    served: Served, transport: str
) -> None:
    server = getattr(served, transport)
    command = [sys.executable, "-m", "client", "play", "--plain", "--server", server]
    result = subprocess.run(
        command,
        cwd=ROOT,
        input="waiter\nnew uno 2 private\nplay 1\nhelp\n",
        capture_output=True,
        text=True,
        timeout=GIVE_UP_SECONDS,
    )
    assert result.returncode == 0, result.stderr
    assert "Wait for the others" in result.stdout
    assert "fill medium" in result.stdout
    assert "The match begins" not in result.stdout
    assert "You left the server." in result.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_sigint_exits_with_130_without_a_traceback(served: Served) -> None:
    with piped_session(
        "play", "--plain", "--server", served.socket, "--nickname", "signal"
    ) as session:
        session.wait_for("Type new to open one|Type join")
        session.process.send_signal(signal.SIGINT)
        session.wait_for("You left the server.")
        assert session.wait_for_exit() == 130
        assert "Traceback" not in session.screen


def test_write_prints_one_line_without_escape_characters(
    capsys: pytest.CaptureFixture[str],
) -> None:
    write("ada\x1b[2J says\nhello")
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert out.count("\n") == 1
    assert out.startswith("ada")
