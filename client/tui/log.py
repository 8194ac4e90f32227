"""The last lines of a log or a chat, with the roles of their words."""

from collections import deque
from collections.abc import Iterable

from client.games.drawing import Line, Span, to_text
from client.games.prose import Prose, to_spans
from client.tui.themes import style_of


class Log:
    """Keeps the last ``max_lines`` lines, printable and with known roles only."""

    def __init__(self, max_lines: int) -> None:
        self._lines: deque[Line] = deque(maxlen=max_lines)

    @property
    def texts(self) -> list[str]:
        """The text of each line, the oldest first."""
        return to_text(self._lines)

    def last_lines(self, count: int) -> list[Line]:
        """Return the last lines, at most ``count``, the oldest first."""
        return list(self._lines)[max(0, len(self._lines) - count) :]

    def append(self, line: str | Prose) -> None:
        """Add a line; control characters are removed, and unknown roles become ``text``."""
        spans = to_spans((line,) if isinstance(line, str) else line)
        self._lines.append(tuple(map(_with_known_role, spans)))

    def extend(self, lines: Iterable[str | Prose]) -> None:
        """Add several lines."""
        for line in lines:
            self.append(line)

    def clear(self) -> None:
        """Remove all lines."""
        self._lines.clear()


def _with_known_role(span: Span) -> Span:
    """Return the span; if a game pack has used a role that does not exist, with ``text``."""
    try:
        style_of("dark", span.role)
    except ValueError:
        return span._replace(role="text")
    return span
