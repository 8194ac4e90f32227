"""End the program when its terminal is closed.

The system sends SIGHUP only to the first program of a terminal. A program such as make waits for
its children before it ends, so they do not receive the signal. Without this module the full screen
would stay in memory without a terminal, and its seat would stay taken.
"""

import os
import select
import signal
import sys
import threading


def end_with_terminal() -> None:
    """Start a thread that ends this process with SIGHUP when the terminal of stdin is closed.

    Do nothing if stdin is no terminal, and on Windows.
    """
    if sys.platform != "win32" and sys.stdin is not None and sys.stdin.isatty():
        descriptor = sys.stdin.fileno()
        threading.Thread(target=_end_on_hangup, args=(descriptor,), daemon=True).start()


def _end_on_hangup(descriptor: int) -> None:
    """Wait until the other side of a terminal is closed, then end the process.

    The process ends even if it ignores SIGHUP, with the same exit status as a shell reports.
    """
    poll = select.poll()
    poll.register(descriptor, 0)  # a hangup is reported without being asked for
    if any(event & select.POLLHUP for _, event in poll.poll()):
        os.kill(os.getpid(), signal.SIGHUP)
        os._exit(128 + signal.SIGHUP)
