"""Storage of a running server: opens its journal, reports damage, and does periodic work on it."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import structlog

from server.files import exposed_paths
from server.history.replay import Replay
from server.history.restore import Restored, restore
from server.journal.base import JournalDamaged
from server.journal.reader import JournalReader, connect_read_only
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
NEWER = "install the version of Tavolata again that has these rules; the match continues there"
VERIFY = "stop the server, then run tavolata verify to find the first damaged record"


class Storage:
    """The journal of a server and its periodic work."""

    def __init__(self, journal: SqliteJournal, retain_seconds: float | None) -> None:
        self.journal = journal
        self._log = structlog.get_logger()
        self._heads_failing = False
        self._check = _BackgroundCheck(journal.folder / FILE)
        self._retention: Retention | None = None
        if retain_seconds is not None:
            pause = partial(time.sleep, EXPORT_PAUSE_SECONDS)
            self._retention = Retention(journal, retain_seconds, pause)

    def sweep(self, now: float) -> None:
        """Write the heads, log damage and remove expired matches; called several times per second.

        Failures are logged and repeated. A failure to write the heads is logged once until a write
        works, damage once.
        """
        try:
            self.journal.sweep(now)
            self._heads_failing = False
        except OSError as error:
            if not self._heads_failing:
                self._heads_failing = True
                self._log.warning(
                    "journal_heads_write_failed", reason=str(error), effect=HEADS_WRITE_FAILED
                )
        if reason := self._check.poll():
            self._log.error("journal_damage_found_while_running", reason=reason, remedy=REPAIR)
        if self._retention is not None:
            self._sweep_retention(self._retention, now)

    def close(self) -> None:
        """Stop the periodic work and close the journal."""
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
        journal.writer  # noqa: B018 - opens the file for writing
    except BaseException:
        journal.close()
        raise
    return Storage(journal, retain_seconds), restored


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
