"""Backup: a consistent copy of a journal that a server may be writing.

SQLite's online backup copies one snapshot, page by page. The server is not stopped; its write-ahead
log grows until the copy is complete.
"""

import sqlite3
from pathlib import Path

from server.files import create_private_file, sync_file, sync_folder
from server.journal.base import JournalDamaged, JournalError
from server.journal.pages import Progress
from server.journal.reader import JournalReader, open_reader

PAGES_PER_STEP = 256
"""Pages (1 MB) between two reports of the progress."""


def back_up(source: Path, target: Path, progress: Progress) -> int:
    """Copy a journal to a new file and check the copy; return the number of its records.

    The target appears only when it is complete. Raises JournalError if it exists, cannot be
    written, or if the journal is damaged.
    """
    if target.exists():
        raise JournalError(f"{target} exists; choose another name.")
    part = target.with_name(f"{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        create_private_file(part)
        records = _copy(source, part, progress)
        sync_file(part)
        part.replace(target)
        sync_folder(target.parent)
    except JournalDamaged as error:
        raise JournalError(f"{source} is damaged ({error}); run tavolata verify.") from None
    except OSError as error:
        raise JournalError(f"{target} cannot be written: {error.strerror}.") from None
    except sqlite3.Error as error:
        raise JournalError(f"{target} cannot be written: {error}.") from None
    finally:
        for file in (part, part.with_name(f"{part.name}-journal")):
            if file.parent.is_dir():
                file.unlink(missing_ok=True)
    return records


def _copy(source: Path, target: Path, progress: Progress) -> int:
    """Copy one snapshot of the source and return its number of records.

    The copy is one file and is marked as having no file of heads. Raises JournalError if the source
    cannot be opened, and JournalDamaged if the copy is damaged, which means that the source is.
    """

    def report(status: int, remaining: int, total: int) -> None:
        """Report the number of copied pages; a callback of SQLite."""
        progress(total - remaining, total)

    with open_reader(source) as reader:
        reader.connection.execute("BEGIN")
        reader.has_table()  # starts the snapshot; without it every write would restart the copy
        copy = sqlite3.connect(target, isolation_level=None)
        try:
            reader.connection.backup(copy, pages=PAGES_PER_STEP, progress=report, sleep=0)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, no write-ahead log
            copy.execute("PRAGMA application_id=0")  # there is no file of heads beside a backup
            copied = JournalReader(copy)
            if errors := copied.integrity_errors():
                raise JournalDamaged(errors[0])
            return int(copied.value("SELECT COUNT(*) FROM journal"))
        finally:
            copy.close()
