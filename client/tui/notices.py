"""Notices of a connection that is being opened: kept for the log and for a question."""

from collections.abc import Sequence


class ConnectNotices:
    """Keeps notices until a conversation has a log; ``first_lines`` begin that log."""

    def __init__(self, first_lines: Sequence[str] = ()) -> None:
        self._log_lines = list(first_lines)
        self._unrepeated: list[str] = []
        """Notices that no question has repeated."""

    def add(self, text: str) -> None:
        """Add a notice, which may have several lines."""
        self._log_lines += text.splitlines()
        self._unrepeated.append(text)

    def take_log_lines(self) -> list[str]:
        """Return the lines for the log and forget them."""
        lines, self._log_lines = self._log_lines, []
        return lines

    def take_unrepeated(self) -> list[str]:
        """Return the notices since the last call, for a question that would be hidden by them."""
        notices, self._unrepeated = self._unrepeated, []
        return notices
