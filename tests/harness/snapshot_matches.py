"""Write journals of matches with snapshots."""

from pathlib import Path

from messages import LeaveMatch, SessionOpened
from server.journal.records import Entry
from server.journal.sqlite import SqliteJournal
from server.limits import Limits
from tests.harness.journalled import JournalledHarness
from tests.harness.memory_journal import MemoryJournal

SNAPSHOT_RECORDS = 10
FINISHED, AT_A_SNAPSHOT, AFTER_A_SNAPSHOT = 1, 2, 3
"""Match 1 is over and its winner was away; the others differ in their latest record."""


def write_matches_with_snapshots(folder: Path) -> str:
    """Write the three matches one after the other; return the token of ada, who won match 1."""
    harness = JournalledHarness(MemoryJournal(), Limits(snapshot_records=SNAPSHOT_RECORDS))
    ada, bob = harness.start_match("ada", "bob")
    harness.play_actions([ada, bob], 25)
    harness.disconnect(ada)
    harness.send(bob, LeaveMatch())
    harness.play_actions(harness.start_match("cid", "dan"), 2 * SNAPSHOT_RECORDS - 1)
    harness.play_actions(harness.start_match("eve", "fay"), 2 * SNAPSHOT_RECORDS + 4)
    append_entries(folder, [e for n in (1, 2, 3) for e in harness.journal.entries(n)])
    return harness.received(ada, SessionOpened)[-1].token


def append_entries(folder: Path, entries: list[Entry]) -> None:
    """Append entries to the journal of a folder."""
    journal = SqliteJournal(folder, "process", lambda work: work())
    assert journal.append(entries, lambda written: None)
    journal.close()


def read_for_restart(folder: Path) -> tuple[list[Entry], list[tuple[Entry, Entry]], int]:
    """Return what a restart reads: unfinished matches, results and the highest match number."""
    journal = SqliteJournal(folder, "process", lambda work: work())
    found = list(journal.unfinished()), list(journal.results()), journal.last_match()
    journal.close()
    return found
