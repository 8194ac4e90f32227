"""Run a program in a pseudo-terminal and read its screen with a terminal emulator (pyte)."""

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pyte

from tests.harness.timeouts import GIVE_UP_SECONDS

ROOT = Path(__file__).parents[2]
KEYS = {
    **{"enter": "\r", "escape": "\x1b", "tab": "\t", "space": " ", "backspace": "\x7f"},
    **{"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D"},
    **{"f1": "\x1bOP", "f2": "\x1bOQ", "f3": "\x1bOR", "f4": "\x1bOS", "f5": "\x1b[15~"},
    **{"f7": "\x1b[18~", "f8": "\x1b[19~", "ctrl+q": "\x11", "ctrl+c": "\x03"},
}


class EmulatedTerminal:
    """A program in a terminal window: types keys and reads the lines of its screen."""

    def __init__(self, process: "subprocess.Popen[bytes]", terminal: int, size: tuple[int, int]):
        self.process = process
        self._terminal = terminal
        self._screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self._screen)

    @property
    def text(self) -> str:
        """The lines of the screen as they are now."""
        return "\n".join(line.rstrip() for line in self._screen.display)

    def press(self, *keys: str) -> None:
        """Press named keys; other words are typed as they are."""
        for key in keys:
            os.write(self._terminal, KEYS.get(key, key).encode())

    def type_line(self, line: str) -> None:
        """Type a line and press Enter."""
        self.press(line, "enter")

    def wait_for(self, pattern: str) -> "re.Match[str]":
        """Wait until the screen shows the pattern; fail with the screen if the program ends."""
        self.wait_until(lambda: re.search(pattern, self.text) is not None, f"no {pattern!r}")
        found = re.search(pattern, self.text)
        assert found is not None
        return found

    def wait_until(self, condition: Callable[[], bool], failure: str = "not so") -> None:
        """Wait until the condition is true for the screen; fail if the program ends."""
        deadline = time.monotonic() + GIVE_UP_SECONDS
        while not condition():
            if not self._read(deadline):
                raise AssertionError(f"{failure} on the screen:\n{self.text}")

    def wait_for_exit(self) -> int:
        """Read until the program has ended; return its exit status."""
        deadline = time.monotonic() + GIVE_UP_SECONDS
        while self.process.poll() is None and self._read(deadline):
            pass
        return self.process.wait(GIVE_UP_SECONDS)

    def kill(self) -> None:
        """End the program with SIGKILL, as if the computer was switched off."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def _read(self, deadline: float) -> bool:
        """Pass the next output to the emulator; return False at the end or after the deadline."""
        ready, _, _ = select.select([self._terminal], [], [], max(0, deadline - time.monotonic()))
        try:
            data = os.read(self._terminal, 65536) if ready else b""
        except OSError:  # the program has ended
            data = b""
        self._stream.feed(data)
        return bool(data)


@contextmanager
def emulated_terminal(
    *arguments: str, size: tuple[int, int] = (80, 24), environment: Mapping[str, str] | None = None
) -> Iterator[EmulatedTerminal]:
    """Run ``tavolata`` with these arguments in a window of ``size`` columns and lines."""
    import pty
    import termios

    ours, theirs = pty.openpty()
    termios.tcsetwinsize(ours, (size[1], size[0]))
    command = [sys.executable, "-m", "client", *arguments]
    variables = {**os.environ, "TERM": "xterm-256color", **(environment or {})}
    with subprocess.Popen(
        command, cwd=ROOT, env=variables, stdin=theirs, stdout=theirs, stderr=theirs
    ) as process:
        os.close(theirs)
        try:
            yield EmulatedTerminal(process, ours, size)
        finally:
            process.kill()
            os.close(ours)
