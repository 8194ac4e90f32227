"""What a journal promises.

Entries are kept in the order of writing. ``done(True)`` is called, on the event loop's thread, when
all entries of a write are safe; ``done(False)`` when they are not, and then none of them is kept.
Writes finish in the order they were asked for.
"""

from collections.abc import Callable, Iterator
from typing import Protocol

from server.journal.records import Entry

Done = Callable[[bool], None]


class JournalDamaged(Exception):
    """The file is not a journal of ours, or of another format; ``str()`` is for people."""


class Journal(Protocol):
    """An append-only list of entries."""

    @property
    def enough(self) -> int:
        """So many entries are worth a write, even where more will come in a moment."""

    def write(self, entries: list[Entry], done: Done) -> None:
        """Keep these entries, all or none."""

    def unfinished(self) -> Iterator[Entry]:
        """All entries of matches without an end, in the order of writing. At the start only."""

    def entries(self, match: int) -> Iterator[Entry]:
        """All entries of one match."""

    def matches(self) -> list[int]:
        """The numbers of all matches there ever were."""

    def close(self) -> None:
        """Finish what was asked for; nothing is written afterwards."""
