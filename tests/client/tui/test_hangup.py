"""A full screen whose terminal is closed."""

import os
import pty
import subprocess
import sys
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest

from client.tui import hangup

ROOT = Path(__file__).parents[3]

PARENT = """
import os, signal, subprocess, sys
signal.signal(signal.SIGHUP, lambda *_: None)  # as make, which waits for its children
status = subprocess.call(sys.argv[2:])
os.write(int(sys.argv[1]), str(status).encode())
"""


IGNORING = ("sh", "-c", "trap '' HUP; exec \"$@\"", "sh")
"""Starts a program that ignores SIGHUP."""


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    """Both sides of a pseudo-terminal; a test closes the first, and this the second."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(ours, (24, 80))
    yield ours, theirs
    os.close(theirs)


@pytest.mark.parametrize("ignored", [False, True])
def test_full_screen_below_another_program_ends_with_its_terminal(
    terminal: tuple[int, int], ignored: bool
) -> None:
    ours, theirs = terminal
    reading, writing = os.pipe()
    command = [sys.executable, "-m", "client", "play"]
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, str(writing), *(IGNORING if ignored else ()), *command],
        cwd=ROOT,
        env={**os.environ, "TERM": "xterm"},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        pass_fds=[writing],
    ):
        os.close(writing)
        seen = b""
        while b"Eriantys" not in seen:
            seen += os.read(ours, 65536)
        os.close(ours)
    with open(reading, "rb") as status:
        assert status.read() == (b"129" if ignored else b"-1")


def test_nothing_is_watched_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    hangup.end_with_terminal()
    with Path(os.devnull).open(encoding="utf-8") as empty:
        monkeypatch.setattr(sys, "stdin", empty)
        hangup.end_with_terminal()
