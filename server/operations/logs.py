"""Logging to standard error, as lines or JSON, without control characters in texts of players."""

import logging
import sys
from collections.abc import MutableMapping
from typing import Any, Literal

import structlog

from messages.text import visible

Style = Literal["console", "json"]


def configure(style: Style) -> None:
    """Make structlog write events of level INFO and above to standard error, in this style.

    Texts are cleaned by ``sanitize``; times are in UTC.
    """
    renderer: Any = structlog.dev.ConsoleRenderer(colors=False)
    if style == "json":
        renderer = structlog.processors.JSONRenderer()
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            sanitize,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


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
