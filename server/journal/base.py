"""The interface of a journal.

Entries are kept in the order of the appends; each append keeps all of its entries or none.
"""

from collections.abc import Callable, Iterator
from typing import Protocol

from server.journal.records import Entry

AppendCallback = Callable[[bool], None]
"""Called on the event loop's thread with whether the entries were written."""


class JournalError(Exception):
    """Raised when a journal cannot be opened or has another format; ``str()`` is for users."""


class JournalDamaged(JournalError):
    """Raised when a part of the journal cannot be read; ``str()`` is the reason."""


class JournalNotWritable(JournalError):
    """Raised when a journal can be read, but not be opened for writing now: the disk is full."""


class EntrySource(Protocol):
    """Entries that can be read."""

    def entries(self, match: int) -> Iterator[Entry]:
        """Return all entries of one match, in the order of writing; none if it is unknown."""

    def matches(self) -> list[int]:
        """Return the numbers of all matches, ascending."""


class Journal(EntrySource, Protocol):
    """A durable, append-only list of entries."""

    @property
    def flush_threshold(self) -> int:
        """Number of pending entries at which to write without waiting for more."""

    def append(self, entries: list[Entry], done: AppendCallback) -> bool | None:
        """Append entries; return whether they were written, or None if ``done`` will be called.

        If a write fails, none of its entries are kept. Callbacks are called in the order of the
        appends.
        """

    def unfinished(self) -> Iterator[Entry]:
        """Return the entries of unfinished matches from their last snapshots on; for a restart.

        Those of a match without a snapshot are all its entries. The entries of each match are in
        the order of writing.
        """

    def results(self) -> Iterator[tuple[Entry, Entry]]:
        """Return the final snapshot and the last entry of finished matches, the newest first.

        Only those of the last matches are known, and of those only matches with a final snapshot.
        """

    def last_match(self) -> int:
        """Return the highest match number, 0 if there is none."""

    def check_integrity(self) -> None:
        """Check the whole journal. Raises JournalDamaged if it is damaged.

        An interrupted check finds no damage.
        """

    def close(self) -> None:
        """Finish pending writes and close the journal."""
