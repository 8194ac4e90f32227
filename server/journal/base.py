"""What a journal promises.

Entries are kept in the order they were appended, and of one call either all or none.
"""

from collections.abc import Callable, Iterator
from typing import Protocol

from server.journal.records import Entry

AppendCallback = Callable[[bool], None]
"""Called on the event loop's thread with whether the entries are kept."""


class JournalError(Exception):
    """The file is not a journal of ours, or of another format; ``str()`` is for people."""


class Journal(Protocol):
    """An append-only list of entries."""

    @property
    def flush_threshold(self) -> int:
        """Number of entries that are worth a write, even if more will come in a moment."""

    def append(self, entries: list[Entry], done: AppendCallback) -> bool | None:
        """Append entries; return whether they are kept, or None if ``done`` will be called later.

        Calls that finish later finish in the order they were made.
        """

    def unfinished(self) -> Iterator[Entry]:
        """All entries of matches without an end, in the order of writing. At the start only."""

    def entries(self, match: int) -> Iterator[Entry]:
        """All entries of one match."""

    def matches(self) -> list[int]:
        """The numbers of all matches there ever were."""

    def close(self) -> None:
        """Finish what was asked for; nothing is written afterwards."""
