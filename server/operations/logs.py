"""Logging to standard error, as lines or JSON, without control characters in texts of players.

Logging never raises and never waits: lines that standard error does not accept are counted and
dropped, because nobody can play on a server that waits for the reader of its log.
"""

import logging
import os
import select
import sys
import threading
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import Any, Literal, TextIO

import structlog

from messages.text import visible

Style = Literal["console", "json"]
Level = Literal["debug", "info", "warning", "error"]
LINES_LOST = "these events are not in the log; its reader was too slow or gone, or its disk full"
CHUNK_BYTES = 4096
"""Bytes that a pipe accepts without waiting when it says that it is writable (PIPE_BUF)."""
CHUNK_SECONDS = 0.05
"""Maximum time to wait for the reader before each further chunk of a long line."""
MAX_CHUNKS = 16
"""Maximum number of chunks of a line; a longer line, such as a very deep traceback, is cut."""
NOT_STARTED = "the server does not run"
CRASHED = "the server stops; every answered action is stored"


class LineWriter:
    """Writes lines to a stream; drops them if it would have to wait, or if the stream fails."""

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream
        self._lost = 0
        self._is_line_open = False
        """True if only a part of the last line was written."""

    def msg(self, line: str) -> None:
        """Write a line, or count it as lost; log the number of lost lines before the next one."""
        if self._lost and self._is_writable(0.0):
            lost, self._lost = self._lost, 0
            log = structlog.get_logger()
            log.warning("log_lines_lost", lost_lines=lost, effect=LINES_LOST)
        try:
            self._write(line + "\n")
        except (OSError, ValueError):  # ValueError: the stream is closed
            self._lost += 1

    debug = info = warning = error = critical = exception = msg

    def _write(self, text: str) -> None:
        """Write a text in chunks. Raises OSError or ValueError if it is not written entirely."""
        if self._stream is None:
            raise OSError("there is no standard error")
        descriptor = self._descriptor()
        if descriptor is None:
            self._stream.write(text)
            return
        text = "\n" * self._is_line_open + text
        data = text.encode("utf-8", "backslashreplace")[: CHUNK_BYTES * MAX_CHUNKS]
        written = 0
        while written < len(data):
            if not self._is_writable(CHUNK_SECONDS if written else 0.0):
                raise BlockingIOError("its reader is too slow")
            written += os.write(descriptor, data[written : written + CHUNK_BYTES])
            self._is_line_open = written < len(data)

    def _descriptor(self) -> int | None:
        """Return the file descriptor of the stream; None if it has none, as in tests."""
        try:
            return self._stream.fileno() if self._stream is not None else None
        except (OSError, ValueError):
            return None

    def _is_writable(self, seconds: float) -> bool:
        """Return whether a chunk can be written without waiting, within so many seconds."""
        descriptor = self._descriptor()
        if descriptor is None or not hasattr(select, "poll"):
            return True
        poll = select.poll()
        poll.register(descriptor, select.POLLOUT)
        return bool(poll.poll(seconds * 1000))


class LibraryHandler(logging.Handler):
    """Logs what libraries log, such as asyncio about an exception that nothing handles."""

    def emit(self, record: logging.LogRecord) -> None:
        """Log a record of the standard library with its traceback, if it has one."""
        log, text = structlog.get_logger(), record.getMessage()
        if record.levelno >= logging.ERROR:
            log.exception("library_error", logger=record.name, text=text, exc_info=record.exc_info)
        else:
            log.info("library_message", logger=record.name, text=text)


def configure(style: Style, level: Level = "info") -> None:
    """Make structlog write events of this level and above to standard error, in this style.

    Texts are cleaned by ``sanitize``; times are in UTC. Events of libraries are written, too.
    """
    renderer: Any = structlog.dev.ConsoleRenderer(colors=False)
    if style == "json":
        renderer = structlog.processors.JSONRenderer()
    writer = LineWriter(sys.stderr)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            sanitize,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        logger_factory=lambda *_: writer,
    )
    root = logging.getLogger()
    for handler in [one for one in root.handlers if isinstance(one, LibraryHandler)]:
        root.removeHandler(handler)
    root.addHandler(LibraryHandler(logging.WARNING))


def open_missing_streams() -> None:
    """Open the null device for each standard stream that is closed.

    Otherwise the next file or socket would get its number and be used as standard output.
    """
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest free number


def print_line(line: str) -> None:
    """Write a line to standard output; if that fails, log it and write nothing there any more."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    except (OSError, ValueError) as error:
        reason = str(error)
        log = structlog.get_logger()
        log.warning("standard_output_failed", line=line, reason=reason, effect=NOT_PRINTED)
        with suppress(OSError, ValueError):  # what is buffered would fail again at the exit
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, sys.stdout.fileno())
            os.close(null)


NOT_PRINTED = "the addresses are only in the log, in server_ready"


@contextmanager
def logged_failures(*expected: type[Exception]) -> Iterator[None]:
    """Log exceptions of this block, of threads and of finalizers that nothing else handles.

    An exception of the block is logged and raises SystemExit(1), unless it is
    ``expected``.
    """
    before = threading.excepthook, sys.unraisablehook
    threading.excepthook = lambda args: _log_uncaught(args.exc_type, args.exc_value, None)
    sys.unraisablehook = lambda args: _log_uncaught(args.exc_type, args.exc_value, None)
    try:
        yield
    except expected:
        raise
    except Exception:
        structlog.get_logger().exception("server_crashed", effect=CRASHED)
        raise SystemExit(1) from None
    finally:
        threading.excepthook, sys.unraisablehook = before


def log_failed_command(text: str) -> None:
    """Log why the command fails, in place of a line of plain text."""
    structlog.get_logger().error("server_not_started", reason=text, effect=NOT_STARTED)


def _log_uncaught(
    kind: type[BaseException], error: BaseException | None, traceback: TracebackType | None
) -> None:
    """Log an exception that a thread or a finalizer did not handle."""
    found = (kind, error, traceback or getattr(error, "__traceback__", None))
    structlog.get_logger().exception("uncaught_exception", exc_info=found)


def sanitize(
    logger: object, method: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Remove control characters from all values of an event. A structlog processor.

    Line breaks become spaces, except in tracebacks. Values other than numbers and None become text.
    """
    for key, value in event.items():
        if key == "exception":
            event[key] = "\n".join(visible(line) for line in str(value).splitlines())
        elif isinstance(value, str):
            event[key] = visible(value)
        elif not isinstance(value, int | float | None):
            event[key] = visible(repr(value))
    return event
