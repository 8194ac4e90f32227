"""A journal in memory, for tests."""

from collections.abc import Iterator

from server.journal.base import AppendCallback
from server.journal.records import Entry


class MemoryJournal:
    """Keeps entries in a list."""

    flush_threshold = 1

    def __init__(self) -> None:
        self._entries: list[Entry] = []

    def append(self, entries: list[Entry], done: AppendCallback) -> bool | None:
        """See Journal."""
        self._entries += [entry for entry in entries if type(entry) is Entry]
        return True

    def unfinished(self) -> Iterator[Entry]:
        """See Journal."""
        ended = {entry.match for entry in self._entries if entry.last}
        tails: dict[int, list[Entry]] = {}
        for entry in self._entries:
            if entry.is_snapshot:
                tails[entry.match] = []
            if entry.match not in ended:
                tails.setdefault(entry.match, []).append(entry)
        return iter([entry for tail in tails.values() for entry in tail])

    def results(self) -> Iterator[tuple[Entry, Entry]]:
        """See Journal."""
        for last in reversed([entry for entry in self._entries if entry.last]):
            before = list(self.entries(last.match))[-2:-1]
            if before and before[0].is_snapshot:
                yield before[0], last

    def last_match(self) -> int:
        """See Journal."""
        return max(self.matches(), default=0)

    def entries(self, match: int) -> Iterator[Entry]:
        """See Journal."""
        return iter([entry for entry in self._entries if entry.match == match])

    def matches(self) -> list[int]:
        """See Journal."""
        return sorted({entry.match for entry in self._entries})

    def check_integrity(self) -> None:
        """See Journal."""

    def close(self) -> None:
        """See Journal."""
