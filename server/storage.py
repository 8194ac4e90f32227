"""Storage of a running server: opens its journal, reports damage, and does periodic work on it."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import structlog

from server.effects import StartBot
from server.files import exposed_paths
from server.history.replay import Replay
from server.history.restore import restore
from server.journal.base import JournalDamaged
from server.journal.reader import JournalReader, connect_read_only
from server.journal.recovery import Recovery
from server.journal.sqlite import FILE, Durability, SqliteJournal
from server.operations.retention import Retention
from server.state import ServerState

EXPORT_PAUSE_SECONDS = 0.02
"""Pause of the thread that exports matches, after each batch of records, for the event loop."""


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
        """Write the heads, report damage and remove old matches; called several times per second.

        Failures are logged and repeated; a failure to write the heads is logged once.
        """
        try:
            self.journal.sweep(now)
            self._heads_failing = False
        except OSError as error:
            if not self._heads_failing:
                self._heads_failing = True
                self._log.warning("heads_not_written", reason=str(error))
        if reason := self._check.poll():
            self._log.error("journal_damaged", reason=reason, kept_in="")
        if self._retention is not None:
            self._sweep_retention(self._retention, now)

    def close(self) -> None:
        """Stop the periodic work and close the journal."""
        self._check.close()
        if self._retention is not None:
            self._retention.close()
        self.journal.close()

    def _sweep_retention(self, retention: Retention, now: float) -> None:
        """Continue to remove old matches, and log what was removed and what could not be."""
        retention.sweep(now)
        if removed := retention.take_removed():
            folder = str(retention.folder)
            self._log.info("matches_removed", count=len(removed), folder=folder)
        for reason in retention.take_problems():
            self._log.error("matches_not_removed", reason=reason)


def open_storage(
    folder: Path,
    durability: Durability,
    call: Callable[[Callable[[], None]], object],
    state: ServerState,
    retain_seconds: float | None,
) -> tuple[Storage, list[StartBot]]:
    """Open the journal and restore its matches; return the storage and the bots to start.

    A damaged file is replaced by a clean one. Raises JournalError if the journal cannot be used.
    """
    log = structlog.get_logger()
    journal = SqliteJournal(folder, durability, call)
    for path, remedy in exposed_paths(folder):
        log.warning("data_folder_exposed", path=str(path), remedy=remedy)
    try:
        _report_recovery(journal.recovery)
        try:
            bots, failed = restore(state, journal)
        except JournalDamaged as error:
            journal.repair(str(error))
            _report_recovery(journal.recovery)
            bots, failed = restore(state, journal)
        _apply_damage(state, journal.recovery, failed)
        journal.writer  # noqa: B018 - opens the file for writing
    except BaseException:
        journal.close()
        raise
    return Storage(journal, retain_seconds), bots


def _report_recovery(recovery: Recovery) -> None:
    """Log what was found when the journal was opened."""
    log = structlog.get_logger()
    if recovery.heads_problem:
        log.warning("journal_heads_unusable", reason=recovery.heads_problem)
    for done in recovery.salvages:
        log.error("journal_damaged", reason=done.reason, kept_in=done.kept_in)
        for match in done.incomplete:
            log.error(
                "journal_records_missing",
                match=match.match,
                missing=match.missing,
                restored=match.is_kept,
            )
        if done.older_missing:
            log.error("finished_matches_missing", count=done.older_missing)


def _apply_damage(state: ServerState, recovery: Recovery, failed: list[Replay]) -> None:
    """Log matches that could not be replayed, and prepare what players of damaged ones are told."""
    log = structlog.get_logger()
    for replay in failed:
        log.error("match_replay_failed", match=replay.number, reason=replay.error)
        names = [
            player.name
            for seat, player in enumerate(replay.began.players if replay.began else ())
            if not player.strategy and seat not in replay.removed_seats
        ]
        state.reserve_damaged(replay.number, names, state.unix_time())
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
        """Return the first error, once, when the check has found one; otherwise nothing."""
        if self._is_reported or not self._result.done():
            return ""
        self._is_reported = True
        return self._result.result()

    def close(self) -> None:
        """Stop the check."""
        self._connection.interrupt()
        self._thread.shutdown()
        self._connection.close()

    def _run(self) -> str:
        """Return the first error that SQLite finds; nothing if the file is intact."""
        reader = JournalReader(self._connection)
        errors = reader.integrity_errors("quick_check(1)")
        return errors[0] if errors else ""
