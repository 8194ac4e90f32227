"""Storage of a running server: opens its journal, reports damage, and does periodic work on it."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from shutil import disk_usage

import structlog

from server.files import exposed_paths
from server.history.open_rooms import restore_open_rooms
from server.history.replay import Replay
from server.history.restore import Restored, restore
from server.journal.base import JournalDamaged, JournalNotWritable
from server.journal.reader import JournalReader, connect_read_only
from server.journal.records import RoomEntry
from server.journal.recovery import Recovery
from server.journal.sqlite import FILE, Durability, SqliteJournal
from server.operations.retention import Retention
from server.session_registry import DAMAGED_TEXT, NEWER_RULES_TEXT
from server.state import ServerState

EXPORT_PAUSE_SECONDS = 0.02
"""Pause of the thread that exports matches, after each batch of records, for the event loop."""


HEADS_WRITE_FAILED = "repeated until it works; a loss of the newest records would not be detected"
NO_HEADS = "records lost before this start cannot be detected; the file is written again"
OUTDATED = "it has ended without a winner; its players are told when they return"
REPAIR = "stop the server, then run tavolata repair"
REPLACED = "the server continues with a clean journal of all that was readable"
REWOUND = "the match stays in the journal, without these records"
LEFT_OUT = "not in the clean journal; the damaged files, or a backup, may have it"
NOT_REMOVED = "they stay in the journal, and the removal is tried again"
MAKE_SPACE = "make space on the disk of the data folder; the server tries again by itself"
NOT_SAVED = "actions are refused with NOTSAVED until writes work; nothing that was answered is lost"
NEWER = "install the version of Tavolata again that has these rules; the match continues there"
VERIFY = "stop the server, then run tavolata verify to find the first damaged record"


class Storage:
    """The journal of a server and its periodic work.

    If the disk is full, the journal is open for reading only at first (``is_writable``).
    ``on_writable`` is called when it is open for writing.
    """

    def __init__(self, journal: SqliteJournal, retain_seconds: float | None) -> None:
        self.journal = journal
        self.is_writable = False
        self.on_writable: Callable[[], None] = lambda: None
        self._retain_seconds = retain_seconds
        self._log = structlog.get_logger()
        self._heads_failing = False
        self.obsolete_rooms: list[RoomEntry] = []
        """Entries that remove rows of open rooms, to be appended."""
        self._check: _BackgroundCheck | None = None
        self._retention: Retention | None = None
        self._open_error = ""
        self._failing_since = 0.0
        self._try_to_open()

    def _try_to_open(self) -> None:
        """Open the journal for writing and start the periodic work, unless the disk is full.

        Raises JournalError if the journal cannot be used at all.
        """
        try:
            self.journal.writer  # noqa: B018 - opens the file for writing
        except JournalNotWritable as error:
            self._open_error = str(error)
            return
        self.is_writable = True
        self._check = _BackgroundCheck(self.journal.folder / FILE)
        if self._retain_seconds is not None:
            pause = partial(time.sleep, EXPORT_PAUSE_SECONDS)
            self._retention = Retention(self.journal, self._retain_seconds, pause)

    def log_failing(self, failing: bool) -> None:
        """Log that writes to the journal begin to fail, and why, or that they work again."""
        if failing:
            self._failing_since = time.monotonic()
            reason = self.journal.last_error or self._open_error
            self._log.error(
                "journal_write_failed",
                reason=reason,
                free_bytes=_free_bytes(self.journal.folder),
                effect=NOT_SAVED,
                remedy=MAKE_SPACE,
            )
        else:
            seconds = round(time.monotonic() - self._failing_since, 1)
            self._log.info("journal_writable_again", failing_seconds=seconds)

    def sweep(self, now: float) -> None:
        """Write the heads, log damage and remove expired matches; called several times per second.

        Failures are logged and repeated. A failure to write the heads is logged once until a write
        works, damage once. A journal that could not be opened for writing is tried again first.
        """
        if not self.is_writable:
            self._try_to_open()
            if not self.is_writable:
                return
            self.on_writable()
        try:
            self.journal.sweep(now)
            self._heads_failing = False
        except OSError as error:
            if not self._heads_failing:
                self._heads_failing = True
                self._log.warning(
                    "journal_heads_write_failed", reason=str(error), effect=HEADS_WRITE_FAILED
                )
        if self._check is not None and (reason := self._check.poll()):
            self._log.error("journal_damage_found_while_running", reason=reason, remedy=REPAIR)
        if self._retention is not None:
            self._sweep_retention(self._retention, now)

    def close(self) -> None:
        """Stop the periodic work and close the journal."""
        if self._check is not None:
            self._check.close()
        if self._retention is not None:
            self._retention.close()
        self.journal.close()

    def _sweep_retention(self, retention: Retention, now: float) -> None:
        """Do the next step of the retention; log removed matches and what prevents removals."""
        retention.sweep(now)
        if removed := retention.take_removed():
            self._log.info(
                "matches_exported_and_removed",
                removed_matches=len(removed),
                export_folder=str(retention.folder),
            )
        for reason in retention.take_problems():
            self._log.error("expired_matches_not_removed", reason=reason, effect=NOT_REMOVED)


def _free_bytes(folder: Path) -> int | None:
    """Return the free space of the disk of a folder; None if it is unknown."""
    try:
        return disk_usage(folder).free
    except OSError:
        return None


def open_storage(
    folder: Path,
    durability: Durability,
    call: Callable[[Callable[[], None]], object],
    state: ServerState,
    retain_seconds: float | None,
) -> tuple[Storage, Restored]:
    """Open the journal and restore its matches; return the storage and what was restored.

    A damaged file is replaced by a clean one; damage and data that other accounts can read are
    logged. Raises JournalError if the journal cannot be used.
    """
    log = structlog.get_logger()
    journal = SqliteJournal(folder, durability, call)
    for path, remedy in exposed_paths(folder):
        log.warning("data_readable_by_other_accounts", path=str(path), remedy=remedy)
    try:
        _report_recovery(journal.recovery)
        try:
            restored = restore(state, journal)
        except JournalDamaged as error:
            journal.repair(str(error))
            _report_recovery(journal.recovery)
            restored = restore(state, journal)
        _report_outdated(restored.outdated)
        _apply_damage(state, journal.recovery, restored.failed)
        bots, obsolete = restore_open_rooms(state, journal.open_rooms())
        storage = Storage(journal, retain_seconds)
        storage.obsolete_rooms = obsolete
        return storage, restored._replace(bots=restored.bots + bots)
    except BaseException:
        journal.close()
        raise


def _report_outdated(outdated: list[Replay]) -> None:
    """Log each match that is ended because the rules of its game have changed."""
    for replay in outdated:
        assert replay.began is not None
        structlog.get_logger().warning(
            "match_of_older_rules_ended",
            match=replay.number,
            game=replay.began.setup.game,
            reason=replay.error,
            effect=OUTDATED,
        )


def _report_recovery(recovery: Recovery) -> None:
    """Log the problem with the heads, the replacement of a damaged journal and what was lost."""
    log = structlog.get_logger()
    if recovery.heads_problem:
        log.warning(
            "journal_heads_missing_or_damaged", reason=recovery.heads_problem, effect=NO_HEADS
        )
    for done in recovery.salvages:
        log.error(
            "damaged_journal_replaced",
            reason=done.reason,
            damaged_files_folder=done.kept_in,
            effect=REPLACED,
        )
        for match in done.incomplete:
            log.error(
                "match_records_lost",
                match=match.match,
                lost_records=match.missing,
                match_kept=match.is_kept,
                effect=REWOUND if match.is_kept else LEFT_OUT,
            )
        if done.older_missing:
            log.error("finished_matches_lost", lost_matches=done.older_missing, effect=LEFT_OUT)


def _apply_damage(state: ServerState, recovery: Recovery, failed: list[Replay]) -> None:
    """Log matches that could not be replayed and reserve the nicknames of their players.

    The nicknames of matches that were damaged earlier are reserved too, and restored rooms get the
    number of records that they lost, so that players can be told.
    """
    log = structlog.get_logger()
    for replay in failed:
        remedy, text = (NEWER, NEWER_RULES_TEXT) if replay.other_rules else (VERIFY, DAMAGED_TEXT)
        log.error("match_not_restored", match=replay.number, reason=replay.error, remedy=remedy)
        names = [
            player.name
            for seat, player in enumerate(replay.began.players if replay.began else ())
            if not player.strategy and seat not in replay.removed_seats
        ]
        state.reserve_damaged(replay.number, names, state.unix_time(), text)
    damaged_now = sum(not replay.other_rules for replay in failed)
    state.damaged_matches = damaged_now + len(recovery.tracker.damaged)
    for damaged in recovery.tracker.damaged:
        state.reserve_damaged(damaged.match, damaged.players, damaged.since)
    for done in recovery.salvages:
        for match in done.incomplete:
            if match.match in state.rooms and not match.starts_at_snapshot:
                state.rooms[match.match].missing_records = match.missing


class _BackgroundCheck:
    """Checks the structure of the file once, in a thread, while the server runs.

    The start reads only what it needs, so damage elsewhere would stay unnoticed.
    """

    def __init__(self, file: Path) -> None:
        self._connection = connect_read_only(file)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="check")
        self._result = self._thread.submit(self._run)
        self._is_reported = False

    def poll(self) -> str:
        """Return the first error that the check has found, once; otherwise an empty text."""
        if self._is_reported or not self._result.done():
            return ""
        self._is_reported = True
        return self._result.result()

    def close(self) -> None:
        """Interrupt the check, wait for its thread and close the file."""
        self._connection.interrupt()
        self._thread.shutdown()
        self._connection.close()

    def _run(self) -> str:
        """Return the first error that SQLite finds; empty if the file is intact."""
        reader = JournalReader(self._connection)
        errors = reader.integrity_errors("quick_check(1)")
        return errors[0] if errors else ""
