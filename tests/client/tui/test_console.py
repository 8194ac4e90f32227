"""The plain client as a person uses it: real processes, a pipe and a pseudo-terminal."""

import signal
import subprocess
import sys

import pytest

from tests.client.conftest import Served
from tests.harness.typist import ROOT, at_a_terminal, on_a_pipe, play_by_hints

terminals_only = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")


def test_a_whole_match_over_a_pipe() -> None:
    with on_a_pipe("play", "--plain", "--nickname", "ada", "--expert") as typist:
        typist.type("king")
        typist.wait_for("The match begins: ada")
        assert play_by_hints(typist).endswith(".")
        typist.wait_for("Type new for another match")
        typist.type("quit")
        assert typist.ends() == 0
        assert typist.screen.endswith("Goodbye.\n")


@terminals_only
def test_a_whole_match_at_a_terminal(served: Served) -> None:
    with at_a_terminal("play", "--plain", "--server", served.pyro) as typist:
        typist.wait_for("Choose a nickname")
        typist.type("x")
        typist.wait_for("No: This nickname cannot be used")
        typist.type("terry")
        typist.wait_for("Type new to make one|Type join")
        typist.type("new 2 base bots 1")
        typist.wait_for("4  druid")
        typist.type("wizard sage")
        assert play_by_hints(typist).startswith("The winner")
        typist.wait_for("Type new for another match")
        typist.type("quit")
        assert typist.ends() == 0


@terminals_only
@pytest.mark.parametrize("key", [b"\x03", b"\x04"], ids=["ctrl-c", "ctrl-d"])
def test_leaving_by_key_is_polite(served: Served, key: bytes) -> None:
    with at_a_terminal(
        "play", "--plain", "--server", served.socket, "--nickname", "keyed"
    ) as typist:
        typist.wait_for("Type new to make one|Type join")
        typist.wait_for(">")  # before that the terminal itself would take the key
        typist.press(key)
        typist.wait_for("Goodbye.")
        assert typist.ends() == 0
        assert typist.terminal_is_blocking()
    with on_a_pipe("play", "--plain", "--server", served.socket, "--nickname", "keyed") as again:
        again.wait_for("Type new to make one|Type join")


@terminals_only
def test_the_tab_key_completes() -> None:
    with at_a_terminal("play", "--plain", "--nickname", "tabby") as typist:
        typist.wait_for("4  druid")
        typist.type("king")
        typist.wait_for("Type one of")
        typist.press(b"assis\t")
        typist.wait_for("assistant")
        typist.type(" 99")
        typist.wait_for("No: ")


def test_the_end_of_the_pipe_means_quit(served: Served) -> None:
    command = [sys.executable, "-m", "client", "play", "--plain", "--server", served.socket]
    result = subprocess.run(
        command,
        cwd=ROOT,
        input="piper\nnonsense\nhelp\n",
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert result.returncode == 0
    assert "'nonsense' is no command" in result.stdout
    assert "join match 3" in result.stdout
    assert result.stdout.endswith("Goodbye.\n")
    assert result.stderr == ""


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_a_signal_on_a_pipe_is_polite_too(served: Served) -> None:
    with on_a_pipe("play", "--plain", "--server", served.socket, "--nickname", "signal") as typist:
        typist.wait_for("Type new to make one|Type join")
        typist.process.send_signal(signal.SIGINT)
        typist.wait_for("Goodbye.")
        assert typist.ends() == 130
        assert "Traceback" not in typist.screen
