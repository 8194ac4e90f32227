"""Operate a client process over a pipe or a pseudo-terminal."""

import codecs
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.harness.timeouts import GIVE_UP_SECONDS

ROOT = Path(__file__).parents[2]
ESCAPES = re.compile(r"\x1b(\[[0-9;?]*[ -/]*[@-~]|[()][A-Z0-9]|[=>])")


class TerminalSession:
    """Reads the output of the program without escape codes, and types lines."""

    def __init__(
        self,
        process: "subprocess.Popen[bytes]",
        reading: int,
        writing: int,
        terminal: int | None = None,
    ) -> None:
        self.process = process
        self._terminal = terminal
        self.screen = ""
        self._reading = reading
        self._writing = writing
        self._seen = 0
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        """Keeps the first bytes of a character whose other bytes have not been read."""

    def type_line(self, line: str) -> None:
        os.write(self._writing, f"{line}\n".encode())

    def press(self, key: bytes) -> None:
        os.write(self._writing, key)

    def resize(self, columns: int, lines: int) -> None:
        """Change the size of the pseudo-terminal and tell the program, as a terminal would."""
        import termios

        assert self._terminal is not None
        termios.tcsetwinsize(self._terminal, (lines, columns))
        self.process.send_signal(signal.SIGWINCH)

    def wait_for(self, pattern: str) -> "re.Match[str]":
        """Wait for the next match of the pattern after the previous one.

        Fails with the exit status as soon as the program has ended without it.
        """
        deadline = time.monotonic() + GIVE_UP_SECONDS
        while not (found := re.compile(pattern).search(self.screen, self._seen)):
            status = self.process.poll()
            if not self._read(min(deadline, time.monotonic() + 1)) and (
                status is not None or time.monotonic() >= deadline
            ):
                shown = self.screen[self._seen :]
                raise AssertionError(f"no {pattern!r}; exit status {status}; the screen:\n{shown}")
        self._seen = found.end()
        return found

    def wait_for_exit(self) -> int:
        """Wait for the end of the program, read its output and return its exit status."""
        deadline = time.monotonic() + GIVE_UP_SECONDS
        while self.process.poll() is None and time.monotonic() < deadline:
            self._read(time.monotonic() + 0.05)
        while self._read(time.monotonic()):
            pass
        return self.process.wait(0)

    def terminal_is_blocking(self) -> bool:
        """Return whether the terminal is in blocking mode, as a shell expects it."""
        assert self._terminal is not None
        return os.get_blocking(self._terminal)

    def _read(self, deadline: float) -> bool:
        ready, _, _ = select.select([self._reading], [], [], max(0, deadline - time.monotonic()))
        try:
            data = os.read(self._reading, 65536) if ready else b""
        except OSError:  # a pseudo-terminal whose program has ended
            data = b""
        self.screen += ESCAPES.sub("", self._decoder.decode(data))
        return bool(data)


def _command(arguments: tuple[str, ...]) -> list[str]:
    return [sys.executable, "-m", "client", *arguments]


@contextmanager
def piped_session(*arguments: str) -> Iterator[TerminalSession]:
    """Run the client with pipes as standard input and output."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        _command(arguments), cwd=ROOT, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield TerminalSession(process, process.stdout.fileno(), process.stdin.fileno())
        process.kill()


@contextmanager
def _default_hangup_in_children() -> Iterator[None]:
    """Let SIGHUP end the programs that are started in the block, also if this one ignores it.

    A program inherits ignored signals, for example from nohup, but no handlers.
    """
    previous = signal.signal(signal.SIGHUP, lambda *_: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGHUP, previous)


@contextmanager
def terminal_session(*arguments: str, **variables: str) -> Iterator[TerminalSession]:
    """Run the client in a pseudo-terminal of 80 columns and 24 lines; a hangup ends it.

    ``variables`` are added to its environment.
    """
    import pty
    import termios

    ours, theirs = pty.openpty()
    termios.tcsetwinsize(ours, (24, 80))
    environment = {**os.environ, "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1", **variables}
    with _default_hangup_in_children():
        process = subprocess.Popen(
            _command(arguments),
            cwd=ROOT,
            env=environment,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
        )
    with process:
        try:
            yield TerminalSession(process, ours, ours, theirs)
        finally:
            process.kill()
            os.close(theirs)
            os.close(ours)


def play_by_hints(session: TerminalSession) -> str:
    """Ask for a hint at every prompt and follow it until the match ends; return the last line."""
    question = r"Play an assistant\.|Move \S+ more student|Move mother|Take a cloud|end your turn"
    while True:
        found = session.wait_for(rf"{question}|The winners? (is|are) .*\.")
        if found.group().startswith("The winner"):
            return found.group()
        session.type_line("hint")
        session.type_line(session.wait_for(r"would type: ([a-z0-9_ ]+)").group(1))
